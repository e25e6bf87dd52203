-- What a first session costs, once more: the row of a device has some thirty indexes, and is written once.

drop function acs_admit(bigint, text, text, text, text, text, text, inet, text, text, text, timestamptz, jsonb, boolean,
  int, int, jsonb, text, jsonb, boolean);
/**
 * As in 0054. `overdue_seconds`: its session tells it how often to call in, and after that time without an Inform it is
 * offline; until then it is online, as its Inform has just come. Null: nobody will know when it is overdue.
 */
create function acs_admit(
  company_in bigint, oui_in text, class_in text, serial_in text, manufacturer_in text, model_in text, how_in text,
  address_in inet, guard_in text, name_in text, username_in text, open_until_in timestamptz, commands_in jsonb,
  registered_only boolean, per_hour int, per_day int, told_in jsonb, facts_in text, events_in jsonb, is_given boolean,
  overdue_seconds double precision
) returns table (
  refusal text, n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_told text
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  made bigint;
  made_msp bigint;
  boot constant boolean := events_in @? '$[*] ? (@.kind == "boot" || @.kind == "bootstrap")';
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
      software_version, hardware_version, ip_address, mac_address, data_model_root, cwmp_version, connection_request_url,
      first_inform_at, last_boot_at, enrolled_by, credential_state, guard, presence)
    values (company_in,
      coalesce(nullif(name_in, ''), nullif(registered.name, ''), nullif(serial_in, ''), class_in, '-'),
      'smart_cpe', 'cwmp', coalesce(told_in->>'manufacturer', manufacturer_in), oui_in, class_in, serial_in,
      coalesce(told_in->>'modelName', model_in), coalesce(told_in->>'softwareVersion', ''),
      coalesce(told_in->>'hardwareVersion', ''), (told_in->>'ipAddress')::inet, (told_in->>'macAddress')::macaddr,
      told_in->>'root', told_in->>'cwmpVersion', told_in->>'url', now(), case when boot then now() end, how_in,
      case when is_given then 'setting' when how_in = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, guard_in,
      case when overdue_seconds is null then 'unknown' else 'online' end)
    on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
    returning id, msp_id into made, made_msp;
    if made is null then refusal := 'taken'; return next; return; end if;
    insert into device_presence (device_id, company_id, msp_id, last_inform_at, due_at)
    values (made, company_in, made_msp, now(), now() + make_interval(secs => overdue_seconds));
    insert into gateway (device_id, company_id, username, last_address, open_until, facts, parameter_key)
    values (made, company_in, username_in, address_in, open_until_in, facts_in, told_in->>'parameterKey');
    if registered.id is not null then
      update pre_registration set state = 'matched' where id = registered.id;
    end if;
    delete from gateway_pool p where p.oui = oui_in and p.product_class = class_in and p.serial_number = serial_in;
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select company_in, made, c->>'kind', c->'request', now() + interval '7 days'
    from jsonb_array_elements(commands_in) c;
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select company_in, made_msp, made, n->>0, n->1 from jsonb_array_elements(
      jsonb_build_array(jsonb_build_array('claimed', jsonb_build_object('by', how_in)))
      || case guard_in when 'duplicate' then
        '[["guard.duplicate", {"because": "placeholder_serial"}]]'::jsonb else '[]' end
      || coalesce((select jsonb_agg(jsonb_build_array('inform.' || (e->>'kind'),
          jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey')
          || case e->>'kind' when 'bootstrap' then '{"first": true}'::jsonb else '{}' end))
        from jsonb_array_elements(events_in) e where e->>'kind' <> 'periodic'), '[]')
      || case when overdue_seconds is null then '[]' else '[["online", {}]]'::jsonb end) n;
    perform note_audit(company_in, 'gateway.enrolled', 'device', made::text,
      jsonb_build_object('serialNumber', serial_in, 'oui', oui_in, 'by', how_in, 'address', host(address_in)));
    insert into live_event (company_id, kind, subject_id, data)
    select company_in, n.kind, made, n.data from (values
      (true, 'device.added', '{}'::jsonb), (overdue_seconds is not null, 'device.presence', '{"presence": "online"}')
    ) n (wanted, kind, data) where n.wanted;
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
  return query select null::text, 1::bigint, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by,
      username_in, null::bytea, null::bytea, facts_in, host(address_in), d.data_model_root, d.periodic_interval, false, true, 0,
      null::bigint, '', null::text
    from device d cross join lateral (select x.code, x.status from company x where x.id = company_in limit 1) c
    where d.id = made;
end $$;

/** It takes no interval: when it is overdue is not known, as far as none was known before. */
create function acs_interval_refused(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  company bigint;
begin
  perform lock_device(device_in);
  update device set presence = 'unknown'
  where id = device_in and state = 'claimed' and periodic_interval is null and presence <> 'unknown'
  returning company_id into company;
  if company is null then return; end if;
  update device_presence set due_at = null where device_id = device_in;
  perform note_live(company, 'device.presence', device_in, '{"presence": "unknown"}');
end $$;

/** As in 0054, without touching the presence of who is online. */
create or replace function acs_credentials_answered(
  device_in bigint, accepted_in boolean, interval_in int, fault_in text, hasten boolean
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  what text := case when accepted_in then 'credentials.set' else 'credentials.refused' end;
  told text;
  arrives boolean;
begin
  select * into d from device where id = device_in and state = 'claimed' for no key update;
  -- Answered before, or proved by now: nothing is left to note.
  if d.id is null or not exists (select 1 from gateway where device_id = device_in and pending_ha1 is not null) then
    return;
  end if;
  select t.kind into told from (select * from device_timeline where device_id = device_in order by id desc limit 200) t
    where t.at > now() - interval '1 hour' and t.kind in (
      'credentials.set', 'credentials.refused', 'credentials.proved', 'inform.boot', 'inform.bootstrap')
    order by t.id desc limit 1;
  arrives := accepted_in and interval_in is not null and d.presence <> 'online';
  if not accepted_in then
    update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
    update device set credential_state = case when exists
        (select 1 from gateway g where g.device_id = device_in and g.ha1 is not null) then 'own'
      when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    where id = device_in;
  elsif interval_in is not null then
    if arrives then
      update device set periodic_interval = interval_in, presence = 'online' where id = device_in;
    elsif d.periodic_interval is distinct from interval_in then
      -- Alone it changes no index, of which the row has some thirty.
      update device set periodic_interval = interval_in where id = device_in;
    end if;
    update device_presence set due_at = last_inform_at + make_interval(secs => interval_in * 2.5)
    where device_id = device_in and due_at is distinct from last_inform_at + make_interval(secs => interval_in * 2.5);
  end if;
  if arrives or told is distinct from what then
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select d.company_id, d.msp_id, device_in, n.kind, n.detail from (values
      (arrives, 'online', '{}'::jsonb),
      (told is distinct from what, what,
        case when accepted_in then '{}' else jsonb_build_object('fault', fault_in) end)) n (wanted, kind, detail)
    where n.wanted;
  end if;
  if told is distinct from what and accepted_in and hasten and d.connection_request_url is not null then
    -- A worker that is killed over it leaves it to the next one; the job does nothing once they are proved.
    perform graphile_worker.add_job('device.connect',
      json_build_object('companyId', d.company_id::text, 'deviceId', device_in::text, 'untilProved', true),
      job_key := 'device.connect:' || device_in, run_at := now() + interval '3 seconds', max_attempts := 5);
  end if;
  insert into live_event (company_id, kind, subject_id, data)
  select d.company_id, n.kind, device_in, n.data from (values
    (arrives, 'device.presence', '{"presence": "online"}'::jsonb), (true, 'device.changed', '{}')) n (wanted, kind, data)
  where n.wanted;
end $$;

/** As in 0054; the first read of a gateway finds no row that it could change. */
create or replace function acs_apply(
  device_in bigint, paths text[], parents text[], values_in text[], valued boolean[], types text[], writables boolean[],
  told jsonb
) returns void language plpgsql security definer set search_path = public as $$
declare
  few constant int := 40;
  d device;
  known text[];
  fresh boolean;
begin
  fresh := not exists (select from device_parameter where device_id = device_in offset few);
  -- What tells of the device itself changes its rows; and who holds them is alone in adding to the parameters.
  if told <> '{}' or fresh then perform lock_device(device_in); end if;
  select * into d from device where id = device_in and state = 'claimed' for key share;
  if d.id is null then return; end if;
  if fresh then
    known := array(select path from device_parameter where device_id = device_in limit few + 1);
    fresh := cardinality(known) <= few;
  end if;
  -- Nobody has to look for each row once more that is not there yet.
  if fresh then
    insert into device_parameter (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
    select d.company_id, device_in, k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
      case when k.valued then now() end
    from (select distinct on (u.path) u.* from unnest(paths, parents, values_in, valued, types, writables)
        as u (path, parent, value, valued, type, writable) order by u.path, u.valued desc) k
    where k.path <> all (known);
  end if;
  if not fresh or known && paths then
    insert into device_parameter as p (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
    select d.company_id, device_in, k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
      case when k.valued then now() end
    from (select distinct on (u.path) u.* from unnest(paths, parents, values_in, valued, types, writables)
        as u (path, parent, value, valued, type, writable) order by u.path, u.valued desc) k
    where not fresh or k.path = any (known)
    on conflict (device_id, path) do update set
      value = case when excluded.read_at is null then p.value else excluded.value end,
      read_at = coalesce(excluded.read_at, p.read_at),
      type = coalesce(excluded.type, p.type),
      writable = coalesce(excluded.writable, p.writable)
    -- A name that is told again tells nothing.
    where excluded.read_at is not null or p.type is distinct from coalesce(excluded.type, p.type)
      or p.writable is distinct from coalesce(excluded.writable, p.writable);
  end if;
  if told = '{}' then return; end if;
  if (coalesce(told->>'manufacturer', d.manufacturer), coalesce(told->>'modelName', d.model_name),
      coalesce(told->>'softwareVersion', d.software_version), coalesce(told->>'hardwareVersion', d.hardware_version),
      coalesce((told->>'ipAddress')::inet, d.ip_address), coalesce((told->>'macAddress')::macaddr, d.mac_address))
    is distinct from (d.manufacturer, d.model_name, d.software_version, d.hardware_version, d.ip_address, d.mac_address)
  then
    update device set
      manufacturer = coalesce(told->>'manufacturer', manufacturer),
      model_name = coalesce(told->>'modelName', model_name),
      software_version = coalesce(told->>'softwareVersion', software_version),
      hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
      ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
      mac_address = coalesce((told->>'macAddress')::macaddr, mac_address)
    where id = device_in;
  end if;
  if (told->>'periodicInterval')::int is distinct from d.periodic_interval then
    perform expect_informs(device_in, (told->>'periodicInterval')::int);
  end if;
  insert into live_event (company_id, kind, subject_id, data) values (d.company_id, 'device.changed', device_in, '{}');
end $$;

grant execute on function acs_admit, acs_interval_refused to {{login}};
