/**
 * Settles calls that nobody will settle any more, since their process stopped. What they took is unknown: they keep what was
 * reserved, marked as estimated.
 */
create or replace function assistant_settle_abandoned(older_than interval) returns bigint
  language sql security definer set search_path = public as $$
  with settled as (
    update assistant_call c set state = 'settled', outcome = 'abandoned', settled_at = now()
    where c.state = 'reserved' and c.at < now() - older_than returning 1)
  select count(*) from settled $$;

/** Companies near the end of their budget of the month, or beyond: the share of it that their administrators are due to hear of. */
create or replace function assistant_budget_companies(most int) returns table (company_id bigint, share smallint, month date)
  language sql stable security definer set search_path = public as $$
  with used as (
    select s.company_id, s.noted_month, s.noted_share, m.month,
      greatest(sum(c.cost) / nullif(s.month_cost + x.cost, 0), sum(c.input + c.output)::numeric / (s.month_tokens + x.tokens)) as part
    from assistant_setting s
    join company o on o.id = s.company_id and o.status = 'active'
    cross join lateral (select date_trunc('month', now() at time zone o.time_zone)::date as month) m
    cross join lateral (select coalesce(sum(r.cost), 0) as cost, coalesce(sum(r.tokens), 0) as tokens from assistant_request r
      where r.company_id = s.company_id and r.state = 'granted' and r.kind = 'month' and r.holds = m.month) x
    join assistant_call c on c.company_id = s.company_id and c.day >= m.month and c.state = 'settled'
    where s.month_cost is not null or s.month_tokens is not null
    group by s.company_id, m.month, x.cost, x.tokens),
  due as (
    select u.*, (case when u.part >= 1 then 100 when u.part >= 0.8 then 80 end)::smallint as reached from used u)
  select d.company_id, d.reached, d.month from due d
  where d.reached is not null and (d.noted_month is distinct from d.month or d.noted_share < d.reached)
  limit most $$;

grant execute on function assistant_settle_abandoned, assistant_budget_companies to {{login}};
