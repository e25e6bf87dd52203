create or replace function work_order_alarm_linked() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into work_order_alarm_link (company_id, order_id, alarm_id) values (new.company_id, new.id, new.alarm_id)
  on conflict do nothing;
  return null;
end $$;

create or replace function has_open_order(a alarm) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from work_order_alarm_link l join work_order o on o.company_id = l.company_id and o.id = l.order_id
    where l.company_id = a.company_id and l.alarm_id = a.id and o.open) $$;

/**
 * Active alarms for which a rule opens an order and that have none, the oldest first. Not at once: the alarm of the device
 * that cuts this one off may come a moment later, and then has the order.
 */
create or replace function work_order_alarms_waiting(most int) returns table (company_id bigint, alarm_id bigint)
  language sql stable security definer set search_path = public as $$
  select a.company_id, a.id from alarm_rule r
  join company c on c.id = r.company_id and c.status = 'active' and 'work_orders' = any (c.products)
  join alarm a on a.company_id = r.company_id and a.rule = coalesce(r.code, r.id::text) and a.state = 'active'
  where r.orders_since is not null and a.raised_at >= r.orders_since and a.raised_at <= now() - interval '1 minute'
    and a.behind_id is null and not a.muted and not a.in_maintenance
    and not exists (select from work_order_alarm_link l where l.company_id = a.company_id and l.alarm_id = a.id)
  order by a.raised_at, a.id limit most $$;

/** Open orders that close with their alarms, none of which is active. */
create or replace function work_order_alarms_over(most int) returns table (company_id bigint, order_id bigint)
  language sql stable security definer set search_path = public as $$
  select o.company_id, o.id from work_order o
  where o.closes_with_alarm and not exists (
    select from work_order_alarm_link l join alarm a on a.company_id = l.company_id and a.id = l.alarm_id
    where l.company_id = o.company_id and l.order_id = o.id and a.state = 'active')
  order by o.id limit most $$;

grant execute on function work_order_alarms_waiting, work_order_alarms_over to {{login}};
grant execute on function has_open_order to {{company}}, {{tree}}, {{platform}};
