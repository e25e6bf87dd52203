/**
 * Puts a new device in the place of one that was added, in the company acted in: name, place, address, credentials, tags, note,
 * marks of ports and sticker go on with it, and the broken one keeps its history. Returns the new device.
 */
create or replace function replace_equipment(device_in bigint, serial_in text, brand_in text, model_in text) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  before device;
  polled device_polling;
  made bigint;
begin
  -- Fixed lock order: the outlet before its devices.
  perform 1 from outlet o join device d on d.outlet_id = o.id where d.id = device_in for share of o;
  perform lock_device(device_in);
  select * into before from device d where d.id = device_in and d.company_id = scope_company()
    and sees_place(d.outlet_id, d.department_id);
  if before.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if before.state <> 'claimed' or before.type = 'smart_cpe' or before.driver = 'cwmp' then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  select * into polled from device_polling p where p.device_id = device_in;
  -- First, so that its licence and its address are free for the new one.
  update device set state = 'replaced', released_at = now(), presence = 'unknown' where id = device_in;
  insert into device (company_id, name, type, driver, ip_address, port, outlet_id, manufacturer, model_name, serial_number, note,
    tags, polling)
  values (before.company_id, before.name, before.type, before.driver, before.ip_address, before.port, before.outlet_id, brand_in,
    model_in, serial_in, before.note, before.tags, case when before.driver <> 'none' then 'waiting' end)
  returning id into made;
  if before.driver <> 'none' then
    insert into device_polling (device_id, company_id, credential_id) values (made, before.company_id, polled.credential_id);
  end if;
  insert into device_port_mark select company_id, made, key from device_port_mark where device_id = device_in;
  update device set replaced_by = made where id = device_in;
  update work_sticker set device_id = made where company_id = before.company_id and device_id = device_in;
  perform note_timeline(before.company_id, device_in, 'replaced', jsonb_build_object('serial', serial_in, 'deviceId', made::text));
  perform note_timeline(before.company_id, made, 'replaces',
    jsonb_build_object('serial', before.serial_number, 'deviceId', device_in::text));
  perform note_live(before.company_id, 'device.released', device_in, '{}');
  perform note_live(before.company_id, 'device.changed', made, '{}');
  return made;
end $$;

grant execute on function replace_equipment to {{company}}, {{tree}}, {{platform}};
