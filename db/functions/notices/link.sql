/** A link of a message to a person, which acknowledges what the message reports. */
create or replace function notice_link_made(message_in uuid, hash_in bytea) returns void
  language sql security definer set search_path = public as $$
  insert into notice_link (token_hash, company_id, message_id, person_id)
  select hash_in, m.company_id, m.id, m.recipient from notice_message m where m.id = message_in and m.recipient <> 0 $$;

/** Alarms of a message that its recipient may still acknowledge, and those that are cleared. For definer functions only. */
create or replace function notice_message_alarms(company_in bigint, message_in uuid, person_in bigint) returns table (
  home_id bigint, company_id bigint, person_id bigint, actor_name text, alarm_id bigint
) language sql stable set search_path = public as $$
  with reported as materialized (
    select m.company_id, m.person_id, m.display_name, array_agg(distinct d.alarm_id) as alarms
    from company c join member m on m.company_id = c.id and m.person_id = person_in
    join delivery d on d.company_id = c.id and d.message_id = message_in and d.state <> 'dropped'
      and d.transition in ('raised', 'severity_set', 'reminded')
    where c.id = company_in and c.status = 'active' group by m.company_id, m.person_id, m.display_name)
  select r.company_id, a.company_id, r.person_id, r.display_name, a.id
  from reported r cross join lateral alarms_seen(r.company_id, r.person_id, r.alarms, 'DMS_SERVER_ALARM_EDIT') s
  join alarm a on a.id = s.alarm_id
  -- Who acts from above must be admitted.
  where s.open $$;

/** Those of a link that is valid. For definer functions only. */
create or replace function notice_link_alarms(hash_in bytea) returns table (
  home_id bigint, company_id bigint, person_id bigint, actor_name text, alarm_id bigint
) language sql stable set search_path = public as $$
  select a.* from notice_link l cross join lateral notice_message_alarms(l.company_id, l.message_id, l.person_id) a
  where l.token_hash = hash_in and l.expires_at > now() $$;

/** What a link shows before its button; no row if it is invalid. */
create or replace function notice_link_shown(hash_in bytea) returns table (
  company_name text, device_name text, outlet_name text, rule text, rule_name text, label text, severity text,
  active boolean, acknowledged_by text
) language sql stable security definer set search_path = public as $$
  select c.name, alarm_subject_name(a), o.name, a.rule, a.rule_name, a.label, a.severity, a.state = 'active', a.acknowledged_by
  from notice_link_alarms(hash_in) l join alarm a on a.company_id = l.company_id and a.id = l.alarm_id
  join company c on c.id = a.company_id
  left join outlet o on o.company_id = a.company_id and o.id = a.outlet_id
  order by a.rank, a.id $$;

/**
 * Acknowledges the active alarms of a message for the hours of the contract, as its recipient. `by_in` is how, for the audit log:
 * `byLink` or `byCall`. Returns how many, null if there is none that the recipient may act on. For definer functions only.
 */
create or replace function notice_acknowledge(company_in bigint, message_in uuid, person_in bigint, hours_in int, by_in text)
  returns int language plpgsql set search_path = public as $$
declare
  l record;
  a alarm;
  n int;
begin
  for l in select * from notice_message_alarms(company_in, message_in, person_in) order by alarm_id loop
    n := coalesce(n, 0);
    perform set_config('netward.actor_name', l.actor_name, true), set_config('netward.home_id', l.home_id::text, true);
    update alarm k set acknowledged_by = l.actor_name, acknowledged_at = now(),
      acknowledged_until = now() + make_interval(hours => hours_in)
    where k.company_id = l.company_id and k.id = l.alarm_id and k.state = 'active' and k.acknowledged_at is null
    returning k.* into a;
    continue when not found;
    n := n + 1;
    insert into alarm_event (company_id, alarm_id, subject_id, kind, detail, actor_id)
    values (a.company_id, a.id, a.subject_id, 'acknowledged', '{}', l.person_id);
    insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name, subject_kind,
      subject_id, detail)
    select a.company_id, 'alarm.acted_on', l.person_id, l.actor_name, h.id, h.name, 'alarm', a.id::text,
      jsonb_build_object('name', alarm_subject_name(a), 'act', 'acknowledged', by_in, true)
    from (select) one left join company h on h.id = l.home_id and h.id <> a.company_id;
    perform note_live(a.company_id, 'alarm.changed', a.subject_id,
      jsonb_build_object('alarmId', a.id::text, 'kind', 'acknowledged'));
  end loop;
  return n;
end $$;

/** Null if the link is invalid. */
create or replace function notice_link_acknowledge(hash_in bytea, hours_in int) returns int
  language sql security definer set search_path = public as $$
  select notice_acknowledge(l.company_id, l.message_id, l.person_id, hours_in, 'byLink')
  from notice_link l where l.token_hash = hash_in and l.expires_at > now() $$;

grant execute on function notice_link_acknowledge, notice_link_made, notice_link_shown to {{login}};
