/** The tenants of a group of the company acted in, by name. */
create or replace function group_tenants(group_in bigint, limit_in int, offset_in int) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from tenant_group_member gm join company c on c.id = gm.target_company_id
  where gm.company_id = scope_company() and gm.group_id = group_in
  order by c.name, c.id limit limit_in offset offset_in $$;

grant execute on function group_tenants to {{company}}, {{tree}}, {{platform}};
