-- Concurrent Informs share one statement: after a power cut all gateways start at once. Array entries at the
-- same index belong to one gateway. Rows are found by `= any` of known keys: plans are cached, and one made
-- while a table is small would scan all of it.

/** The timeline entries of an Inform: its events and changes of presence, versions and address. */
create or replace function inform_entries(
  device_in bigint, reported jsonb, events jsonb, informed_before timestamptz, presence_before text, next_presence text,
  software_before text, hardware_before text, address_before inet
) returns table (place int, kind text, detail jsonb) language sql stable as $$
  select e.place::int, 'inform.' || (e.event->>'kind') as kind,
    jsonb_build_object('code', e.event->>'code', 'commandKey', e.event->>'commandKey') as detail
  from jsonb_array_elements(events) with ordinality e (event, place) where e.event->>'kind' <> 'periodic'
    -- The previous session failed after its Inform was accepted: its events are repeats (TR-069 3.2.1.1), not
    -- new.
    and not (coalesce((reported->>'retried')::boolean, false) and exists (
      select from (select k.* from device_timeline k where k.device_id = device_in order by k.id desc limit 50) t
      where t.kind = 'inform.' || (e.event->>'kind') and t.detail->>'code' = e.event->>'code'
        and t.detail->>'commandKey' = e.event->>'commandKey' and t.at >= informed_before - interval '2 seconds'))
  union all select 100, next_presence, '{}' where next_presence <> presence_before
  union all select 101, 'changed', c.changes from (
    select case when software_before <> '' and reported->>'softwareVersion' <> software_before then
        jsonb_build_object('softwareVersion', jsonb_build_array(software_before, reported->>'softwareVersion'))
        else '{}' end
      || case when hardware_before <> '' and reported->>'hardwareVersion' <> hardware_before then
        jsonb_build_object('hardwareVersion', jsonb_build_array(hardware_before, reported->>'hardwareVersion'))
        else '{}' end
      || case when address_before is not null and (reported->>'ipAddress')::inet <> address_before then
        jsonb_build_object('ipAddress', jsonb_build_array(host(address_before), reported->>'ipAddress'))
        else '{}' end as changes) c where c.changes <> '{}' $$;

/** These gateways were asked to restart: their open reboots and factory resets are done. */
create or replace function acs_restarted(started bigint[], devices bigint[], ats timestamptz[]) returns void
  language plpgsql set search_path = public as $$
begin
  with resolved as (
    update device_command c set state = 'done', finished_at = u.at,
      result = coalesce(c.result, '{}') || jsonb_build_object('kind', c.kind, 'seen', true)
    from unnest(devices, ats) u (device, at)
    where c.device_id = any (started) and c.device_id = u.device and c.kind in ('reboot', 'factory_reset')
      -- A requeued command was sent before: this is the restart it requested.
      and c.state in ('waiting', 'sent') and (c.state = 'sent' or c.sends > 0)
    returning c.id, c.company_id, c.device_id, c.kind
  ), noted as (
    insert into device_timeline (company_id, device_id, kind, detail)
    select r.company_id, r.device_id, 'command.done', jsonb_build_object('commandId', r.id::text, 'kind', r.kind)
    from resolved r
  )
  insert into live_event (company_id, kind, subject_id, data)
  select r.company_id, 'command.changed', r.device_id, jsonb_build_object('commandId', r.id::text) from resolved r;
end $$;

/** A ParameterKey that this ACS did not set shows that another one configures the gateway. */
create or replace function acs_parameter_keys(
  devices bigint[], ats timestamptz[], reports jsonb[], eventses jsonb[], guards text[]
) returns void language plpgsql set search_path = public as $$
declare
  rekeyed record;
begin
  for rekeyed in
    select u.device, u.at, u.reported->>'parameterKey' as key, g.company_id, g.parameter_key as before,
      (u.reported->>'keyOurs')::boolean or u.events @> '[{"kind": "bootstrap"}]' as is_ours
    from unnest(devices, ats, reports, eventses, guards) u (device, at, reported, events, guard)
    cross join lateral (select k.company_id, k.parameter_key from gateway k where k.device_id = u.device limit 1) g
    where u.guard <> 'released' and u.reported->>'parameterKey' is not null
      and g.parameter_key is distinct from u.reported->>'parameterKey'
    order by u.device
  loop
    update gateway set parameter_key = rekeyed.key where device_id = rekeyed.device;
    if rekeyed.is_ours then
      update device set foreign_key = null, foreign_key_at = null
      where id = rekeyed.device and foreign_key is not null;
    elsif rekeyed.before is not null then
      update device set foreign_key = rekeyed.key, foreign_key_at = rekeyed.at where id = rekeyed.device;
      perform note_timeline(rekeyed.company_id, rekeyed.device, 'parameter_key.foreign',
        jsonb_build_object('key', rekeyed.key));
      perform note_live(rekeyed.company_id, 'device.changed', rekeyed.device, '{}');
      if exists (select from provision_templates(rekeyed.device)) then
        perform queue_provision(array[rekeyed.device], true);
      end if;
    end if;
  end loop;
end $$;

/**
 * Stores what Informs report about their gateways: for each, `told` about the device and [{kind, code,
 * commandKey}] in `eventses`. `due` null: the overdue time is unknown; use the wait after the previous
 * Inform, if there was one. A gateway whose rows are locked elsewhere is `busy` and skipped, unless it alone
 * `waits`.
 * @returns the resulting guard, or `released`
 */
create or replace function acs_informs(
  devices bigint[], ats timestamptz[], dues timestamptz[], factses text[], reports jsonb[], eventses jsonb[], waits boolean
) returns table (n int, guard text) language plpgsql security definer
set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  guards text[];
  flipping bigint[];
  started bigint[];
begin
  devices := hold_gateways(devices, devices, waits);
  return query select u.n::int, 'busy'::text from unnest(devices) with ordinality u (device, n) where u.device is null;

  with was as materialized (
    select u.*, d.*, g.*, e.*, case when u.due is null and d.presence <> 'overdue' then d.presence else 'online' end as next_presence,
      -- A unit has one address at a time: two addresses that alternate without a boot in between are two
      -- units.
      g.last_address is not null and g.last_address <> (u.reported->>'address')::inet and not e.boot as moved
    from unnest(devices, ats, dues, factses, reports, eventses) with ordinality u (id, at, due, facts, reported, events, n)
    cross join lateral (select k.company_id, k.msp_id, k.guard, k.presence, k.software_version, k.hardware_version, k.ip_address
      from device k where k.id = u.id and k.state = 'claimed' limit 1) d
    cross join lateral (select k.facts as facts_before, k.last_address, k.address_flips,
        k.flips_since is null or k.flips_since < u.at - interval '10 minutes' as first_flip,
        (select p.last_inform_at from device_presence p where p.device_id = u.id limit 1) as informed_before
      from gateway k where k.device_id = u.id limit 1) g
    cross join lateral (select u.events @? '$[*] ? (@.kind == "boot" || @.kind == "bootstrap")' as boot,
      u.events @? '$[*] ? (@.kind == "method" && @.code like_regex "^M.*Reboot$" flag "i")' as rebooted) e
  ), changed as (
    update device d set
      manufacturer = coalesce(w.reported->>'manufacturer', d.manufacturer),
      model_name = coalesce(w.reported->>'modelName', d.model_name),
      software_version = coalesce(w.reported->>'softwareVersion', d.software_version),
      hardware_version = coalesce(w.reported->>'hardwareVersion', d.hardware_version),
      ip_address = coalesce((w.reported->>'ipAddress')::inet, d.ip_address),
      mac_address = coalesce((w.reported->>'macAddress')::macaddr, d.mac_address),
      data_model_root = coalesce(w.reported->>'root', d.data_model_root),
      cwmp_version = coalesce(w.reported->>'cwmpVersion', d.cwmp_version),
      connection_request_url = coalesce(w.reported->>'url', d.connection_request_url),
      first_inform_at = coalesce(d.first_inform_at, w.at),
      last_boot_at = case when w.boot then w.at else d.last_boot_at end,
      presence = w.next_presence
    from was w where d.id = any (devices) and d.id = w.id
  ), seen as (
    insert into device_presence as p (device_id, company_id, msp_id, last_inform_at, due_at)
    select w.id, w.company_id, w.msp_id, w.at, w.due from was w
    on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, excluded.last_inform_at),
      due_at = coalesce(excluded.due_at, excluded.last_inform_at + overdue_after(p)), overdue = false
  ), met as (
    update gateway g set
      facts = w.facts,
      last_address = (w.reported->>'address')::inet,
      address_flips = case when not w.moved then g.address_flips when w.first_flip then 1 else g.address_flips + 1 end,
      flips_since = case when w.moved and w.first_flip then w.at else g.flips_since end
    from was w where g.device_id = any (devices) and g.device_id = w.id
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select w.company_id, w.msp_id, w.id, l.kind, l.detail
    from was w cross join lateral inform_entries(w.id, w.reported, w.events, w.informed_before, w.presence, w.next_presence,
      w.software_version, w.hardware_version, w.ip_address) l
    order by w.id, l.place
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select w.company_id, l.kind, w.id, l.data from was w cross join lateral (values
      (w.next_presence <> w.presence, 'device.presence', jsonb_build_object('presence', w.next_presence)),
      (w.facts <> w.facts_before or w.boot, 'device.changed', '{}')) l (wanted, kind, data)
    where l.wanted
  )
  select array_agg(coalesce(w.guard, 'released') order by u.n),
      array_agg(w.id) filter (where w.guard = 'none'
        and case when not w.moved then w.address_flips when w.first_flip then 1 else w.address_flips + 1 end >= 4),
      array_agg(w.id) filter (where w.boot or w.rebooted)
    into guards, flipping, started
  from generate_subscripts(devices, 1) u (n) left join was w on w.n = u.n;
  perform acs_guard(f, 'duplicate', 'two_sources') from unnest(flipping) f;
  if started is not null then perform acs_restarted(started, devices, ats); end if;

  perform acs_parameter_keys(devices, ats, reports, eventses, guards);
  return query select u.n::int, case when u.device = any (flipping) then 'duplicate' else u.guard end
    from unnest(devices, guards) with ordinality u (device, guard, n) where u.device is not null;
end $$;

grant execute on function acs_informs to {{login}};
