/** Whether an active alarm is not notified for now: announced work, cut off behind another one, flapping, or muted. */
create or replace function alarm_is_quiet(a alarm) returns boolean language sql immutable as $$
  select a.state = 'active' and (a.in_maintenance or a.behind_id is not null or a.flapping or a.muted) $$;

/** When this minute of the day comes next in a time zone; null for null. */
create or replace function next_minute(minute_in int, zone_in text, at_in timestamptz) returns timestamptz
  language sql stable set search_path = public as $$
  select (day + make_interval(mins => minute_in)
      + case when day + make_interval(mins => minute_in) <= here then interval '1 day' else interval '0' end) at time zone zone_in
  from (select at_in at time zone zone_in as here, date_trunc('day', at_in at time zone zone_in) as day) now $$;

/** When the quiet minutes of a day end, if this moment lies in them; otherwise null. They may pass midnight. */
create or replace function quiet_end(from_in int, until_in int, zone_in text, at_in timestamptz) returns timestamptz
  language sql stable set search_path = public as $$
  select case when case when from_in < until_in then minute >= from_in and minute < until_in
      else minute >= from_in or minute < until_in end and from_in <> until_in then next_minute(until_in, zone_in, at_in) end
  from (select extract(hour from here) * 60 + extract(minute from here) as minute
    from (select at_in at time zone zone_in as here) clock) now $$;

/** Members of a company who see alarms of this place: notified by the bell, and by mail and SMS where a route names them. */
create or replace function members_seeing_alarms(
  company_in bigint, outlet_in bigint, department_in bigint, code_in text default 'DMS_SERVER_ALARM')
  returns table (member_id bigint, person_id bigint)
  language sql stable set search_path = public as $$
  select m.id, m.person_id from member m join person p on p.id = m.person_id and p.disabled_at is null
  where m.company_id = company_in and m.status = 'enabled' and exists (
    select from member_role mr left join built_in_role b on b.key = mr.built_in
    left join role r on r.company_id = mr.company_id and r.id = mr.role_id
    where mr.company_id = m.company_id and mr.member_id = m.id
      and code_in = any (coalesce(b.permissions, r.permissions))
      and case coalesce(r.data_scope, 'company') when 'company' then true
        when 'outlets' then outlet_in = any (r.outlet_ids)
        else department_in = any (departments_of(m.company_id, m.os_id)) end) $$;

/** The group of a site grows for five minutes after its last message: when the next one may come; null for the bell. */
create or replace function group_until(company_in bigint, channel_in bigint, recipient_in bigint, outlet_in bigint)
  returns timestamptz language sql stable set search_path = public as $$
  select max(d.sent_at) + interval '5 minutes' from delivery d join alarm b on b.company_id = d.company_id and b.id = d.alarm_id
  where channel_in is not null and d.company_id = company_in and d.channel_id = channel_in and d.recipient = recipient_in
    and d.sent_at > now() - interval '5 minutes' and b.outlet_id is not distinct from outlet_in $$;

/**
 * Turns the next events of alarms into deliveries. An event that was read before adds nothing: a delivery is unique by
 * event, channel and recipient. Returns how many events were read.
 */
create or replace function notice_collect(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  c notice_cursor;
  n int;
  last_tx xid8;
  last_id bigint;
begin
  select * into c from notice_cursor for update;
  with read as materialized (
    select e.tx, e.id, e.company_id, e.alarm_id, e.kind from alarm_event e
    where (e.tx, e.id) > (c.tx, c.id) and e.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by e.tx, e.id limit most
  ), wanted as (
    select r.id, r.company_id, r.alarm_id, r.kind, a.severity, a.rule, a.outlet_id, a.department_id
    from read r join alarm a on a.company_id = r.company_id and a.id = r.alarm_id
    where r.kind in ('raised', 'cleared', 'severity_set', 'acknowledged', 'reminded')
  ), routed as (
    -- Of several routes to one recipient the earliest counts: without an escalation before with one.
    insert into delivery (company_id, event_id, alarm_id, transition, channel_id, recipient, unless_acknowledged, due_at)
    select e.company_id, e.id, e.alarm_id, e.kind, r.channel_id, who.recipient, r.after_minutes is not null, greatest(
        case when e.kind in ('raised', 'severity_set') then now() + make_interval(mins => r.after_minutes) end,
        case when r.channel_id is null then now() else now() + interval '30 seconds' end,
        case when e.severity <> 'critical' then group_until(e.company_id, r.channel_id, who.recipient, e.outlet_id) end,
        case when e.severity <> 'critical' then quiet_end(r.quiet_from, r.quiet_until, r.time_zone, now()) end,
        case when e.severity <> 'critical' and r.channel_id is not null
          then next_minute(r.digest_at, r.time_zone, now()) end)
    from wanted e
    join notice_route r on r.company_id = e.company_id and r.enabled and e.kind = any (r.events)
      and (r.severities = '{}' or e.severity = any (r.severities)) and (r.rules = '{}' or e.rule = any (r.rules))
      and (r.outlet_ids = '{}' or e.outlet_id = any (r.outlet_ids))
    left join integration_channel k on k.company_id = r.company_id and k.id = r.channel_id
    cross join lateral (
      select 0::bigint as recipient where k.kind in (10, 11)
      union all
      select s.person_id from members_seeing_alarms(e.company_id, e.outlet_id, e.department_id) s
      where (k.id is null or k.kind in (4, 5)) 
        and (s.member_id = any (r.member_ids) or s.person_id = r.person_id
          or s.member_id in (select t.member_id from rota_duty t where t.company_id = r.company_id and t.rota_id = r.rota_id))) who
    order by r.after_minutes nulls first
    on conflict do nothing
  ), usual as (
    -- Without a route to the bell, of the company or their own: critical and major alarms of what each member sees.
    insert into delivery (company_id, event_id, alarm_id, transition, channel_id, recipient, due_at)
    select e.company_id, e.id, e.alarm_id, e.kind, null, s.person_id, now()
    from wanted e cross join lateral members_seeing_alarms(e.company_id, e.outlet_id, e.department_id) s
    where e.kind in ('raised', 'cleared', 'severity_set') and e.severity in ('critical', 'major')
      and not exists (select from notice_route r where r.company_id = e.company_id and r.channel_id is null and r.enabled
        and (r.person_id is null or r.person_id = s.person_id))
    on conflict do nothing
  )
  select count(*), (array_agg(tx order by tx desc, id desc))[1], (array_agg(id order by tx desc, id desc))[1]
    into n, last_tx, last_id from read;
  if n > 0 then update notice_cursor set tx = last_tx, id = last_id; end if;
  return n;
end $$;

grant execute on function notice_collect to {{login}};
