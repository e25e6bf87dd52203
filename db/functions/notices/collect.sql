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

/**
 * Routes that may concern alarms of these companies: their own, and those from above that cover them. Of a route from above
 * there is a row for each company. For definer functions only.
 */
create or replace function notice_routes_for(companies_in bigint[]) returns table (
  alarm_company_id bigint, id bigint, company_id bigint, person_id bigint, events text[], severities text[], rules text[],
  outlet_ids bigint[], channel_id bigint, channel_kind smallint, by_voice boolean, after_minutes int, quiet_until_at timestamptz,
  digest_until_at timestamptz, of_alarms boolean
) language sql stable set search_path = public as $$
  with pairs as materialized (
    select k as alarm_company_id, k as company_id from unnest(companies_in) k
    union all
    select k, a.ancestor_id from unnest(companies_in) k join company_ancestor a on a.company_id = k and a.depth > 0
    where exists (select from notice_route r where r.company_id = a.ancestor_id and r.enabled and r.covers <> 'own')
      and alarm_reach(a.ancestor_id, k) is not null)
  select p.alarm_company_id, r.id, r.company_id, r.person_id, r.events, r.severities, r.rules, r.outlet_ids, r.channel_id, k.kind,
    r.by_voice, r.after_minutes, quiet_end(r.quiet_from, r.quiet_until, r.time_zone, now()),
    case when r.channel_id is not null then next_minute(r.digest_at, r.time_zone, now()) end,
    r.events && array['raised', 'cleared', 'severity_set', 'acknowledged', 'reminded']
  from pairs p join notice_route r on r.company_id = p.company_id and r.enabled
  left join integration_channel k on k.company_id = r.company_id and k.id = r.channel_id
  where case r.covers when 'own' then p.alarm_company_id = p.company_id when 'below' then p.alarm_company_id <> p.company_id
    else p.alarm_company_id <> p.company_id and (p.alarm_company_id = any (r.customer_ids) or exists (
      select from tenant_group_member gm where gm.company_id = r.company_id and gm.group_id = any (r.customer_group_ids)
        and gm.target_company_id = p.alarm_company_id)) end $$;

/** The members that each of these routes names, by hand, by its rota, or as its own. For definer functions only. */
create or replace function notice_named(routes_in bigint[]) returns table (route_id bigint, member_id bigint)
  language sql stable set search_path = public as $$
  with routes as materialized (
    select r.id, r.company_id, r.member_ids, r.rota_id, r.person_id from notice_route r
    left join integration_channel k on k.company_id = r.company_id and k.id = r.channel_id
    where r.id = any (routes_in) and coalesce(k.kind, 5) < 10)
  select r.id, m.id from routes r cross join unnest(r.member_ids) n (id) join member m on m.company_id = r.company_id and m.id = n.id
  union
  select r.id, t.member_id from routes r join rota_duty t on t.company_id = r.company_id and t.rota_id = r.rota_id
    where t.member_id is not null
  union
  select r.id, m.id from routes r join member m on m.company_id = r.company_id and m.person_id = r.person_id $$;

/**
 * Of these events those that people can be notified of. What is older than a day is history that was entered late, and no news.
 * `original`: of a rule from above its id there. For definer functions only.
 */
create or replace function notice_events_of(events_in bigint[]) returns table (
  id bigint, company_id bigint, alarm_id bigint, kind text, severity text, rule text, original text, outlet_id bigint,
  department_id bigint
) language sql stable set search_path = public as $$
  select e.id, e.company_id, e.alarm_id, e.kind, a.severity, a.rule, l.source_id::text, coalesce(a.outlet_id, 0),
    coalesce(a.department_id, 0)
  from alarm_event e join alarm a on a.company_id = e.company_id and a.id = e.alarm_id
  left join alarm_rule l on l.company_id = a.company_id and l.id = case when a.rule ~ '^[0-9]{1,18}$' then a.rule::bigint end
  where e.id = any (events_in) and e.at > now() - interval '1 day'
    and e.kind in ('raised', 'cleared', 'severity_set', 'acknowledged', 'reminded') $$;

/**
 * Sites that recipients of these companies were sent a message about in the last five minutes, in which it grows: when the next
 * one may come. For definer functions only.
 */
create or replace function notice_sites_of(companies_in bigint[]) returns table (
  company_id bigint, channel_id bigint, recipient bigint, alarm_company_id bigint, outlet_id bigint, until timestamptz
) language sql stable set search_path = public as $$
  select d.company_id, d.channel_id, d.recipient, d.alarm_company_id, coalesce(b.outlet_id, 0), max(d.sent_at) + interval '5 minutes'
  from delivery d join alarm b on b.company_id = d.alarm_company_id and b.id = d.alarm_id
  where d.company_id = any (companies_in) and d.channel_id is not null and d.sent_at > now() - interval '5 minutes'
  group by 1, 2, 3, 4, 5 $$;

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
    select e.tx, e.id from alarm_event e
    where (e.tx, e.id) > (c.tx, c.id) and e.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by e.tx, e.id limit most
  ), wanted as materialized (
    select w.* from notice_events_of(array(select id from read)) w
  ), routes as materialized (
    select r.* from notice_routes_for(array(select distinct company_id from wanted)) r
  ), named as materialized (
    select n.* from notice_named(array(select distinct x.id from routes x)) n
  ), sights as materialized (
    -- At home by roles, whole or by place; from above whole companies.
    select s.company_id as alarm_company_id, s.* from alarm_sights_at_home(
      array(select distinct company_id from wanted), 'DMS_SERVER_ALARM') s
    union all
    select s.below_id, s.company_id, s.member_id, s.person_id, true, 0, 0 from alarm_sights_from_above((
      select jsonb_agg(distinct jsonb_build_object('company', r.company_id, 'below', r.alarm_company_id, 'member', d.member_id))
      from routes r join named d on d.route_id = r.id where r.alarm_company_id <> r.company_id), 'DMS_SERVER_ALARM') s
    where (select exists (select from routes r where r.alarm_company_id <> r.company_id))
  ), sighted as materialized (
    -- Before events come in: nothing is known of how many rows there are, and all sights of a company by all its events are many.
    select d.route_id, s.* from named d join sights s on s.member_id = d.member_id
  ), bells as materialized (
    select distinct r.company_id, r.person_id from routes r where r.alarm_company_id = r.company_id and r.channel_id is null and r.of_alarms
  ), unrouted as materialized (
    select s.* from sights s where s.alarm_company_id = s.company_id
      and not exists (select from bells b where b.company_id = s.company_id and (b.person_id is null or b.person_id = s.person_id))
  ), concerned as materialized (
    select e.id, e.company_id as alarm_company_id, e.alarm_id, e.kind, e.severity, e.outlet_id, e.department_id,
      r.id as route_id, r.company_id, r.channel_id, r.channel_kind, r.by_voice, r.after_minutes, r.quiet_until_at, r.digest_until_at
    from wanted e join routes r on r.alarm_company_id = e.company_id and e.kind = any (r.events)
      and (r.severities = '{}' or e.severity = any (r.severities)) and (r.rules = '{}' or e.rule = any (r.rules) or e.original = any (r.rules))
      and (r.outlet_ids = '{}' or e.outlet_id = any (r.outlet_ids))
      and not (r.by_voice and e.kind in ('cleared', 'acknowledged'))
  ), reached as (
    select e.*, 0::bigint as recipient from concerned e where e.channel_kind in (10, 11)
    union all
    select e.*, s.person_id from concerned e
    join sighted s on s.route_id = e.route_id and s.alarm_company_id = e.alarm_company_id and s.company_id = e.company_id
      and (s.whole or s.outlet_id <> 0 and s.outlet_id = e.outlet_id or s.department_id <> 0 and s.department_id = e.department_id)
  ), chosen as materialized (
    -- Of several routes to one recipient the earliest counts: without an escalation before with one.
    select distinct on (e.id, e.company_id, e.channel_id, e.recipient, e.by_voice) e.*
    from reached e order by e.id, e.company_id, e.channel_id, e.recipient, e.by_voice, e.after_minutes nulls first
  ), grouped as materialized (
    select s.* from notice_sites_of(array(select distinct company_id from routes)) s
  ), routed as (
    insert into delivery (company_id, alarm_company_id, event_id, alarm_id, transition, channel_id, recipient, by_voice,
      unless_acknowledged, due_at)
    select o.company_id, o.alarm_company_id, o.id, o.alarm_id, o.kind, o.channel_id, o.recipient, o.by_voice, o.after_minutes is not null,
      greatest(
        case when o.kind in ('raised', 'severity_set') then now() + make_interval(mins => o.after_minutes) end,
        case when o.channel_id is null then now() else now() + interval '30 seconds' end,
        case when o.severity <> 'critical' then greatest(g.until, o.quiet_until_at, o.digest_until_at) end)
    from chosen o left join grouped g on g.company_id = o.company_id and g.channel_id = o.channel_id and g.recipient = o.recipient
      and g.alarm_company_id = o.alarm_company_id and g.outlet_id = o.outlet_id order by o.id
    on conflict do nothing
  ), usual as (
    -- Without a route to the bell, of the company or their own: critical and major alarms of what each member sees.
    insert into delivery (company_id, alarm_company_id, event_id, alarm_id, transition, channel_id, recipient, due_at)
    select e.company_id, e.company_id, e.id, e.alarm_id, e.kind, null, s.person_id, now()
    from wanted e join unrouted s on s.company_id = e.company_id
      and (s.whole or s.outlet_id <> 0 and s.outlet_id = e.outlet_id or s.department_id <> 0 and s.department_id = e.department_id)
    where e.kind in ('raised', 'cleared', 'severity_set') and e.severity in ('critical', 'major')
    on conflict do nothing
  )
  select count(*), (array_agg(tx order by tx desc, id desc))[1], (array_agg(id order by tx desc, id desc))[1]
    into n, last_tx, last_id from read;
  if n > 0 then update notice_cursor set tx = last_tx, id = last_id; end if;
  return n;
end $$;

grant execute on function notice_collect to {{login}};
