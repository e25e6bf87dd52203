-- Names of the networks that hosts on paths are in (modules/lines/networks.service.ts).

/** Objects {prefix, asn, name} in place of all that were known. */
create or replace function address_networks_replace(networks jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  delete from address_network;
  insert into address_network (prefix, asn, name)
  select n.prefix, n.asn, n.name from jsonb_to_recordset(networks) n (prefix cidr, asn bigint, name text);
end $$;

create or replace function address_networks_known() returns table (prefixes int, imported_at timestamptz)
  language sql stable security definer set search_path = public as $$
  select count(*)::int, max(n.imported_at) from address_network n $$;

/** Of each address the network with the narrowest prefix; an address of none is not in the answer. */
create or replace function address_networks_of(addresses inet[]) returns table (address text, asn bigint, name text)
  language sql stable security definer set search_path = public as $$
  select host(a), n.asn, n.name from (select distinct unnest(addresses)) k (a)
  cross join lateral (select * from address_network n where n.prefix >>= k.a order by masklen(n.prefix) desc limit 1) n $$;

grant execute on function address_networks_replace, address_networks_known to {{platform}};
grant execute on function address_networks_of to {{company}}, {{tree}}, {{platform}};
