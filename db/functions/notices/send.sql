/**
 * A message that is to be sent now: its channel, whose it is, where it goes, and what it reports, as far as its recipient may
 * still see it; the rest is dropped. No row if it was sent, is not due, or its channel is paused, which postpones it. An attempt
 * that was interrupted may have been taken: where the other side recognises the id (mail, webhooks; WeCom for 30 minutes, Feishu
 * for an hour), or an alarm is critical, it is sent again, and otherwise its outcome stays unknown.
 */
create or replace function notice_begin(message_in uuid) returns table (
  company_id bigint, company_code text, is_platform boolean, prefix text, language text, time_zone text, channel_id bigint,
  kind smallint, settings jsonb, sealed bytea, email text, phone text, subject text, attempts int, by_voice boolean,
  items jsonb, work jsonb, summary boolean, made_at timestamptz
) language plpgsql security definer set search_path = public as $$
declare
  m notice_message;
  seen jsonb;
begin
  select * into m from notice_message k where k.id = message_in and k.state = 'waiting' for update;
  if not found then return; end if;
  if m.sending_since is not null
    and (select case c.kind when 1 then m.sending_since < now() - interval '25 minutes'
        when 8 then m.sending_since < now() - interval '55 minutes' else c.kind in (2, 4, 10) end from integration_channel c where c.id = coalesce(m.through_id, m.channel_id))
    and not exists (select from delivery d join alarm a on a.company_id = d.alarm_company_id and a.id = d.alarm_id
      where d.message_id = m.id and a.rank = 1 and d.transition in ('raised', 'severity_set', 'reminded'))
  then
    update notice_message k set state = 'unknown', finished_at = now(), next_at = null, sending_since = null where k.id = m.id;
    update delivery d set state = 'unknown' where d.message_id = m.id and d.state = 'sending';
    return;
  end if;
  if (select c.paused from integration_channel c where c.id = coalesce(m.through_id, m.channel_id)) then
    update notice_message set next_at = now() + interval '1 minute' where id = m.id;
    perform notice_enqueue(m.id, now() + interval '1 minute');
    return;
  end if;
  update notice_message k set attempts = k.attempts + 1, attempted_at = now(), sending_since = now() where k.id = m.id;
  select coalesce(jsonb_object_agg(s.alarm_id, s.open), '{}') into seen from alarms_seen(m.company_id, m.recipient, array(
    select d.alarm_id from delivery d where d.message_id = m.id and d.state = 'sending' and d.alarm_id is not null), 'DMS_SERVER_ALARM') s;
  update delivery d set state = 'dropped', dropped_because = 'unseen'
    where d.message_id = m.id and d.state = 'sending'
      and case when d.work_event_id is null then not seen ? d.alarm_id::text else not work_delivery_seen(d) end;
  return query
  select m.company_id, o.code, o.kind = 'op', coalesce(o.prefix, ''), coalesce(p.language, o.language),
    coalesce(p.time_zone, o.time_zone), c.id, c.kind, c.settings, c.sealed,
    case when p.email_verified_at is not null then p.email end, case when p.phone_verified_at is not null then p.phone end,
    case when notice_by_application(c.kind) and p.id is not null then notice_subject(m.company_id, c.id, m.recipient) end,
    m.attempts + 1, m.by_voice, (
      select jsonb_agg(jsonb_build_object('alarmId', a.id::text, 'eventId', d.event_id::text, 'transition', d.transition,
          'state', a.state, 'severity', a.severity, 'rule', a.rule, 'ruleName', a.rule_name, 'label', a.label,
          'deviceId', a.device_id::text, 'deviceName', alarm_subject_name(a), 'outletName', t.name,
          'companyId', a.company_id::text, 'companyName', case when k.id <> m.company_id then k.name end,
          'companyCode', case when k.id <> m.company_id then k.code end,
          'value', case when (seen->>(a.id::text))::boolean then a.value end,
          'threshold', case when (seen->>(a.id::text))::boolean then a.threshold end,
          'raisedAt', a.raised_at, 'clearedAt', a.cleared_at, 'acknowledgedBy', a.acknowledged_by,
          'behind', (select count(*) from alarm b where b.behind_id = a.id and b.state = 'active'))
        order by a.rank, d.event_id)
      from delivery d join alarm a on a.company_id = d.alarm_company_id and a.id = d.alarm_id
      join company k on k.id = a.company_id
      left join outlet t on t.company_id = a.company_id and t.id = a.outlet_id
      where d.message_id = m.id and d.state = 'sending'), work_items(m), m.summary, m.made_at
  from integration_channel c join company o on o.id = c.company_id
  left join member mb on mb.company_id = m.company_id and mb.person_id = m.recipient and mb.status = 'enabled'
  left join person p on p.id = mb.person_id and p.disabled_at is null
  where c.company_id = m.company_id and c.id = coalesce(m.through_id, m.channel_id);
end $$;

/** It was taken: so were its deliveries, and the channel works. */
create or replace function notice_sent(message_in uuid) returns void
  language plpgsql security definer set search_path = public as $$
declare
  m notice_message;
begin
  update notice_message set state = 'sent', finished_at = now(), next_at = null, failure = null, sending_since = null
    where id = message_in and state = 'waiting' returning * into m;
  if not found then return; end if;
  update delivery set state = 'sent', sent_at = now() where message_id = m.id and state = 'sending';
  update integration_channel set failing_since = null, failure = null, sent_at = now()
    where company_id = m.company_id and id = coalesce(m.through_id, m.channel_id);
end $$;

/** It was not taken. `again_in`: seconds until the next attempt; null: never. One bad recipient is no fault of the channel. */
create or replace function notice_failed(message_in uuid, failure_in jsonb, again_in int) returns void
  language plpgsql security definer set search_path = public as $$
declare
  m notice_message;
begin
  update notice_message set failure = failure_in, state = case when again_in is null then 'failed' else 'waiting' end,
    sending_since = null, next_at = now() + make_interval(secs => again_in), finished_at = case when again_in is null then now() end
    where id = message_in and state = 'waiting' returning * into m;
  if not found then return; end if;
  if again_in is null then
    perform notice_ring_instead(array(select d.id from delivery d where d.message_id = m.id and d.state = 'sending'));
    update delivery set state = 'failed' where message_id = m.id and state = 'sending';
  else
    perform notice_enqueue(m.id, m.next_at);
  end if;
  if failure_in->>'reason' not in ('recipient', 'unlinked') then
    update integration_channel set failing_since = coalesce(failing_since, now()), failure = failure_in
      where company_id = m.company_id and id = coalesce(m.through_id, m.channel_id);
  end if;
end $$;

grant execute on function notice_begin, notice_failed, notice_sent to {{login}};
