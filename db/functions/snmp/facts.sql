-- What a collector found out about devices. Only devices of the poller's shares are written, and facts are written once.

/** Whether these facts are new; they then count as written. Locks the collector until the transaction ends. */
create or replace function facts_are_new(collector_in text, epoch_in text, sequence_in bigint) returns boolean
  language plpgsql set search_path = public as $$
declare
  before bigint;
begin
  insert into collector_facts (collector, epoch, sequence) values (collector_in, epoch_in, 0) on conflict do nothing;
  select sequence into before from collector_facts where collector = collector_in and epoch = epoch_in for update;
  if before >= sequence_in then return false; end if;
  update collector_facts set sequence = sequence_in, at = now() where collector = collector_in and epoch = epoch_in;
  delete from collector_facts where at < now() - interval '7 days';
  return true;
end $$;

/**
 * How the last round of devices went: [{deviceId, at, state, reachable, credentialId, durationMs, values, slow}]. One that
 * answers nothing is overdue, and offline after the second time.
 */
create or replace function note_rounds(rounds jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  ids bigint[];
begin
  select array_agg(distinct (r->>'deviceId')::bigint) into ids from jsonb_array_elements(rounds) r;
  if ids is null then return; end if;
  perform 1 from device_presence p where p.device_id = any (ids) order by p.device_id for update;
  perform 1 from device_polling p where p.device_id = any (ids) order by p.device_id for update;
  with given as (
    select distinct on (r.id) r.* from (
      select (e->>'deviceId')::bigint as id, least(to_timestamp((e->>'at')::float8 / 1000), clock_timestamp()) as at,
        e->>'state' as state, (e->>'reachable')::boolean as reachable, (e->>'credentialId')::bigint as credential_id,
        (e->>'durationMs')::int as duration, (e->>'values')::int as n, (e->>'slow')::boolean as slow,
        e->>'kind' = 'poll' as is_round
      from jsonb_array_elements(rounds) e) r
    -- The first fact of a round says that the state changed, the second how long it took.
    order by r.id, r.at desc, r.is_round desc
  ), was as materialized (
    select g.*, p.company_id, d.msp_id, d.presence, p.state as state_before, p.asked_at, p.answered_id as answered_before, d.first_inform_at,
      case when g.reachable then 0 when g.is_round then p.failures + 1 else p.failures end as failures,
      (select c.id from snmp_credential c where c.company_id = p.company_id and c.id = g.credential_id) as answered_id
    from given g join device_polling p on p.device_id = g.id join device d on d.id = g.id
    where d.state = 'claimed' and p.state <> 'stopped'
  ), next as materialized (
    select w.*, case when w.state = 'not_allowed' then 'unknown' when w.reachable then 'online'
      when w.failures >= 2 then 'offline' when w.failures = 1 and w.presence = 'online' then 'overdue'
      else w.presence end as next_presence
    from was w
  ), polled as (
    update device_polling p set state = n.state, since = case when n.state <> p.state then n.at else p.since end,
      last_poll_at = n.at, last_poll_ms = coalesce(n.duration, p.last_poll_ms),
      last_poll_values = coalesce(n.n, p.last_poll_values), slow = coalesce(n.slow, p.slow), failures = n.failures,
      answered_id = coalesce(n.answered_id, p.answered_id),
      asked_at = case when n.is_round and p.asked_at <= n.at and (n.n is not null or not n.reachable) then null else p.asked_at end
    from next n where p.device_id = n.id
  ), seen as (
    insert into device_presence as p (device_id, company_id, msp_id, last_inform_at, due_at, overdue)
    select n.id, n.company_id, n.msp_id, n.at, n.at + interval '30 minutes', true from next n where n.reachable
    on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, excluded.last_inform_at),
      due_at = excluded.due_at, overdue = true
  ), quiet as (
    update device_presence p set due_at = null, overdue = false from next n
    where p.device_id = n.id and not n.reachable and n.next_presence in ('offline', 'unknown') and p.due_at is not null
  ), changed as (
    update device d set presence = n.next_presence, polling = n.state,
      first_inform_at = case when n.reachable then coalesce(d.first_inform_at, n.at) else d.first_inform_at end
    from next n where d.id = n.id
      and (d.presence <> n.next_presence or d.polling is distinct from n.state or d.first_inform_at is null and n.reachable)
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, at, kind, detail)
    select n.company_id, n.msp_id, n.id, n.at, l.kind, l.detail from next n cross join lateral (values
      (n.next_presence <> n.presence and n.next_presence <> 'unknown', 1, n.next_presence, '{}'::jsonb),
      (n.state <> n.state_before and not (n.state_before = 'waiting' and n.state = 'ok'), 2, 'polling.' || n.state,
        jsonb_build_object('from', n.state_before)),
      (n.answered_id <> n.answered_before, 3, 'credential.changed',
        jsonb_build_object('name', (select c.name from snmp_credential c where c.id = n.answered_id)))) l (wanted, place, kind, detail)
    where l.wanted order by n.id, l.place
  )
  insert into live_event (company_id, kind, subject_id, data)
  select n.company_id, l.kind, n.id, l.data from next n cross join lateral (values
    (n.next_presence <> n.presence, 'device.presence', jsonb_build_object('presence', n.next_presence)),
    (n.is_round and n.asked_at <= n.at and (n.n is not null or not n.reachable), 'device.polled', '{}'),
    (n.state <> n.state_before, 'device.changed', '{}')) l (wanted, kind, data)
  where l.wanted;
end $$;

/** Writes `given`, an object of texts that the agent reported, where they are not empty. Returns what changed. */
create or replace function note_identity(device_in bigint, at_in timestamptz, given jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  d device;
  after device;
  versions jsonb := '{}'::jsonb;
  identity jsonb := '{}'::jsonb;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  update device k set
    manufacturer = coalesce(nullif(given->>'vendor', ''), k.manufacturer),
    model_name = coalesce(nullif(given->>'model', ''), k.model_name),
    software_version = coalesce(nullif(given->>'version', ''), k.software_version),
    hardware_version = coalesce(nullif(given->>'hardwareRevision', ''), k.hardware_version),
    serial_number = coalesce(nullif(given->>'serialNumber', ''), k.serial_number),
    mac_address = coalesce((given->>'baseMac')::macaddr, k.mac_address),
    -- What a person chose stays.
    type = case when k.type = 'other' and given->>'type' <> 'smart_cpe' then given->>'type' else k.type end,
    name = case when k.name = host(k.ip_address) and given->>'sysName' <> '' then left(given->>'sysName', 100) else k.name end
  where k.id = device_in returning * into after;
  if d.software_version <> '' and after.software_version <> d.software_version then
    versions := versions || jsonb_build_object('softwareVersion', jsonb_build_array(d.software_version, after.software_version));
  end if;
  if d.hardware_version <> '' and after.hardware_version <> d.hardware_version then
    versions := versions || jsonb_build_object('hardwareVersion', jsonb_build_array(d.hardware_version, after.hardware_version));
  end if;
  if versions <> '{}' then
    insert into device_timeline (company_id, device_id, at, kind, detail) values (d.company_id, device_in, at_in, 'changed', versions);
  end if;
  if d.serial_number <> '' and after.serial_number <> d.serial_number or after.mac_address <> d.mac_address then
    identity := jsonb_build_object('from', concat_ws(' ', nullif(d.serial_number, ''), d.mac_address),
      'to', concat_ws(' ', nullif(after.serial_number, ''), after.mac_address));
    insert into device_timeline (company_id, device_id, at, kind, detail)
    values (d.company_id, device_in, at_in, 'identity.changed', identity);
  end if;
  if (after.serial_number, after.mac_address) is distinct from (d.serial_number, d.mac_address) then
    insert into device_timeline (company_id, device_id, at, kind, detail)
    select d.company_id, device_in, at_in, 'identity.duplicate', jsonb_build_object('name', o.name, 'deviceId', o.id::text)
    from device o where o.company_id = d.company_id and o.id <> device_in and o.state = 'claimed' and (
      length(after.serial_number) > 3 and o.serial_number = after.serial_number
        and lower(o.manufacturer) = lower(after.manufacturer)
      or o.mac_address = after.mac_address) order by o.id limit 1;
  end if;
end $$;

/** State of an interface in one word (RFC 2863 ifAdminStatus, ifOperStatus). */
create or replace function interface_state(admin_in int, oper_in int) returns text
  language sql immutable parallel safe return case when admin_in = 2 then 'disabled' when oper_in = 1 then 'up'
    when oper_in in (2, 6, 7) then 'down' else 'unknown' end;

/** Interfaces worth an event: towards another device, marked as important, or with a name that says uplink. */
create or replace function is_uplink(device_in bigint, key_in text, alias_in text, neighbour_in jsonb) returns boolean
  language sql stable parallel safe set search_path = public return neighbour_in is not null
    or exists (select from device_port_mark where device_id = device_in and key = key_in)
    or alias_in ~* '\m(uplink|wan|isp|trunk|core)\M|上联|上行|出口|专线';

/** Uplinks that went up or down. */
create or replace function note_uplinks(device_in bigint, company_in bigint, at_in timestamptz, moved jsonb) returns void
  language sql set search_path = public as $$
  insert into device_timeline (company_id, device_id, at, kind, detail)
  select company_in, device_in, at_in, 'interface.' || (m->>'state'),
    jsonb_build_object('name', m->>'name', 'alias', m->>'alias')
  from jsonb_array_elements(moved) m where (m->>'uplink')::boolean and m->>'state' in ('up', 'down') limit 50 $$;

/** An inventory: what the device is, all its interfaces, and what the next polls read. */
create or replace function note_inventory(device_in bigint, at_in timestamptz, given jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  owner bigint := (select company_id from device_polling where device_id = device_in);
  moved jsonb;
begin
  if owner is null then return; end if;
  perform note_identity(device_in, at_in, given->'identity');
  insert into device_agent as a (device_id, company_id, sys_object_id, sys_description, sys_name, sys_location, sys_contact,
    chassis_id, engine_id, parts, interfaces, plan, read_at)
  select device_in, owner, i->>'sysObjectId', i->>'sysDescr', i->>'sysName', i->>'sysLocation', i->>'sysContact',
    i->>'chassisId', i->>'engineId', given->'parts', jsonb_array_length(given->'interfaces'), given->'plan', at_in
  from (select given->'identity' as i) k
  on conflict (device_id) do update set sys_object_id = excluded.sys_object_id, sys_description = excluded.sys_description,
    sys_name = excluded.sys_name, sys_location = excluded.sys_location, sys_contact = excluded.sys_contact,
    chassis_id = excluded.chassis_id,
    engine_id = excluded.engine_id, parts = excluded.parts, interfaces = excluded.interfaces, plan = excluded.plan,
    read_at = excluded.read_at;
  with seen as (
    select * from jsonb_to_recordset(given->'interfaces') as i (key text, index int, name text, description text, alias text,
      type int, speed float8, mac text, "adminState" int, "operState" int, duplex text, vlan int, "taggedVlans" int[],
      addresses text[], neighbour jsonb)
  ), gone as (
    -- Where a walk ended early, what is missing may still be there.
    delete from device_interface where device_id = device_in and not (given->>'incomplete')::boolean
      and key <> all (array(select key from seen))
  ), before as materialized (
    select key, state, alias, neighbour from device_interface where device_id = device_in
  ), written as (
    insert into device_interface as f (company_id, device_id, key, index, name, alias, description, type, state, since, speed,
      duplex, mac, addresses, vlan, tagged_vlans, neighbour)
    select owner, device_in, s.key, s.index, s.name, s.alias, s.description, s.type,
      interface_state(s."adminState", s."operState"), at_in, s.speed, s.duplex, s.mac, coalesce(s.addresses, '{}'), s.vlan,
      coalesce(s."taggedVlans", '{}'), nullif(s.neighbour, 'null')
    from seen s
    on conflict (device_id, key) do update set index = excluded.index, name = excluded.name, alias = excluded.alias,
      description = excluded.description, type = excluded.type, state = excluded.state,
      since = case when f.state <> excluded.state then excluded.since else f.since end, speed = excluded.speed,
      duplex = excluded.duplex, mac = excluded.mac, addresses = excluded.addresses, vlan = excluded.vlan,
      tagged_vlans = excluded.tagged_vlans,
      -- A port that is down has no neighbour: the last one says what is missing.
      neighbour = case when excluded.state = 'up' then excluded.neighbour else coalesce(excluded.neighbour, f.neighbour) end
    returning f.key, f.name, f.alias, f.state, f.neighbour)
  select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'alias', w.alias, 'state', w.state,
      'uplink', is_uplink(device_in, w.key, w.alias, coalesce(w.neighbour, b.neighbour)))), '[]')
    into moved from written w join before b on b.key = w.key where w.state <> b.state;
  perform note_uplinks(device_in, owner, at_in, moved);
  perform note_live(owner, 'device.changed', device_in, '{}');
end $$;

/** What a device sees around it. A reading that is older than the last one is left out. */
create or replace function note_neighbourhood(device_in bigint, at_in timestamptz, given jsonb) returns void
  language sql set search_path = public as $$
  with written as (
  insert into device_neighbourhood as n (device_id, company_id, content, digest, first_at, read_at, changed_at)
  select p.device_id, p.company_id, given, md5(given::text), at_in, at_in, at_in
  from device_polling p where p.device_id = device_in
  on conflict (device_id) do update set read_at = excluded.read_at, digest = excluded.digest,
    content = case when n.digest = excluded.digest then n.content else excluded.content end,
    changed_at = case when n.digest = excluded.digest then n.changed_at else excluded.changed_at end
  where n.read_at < excluded.read_at returning n.device_id, n.changed_at = n.read_at as changed)
  select note_topology(array[d.outlet_id]) from written w join device d on d.id = w.device_id
  where d.outlet_id is not null
    and (w.changed or exists (select from topology t where t.outlet_id = d.outlet_id and t.pending)) $$;

/** State and index of interfaces as a poll saw them. */
create or replace function note_interfaces(device_in bigint, at_in timestamptz, seen jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  owner bigint := (select company_id from device_polling where device_id = device_in);
  moved jsonb;
begin
  if owner is null then return; end if;
  with given as (
    select * from jsonb_to_recordset(seen) as i (key text, index int, speed float8, "adminState" int, "operState" int)
  ), before as materialized (
    select f.key, f.state, g.index, g.speed, interface_state(g."adminState", g."operState") as next
    from device_interface f join given g on g.key = f.key where f.device_id = device_in
  ), written as (
    update device_interface f set state = b.next, index = b.index, speed = coalesce(b.speed, f.speed),
      since = case when b.state <> b.next then at_in else f.since end
    from before b where f.device_id = device_in and f.key = b.key
      and (f.state, f.index, f.speed) is distinct from (b.next, b.index, coalesce(b.speed, f.speed))
    returning f.key, f.name, f.alias, f.state, f.neighbour, b.state as was)
  select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'alias', w.alias, 'state', w.state,
      'uplink', is_uplink(device_in, w.key, w.alias, w.neighbour))), '[]')
    into moved from written w where w.state <> w.was;
  perform note_uplinks(device_in, owner, at_in, moved);
end $$;

/** A trap: a hint, in the device's timeline; the same kind of one interface once a minute. */
create or replace function note_trap(device_in bigint, at_in timestamptz, given jsonb) returns void
  language sql set search_path = public as $$
  insert into device_timeline (company_id, device_id, at, kind, detail)
  select p.company_id, p.device_id, at_in, 'trap.' || (given->>'trap'),
    jsonb_build_object('oid', given->>'oid', 'vendor', given->>'vendor', 'meaning', given->>'meaning', 'interface', given->>'interface',
      'text', given->>'text')
  from device_polling p where p.device_id = device_in and not exists (
    select from (select t.* from device_timeline t where t.device_id = device_in order by t.id desc limit 20) t
    where t.kind = 'trap.' || (given->>'trap') and t.at > at_in - interval '1 minute'
      and t.detail->>'oid' is not distinct from given->>'oid'
      and t.detail->>'interface' is not distinct from given->>'interface') $$;

/** Writes facts of devices that the caller has found to be the collector's. */
create or replace function note_facts(ours jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  fact jsonb;
begin
  perform note_rounds((select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(ours) f
    where f->>'kind' in ('poll', 'state')));
  for fact in select f from jsonb_array_elements(ours) f
    where f->>'kind' not in ('poll', 'state', 'event') order by (f->>'deviceId')::bigint, (f->>'at')::float8
  loop
    -- One device's fact that cannot be stored does not cost the others theirs.
    begin
      case fact->>'kind'
        when 'inventory' then
          perform note_inventory((fact->>'deviceId')::bigint, to_timestamp((fact->>'at')::float8 / 1000), fact->'reading');
        when 'neighbourhood' then
          perform note_neighbourhood((fact->>'deviceId')::bigint, to_timestamp((fact->>'at')::float8 / 1000),
            fact->'neighbourhood');
        when 'interfaces' then
          perform note_interfaces((fact->>'deviceId')::bigint, to_timestamp((fact->>'at')::float8 / 1000), fact->'interfaces');
        when 'trap' then
          perform note_trap((fact->>'deviceId')::bigint, to_timestamp((fact->>'at')::float8 / 1000), fact);
        else null;
      end case;
    exception when data_exception or integrity_constraint_violation then
      raise warning 'a fact (%) of device % cannot be stored: %', fact->>'kind', fact->>'deviceId', sqlerrm;
    end;
  end loop;
  perform alarm_note_events((select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(ours) f where f->>'kind' = 'event'));
end $$;

/**
 * Writes facts of a poller's collector, all or none; a repeat changes nothing. A fact of a device whose share another poller
 * holds by now, or that a probe has, is left out: that one asks the device itself.
 */
create or replace function poller_facts(name_in text, epoch_in text, sequence_in bigint, facts jsonb) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  mine smallint[];
begin
  if not facts_are_new(name_in, epoch_in, sequence_in) then return false; end if;
  mine := array(select share from poller_share where owner = name_in);
  perform note_facts((select coalesce(jsonb_agg(f order by n), '[]') from jsonb_array_elements(facts) with ordinality k (f, n)
    where ((f->>'deviceId')::bigint % 64)::smallint = any (mine)
      and not exists (select from device_polling p where p.device_id = (f->>'deviceId')::bigint and p.probe_id is not null)));
  return true;
end $$;

/** What looks worst now: [{deviceId, worst, level, metrics, startedAt, restarted}], what is absent stays. */
create or replace function poller_values(values_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from device_polling p where p.device_id in (select (f->>'deviceId')::bigint from jsonb_array_elements(values_in) f)
    order by p.device_id for update;
  update device_polling p set worst = f->'worst'
  from jsonb_array_elements(values_in) f where p.device_id = (f->>'deviceId')::bigint and f ? 'worst';
  update device d set level = f->>'level' from jsonb_array_elements(values_in) f
  where d.id = (f->>'deviceId')::bigint and f ? 'level' and d.level is distinct from f->>'level' and d.state = 'claimed'
    and d.driver in ('snmp', 'probe');
  insert into device_agent as a (device_id, company_id, metrics, started_at)
  select p.device_id, p.company_id, coalesce(array(select jsonb_array_elements_text(f->'metrics')), '{}'),
    to_timestamp((f->>'startedAt')::float8 / 1000)
  from jsonb_array_elements(values_in) f join device_polling p on p.device_id = (f->>'deviceId')::bigint
  where f ? 'metrics' or f ? 'startedAt'
  on conflict (device_id) do update set
    metrics = case when excluded.metrics <> '{}' then excluded.metrics else a.metrics end,
    started_at = coalesce(excluded.started_at, a.started_at);
  with again as (
    insert into device_timeline (company_id, device_id, at, kind)
    select p.company_id, p.device_id, to_timestamp((f->>'startedAt')::float8 / 1000), 'restarted'
    from jsonb_array_elements(values_in) f join device_polling p on p.device_id = (f->>'deviceId')::bigint
    where (f->>'restarted')::boolean returning company_id, device_id)
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'device.changed', device_id, '{}' from again;
end $$;

grant execute on function poller_facts, poller_values to {{login}};
