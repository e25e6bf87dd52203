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
  ), seen as materialized (
    -- Who sees a place is asked once a place: asked for each event and route it took longer than a statement may.
    select p.*, s.member_id, s.person_id
    from (select distinct company_id, outlet_id, department_id from wanted) p
    cross join lateral members_seeing_alarms(p.company_id, p.outlet_id, p.department_id) s
  ), routes as materialized (
    select r.*, k.kind as channel_kind, quiet_end(r.quiet_from, r.quiet_until, r.time_zone, now()) as quiet_until_at,
      case when r.channel_id is not null then next_minute(r.digest_at, r.time_zone, now()) end as digest_until_at, array(
      select m.id from member m where m.company_id = r.company_id and (m.id = any (r.member_ids) or m.person_id = r.person_id
        or m.id in (select t.member_id from rota_duty t where t.company_id = r.company_id and t.rota_id = r.rota_id))) as named
    from notice_route r left join integration_channel k on k.company_id = r.company_id and k.id = r.channel_id
    where r.enabled and r.company_id in (select w.company_id from wanted w)
  ), chosen as materialized (
    -- Of several routes to one recipient the earliest counts: without an escalation before with one.
    select distinct on (e.id, r.channel_id, who.recipient) e.company_id, e.id as event_id, e.alarm_id, e.kind, e.severity,
      e.outlet_id, r.channel_id, who.recipient, r.after_minutes, r.quiet_until_at, r.digest_until_at
    from wanted e
    join routes r on r.company_id = e.company_id and e.kind = any (r.events)
      and (r.severities = '{}' or e.severity = any (r.severities)) and (r.rules = '{}' or e.rule = any (r.rules))
      and (r.outlet_ids = '{}' or e.outlet_id = any (r.outlet_ids))
    cross join lateral (
      select 0::bigint as recipient where r.channel_kind in (10, 11)
      union all
      select s.person_id from seen s
      where s.company_id = e.company_id and s.outlet_id is not distinct from e.outlet_id
        and s.department_id is not distinct from e.department_id and s.member_id = any (r.named)
        and (r.channel_id is null or r.channel_kind in (4, 5))) who
    order by e.id, r.channel_id, who.recipient, r.after_minutes nulls first
  ), grouped as materialized (
    -- The group of a site grows for five minutes after its last message: when the next one may come.
    select d.company_id, d.channel_id, d.recipient, b.outlet_id, max(d.sent_at) + interval '5 minutes' as until
    from delivery d join alarm b on b.company_id = d.company_id and b.id = d.alarm_id
    where d.company_id in (select w.company_id from wanted w) and d.channel_id is not null
      and d.sent_at > now() - interval '5 minutes'
    group by d.company_id, d.channel_id, d.recipient, b.outlet_id
  ), routed as (
    insert into delivery (company_id, event_id, alarm_id, transition, channel_id, recipient, unless_acknowledged, due_at)
    select o.company_id, o.event_id, o.alarm_id, o.kind, o.channel_id, o.recipient, o.after_minutes is not null, greatest(
        case when o.kind in ('raised', 'severity_set') then now() + make_interval(mins => o.after_minutes) end,
        case when o.channel_id is null then now() else now() + interval '30 seconds' end,
        case when o.severity <> 'critical' then greatest(g.until, o.quiet_until_at, o.digest_until_at) end)
    from chosen o left join grouped g on g.company_id = o.company_id and g.channel_id = o.channel_id
      and g.recipient = o.recipient and g.outlet_id is not distinct from o.outlet_id
    on conflict do nothing
  ), usual as (
    -- Without a route to the bell, of the company or their own: critical and major alarms of what each member sees.
    insert into delivery (company_id, event_id, alarm_id, transition, channel_id, recipient, due_at)
    select e.company_id, e.id, e.alarm_id, e.kind, null, s.person_id, now()
    from wanted e join seen s on s.company_id = e.company_id and s.outlet_id is not distinct from e.outlet_id
      and s.department_id is not distinct from e.department_id
    where e.kind in ('raised', 'cleared', 'severity_set') and e.severity in ('critical', 'major')
      and not exists (select from routes r where r.company_id = e.company_id and r.channel_id is null
        and (r.person_id is null or r.person_id = s.person_id))
    on conflict do nothing
  )
  select count(*), (array_agg(tx order by tx desc, id desc))[1], (array_agg(id order by tx desc, id desc))[1]
    into n, last_tx, last_id from read;
  if n > 0 then update notice_cursor set tx = last_tx, id = last_id; end if;
  return n;
end $$;

grant execute on function notice_collect to {{login}};
