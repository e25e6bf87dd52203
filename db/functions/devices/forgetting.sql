-- The list sorted by last Inform walks device_presence, then adds the devices whose first_inform_at is null:
-- a device has a row there exactly when its first_inform_at is set, and none after its release. Runs after a
-- device's claim ends.
create or replace function device_forget_presence() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from device_presence where device_id = new.id;
  return null;
end $$;

-- Runs after a device is deleted. Replaces a foreign key, which would look up the device for each parameter
-- at more than the cost of storing it. Writers of parameters lock the device once.
create or replace function device_forget_parameters() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from device_parameter where device_id = old.id;
  return null;
end $$;

/**
 * A partial path was read completely: stored values below it that were not reported again are gone, such as a
 * host that left. Fault 9005 means that nothing exists there; after any other fault the state is unknown.
 * Where nothing was read before, nothing is compared; an instance that appears with the restart is not
 * reported before it. Called by `command_moved`.
 */
create or replace function forget_unreported(new device_command) returns void
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
