/** People whose name contains a text, in the log of one company or of all that the scope sees. */
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

grant execute on function audit_actors to {{company}}, {{tree}}, {{platform}};
