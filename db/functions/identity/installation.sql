/** Writes the permissions of the built-in roles in this version. */
create or replace function set_built_in_role(key_in text, permissions_in text[]) returns void
  language sql security definer set search_path = public as $$
  insert into built_in_role (key, permissions) values (key_in, permissions_in)
  on conflict (key) do update set permissions = excluded.permissions
    where built_in_role.permissions <> excluded.permissions $$;

/**
 * Creates the OP and its first administrator if there is none. Returns the person's id, or null if the OP
 * existed: of two concurrent starts, one creates it.
 */
create or replace function create_operator(company_name_in text, user_name_in text, display_name_in text, hash_in text)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  op bigint;
  root bigint;
  node bigint;
  made_person bigint;
  made_member bigint;
begin
  perform pg_advisory_xact_lock(7549);
  if exists (select 1 from company where kind = 'op') then return null; end if;
  insert into company (kind, name, code) values ('op', company_name_in, 'platform') returning id into op;
  insert into org_node (company_id, type, name) values (op, 99999, company_name_in) returning id into root;
  insert into org_node (company_id, parent_id, type, name) values (op, root, 1, display_name_in) returning id into node;
  insert into person (home_company_id, user_name, display_name, password_hash)
    values (op, user_name_in, display_name_in, hash_in) returning id into made_person;
  insert into member (company_id, person_id, os_id, display_name)
    values (op, made_person, node, display_name_in) returning id into made_member;
  insert into member_role (company_id, member_id, built_in) values (op, made_member, 'platform_administrator');
  return made_person;
end $$;

create or replace function operator_exists() returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from company where kind = 'op') $$;

/**
 * Writes the permission codes of this version: an object with a list of kinds for each code, and the
 * company-wide codes.
 */
create or replace function set_permission_kinds(kinds_in jsonb, undivided_in text[]) returns void
  language sql security definer set search_path = public as $$
  delete from permission_kind where not kinds_in ? code;
  insert into permission_kind (code, kinds, undivided)
  select e.key, array(select jsonb_array_elements_text(e.value)), e.key = any (undivided_in) from jsonb_each(kinds_in) e
  on conflict (code) do update set kinds = excluded.kinds, undivided = excluded.undivided
  where (permission_kind.kinds, permission_kind.undivided) <> (excluded.kinds, excluded.undivided) $$;

grant execute on function create_operator, operator_exists, set_built_in_role, set_permission_kinds to {{login}};
