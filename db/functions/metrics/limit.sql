-- How many series a company has and may have, and how many samples it wrote.

/** Keeps the tally of series that go on: a row with the difference, as device_count does. Now and then they become one. */
create or replace function metric_series_counted() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  companies bigint[];
begin
  -- One branch per statement kind: each transition table exists only for its own kind.
  if tg_op = 'INSERT' then
    insert into metric_series_tally
    select company_id, count(*) from new_rows where ended_at is null group by 1;
    companies := array(select distinct company_id from new_rows);
  elsif tg_op = 'DELETE' then
    insert into metric_series_tally
    select company_id, -count(*) from old_rows where ended_at is null group by 1;
    companies := array(select distinct company_id from old_rows);
  else
    insert into metric_series_tally
    select company_id, sum(n) from (
      select company_id, 1 as n from new_rows where ended_at is null
      union all
      select company_id, -1 from old_rows where ended_at is null) moved
    group by 1 having sum(n) <> 0;
    companies := array(select distinct company_id from new_rows);
  end if;
  if random() < 0.05 then
    with gone as (
      delete from metric_series_tally where ctid = any (array(
        select ctid from metric_series_tally where company_id = any (companies) for update skip locked))
      returning company_id, n)
    insert into metric_series_tally select company_id, sum(n) from gone group by 1 having sum(n) <> 0;
  end if;
  return null;
end $$;

create or replace function metric_series_count(company_in bigint) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(n), 0) from metric_series_tally where company_id = company_in $$;

create or replace function metric_series_limit(company_in bigint) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce((select l.series from metric_limit l where l.company_id = company_in), p.series_limit) from platform_setting p $$;

create or replace function metric_series_refuse(company_in bigint, n bigint) returns void
  language sql security definer set search_path = public as $$
  insert into metric_day as d (company_id, day, refused, refused_at) values (company_in, (now() at time zone 'UTC')::date, n, now())
  on conflict (company_id, day) do update set refused = d.refused + excluded.refused, refused_at = excluded.refused_at $$;

/** Samples that a process wrote since it last said so, by device or line. */
create or replace function metric_count_samples(devices_in bigint[], samples_in int[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into health_point as p (at, samples)
  values (date_bin('5 minutes', now(), 'epoch'), (select sum(n) from unnest(samples_in) n))
  on conflict (at) do update set samples = p.samples + excluded.samples;
  insert into metric_day as d (company_id, day, samples)
  select m.company_id, (now() at time zone 'UTC')::date, sum(w.n)
  from unnest(devices_in, samples_in) w (id, n) join measured(devices_in) m on m.id = w.id group by 1 order by 1
  on conflict (company_id, day) do update set samples = d.samples + excluded.samples;
end $$;

/** Series of the company acted in, its limit, and when that last refused one within an hour; null: it did not. */
create or replace function own_series_limit() returns table (series bigint, most bigint, refused_at timestamptz)
  language sql stable security definer set search_path = public as $$
  select metric_series_count(scope_company()), metric_series_limit(scope_company()),
    (select max(d.refused_at) from metric_day d where d.company_id = scope_company() and d.refused_at > now() - interval '1 hour') $$;

grant execute on function metric_count_samples to {{login}};
grant execute on function own_series_limit to {{company}}, {{tree}}, {{platform}};
