/**
 * Moves stock with its ledger: the row of the stock is locked first, then the piece, in the order in which movements are inserted.
 * The constraints of part_stock refuse what is not there, and the place of a piece what is elsewhere.
 */
create or replace function part_moved() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  serialised_in boolean;
begin
  select m.serialised into serialised_in from part_model m where m.company_id = new.company_id and m.id = new.model_id;
  if serialised_in <> (new.serial_id is not null) or (serialised_in and new.quantity <> 1) then
    raise exception 'part.serial_needed' using errcode = 'NW001';
  end if;
  insert into part_stock (company_id, warehouse_id, model_id) values (new.company_id, new.warehouse_id, new.model_id)
    on conflict do nothing;
  update part_stock s set on_hand = s.on_hand + new.on_hand, reserved = s.reserved + new.reserved,
    defective = s.defective + new.defective, in_transit = s.in_transit + new.in_transit, in_repair = s.in_repair + new.in_repair
  where s.company_id = new.company_id and s.warehouse_id = new.warehouse_id and s.model_id = new.model_id;
  -- What left the way is where it arrived: that entry moves the piece.
  if new.serial_id is null or new.kind = 'leave' then return null; end if;
  update part_serial s set state = r.after, moved_at = now(),
    warehouse_id = case when r.after in ('in_stock', 'reserved', 'in_transit', 'in_repair') then new.warehouse_id end,
    defective = case when new.on_hand > 0 then false when new.defective > 0 then true else s.defective end
  from part_serial_step(new.kind, new.on_hand + new.defective) r
  where s.company_id = new.company_id and s.id = new.serial_id and s.model_id = new.model_id and s.state = any (r.before)
    and (s.warehouse_id is null or s.warehouse_id = new.warehouse_id or new.kind = 'arrive')
    and (s.defective or new.defective >= 0) and not (s.defective and (new.on_hand < 0 or new.reserved > 0));
  if not found then raise exception 'part.serial_elsewhere' using errcode = 'NW001'; end if;
  return null;
end $$;

/** From which states a movement takes a piece, and to which. For definer functions only. */
create or replace function part_serial_step(kind_in text, change_in int, out before text[], out after text)
  language sql immutable as $$
  select r.before::text[], r.after from (values
    ('receive', '{new}', 'in_stock'),
    ('reserve', '{in_stock}', 'reserved'),
    ('free', '{reserved}', 'in_stock'),
    ('issue', '{reserved}', 'in_use'),
    ('send', '{in_stock}', 'in_transit'),
    ('arrive', '{in_transit}', 'in_stock'),
    ('lose', '{in_transit}', 'lost'),
    ('to_vendor', '{in_stock}', 'in_repair'),
    ('from_vendor', '{in_repair}', 'in_stock'),
    ('refused', '{in_repair}', 'in_stock'),
    ('replaced', '{in_repair}', 'replaced'),
    ('replacement', '{new}', 'in_stock'),
    -- A broken device may enter the stock for the first time.
    ('return', '{in_use,new}', 'in_stock'),
    ('scrap', '{in_stock}', 'scrapped'),
    ('regrade', '{in_stock}', 'in_stock'),
    ('correct', case when change_in < 0 then '{in_stock}' else '{in_use,lost,scrapped}' end,
      case when change_in < 0 then 'lost' else 'in_stock' end)
  ) r (kind, before, after) where r.kind = kind_in $$;
