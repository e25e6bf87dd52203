/**
 * Names of members of the company acted in, whatever part of it the caller sees: who is on call is for all to know.
 * Null: the first thousand of those who can be on call, by name.
 */
create or replace function rota_people(members_in bigint[]) returns table (id bigint, name text, active boolean)
  language sql stable security definer set search_path = public as $$
  select m.id, m.display_name, m.status = 'enabled' from member m
  where m.company_id = scope_company()
    and case when members_in is null then m.status = 'enabled' else m.id = any (members_in) end
  order by m.display_name, m.id limit 1000 $$;

grant execute on function rota_people to {{company}}, {{tree}}, {{platform}};
