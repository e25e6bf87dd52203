/**
 * Issues statements of customers that have none of their last closed month, and returns how many. It may run twice at once.
 */
create or replace function statements_make(most int, now_in timestamptz) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  insert into monthly_statement (company_id, month, kind, company_name, time_zone, figures)
  select c.id, m.month, 'customer', c.name, c.time_zone, statement_figures(c.id, m.from_at, m.to_at)
  from company c cross join lateral statement_month(c.time_zone, now_in) m
  where c.kind = 'company' and c.created_at < m.to_at
    and not exists (select from monthly_statement s where s.company_id = c.id and s.month = m.month)
  order by c.id limit most
  on conflict do nothing;
  get diagnostics n = row_count;
  return n;
end $$;

/**
 * Issues statements of MSPs whose customers all have theirs, whatever their time zones: its lines are copies of them. Returns how
 * many.
 */
create or replace function statements_make_above(most int, now_in timestamptz) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with due as materialized (
    select c.id, c.name, c.time_zone, m.* from company c cross join lateral statement_month(c.time_zone, now_in) m
    where c.kind = 'middleman' and c.created_at < m.to_at
      and not exists (select from monthly_statement s where s.company_id = c.id and s.month = m.month)
      and not exists (select from company_ancestor a join company k on k.id = a.company_id and k.kind = 'company'
        where a.ancestor_id = c.id and k.created_at < (m.month + interval '1 month') at time zone k.time_zone
          and not exists (select from monthly_statement s where s.company_id = k.id and s.month = m.month))
    order by c.id limit most
  ), line as materialized (
    select d.id, d.id as customer_id, d.name as customer_name, statement_figures(d.id, d.from_at, d.to_at) as figures from due d
    union all
    select d.id, s.company_id, s.company_name, s.figures from due d
    join company_ancestor a on a.ancestor_id = d.id
    join monthly_statement s on s.company_id = a.company_id and s.month = d.month and s.kind = 'customer'
  ), made as (
    insert into monthly_statement (company_id, month, kind, company_name, time_zone, figures)
    select d.id, d.month, 'msp', d.name, d.time_zone,
      statement_sum(array(select l.figures from line l where l.id = d.id))
    from due d on conflict do nothing returning company_id, id
  ), listed as (
    insert into statement_line (company_id, statement_id, customer_id, customer_name, figures)
    select m.company_id, m.id, l.customer_id, l.customer_name, l.figures from made m join line l on l.id = m.company_id
  ) select count(*) into n from made;
  return n;
end $$;

/**
 * Notes what statements of the last months would be by data that came later: an order is cancelled, or its price agreed. Sites and
 * devices are not counted again, and messages only upwards, since they are kept for 90 days. Goes through `most` of them in the
 * order of their ids, and returns the last one; null: there are no more.
 */
create or replace function statements_recount(after_in bigint, most int) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  last bigint;
begin
  with next as materialized (
    select s.* from monthly_statement s where s.id > after_in and s.month >= current_date - 76 order by s.id limit most
  ), counted as materialized (
    select s.company_id, s.id, f.own, statement_events(s.company_id, s.month::timestamp at time zone s.time_zone,
      (s.month + interval '1 month') at time zone s.time_zone) as anew
    from next s cross join lateral (select case s.kind when 'msp' then
      (select l.figures from statement_line l where l.company_id = s.company_id and l.statement_id = s.id and l.customer_id = s.company_id)
      else s.figures end as own) f
  ), would_be as materialized (
    select c.company_id, c.id, jsonb_build_object('orders', c.own->'orders', 'sms', c.own->'sms', 'calls', c.own->'calls') as was,
      jsonb_build_object('orders', c.anew->'orders',
        'sms', greatest((c.own->>'sms')::int, (c.anew->>'sms')::int), 'calls', greatest((c.own->>'calls')::int, (c.anew->>'calls')::int))
        as figures
    from counted c
  ), over as (
    delete from statement_correction k using would_be w where k.company_id = w.company_id and k.statement_id = w.id and w.figures = w.was
  ), noted as (
    insert into statement_correction as k (company_id, statement_id, figures)
    select w.company_id, w.id, w.figures from would_be w where w.figures <> w.was
    on conflict (company_id, statement_id) do update set figures = excluded.figures, noted_at = now()
      where k.figures <> excluded.figures
  ) select max(id) into last from next;
  return last;
end $$;

/** Statements are kept for 5 years. */
create or replace function forget_statements() returns void
  language sql security definer set search_path = public as $$
  delete from monthly_statement where month < current_date - interval '5 years' $$;

grant execute on function statements_make, statements_make_above, statements_recount, forget_statements to {{login}};
