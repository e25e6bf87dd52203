/** Whether this transaction's data scope covers an outlet, or what is placed in it or in a department. */
create or replace function sees_place(outlet_in bigint, department_in bigint) returns boolean
  language sql stable parallel safe set search_path = public as $$
  select whole_company()
    or coalesce(outlet_in = any (netward_setting('netward.outlet_ids')::bigint[]), false)
    or coalesce(department_in = any (netward_setting('netward.department_ids')::bigint[]), false) $$;

/**
 * A department set on something placed in an outlet has no effect: the outlet's department applies. Runs
 * before a device or an internet line is assigned a place.
 */
create or replace function take_outlet_department() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.department_id := null;
  if new.outlet_id is not null then
    -- Concurrent changes of the outlet wait, then find this row.
    select o.department_id into new.department_id from outlet o
      where o.company_id = new.company_id and o.id = new.outlet_id for share;
  end if;
  return new;
end $$;

/**
 * When an outlet moves to another department, everything placed in it follows. Runs after the outlet is
 * updated.
 */
create or replace function outlet_department_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update device set department_id = new.department_id where outlet_id = new.id;
  update internet_line set department_id = new.department_id where outlet_id = new.id;
  update opening_site set department_id = new.department_id where company_id = new.company_id and outlet_id = new.id;
  return null;
end $$;

/**
 * A gateway that leaves its outlet or its company is detached from the lines that it carried there. Runs
 * after the gateway leaves.
 */
create or replace function device_leaves_lines() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update internet_line set device_id = null, wan_name = ''
  where device_id = new.id and (new.state <> 'claimed' or outlet_id is distinct from new.outlet_id);
  return null;
end $$;

/** The place of a claim, if the company may assign it. */
create or replace function check_place(outlet_in bigint, replaces_in bigint) returns void
  language plpgsql stable set search_path = public as $$
begin
  if outlet_in is not null and not exists (
      select 1 from outlet o where o.id = outlet_in and o.company_id = scope_company()) then
    raise exception 'outlet.not_found' using errcode = 'NW001';
  end if;
  if replaces_in is not null and not exists (
      select 1 from device d where d.id = replaces_in and d.company_id = scope_company() and d.state = 'claimed') then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
end $$;

/** The open claim for a gateway that is about to be admitted. */
create or replace function open_place(d device) returns gateway_pool
  language sql stable set search_path = public as $$
  select p from gateway_pool p
  where p.oui = d.oui and p.product_class = d.product_class and p.serial_number = d.serial_number
    and p.claim_company_id = d.company_id
    -- A session that began in time may be admitted slightly later.
    and p.claim_until > now() - interval '2 minutes'
    and (p.claim_outlet_id is not null or p.claim_replaces_id is not null) $$;

/**
 * Assigns a gateway claimed for a place either the outlet, or everything that its predecessor had. Runs
 * before the gateway is inserted.
 */
create or replace function device_given_place() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  place gateway_pool := open_place(new);
  before device;
begin
  if place.id is null then return new; end if;
  select * into before from device
    where id = place.claim_replaces_id and company_id = new.company_id and state = 'claimed';
  if before.id is not null then
    new.name := before.name;
    new.tags := before.tags;
    new.note := before.note;
    new.outlet_id := before.outlet_id;
  else
    select o.id into new.outlet_id from outlet o
      where o.id = place.claim_outlet_id and o.company_id = new.company_id;
  end if;
  return new;
end $$;

/**
 * The new gateway takes the place of the old one, which leaves its outlet: its lines move to the new gateway,
 * its queue ends and its identity is released. Both belong to one company. Lock the gateway before its
 * commands, as all other code does.
 */
create or replace function take_place(old_in bigint, new_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  old_device device;
  new_device device;
begin
  select * into old_device from device where id = old_in;
  select * into new_device from device where id = new_in;
  update internet_line set device_id = new_in where device_id = old_in;
  update device set state = 'replaced', released_at = now(), presence = 'unknown', replaced_by = new_in
  where id = old_in;
  delete from gateway where device_id = old_in;
  update device_command set state = 'cancelled', finished_at = now(), secret = null
  where device_id = old_in and state in ('waiting', 'sent');
  perform note_timeline(old_device.company_id, old_in, 'replaced',
    jsonb_build_object('serial', new_device.serial_number, 'deviceId', new_in::text));
  perform note_timeline(old_device.company_id, new_in, 'replaces',
    jsonb_build_object('serial', old_device.serial_number, 'deviceId', old_in::text));
  perform note_live(old_device.company_id, 'device.released', old_in, '{}');
end $$;

/**
 * Removes the predecessor once the new gateway exists. Runs after the insert and before devices are counted:
 * replacing is net zero.
 */
create or replace function device_takes_place() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  place gateway_pool := open_place(new);
begin
  if place.claim_replaces_id is null then return null; end if;
  perform lock_device(place.claim_replaces_id);
  if not exists (select 1 from device
      where id = place.claim_replaces_id and company_id = new.company_id and state = 'claimed') then return null; end if;
  perform take_place(place.claim_replaces_id, new.id);
  perform note_audit(new.company_id, 'device.replaced', 'device', place.claim_replaces_id::text,
    jsonb_build_object('by', new.id::text, 'serialNumber', new.serial_number));
  return null;
end $$;

/**
 * An identity with a tombstone cannot be assigned to any company: every attempt reports it as taken. Runs
 * before a gateway is inserted.
 */
create or replace function device_refuse_tombstone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from gateway_tombstone t where t.oui = new.oui and t.product_class = new.product_class
      and t.serial_number = new.serial_number) then
    return null;
  end if;
  return new;
end $$;
