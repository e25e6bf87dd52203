/**
 * Creates a person, whose first sign-in completes the account, and their membership in the company acted in.
 */
create or replace function create_member(
  user_name_in text, display_name_in text, password_hash_in text, email_in text, refs_in text[], department_in bigint
) returns table (member_id bigint, person_id bigint) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  insert into person (home_company_id, user_name, display_name, password_hash, email, must_complete)
  values (scope_company(), lower(user_name_in), display_name_in, password_hash_in, email_in, true)
  returning id into create_member.person_id;
  create_member.member_id := join_company(
    scope_company(), create_member.person_id, display_name_in, refs_in, department_in);
  return next;
exception when unique_violation then
  raise exception 'member.name_taken' using errcode = 'NW001';
end $$;

/** One member, locked, with the roles held; no row outside the data scope. */
create or replace function lock_member(member_in bigint) returns table (
  member member, department text[], role_refs text[], roles text[], oneself boolean
) language sql security definer set search_path = public as $$
  select lock_organisation();
  select m, department_path(m.company_id, m.department_id),
    array(select coalesce(mr.built_in, mr.role_id::text) from member_role mr
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    array(select coalesce(mr.built_in, r.name) from member_role mr
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    m.person_id = scope_person()
  from member m
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id)
  for update of m $$;

/**
 * Writes the given columns of a membership; others stay unchanged. The name is that in this company: the account's own name
 * belongs to its person.
 */
create or replace function edit_member(member_in bigint, given jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  owned constant text[] := array['id', 'company_id', 'person_id', 'os_id', 'status', 'created_at', 'last_sign_in_at',
    'department_id', 'user_name', 'search'];
begin
  if not exists (select from member where company_id = scope_company() and id = member_in) then return; end if;
  perform write_columns('member', member_in, given, owned);
  update org_node n set name = m.display_name from member m
    where m.company_id = scope_company() and m.id = member_in and n.company_id = m.company_id and n.id = m.os_id
      and n.type in (1, 2) and n.name <> m.display_name;
end $$;

/** Moves members below a department. Returns those that moved, with their previous place. */
create or replace function move_members(members_in bigint[], department_in bigint) returns table (
  member_id bigint, display_name text, before text[]
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
  node bigint;
begin
  perform lock_organisation();
  if not exists (select 1 from org_node n where n.company_id = scope_company() and n.id = department_in
      and n.type not in (1, 2) and sees_department(n.id)) then
    raise exception 'department.not_found' using errcode = 'NW001';
  end if;
  for m in
    select k.id, k.display_name as name, k.os_id, n.type, department_path(k.company_id, k.department_id) as path
    from member k join org_node n on n.company_id = k.company_id and n.id = k.os_id
    where k.company_id = scope_company() and k.id = any (members_in) and sees_department(k.department_id)
      and k.department_id <> department_in
    order by k.id for update of k
  loop
    if m.type in (1, 2) then
      update org_node set parent_id = department_in where company_id = scope_company() and id = m.os_id;
    else
      -- Members at the company's own node get a node of their own.
      insert into org_node (company_id, parent_id, type, name)
      values (scope_company(), department_in, 2, m.name) returning id into node;
      update member k set os_id = node where k.company_id = scope_company() and k.id = m.id;
    end if;
    member_id := m.id;
    display_name := m.name;
    before := m.path;
    return next;
  end loop;
end $$;

/**
 * Ends the sessions of a person when no company admits them any more. If another does, the sessions continue
 * there: begin_request refuses them in this one.
 */
create or replace function end_useless_sessions(holder_in bigint) returns void
  language sql set search_path = public as $$
  update session s set ended_at = now(), end_code = '40032'
  where s.person_id = holder_in and s.ended_at is null and not exists (
    select 1 from member m join company c on c.id = m.company_id
    where m.person_id = holder_in and m.status = 'enabled' and c.status = 'active') $$;

/**
 * Enables or disables members. `refusal` states why one was not changed; members already in the requested
 * state are left out.
 */
create or replace function set_member_status(members_in bigint[], status_in text) returns table (
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
      and k.status <> status_in
    order by k.id for update
  loop
    member_id := m.id;
    display_name := m.name;
    refusal := case when status_in = 'enabled' then null when m.person_id = scope_person() then 'member.oneself'
      when is_last_administrator(m.id) then 'member.last_administrator' end;
    if refusal is null then
      update member k set status = status_in where k.company_id = scope_company() and k.id = m.id;
      perform end_useless_sessions(m.person_id);
    end if;
    return next;
  end loop;
end $$;

/**
 * Removes a member from the company. The account remains if its person is a member elsewhere, if another
 * company created it, or if it is the person's own; otherwise it is deleted with everything it holds. This
 * company must not learn which case applies.
 */
create or replace function remove_member(member_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  m record;
begin
  perform lock_organisation();
  select k.*, p.home_company_id into m from member k join person p on p.id = k.person_id
    where k.company_id = scope_company() and k.id = member_in and sees_department(k.department_id) for update of k;
  if m.id is null then raise exception 'member.not_found' using errcode = 'NW001'; end if;
  if m.person_id = scope_person() then raise exception 'member.oneself' using errcode = 'NW001'; end if;
  if is_last_administrator(m.id) then raise exception 'member.last_administrator' using errcode = 'NW001'; end if;
  delete from member k where k.company_id = m.company_id and k.id = m.id;
  delete from org_node n where n.company_id = m.company_id and n.id = m.os_id and n.type in (1, 2);
  -- Serialises with concurrent creation of a membership.
  perform 1 from person p where p.id = m.person_id for update;
  if m.home_company_id is distinct from m.company_id or exists (select 1 from member k where k.person_id = m.person_id) then
    perform end_useless_sessions(m.person_id);
    return;
  end if;
  delete from session s where s.person_id = m.person_id;
  delete from person p where p.id = m.person_id;
end $$;

/**
 * Removes members from the company, each as `remove_member` does. `refusal` states why one was not removed.
 */
create or replace function remove_members(members_in bigint[]) returns table (
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
 * Labels of roles of the company acted in: keys of built-in roles, names of its own. For definer functions
 * only.
 */
create or replace function role_names(refs_in text[]) returns text[]
  language sql stable set search_path = public as $$
  select coalesce(array_agg(coalesce(r.name, u.ref) order by coalesce(r.name, u.ref)), '{}') from unnest(refs_in) u (ref)
  left join role r on r.company_id = scope_company()
    and r.id = case when u.ref ~ '^[0-9]{1,18}$' then u.ref::bigint end $$;

/** Language of messages to a member: their own, else their company's. */
create or replace function language_of_member(member_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select coalesce(p.language, c.language) from member m
  join person p on p.id = m.person_id join company c on c.id = m.company_id
  where m.company_id = scope_company() and m.id = member_in $$;

/**
 * Destination of a reset link for a member: a contact that its owner has verified, whichever company created
 * the account.
 */
create or replace function member_contact(member_in bigint) returns table (display_name text, email text, phone text)
  language sql stable security definer set search_path = public as $$
  select m.display_name, case when p.email_verified_at is not null and p.disabled_at is null then p.email end,
    case when p.phone_verified_at is not null and p.disabled_at is null then p.phone end
  from member m join person p on p.id = m.person_id
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id) $$;

grant execute on function create_member, language_of_member, lock_member, member_contact, move_members, remove_member,
  remove_members, edit_member, set_member_status to {{company}}, {{tree}}, {{platform}};
