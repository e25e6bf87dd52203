-- Concurrently waiting gateways take their turns in one statement: the fixed cost per statement is most of a
-- session's cost. Array entries at the same index belong to one gateway. Rows are found by `= any` of known
-- keys: plans are cached, and one made while a table is small would scan all of it.

/** The companies that claim these devices; null if none does. */
create or replace function companies_of(devices bigint[]) returns bigint[] language sql stable set search_path = public as $$
  select array_agg(d.company_id order by u.n) from unnest(devices) with ordinality u (device, n)
  left join lateral (select k.company_id from device k where k.id = u.device and k.state = 'claimed' limit 1) d on true $$;

/**
 * Locks the rows of gateways, the device before the gateway and its commands; for those in `written`, more
 * than the queue is written.
 * @returns the gateways, with null for each whose rows are locked elsewhere, unless it `waits`
 */
create or replace function hold_gateways(devices bigint[], written bigint[], waits boolean) returns bigint[]
  language plpgsql set search_path = public as $$
declare
  held bigint[];
begin
  if waits then
    perform lock_device(d) from unnest(written) d;
    perform from device d where d.id = any (devices) and d.id <> all (written) for key share;
    perform from gateway g where g.device_id = any (devices) for no key update;
    return devices;
  end if;
  held := array(select d.id from device_presence p join device d on d.id = p.device_id
    where p.device_id = any (written) and d.id = any (written)
    for update of p skip locked for no key update of d skip locked);
  held := held || array(select d.id from device d where d.id = any (devices) and d.id <> all (written)
    for key share skip locked);
  held := array(select g.device_id from gateway g where g.device_id = any (held) for no key update skip locked);
  return array(select case when u.device = any (held) then u.device end
    from unnest(devices) with ordinality u (device, n) order by u.n);
end $$;

/**
 * Stores what was read; a row belongs to `devices[owner]`, and each path occurs once. `tolds` is the part
 * that describes the devices themselves; their rows are locked, so that no other session adds to their
 * parameters.
 */
create or replace function acs_apply(
  devices bigint[], reports jsonb[], owners int[], paths text[], parents text[], values_in text[], valued boolean[],
  types text[], writables boolean[]
) returns void language plpgsql set search_path = public as $$
declare
  few constant int := 40;
  companies constant bigint[] := companies_of(devices);
  fresh constant boolean[] := array(
    select case when u.device is not null then
      not exists (select from device_parameter p where p.device_id = u.device offset few) end
    from unnest(devices) with ordinality u (device, n) order by u.n);
  known_devices bigint[];
  known_paths text[];
begin
  select array_agg(p.device_id), array_agg(p.path) into known_devices, known_paths from device_parameter p
    where p.device_id = any (array(select u.device from unnest(devices, fresh) u (device, fresh) where u.fresh));
  -- Saves a second lookup for each row that does not exist yet.
  if true = any (fresh) then
    insert into device_parameter (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
    select companies[k.owner], devices[k.owner], k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
      case when k.valued then now() end
    from unnest(owners, paths, parents, values_in, valued, types, writables)
      as k (owner, path, parent, value, valued, type, writable)
    where companies[k.owner] is not null and fresh[k.owner] and (devices[k.owner], k.path) not in (
      select * from unnest(known_devices, known_paths));
  end if;
  if false = any (fresh) or known_devices is not null then
    insert into device_parameter as p (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
    select companies[k.owner], devices[k.owner], k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
      case when k.valued then now() end
    from unnest(owners, paths, parents, values_in, valued, types, writables)
      as k (owner, path, parent, value, valued, type, writable)
    where companies[k.owner] is not null and (not fresh[k.owner] or (devices[k.owner], k.path) in (
      select * from unnest(known_devices, known_paths)))
    -- The same lock order as every other writer of several rows.
    order by devices[k.owner], k.path collate "C"
    on conflict (device_id, path) do update set
      value = case when excluded.read_at is null then p.value else excluded.value end,
      read_at = coalesce(excluded.read_at, p.read_at),
      type = coalesce(excluded.type, p.type),
      writable = coalesce(excluded.writable, p.writable)
    -- A repeated name adds nothing.
    where excluded.read_at is not null or p.type is distinct from coalesce(excluded.type, p.type)
      or p.writable is distinct from coalesce(excluded.writable, p.writable);
  end if;
  if not '{}'::jsonb <> any (reports) then return; end if;
  update device d set
    manufacturer = coalesce(u.reported->>'manufacturer', d.manufacturer),
    model_name = coalesce(u.reported->>'modelName', d.model_name),
    software_version = coalesce(u.reported->>'softwareVersion', d.software_version),
    hardware_version = coalesce(u.reported->>'hardwareVersion', d.hardware_version),
    ip_address = coalesce((u.reported->>'ipAddress')::inet, d.ip_address),
    mac_address = coalesce((u.reported->>'macAddress')::macaddr, d.mac_address)
  from unnest(devices, reports) u (device, reported)
  where d.id = any (devices) and d.id = u.device and d.state = 'claimed' and u.reported <> '{}'
    and (coalesce(u.reported->>'manufacturer', d.manufacturer), coalesce(u.reported->>'modelName', d.model_name),
      coalesce(u.reported->>'softwareVersion', d.software_version), coalesce(u.reported->>'hardwareVersion', d.hardware_version),
      coalesce((u.reported->>'ipAddress')::inet, d.ip_address), coalesce((u.reported->>'macAddress')::macaddr, d.mac_address))
    is distinct from (d.manufacturer, d.model_name, d.software_version, d.hardware_version, d.ip_address, d.mac_address);
  if exists (select from unnest(reports) reported where reported ? 'periodicInterval') then
    perform expect_informs(u.device, (u.reported->>'periodicInterval')::int)
    from unnest(devices, companies, reports) u (device, company, reported)
    where u.company is not null and (u.reported->>'periodicInterval')::int is distinct from (
      select d.periodic_interval from device d where d.id = u.device);
  end if;
  insert into live_event (company_id, kind, subject_id, data)
  select u.company, 'device.changed', u.device, '{}' from unnest(devices, companies, reports) u (device, company, reported)
  where u.company is not null and u.reported <> '{}';
end $$;

/** Stopping a rollout locks the rollout and then its gateways' rows, so it is locked before them here too. */
create or replace function hold_rollouts(devices bigint[], newses jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  rollouts constant bigint[] := array(select t.rollout_id from unnest(devices, newses) u (device, news)
    cross join lateral (select k.company_id from device k where k.id = u.device limit 1) d
    join provision_trial t on t.company_id = d.company_id and t.device_id = u.device where u.news ? 'provisioned');
begin
  perform from provision_rollout r where r.id = any (rollouts) order by r.id for update;
end $$;

/** Requeues commands that were taken but not sent, if their session still holds the lease. */
create or replace function acs_commands_back(devices bigint[], holders uuid[], newses jsonb[]) returns void
  language plpgsql set search_path = public as $$
begin
  update device_command c set state = 'waiting', sent_at = null, sends = c.sends - 1
  from unnest(devices, holders, newses) u (device, holder, news)
  where c.device_id = any (devices) and c.device_id = u.device and c.state = 'sent' and u.news ? 'back'
    and c.id in (select b::bigint from jsonb_array_elements_text(u.news->'back') b)
    and exists (select from gateway g where g.device_id = u.device and g.lease_holder = u.holder);
end $$;

/**
 * For each gateway: stores what its session learned, records its news, and marks `next` as sent, or takes
 * what is queued since its Inform, or `asks`, as `request` of one row, for what templates require of it and
 * the additions announced by a previous session. A gateway whose rows are locked elsewhere is `busy` and its
 * turn is skipped, unless it alone `waits`.
 */
create or replace function acs_exchange(
  devices bigint[], holders uuid[], reports jsonb[], newses jsonb[], nexts bigint[], sinces timestamptz[], asks boolean[],
  owners int[], paths text[], parents text[], values_in text[], valued boolean[], types text[], writables boolean[],
  waits boolean
) returns table (n int, id bigint, kind text, request jsonb, secret bytea, sent boolean)
language plpgsql security definer
set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  read constant bigint[] := array(select devices[o.n] from (select distinct unnest(owners) as n) o);
  -- Those with more to write than their queue.
  written constant bigint[] := read || array(
    select u.device from unnest(devices, newses) u (device, news) where u.news ?| '{credentials,provisioned}');
  those bigint[];
  theirs uuid[];
  what jsonb[];
  taken record;
  before bigint;
begin
  if exists (select from unnest(newses) news where news ? 'provisioned') then perform hold_rollouts(devices, newses); end if;
  devices := hold_gateways(devices, written, waits);
  return query select u.n::int, null::bigint, 'busy'::text, null::jsonb, null::bytea, null::boolean
    from unnest(devices) with ordinality u (device, n) where u.device is null;

  if cardinality(read) > 0 then
    perform acs_apply(array(select case when u.device = any (read) then u.device end
        from unnest(devices) with ordinality u (device, n) order by u.n),
      -- Done below, with everything else that an accepted interval changes.
      array(select case when (u.news->'credentials'->>'accepted')::boolean then u.reported - 'periodicInterval' else u.reported end
        from unnest(reports, newses) with ordinality u (reported, news, n) order by u.n),
      owners, paths, parents, values_in, valued, types, writables);
  end if;
  select array_agg(u.device), array_agg(u.news->'credentials') into those, what
    from unnest(devices, newses) u (device, news) where u.device is not null and u.news ? 'credentials';
  if those is not null then perform acs_credentials_answered(those, what); end if;
  select array_agg(u.device), array_agg(u.holder), array_agg(u.news->'ended') into those, theirs, what
    from unnest(devices, holders, newses) u (device, holder, news) where u.device is not null and u.news->'ended' <> '[]';
  if those is not null then perform acs_commands_ended(those, theirs, what); end if;
  -- After its command ends: other templates are due only if no command is open.
  select array_agg(u.device), array_agg(u.news->'provisioned') into those, what
    from unnest(devices, newses) u (device, news) where u.device is not null and u.news ? 'provisioned';
  if those is not null then perform acs_provisions_ended(those, what); end if;
  select array_agg(u.device), array_agg(u.holder), array_agg(u.news->'adding') into those, theirs, what
    from unnest(devices, holders, newses) u (device, holder, news) where u.device is not null and u.news ? 'adding';
  if those is not null then perform acs_provisions_adding(those, theirs, what); end if;
  if exists (select from unnest(newses) news where news ? 'back') then perform acs_commands_back(devices, holders, newses); end if;

  return query select u.n::int, u.next, null::text, null::jsonb, null::bytea, true
    from unnest(devices, holders, nexts) with ordinality u (device, holder, next, n)
    where u.device is not null and u.next is not null and acs_command_sent(u.next, u.holder);
  return query select u.n::int, null::bigint, 'templates'::text,
      to_jsonb(p) || jsonb_build_object('adding', coalesce((select a.objects from provision_adding a
        where a.company_id = g.company_id and a.device_id = u.device), '[]')), null::bytea, true
    from unnest(devices, holders, asks) with ordinality u (device, holder, asks, n)
    cross join lateral (select k.company_id from gateway k
      where k.device_id = u.device and k.lease_holder = u.holder limit 1) g
    cross join lateral acs_provision(u.device) p
    where u.asks;
  select array_agg(u.device), array_agg(u.holder), array_agg(u.since) into those, theirs, sinces
    from unnest(devices, holders, sinces) u (device, holder, since) where u.device is not null and u.since is not null;
  if those is null then return; end if;
  for taken in select * from acs_take_commands(those, theirs, sinces) loop
    n := array_position(devices, taken.device);
    -- The first item is sent now, whatever it is.
    sent := taken.sent or taken.device is distinct from before and acs_command_sent(taken.id, holders[n]);
    before := taken.device;
    id := taken.id;
    kind := taken.kind;
    request := taken.request;
    secret := taken.secret;
    return next;
  end loop;
end $$;

grant execute on function acs_exchange to {{login}};
