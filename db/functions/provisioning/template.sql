/** Companies of a template that the scope may act on: its own and, with `below`, those under it. */
create or replace function provision_companies(template_in bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select a.company_id from provision_template t join company_ancestor a on a.ancestor_id = t.company_id
  where t.id = template_in and a.company_id in (select companies_below(scope_company()))
    and (a.depth = 0 or exists (select from provision_version v
      where v.company_id = t.company_id and v.template_id = t.id and v.below))
    and exists (select from device d where d.company_id = a.company_id)
  order by a.company_id $$;

grant execute on function provision_companies to {{company}};
