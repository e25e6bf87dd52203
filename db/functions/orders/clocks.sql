/**
 * Writes warnings that are due into the histories of their orders, once each, and says whom they concern. A deadline that
 * was passed long ago (an order that came by import) warns once, of the last.
 */
create or replace function work_order_warn(most int) returns table (
  order_id bigint, company_id bigint, number bigint, title text, clock text, percent int, due timestamptz,
  email text, language text
) language plpgsql security definer set search_path = public as $$
begin
  return query
  with due as (
    select o.id, o.company_id, o.outlet_id, o.number, o.title, o.assignee_id, o.respond_due, o.resolve_due, w.sent, w.rest
    from work_order o cross join lateral (
      select array_agg(e order by e->>'at') filter (where (e->>'at')::timestamptz <= now()) as sent,
        coalesce(jsonb_agg(e order by e->>'at') filter (where (e->>'at')::timestamptz > now()), '[]') as rest
      from jsonb_array_elements(o.warnings) e) w
    where o.next_warning_at <= now() order by o.next_warning_at limit most for update of o skip locked
  ), changed as (
    update work_order o set warnings = d.rest, next_warning_at = (d.rest->0->>'at')::timestamptz,
      warned = o.warned || array(select (s->>'clock') || ':' || (s->>'percent') from unnest(d.sent) s)
    from due d where o.id = d.id
  ), last as (
    select distinct on (d.id, s->>'clock') d.*, s->>'clock' as which, (s->>'percent')::int as part
    from due d cross join unnest(d.sent) s order by d.id, s->>'clock', (s->>'percent')::int desc
  ), noted as (
    insert into work_order_event (company_id, order_id, kind, detail)
    select l.company_id, l.id, 'warned', jsonb_build_object('clock', l.which, 'percent', l.part) from last l
  ), live as (
    select note_live(d.company_id, 'work_order.changed', d.outlet_id, jsonb_build_object('orderId', d.id::text)) from due d
  )
  select l.id, l.company_id, l.number, l.title, l.which, l.part,
    case l.which when 'respond' then l.respond_due else l.resolve_due end, p.email, p.language
  from last l left join person p on p.id = l.assignee_id, (select count(*) from live) done (n);
end $$;

/** Closes orders that were resolved long enough ago. */
create or replace function work_order_close_resolved(hours_in int, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with due as (
    select id from work_order where state = 'resolved' and resolved_at <= now() - make_interval(hours => hours_in)
    order by resolved_at limit most for update skip locked
  ), changed as (
    update work_order o set state = 'closed', closed_at = now(), version = o.version + 1, warnings = '[]',
      next_warning_at = null
    from due d where o.id = d.id returning o.id, o.company_id, o.outlet_id
  ), noted as (
    insert into work_order_event (company_id, order_id, kind) select c.company_id, c.id, 'closed_itself' from changed c
  )
  select count(note_live(c.company_id, 'work_order.changed', c.outlet_id, jsonb_build_object('orderId', c.id::text)))
    into n from changed c;
  return n;
end $$;

/** Orders that were suspended until a moment that has come. */
create or replace function work_orders_to_resume(most int) returns table (company_id bigint, order_id bigint)
  language sql stable security definer set search_path = public as $$
  select o.company_id, o.id from work_order o where o.state = 'suspended' and o.suspended_until <= now()
  order by o.suspended_until limit most $$;

grant execute on function work_order_warn, work_order_close_resolved, work_orders_to_resume to {{login}};

/**
 * Writes into the history of open carrier faults that the ISP did not keep its promise, once for each promise. Returns how many.
 */
create or replace function work_order_chase(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with late as (
    select c.company_id, c.order_id, c.promised_at, o.outlet_id from work_order_carrier c
    join work_order o on o.company_id = c.company_id and o.id = c.order_id
    where c.restored_at is null and c.promised_at < now() and c.chased_at is distinct from c.promised_at
      and o.state not in ('resolved', 'closed', 'cancelled') and o.type = 'carrier_fault'
    order by c.promised_at limit most for update of c skip locked
  ), marked as (
    update work_order_carrier c set chased_at = c.promised_at from late l
    where c.company_id = l.company_id and c.order_id = l.order_id returning l.*
  ), noted as (
    insert into work_order_event (company_id, order_id, kind, detail)
    select company_id, order_id, 'carrier_late', jsonb_build_object('until', promised_at) from marked returning 1
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'work_order.changed', outlet_id, jsonb_build_object('orderId', order_id::text) from marked returning 1
  )
  select count(*) into n from noted;
  return n;
end $$;

grant execute on function work_order_chase to {{login}};
