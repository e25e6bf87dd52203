/**
 * Adds devices that have no owner. `made` and `msps` by position, null where another gateway of that identity
 * was first.
 */
create or replace function admit_devices(
  company_in bigint, came gateway_arrival[], registered bigint[], registered_names text[], out made bigint[], out msps bigint[]
) language plpgsql set search_path = public as $$
#variable_conflict use_column
begin
  with added as (
    insert into device (company_id, name, type, driver, manufacturer, oui, product_class, serial_number, model_name,
      software_version, hardware_version, ip_address, mac_address, data_model_root, cwmp_version, connection_request_url,
      first_inform_at, last_boot_at, enrolled_by, credential_state, guard, presence)
    select company_in,
      coalesce(nullif(a.name, ''), nullif(registered_names[a.n], ''), nullif(a.serial, ''), a.class, '-'),
      'smart_cpe', 'cwmp', coalesce(a.reported->>'manufacturer', a.manufacturer), a.oui, a.class, a.serial,
      coalesce(a.reported->>'modelName', a.model), coalesce(a.reported->>'softwareVersion', ''),
      coalesce(a.reported->>'hardwareVersion', ''), (a.reported->>'ipAddress')::inet, (a.reported->>'macAddress')::macaddr,
      a.reported->>'root', a.reported->>'cwmpVersion', a.reported->>'url', now(),
      case when a.events @? '$[*] ? (@.kind == "boot" || @.kind == "bootstrap")' then now() end, a.how,
      case when a.is_given then 'setting' when a.how = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, a.guard,
      case when a.overdue_seconds is null then 'unknown' else 'online' end
    from unnest(came) a where not a.registered_only or registered[a.n] is not null order by a.oui, a.class, a.serial, a.n
    on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
    returning id, msp_id, oui, product_class, serial_number
  )
  select array_agg(d.id order by a.n), array_agg(d.msp_id order by a.n) into made, msps
  from (select c.*, row_number() over (partition by c.oui, lower(c.class), lower(c.serial) order by c.n) as turn
    from unnest(came) c) a
  left join added d on a.turn = 1 and d.oui = a.oui and d.product_class = a.class and d.serial_number = a.serial;
end $$;

/**
 * Creates everything that belongs to a gateway for new devices: presence, credentials, first commands,
 * timeline, audit and live events; counts them. @returns how many the company has admitted in this hour, null
 * if none was new
 */
create or replace function admit_gateways(
  company_in bigint, came gateway_arrival[], made bigint[], msps bigint[], registered bigint[], this_hour timestamptz
) returns int language plpgsql set search_path = public as $$
#variable_conflict use_column
declare
  hour_count int;
begin
  with here as materialized (
    select a.*, made[a.n] as id, msps[a.n] as msp from unnest(came) a where made[a.n] is not null
  ), awaited as (
    insert into device_presence (device_id, company_id, msp_id, last_inform_at, due_at)
    select h.id, company_in, h.msp, now(), now() + make_interval(secs => h.overdue_seconds) from here h
  ), known as (
    insert into gateway (device_id, company_id, username, last_address, open_until, facts, parameter_key)
    select h.id, company_in, h.username, h.address, h.open_until, h.facts, h.reported->>'parameterKey' from here h
  ), matched as (
    update pre_registration set state = 'matched' where id = any (registered) and id in (
      select registered[h.n] from here h)
  ), found as (
    delete from gateway_pool p using here h
    where p.oui = h.oui and p.product_class = h.class and p.serial_number = h.serial
  ), asked as (
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select company_in, h.id, c.command->>'kind', c.command->'request', now() + interval '7 days'
    from here h cross join lateral jsonb_array_elements(h.commands) with ordinality c (command, place)
    order by h.n, c.place
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select company_in, h.msp, h.id, l.line->>0, l.line->1
    from here h cross join lateral jsonb_array_elements(
      jsonb_build_array(jsonb_build_array('claimed', jsonb_build_object('by', h.how)))
      || case h.guard when 'duplicate' then
        '[["guard.duplicate", {"because": "placeholder_serial"}]]'::jsonb else '[]' end
      || coalesce((select jsonb_agg(jsonb_build_array('inform.' || (e->>'kind'),
          jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey')
          || case e->>'kind' when 'bootstrap' then '{"first": true}'::jsonb else '{}' end))
        from jsonb_array_elements(h.events) e where e->>'kind' <> 'periodic'), '[]')
      || case when h.overdue_seconds is null then '[]' else '[["online", {}]]'::jsonb end)
      with ordinality l (line, place)
    order by h.n, l.place
  ), audited as (
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    select company_in, 'gateway.enrolled', 'device', h.id::text,
      jsonb_build_object('serialNumber', h.serial, 'oui', h.oui, 'by', h.how, 'address', host(h.address))
    from here h order by h.n
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_in, l.kind, h.id, l.data from here h cross join lateral (values
      (true, 'device.added', '{}'::jsonb), (h.overdue_seconds is not null, 'device.presence', '{"presence": "online"}')
    ) l (wanted, kind, data) where l.wanted order by h.n
  )
  insert into enrolment_tally as t (company_id, hour, enrolled)
  select company_in, this_hour, count(*) from here having count(*) > 0
  on conflict (company_id, hour) do update set enrolled = t.enrolled + excluded.enrolled returning t.enrolled
  into hour_count;
  return hour_count;
end $$;

/** Writes to the audit log, once an hour, that a company admits no more gateways. */
create or replace function note_enrolment_limit(company_in bigint, this_hour timestamptz, address_in inet) returns void
  language plpgsql set search_path = public as $$
declare
  hour_count int;
  day_count bigint;
  unreported boolean;
  described jsonb;
begin
  insert into enrolment_tally (company_id, hour) values (company_in, this_hour) on conflict do nothing;
  select t.enrolled, t.reported_at is null into hour_count, unreported from enrolment_tally t
    where t.company_id = company_in and t.hour = this_hour for update;
  select sum(t.enrolled) into day_count from enrolment_tally t
    where t.company_id = company_in and t.hour > now() - interval '24 hours';
  if unreported then
    update enrolment_tally t set reported_at = now() where t.company_id = company_in and t.hour = this_hour;
    select jsonb_build_object('company', c.name, 'thisHour', hour_count, 'lastDay', day_count,
        'address', host(address_in))
      into described from company c where c.id = company_in;
    perform note_audit(c.id, 'enrolment.limit_reached', 'company', company_in::text, described)
      from company c where c.kind = 'op' or c.id = company_in;
  end if;
end $$;

/**
 * Admits gateways to one company. `registered_only`: a gateway that is not pre-registered `waits`.
 * `is_given`: its session gives it credentials of its own. `overdue_seconds`: its session sets its Inform
 * interval, and it is offline after that time without an Inform; until that time it is online, as its Inform
 * has just arrived. Null: when it is overdue is unknown.
 * @throws NW001 if the company has used up its devices, NW003 if a batch exceeds what the company admits:
 *   none of the batch is admitted; retry each alone.
 */
create or replace function acs_admits(company_in bigint, arrivals jsonb, per_hour int, per_day int) returns table (
  n int, refusal text, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_announced text, measures boolean
) language plpgsql security definer
set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  came constant gateway_arrival[] := array(select a from jsonb_populate_recordset(null::gateway_arrival, arrivals) a order by a.n);
  registered bigint[];
  registered_names text[];
  -- By position; null if refused.
  made bigint[];
  msps bigint[];
  this_hour constant timestamptz := date_trunc('hour', now());
  day_count bigint;
  hour_count int;
  full_up boolean := false;
begin
  select array_agg(r.id order by a.n), array_agg(r.name order by a.n) into registered, registered_names
  from unnest(came) a left join lateral (
    select r.id, r.name from pre_registration r
    where r.company_id = company_in and r.serial_number = a.serial
      and registration_fits(r, a.oui, a.class, a.serial, a.model) order by r.id limit 1) r on true;

  -- Cheap check without a lock, so that hopeless callers cost little. The real count comes last, since it
  -- blocks the rest of the company.
  select coalesce(max(t.enrolled) filter (where t.hour = this_hour), 0), coalesce(sum(t.enrolled), 0)
    into hour_count, day_count from enrolment_tally t
    where t.company_id = company_in and t.hour > now() - interval '24 hours';
  full_up := (hour_count >= per_hour or day_count >= per_day) and exists (
    select from unnest(came) a where not a.registered_only or registered[a.n] is not null);
  if not full_up then
  begin
    select a.made, a.msps into made, msps from admit_devices(company_in, came, registered, registered_names) a;
    hour_count := admit_gateways(company_in, came, made, msps, registered, this_hour);
    select sum(t.enrolled) into day_count from enrolment_tally t
      where t.company_id = company_in and t.hour > now() - interval '24 hours';
    if hour_count > per_hour or day_count > per_day then raise exception 'full' using errcode = 'NW003'; end if;
  exception when sqlstate 'NW003' then
    if cardinality(came) > 1 then raise; end if;
    full_up := true;
    made := array[null::bigint];
  end;
  end if;

  if full_up then perform note_enrolment_limit(company_in, this_hour, came[1].address); end if;
  return query select a.n, case when d.id is not null then null
        when a.registered_only and registered[a.n] is null then 'waits' when full_up then 'limit' else 'taken' end,
      d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, a.username, null::bytea, null::bytea,
      a.facts, host(a.address), d.data_model_root, d.periodic_interval, false, true, 0, null::bigint, '', null::text, null::boolean
    from unnest(came) a
    left join lateral (select * from device k where k.id = made[a.n] limit 1) d on true
    cross join lateral (select x.code, gateway_company_status(x.status, x.kind, x.products) as status
      from company x where x.id = company_in limit 1) c;
end $$;

grant execute on function acs_admits to {{login}};
