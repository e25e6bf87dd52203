/**
 * Devices that a gateway of their outlet has in its list of hosts (TR-181 Hosts.Host.{i}, TR-098
 * LANDevice.{i}.Hosts.Host.{i}) were there when the list was read. Returns the last device of the batch, null at the end.
 */
create or replace function see_hosts(after_in bigint, most int) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  batch constant bigint[] := array(select d.id from device d
    where d.state = 'claimed' and d.driver in ('probe', 'none') and d.mac_address is not null and d.outlet_id is not null
      and d.id > after_in order by d.id limit most);
begin
  perform 1 from device_presence p where p.device_id = any (batch) order by p.device_id for update;
  with seen as materialized (
    select d.id, d.company_id, d.msp_id, max(h.read_at) as at
    from device d
    join device g on g.company_id = d.company_id and g.outlet_id = d.outlet_id and g.type = 'smart_cpe' and g.state = 'claimed'
      and g.data_model_root is not null
    cross join lateral (
      select p.read_at, p.parent from device_parameter p
      where p.device_id = g.id and p.path >= g.data_model_root || case g.data_model_root when 'Device.' then 'Hosts.Host.'
          else 'LANDevice.' end
        and p.path < g.data_model_root || case g.data_model_root when 'Device.' then 'Hosts.Host/' else 'LANDevice/' end
        and p.path ~ 'Hosts\.Host\.[0-9]+\.(MACAddress|PhysAddress)$'
        and regexp_replace(lower(p.value), '[^0-9a-f]', '', 'g') = replace(d.mac_address::text, ':', '')) h
    where d.id = any (batch) and h.read_at is not null and not exists (
      select from device_parameter a where a.device_id = g.id and a.path = h.parent || 'Active' and a.value in ('0', 'false'))
    group by 1, 2, 3
  ), noted as (
    insert into device_presence as p (device_id, company_id, msp_id, last_inform_at)
    select s.id, s.company_id, s.msp_id, s.at from seen s
    on conflict (device_id) do update set last_inform_at = excluded.last_inform_at
      where p.last_inform_at < excluded.last_inform_at
    returning p.device_id)
  update device d set first_inform_at = coalesce(d.first_inform_at, s.at) from seen s
  where d.id = s.id and d.first_inform_at is null;
  return case when cardinality(batch) = most then batch[most] end;
end $$;

grant execute on function see_hosts to {{login}};
