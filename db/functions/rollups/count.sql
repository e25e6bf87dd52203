-- Counting hours: minutes of outlets are counted by TypeScript (modules/rollups/count.ts), alarms and orders here.

-- Milliseconds since 1970.
create or replace function millis(at_in timestamptz) returns double precision language sql immutable parallel safe
  return floor(extract(epoch from at_in) * 1000)::double precision;

/** Outlets by id, of one company or of all. */
create or replace function rollup_outlets(company_in bigint, after_in bigint, most int) returns table (id bigint)
  language sql stable security definer set search_path = public as $$
  select o.id from outlet o where o.id > after_in and (company_in is null or o.company_id = company_in) order by o.id limit most $$;

/**
 * What hours of outlets are counted from, as modules/rollups/facts.ts describes it. Times are milliseconds since 1970. Lines begin an hour
 * earlier: a letter stands until the next test.
 */
create or replace function rollup_facts(outlets bigint[], from_in timestamptz, to_in timestamptz) returns table (facts jsonb)
  language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', o.id::text, 'hours', o.business_hours, 'zone', o.time_zone,
    'since', (select coalesce(millis(least(s.accepted_at, s.gateway_online_at)), 1e15) from opening_site s
      where s.company_id = o.company_id and s.outlet_id = o.id order by s.id desc limit 1),
    'lines', coalesce(l.lines, '[]'), 'devices', coalesce(d.devices, '[]'), 'works', coalesce(w.works, '[]'))
  from outlet o
  cross join lateral (
    select jsonb_agg(jsonb_build_object('id', i.id::text, 'by', s.measured_by, 'profile', k.kind, 'settings', (
        select p.settings from line_profile p where p.company_id = i.company_id and p.kind = k.kind), 'createdAt', millis(i.created_at),
      'minutes', (select jsonb_object_agg(millis(h.hour), h.minutes) from line_hour h
        where h.line_id = i.id and h.hour >= from_in - interval '1 hour' and h.hour < to_in),
      'doubted', (select jsonb_agg(jsonb_build_array(millis(g.began_at), millis(g.ended_at))) from line_outage g
        where g.company_id = i.company_id and g.line_id = i.id and g.second_view = 'disagrees' and g.began_at < to_in
          and coalesce(g.ended_at, 'infinity') > from_in)) order by i.id) as lines
    from internet_line i join line_standing s on s.line_id = i.id
    cross join lateral (select coalesce(s.profile, line_profile_of(i.type)) as kind) k where i.outlet_id = o.id) l
  cross join lateral (
    select jsonb_agg(jsonb_build_object('type', v.type, 'isGateway', v.driver = 'cwmp', 'from', millis(v.claimed_at), 'to', millis(v.released_at),
      'events', (select jsonb_agg(jsonb_build_array(millis(e.at), e.kind) order by e.at, e.id) from (
        (select t.at, t.kind, t.id from device_timeline t where t.device_id = v.id and t.kind in ('online', 'overdue', 'offline')
          and t.at < from_in order by t.at desc limit 1)
        union all
        select t.at, t.kind, t.id from device_timeline t where t.device_id = v.id and t.kind in ('online', 'overdue', 'offline')
          and t.at >= from_in and t.at < to_in) e)) order by v.id) as devices
    from device v where v.outlet_id = o.id and v.driver <> 'none' and v.guard <> 'quarantined'
      and coalesce(v.released_at, 'infinity') > from_in) d
  cross join lateral (
    select jsonb_agg(jsonb_build_array(millis(m.starts_at), millis(m.ends_at))) as works from maintenance_window m
    where m.company_id = o.company_id and m.ends_at > from_in and m.starts_at < to_in and (not m.late or m.approved_at is not null)
      and (m.whole_company or o.id = any (m.outlet_ids))) w
  where o.id = any (outlets) order by o.id $$;

/** Keeps hours of outlets: rows of rollup_hour with `at` in milliseconds. What the range had beside them goes. */
create or replace function rollup_write(outlets bigint[], from_in timestamptz, to_in timestamptz, rows_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  -- Two workers that count one outlet take turns.
  perform 1 from outlet o where o.id = any (outlets) order by o.id for no key update;
  with given as (
    select o.company_id, g.outlet_id, g.kind, g.part, to_timestamp(g.at / 1000.0) as at, g.counted, g.good, g.within,
      g.judged, g.blind, g.expected, coalesce(l.tests, 0) as tests, l.loss_mean, l.rtt_mean, l.p95_mean, l.jitter_mean
    from jsonb_to_recordset(rows_in) g (outlet_id bigint, kind text, part text, at bigint, counted int, good int, within int,
      judged int, blind int, expected int) join outlet o on o.id = g.outlet_id
    left join line_hour l on g.kind = 'line' and l.line_id = case g.kind when 'line' then g.part::bigint end
      and l.hour = to_timestamp(g.at / 1000.0)
  ), gone as (
    delete from rollup_hour h where h.outlet_id = any (outlets) and h.at >= from_in and h.at < to_in
      and h.kind in ('outlet', 'line', 'device') and not exists (select from given g where g.outlet_id = h.outlet_id and g.kind = h.kind
        and g.part = h.part and g.at = h.at)
  )
  insert into rollup_hour as h (company_id, outlet_id, kind, part, at, counted, good, within, judged, blind, expected, tests, loss_mean,
    rtt_mean, p95_mean, jitter_mean)
  select * from given
  on conflict (company_id, kind, at, outlet_id, part) do update
    set counted = excluded.counted, good = excluded.good, within = excluded.within, judged = excluded.judged,
      blind = excluded.blind, expected = excluded.expected, tests = excluded.tests, loss_mean = excluded.loss_mean,
      rtt_mean = excluded.rtt_mean, p95_mean = excluded.p95_mean, jitter_mean = excluded.jitter_mean
    where (h.counted, h.good, h.within, h.judged, h.blind, h.expected, h.tests, h.loss_mean, h.rtt_mean, h.p95_mean, h.jitter_mean)
      is distinct from (excluded.counted, excluded.good, excluded.within, excluded.judged, excluded.blind, excluded.expected,
        excluded.tests, excluded.loss_mean, excluded.rtt_mean, excluded.p95_mean, excluded.jitter_mean);
end $$;

/** Alarms raised, without those that another one explains, and orders created and resolved, in hours of a company. */
create or replace function rollup_count_events(company_in bigint, from_in timestamptz, to_in timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from company c where c.id = company_in for no key update;
  delete from rollup_hour h where h.company_id = company_in and h.kind in ('alarm', 'order') and h.at >= from_in and h.at < to_in;
  insert into rollup_hour (company_id, outlet_id, kind, part, at, counted)
  select company_in, e.outlet_id, e.kind, e.part, date_trunc('hour', e.at), count(*) from (
    select a.outlet_id, 'alarm' as kind, a.severity as part, a.raised_at as at from alarm a
    where a.company_id = company_in and a.raised_at >= from_in and a.raised_at < to_in and a.behind_id is null
    union all
    select o.outlet_id, 'order', 'created', o.created_at from work_order o
    where o.company_id = company_in and o.created_at >= from_in and o.created_at < to_in
    union all
    select o.outlet_id, 'order', 'resolved', o.resolved_at from work_order o
    where o.company_id = company_in and o.resolved_at >= from_in and o.resolved_at < to_in) e
  group by 2, 3, 4, 5;
end $$;

/** Marks of late data, the first ones. */
create or replace function rollup_dues(most int) returns table (
  id bigint, company_id bigint, outlet_id bigint, what text, from_at double precision, to_at double precision, anew boolean
) language sql stable security definer set search_path = public as $$
  select d.id, d.company_id, d.outlet_id, d.what, millis(d.from_at), millis(d.to_at), d.anew from rollup_due d order by d.id limit most $$;

create or replace function rollup_done(dues bigint[]) returns void
  language sql security definer set search_path = public as $$
  delete from rollup_due d where d.id = any (dues) $$;

/** Up to when hours are counted by the clock; null: never. */
create or replace function rollup_counted_to() returns double precision
  language sql stable security definer set search_path = public as $$
  select millis(p.counted_to) from rollup_progress p $$;

create or replace function rollup_progressed(to_in timestamptz) returns void
  language sql security definer set search_path = public as $$
  insert into rollup_progress (counted_to) values (to_in) on conflict (single) do update set counted_to = excluded.counted_to $$;

create or replace function rollup_prune(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  delete from rollup_hour where ctid in (select ctid from rollup_hour where at < now() - interval '100 days' limit most);
  get diagnostics n = row_count;
  delete from rollup_company_hour where ctid in (select ctid from rollup_company_hour where at < now() - interval '100 days' limit most);
  delete from rollup_day where ctid in (select ctid from rollup_day where at < now() - interval '3 years 1 month' limit most);
  delete from rollup_correction where ctid in (select ctid from rollup_correction where at < now() - interval '3 years 1 month' limit most);
  return n;
end $$;

grant execute on function rollup_outlets, rollup_facts, rollup_write, rollup_count_events, rollup_dues, rollup_done, rollup_counted_to,
  rollup_progressed, rollup_prune to {{login}};
