/** First day of the contract year now: years end with the contract, without one with the day on which the company was made. */
create or replace function contract_year(company_in bigint) returns date
  language sql stable security definer set search_path = public as $$
  select case when d.this_year <= d.today then d.this_year else (d.this_year - interval '1 year')::date end
  from company c
  cross join lateral (select (coalesce(c.contract_ends_at, c.created_at) at time zone 'Asia/Shanghai')::date as anchor,
    (now() at time zone 'Asia/Shanghai')::date as today) a
  cross join lateral (select a.today, (a.anchor
    + make_interval(years => (extract(year from a.today) - extract(year from a.anchor))::int))::date as this_year) d
  where c.id = company_in $$;

/** Free work orders of the package of the company acted in: null `free`: without limit; null `price`: none is agreed. */
create or replace function work_order_allowance() returns table (used int, free int, year_from date, resets_on date, price float8)
  language sql stable security definer set search_path = public as $$
  select coalesce(y.used, 0), granted_of(scope_company(), 'work_orders'), c.year, (c.year + interval '1 year')::date, p.price
  from (select contract_year(scope_company()) as year) c
  left join work_order_year y on y.company_id = scope_company() and y.year_from = c.year
  left join lateral (select (s.prices->>'order')::float8 as price from service_agreement s
    cross join lateral (select (now() at time zone (s.level->'calendar'->>'timeZone'))::date as today) d
    where s.company_id = scope_company() and s.starts_on <= d.today and (s.ends_on is null or s.ends_on >= d.today)
    order by s.starts_on desc, s.id desc limit 1) p on true $$;

/** Counts an order just made in the company acted in, and notes its price if it is beyond the free ones. */
create or replace function work_order_count(order_in bigint) returns table (beyond boolean, order_price float8)
  language plpgsql security definer set search_path = public as $$
declare
  a record;
  n int;
begin
  select * into a from work_order_allowance();
  -- Orders of a company are made one after the other: the row stays locked until the end of the transaction.
  insert into work_order_year as y (company_id, year_from, used) values (scope_company(), a.year_from, 1)
  on conflict (company_id, year_from) do update set used = y.used + 1 returning y.used into n;
  beyond := coalesce(n > a.free, false);
  order_price := case when beyond then a.price end;
  update work_order o set counted_in = a.year_from, beyond_package = beyond, price = order_price
  where o.company_id = scope_company() and o.id = order_in;
  return next;
end $$;

/** A cancelled order no longer counts. */
create or replace function work_order_uncount(order_in bigint) returns void
  language sql security definer set search_path = public as $$
  update work_order_year y set used = y.used - 1 from work_order o
  where o.company_id = scope_company() and o.id = order_in and y.company_id = o.company_id and y.year_from = o.counted_in;
  update work_order o set counted_in = null, beyond_package = false, price = null
  where o.company_id = scope_company() and o.id = order_in $$;

grant execute on function work_order_allowance, work_order_count, work_order_uncount to {{company}}, {{tree}}, {{platform}};
