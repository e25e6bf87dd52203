-- Hours of whole companies follow those of their outlets.

create or replace function rollup_hour_added() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into rollup_company_hour as t (company_id, kind, at, counted, good, expected)
  select a.company_id, a.kind, a.at, sum(a.counted), sum(a.good), sum(a.expected) from added a
  where a.kind in ('outlet', 'line', 'device') group by 1, 2, 3 order by 1, 2, 3
  on conflict (company_id, kind, at) do update
    set counted = t.counted + excluded.counted, good = t.good + excluded.good, expected = t.expected + excluded.expected;
  return null;
end $$;

create or replace function rollup_hour_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into rollup_company_hour as t (company_id, kind, at, counted, good, expected)
  select n.company_id, n.kind, n.at, sum(n.counted), sum(n.good), sum(n.expected) from (
    select a.company_id, a.kind, a.at, a.counted, a.good, a.expected from added a
    union all
    select g.company_id, g.kind, g.at, -g.counted, -g.good, -g.expected from gone g) n
  where n.kind in ('outlet', 'line', 'device') group by 1, 2, 3
  having (sum(n.counted), sum(n.good), sum(n.expected)) <> (0, 0, 0) order by 1, 2, 3
  on conflict (company_id, kind, at) do update
    set counted = t.counted + excluded.counted, good = t.good + excluded.good, expected = t.expected + excluded.expected;
  return null;
end $$;

/** Only what is there: a company that is deleted has none any more. */
create or replace function rollup_hour_removed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  with n as (
    select g.company_id, g.kind, g.at, sum(g.counted) as counted, sum(g.good) as good, sum(g.expected) as expected from gone g
    where g.kind in ('outlet', 'line', 'device') group by 1, 2, 3
  ), held as (
    select t.company_id, t.kind, t.at from rollup_company_hour t join n using (company_id, kind, at) order by 1, 2, 3 for update of t
  )
  update rollup_company_hour t set counted = t.counted - n.counted, good = t.good - n.good, expected = t.expected - n.expected
  from n join held using (company_id, kind, at) where t.company_id = n.company_id and t.kind = n.kind and t.at = n.at;
  return null;
end $$;
