/** Names of members by id, in companies that the scope sees. */
create or replace function audit_member_names(ids_in bigint[]) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select m.id, p.display_name from member m join person p on p.id = m.person_id
  where m.id = any (ids_in) and (current_setting('role') = '{{platform}}'
    or current_setting('role') = '{{tree}}' and sees_company(m.company_id)
    or m.company_id = scope_company() and whole_company()) $$;

grant execute on function audit_member_names to {{company}}, {{tree}}, {{platform}};
