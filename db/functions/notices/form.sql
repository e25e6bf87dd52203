/** What becomes of a delivery that is due: `go`, `wait`, or why it is dropped. */
create or replace function delivery_verdict(d delivery, a alarm) returns text
  language sql stable set search_path = public as $$
  select case
    when d.alarm_company_id <> d.company_id and alarm_reach(d.company_id, d.alarm_company_id) is null then 'unseen'
    when notice_unlinked(d) then 'unlinked'
    when a.acknowledged_at is not null and (d.transition = 'reminded'
      or d.unless_acknowledged and d.transition in ('raised', 'severity_set')) then 'acknowledged'
    when alarm_is_quiet(a) then 'wait'
    -- Its raise is on its way: what follows waits for the outcome.
    when exists (select from delivery o where o.alarm_id = d.alarm_id and o.company_id = d.company_id and o.channel_id is not distinct from d.channel_id
      and o.recipient = d.recipient and o.by_voice = d.by_voice and o.state = 'sending') then 'wait'
    when exists (select from delivery o where o.alarm_id = d.alarm_id and o.company_id = d.company_id and o.channel_id is not distinct from d.channel_id
      and o.recipient = d.recipient and o.by_voice = d.by_voice and o.state in ('sent', 'unknown') and o.transition in ('raised', 'severity_set', 'reminded')) then
      case when a.state = 'cleared' and d.transition <> 'cleared' then 'over' else 'go' end
    when a.state = 'cleared' then case when d.transition = 'cleared' then 'unheard' else 'over' end
    when d.transition in ('raised', 'severity_set', 'reminded') then 'go'
    when exists (select from delivery o where o.alarm_id = d.alarm_id and o.company_id = d.company_id and o.channel_id is not distinct from d.channel_id
      and o.recipient = d.recipient and o.by_voice = d.by_voice and o.state = 'waiting' and o.transition in ('raised', 'severity_set', 'reminded')) then 'go'
    else 'unheard' end $$;

/**
 * Forms messages from deliveries that are due: one for each channel and recipient, with all of theirs; calls are apart. Held back
 * are those of paused channels, of recipients whose last message is still on its way, and of robots with 18 messages a minute
 * through all channels to them (vendors shut them at 20), and of people whom an application has sent what its vendor allows. A person with 20 messages in ten minutes gets critical alarms alone; once there is room again, one
 * message says how many others there are. Returns how many deliveries it looked at.
 */
create or replace function notice_form(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  g record;
  groups jsonb;
  made uuid;
  n int;
  is_full boolean;
  now_ids bigint[];
  unlinked bigint[];
begin
  with due as materialized (
    select d.id, d.company_id, d.channel_id, d.recipient, d.by_voice, d.capped,
      case when d.work_event_id is null then delivery_verdict(d, a) else work_verdict(d) end as verdict,
      coalesce(a.severity, e.severity) = 'critical' as critical
    from (select * from delivery where state = 'waiting' and due_at <= now() order by due_at, id limit most
      for update skip locked) d
    left join alarm a on a.company_id = d.alarm_company_id and a.id = d.alarm_id
    left join work_event e on e.company_id = d.work_company_id and e.id = d.work_event_id
  ), held as (
    update delivery d set due_at = now() + interval '30 seconds' from due where due.id = d.id and due.verdict = 'wait'
  ), dropped as (
    update delivery d set state = 'dropped', dropped_because = due.verdict
    from due where due.id = d.id and due.verdict in ('over', 'unheard', 'acknowledged', 'unseen', 'unlinked')
  ), rung as (
    update delivery d set state = 'sent', sent_at = clock_timestamp()
    from due where due.id = d.id and due.verdict = 'go' and d.channel_id is null returning d.company_id, d.recipient
  ), shown as (
    insert into live_event (company_id, kind, subject_id)
    select distinct company_id, 'notice.changed', recipient from rung
  ), of_channels as (
    select company_id, channel_id, recipient, by_voice, bool_or(capped) as capped, array_agg(id) as ids,
      coalesce(array_agg(id) filter (where critical), '{}') as critical_ids, min(id) as first
    from due where verdict = 'go' and channel_id is not null group by company_id, channel_id, recipient, by_voice)
  select (select count(*) from due), (select coalesce(jsonb_agg(to_jsonb(o) order by o.critical_ids <> '{}' desc, o.first), '[]')
    from of_channels o), array(select id from due where verdict = 'unlinked') into n, groups, unlinked;
  perform notice_ring_instead(unlinked);
  for g in
    select o.*, c.kind, c.paused, c.robot_hash, c as channel
    from jsonb_to_recordset(groups) as o (company_id bigint, channel_id bigint, recipient bigint, by_voice boolean, capped boolean,
      ids bigint[], critical_ids bigint[])
    join integration_channel c on c.company_id = o.company_id and c.id = o.channel_id
  loop
    is_full := g.recipient <> 0 and 20 <= (select count(*) from notice_message m
      where m.company_id = g.company_id and m.recipient = g.recipient and m.made_at > now() - interval '10 minutes');
    -- What a flood holds back is summed up in a message of its own.
    now_ids := case when (is_full or g.capped) and g.critical_ids <> '{}' then g.critical_ids when is_full then '{}' else g.ids end;
    if is_full then
      update delivery set capped = true where id = any (g.ids) and not id = any (g.critical_ids);
    end if;
    if g.paused or now_ids = '{}'
      or exists (select from notice_message m where m.company_id = g.company_id and m.channel_id = g.channel_id and m.recipient = g.recipient and m.by_voice = g.by_voice
        and m.state = 'waiting')
      or g.kind = 10 and 18 <= (select count(*) from notice_message m
        where m.channel_id in (select r.id from integration_channel r where r.id = g.channel_id or r.robot_hash = g.robot_hash)
          and greatest(m.made_at, m.attempted_at) > now() - interval '61 seconds')
      or notice_by_application(g.kind) and notice_application_full(g.channel, g.recipient)
    then
      now_ids := '{}';
    else
      insert into notice_message (company_id, channel_id, recipient, by_voice, summary)
      values (g.company_id, g.channel_id, g.recipient, g.by_voice, g.capped and not g.by_voice and g.critical_ids = '{}')
      returning id into made;
      update delivery set state = 'sending', message_id = made where id = any (now_ids);
      perform notice_enqueue(made, now());
    end if;
    update delivery set due_at = now() + interval '10 seconds' where id = any (g.ids) and not id = any (now_ids);
  end loop;
  return n;
end $$;

create or replace function notice_enqueue(message_in uuid, at_in timestamptz) returns void
  language sql set search_path = public as $$
  select graphile_worker.add_job('notice.send', json_build_object('messageId', message_in), run_at := at_in,
    job_key := 'notice:' || message_in, max_attempts := 25) $$;

/** Takes what is older than 90 days away. */
create or replace function notice_prune(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  delete from delivery where id in (
    select id from delivery where created_at < now() - interval '90 days' limit most);
  get diagnostics n = row_count;
  delete from notice_link where expires_at < now();
  delete from notice_call where expires_at < now() - interval '1 day';
  delete from notice_card where expires_at < now() - interval '1 day';
  delete from notice_message m where m.id in (
    select o.id from notice_message o where o.made_at < now() - interval '90 days' and o.state <> 'waiting' limit most)
    and not exists (select from delivery d where d.message_id = m.id);
  return n;
end $$;

grant execute on function notice_form, notice_prune to {{login}};
