/** Plans of which a date is due where the day begins first; who makes them looks at each site. */
create or replace function order_plans_due() returns table (company_id bigint, plan_id bigint)
  language sql stable security definer set search_path = public as $$
  select p.company_id, p.id from order_plan p
  join company c on c.id = p.company_id and c.status = 'active' and 'work_orders' = any (c.products)
  where p.next_on is not null and p.paused_at is null
    and p.next_on - p.lead_days <= (now() at time zone 'Pacific/Kiritimati')::date
  order by p.next_on, p.id limit 1000 $$;

grant execute on function order_plans_due to {{login}};
