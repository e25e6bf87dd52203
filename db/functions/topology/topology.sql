-- Topology: which outlets are due, what is known of one, and what was derived of it.

/** Something changed in these outlets. */
create or replace function note_topology(outlets bigint[]) returns void
  language sql security definer set search_path = public as $$
  insert into topology_due (outlet_id, company_id)
  select o.id, o.company_id from outlet o where o.id = any (outlets) order by o.id
  on conflict (outlet_id) do update set at = clock_timestamp() $$;

/** Of a device or a line: in the outlet that it leaves, and in that which it enters. */
create or replace function outlet_topology() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform note_topology(array_remove(array[
    case when tg_op <> 'INSERT' then old.outlet_id end, case when tg_op <> 'DELETE' then new.outlet_id end], null));
  return null;
end $$;

/**
 * Outlets to derive now: those that are due, those that wait for a second reading for half an hour, and all others every six
 * hours, since lists of hosts change without a mark. `at` goes back to topology_write.
 */
create or replace function topology_take(most int) returns table (outlet_id bigint, at timestamptz)
  language sql stable security definer set search_path = public as $$
  (select d.outlet_id, d.at from topology_due d order by d.at limit most)
  union all
  (select t.outlet_id, null::timestamptz from topology t
   where t.pending and t.derived_at < now() - interval '30 minutes' and not exists (
     select from topology_due d where d.outlet_id = t.outlet_id) order by t.derived_at limit most)
  union all
  (select t.outlet_id, null::timestamptz from topology t
   where not t.pending and t.derived_at < now() - interval '6 hours' and not exists (
     select from topology_due d where d.outlet_id = t.outlet_id) order by t.derived_at limit most)
  limit most $$;

/** MACs of a gateway and the hosts that it lists as active: {macs, hosts: [{mac, port}]}. */
create or replace function gateway_surroundings(device_in bigint, root text) returns jsonb
  language sql stable set search_path = public as $$
  with hosts as (
    select p.parent, max(lower(p.value)) filter (where p.path ~ '\.(MACAddress|PhysAddress)$') as mac,
      max(p.value) filter (where p.path ~ '\.(Layer1Interface|InterfaceType)$') as port,
      coalesce(max(p.value) filter (where p.path ~ '\.Active$'), '1') as active
    from device_parameter p where p.device_id = device_in
      and p.path >= root || case root when 'Device.' then 'Hosts.Host.' else 'LANDevice.' end
      and p.path < root || case root when 'Device.' then 'Hosts.Host/' else 'LANDevice/' end
      and p.path ~ 'Hosts\.Host\.[0-9]+\.(MACAddress|PhysAddress|Layer1Interface|InterfaceType|Active)$'
    group by p.parent limit 2000
  ), own as (
    select distinct lower(p.value) as mac from device_parameter p where p.device_id = device_in
      and p.path ~ '(Ethernet\.(Interface|Link)\.[0-9]+|EthernetInterfaceConfig(\.[0-9]+)?)\.MACAddress$'
    limit 64)
  select jsonb_build_object(
    'hosts', coalesce((select jsonb_agg(jsonb_build_object('mac', mac, 'port', left(coalesce(port, ''), 100)) order by mac)
      from hosts where mac ~ '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$' and active not in ('0', 'false')), '[]'),
    'macs', coalesce((select jsonb_agg(mac order by mac) from own where mac ~ '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$'), '[]')) $$;

/** What is known of an outlet: {companyId, devices, lines, before}, as derive/facts.ts describes it. Null: no such outlet. */
create or replace function topology_facts(outlet_in bigint) returns jsonb
  language sql stable security definer set search_path = public as $$
  with here as (
    select d.* from device d where d.outlet_id = outlet_in and d.state = 'claimed' order by d.id limit 1000
  ), seen as (
    -- As it is stored: an outlet of a thousand agents that each claim all they may would not fit into memory.
    select n.device_id, n.content, n.read_at from (
      select k.*, sum(pg_column_size(k.content)) over (order by k.device_id) as until
      from device_neighbourhood k where k.device_id in (select id from here)) n
    where n.until <= 16777216
  ), gateways as materialized (
    select h.id, gateway_surroundings(h.id, h.data_model_root) as around from here h where h.data_model_root is not null
  ), interfaces as (
    select i.device_id, jsonb_agg(jsonb_build_object('key', i.key, 'name', i.name, 'alias', i.alias, 'mac', lower(i.mac))
        order by i.index, i.key) as list, jsonb_agg(distinct lower(i.mac)) filter (where i.mac is not null) as macs
    from (select * from device_interface where device_id in (select id from here)
      order by device_id, index, key limit 100000) i group by i.device_id)
  select jsonb_build_object(
    'companyId', o.company_id::text,
    'devices', coalesce((select jsonb_agg(jsonb_build_object('id', h.id::text, 'name', h.name, 'type', h.type,
        'sysName', lower(coalesce(a.sys_name, '')), 'address', host(h.ip_address),
        'macs', case when h.mac_address is null then '[]'::jsonb else jsonb_build_array(h.mac_address::text) end
          || coalesce(i.macs, '[]') || coalesce(g.around->'macs', '[]'),
        'chassisId', lower(coalesce(a.chassis_id, '')), 'interfaces', coalesce(i.list, '[]'),
        'around', case when n.device_id is not null then n.content || jsonb_build_object(
          'readAt', (extract(epoch from n.read_at) * 1000)::bigint) end,
        'hosts', coalesce(g.around->'hosts', '[]')) order by h.id)
      from here h left join device_agent a on a.device_id = h.id left join interfaces i on i.device_id = h.id
      left join seen n on n.device_id = h.id left join gateways g on g.id = h.id), '[]'),
    'lines', coalesce((select jsonb_agg(jsonb_build_object('id', l.id::text, 'deviceId', l.device_id::text) order by l.id)
      from (select * from internet_line where outlet_id = outlet_in order by id limit 50) l), '[]'),
    'before', (select t.content from topology t where t.outlet_id = outlet_in))
  from outlet o where o.id = outlet_in $$;

/**
 * Keeps what was derived, with its events in the timelines of devices: [{deviceId, kind, detail}]. `taken` is the mark that
 * led here: one set since stays.
 */
create or replace function topology_write(outlet_in bigint, taken timestamptz, given jsonb, counts jsonb, events jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  owner constant bigint := (select company_id from outlet where id = outlet_in for share);
begin
  if owner is null then return; end if;
  insert into topology as t (outlet_id, company_id, content, devices, links, strangers, pending)
  values (outlet_in, owner, given, (counts->>'devices')::int, (counts->>'links')::int, (counts->>'strangers')::int,
    (counts->>'pending')::boolean)
  on conflict (outlet_id) do update set content = excluded.content, devices = excluded.devices, links = excluded.links,
    strangers = excluded.strangers, pending = excluded.pending, derived_at = now(),
    changed_at = case when t.content = excluded.content then t.changed_at else now() end;
  insert into device_timeline (company_id, device_id, at, kind, detail)
  select d.company_id, d.id, now(), e->>'kind', e->'detail'
  from jsonb_array_elements(events) e join device d on d.id = (e->>'deviceId')::bigint and d.company_id = owner
  limit 200;
  delete from topology_due where outlet_id = outlet_in and at <= taken;
  perform note_live(owner, 'topology.changed', outlet_in, '{}');
end $$;

/** What cannot be derived waits for its next change, or for six hours: others come first. */
create or replace function topology_failed(outlet_in bigint, taken timestamptz) returns void
  language sql security definer set search_path = public as $$
  update topology set derived_at = now(), pending = false where outlet_id = outlet_in;
  delete from topology_due where outlet_id = outlet_in and at <= taken $$;

grant execute on function topology_take, topology_facts, topology_failed, topology_write to {{login}};
