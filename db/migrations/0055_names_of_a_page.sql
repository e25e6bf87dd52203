/**
 * Names of companies and outlets that the scope sees, many at once: asked for one by one, those of a page of 50 took
 * longer than its rows.
 */
create function visible_names(companies_in bigint[], outlets_in bigint[])
  returns table (company_id bigint, outlet_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, null, c.name from company c
  where c.id = any (companies_in) and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = c.id)
  union all
  select null, o.id, o.name from outlet o
  where o.id = any (outlets_in) and sees_place(o.id, o.department_id) and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = o.company_id) $$;

grant execute on function visible_names to {{company}}, {{tree}}, {{platform}};
