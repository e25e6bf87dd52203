-- The list sorted by last Inform walks device_presence and then adds the devices whose first_inform_at is null: a
-- device has a row there exactly when its first_inform_at is set, and none once it is released. Runs after a device is
-- claimed no more.
create or replace function device_forget_presence() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from device_presence where device_id = new.id;
  return null;
end $$;

-- Runs after a device is deleted, in place of a foreign key: that would look up the device anew for each parameter,
-- which takes more than to store it. Whoever stores some holds the device once.
create or replace function device_forget_parameters() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from device_parameter where device_id = old.id;
  return null;
end $$;

/**
 * A partial path was read whole: what stood below it and was not told again is gone, such as a host that left. 9005
 * says that there is nothing at all; after any other fault nobody knows. Where nothing was read before, nothing is
 * looked for; and an instance that comes with the restart is not told before it. Called by `command_moved`.
 */
create or replace function forget_untold(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
declare
  partial text;
begin
  if not exists (select from device_parameter p where p.device_id = new.device_id and p.read_at < new.sent_at)
    or exists (select from jsonb_array_elements(case when jsonb_typeof(new.result->'failed') = 'array'
      then new.result->'failed' else '[]' end) f where f->'fault'->>'code' <> '9005') then
    return;
  end if;
  for partial in select p from jsonb_array_elements_text(new.request->'paths') p where p like '%_.' loop
    delete from device_parameter where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and read_at < new.sent_at;
    delete from device_parameter o where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and later is distinct from 'added' and is_object and path ~ '\.[0-9]+\.$' and not exists (select from device_parameter p
        where p.device_id = o.device_id and p.path > o.path and p.path < left(o.path, -1) || '/' and not p.is_object);
  end loop;
end $$;
