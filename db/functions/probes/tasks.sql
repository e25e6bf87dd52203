-- What people ask of the network of an outlet goes through the probe that reaches it: trials of addresses, discoveries. The pollers
-- take the rest.

/** The probe for an address; without an outlet the only one that reaches it. Null: none. */
create or replace function probe_for(company_in bigint, outlet_in bigint, address_in inet) returns bigint
  language sql stable security definer set search_path = public as $$
  select case when outlet_in is not null then probe_of(company_in, outlet_in, address_in) else (
    select case when count(distinct p.id) = 1 then min(p.id) end
    from probe_outlet o cross join lateral (select probe_of(company_in, o.outlet_id, address_in) as id) p
    where o.company_id = company_in and p.id is not null) end $$;

/** Ranges of an outlet that its probe reaches. */
create or replace function probe_ranges(probe_in bigint, outlet_in bigint) returns cidr[]
  language sql stable security definer set search_path = public as $$
  select array(select distinct case when r <<= l then r else l end from probe p join probe_outlet o on o.probe_id = p.id
    cross join lateral unnest(o.ranges) r cross join lateral unnest(p.local_ranges) l
    where p.id = probe_in and o.outlet_id = outlet_in and r && l) $$;

/** The probe that carries out a discovery: it reaches all of its ranges. Null: the pollers do. */
create or replace function discovery_probe(company_in bigint, outlet_in bigint, ranges_in cidr[]) returns bigint
  language sql stable security definer set search_path = public as $$
  select p.id from probe_outlet o join probe p on p.id = o.probe_id
  cross join lateral probe_ranges(p.id, o.outlet_id) k (ranges)
  where o.company_id = company_in and o.outlet_id = outlet_in and p.state = 'enrolled'
    and not exists (select from unnest(ranges_in) r where not exists (select from unnest(k.ranges) l where r <<= l))
  order by p.id limit 1 $$;

/** Trials that probes of this process carry out: they then have them. */
create or replace function probe_trials(process_in text) returns table (
  probe_id bigint, id bigint, company_id bigint, company_code text, address text, port int, outlet_id bigint, credential_id bigint
) language sql security definer set search_path = public as $$
  with open as (
    select o.id, p.id as probe from snmp_trial o
    join probe p on p.id = probe_for(o.company_id, o.outlet_id, o.ip_address) and p.connected_to = process_in
    where o.state = 'running' and o.owner is null and o.created_at > now() - interval '2 minutes' order by o.id limit 20
  ), taken as (
    update snmp_trial t set owner = 'probe:' || open.probe from open where t.id = open.id and t.owner is null
    returning t.*, open.probe)
  select t.probe, t.id, t.company_id, c.code, host(t.ip_address), t.port, t.outlet_id, t.credential_id
  from taken t join company c on c.id = t.company_id order by t.id $$;

/** Probes of this process with a discovery that waits or runs, and what they reach at its outlet. */
create or replace function probe_scans(process_in text) returns table (probe_id bigint, ranges text[])
  language sql stable security definer set search_path = public as $$
  select p.id, probe_ranges(p.id, j.outlet_id)::text[] from discovery_job j
  join probe p on p.id = discovery_probe(j.company_id, j.outlet_id, j.ranges) and p.connected_to = process_in
  where j.state in ('waiting', 'running') and j.outlet_id is not null $$;

/** The probe that reaches an address in the LAN of a device; null: none. */
create or replace function probe_in_lan(device_in bigint, address_in inet) returns bigint
  language sql stable security definer set search_path = public as $$
  select probe_of(d.company_id, d.outlet_id, address_in) from device d where d.id = device_in and d.state = 'claimed' $$;

grant execute on function probe_in_lan, probe_scans, probe_trials to {{login}};
grant execute on function discovery_probe, probe_for, probe_ranges to {{company}}, {{tree}}, {{platform}};
