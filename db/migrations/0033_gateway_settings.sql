-- Settings of a gateway by the terms that people use: one command changes them, and what a gateway no longer tells is forgotten.

alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check check (kind in ('reboot', 'factory_reset',
  'get_parameter_names', 'get_parameter_values', 'set_parameter_values', 'get_parameter_attributes',
  'set_parameter_attributes', 'set_credentials', 'add_object', 'delete_object', 'schedule_inform',
  'get_queued_transfers', 'get_rpc_methods', 'download', 'upload', 'provision', 'change_settings'));

-- The last read and the last change of a gateway, beside whatever else its queue holds.
create index device_command_settings on device_command (device_id, id desc)
  where kind = 'change_settings' or kind = 'get_parameter_values' and request ? 'sections';

/**
 * A partial path was read whole: what stood below it and was not told again is gone, such as a host that left. 9005 says
 * that there is nothing at all; after any other fault nobody knows.
 */
create function forget_untold() returns trigger language plpgsql security definer set search_path = public as $$
declare
  partial text;
begin
  if exists (select from jsonb_array_elements(case when jsonb_typeof(new.result->'failed') = 'array'
      then new.result->'failed' else '[]' end) f where f->'fault'->>'code' <> '9005') then
    return null;
  end if;
  for partial in select p from jsonb_array_elements_text(new.request->'paths') p where p like '%_.' loop
    delete from device_parameter where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and read_at < new.sent_at;
    delete from device_parameter o where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and is_object and path ~ '\.[0-9]+\.$' and not exists (select from device_parameter p
        where p.device_id = o.device_id and p.path > o.path and p.path < left(o.path, -1) || '/' and not p.is_object);
  end loop;
  return null;
end $$;
create trigger device_command_forget_untold after update of state on device_command for each row
  when (new.kind = 'get_parameter_values' and old.state = 'sent' and (new.state = 'done'
    or new.state = 'failed' and new.fault_code = '9005' and jsonb_array_length(new.request->'paths') = 1))
  execute function forget_untold();
