/** A department (or the company's own node) and everything below it. */
create or replace function departments_below(company_in bigint, department_in bigint) returns setof bigint
  language sql stable set search_path = public rows 50 as $$
  with recursive below (id) as (
    select n.id from org_node n where n.company_id = company_in and n.id = department_in and n.type not in (1, 2)
    union
    select n.id from below b join org_node n on n.company_id = company_in and n.parent_id = b.id and n.type = 4)
  select id from below $$;

/** Names along the path to a department, from the top; empty for the company's own node. */
create or replace function department_path(company_in bigint, department_in bigint) returns text[]
  language sql stable set search_path = public as $$
  with recursive above (id, parent_id, name, up) as (
    select n.id, n.parent_id, n.name, 0 from org_node n where n.company_id = company_in and n.id = department_in
    union all
    select n.id, n.parent_id, n.name, a.up + 1
    from above a join org_node n on n.company_id = company_in and n.id = a.parent_id where a.up < 64)
  select coalesce(array_agg(name order by up desc) filter (where parent_id is not null), '{}') from above $$;

/** Runs after a member's node moves: sets the member's department to the new one. */
create or replace function org_node_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member m set department_id = new.parent_id where m.company_id = new.company_id and m.os_id = new.id;
  return null;
end $$;

/**
 * Serialises changes to people and departments of the company acted in: if two administrators remove each
 * other, one remains; two moves cannot form a cycle. New nodes below the company's own do not wait for it.
 */
create or replace function lock_organisation() returns void
  language sql security definer set search_path = public as $$
  select 1 from org_node where company_id = scope_company() and parent_id is null for no key update $$;

/**
 * Roles that would give their holders here more access if a department moved below another:
 * department-limited roles of people who are in or above the other department and not already above the moved
 * one.
 */
create or replace function roles_widened(department_in bigint, parent_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  with recursive above (id, parent_id, was) as (
    select n.id, n.parent_id, false from org_node n
    where n.company_id = scope_company() and n.id = parent_in and n.type = 4
    union all
    select n.id, n.parent_id, true from org_node d
    join org_node n on n.company_id = d.company_id and n.id = d.parent_id and n.type = 4
    where d.company_id = scope_company() and d.id = department_in
    union all
    select n.id, n.parent_id, a.was from above a
    join org_node n on n.company_id = scope_company() and n.id = a.parent_id and n.type = 4)
  select distinct r.id::text from above a
  join member m on m.company_id = scope_company() and m.department_id = a.id
  join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
  join role r on r.company_id = mr.company_id and r.id = mr.role_id and r.data_scope = 'department'
  where not a.was and not exists (select from above w where w.was and w.id = a.id) $$;

/** Whether the data scope of this transaction includes a department. Outlets are not departments. */
create or replace function sees_department(department_in bigint) returns boolean
  language sql stable parallel safe as $$
  select case when netward_setting('netward.department_ids') is null and netward_setting('netward.outlet_ids') is null
    then true
    else department_in = any (coalesce(netward_setting('netward.department_ids'), '{}')::bigint[]) end $$;

grant execute on function department_path, departments_below, lock_organisation, roles_widened, sees_department
  to {{company}}, {{tree}}, {{platform}};
