-- A session tells what it did in few statements, and a new gateway is written whole at once.

-- ─── Parameters ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- The key to the device was looked up anew for each parameter, which took more than to store it. In its place whoever
-- stores some holds the device once, and the device takes its parameters along.
alter table device_parameter drop constraint device_parameter_company_id_device_id_fkey;

create function device_forget_parameters() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from device_parameter where device_id = old.id;
  return null;
end $$;
create trigger device_forget_parameters after delete on device
  for each row execute function device_forget_parameters();

-- What stands below a path is a range of the primary key.
drop index device_parameter_parent;

/** As in 0046; the device is held until the end, so that nothing is stored of one that is deleted meanwhile. */
create or replace function acs_apply(
  device_in bigint, paths text[], parents text[], values_in text[], valued boolean[], types text[], writables boolean[],
  told jsonb
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  -- Only what tells of the device itself changes its rows.
  if told <> '{}' then perform lock_device(device_in); end if;
  select * into d from device where id = device_in and state = 'claimed' for key share;
  if d.id is null then return; end if;
  insert into device_parameter as p (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
  select d.company_id, device_in, k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
    case when k.valued then now() end
  from (select distinct on (u.path) u.* from unnest(paths, parents, values_in, valued, types, writables)
      as u (path, parent, value, valued, type, writable) order by u.path, u.valued desc) k
  on conflict (device_id, path) do update set
    value = case when excluded.read_at is null then p.value else excluded.value end,
    read_at = coalesce(excluded.read_at, p.read_at),
    type = coalesce(excluded.type, p.type),
    writable = coalesce(excluded.writable, p.writable)
  -- A name that is told again tells nothing.
  where excluded.read_at is not null or p.type is distinct from coalesce(excluded.type, p.type)
    or p.writable is distinct from coalesce(excluded.writable, p.writable);
  if told = '{}' then return; end if;
  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address)
  where id = device_in and (manufacturer, model_name, software_version, hardware_version, ip_address, mac_address)
    is distinct from (coalesce(told->>'manufacturer', manufacturer), coalesce(told->>'modelName', model_name),
      coalesce(told->>'softwareVersion', software_version), coalesce(told->>'hardwareVersion', hardware_version),
      coalesce((told->>'ipAddress')::inet, ip_address), coalesce((told->>'macAddress')::macaddr, mac_address));
  if (told->>'periodicInterval')::int is distinct from d.periodic_interval then
    perform expect_informs(device_in, (told->>'periodicInterval')::int);
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

-- ─── Plans that stay good ────────────────────────────────────────────────────────────────────────────────────────────
-- A plan that is made while a table is nearly empty is kept while it grows, until it is analysed. These find the device
-- first, by its key, whatever the statistics say; `state = (select 'sent')` keeps the planner from the indexes of what is
-- open, which hold that of all gateways.

/** As in 0034. */
create or replace function acs_resolve(ouis text[], classes text[], serials text[], token_hashes bytea[]) returns table (
  n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_told text
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select k.n, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, g.username, g.ha1,
      g.pending_ha1, g.facts, host(g.last_address), d.data_model_root, d.periodic_interval,
      coalesce(g.expected_reset_until > now(), false),
      -- Not `exists`, for which the open commands of all gateways may be gathered first.
      coalesce((select true from device_command o where o.device_id = d.id and o.state in ('waiting', 'sent') limit 1), false),
      g.unanswered,
      (select e.company_id from enrolment e where e.token_hash = k.token_hash), g.stun_offer, g.udp_told
    from unnest(ouis, classes, serials, token_hashes) with ordinality as k (oui, class, serial, token_hash, n)
    cross join lateral (select * from device x where x.oui = k.oui and x.product_class = k.class
      and x.serial_number = k.serial and x.state = 'claimed' and x.driver = 'cwmp' limit 1) d
    cross join lateral (select * from gateway x where x.device_id = d.id limit 1) g
    cross join lateral (select x.code, x.status from company x where x.id = d.company_id limit 1) c;
end $$;

/** As in 0043. */
create or replace function provision_templates(device_in bigint)
  returns table (template_id bigint, name text, version int, content jsonb, owner text, objects_stay boolean)
  language plpgsql stable security definer set search_path = public
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  d device;
begin
  select * into d from device k where k.id = device_in;
  if d.id is null then return; end if;
  return query select t.id, t.name, v.number, v.content, case when a.depth > 0 then o.name end, v.objects_stay
  from company_ancestor a
  join provision_template t on t.company_id = a.ancestor_id
  join company o on o.id = t.company_id
  left join provision_trial r on r.company_id = d.company_id and r.device_id = device_in and r.template_id = t.id
  join provision_version v on v.company_id = t.company_id and v.template_id = t.id
    and v.number = coalesce(r.version, t.applied_version)
  where a.company_id = d.company_id and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = t.id and k.version = v.number))
  order by t.name, t.id;
end $$;

/** As in 0036. */
create or replace function devices_want_provision() returns trigger
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  perform queue_provision(array(
    select distinct n.id from added n
    join company_ancestor a on a.company_id = n.company_id
    join provision_template t on t.company_id = a.ancestor_id
    join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
    where n.guard = 'none' and provision_fits(v, (select d from device d where d.id = n.id))
      and (a.depth = 0 or lets_provision(n.company_id) or exists (select from provision_acceptance k
        where k.company_id = n.company_id and k.template_id = t.id and k.version = v.number))), false);
  return null;
end $$;

/** As in 0026. */
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
  on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, at_in), due_at = due_in;

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

/** As in 0036. */
create or replace function acs_informed(devices bigint[], paths text[], values_in text[], ages int[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with told as materialized (
    select distinct on (u.device, u.path collate "C") u.device, u.path collate "C" as path, u.value,
      clock_timestamp() - u.age * interval '1 millisecond' as at
    from unnest(devices, paths, values_in, ages) with ordinality as u (device, path, value, age, n)
    order by u.device, u.path collate "C", u.n desc
  ), wanted as materialized (
    -- In the order in which a session writes the parameters of its gateway.
    select p.device_id, p.path, t.value from told t cross join lateral (
      select x.device_id, x.path from device_parameter x
      where x.device_id = t.device and x.path = t.path and not x.is_object
        and (x.value is distinct from t.value or x.read_at is null) and coalesce(x.read_at < t.at, true)
        and (select d.state = 'claimed' and d.guard = 'none' from device d where d.id = t.device)
      limit 1 for no key update) p
  )
  update device_parameter p set value = w.value, read_at = now() from wanted w
  where p.device_id = w.device_id and p.path = w.path;
end $$;

-- ─── A gateway that is taken in ──────────────────────────────────────────────────────────────────────────────────────

drop function acs_admit(bigint, text, text, text, text, text, text, inet, text, text, text, timestamptz, jsonb, boolean,
  int, int);
/**
 * As in 0004; answers the gateway as `acs_resolve` would, and writes what its Inform told of it (`told_in`, as for
 * `acs_inform`) with its first row: each later change of what lists sort by enters thirty indexes.
 */
create function acs_admit(
  company_in bigint, oui_in text, class_in text, serial_in text, manufacturer_in text, model_in text, how_in text,
  address_in inet, guard_in text, name_in text, username_in text, open_until_in timestamptz, commands_in jsonb,
  registered_only boolean, per_hour int, per_day int, told_in jsonb
) returns table (
  refusal text, n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_told text
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  made bigint;
  registered pre_registration;
  this_hour constant timestamptz := date_trunc('hour', now());
  day_count bigint;
  hour_count int;
  full_up boolean := false;
  untold boolean;
  described jsonb;
begin
  select r.* into registered from pre_registration r
    where r.company_id = company_in and r.serial_number = serial_in
      and registration_fits(r, oui_in, class_in, serial_in, model_in)
    order by r.id limit 1;
  if registered_only and registered.id is null then refusal := 'waits'; return next; return; end if;

  -- A look, so that who comes far too late costs little. What counts is counted last: all others of the company wait for it.
  select coalesce(max(t.enrolled) filter (where t.hour = this_hour), 0), coalesce(sum(t.enrolled), 0)
    into hour_count, day_count from enrolment_tally t
    where t.company_id = company_in and t.hour > now() - interval '24 hours';
  full_up := hour_count >= per_hour or day_count >= per_day;
  if not full_up then
  begin
    insert into device (company_id, name, type, driver, manufacturer, oui, product_class, serial_number, model_name,
      software_version, hardware_version, ip_address, mac_address, first_inform_at, enrolled_by, credential_state, guard)
    values (company_in,
      coalesce(nullif(name_in, ''), nullif(registered.name, ''), nullif(serial_in, ''), class_in, '-'),
      'smart_cpe', 'cwmp', coalesce(told_in->>'manufacturer', manufacturer_in), oui_in, class_in, serial_in,
      coalesce(told_in->>'modelName', model_in), coalesce(told_in->>'softwareVersion', ''),
      coalesce(told_in->>'hardwareVersion', ''), (told_in->>'ipAddress')::inet, (told_in->>'macAddress')::macaddr, now(),
      how_in, case how_in when 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, guard_in)
    on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
    returning id into made;
    if made is null then refusal := 'taken'; return next; return; end if;
    insert into device_presence (device_id, company_id, last_inform_at) values (made, company_in, now());
    insert into gateway (device_id, company_id, username, last_address, open_until)
    values (made, company_in, username_in, address_in, open_until_in);
    if registered.id is not null then
      update pre_registration set state = 'matched' where id = registered.id;
    end if;
    delete from gateway_pool p where p.oui = oui_in and p.product_class = class_in and p.serial_number = serial_in;
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select company_in, made, c->>'kind', c->'request', now() + interval '7 days'
    from jsonb_array_elements(commands_in) c;
    perform note_timeline(company_in, made, 'claimed', jsonb_build_object('by', how_in));
    if guard_in = 'duplicate' then
      perform note_timeline(company_in, made, 'guard.duplicate', jsonb_build_object('because', 'placeholder_serial'));
    end if;
    perform note_audit(company_in, 'gateway.enrolled', 'device', made::text,
      jsonb_build_object('serialNumber', serial_in, 'oui', oui_in, 'by', how_in, 'address', host(address_in)));
    perform note_live(company_in, 'device.added', made, '{}');
    insert into enrolment_tally as t (company_id, hour, enrolled) values (company_in, this_hour, 1)
    on conflict (company_id, hour) do update set enrolled = t.enrolled + 1 returning t.enrolled into hour_count;
    select sum(t.enrolled) into day_count from enrolment_tally t
      where t.company_id = company_in and t.hour > now() - interval '24 hours';
    if hour_count > per_hour or day_count > per_day then raise exception 'full' using errcode = 'NW003'; end if;
  exception when sqlstate 'NW003' then
    full_up := true;
  end;
  end if;

  if full_up then
    insert into enrolment_tally (company_id, hour) values (company_in, this_hour) on conflict do nothing;
    select t.enrolled, t.told_at is null into hour_count, untold from enrolment_tally t
      where t.company_id = company_in and t.hour = this_hour for update;
    select sum(t.enrolled) into day_count from enrolment_tally t
      where t.company_id = company_in and t.hour > now() - interval '24 hours';
    if untold then
      update enrolment_tally t set told_at = now() where t.company_id = company_in and t.hour = this_hour;
      select jsonb_build_object('company', c.name, 'thisHour', hour_count, 'lastDay', day_count, 'address', host(address_in))
        into described from company c where c.id = company_in;
      perform note_audit(c.id, 'enrolment.limit_reached', 'company', company_in::text, described)
        from company c where c.kind = 'op' or c.id = company_in;
    end if;
    refusal := 'limit'; return next; return;
  end if;
  return query select null::text, r.* from acs_resolve(array[oui_in], array[class_in], array[serial_in], array[null::bytea]) r;
end $$;

/** As in 0003; told again what is known already it writes nothing. */
create or replace function expect_informs(device_in bigint, seconds_in int) returns void
  language plpgsql set search_path = public as $$
declare
  d device;
begin
  if seconds_in is null then return; end if;
  perform lock_device(device_in);
  select * into d from device where id = device_in;
  if d.periodic_interval is distinct from seconds_in or d.presence <> 'online' then
    update device set periodic_interval = seconds_in, presence = 'online' where id = device_in;
  end if;
  update device_presence set due_at = last_inform_at + make_interval(secs => seconds_in * 2.5)
  where device_id = device_in and due_at is distinct from last_inform_at + make_interval(secs => seconds_in * 2.5);
  if d.presence <> 'online' then
    perform note_timeline(d.company_id, device_in, 'online', '{}');
    perform note_live(d.company_id, 'device.presence', device_in, '{"presence": "online"}');
  end if;
end $$;

-- ─── Between two commands ────────────────────────────────────────────────────────────────────────────────────────────

drop function acs_credentials_answered(bigint, boolean, int, text);
/** As in 0042; `hasten` asks for a connection request that brings the proof: of no use where none can reach it. */
create function acs_credentials_answered(
  device_in bigint, accepted_in boolean, interval_in int, fault_in text, hasten boolean
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  what text := case when accepted_in then 'credentials.set' else 'credentials.refused' end;
  told text;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  -- Answered before, or proved by now: nothing is left to note.
  if d.id is null or not exists (select 1 from gateway where device_id = device_in and pending_ha1 is not null) then
    return;
  end if;
  select t.kind into told from (select * from device_timeline where device_id = device_in order by id desc limit 200) t
    where t.at > now() - interval '1 hour' and t.kind in (
      'credentials.set', 'credentials.refused', 'credentials.proved', 'inform.boot', 'inform.bootstrap')
    order by t.id desc limit 1;
  if accepted_in then
    perform expect_informs(device_in, interval_in);
  else
    update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
    update device set credential_state = case when exists
        (select 1 from gateway g where g.device_id = device_in and g.ha1 is not null) then 'own'
      when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    where id = device_in;
  end if;
  if told is distinct from what then
    perform note_timeline(d.company_id, device_in, what,
      case when accepted_in then '{}' else jsonb_build_object('fault', fault_in) end);
    if accepted_in and hasten and d.connection_request_url is not null then
      -- A worker that is killed over it leaves it to the next one; the job does nothing once they are proved.
      perform graphile_worker.add_job('device.connect',
        json_build_object('companyId', d.company_id::text, 'deviceId', device_in::text, 'untilProved', true),
        job_key := 'device.connect:' || device_in, run_at := now() + interval '3 seconds', max_attempts := 5);
    end if;
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

drop function acs_take_commands(bigint, uuid, timestamptz);
/**
 * As in 0026. What stands first and changes nothing by being sent twice (reads, and templates, which look before they
 * change anything) is marked as sent at once, `sent`: it goes out one after the other without a word to the database.
 */
create function acs_take_commands(device_in bigint, holder_in uuid, since_in timestamptz) returns table (
  id bigint, kind text, request jsonb, secret bytea, sent boolean
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  before uuid;
  c device_command;
begin
  select g.lease_holder into before from gateway g where g.device_id = device_in for update;
  update gateway set lease_holder = holder_in, lease_since = since_in where device_id = device_in
    and (lease_holder is null or lease_holder = holder_in or lease_since < since_in);
  if not found then return; end if;
  -- Found by their device alone: planned while the table is small, a look at what has not expired would read the index of
  -- all that has not, for as long as the plan is kept.
  for c in select * from device_command o where o.device_id = device_in and o.state in ('waiting', 'sent') loop
    if c.state = 'sent' and c.kind = 'add_object' then
      update device_command o set state = 'failed', fault_code = 'no_answer', finished_at = clock_timestamp()
      where o.id = c.id and o.state = (select 'sent');
      perform note_command_end(c.id);
    elsif c.state = 'sent' and c.expires_at > now() and (not ends_by_evidence(c.kind)
        or c.result is null and c.sent_at < since_in and c.sends < 3 and before is distinct from holder_in) then
      update device_command o set state = 'waiting', sent_at = null where o.id = c.id and o.state = (select 'sent');
    end if;
  end loop;
  return query
    with open as materialized (
      select * from device_command o where o.device_id = device_in and o.state in ('waiting', 'sent')
    ), due as materialized (
      select c.id, c.kind, c.request, c.secret,
        bool_and(c.kind like 'get\_%' or c.kind = 'provision') over (order by c.id) as ahead
      from open c
      where c.state = 'waiting' and c.expires_at > now()
        and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()
      order by c.id limit 50
    ), marked as (
      update device_command u set state = 'sent', sent_at = clock_timestamp(), sends = u.sends + 1
      from due where due.ahead and u.id = due.id and u.state = (select 'waiting') returning u.id, u.company_id
    ), shown as (
      insert into live_event (company_id, kind, subject_id, data)
      select m.company_id, 'command.changed', device_in, jsonb_build_object('commandId', m.id::text) from marked m
    )
    select due.id, due.kind, due.request, due.secret, exists (select from marked m where m.id = due.id)
    from due order by due.id;
end $$;

/** What came of commands of one gateway, as `acs_command_ended` takes it of one: all of them in one statement. */
create function acs_commands_ended(device_in bigint, holder_in uuid, ended_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform from gateway g where g.device_id = device_in and g.lease_holder = holder_in for no key update;
  if not found then return; end if;
  with told as (
    select * from jsonb_to_recordset(ended_in) as r (id bigint, state text, result jsonb, fault text, detail text, verify text[])
  ), ended as (
    update device_command o set state = t.state, result = nullif(t.result, 'null'), fault_code = t.fault,
      fault_detail = t.detail,
      -- What was answered is not sent again.
      secret = null,
      expires_at = case when t.state = 'sent' and o.kind in ('download', 'upload')
        then clock_timestamp() + transfer_wait(o.request) else o.expires_at end,
      finished_at = case when t.state in ('done', 'failed') then clock_timestamp() end
    from told t where o.id = t.id and o.device_id = device_in and o.state = (select 'sent')
    returning o.id, o.company_id, o.kind, o.state, o.fault_code, t.verify
  ), noted as (
    insert into device_timeline (company_id, device_id, kind, detail)
    select e.company_id, device_in, 'command.' || e.state,
      jsonb_build_object('commandId', e.id::text, 'kind', e.kind, 'fault', e.fault_code)
    from ended e where e.state in ('done', 'failed') order by e.id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select e.company_id, 'command.changed', device_in, jsonb_build_object('commandId', e.id::text) from ended e order by e.id
  ), verified as (
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select e.company_id, device_in, 'get_parameter_values',
      jsonb_build_object('paths', e.verify, 'verifies', e.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day'
    from ended e where cardinality(e.verify) > 0
  )
  update gateway set expected_reset_until = null where device_id = device_in
    and exists (select from ended e where e.state = 'failed' and e.kind = 'factory_reset');
end $$;

drop function acs_turn(bigint, uuid, text[], text[], text[], boolean[], text[], boolean[], jsonb, jsonb, bigint);
/**
 * What a session has to tell, in one transaction: nobody sees the end of a command without what it read. `news` may hold
 * `credentials` {accepted, interval, fault, hasten}, `ended` [{id, state, result, fault, detail, verify}],
 * `provisioned` {templates, told} and `back`, commands that were marked as sent and never were. Then it marks `next_in`
 * as sent, or takes what waits for a session whose Inform came at `since_in`, or neither. Answers what may be sent: of
 * `next_in` its id alone.
 */
create function acs_turn(
  device_in bigint, holder_in uuid, paths text[], parents text[], values_in text[], valued boolean[], types text[],
  writables boolean[], told jsonb, news jsonb, next_in bigint, since_in timestamptz
) returns table (id bigint, kind text, request jsonb, secret bytea, sent boolean)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  credentials constant jsonb := news->'credentials';
  provisioned constant jsonb := news->'provisioned';
  first boolean := true;
begin
  if provisioned is not null then
    -- Whoever stops a rollout holds it and then wants the rows of its gateways: it comes before them here too.
    perform from provision_rollout r where r.id in (
      select t.rollout_id from device d join provision_trial t on t.company_id = d.company_id and t.device_id = d.id
      where d.id = device_in) order by r.id for update;
  end if;
  -- The device before the gateway and its commands.
  if provisioned is not null or credentials is not null then perform lock_device(device_in); end if;
  if cardinality(paths) > 0 then
    perform acs_apply(device_in, paths, parents, values_in, valued, types, writables, told);
  end if;
  if credentials is not null then
    perform acs_credentials_answered(device_in, (credentials->>'accepted')::boolean, (credentials->>'interval')::int,
      credentials->>'fault', (credentials->>'hasten')::boolean);
  end if;
  if news->'ended' <> '[]' then perform acs_commands_ended(device_in, holder_in, news->'ended'); end if;
  -- After the end of its command: other templates are due by now only where none is open.
  if provisioned is not null then
    perform acs_provision_ended(device_in, provisioned->'templates', provisioned->'told');
  end if;
  if news ? 'back' then
    perform from gateway g where g.device_id = device_in and g.lease_holder = holder_in for no key update;
    if found then
      update device_command c set state = 'waiting', sent_at = null, sends = c.sends - 1
      where c.device_id = device_in and c.state = 'sent' and c.id in (
        select b::bigint from jsonb_array_elements_text(news->'back') b);
    end if;
  end if;
  if next_in is not null then
    return query select next_in, null::text, null::jsonb, null::bytea, true where acs_command_sent(next_in, holder_in);
  elsif since_in is not null then
    for id, kind, request, secret, sent in select * from acs_take_commands(device_in, holder_in, since_in) loop
      -- What comes first goes out now, whatever it is.
      if first and not sent then sent := acs_command_sent(id, holder_in); end if;
      first := false;
      return next;
    end loop;
  end if;
end $$;

/** As in 0043, for the session that has the lease. */
create function acs_provision(device_in bigint, holder_in uuid) returns table (
  templates jsonb, variables jsonb, secrets jsonb, revision text, added jsonb
) language sql stable security definer set search_path = public as $$
  select p.* from gateway g cross join acs_provision(g.device_id) p
  where g.device_id = device_in and g.lease_holder = holder_in $$;

-- Sessions call them through `acs_turn`.
revoke execute on function acs_provision_ended, acs_provision(bigint) from {{login}};
grant execute on function acs_admit, acs_turn, acs_provision(bigint, uuid) to {{login}};
