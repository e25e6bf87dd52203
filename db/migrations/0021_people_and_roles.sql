-- Copies of a role lose at once what the role loses; batches over members; links to a phone.

-- ─── Copies of a role ────────────────────────────────────────────────────────────────────────────────────────────

-- What a copy had before it lost something at once, until a job has told it: permissions and data scope.
alter table role add column narrowed_from jsonb;

/**
 * What a role holds no more, and where it reaches no further, ends in the copies that follow it with this very
 * transaction, in one statement that does no more than that: a job tells their companies and brings the rest. For definer
 * functions alone.
 */
create function narrow_copies(origin_in role) returns void
  language sql set search_path = public as $$
  update role r set
    narrowed_from = coalesce(r.narrowed_from,
      jsonb_build_object('name', r.name, 'permissions', r.permissions, 'dataScope', r.data_scope)),
    permissions = array(select c from unnest(r.permissions) c where c = any ((origin_in).permissions) order by c),
    data_scope = case (origin_in).data_scope when 'department' then 'department' else r.data_scope end
  where r.origin_company_id = (origin_in).company_id and r.origin_role_id = (origin_in).id and r.detached_at is null
    and (not r.permissions <@ (origin_in).permissions
      or r.data_scope = 'company' and (origin_in).data_scope = 'department') $$;

/** Tells a company what a copy has become: in its log, unless it is as it was, and on its screens. For definer functions. */
create function tell_received(had_in role, made_in role) returns void
  language plpgsql set search_path = public as $$
declare
  before constant jsonb := coalesce((had_in).narrowed_from, case when (had_in).id is not null then jsonb_build_object(
    'name', (had_in).name, 'permissions', (had_in).permissions, 'dataScope', (had_in).data_scope) end);
  after constant jsonb := jsonb_build_object(
    'name', (made_in).name, 'permissions', (made_in).permissions, 'dataScope', (made_in).data_scope);
begin
  insert into live_event (company_id, kind, subject_id)
  values ((made_in).company_id, 'role.changed', (made_in).id);
  if before = after then return; end if;
  insert into audit_log (company_id, action, acting_company_id, acting_company_name, subject_kind, subject_id, detail)
  values ((made_in).company_id, 'role.received', (made_in).origin_company_id, (made_in).published_by, 'role',
    (made_in).id::text, jsonb_build_object('before', before, 'after', after));
end $$;

/**
 * Creates a role of the company acted in (`role_in` null), or changes one. What is added must be held by the person of
 * this transaction as far as the role reaches, and in each tenant where staff acts with it; what is taken away must be
 * held at all; the rest stays as others gave it. Who changes a published role publishes it again: what it loses ends in
 * its copies with this transaction, what it gains follows by the job.
 */
create or replace function write_role(
  role_in bigint, version_in int, name_in text, description_in text, codes_in text[], data_scope_in text,
  outlet_ids_in bigint[], actor_in text
) returns role language plpgsql security definer set search_path = public as $$
declare
  before role;
  made role;
  outlets bigint[] := case when data_scope_in = 'outlets' then outlet_ids_in else '{}' end;
  codes text[] := array(select distinct c from unnest(codes_in) c order by c);
begin
  if role_in is not null then
    before := lock_role(role_in);
    if is_following(before) then raise exception 'role.following' using errcode = 'NW001'; end if;
    if before.version <> version_in then raise exception 'role.changed_meanwhile' using errcode = 'NW001'; end if;
    if exists (select 1 from role_publication p where p.company_id = before.company_id and p.role_id = before.id) then
      if 'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH' <> all (held_permissions()) then
        raise exception 'role.published' using errcode = 'NW001';
      end if;
      if data_scope_in = 'outlets' then raise exception 'role.not_publishable' using errcode = 'NW001'; end if;
    end if;
    if exists (
        select 1 from unnest(codes_of_use(before.company_id, before.permissions)) c
        where c <> all (codes) and c <> all (held_permissions())) then
      raise exception 'role.not_held' using errcode = 'NW001';
    end if;
  elsif (select count(*) from role where company_id = scope_company()) >= 500 then
    raise exception 'role.limit' using errcode = 'NW001';
  end if;
  perform refuse_grant(codes_to_hold(before, codes, data_scope_in, outlets), data_scope_in, outlets);
  perform refuse_in_tenants(before.company_id, before.id, codes_to_hold(before, codes, data_scope_in, outlets));
  if exists (
      select 1 from unnest(outlets) o
      where o <> all (coalesce(before.outlet_ids, '{}'))
        and not exists (select 1 from outlet where company_id = scope_company() and id = o)) then
    raise exception 'outlet.not_found' using errcode = 'NW001';
  end if;
  if role_in is null then
    insert into role (company_id, name, description, permissions, data_scope, outlet_ids, updated_by)
    values (scope_company(), name_in, description_in, codes, data_scope_in, outlets, actor_in) returning * into made;
    return made;
  end if;
  update role set name = name_in, description = description_in, permissions = codes, data_scope = data_scope_in,
    outlet_ids = outlets, version = version + 1, updated_at = now(), updated_by = actor_in
  where company_id = before.company_id and id = before.id returning * into made;
  update role_publication set reached = 0, done = 0, finished_at = null, total = count_reached(company_id, role_id)
  where company_id = made.company_id and role_id = made.id;
  perform narrow_copies(made);
  return made;
exception when unique_violation then
  raise exception 'role.name_taken' using errcode = 'NW001';
end $$;

/**
 * Makes or renews the copy of a role in a company below, cut to what that company has a use for. One that was detached
 * is its company's, unless that was in this very transaction, which moves the company. For definer functions alone.
 */
create or replace function copy_role(origin_in role, publisher_in text, company_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  codes text[] := codes_of_use(company_in, (origin_in).permissions);
  had role;
  made role;
  called text := free_role_name(company_in, (origin_in).name, publisher_in, (origin_in).id);
begin
  select * into had from role where company_id = company_in and origin_role_id = (origin_in).id for update;
  if had.detached_at < now() or had.id is null and cardinality(codes) = 0 then return; end if;
  if had.id is not null and had.detached_at is null and had.origin_version = (origin_in).version
    and had.permissions = codes then return; end if;
  if had.id is null then
    insert into role (company_id, name, description, permissions, data_scope, origin_company_id, origin_role_id,
                      origin_version, published_by, updated_by)
    values (company_in, called, (origin_in).description, codes, (origin_in).data_scope, (origin_in).company_id,
            (origin_in).id, (origin_in).version, publisher_in, publisher_in)
    returning * into made;
  else
    update role set name = called, description = (origin_in).description, permissions = codes,
      data_scope = (origin_in).data_scope, origin_version = (origin_in).version, published_by = publisher_in,
      detached_at = null, narrowed_from = null, version = version + 1, updated_at = now(), updated_by = publisher_in
    where company_id = company_in and id = had.id returning * into made;
  end if;
  perform tell_received(had, made);
end $$;

/** A published copy becomes the company's own, as it is now. */
create or replace function detach_role(role_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  copy role := lock_role(role_in);
begin
  if not is_following(copy) then raise exception 'role.not_following' using errcode = 'NW001'; end if;
  if copy.narrowed_from is not null then perform tell_received(copy, copy); end if;
  update role set detached_at = now(), narrowed_from = null, version = version + 1
  where company_id = copy.company_id and id = copy.id;
end $$;

-- ─── Batches over members ────────────────────────────────────────────────────────────────────────────────────────

/** Takes members out of the company, as `remove_member` does one. `refusal` says why one was not. */
create function remove_members(members_in bigint[]) returns table (
  member_id bigint, display_name text, refusal text
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
begin
  perform lock_organisation();
  for m in
    select k.id, k.person_id, k.display_name as name from member k
    where k.company_id = scope_company() and k.id = any (members_in) and sees_department(k.department_id)
    order by k.id for update
  loop
    member_id := m.id;
    display_name := m.name;
    refusal := case when m.person_id = scope_person() then 'member.oneself'
      when is_last_administrator(m.id) then 'member.last_administrator' end;
    if refusal is null then perform remove_member(m.id); end if;
    return next;
  end loop;
end $$;

/**
 * Gives members roles and takes others from them. Answers those whose roles are others now, with what they had, and those
 * whose may not be changed so, with why. Whether the roles are the caller's to give is asked before.
 */
create function change_member_roles(members_in bigint[], given_in text[], taken_in text[]) returns table (
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

/** What roles of the company acted in are called: keys of built-in ones, names of its own. For definer functions alone. */
create function role_names(refs_in text[]) returns text[]
  language sql stable set search_path = public as $$
  select coalesce(array_agg(coalesce(r.name, u.ref) order by coalesce(r.name, u.ref)), '{}') from unnest(refs_in) u (ref)
  left join role r on r.company_id = scope_company()
    and r.id = case when u.ref ~ '^[0-9]{1,18}$' then u.ref::bigint end $$;

/**
 * The roles that would open more to those who have them here if a department came below another one: those limited to
 * departments, of people who stand in the other one or above it, and not above the department already.
 */
create function roles_widened(department_in bigint, parent_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  with recursive above (id, parent_id, was) as (
    select n.id, n.parent_id, false from org_node n
    where n.company_id = scope_company() and n.id = parent_in and n.type = 4
    union all
    select n.id, n.parent_id, true from org_node d
    join org_node n on n.company_id = d.company_id and n.id = d.parent_id and n.type = 4
    where d.company_id = scope_company() and d.id = department_in
    union all
    select n.id, n.parent_id, a.was from above a
    join org_node n on n.company_id = scope_company() and n.id = a.parent_id and n.type = 4)
  select distinct r.id::text from above a
  join member m on m.company_id = scope_company() and m.department_id = a.id
  join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
  join role r on r.company_id = mr.company_id and r.id = mr.role_id and r.data_scope = 'department'
  where not a.was and not exists (select from above w where w.was and w.id = a.id) $$;

drop function member_mail(bigint);
/** Where a reset link for a member goes: to what its owner has proved, whichever company made the account. */
create function member_contact(member_in bigint) returns table (display_name text, email text, phone text)
  language sql stable security definer set search_path = public as $$
  select m.display_name, case when p.email_verified_at is not null and p.disabled_at is null then p.email end,
    case when p.phone_verified_at is not null and p.disabled_at is null then p.phone end
  from member m join person p on p.id = m.person_id
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id) $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function remove_members, change_member_roles, roles_widened, member_contact
  to {{company}}, {{tree}}, {{platform}};
