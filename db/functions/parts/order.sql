/**
 * Issues what a resolved order uses, and frees the rest; all of it when the order is cancelled. In the company of the stock, which
 * may be above that of the order.
 */
create or replace function part_settle_order() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  r part_reservation;
begin
  for r in select * from part_reservation k where k.order_company_id = new.company_id and k.order_id = new.id
    and k.state = 'reserved' order by k.company_id, k.warehouse_id, k.model_id, k.id for update
  loop
    perform part_settle(r, case when new.state = 'cancelled' then 0 else r.used end);
  end loop;
  return null;
end $$;

/** Frees what other companies reserved for an order that is deleted with its company. */
create or replace function part_leave_order() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  r part_reservation;
begin
  for r in select * from part_reservation k where k.order_company_id = old.company_id and k.order_id = old.id
    and k.state = 'reserved' and k.company_id <> old.company_id order by k.company_id, k.warehouse_id, k.model_id, k.id for update
  loop
    perform part_settle(r, 0);
  end loop;
  return old;
end $$;

/** Ends a locked reservation: `used_in` of it is issued. For definer functions only. */
create or replace function part_settle(r part_reservation, used_in int) returns void
  language plpgsql set search_path = public as $$
begin
  if used_in > 0 then
    insert into part_movement (company_id, kind, warehouse_id, model_id, serial_id, on_hand, reserved, order_company_id, order_id,
      order_number)
    values (r.company_id, 'issue', r.warehouse_id, r.model_id, r.serial_id, -used_in, -used_in, r.order_company_id, r.order_id,
      r.order_number);
  end if;
  if used_in < r.quantity then
    insert into part_movement (company_id, kind, warehouse_id, model_id, serial_id, reserved, order_company_id, order_id,
      order_number)
    values (r.company_id, 'free', r.warehouse_id, r.model_id, r.serial_id, used_in - r.quantity, r.order_company_id, r.order_id,
      r.order_number);
  end if;
  update part_reservation k set state = case when used_in > 0 then 'issued' else 'freed' end, used = used_in, ended_at = now()
    where k.company_id = r.company_id and k.id = r.id;
  perform note_live(r.company_id, 'part.changed', null, '{}');
end $$;

/** Frees a reservation of the company acted in. */
create or replace function part_free(reservation_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  r part_reservation;
begin
  select * into r from part_reservation k where k.company_id = scope_company() and k.id = reservation_in and k.state = 'reserved'
    for update;
  if r.id is null then return false; end if;
  perform part_settle(r, 0);
  return true;
end $$;

/** Issues a reservation of the company acted in: what it keeps is in use from now on. */
create or replace function part_issue(reservation_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  r part_reservation;
begin
  select * into r from part_reservation k where k.company_id = scope_company() and k.id = reservation_in and k.state = 'reserved'
    for update;
  if r.id is null then return false; end if;
  perform part_settle(r, r.quantity);
  return true;
end $$;

grant execute on function part_free, part_issue to {{company}}, {{tree}}, {{platform}};
