/** The people whose name holds a text, in the log of one company or of all that the scope sees. */
create or replace function audit_actors(name_in text, company_in bigint, limit_in int) returns bigint[]
  language plpgsql stable security definer set search_path = public as $$
declare
  role constant text := current_setting('role');
  pattern constant text := '%' || regexp_replace(search_text(name_in), '([\\%_])', '\\\1', 'g') || '%';
begin
  return array(
    select distinct a.person_id from audit_actor a
    where search_text(a.name) like pattern and (company_in is null or a.company_id = company_in)
      and case role when '{{platform}}' then true
        when '{{tree}}' then sees_company(a.company_id)
        else a.company_id = scope_company() and whole_company() end
    limit limit_in);
end $$;

/**
 * Of these companies those that do not let the person of this transaction in now: of what was done there, no values.
 */
create or replace function closed_companies(companies_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select s.company_id from acting_consent s
  where s.company_id = any (companies_in) and s.company_id <> scope_company()
    and current_setting('role') in ('{{tree}}', '{{platform}}')
    and acting_entry(s.company_id, scope_person()) like 'acting.%' $$;

grant execute on function audit_actors, closed_companies to {{company}}, {{tree}}, {{platform}};
