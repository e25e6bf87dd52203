-- A gateway that has yet to take an interval is waited for as long after each Inform as after its first (0064): one whose
-- sessions break off and that falls silent then is offline, not online for ever.

/** As before, but for that. */
create or replace function acs_inform(
  device_in bigint, at_in timestamptz, due_in timestamptz, facts_in text, told jsonb, events jsonb
) returns text language plpgsql security definer set search_path = public as $$
declare
  d device;
  g gateway;
  boot boolean := exists (select 1 from jsonb_array_elements(events) e where e->>'kind' in ('boot', 'bootstrap'));
  rebooted boolean := exists (select 1 from jsonb_array_elements(events) e
    where e->>'kind' = 'method' and e->>'code' ilike 'M%Reboot');
  moved boolean;
  news boolean;
  changes jsonb := '{}';
  next_presence text;
  e jsonb;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return 'released'; end if;
  select * into g from gateway where device_id = device_in for update;
  next_presence := case when due_in is null then d.presence else 'online' end;
  news := facts_in <> g.facts or boot;

  if d.software_version <> '' and told->>'softwareVersion' <> d.software_version then
    changes := changes || jsonb_build_object('softwareVersion', jsonb_build_array(d.software_version, told->>'softwareVersion'));
  end if;
  if d.hardware_version <> '' and told->>'hardwareVersion' <> d.hardware_version then
    changes := changes || jsonb_build_object('hardwareVersion', jsonb_build_array(d.hardware_version, told->>'hardwareVersion'));
  end if;
  if d.ip_address is not null and (told->>'ipAddress')::inet <> d.ip_address then
    changes := changes || jsonb_build_object('ipAddress', jsonb_build_array(host(d.ip_address), told->>'ipAddress'));
  end if;

  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address),
    data_model_root = coalesce(told->>'root', data_model_root),
    cwmp_version = coalesce(told->>'cwmpVersion', cwmp_version),
    connection_request_url = coalesce(told->>'url', connection_request_url),
    first_inform_at = coalesce(first_inform_at, at_in),
    last_boot_at = case when boot then at_in else last_boot_at end,
    presence = next_presence
  where id = device_in;
  insert into device_presence as p (device_id, company_id, last_inform_at, due_at)
  values (device_in, d.company_id, at_in, due_in)
  on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, at_in),
    due_at = coalesce(due_in, at_in + (p.due_at - p.last_inform_at));

  -- One unit has one address at a time: two that take turns, without a boot between, are two units.
  moved := g.last_address is not null and g.last_address <> (told->>'address')::inet and not boot;
  update gateway set
    facts = facts_in,
    last_address = (told->>'address')::inet,
    address_flips = case when not moved then address_flips
      when flips_since is null or flips_since < at_in - interval '10 minutes' then 1 else address_flips + 1 end,
    flips_since = case when moved and (flips_since is null or flips_since < at_in - interval '10 minutes')
      then at_in else flips_since end
  where device_id = device_in returning * into g;
  if g.address_flips >= 4 and d.guard = 'none' then
    perform acs_guard(device_in, 'duplicate', 'two_sources');
    d.guard := 'duplicate';
  end if;

  for e in select * from jsonb_array_elements(events) loop
    if e->>'kind' <> 'periodic' then
      perform note_timeline(d.company_id, device_in, 'inform.' || (e->>'kind'),
        jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey'));
    end if;
  end loop;
  if next_presence <> d.presence then
    perform note_timeline(d.company_id, device_in, next_presence, '{}');
    perform note_live(d.company_id, 'device.presence', device_in, jsonb_build_object('presence', next_presence));
  end if;
  if changes <> '{}' then perform note_timeline(d.company_id, device_in, 'changed', changes); end if;
  if news then
    perform note_live(d.company_id, 'device.changed', device_in, '{}');
  end if;
  if boot or rebooted then
    with resolved as (
      update device_command c set state = 'done', finished_at = at_in,
        result = coalesce(result, '{}') || jsonb_build_object('kind', c.kind, 'seen', true)
      where c.device_id = device_in and c.kind in ('reboot', 'factory_reset')
        -- One that waits again was sent before: this is the restart that it asked for.
        and (c.state = (select 'sent') or c.state = (select 'waiting') and c.sends > 0) returning c.id, c.kind
    ), noted as (
      insert into device_timeline (company_id, device_id, kind, detail)
      select d.company_id, device_in, 'command.done', jsonb_build_object('commandId', id::text, 'kind', kind) from resolved
    )
    insert into live_event (company_id, kind, subject_id, data)
    select d.company_id, 'command.changed', device_in, jsonb_build_object('commandId', id::text) from resolved;
  end if;
  return d.guard;
end $$;

/** As before, but for that. */
create or replace function acs_presence(devices bigint[], ats timestamptz[], dues timestamptz[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  back bigint[];
begin
  -- The next Inform repeats what a crash loses here.
  perform set_config('synchronous_commit', 'off', true);
  with locked as (
    select p.device_id, p.due_at, k.at, k.due
    from unnest(devices, ats, dues) as k (device, at, due) join device_presence p on p.device_id = k.device
    order by p.device_id for update of p
  ), moved as (
    update device_presence p set last_inform_at = greatest(p.last_inform_at, l.at),
      due_at = coalesce(l.due, l.at + (p.due_at - p.last_inform_at))
    from locked l where p.device_id = l.device_id
  )
  select array_agg(l.device_id) into back from locked l where l.due_at is null and l.due is not null;
  if back is null then return; end if;
  with changed as (
    update device d set presence = 'online'
    where d.id = any (back) and d.state = 'claimed' and d.presence <> 'online' returning d.id, d.company_id
  ), noted as (
    insert into device_timeline (company_id, device_id, kind) select company_id, id, 'online' from changed
  )
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'device.presence', id, '{"presence": "online"}' from changed;
end $$;
