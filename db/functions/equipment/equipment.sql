-- Devices that people add. Request roles insert no device: these functions check the scope themselves.

/** Refuses an address that another device of the outlet has, with the port; one check at a time per company. */
create or replace function equipment_address_free(devices bigint[]) returns void
  language plpgsql set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('equipment.address', scope_company()));
  if exists (
    select from device n join device o on o.company_id = n.company_id and o.ip_address = n.ip_address and o.id <> n.id
      and o.state = 'claimed' and o.driver in ('snmp', 'probe')
      and o.outlet_id is not distinct from n.outlet_id and o.port is not distinct from n.port
    where n.id = any (devices) and n.company_id = scope_company() and n.driver in ('snmp', 'probe')) then
    raise exception 'equipment.address_taken' using errcode = 'NW001';
  end if;
end $$;

/** Devices that may not move to an outlet: another one there, or an earlier one of them, has their address and port. */
create or replace function taken_addresses(devices bigint[], outlet_in bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select d.id from device d
  where d.id = any (devices) and d.company_id = scope_company() and d.driver in ('snmp', 'probe')
    and exists (select from device o where o.company_id = d.company_id and o.ip_address = d.ip_address and o.id <> d.id
      and o.state = 'claimed' and o.driver in ('snmp', 'probe') and o.port is not distinct from d.port
      and (o.outlet_id is not distinct from outlet_in or o.id = any (devices) and o.id < d.id)) $$;

/** The place of these devices must be one that the caller sees. */
create or replace function equipment_in_scope(devices bigint[]) returns void
  language plpgsql stable set search_path = public as $$
begin
  if exists (select from device d where d.id = any (devices) and not sees_place(d.outlet_id, d.department_id)) then
    raise exception 'outlet.outside_scope' using errcode = 'NW001';
  end if;
end $$;

/** Adds devices by hand or by file, in the company acted in. Returns their ids in the order of the rows. */
create or replace function add_equipment(rows_in jsonb) returns bigint[]
  language plpgsql security definer set search_path = public as $$
declare
  added bigint[];
begin
  with given as (
    select g.*, (n.n)::int as n from jsonb_array_elements(rows_in) with ordinality n (row, n)
    cross join lateral jsonb_populate_record(null::device, n.row) g
  ), made as (
    insert into device (company_id, name, type, driver, ip_address, port, outlet_id, manufacturer, model_name, serial_number,
      mac_address, note, tags, polling)
    select scope_company(), g.name, g.type, g.driver, g.ip_address, g.port, g.outlet_id, g.manufacturer, g.model_name,
      g.serial_number, g.mac_address, g.note, coalesce(g.tags, '{}'),
      case when g.driver <> 'none' then coalesce(g.polling, 'waiting') end
    from given g
    where g.type <> 'smart_cpe' and g.driver <> 'cwmp' order by g.n
    returning id)
  select array_agg(id order by id) into added from made;
  if coalesce(cardinality(added), 0) <> jsonb_array_length(rows_in) then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  perform equipment_in_scope(added);
  -- The caller says which addresses this installation may not reach.
  insert into device_polling (device_id, company_id, credential_id, state)
  select d.id, d.company_id, (rows_in->(a.n::int - 1)->>'credential_id')::bigint, coalesce(d.polling, 'waiting')
  from unnest(added) with ordinality a (id, n) join device d on d.id = a.id where d.driver in ('snmp', 'probe');
  perform equipment_address_free(added);
  insert into device_timeline (company_id, device_id, kind) select scope_company(), id, 'equipment.added' from unnest(added) id;
  insert into live_event (company_id, kind, subject_id, data)
  select scope_company(), 'device.changed', id, '{}' from unnest(added) id limit 200;
  return added;
end $$;

/** Writes the columns of a device that was added; the caller locked it. */
create or replace function edit_equipment(device_in bigint, given jsonb, credential_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  before device;
begin
  perform lock_device(device_in);
  select * into before from device d where d.id = device_in and d.company_id = scope_company() and d.state = 'claimed'
    and sees_place(d.outlet_id, d.department_id);
  if before.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if before.type = 'smart_cpe' or given->>'type' = 'smart_cpe' or given->>'driver' = 'cwmp' then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  update device d set name = g.name, type = g.type, driver = g.driver, ip_address = g.ip_address, port = g.port,
    outlet_id = g.outlet_id, manufacturer = g.manufacturer, model_name = g.model_name, serial_number = g.serial_number,
    mac_address = g.mac_address, note = g.note
  from jsonb_populate_record(null::device, given) g where d.id = device_in;
  perform equipment_in_scope(array[device_in]);
  perform equipment_address_free(array[device_in]);
  update device_polling p set credential_id = credential_in, changed_tx = pg_current_xact_id(),
    state = coalesce(given->>'polling', p.state)
  where p.device_id = device_in
    and (p.credential_id is distinct from credential_in or p.state is distinct from coalesce(given->>'polling', p.state));
  update device d set polling = p.state from device_polling p
  where d.id = device_in and p.device_id = d.id and d.polling is distinct from p.state;
end $$;

/** Deletes devices that were added, and what belongs to them. Returns those that went. */
create or replace function delete_equipment(devices bigint[]) returns bigint[]
  language plpgsql security definer set search_path = public as $$
declare
  gone bigint[];
begin
  with went as (
    delete from device d where d.id = any (devices) and d.company_id = scope_company() and d.type <> 'smart_cpe'
      and d.driver <> 'cwmp' and sees_place(d.outlet_id, d.department_id) returning d.id, d.company_id),
  shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select w.company_id, 'device.released', w.id, '{}' from went w)
  select array_agg(id) into gone from went;
  return coalesce(gone, '{}');
end $$;

/** Asks the poller for a poll now. Returns the devices that are polled at all. */
create or replace function ask_for_poll(devices bigint[]) returns bigint[]
  language sql security definer set search_path = public as $$
  with asked as (
    update device_polling p set asked_at = clock_timestamp(), changed_tx = pg_current_xact_id()
    from device d where p.device_id = any (devices) and d.id = p.device_id and p.company_id = scope_company()
      and d.state = 'claimed' and sees_place(d.outlet_id, d.department_id)
    returning p.device_id)
  select coalesce(array_agg(device_id), '{}') from asked $$;

/**
 * Devices that claim the same identity as this one, in its company: asked, never merged.
 */
create or replace function equipment_duplicates(device_in bigint) returns table (id bigint, name text, because text)
  language sql stable security definer set search_path = public as $$
  select distinct on (o.id) o.id, o.name, f.because
  from device d left join device_agent a on a.device_id = d.id
  cross join lateral (
    (select o.id, 'serial' as because, 1 as n from device o where o.company_id = d.company_id and o.state = 'claimed'
      and is_serial(d.serial_number)
      and o.serial_number = d.serial_number and lower(o.manufacturer) = lower(d.manufacturer) limit 20)
    union all
    (select o.id, 'mac', 2 from device o where d.mac_address is not null and o.company_id = d.company_id
      and o.state = 'claimed' and o.mac_address = d.mac_address limit 20)
    union all
    (select o.device_id, 'chassis', 3 from device_agent o where a.chassis_id <> '' and o.company_id = d.company_id
      and o.chassis_id = a.chassis_id limit 20)
    union all
    (select o.device_id, 'engine', 4 from device_agent o where a.engine_id <> '' and o.company_id = d.company_id
      and o.engine_id = a.engine_id limit 20)) f
  join device o on o.id = f.id
  where d.id = device_in and o.id <> d.id and o.state = 'claimed' and sees_company(d.company_id)
    and sees_place(o.outlet_id, o.department_id)
  order by o.id, f.n limit 20 $$;

/** A device that is polled was moved, or is polled no longer. Runs after the device is updated. */
create or replace function device_polled_moved() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if new.state <> 'claimed' or new.driver not in ('snmp', 'probe') then
    delete from device_polling where device_id = new.id;
    delete from device_agent where device_id = new.id;
    delete from device_interface where device_id = new.id;
    delete from device_neighbourhood where device_id = new.id;
    delete from device_presence where device_id = new.id and new.driver = 'none';
    update device set polling = null, level = null, presence = 'unknown',
      first_inform_at = case when new.driver = 'none' then null else first_inform_at end where id = new.id;
    return null;
  end if;
  insert into device_polling as p (device_id, company_id) values (new.id, new.company_id)
  on conflict (device_id) do update set changed_tx = pg_current_xact_id(), asked_at = clock_timestamp(),
    state = case when (old.ip_address, old.port, old.driver) is distinct from (new.ip_address, new.port, new.driver)
      then 'waiting' else p.state end,
    answered_id = case when old.ip_address is distinct from new.ip_address then null else p.answered_id end;
  update device d set polling = p.state from device_polling p where d.id = new.id and p.device_id = d.id
    and d.polling is distinct from p.state;
  return null;
end $$;

/** Pollers forget it. Runs after the row is deleted, with the device or alone. */
create or replace function device_polling_gone() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into polling_gone (device_id, share, probe_id) values (old.device_id, old.share, old.probe_id);
  update probe_hold set until = clock_timestamp() where subject_id = old.device_id and until is null;
  return null;
end $$;

grant execute on function add_equipment, ask_for_poll, delete_equipment, edit_equipment, equipment_duplicates,
  taken_addresses
  to {{company}}, {{tree}}, {{platform}};

/** The device of the same company that a neighbour of LLDP or CDP is: by chassis, MAC or address; null if none. */
create or replace function neighbour_device(company_in bigint, neighbour jsonb) returns bigint
  language sql stable security definer set search_path = public as $$
  select d.id from device d where d.company_id = company_in and d.state = 'claimed' and sees_company(company_in)
    and sees_place(d.outlet_id, d.department_id) and d.id in (
      select a.device_id from device_agent a where neighbour->>'chassisId' <> '' and a.company_id = company_in
        and a.chassis_id = neighbour->>'chassisId'
      union all
      select m.id from device m where neighbour->>'chassisId' ~* '^([0-9a-f]{2}:){5}[0-9a-f]{2}$' and m.company_id = company_in
        and m.state = 'claimed' and m.mac_address = (neighbour->>'chassisId')::macaddr
      union all
      select m.id from device m where neighbour->>'address' ~ '^[0-9a-fA-F:.]+$' and m.company_id = company_in
        and m.state = 'claimed' and host(m.ip_address) = neighbour->>'address')
  order by d.id limit 1 $$;

grant execute on function neighbour_device to {{company}}, {{tree}}, {{platform}};
