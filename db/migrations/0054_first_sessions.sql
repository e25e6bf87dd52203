-- What a first session costs: a gateway is taken in with all that its Inform tells, and what follows takes fewer statements.
-- Each statement within a function has a start and an end of its own, which is most of what such a session asks of the
-- database: rows that belong together are written together, and what would change nothing is not begun.

-- ─── A gateway that is taken in ──────────────────────────────────────────────────────────────────────────────────────

-- The first row of a gateway asks for its templates (`device_provision_new`); its first BOOTSTRAP need not ask again.
drop trigger device_provision_reset on device_timeline;
create trigger device_provision_reset after insert on device_timeline for each row
  when (new.kind = 'inform.bootstrap' and not new.detail ? 'first') execute function device_wants_provision();

drop function acs_admit(bigint, text, text, text, text, text, text, inet, text, text, text, timestamptz, jsonb, boolean,
  int, int, jsonb);
/**
 * As in 0048, with the events and the fingerprint of its Inform too: nothing of it is left to tell. `is_given`: its session
 * gives it credentials, which `acs_credentials_setting` keeps; until then it is `setting` and has none that are pending.
 */
create function acs_admit(
  company_in bigint, oui_in text, class_in text, serial_in text, manufacturer_in text, model_in text, how_in text,
  address_in inet, guard_in text, name_in text, username_in text, open_until_in timestamptz, commands_in jsonb,
  registered_only boolean, per_hour int, per_day int, told_in jsonb, facts_in text, events_in jsonb, is_given boolean
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
      first_inform_at, last_boot_at, enrolled_by, credential_state, guard)
    values (company_in,
      coalesce(nullif(name_in, ''), nullif(registered.name, ''), nullif(serial_in, ''), class_in, '-'),
      'smart_cpe', 'cwmp', coalesce(told_in->>'manufacturer', manufacturer_in), oui_in, class_in, serial_in,
      coalesce(told_in->>'modelName', model_in), coalesce(told_in->>'softwareVersion', ''),
      coalesce(told_in->>'hardwareVersion', ''), (told_in->>'ipAddress')::inet, (told_in->>'macAddress')::macaddr,
      told_in->>'root', told_in->>'cwmpVersion', told_in->>'url', now(), case when boot then now() end, how_in,
      case when is_given then 'setting' when how_in = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, guard_in)
    on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
    returning id, msp_id into made, made_msp;
    if made is null then refusal := 'taken'; return next; return; end if;
    insert into device_presence (device_id, company_id, msp_id, last_inform_at) values (made, company_in, made_msp, now());
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
        from jsonb_array_elements(events_in) e where e->>'kind' <> 'periodic'), '[]')) n;
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
  return query select null::text, 1::bigint, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by,
      username_in, null::bytea, null::bytea, facts_in, host(address_in), d.data_model_root, d.periodic_interval, false, true, 0,
      null::bigint, '', null::text
    from device d cross join lateral (select x.code, x.status from company x where x.id = company_in limit 1) c
    where d.id = made;
end $$;

/** As in 0003; who was taken in for it is `setting` already. */
create or replace function acs_credentials_setting(
  device_in bigint, ha1_in bytea, connection_username_in text, connection_password_in bytea
) returns void language plpgsql security definer set search_path = public as $$
begin
  if exists (select from device d where d.id = device_in and d.credential_state <> 'setting') then
    update device set credential_state = 'setting' where id = device_in and state = 'claimed';
  end if;
  update gateway set pending_ha1 = ha1_in, connection_username = connection_username_in,
    pending_connection_password = connection_password_in, unanswered = 0
  where device_id = device_in;
end $$;

-- ─── What a session tells ────────────────────────────────────────────────────────────────────────────────────────────

/** As in 0044; where nothing was read before, nothing is looked for. */
create or replace function forget_untold() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  partial text;
begin
  if not exists (select from device_parameter p where p.device_id = new.device_id and p.read_at < new.sent_at)
    or exists (select from jsonb_array_elements(case when jsonb_typeof(new.result->'failed') = 'array'
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

/** As in 0036, where it changes something. */
create or replace function device_configured() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  s provision_state := case tg_op when 'DELETE' then old else new end;
  now_is text := case when tg_op = 'DELETE' then null
    when s.state = 'failed' and s.problems @> '[{"code": "conflict"}]' then 'conflict'
    when s.state in ('drifted', 'failed') then s.state end;
begin
  if exists (select from device d where d.id = s.device_id and d.configuration is distinct from now_is) then
    update device set configuration = now_is where id = s.device_id and configuration is distinct from now_is;
  end if;
  return null;
end $$;

/** As in 0048. */
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

/** As in 0048, for a device that is held: what is noted is written once. */
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
    if d.periodic_interval is distinct from interval_in or arrives then
      update device set periodic_interval = interval_in, presence = 'online' where id = device_in;
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

/** As in 0048. */
create or replace function acs_commands_ended(device_in bigint, holder_in uuid, ended_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  msp bigint;
  ids bigint[];
begin
  select d.msp_id into msp from device d where d.id = device_in for key share;
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
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select e.company_id, msp, device_in, 'command.' || e.state,
      jsonb_build_object('commandId', e.id::text, 'kind', e.kind, 'fault', e.fault_code)
    from ended e where e.state in ('done', 'failed') order by e.id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select e.company_id, 'command.changed', device_in, jsonb_build_object('commandId', e.id::text) from ended e order by e.id
  )
  select coalesce(array_agg(e.id), '{}') into ids from ended e;
  if ended_in @? '$[*].verify[*]' then
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select o.company_id, device_in, 'get_parameter_values',
      jsonb_build_object('paths', t.verify, 'verifies', o.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day'
    from jsonb_to_recordset(ended_in) as t (id bigint, verify jsonb)
    join device_command o on o.id = t.id and o.id = any (ids)
    where jsonb_array_length(t.verify) > 0;
  end if;
  if ended_in @> '[{"state": "failed"}]' then
    update gateway set expected_reset_until = null where device_id = device_in and exists (
      select from device_command o where o.id = any (ids) and o.state = 'failed' and o.kind = 'factory_reset');
  end if;
end $$;

/** As in 0048. */
create or replace function acs_take_commands(device_in bigint, holder_in uuid, since_in timestamptz) returns table (
  id bigint, kind text, request jsonb, secret bytea, sent boolean
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  before uuid;
  c device_command;
  any_open boolean := false;
begin
  select g.lease_holder into before from gateway g where g.device_id = device_in for update;
  update gateway set lease_holder = holder_in, lease_since = since_in where device_id = device_in
    and (lease_holder is null or lease_holder = holder_in or lease_since < since_in);
  if not found then return; end if;
  -- Found by their device alone: planned while the table is small, a look at what has not expired would read the index of
  -- all that has not, for as long as the plan is kept.
  for c in select * from device_command o where o.device_id = device_in and o.state in ('waiting', 'sent') loop
    any_open := true;
    if c.state = 'sent' and c.kind = 'add_object' then
      update device_command o set state = 'failed', fault_code = 'no_answer', finished_at = clock_timestamp()
      where o.id = c.id and o.state = (select 'sent');
      perform note_command_end(c.id);
    elsif c.state = 'sent' and c.expires_at > now() and (not ends_by_evidence(c.kind)
        or c.result is null and c.sent_at < since_in and c.sends < 3 and before is distinct from holder_in) then
      update device_command o set state = 'waiting', sent_at = null where o.id = c.id and o.state = (select 'sent');
    end if;
  end loop;
  if not any_open then return; end if;
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

/** As in 0043; where all is `settled`, nothing is left that a session was about to add. */
create or replace function acs_provision_ended(device_in bigint, templates_in jsonb, told jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  s provision_state;
  next_state text := told->>'state';
  due jsonb;
begin
  select * into d from device where id = device_in and state = 'claimed' for no key update;
  if d.id is null then return; end if;
  if told ? 'added' then
    delete from provision_object o where o.company_id = d.company_id and o.device_id = device_in
      and not told->'added' @> jsonb_build_array(jsonb_build_object('path', o.path));
    insert into provision_object as o (company_id, device_id, path, table_path, key, template_id, stays)
    select d.company_id, device_in, a->>'path', a->>'table', a->'key', (a->>'templateId')::bigint, (a->>'stays')::boolean
    from jsonb_array_elements(told->'added') a
    on conflict (company_id, device_id, path) do update set table_path = excluded.table_path, key = excluded.key,
      template_id = excluded.template_id, stays = excluded.stays;
  end if;
  if (told->>'settled')::boolean then
    delete from provision_adding where company_id = d.company_id and device_id = device_in;
  end if;
  select * into s from provision_state where device_id = device_in and company_id = d.company_id for update;
  -- What was refused before does not heal by looking.
  if next_state = 'drifted' and s.state = 'failed' then next_state := 'failed'; end if;
  -- What was committed may want a restart before it is in effect.
  if next_state = 'drifted' and s.state = 'unverified' and s.attempts < 5 then next_state := 'unverified'; end if;
  insert into provision_state as p (device_id, company_id, state, revision, drift, problems, unknowable, templates,
    drifted_since, applied_at, attempts, next_at)
  values (device_in, d.company_id, next_state,
    case when next_state in ('applied', 'unverified') then told->>'revision' else coalesce(s.revision, '') end,
    case when next_state in ('drifted', 'failed') then told->'drift' else '[]' end, told->'problems',
    array(select jsonb_array_elements_text(told->'unknowable')), templates_in,
    case when next_state = 'drifted' then coalesce(s.drifted_since, clock_timestamp()) end,
    case when next_state in ('applied', 'unverified') and not (told->>'check')::boolean then clock_timestamp()
      else s.applied_at end,
    case when next_state in ('failed', 'unverified') and s.state = next_state then s.attempts + 1
      when next_state = 'failed' then 1 else 0 end,
    case when next_state = 'failed' and s.state = 'failed' and s.attempts >= 6 then null
      when next_state = 'failed' then clock_timestamp() + interval '5 minutes' * 3 ^ case s.state when 'failed' then s.attempts else 0 end
      when next_state = 'unverified' then clock_timestamp() + interval '30 seconds' * 8 ^ case s.state when 'unverified' then s.attempts else 0 end
      else clock_timestamp() + interval '1 hour'
        * coalesce((select k.check_hours from provision_setting k where k.company_id = d.company_id), 24) end)
  on conflict (company_id, device_id) do update set state = excluded.state, revision = excluded.revision,
    drift = excluded.drift, problems = excluded.problems, unknowable = excluded.unknowable,
    templates = excluded.templates,
    drifted_since = excluded.drifted_since, checked_at = clock_timestamp(), applied_at = excluded.applied_at,
    attempts = excluded.attempts, next_at = excluded.next_at;
  if s.state is distinct from next_state or not (told->>'check')::boolean then
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    values (d.company_id, d.msp_id, device_in, 'provision.' || next_state, jsonb_build_object('changed', told->'changed'));
  end if;
  if next_state in ('applied', 'failed') then perform trial_ended(d.company_id, device_in, templates_in, next_state); end if;
  due := provision_due_of(device_in);
  if due = '[]' and not provision_added(device_in) then
    delete from provision_state where device_id = device_in and company_id = d.company_id;
  elsif due <> templates_in then
    perform queue_provision(array[device_in], false);
  end if;
  insert into live_event (company_id, kind, subject_id, data) values (d.company_id, 'device.changed', device_in, '{}');
end $$;

drop function acs_turn(bigint, uuid, text[], text[], text[], boolean[], text[], boolean[], jsonb, jsonb, bigint,
  timestamptz);
drop function acs_provision(bigint, uuid);
revoke execute on function acs_provision_adding from {{login}};
/**
 * As in 0048, with what the session is `adding` for templates too; or answers, as `request` of one row, what they want of the
 * gateway (`acs_provision`), and what a session before was about to add.
 */
create function acs_turn(
  device_in bigint, holder_in uuid, paths text[], parents text[], values_in text[], valued boolean[], types text[],
  writables boolean[], told jsonb, news jsonb, next_in bigint, since_in timestamptz, templates_in boolean
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
    perform acs_apply(device_in, paths, parents, values_in, valued, types, writables,
      -- Below, with all else that an accepted interval changes.
      case when (credentials->>'accepted')::boolean then told - 'periodicInterval' else told end);
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
  if news ? 'adding' then perform acs_provision_adding(device_in, holder_in, news->'adding'); end if;
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
  elsif templates_in then
    return query select null::bigint, 'templates'::text, to_jsonb(p) || jsonb_build_object('adding', coalesce((
        select a.objects from provision_adding a where (a.company_id, a.device_id) = (g.company_id, g.device_id)), '[]')),
        null::bytea, true
      from gateway g cross join lateral acs_provision(g.device_id) p
      where g.device_id = device_in and g.lease_holder = holder_in;
  elsif since_in is not null then
    for id, kind, request, secret, sent in select * from acs_take_commands(device_in, holder_in, since_in) loop
      -- What comes first goes out now, whatever it is.
      if first and not sent then sent := acs_command_sent(id, holder_in); end if;
      first := false;
      return next;
    end loop;
  end if;
end $$;

grant execute on function acs_admit, acs_turn to {{login}};
