/** The member's departments, including all below. Empty for a member outside every department. */
create or replace function departments_of(company_in bigint, os_in bigint) returns bigint[]
  language sql stable set search_path = public as $$
  with recursive below (id) as (
    select up.id from org_node n join org_node up on up.company_id = n.company_id and up.id = n.parent_id
    where n.company_id = company_in and n.id = os_in and up.type = 4
    union all
    select n.id from below b join org_node n on n.company_id = company_in and n.parent_id = b.id and n.type = 4)
  select coalesce(array_agg(id), '{}') from below $$;

/**
 * Outlets and departments to which the roles that give a permission are limited, if none of these roles
 * covers the whole company. Departments include their outlets. For definer functions only.
 */
create or replace function data_scope_of(company_in bigint, member_in bigint, os_in bigint, needed text)
  returns table (outlet_ids bigint[], department_ids bigint[])
  language sql stable set search_path = public as $$
  with limited as (
    select r.data_scope, r.outlet_ids from member_role mr
    join role r on r.company_id = mr.company_id and r.id = mr.role_id
    where mr.company_id = company_in and mr.member_id = member_in
      and (needed is null or needed = any (r.permissions))),
  departments (ids) as (
    select case when exists (select from limited where data_scope = 'department')
      then departments_of(company_in, os_in) else '{}' end)
  select array(
      select unnest(l.outlet_ids) from limited l where l.data_scope = 'outlets'
      union
      select o.id from outlet o, departments d where o.company_id = company_in and o.department_id = any (d.ids)),
    (select ids from departments) $$;

/**
 * From here on the transaction sees the data scope of the roles that give this permission: for responses that
 * show data under a different permission from that of their endpoint.
 */
create or replace function narrow_to(needed text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  me record;
  whole boolean;
  outlets bigint[];
  departments bigint[];
begin
  select m.id, m.os_id into me from member m where m.company_id = home and m.person_id = scope_person();
  -- A job, gateway or application: no person whose roles apply.
  if not found then return; end if;
  if home <> scope_company() then
    whole := current_setting('netward.identity', true) in ('1', '2') or exists (
      select from acting_grants_in(home, me.id, scope_company()) g
      left join built_in_role b on b.key = g.built_in
      left join role r on r.company_id = home and r.id = g.role_id
      where coalesce(r.data_scope, 'company') = 'company' and needed = any (coalesce(b.permissions, r.permissions)));
    if not whole then outlets := '{}'; departments := '{}'; end if;
  elsif not exists (
      select from member_role mr
      left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = home and mr.member_id = me.id and coalesce(r.data_scope, 'company') = 'company'
        and needed = any (coalesce(b.permissions, r.permissions))) then
    select s.outlet_ids, s.department_ids into outlets, departments from data_scope_of(home, me.id, me.os_id, needed) s;
  end if;
  perform set_config('netward.outlet_ids', outlets::text, true),
    set_config('netward.department_ids', departments::text, true);
end $$;

grant execute on function narrow_to to {{company}}, {{tree}}, {{platform}};
