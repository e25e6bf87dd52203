-- Departments and members.

-- ─── Departments ─────────────────────────────────────────────────────────────────────────────────────────────

-- The tree without the people in it: a department has thousands of them, and every walk would read them all.
create index org_node_department on org_node (company_id, parent_id) where type = 4;

/** A department (or the company's own node) and all below it. */
create function departments_below(company_in bigint, department_in bigint) returns setof bigint
  language sql stable set search_path = public rows 50 as $$
  with recursive below (id) as (
    select n.id from org_node n where n.company_id = company_in and n.id = department_in and n.type not in (1, 2)
    union
    select n.id from below b join org_node n on n.company_id = company_in and n.parent_id = b.id and n.type = 4)
  select id from below $$;

/** The names on the way to a department, from the top; none for the company's own node. */
create function department_path(company_in bigint, department_in bigint) returns text[]
  language sql stable set search_path = public as $$
  with recursive above (id, parent_id, name, up) as (
    select n.id, n.parent_id, n.name, 0 from org_node n where n.company_id = company_in and n.id = department_in
    union all
    select n.id, n.parent_id, n.name, a.up + 1
    from above a join org_node n on n.company_id = company_in and n.id = a.parent_id where a.up < 64)
  select coalesce(array_agg(name order by up desc) filter (where parent_id is not null), '{}') from above $$;

/** Whether the data scope of this transaction reaches into a department. Outlets are no departments. */
create function sees_department(department_in bigint) returns boolean
  language sql stable parallel safe as $$
  select case when netward_setting('netward.department_ids') is null and netward_setting('netward.outlet_ids') is null
    then true
    else department_in = any (coalesce(netward_setting('netward.department_ids'), '{}')::bigint[]) end $$;

-- ─── Members: what their list is found and ordered by ────────────────────────────────────────────────────────

alter table member
  -- Where the member's node stands; kept by triggers.
  add column department_id bigint,
  -- Null for somebody whose account another company made: its user names are its own.
  add column user_name text,
  -- The names, as searches compare them.
  add column search text;

create function member_found_by() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select coalesce(n.parent_id, n.id) into new.department_id
    from org_node n where n.company_id = new.company_id and n.id = new.os_id;
  select p.user_name into new.user_name
    from person p where p.id = new.person_id and p.home_company_id = new.company_id;
  new.search := search_text(new.display_name || ' ' || coalesce(new.user_name, ''));
  return new;
end $$;
create trigger member_found_by before insert or update of os_id, display_name on member
  for each row execute function member_found_by();
update member set display_name = display_name;
alter table member alter column search set not null, alter column department_id set not null;

create function org_node_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member m set department_id = new.parent_id where m.company_id = new.company_id and m.os_id = new.id;
  return null;
end $$;
create trigger org_node_moved after update of parent_id on org_node
  for each row when (new.type in (1, 2) and old.parent_id is distinct from new.parent_id)
  execute function org_node_moved();

-- Every request begins with the roles of its member.
create index member_role_member on member_role (company_id, member_id);
create index member_node on member (company_id, os_id);
create index member_department on member (company_id, department_id, id);
create index member_by_user_name on member (company_id, user_name, id);
create index member_search on member using gin (company_id, search gin_trgm_ops);
-- What is written of members goes through the functions below, which keep the rules.
revoke update on member from {{company}}, {{tree}}, {{platform}};

/** The part of a query behind `where` that a list of members asks for, as text. For definer functions alone. */
create function members_wanted(filters_in jsonb) returns text
  language plpgsql stable set search_path = public as $$
declare
  wanted text := 'm.company_id = scope_company()';
  role_ref constant text := filters_in->>'role';
begin
  if netward_setting('netward.department_ids') is not null or netward_setting('netward.outlet_ids') is not null then
    wanted := wanted || format(' and m.department_id = any (%L::bigint[])',
      coalesce(netward_setting('netward.department_ids'), '{}'));
  end if;
  if coalesce(filters_in->>'search', '') <> '' then
    wanted := wanted || format(' and m.search like %L',
      '%' || regexp_replace(search_text(filters_in->>'search'), '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if filters_in ? 'status' then wanted := wanted || format(' and m.status = %L', filters_in->>'status'); end if;
  if filters_in ? 'departmentId' then
    wanted := wanted || format(' and m.department_id = any (%L::bigint[])',
      case when (filters_in->>'below')::boolean
        then array(select departments_below(scope_company(), (filters_in->>'departmentId')::bigint))
        else array[(filters_in->>'departmentId')::bigint] end);
  end if;
  if role_ref is not null then
    wanted := wanted || format(
      ' and exists (select 1 from member_role mr where mr.company_id = m.company_id and mr.member_id = m.id and %s)',
      case when role_ref ~ '^[0-9]+$' then format('mr.role_id = %L', role_ref::bigint)
        else format('mr.built_in = %L', role_ref) end);
  end if;
  return wanted;
end $$;

drop function page_members(text, text, boolean, int, int);
drop function count_members(text, int);

/**
 * The members of the company acted in that the data scope reaches. A search looks at names alone: what is masked must
 * not be found by guessing. The user name of somebody whom another company made is that company's.
 */
create function page_members(filters_in jsonb, order_in text, descending boolean, limit_in int, offset_in int)
  returns table (
    member_id bigint, person_id bigint, display_name text, user_name text, role_refs text[], roles text[], status text,
    department_id bigint, department text[], phone text, email text, created_at timestamptz, last_sign_in_at timestamptz
  ) language plpgsql stable security definer set search_path = public as $$
begin
  return query execute format($query$
    with page as (
      select m.*, %1$s as k from member m %5$s where %4$s order by k %2$s nulls last, m.id %3$s limit $1 offset $2)
    select page.id, page.person_id, page.display_name, page.user_name, held.refs, held.names, page.status,
      page.department_id, department_path(page.company_id, page.department_id),
      case when p.phone_verified_at is not null then masked_phone(p.phone) end,
      case when p.email_verified_at is not null then masked_email(p.email) end,
      page.created_at, page.last_sign_in_at
    from page join person p on p.id = page.person_id
    cross join lateral (
      select coalesce(array_agg(coalesce(mr.built_in, r.id::text) order by coalesce(mr.built_in, r.name)), '{}') as refs,
        coalesce(array_agg(coalesce(mr.built_in, r.name) order by coalesce(mr.built_in, r.name)), '{}') as names
      from member_role mr left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = page.company_id and mr.member_id = page.id) held
    order by page.k %2$s nulls last, page.id %3$s $query$,
    case order_in when 'createdAt' then 'm.created_at' when 'lastSignInAt' then 'm.last_sign_in_at'
      when 'userName' then 'm.user_name' when 'status' then 'm.status' when 'department' then 'd.name'
      else 'm.display_name' end,
    case when descending then 'desc' else 'asc' end, case when descending then 'desc' else 'asc' end,
    members_wanted(filters_in),
    case when order_in = 'department'
      then 'join org_node d on d.company_id = m.company_id and d.id = m.department_id' else '' end)
  using limit_in, offset_in;
end $$;

/** How many members a query finds, counted to `most` at most. */
create function count_members(filters_in jsonb, most int) returns int
  language plpgsql stable security definer set search_path = public as $$
declare
  found int;
begin
  execute format('select count(*)::int from (select 1 from member m where %s limit $1) f', members_wanted(filters_in))
    into found using most;
  return found;
end $$;

-- ─── What is done with members ───────────────────────────────────────────────────────────────────────────────

/**
 * The people and departments of the company acted in change one after the other: of two administrators who remove each
 * other one is left, and of two moves none makes a ring. New nodes below the company's own do not wait for it.
 */
create function lock_organisation() returns void
  language sql security definer set search_path = public as $$
  select 1 from org_node where company_id = scope_company() and parent_id is null for no key update $$;

/** Gives a member these roles alone: keys of built-in ones, ids of the company's own. For definer functions alone. */
create function give_roles(company_in bigint, member_in bigint, refs_in text[]) returns void
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

/** Makes a person a member, below a department where it is still there. For definer functions alone. */
create function join_company(
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

drop function create_member(text, text, text, text, text);
/** Creates a person, whose first sign-in completes the account, and their membership in the company acted in. */
create function create_member(
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

/** Whether a member makes somebody administrator of this company, so that there must be another one without them. */
create function is_last_administrator(member_in bigint) returns boolean
  language sql stable set search_path = public as $$
  with administrators as (
    select m.id from member m join company c on c.id = m.company_id join person p on p.id = m.person_id
    join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
    where m.company_id = scope_company() and m.status = 'enabled' and p.disabled_at is null
      and mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end)
  select exists (select 1 from administrators where id = member_in)
    and not exists (select 1 from administrators where id <> member_in) $$;

/**
 * Ends the sessions of somebody whom no company lets in any more. Where another does they go on there: begin_request
 * refuses them in this one.
 */
create function end_useless_sessions(holder_in bigint) returns void
  language sql set search_path = public as $$
  update session s set ended_at = now(), end_code = '40032'
  where s.person_id = holder_in and s.ended_at is null and not exists (
    select 1 from member m join company c on c.id = m.company_id
    where m.person_id = holder_in and m.status = 'enabled' and c.status = 'active') $$;

/** One member, locked, with the roles held; nothing beyond the data scope. */
create function lock_member(member_in bigint) returns table (
  display_name text, department_id bigint, department text[], role_refs text[], roles text[], status text, oneself boolean
) language sql security definer set search_path = public as $$
  select lock_organisation();
  select m.display_name, m.department_id, department_path(m.company_id, m.department_id),
    array(select coalesce(mr.built_in, mr.role_id::text) from member_role mr
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    array(select coalesce(mr.built_in, r.name) from member_role mr
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    m.status, m.person_id = scope_person()
  from member m
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id)
  for update of m $$;

/** Another name in this company alone: the account's own is its person's. */
create function rename_member(member_in bigint, name_in text) returns void
  language sql security definer set search_path = public as $$
  update org_node n set name = name_in from member m
    where m.company_id = scope_company() and m.id = member_in and n.company_id = m.company_id and n.id = m.os_id
      and n.type in (1, 2);
  update member set display_name = name_in where company_id = scope_company() and id = member_in $$;

create function set_member_roles(member_in bigint, refs_in text[]) returns void
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

/** Moves members below a department. Answers those that moved, with where they were. */
create function move_members(members_in bigint[], department_in bigint) returns table (
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
      -- Whoever stands at the company's own node gets one of their own.
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

/** Enables or disables members. `refusal` says why one was not; whoever is so already is not among them. */
create function set_member_status(members_in bigint[], status_in text) returns table (
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

/** The names of these members, those of the data scope alone. */
create function member_names(members_in bigint[]) returns table (member_id bigint, display_name text)
  language sql stable security definer set search_path = public as $$
  select m.id, m.display_name from member m
  where m.company_id = scope_company() and m.id = any (members_in) and sees_department(m.department_id) $$;

/**
 * Takes a member out of the company. The account stays where its person is a member elsewhere, or where another company
 * made it; else it goes, with what it holds. Which of the two is not for this company to learn.
 */
create function remove_member(member_in bigint) returns void
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
  -- A membership that is being made elsewhere waits for this, or this for it.
  perform 1 from person p where p.id = m.person_id for update;
  if m.home_company_id <> m.company_id or exists (select 1 from member k where k.person_id = m.person_id) then
    perform end_useless_sessions(m.person_id);
    return;
  end if;
  delete from session s where s.person_id = m.person_id;
  delete from person p where p.id = m.person_id;
end $$;

/** Where a reset link for a member goes: to the address that its owner has proved, whichever company made the account. */
create function member_mail(member_in bigint) returns table (display_name text, email text)
  language sql stable security definer set search_path = public as $$
  select m.display_name, case when p.email_verified_at is not null and p.disabled_at is null then p.email end
  from member m join person p on p.id = m.person_id
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id) $$;

/**
 * The roles of the company acted in, with what they give. `within` says whether one reaches no further, with any of its
 * codes, than the person of this transaction does: nobody widens their reach by a role that they give.
 */
create function roles_to_give() returns table (ref text, name text, permissions text[], within boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    with reach as materialized (select * from my_reach())
    select b.key, b.key, b.permissions, not exists (
      select from reach h where h.code = any (b.permissions) and not h.everywhere)
    from built_in_role b
    where b.key <> 'platform_administrator' or exists (select from company where id = scope_company() and kind = 'op')
    union all
    (select r.id::text, r.name, r.permissions, not exists (
      select from reach h where h.code = any (r.permissions)
        and not (h.everywhere or r.data_scope = 'outlets' and r.outlet_ids <@ h.outlets))
    from role r where r.company_id = scope_company() order by r.name, r.id);
end $$;

-- ─── Invitations into departments, with several roles ────────────────────────────────────────────────────────

alter table invitation
  -- Keys of built-in roles, ids of the company's own. One that is gone when the invitation is accepted is not given.
  add column roles text[],
  add column department_id bigint,
  add foreign key (company_id, department_id) references org_node (company_id, id) on delete set null (department_id);
update invitation set roles = array[built_in];
alter table invitation alter column roles set not null, drop column built_in;
create index invitation_department on invitation (company_id, department_id) where department_id is not null;
grant select (roles, department_id) on invitation to {{company}}, {{tree}}, {{platform}};

/** As in 0006, with the roles and the department that the invitation names. */
create or replace function accept_invitation(
  ticket_in bytea, person_in bigint, user_names_in text[], display_name_in text, hash_in text, request_in text
) returns table (company_id bigint, person_id bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  asked invitation;
  home company;
  holder bigint;
  shown text;
  made bigint;
  violated text;
begin
  select * into asked from invitation i
    where i.ticket_hash = ticket_in and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    for update;
  if asked.id is null then raise exception 'ticket.invalid' using errcode = 'NW001'; end if;
  select * into home from company c where c.id = asked.company_id;
  if home.status <> 'active' then
    raise exception '%', case when home.status = 'frozen' and home.frozen_because is distinct from 'ended'
      then '40027' else '40031' end using errcode = 'NW001';
  end if;
  holder := person_with(asked.phone, asked.email);
  -- The address changed hands between the two steps.
  if holder is distinct from person_in then raise exception 'sign_in.wrong' using errcode = 'NW001'; end if;
  if holder is null then
    shown := coalesce(display_name_in, asked.display_name);
    insert into person (home_company_id, user_name, display_name, password_hash, password_changed_at,
                        phone, phone_verified_at, email, email_verified_at)
    select asked.company_id, name, shown, hash_in, now(), asked.phone, case when asked.phone is not null then now() end,
           asked.email, case when asked.email is not null then now() end
    from unnest(user_names_in) with ordinality c (name, n)
    where cardinality(user_names_in) = 1
      or not exists (select 1 from person p where p.home_company_id = asked.company_id and p.user_name = c.name)
    order by n limit 1
    returning id into holder;
  else
    select p.display_name into shown from person p where p.id = holder and p.disabled_at is null;
    if not found then raise exception '40032' using errcode = 'NW001'; end if;
  end if;
  made := join_company(asked.company_id, holder, shown, asked.roles, asked.department_id);
  update invitation i set accepted_at = now() where i.id = asked.id;
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail, request_id)
  values (asked.company_id, 'invitation.accepted', holder, shown, 'member', made::text,
          jsonb_build_object('displayName', shown, 'roles', to_jsonb(asked.roles)), request_in);
  insert into live_event (company_id, kind, subject_id) values (asked.company_id, 'invitation.changed', asked.id),
    (asked.company_id, 'member.changed', made);
  return query select asked.company_id, holder;
exception when unique_violation then
  get stacked diagnostics violated = constraint_name;
  raise exception '%', case violated when 'member_company_id_person_id_key' then 'invitation.already_member'
    when 'person_home_company_id_user_name_key' then 'member.name_taken' else 'sign_in.wrong' end
    using errcode = 'NW001';
end $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Many messages at once, in the transaction of a request.
grant execute on function queue_messages to {{company}}, {{tree}}, {{platform}};
grant execute on function
  departments_below, department_path, sees_department, lock_organisation, page_members, count_members, create_member,
  lock_member, rename_member, set_member_roles, move_members, set_member_status, member_names, remove_member, member_mail, roles_to_give
  to {{company}}, {{tree}}, {{platform}};
