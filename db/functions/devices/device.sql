/**
 * Until when a factory reset of a device is expected; null if none is. The caller found the device; its
 * company is checked again here.
 */
create or replace function reset_expected_until(device_in bigint) returns timestamptz
  language sql stable security definer set search_path = public as $$
  select g.expected_reset_until from gateway g
  where g.device_id = device_in and g.expected_reset_until > now() and sees_company(g.company_id) $$;

/**
 * Returns the name of a company's outlet visible to the scope: cheaper for a page of 50 than evaluating the
 * policy's set.
 */
create or replace function visible_outlet_name(outlet_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select o.name from outlet o where o.id = outlet_in and sees_place(o.id, o.department_id) and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = o.company_id) $$;

/**
 * Returns names of companies and outlets visible to the scope, in bulk: looking them up one by one for a page
 * of 50 took longer than reading its rows.
 */
create or replace function visible_names(companies_in bigint[], outlets_in bigint[])
  returns table (company_id bigint, outlet_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, null, c.name from company c
  where c.id = any (companies_in) and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = c.id)
  union all
  select null, o.id, o.name from outlet o
  where o.id = any (outlets_in) and sees_place(o.id, o.department_id) and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = o.company_id) $$;

grant execute on function reset_expected_until, visible_names, visible_outlet_name
  to {{company}}, {{tree}}, {{platform}};
