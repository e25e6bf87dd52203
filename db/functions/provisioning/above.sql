/**
 * Whether a company lets companies above it change its gateways at any time: without asking, without set
 * hours, without a lower ceiling.
 */
create or replace function lets_provision(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select not exists (
      select from acting_consent s join built_in_role b on b.key = s.ceiling where s.company_id = company_in
        and (s.mode <> 'free' or s.from_minute is not null or 'DMS_SERVER_DEVICE_PARAMETER_SET' <> all (b.permissions)))
    and not exists (select from acting_end e where e.company_id = company_in and e.person_id is null
      and coalesce(e.until > now(), true)) $$;

/** Author of a template that is applied to the company acted in. */
create or replace function template_owner(template_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from provision_template t join company c on c.id = t.company_id
  join company_ancestor a on a.ancestor_id = t.company_id and a.company_id = scope_company()
  where t.id = template_in $$;

grant execute on function lets_provision, template_owner to {{company}}, {{tree}}, {{platform}};
