/** What lies in the warehouse of a key, of its models. For definer functions only. */
create or replace function sharing_stock_of(k sharing_key) returns setof part_stock
  language sql stable set search_path = public as $$
  select s.* from part_stock s
  where s.company_id = k.company_id and s.warehouse_id = k.warehouse_id and (k.model_ids = '{}' or s.model_id = any (k.model_ids))
  order by s.model_id limit 1000 $$;

/**
 * Stock of other companies by the keys that the company acted in has redeemed. A column that a key does not show is null; whether
 * there is any is always shown.
 */
create or replace function shared_stock() returns table (
  redemption_id bigint, ref text, company_name text, category text, model text, warehouse_name text, address text, available int,
  any_left boolean, usable boolean
) language sql stable security definer set search_path = public as $$
  select r.id, sharing_ref(r.salt, format('stock/%s/%s', s.warehouse_id, s.model_id)), c.name, m.category,
    case when 'model' = any (k.fields) then btrim(m.brand || ' ' || m.name) end,
    case when 'warehouse' = any (k.fields) then w.name end,
    case when 'address' = any (k.fields) then w.address end,
    case when 'quantity' = any (k.fields) then s.available end,
    s.available > 0, k.mode = 'use' and coalesce(k.uses < k.most_uses, true)
  from sharing_redemption r
  join sharing_key k on k.company_id = r.key_company_id and k.id = r.key_id and k.kind = 'parts'
  join company c on c.id = k.company_id
  cross join lateral sharing_stock_of(k) s
  join part_model m on m.company_id = s.company_id and m.id = s.model_id
  join warehouse w on w.company_id = s.company_id and w.id = s.warehouse_id
  where r.company_id = scope_company() and r.ended_at is null and sharing_is_live(k, r.company_id) $$;

/** An order of the company acted in or of one below, within the caller's data scope, held. For definer functions only. */
create or replace function sharing_order_held(order_in bigint) returns work_order
  language plpgsql set search_path = public as $$
declare
  o work_order;
begin
  select * into o from work_order w where w.id = order_in for share;
  if o.id is null or not (o.company_id = scope_company() or current_setting('role') <> '{{company}}' and sees_company(o.company_id))
    or not (whole_company() or coalesce(o.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[]), false)
      or coalesce(o.department_id = any (netward_setting('netward.department_ids')::bigint[]), false))
  then raise exception 'work_order.not_found' using errcode = 'NW001'; end if;
  if o.state in ('resolved', 'closed', 'cancelled') then raise exception 'part.order_over' using errcode = 'NW001'; end if;
  return o;
end $$;

/** Enters one reservation into the owner's ledger, and its mirror. For definer functions only. */
create or replace function sharing_reserve_one(
  k sharing_key, r sharing_redemption, o work_order, model_in bigint, serial_in bigint, quantity_in int
) returns void language plpgsql set search_path = public as $$
declare
  who constant text := left(concat_ws(' · ', netward_setting('netward.actor_name'),
    (select c.name from company c where c.id = r.company_id)), 200);
  made bigint;
begin
  insert into part_movement (company_id, kind, warehouse_id, model_id, serial_id, reserved, order_company_id, order_id,
    order_number, actor_id, actor_name)
  values (k.company_id, 'reserve', k.warehouse_id, model_in, serial_in, quantity_in, o.company_id, o.id, o.number, null, who);
  insert into part_reservation (company_id, order_company_id, order_id, order_number, warehouse_id, model_id, serial_id, quantity,
    used, reserved_by)
  values (k.company_id, o.company_id, o.id, o.number, k.warehouse_id, model_in, serial_in, quantity_in, quantity_in, who)
  returning id into made;
  insert into shared_part (company_id, redemption_id, owner_company_id, reservation_id, order_company_id, order_id, origin_name,
    category, model, warehouse, address, serial, quantity, used, reserved_by)
  select r.company_id, r.id, k.company_id, made, o.company_id, o.id, c.name, m.category,
    case when 'model' = any (k.fields) then btrim(m.brand || ' ' || m.name) else '' end,
    case when 'warehouse' = any (k.fields) then w.name else '' end,
    case when 'address' = any (k.fields) then w.address else '' end,
    case when 'serial' = any (k.fields) then s.serial end, quantity_in, quantity_in,
    coalesce(netward_setting('netward.actor_name'), '')
  from company c
  join part_model m on m.company_id = k.company_id and m.id = model_in
  join warehouse w on w.company_id = k.company_id and w.id = k.warehouse_id
  left join part_serial s on s.company_id = k.company_id and s.id = serial_in
  where c.id = k.company_id;
end $$;

/**
 * Reserves shared parts of one model for an order. Of a model with serial numbers the oldest good pieces are taken; never more than
 * is there: the constraints of `part_stock` decide, in the owner's ledger.
 */
create or replace function sharing_reserve(order_in bigint, redemption_in bigint, ref_in text, quantity_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  o work_order := sharing_order_held(order_in);
  u record;
  k sharing_key;
  s part_stock;
  piece bigint;
  pieces bigint[];
  is_serialised boolean;
begin
  if quantity_in is null or quantity_in < 1 then raise exception 'part.quantity_needed' using errcode = 'NW001'; end if;
  select * into u from sharing_for_use(redemption_in, 'parts');
  k := u.k;
  -- Parts are kept in the name of the company acted in alone.
  if (u.r).company_id <> scope_company() then raise exception 'sharing.gone' using errcode = 'NW001'; end if;
  select * into s from sharing_stock_of(k) x
    where sharing_ref((u.r).salt, format('stock/%s/%s', x.warehouse_id, x.model_id)) = ref_in;
  if s.model_id is null then raise exception 'sharing.gone' using errcode = 'NW001'; end if;
  select * into s from part_stock x
    where x.company_id = s.company_id and x.warehouse_id = s.warehouse_id and x.model_id = s.model_id for update;
  if s.available < quantity_in then raise exception 'part.not_enough' using errcode = 'NW001'; end if;
  select m.serialised into is_serialised from part_model m where m.company_id = s.company_id and m.id = s.model_id;
  if is_serialised then
    if quantity_in > 100 then raise exception 'part.not_enough' using errcode = 'NW001'; end if;
    pieces := array(select p.id from part_serial p where p.company_id = s.company_id and p.warehouse_id = s.warehouse_id
      and p.model_id = s.model_id and p.state = 'in_stock' and not p.defective order by p.purchased_on nulls last, p.id
      limit quantity_in);
    if cardinality(pieces) < quantity_in then raise exception 'part.not_enough' using errcode = 'NW001'; end if;
    foreach piece in array pieces loop
      perform sharing_reserve_one(k, u.r, o, s.model_id, piece, 1);
    end loop;
  else
    perform sharing_reserve_one(k, u.r, o, s.model_id, null, quantity_in);
  end if;
  update sharing_key x set uses = x.uses + 1 where x.company_id = k.company_id and x.id = k.id;
  perform sharing_note(k, (u.r).company_id, 'reserve', false, o.number::int, null, '', quantity_in);
  perform note_live(c, 'part.changed', null, '{}') from unnest(array[k.company_id, (u.r).company_id]) c;
  return quantity_in;
end $$;

/** Parts of other companies that the company acted in keeps for an order, or used on it. */
create or replace function shared_part_locked(part_in bigint) returns part_reservation
  language plpgsql set search_path = public as $$
declare
  p part_reservation;
begin
  select n.* into p from shared_part h join part_reservation n on n.company_id = h.owner_company_id and n.id = h.reservation_id
    where h.company_id = scope_company() and h.id = part_in for update of n;
  if p.id is null then raise exception 'part.reservation_not_found' using errcode = 'NW001'; end if;
  if p.state <> 'reserved' then raise exception 'part.reservation_over' using errcode = 'NW001'; end if;
  return p;
end $$;

/** Says how many of a shared reservation the order uses; 0 and `free_in` frees it. */
create or replace function shared_part_use(part_in bigint, used_in int, free_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
declare
  p part_reservation := shared_part_locked(part_in);
begin
  if free_in then perform part_settle(p, 0);
  elsif used_in is null or used_in < 0 or used_in > p.quantity then raise exception 'part.used_too_many' using errcode = 'NW001';
  else update part_reservation n set used = used_in where n.company_id = p.company_id and n.id = p.id;
  end if;
end $$;

/** Issues a shared piece at once: it took the place of a device. */
create or replace function shared_part_issue(part_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  p part_reservation := shared_part_locked(part_in);
begin
  perform part_settle(p, p.quantity);
end $$;

/** The owner hands a reservation over before the order is resolved, or frees it. */
create or replace function sharing_settle(key_in bigint, reservation_in bigint, issue_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
declare
  p part_reservation;
begin
  select n.* into p from sharing_redemption r
    join shared_part h on h.company_id = r.company_id and h.redemption_id = r.id and h.owner_company_id = r.key_company_id
    join part_reservation n on n.company_id = h.owner_company_id and n.id = h.reservation_id
    where r.key_company_id = scope_company() and r.key_id = key_in and n.id = reservation_in and whole_company() for update of n;
  if p.id is null then raise exception 'part.reservation_not_found' using errcode = 'NW001'; end if;
  if p.state <> 'reserved' then raise exception 'part.reservation_over' using errcode = 'NW001'; end if;
  perform part_settle(p, case when issue_in then p.used else 0 end);
end $$;

/** The mirror of a reservation, and both logs, follow the owner's ledger. */
create or replace function shared_part_follow() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  h shared_part;
  k sharing_key;
begin
  update shared_part s set used = new.used, state = new.state, ended_at = new.ended_at
    where s.owner_company_id = new.company_id and s.reservation_id = new.id returning * into h;
  if h.id is null then return null; end if;
  perform note_live(h.company_id, 'part.changed', null, '{}');
  if new.state = old.state then return null; end if;
  select s.* into k from sharing_redemption r join sharing_key s on s.company_id = r.key_company_id and s.id = r.key_id
    where r.company_id = h.company_id and r.id = h.redemption_id;
  perform sharing_note(k, h.company_id, case new.state when 'issued' then 'issue' else 'free' end,
    coalesce(netward_setting('netward.home_id')::bigint = k.company_id, false), new.order_number, null, '',
    case when new.state = 'issued' then new.used else new.quantity end);
  return null;
end $$;

grant execute on function shared_part_issue, shared_part_use, shared_stock, sharing_reserve, sharing_settle to {{company}}, {{tree}}, {{platform}};
