/**
 * Sets a member's roles to exactly these: keys of built-in roles, ids of the company's own. For definer
 * functions only.
 */
create or replace function give_roles(company_in bigint, member_in bigint, refs_in text[]) returns void
  language plpgsql set search_path = public as $$
begin
  delete from member_role where company_id = company_in and member_id = member_in;
  insert into member_role (company_id, member_id, built_in)
  select distinct company_in, member_in, b.key from unnest(refs_in) u join built_in_role b on b.key = u;
  insert into member_role (company_id, member_id, role_id)
  select distinct company_in, member_in, r.id from unnest(refs_in) u
  join role r on r.company_id = company_in and r.id = case when u ~ '^[0-9]{1,18}$' then u::bigint end;
  update org_node n set type = case when exists (
      select 1 from member_role where company_id = company_in and member_id = member_in and built_in like '%administrator')
    then 1 else 2 end
  from member m where m.company_id = company_in and m.id = member_in and n.company_id = company_in and n.id = m.os_id
    and n.type in (1, 2);
end $$;

/**
 * Whether a member makes a person an administrator of this company, so that another administrator must remain
 * without them.
 */
create or replace function is_last_administrator(member_in bigint) returns boolean
  language sql stable set search_path = public as $$
  with administrators as (
    select m.id from member m join company c on c.id = m.company_id join person p on p.id = m.person_id
    join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
    where m.company_id = scope_company() and m.status = 'enabled' and p.disabled_at is null
      and mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end)
  select exists (select 1 from administrators where id = member_in)
    and not exists (select 1 from administrators where id <> member_in) $$;

/**
 * Roles of the company acted in, with their grants. `within`: no grant of the role reaches further than the
 * person of this transaction holds the same grant; users cannot extend their reach by assigning a role. A
 * department-limited user may assign a department-limited role to members of their departments.
 */
create or replace function roles_to_give() returns table (ref text, name text, permissions text[], within boolean)
  language sql stable security definer set search_path = public as $$
  with reach as materialized (select * from my_reach()),
  offered as (
    select b.key as ref, b.key as name, b.permissions, 'company' as data_scope, '{}'::bigint[] as outlet_ids
    from built_in_role b
    where b.key <> 'platform_administrator' or exists (select from company where id = scope_company() and kind = 'op')
    union all
    (select r.id::text, r.name, r.permissions, r.data_scope, r.outlet_ids
    from role r where r.company_id = scope_company() order by r.name, r.id))
  select o.ref, o.name, o.permissions, not exists (
    select from reach h where h.code = any (o.permissions) and not (h.everywhere
      or o.data_scope = 'outlets' and o.outlet_ids <@ h.outlets
      or o.data_scope = 'department' and h.departments and netward_setting('netward.department_ids') is not null))
  from offered o $$;

create or replace function set_member_roles(member_in bigint, refs_in text[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  administers text := case (select kind from company where id = scope_company())
    when 'op' then 'platform_administrator' else 'administrator' end;
begin
  perform lock_organisation();
  if not exists (select 1 from member where company_id = scope_company() and id = member_in) then
    raise exception 'member.not_found' using errcode = 'NW001';
  end if;
  if not administers = any (refs_in) and is_last_administrator(member_in) then
    raise exception 'member.last_administrator' using errcode = 'NW001';
  end if;
  perform give_roles(scope_company(), member_in, refs_in);
end $$;

/**
 * Adds roles to members and removes others. Returns the members whose roles changed, with their previous
 * roles, and those whose roles may not be changed so, with the reason. The caller checks first whether it may
 * assign these roles.
 */
create or replace function change_member_roles(members_in bigint[], given_in text[], taken_in text[]) returns table (
  member_id bigint, display_name text, before text[], after text[], refusal text
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
  administers constant text := case (select kind from company where id = scope_company())
    when 'op' then 'platform_administrator' else 'administrator' end;
  wanted text[];
begin
  perform lock_organisation();
  for m in
    select k.id, k.display_name as name, array(
      select coalesce(mr.built_in, mr.role_id::text) from member_role mr
      where mr.company_id = k.company_id and mr.member_id = k.id order by 1) as refs
    from member k
    where k.company_id = scope_company() and k.id = any (members_in) and sees_department(k.department_id)
    order by k.id for update
  loop
    wanted := array(select r from unnest(m.refs || given_in) r where r <> all (taken_in) group by r order by r);
    continue when wanted = m.refs;
    member_id := m.id;
    display_name := m.name;
    before := role_names(m.refs);
    after := role_names(wanted);
    refusal := case when wanted = '{}' then 'member.without_role'
      when cardinality(wanted) > 20 then 'member.too_many_roles'
      when administers <> all (wanted) and is_last_administrator(m.id) then 'member.last_administrator' end;
    if refusal is null then perform give_roles(scope_company(), m.id, wanted); end if;
    return next;
  end loop;
end $$;

grant execute on function change_member_roles, roles_to_give, set_member_roles to {{company}}, {{tree}}, {{platform}};
