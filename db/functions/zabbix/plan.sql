/**
 * What an import of the company acted in does with each host as things stand. `outlet_id` is where it goes, `new_group`
 * the group whose outlet is still to be made, `other_id` the device that has its address or was added for it before.
 */
create or replace function zabbix_plan(import_in bigint)
  returns table (n int, outcome text, outlet_id bigint, new_group int, other_id bigint)
  language sql stable security definer set search_path = public as $$
  with placed as materialized (
    select h.*, i.without_snmp, i.disabled as disabled_hosts, g.outlet, g.n as place_group, g.new_place,
      k.device_id as known_id
    from zabbix_import i join zabbix_host h on h.import_id = i.id
    left join lateral (
      select g.n, coalesce(g.made_outlet_id, case g.target when 'outlet' then g.target_outlet_id end) as outlet,
        case when g.target = 'new' and g.made_outlet_id is null then lower(g.new_name) end as new_place
      from zabbix_group g
      where g.import_id = h.import_id and g.n = any (h.groups) and g.target <> 'none'
        and (g.target = 'new' or g.target_outlet_id is not null)
      order by g.position limit 1) g on true
    left join lateral (
      select k.device_id from zabbix_host k join device d on d.id = k.device_id and d.state = 'claimed'
      where k.company_id = h.company_id and k.host = h.host and k.device_id is not null and k.import_id <> h.import_id
      order by k.import_id desc limit 1) k on true
    where i.id = import_in and i.company_id = scope_company()
  ), judged as (
    select p.*, case
        when p.device_id is not null then 'added'
        when p.failure is not null then 'failed'
        when p.refused then 'refused'
        when p.known_id is not null then 'known'
        when p.disabled and p.disabled_hosts = 'skip' or p.driver = 'probe' and p.without_snmp = 'skip' then 'left_out'
        when t.id is not null then 'taken'
      end as settled, t.id as taken_id
    from placed p
    left join lateral (
      select d.id from device d
      where d.company_id = scope_company() and d.ip_address = p.ip_address and d.state = 'claimed'
        and d.driver in ('snmp', 'probe') and d.port is not distinct from p.port and p.new_place is null
        and d.outlet_id is not distinct from p.outlet limit 1) t on true)
  select j.n, case when j.settled is not null then j.settled
      when row_number() over (partition by j.settled, coalesce(j.new_place, j.outlet::text, ''), j.new_place is null,
        j.ip_address, j.port order by j.n) > 1 then 'twice'
      else 'new' end,
    j.outlet, case when j.new_place is not null then j.place_group end,
    case j.settled when 'added' then j.device_id when 'known' then j.known_id when 'taken' then j.taken_id end
  from judged j $$;

/** Devices of an import that a person changed since: name, place, address or credentials. */
create or replace function zabbix_changed(import_in bigint) returns table (n int, name text, address text)
  language sql stable security definer set search_path = public as $$
  select h.n, d.name, coalesce(host(d.ip_address), d.name)
  from zabbix_host h join device d on d.id = h.device_id left join device_polling p on p.device_id = d.id
  where h.import_id = import_in and h.company_id = scope_company() and h.written <> zabbix_written(d, p.credential_id)
  order by h.n limit 1000 $$;

/** What a person can change of a device, as text: what an agent reports may change by itself. */
create or replace function zabbix_written(d device, credential_in bigint) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_build_object('name', d.name, 'outlet', d.outlet_id, 'address', host(d.ip_address), 'port', d.port,
    'driver', d.driver, 'note', d.note, 'credential', credential_in, 'state', d.state, 'tags', d.tags) $$;

grant execute on function zabbix_plan, zabbix_changed to {{company}}, {{tree}}, {{platform}};
