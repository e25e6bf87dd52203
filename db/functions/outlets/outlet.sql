/**
 * The roles that would give their holders more access here if an outlet of one department (null: no
 * department) moved to another: roles limited to departments, of people in the other department or above it,
 * and not above the first.
 */
create or replace function roles_widened_by_outlet(from_in bigint, to_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  with recursive above (id, parent_id, was) as (
    select n.id, n.parent_id, n.id is not distinct from from_in from org_node n
    where n.company_id = scope_company() and n.id in (from_in, to_in) and n.type = 4
    union all
    select n.id, n.parent_id, a.was from above a
    join org_node n on n.company_id = scope_company() and n.id = a.parent_id and n.type = 4)
  select distinct r.id::text from above a
  join member m on m.company_id = scope_company() and m.department_id = a.id
  join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
  join role r on r.company_id = mr.company_id and r.id = mr.role_id and r.data_scope = 'department'
  where not a.was and not exists (select from above w where w.was and w.id = a.id) $$;

grant execute on function roles_widened_by_outlet to {{company}}, {{tree}}, {{platform}};
