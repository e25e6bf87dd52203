-- Metrics of gateways: what each is asked for. Many gateways at once; rows are found by their keys, as in turns.sql.

/** The stored plans of these gateways; none for one that has no plan. */
create or replace function acs_measuring(devices bigint[]) returns table (
  device_id bigint, plan jsonb, software_version text, refused text[]
) language sql stable security definer set search_path = public as $$
  select m.device_id, m.plan, m.software_version, m.refused from unnest(devices) k (device)
  cross join lateral (select * from gateway_measuring x where x.device_id = k.device limit 1) m $$;

/**
 * The known parameters below `starts` of these gateways, without tables that are not measured, and what they refused with
 * the firmware that they run. One row with a null path for a gateway without any.
 */
create or replace function acs_metric_names(devices bigint[], starts text[]) returns table (
  device_id bigint, root text, software_version text, refused text[], path text, value text, read boolean
) language sql stable security definer set search_path = public as $$
  select d.id, d.data_model_root, d.software_version,
    case when m.software_version = d.software_version then m.refused else '{}' end, p.path, left(p.value, 300), p.read_at is not null
  from unnest(devices) k (device)
  cross join lateral (select * from device x where x.id = k.device and x.state = 'claimed' and x.driver = 'cwmp' limit 1) d
  left join lateral (select * from gateway_measuring x where x.device_id = d.id limit 1) m on true
  left join lateral (
    select n.* from unnest(starts) s (start) cross join lateral (
      select x.path, x.value, x.read_at from device_parameter x
      where x.device_id = d.id and x.path >= s.start and x.path < left(s.start, -1) || '/' and not x.is_object
        and x.path !~ '\.(Hosts|PortMapping|IPv4Forwarding|Forwarding|DHCPStaticAddress|VoiceService|WPS|WEPKey|PreSharedKey)\.'
        and (x.path !~ '\.AssociatedDevice\.' or x.path ~ '(SignalStrength|RSSI)$')
      order by x.path limit 3000) n
    limit 4000) p on true $$;

/**
 * Stores plans, what they measure, and the interfaces of the gateways; those that a gateway has no longer go. The state of
 * an interface is what was measured; until then what it reported last.
 */
create or replace function acs_metric_plans(
  devices bigint[], plans jsonb[], versions text[], refuseds jsonb[], measured boolean[], metrics_in jsonb[], interfaces_in jsonb[]
) returns void language plpgsql security definer set search_path = public as $$
begin
  insert into gateway_measuring as m (device_id, company_id, plan, refused, software_version)
  select d.id, d.company_id, k.plan, array(select jsonb_array_elements_text(k.refused)), k.version
  from unnest(devices, plans, versions, refuseds) k (device, plan, version, refused)
  cross join lateral (select * from device x where x.id = k.device and x.state = 'claimed' limit 1) d
  order by d.id
  on conflict (device_id) do update set plan = excluded.plan, refused = excluded.refused,
    software_version = excluded.software_version, planned_at = now();
  insert into device_agent as a (device_id, company_id, metrics, interfaces)
  select d.id, d.company_id, array(select jsonb_array_elements_text(k.metrics)), jsonb_array_length(k.interfaces)
  from unnest(devices, metrics_in, interfaces_in) k (device, metrics, interfaces)
  cross join lateral (select * from device x where x.id = k.device and x.state = 'claimed' limit 1) d
  order by d.id
  on conflict (device_id) do update set metrics = excluded.metrics, interfaces = excluded.interfaces
  where (a.metrics, a.interfaces) is distinct from (excluded.metrics, excluded.interfaces);
  delete from device_interface f using unnest(devices, interfaces_in) k (device, interfaces)
  where f.device_id = any (devices) and f.device_id = k.device
    and f.key <> all (array(select i->>'key' from jsonb_array_elements(k.interfaces) i));
  insert into device_interface as f (company_id, device_id, key, index, name, alias, description, type, state, mac, addresses, duplex)
  select d.company_id, d.id, i.key, i.index, i.key, i.alias, i.description, i.type, i.state, i.mac, i.addresses, i.duplex
  from unnest(devices, interfaces_in) k (device, interfaces)
  cross join lateral (select * from device x where x.id = k.device and x.state = 'claimed' limit 1) d
  cross join lateral jsonb_to_recordset(k.interfaces) as i (key text, index int, alias text, description text, type int,
    state text, mac text, addresses text[], duplex text)
  order by d.id, i.key
  on conflict (device_id, key) do update set index = excluded.index, alias = excluded.alias, description = excluded.description,
    type = excluded.type, mac = excluded.mac, addresses = excluded.addresses, duplex = excluded.duplex,
    state = case when excluded.state = 'disabled' or f.state in ('disabled', 'unknown') then excluded.state else f.state end
  where (f.index, f.alias, f.description, f.type, f.mac, f.addresses, f.duplex) is distinct from
      (excluded.index, excluded.alias, excluded.description, excluded.type, excluded.mac, excluded.addresses, excluded.duplex)
    or excluded.state = 'disabled' or f.state in ('disabled', 'unknown');
  perform from gateway g where g.device_id = any (devices) order by g.device_id for no key update;
  update gateway g set measures = k.measures from unnest(devices, measured) k (device, measures)
  where g.device_id = any (devices) and g.device_id = k.device and g.measures is distinct from k.measures;
end $$;

/** What values say of gateways and their interfaces: only what changed. `interfaces` as {key: {state, speed}}. */
create or replace function acs_metric_facts(devices bigint[], ats timestamptz[], interfaces_in jsonb[], worsts jsonb[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update device_interface f set state = coalesce(i.value->>'state', f.state),
    since = case when i.value->>'state' is distinct from f.state then k.at else f.since end,
    speed = coalesce((i.value->>'speed')::float8, f.speed)
  from unnest(devices, ats, interfaces_in) k (device, at, interfaces) cross join lateral jsonb_each(k.interfaces) i
  where f.device_id = any (devices) and f.device_id = k.device and f.key = i.key and f.state <> 'disabled';
  if not exists (select from unnest(worsts) w where w is not null) then return; end if;
  update gateway_measuring m set worst = nullif(k.worst, 'null')
  from unnest(devices, worsts) k (device, worst)
  where m.device_id = any (devices) and m.device_id = k.device and k.worst is not null;
  -- A device is locked only where its level changes, which is seldom.
  update device d set level = nullif(k.worst->>'level', 'normal')
  from unnest(devices, worsts) k (device, worst)
  where d.id = any (devices) and d.id = k.device and k.worst is not null and d.state = 'claimed'
    and d.level is distinct from nullif(k.worst->>'level', 'normal');
end $$;

grant execute on function acs_measuring, acs_metric_facts, acs_metric_names, acs_metric_plans to {{login}};
