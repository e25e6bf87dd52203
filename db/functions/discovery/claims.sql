-- Who a find is. Identity is a chassis, a MAC, a serial number of one maker, or an SNMP engine id; an address is an
-- attribute. Two claims to one identity are asked, never merged (operations.md §2).

/** Placeholders that makers leave in place of a serial number are no identity. */
create or replace function is_serial(serial_in text) returns boolean
  language sql immutable parallel safe return length(serial_in) > 3
    and serial_in collate "default" !~* '^(0+|x+|n/?a|none|unknown|default|to be filled.*|not specified)$';

/** Devices of the company that have an identity of the find, each with the strongest reason. */
create or replace function devices_like_find(find_in discovery_find) returns table (id bigint, because text)
  language sql stable set search_path = public as $$
  select distinct on (k.id) k.id, k.because from (
    (select o.id, 'serial' as because, 1 as n from device o where o.company_id = find_in.company_id and o.state = 'claimed'
      and is_serial(find_in.serial_number) and o.serial_number = find_in.serial_number
      and lower(o.manufacturer) = lower(find_in.vendor) limit 10)
    union all
    (select o.id, 'mac', 2 from device o where o.company_id = find_in.company_id and o.state = 'claimed'
      and o.mac_address = find_in.mac limit 10)
    union all
    (select a.device_id, 'chassis', 3 from device_agent a where find_in.chassis_id <> '' and a.company_id = find_in.company_id
      and a.chassis_id = find_in.chassis_id limit 10)
    union all
    (select a.device_id, 'engine', 4 from device_agent a where find_in.engine_id <> '' and a.company_id = find_in.company_id
      and a.engine_id = find_in.engine_id limit 10)) k
  order by k.id, k.n limit 20 $$;

/** An earlier find of the job, at another address, with an identity of this one; what a person ignored does not count. */
create or replace function finds_like_find(find_in discovery_find) returns table (id bigint, because text)
  language sql stable set search_path = public as $$
  select distinct on (k.id) k.id, k.because from (
    (select f.id, f.ignored, f.device_id, 'serial' as because, 1 as n from discovery_find f where f.job_id = find_in.job_id
      and is_serial(find_in.serial_number) and f.serial_number = find_in.serial_number
      and lower(f.vendor) = lower(find_in.vendor) limit 20)
    union all
    (select f.id, f.ignored, f.device_id, 'mac', 2 from discovery_find f where f.job_id = find_in.job_id
      and f.mac = find_in.mac limit 20)
    union all
    (select f.id, f.ignored, f.device_id, 'chassis', 3 from discovery_find f where f.job_id = find_in.job_id
      and find_in.chassis_id <> '' and f.chassis_id = find_in.chassis_id limit 20)
    union all
    (select f.id, f.ignored, f.device_id, 'engine', 4 from discovery_find f where f.job_id = find_in.job_id
      and find_in.engine_id <> '' and f.engine_id = find_in.engine_id limit 20)) k
  where k.id < find_in.id and not k.ignored and k.device_id is null
  order by k.id, k.n limit 5 $$;

/** The polled device of the outlet at the find's address and port; null without one. */
create or replace function device_at_find(find_in discovery_find) returns bigint
  language sql stable set search_path = public as $$
  select d.id from device d where d.company_id = find_in.company_id and d.state = 'claimed' and d.driver in ('snmp', 'probe')
    and d.ip_address = find_in.address and (d.driver = 'probe' or coalesce(d.port, 161) = find_in.port)
    and (find_in.outlet_id is null or d.outlet_id is not distinct from find_in.outlet_id)
  order by d.id limit 1 $$;

/** Whether the address of a find is one that the device has said is its own. What the find says of itself proves nothing. */
create or replace function share_an_address(device_in bigint, find_in discovery_find) returns boolean
  language sql stable set search_path = public as $$
  select exists (select from device_interface i where i.device_id = device_in and host(find_in.address) = any (
    select split_part(a, '/', 1) from unnest(i.addresses) a)) $$;

/** Says of each find which device it is, or who else claims to be it. What a person decided, or took in, stays. */
create or replace function settle_finds(finds_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  f discovery_find;
  here bigint;
  like_it jsonb;
  others jsonb;
  only_one bigint;
  is_other boolean;
begin
  for f in select * from discovery_find k where k.id = any (finds_in) and k.taken_at is null
      and not (k.decided and k.device_id is not null) order by k.id for update
  loop
    here := device_at_find(f);
    select coalesce(jsonb_agg(jsonb_build_object('deviceId', l.id::text, 'because', l.because) order by l.id), '[]'),
      case when count(*) = 1 then min(l.id) end
      into like_it, only_one from devices_like_find(f) l;
    -- Another serial number answers where the device was: it was replaced, or one of them lies.
    is_other := here is not null and exists (select from device d where d.id = here and is_serial(d.serial_number)
      and is_serial(f.serial_number) and d.serial_number <> f.serial_number);
    if here is not null and not is_other and (like_it = '[]' or only_one = here) then
      update discovery_find set device_id = here, claims = '[]' where id = f.id;
    elsif here is null and only_one is not null and share_an_address(only_one, f) then
      update discovery_find set device_id = only_one, claims = '[]' where id = f.id;
    else
      others := like_it || case when here is not null and (is_other or not like_it @> jsonb_build_array(jsonb_build_object('deviceId', here::text)))
        then jsonb_build_array(jsonb_build_object('deviceId', here::text, 'because', 'address')) else '[]' end;
      if others = '[]' then
        select coalesce(jsonb_agg(jsonb_build_object('findId', l.id::text, 'because', l.because) order by l.id), '[]')
          into others from finds_like_find(f) l;
      end if;
      update discovery_find set device_id = null, claims = others where id = f.id
        and (device_id is not null or claims <> others);
    end if;
  end loop;
end $$;

/** The same for a request: only finds of the company acted in. */
create or replace function settle_own_finds(finds_in bigint[]) returns void
  language sql security definer set search_path = public as $$
  select settle_finds(array(select f.id from discovery_find f where f.id = any (finds_in) and f.company_id = scope_company())) $$;

grant execute on function settle_own_finds to {{company}}, {{tree}}, {{platform}};
