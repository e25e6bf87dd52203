-- Lock order: presence, device, gateway, commands. Writers of timeline entries take key share on the device,
-- even while holding a command: use a device lock that excludes other writers only, never these.
create or replace function lock_device(device_in bigint) returns void language sql set search_path = public as $$
  select from device_presence where device_id = device_in for update;
  select from device where id = device_in for no key update $$;
