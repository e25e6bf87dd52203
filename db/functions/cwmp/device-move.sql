/**
 * Lifts quarantine and duplicate. The previous proof stays valid until new credentials are proved. A gateway
 * without credentials of its company is admitted without any for fifteen minutes, from its last source.
 */
create or replace function approve_device(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  select * into d from device where id = device_in and company_id = scope_company() for update;
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.state <> 'claimed' or d.guard = 'none' then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  update device set guard = 'none',
    credential_state = case enrolled_by when 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
  where id = device_in;
  update gateway set pending_ha1 = null, pending_connection_password = null, address_flips = 0, flips_since = null,
    unanswered = 0,
    open_until = case when d.enrolled_by in ('claim', 'pre_registration') then now() + interval '15 minutes' end
  where device_id = device_in;
  perform note_timeline(d.company_id, device_in, 'approved', '{}');
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/**
 * Expects a factory reset for the stated number of minutes: until it expires, 0 BOOTSTRAP does not
 * quarantine, and the gateway gets new credentials. A gateway not enrolled by its company's credentials has
 * nothing to show after a reset: it is admitted from its last source, for at most an hour.
 */
create or replace function expect_reset(device_in bigint, minutes_in int) returns timestamptz
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  until_at timestamptz := now() + make_interval(mins => minutes_in);
begin
  perform lock_device(id) from device where id = device_in and company_id = scope_company();
  select * into d from device where id = device_in and company_id = scope_company();
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.enrolled_by in ('claim', 'pre_registration') then
    until_at := least(until_at, now() + interval '1 hour');
  end if;
  if d.state = 'claimed' and d.guard = 'none' then
    update gateway set expected_reset_until = until_at where device_id = device_in;
  end if;
  if d.state <> 'claimed' or d.guard <> 'none' or not found then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  perform note_timeline(d.company_id, device_in, 'reset.expected', jsonb_build_object('until', until_at));
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
  return until_at;
end $$;

/** Cancels an expected factory reset. False if none was expected. */
create or replace function expect_no_reset(device_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  g gateway;
begin
  update gateway set expected_reset_until = null
  where device_id = device_in and company_id = scope_company() and expected_reset_until > now() returning * into g;
  if g.device_id is null then return false; end if;
  perform note_timeline(g.company_id, device_in, 'reset.unexpected', '{}');
  perform note_live(g.company_id, 'device.changed', device_in, '{}');
  return true;
end $$;

/**
 * Keeps the device and its history; releases its gateway's identity. Deletes the gateway before its commands,
 * the lock order used everywhere.
 */
create or replace function release_device(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(id) from device where id = device_in and company_id = scope_company();
  select * into d from device where id = device_in and company_id = scope_company();
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.state <> 'claimed' or d.type <> 'smart_cpe' then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  update device set state = 'released', released_at = now(), presence = 'unknown' where id = device_in;
  update device_presence set due_at = null, overdue = false where device_id = device_in;
  delete from gateway where device_id = device_in;
  update device_command set state = 'cancelled', finished_at = now(), secret = null
  where device_id = device_in and state in ('waiting', 'sent');
  perform note_timeline(d.company_id, device_in, 'released', '{}');
  perform note_live(d.company_id, 'device.released', device_in, '{}');
end $$;

/** Replaces a gateway with another one of the company that is outside every outlet. */
create or replace function replace_device(old_in bigint, new_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  old_device device;
  new_device device;
begin
  -- Fixed lock order: the outlet before its devices.
  perform 1 from outlet o join device d on d.outlet_id = o.id where d.id = old_in for share of o;
  perform lock_device(least(old_in, new_in));
  perform lock_device(greatest(old_in, new_in));
  select * into old_device from device where id = old_in and company_id = scope_company();
  select * into new_device from device where id = new_in and company_id = scope_company();
  if old_device.id is null or new_device.id is null then
    raise exception 'device.not_found' using errcode = 'NW001';
  end if;
  if old_device.type <> 'smart_cpe' or new_device.type <> 'smart_cpe' or old_in = new_in or old_device.state <> 'claimed' or new_device.state <> 'claimed' or new_device.guard <> 'none'
    or new_device.outlet_id is not null then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  perform take_place(old_in, new_in);
  update device set name = old_device.name, tags = old_device.tags, note = old_device.note,
    outlet_id = old_device.outlet_id
  where id = new_in;
  -- Its lines move with it.
  perform note_live(new_device.company_id, 'device.changed', new_in, '{}');
end $$;

/** The gateway that is to replace a device, while its claim is open. */
create or replace function replacement_awaited(device_in bigint) returns table (serial_number text, until timestamptz)
  language sql stable security definer set search_path = public as $$
  select p.serial_number, p.claim_until from gateway_pool p join device d on d.id = p.claim_replaces_id
  where p.claim_replaces_id = device_in and p.claim_until > now() and d.state = 'claimed'
    and p.claim_company_id = d.company_id and sees_place(d.outlet_id, d.department_id)
    and exists (select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = d.company_id)
  order by p.claim_until desc limit 1 $$;

/** Whether a connection request to a device of the acting company makes sense. */
create or replace function can_connect(device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from connection_target(scope_company(), device_in)) $$;

grant execute on function approve_device, can_connect, expect_no_reset, expect_reset, release_device, replace_device,
  replacement_awaited to {{company}}, {{tree}}, {{platform}};
