/** Runs before a member is written: sets the department and the text that lists search for names. */
create or replace function member_found_by() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select coalesce(n.parent_id, n.id) into new.department_id
    from org_node n where n.company_id = new.company_id and n.id = new.os_id;
  select p.user_name into new.user_name
    from person p where p.id = new.person_id and p.home_company_id = new.company_id;
  new.search := search_text(new.display_name || ' ' || coalesce(new.user_name, ''));
  return new;
end $$;

/** Makes a person a member, below a department if it still exists. For definer functions only. */
create or replace function join_company(
  company_in bigint, holder_in bigint, name_in text, refs_in text[], department_in bigint
) returns bigint language plpgsql set search_path = public as $$
declare
  node bigint;
  made bigint;
begin
  insert into org_node (company_id, parent_id, type, name)
  select company_in, n.id, 2, name_in from org_node n
  where n.company_id = company_in and (n.parent_id is null or n.id = department_in and n.type = 4)
  order by (n.parent_id is null) limit 1 returning id into node;
  insert into member (company_id, person_id, os_id, display_name)
  values (company_in, holder_in, node, name_in) returning id into made;
  perform give_roles(company_in, made, refs_in);
  return made;
end $$;
