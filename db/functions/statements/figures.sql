/** Orders, SMS and calls of a company in [from_in, to_in). Null: it has no channel for them. For definer functions only. */
create or replace function statement_events(company_in bigint, from_in timestamptz, to_in timestamptz) returns jsonb
  language sql stable set search_path = public as $$
  with channel as materialized (
    select c.id, jsonb_typeof(c.settings -> 'voice') is not distinct from 'object' as calls
    from integration_channel c where c.company_id = company_in and c.kind = 4
  ), sent as materialized (
    select m.by_voice, count(*)::int as n from channel c
    join notice_message m on m.company_id = company_in and m.channel_id = c.id
      and m.made_at >= from_in - interval '7 days' and m.state = 'sent' and m.finished_at >= from_in and m.finished_at < to_in
    group by m.by_voice
  ), rated as materialized (
    select count(*)::int as n from work_order_link l
    where l.company_id = company_in and l.sms = 'sent' and l.created_at >= from_in and l.created_at < to_in
  ), made as (
    select count(*)::int as made, count(*) filter (where o.beyond_package)::int as beyond,
      sum(o.price) filter (where o.beyond_package) as price
    from work_order o where o.company_id = company_in and o.state <> 'cancelled' and o.created_at >= from_in and o.created_at < to_in
  ), counted as (
    select (select coalesce(sum(s.n) filter (where not s.by_voice), 0) from sent s) + (select r.n from rated r) as sms,
      (select coalesce(sum(s.n) filter (where s.by_voice), 0) from sent s) as calls
  )
  select jsonb_build_object('orders', jsonb_build_object('made', m.made, 'beyond', m.beyond, 'price', m.price),
    'sms', case when c.sms > 0 or exists (select from channel) then c.sms end,
    'calls', case when c.calls > 0 or exists (select from channel k where k.calls) then c.calls end)
  from made m, counted c $$;

/** StatementFigures of a company alone: sites and devices as they are now, of those that were there at the end. */
create or replace function statement_figures(company_in bigint, from_in timestamptz, to_in timestamptz) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_build_object(
    'outlets', (select count(*) from outlet o where o.company_id = company_in and o.created_at < to_in),
    'devices', coalesce((select jsonb_object_agg(d.type, d.n) from (
      select type, count(*) as n from device
      where company_id = company_in and state = 'claimed' and claimed_at < to_in group by type) d), '{}'))
    || statement_events(company_in, from_in, to_in) $$;

/** The sums of figures. Null stays null where none of them has a value. */
create or replace function statement_sum(figures_in jsonb[]) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'outlets', coalesce(sum((f->>'outlets')::int), 0),
    'devices', coalesce((select jsonb_object_agg(d.key, d.n) from (
      select e.key, sum(e.value::int) as n from unnest(figures_in) g cross join jsonb_each_text(g->'devices') e group by e.key) d), '{}'),
    'orders', jsonb_build_object('made', coalesce(sum((f->'orders'->>'made')::int), 0),
      'beyond', coalesce(sum((f->'orders'->>'beyond')::int), 0), 'price', sum((f->'orders'->>'price')::numeric)),
    'sms', sum((f->>'sms')::int), 'calls', sum((f->>'calls')::int))
  from unnest(figures_in) f $$;

/** The last month that is closed at `now_in`: from the 3rd of the next one, by the clock of the zone. Nothing before. */
create or replace function statement_month(zone_in text, now_in timestamptz, out month date, out from_at timestamptz, out to_at timestamptz)
  returns setof record language sql stable as $$
  select m.month, m.month::timestamp at time zone zone_in, (m.month + interval '1 month') at time zone zone_in
  from (select (date_trunc('month', now_in at time zone zone_in) - interval '1 month')::date as month) m
  where extract(day from now_in at time zone zone_in) >= 3 $$;
