-- Days are sums of hours.

-- An index serves `outlet_id = …`, and none `is not distinct from`: rows without an outlet, of events alone, are looked up by themselves.

/**
 * Sums the days between two moments of outlets, or of a company with what has no outlet. Days of a closed month stay as they are, and
 * what they would be is noted; with `anew` those that are missing are made. Days whose hours are gone stay too.
 */
create or replace function rollup_sum_days(outlets bigint[], company_in bigint, kinds text[], from_in timestamptz, to_in timestamptz,
  anew boolean) returns void language plpgsql security definer set search_path = public as $$
begin
  with place as (
    select o.company_id, o.id as outlet_id, o.time_zone as zone from outlet o where o.id = any (outlets) or o.company_id = company_in
    union all
    select c.id, null, c.time_zone from company c where c.id = company_in
  ), day as (
    select p.company_id, p.outlet_id, d::date as day, d at time zone p.zone as begins, (d + interval '1 day') at time zone p.zone as ends,
      now() >= (date_trunc('month', d) + interval '1 month 2 days') at time zone p.zone as closed
    from place p cross join lateral generate_series(date_trunc('day', from_in at time zone p.zone),
      (to_in - interval '1 microsecond') at time zone p.zone, interval '1 day') d
    where d at time zone p.zone > now() - interval '99 days'
  ), found as (
    select d.company_id, d.outlet_id, coalesce(d.outlet_id, 0) as place, h.kind, h.part, d.day, d.begins, d.closed, sum(h.counted)::int as counted, sum(h.good)::int as good,
      sum(h.within)::int as within, sum(h.judged)::int as judged, sum(h.blind)::int as blind, sum(h.expected)::int as expected
    from day d cross join lateral (
      select h.* from rollup_hour h where h.outlet_id = d.outlet_id and h.at >= d.begins and h.at < d.ends
      union all
      select h.* from rollup_hour h where d.outlet_id is null and h.company_id = d.company_id and h.outlet_id is null
        and h.kind in ('alarm', 'order') and h.at >= d.begins and h.at < d.ends) h
    where h.kind = any (kinds)
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), had as (
    select r.*, coalesce(r.outlet_id, 0) as place, d.closed from day d cross join lateral (
      select r.ctid as tid, r.* from rollup_day r where r.outlet_id = d.outlet_id and r.day = d.day
      union all
      select r.ctid, r.* from rollup_day r where d.outlet_id is null and r.company_id = d.company_id and r.outlet_id is null
        and r.kind in ('alarm', 'order') and r.day = d.day) r
    where r.kind = any (kinds)
  ), noted as (
    insert into rollup_correction as n (company_id, outlet_id, kind, part, day, at, counted, good, within)
    select company_id, coalesce(f.outlet_id, k.outlet_id), kind, part, day, coalesce(f.begins, k.at), coalesce(f.counted, 0),
      coalesce(f.good, 0), coalesce(f.within, 0)
    from found f full join had k using (company_id, kind, part, day, place)
    where coalesce(f.closed, k.closed) and (k.at is not null or not anew)
      and (f.counted, f.good, f.within) is distinct from (k.counted, k.good, k.within)
    on conflict (company_id, kind, day, outlet_id, part) do update
      set counted = excluded.counted, good = excluded.good, within = excluded.within, noted_at = now()
  ), gone as (
    delete from rollup_day r using had k where r.ctid = k.tid and not k.closed and not exists (select from found f
      where f.company_id = k.company_id and f.place = k.place and f.kind = k.kind and f.part = k.part and f.day = k.day)
  )
  insert into rollup_day as r (company_id, outlet_id, kind, part, day, at, counted, good, within, judged, blind, expected)
  select f.company_id, f.outlet_id, f.kind, f.part, f.day, f.begins, f.counted, f.good, f.within, f.judged, f.blind, f.expected from found f
  where not f.closed or anew and not exists (select from had k where k.company_id = f.company_id and k.kind = f.kind
    and k.place = f.place and k.part = f.part and k.day = f.day)
  on conflict (company_id, kind, day, outlet_id, part) do update
    set counted = excluded.counted, good = excluded.good, within = excluded.within, judged = excluded.judged,
      blind = excluded.blind, expected = excluded.expected
    where (r.counted, r.good, r.within, r.judged, r.blind, r.expected)
      is distinct from (excluded.counted, excluded.good, excluded.within, excluded.judged, excluded.blind, excluded.expected);
end $$;

grant execute on function rollup_sum_days to {{login}};
