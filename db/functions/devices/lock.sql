-- Presence, device, gateway, commands. What writes a line of a timeline asks its device to stay (for key share), also
-- with a command in its hands: a device is locked against other writers alone, never against those.
create or replace function lock_device(device_in bigint) returns void language sql set search_path = public as $$
  select from device_presence where device_id = device_in for update;
  select from device where id = device_in for no key update $$;
