-- What is a whole company's belongs to nobody's part of it; who was let into a tenant is so by one company; an outlet that
-- comes to a department, and a role that is deleted, give and take no more than its mover holds.

-- ─── What is a whole company's ───────────────────────────────────────────────────────────────────────────────────

-- Such a permission is held by roles that reach the whole company: for some departments or outlets it means nothing.
alter table permission_kind add column undivided boolean not null default false;

drop function set_permission_kinds(jsonb);
/** Writes what this version knows: an object of a list of kinds for each code, and the codes that are undivided. */
create function set_permission_kinds(kinds_in jsonb, undivided_in text[]) returns void
  language sql security definer set search_path = public as $$
  delete from permission_kind where not kinds_in ? code;
  insert into permission_kind (code, kinds, undivided)
  select e.key, array(select jsonb_array_elements_text(e.value)), e.key = any (undivided_in) from jsonb_each(kinds_in) e
  on conflict (code) do update set kinds = excluded.kinds, undivided = excluded.undivided
  where (permission_kind.kinds, permission_kind.undivided) <> (excluded.kinds, excluded.undivided) $$;
grant execute on function set_permission_kinds to {{login}};

-- ─── Who was let in, and by which company ────────────────────────────────────────────────────────────────────────

/** As in 0022, of somebody who comes from `home_in`: what a tenant allowed them there is not for their other companies. */
create function acting_entry(company_in bigint, person_in bigint, home_in bigint) returns text
  language sql stable set search_path = public as $$
  select case
      when a.how = 'break_glass' then 'break_glass'
      when s.mode = 'never' then 'acting.never'
      -- What was approved before they were sent out has ended with it.
      when a.how = 'request' then 'approved'
      when exists (select from acting_end e where e.company_id = company_in
        and coalesce(e.person_id, person_in) = person_in and coalesce(e.until > now(), true)) then 'acting.ended'
      when s.mode = 'request' then 'acting.consent_needed'
      when s.from_minute is null or within_hours(s.from_minute, s.until_minute, now(), c.time_zone) then 'free'
      else 'acting.outside_hours' end
  from acting_consent s join company c on c.id = s.company_id
  left join lateral (
    select a.how from acting_access a
    where a.company_id = company_in and a.person_id = person_in and a.actor_company_id = home_in
      and a.state = 'approved' and a.until > now()
    order by a.how limit 1) a on true
  where s.company_id = company_in $$;

/** The same of somebody who comes from the company of this transaction. */
create or replace function acting_entry(company_in bigint, person_in bigint) returns text
  language sql stable set search_path = public as $$
  select acting_entry(company_in, person_in, nullif(current_setting('netward.home_id', true), '')::bigint) $$;

/** As in 0010, by the company that the person came from. */
create or replace function touch_visit(session_in bigint, home_in bigint, tenant_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  begun bigint;
  s record;
begin
  select x.person_id, m.display_name, h.name into s from session x
    join member m on m.person_id = x.person_id and m.company_id = home_in join company h on h.id = home_in
    where x.id = session_in and x.ended_at is null;
  if not found then return; end if;
  update acting_visit v set ended_at = v.last_seen_at
    where v.company_id = tenant_in and v.session_id = session_in and v.ended_at is null
      and v.last_seen_at < now() - interval '30 minutes';
  update acting_visit v set last_seen_at = now()
    where v.company_id = tenant_in and v.session_id = session_in and v.ended_at is null;
  if found then return; end if;
  -- The request may have been let in before the tenant sent its person out.
  if acting_entry(tenant_in, s.person_id, home_in) like 'acting.%' then return; end if;
  insert into acting_visit (company_id, session_id, person_id, actor_name, actor_company_id, actor_company_name)
  values (tenant_in, session_in, s.person_id, s.display_name, home_in, s.name)
  on conflict (company_id, session_id) where ended_at is null do nothing returning id into begun;
  if begun is not null then
    perform note_acting('acting.entered', s.person_id, s.display_name, home_in, tenant_in, '{}', null);
  end if;
end $$;

/** As in 0010, by the company that each came from. */
create or replace function acting_inside() returns table (
  person_id bigint, actor_name text, actor_company_name text, began_at timestamptz, last_seen_at timestamptz, how text
) language sql stable security definer set search_path = public as $$
  select v.person_id, max(v.actor_name), max(v.actor_company_name), min(v.began_at), max(v.last_seen_at), entry.how
  from acting_visit v
  cross join lateral (select coalesce(acting_entry(v.company_id, v.person_id, v.actor_company_id), 'free')) entry (how)
  where v.company_id = scope_company() and v.ended_at is null and v.last_seen_at > now() - interval '5 minutes'
    and entry.how not like 'acting.%'
  group by v.person_id, entry.how order by max(v.last_seen_at) desc limit 200 $$;

/** As in 0013; a role for a part of the company gives nothing that is a whole one's. */
create or replace function why_permitted(member_in bigint, code_in text) returns table (
  of_use boolean, member_status text, account_disabled boolean, company_status text, built_in text[], role_ids bigint[]
) language sql stable security definer set search_path = public as $$
  select code_in = any (codes_of_use(m.company_id, array[code_in])), m.status, p.disabled_at is not null, c.status,
    array(select b.key from member_role mr join built_in_role b on b.key = mr.built_in
      where mr.company_id = m.company_id and mr.member_id = m.id and code_in = any (b.permissions)),
    array(select r.id from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id and code_in = any (r.permissions)
        and (r.data_scope = 'company' or code_in not in (select code from permission_kind where undivided)))
  from member m join person p on p.id = m.person_id join company c on c.id = m.company_id
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id) $$;

/** As in 0013, by the company acted in. */
create or replace function why_acting(member_in bigint, code_in text) returns table (company_name text, limited_by text)
  language sql stable security definer set search_path = public as $$
  with reached as (
    select g.target_company_id as id from acting_grant g
      where g.company_id = scope_company() and g.member_id = member_in and g.target_company_id is not null
    union
    select gm.target_company_id from acting_grant g
      join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
      where g.company_id = scope_company() and g.member_id = member_in
    limit 200)
  select c.name, case
      when not exists (select from acting_grants_in(scope_company(), member_in, c.id)) then 'expired'
      when code_in <> all (codes_of_use(c.id, array[code_in])) then 'company_kind'
      when not exists (
        select from acting_grants_in(scope_company(), member_in, c.id) g
        where code_in = any (role_permissions(scope_company(), g.built_in, g.role_id))) then 'no_role'
      when entry.code like 'acting.%' then replace(entry.code, 'acting.', '')
      when entry.code <> 'break_glass' and exists (
        select from acting_consent s join built_in_role b on b.key = s.ceiling
        where s.company_id = c.id and code_in <> all (b.permissions)) then 'ceiling'
      when c.status = 'frozen' then 'company_frozen'
      when c.status = 'deactivated' then 'company_deactivated' end
  from reached join company c on c.id = reached.id
  join member m on m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id)
  left join lateral (select acting_entry(c.id, m.person_id, m.company_id) as code) entry on true
  order by 2 nulls first, c.name limit 50 $$;

-- ─── What every request begins with ──────────────────────────────────────────────────────────────────────────────

/**
 * As in 0010, and: what is a whole company's is not held for a part of one; who was let into a tenant is so by the company
 * that they asked from.
 */
create or replace function begin_request(
  token_hash_in bytea,
  company_in bigint,
  tenant_in bigint,
  proxy_in boolean,
  needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
  t record;
  entry text;
  closed boolean := false;
begin
  select s.id as session_id, s.person_id, s.ended_at, s.end_code, p.disabled_at,
         s.expires_at < now() or s.last_seen_at + make_interval(secs => s.idle_seconds) < now() as is_over,
         mm.id, mm.os_id, mm.company_id, mm.display_name, mm.status, c.kind, c.status as company_status,
         c.frozen_because, held.administers, held.needed as holds_needed, held.whole, k.kinds, k.undivided
    into m
    from session s
    join person p on p.id = s.person_id
    left join member mm on mm.person_id = s.person_id and mm.company_id = coalesce(company_in, s.company_id)
    left join company c on c.id = mm.company_id
    left join permission_kind k on k.code = begin_request.needed
    left join lateral (
      select bool_or(mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end)
          as administers,
        bool_or(gives.needed) as needed,
        bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
      from member_role mr
      left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      cross join lateral (select begin_request.needed is null
        or begin_request.needed = any (coalesce(b.permissions, r.permissions))) gives (needed)
      where mr.company_id = mm.company_id and mr.member_id = mm.id) held on true
    where s.token_hash = token_hash_in;
  if not found then
    return query select * from begin_application_request(token_hash_in, company_in, tenant_in, proxy_in, needed);
    return;
  end if;
  if m.ended_at is not null then refusal := coalesce(m.end_code, '40005'); return next; return; end if;
  if m.is_over then refusal := 'A0230'; return next; return; end if;
  if m.disabled_at is not null then refusal := '40032'; return next; return; end if;
  session_id := m.session_id;
  person_id := m.person_id;

  if m.id is null then refusal := 'company.not_found'; return next; return; end if;
  if m.status <> 'enabled' then refusal := '40032'; return next; return; end if;
  if m.company_status = 'frozen' then
    refusal := case m.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if m.company_status = 'deactivated' then refusal := '40031'; return next; return; end if;

  member_id := m.id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := m.company_id;
  identity := case when not coalesce(m.administers, false) then 4
    when m.kind = 'op' then 1 when m.kind = 'middleman' then 2 else 3 end;
  acting := coalesce(proxy_in, false) and tenant_in is not null and tenant_in <> m.company_id;

  if acting then
    -- Above a tenant, an administrator of the OP or of its MSP holds what an administrator of the tenant does.
    select c.id, c.kind, c.status, c.frozen_because, s.company_id is not null as has_said,
        identity <= 2 or held.granted as granted, identity <= 2 or held.whole as whole,
        case when identity <= 2 then begin_request.needed = any (b.permissions) else held.needed end as needed,
        begin_request.needed = any (ceiling.permissions) as below_ceiling
      into t
      from company_ancestor a join company c on c.id = a.company_id
      left join built_in_role b on b.key = 'administrator'
      left join acting_consent s on s.company_id = c.id
      left join built_in_role ceiling on ceiling.key = s.ceiling
      left join lateral (
        select count(*) > 0 as granted, bool_or(gives.needed) as needed,
          bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
        from acting_grants_in(m.company_id, m.id, c.id) g
        left join built_in_role gb on gb.key = g.built_in
        left join role r on r.company_id = m.company_id and r.id = g.role_id
        cross join lateral (select begin_request.needed is null
          or begin_request.needed = any (coalesce(gb.permissions, r.permissions))) gives (needed)
        where identity > 2) held on true
      where a.ancestor_id = m.company_id and a.company_id = tenant_in;
    if not found or not t.granted then
      refusal := 'company.not_found'; return next; return;
    end if;
    if t.status = 'frozen' and identity > 2 then
      refusal := case t.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
    end if;
    closed := t.status = 'deactivated';
    if closed and m.kind <> 'op' then refusal := '40031'; return next; return; end if;
    if t.has_said then
      entry := acting_entry(t.id, m.person_id, m.company_id);
      if entry like 'acting.%' then refusal := entry; return next; return; end if;
    end if;
    company_id := t.id;
    root_id := t.id;
    role := '{{company}}';
    allowed := needed is null or coalesce(t.needed and t.kind = any (m.kinds) and (t.whole or not m.undivided)
      and (not t.has_said or needed <> 'DMS_SERVER_AUTH_MANAGE_ACTING' and (entry = 'break_glass' or t.below_ceiling)),
      false);
    -- A role's outlets and departments are those of the company that it belongs to: none of them is here.
    if allowed and not t.whole then outlet_ids := '{}'; department_ids := '{}'; end if;
  else
    company_id := m.company_id;
    root_id := m.company_id;
    role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
    allowed := needed is null
      or coalesce(m.holds_needed and m.kind = any (m.kinds) and (m.whole or not m.undivided), false);
    if allowed and not coalesce(m.whole, false) then
      select s.outlet_ids, s.department_ids into outlet_ids, department_ids
        from data_scope_of(m.company_id, m.id, m.os_id, needed) s;
    end if;
  end if;
  if not allowed then refusal := 'permission.denied'; end if;
  -- What needs no permission is the session's own: signing out, a ticket.
  if closed and allowed and needed is not null and current_setting('transaction_read_only') = 'off' then
    refusal := 'company.read_only';
  end if;
  return next;
end $$;

/** As in 0010; what is a whole company's is held by whoever has it for all of it. */
create or replace function member_permissions() returns text[]
  language sql stable security definer set search_path = public as $$
  with home as (select nullif(current_setting('netward.home_id', true), '')::bigint as id),
  me as (
    select m.id, m.company_id from member m, home where m.person_id = scope_person() and m.company_id = home.id),
  consent as (
    select s.ceiling, acting_entry(s.company_id, scope_person()) as entry from acting_consent s, home
    where s.company_id = scope_company() and s.company_id <> home.id),
  given (permissions, everywhere) as (
    select coalesce(b.permissions, o.permissions), coalesce(o.data_scope, 'company') = 'company' from me
      join member_role r on r.company_id = me.company_id and r.member_id = me.id
      left join built_in_role b on b.key = r.built_in
      left join role o on o.company_id = r.company_id and o.id = r.role_id
      where me.company_id = scope_company()
    union all
    select b.permissions, true from me, built_in_role b
      where me.company_id <> scope_company() and b.key = 'administrator'
        and current_setting('netward.identity', true) in ('1', '2')
    union all
    select coalesce(b.permissions, o.permissions), coalesce(o.data_scope, 'company') = 'company' from me
      cross join lateral acting_grants_in(me.company_id, me.id, scope_company()) g
      left join built_in_role b on b.key = g.built_in
      left join role o on o.company_id = me.company_id and o.id = g.role_id
      where me.company_id <> scope_company() and current_setting('netward.identity', true) not in ('1', '2'))
  select coalesce(array_agg(k.code order by k.code), '{}')
  from permission_kind k join company c on c.id = scope_company() and c.kind = any (k.kinds)
  where exists (select from given g where k.code = any (g.permissions) and (g.everywhere or not k.undivided))
    -- Where a tenant has said who may enter, nobody from above holds, and so gives, the right to say otherwise.
    and not (k.code = 'DMS_SERVER_AUTH_MANAGE_ACTING' and exists (select from consent))
    and not exists (select from consent s join built_in_role b on b.key = s.ceiling
      where s.entry <> 'break_glass' and k.code <> all (b.permissions)) $$;

-- ─── What a move and a deletion give and take ────────────────────────────────────────────────────────────────────

/**
 * The roles that would open more to those who have them here if an outlet of one department (null: of none) came to
 * another: those limited to departments, of people who stand in the other one or above it, and not above the first.
 */
create function roles_widened_by_outlet(from_in bigint, to_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  with recursive above (id, parent_id, was) as (
    select n.id, n.parent_id, n.id is not distinct from from_in from org_node n
    where n.company_id = scope_company() and n.id in (from_in, to_in) and n.type = 4
    union all
    select n.id, n.parent_id, a.was from above a
    join org_node n on n.company_id = scope_company() and n.id = a.parent_id and n.type = 4)
  select distinct r.id::text from above a
  join member m on m.company_id = scope_company() and m.department_id = a.id
  join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
  join role r on r.company_id = mr.company_id and r.id = mr.role_id and r.data_scope = 'department'
  where not a.was and not exists (select from above w where w.was and w.id = a.id) $$;
grant execute on function roles_widened_by_outlet to {{company}}, {{tree}}, {{platform}};

/** As in 0013; what those who have the role lose must be held by the person of this transaction as far as it reached. */
create or replace function delete_role(role_in bigint, built_in_in text, replacement_in bigint) returns int
  language plpgsql security definer set search_path = public as $$
declare
  gone role := lock_role(role_in);
  other role;
  moved int := 0;
begin
  if is_following(gone) then raise exception 'role.following' using errcode = 'NW001'; end if;
  if exists (select 1 from role_publication p where p.company_id = gone.company_id and p.role_id = gone.id) then
    raise exception 'role.published' using errcode = 'NW001';
  end if;
  if built_in_in is null and replacement_in is null then
    if role_in_use(gone.company_id, gone.id) then raise exception 'role.in_use' using errcode = 'NW001'; end if;
  else
    perform refuse_grant(codes_of_use(gone.company_id, gone.permissions), gone.data_scope, gone.outlet_ids);
    if replacement_in is not null then
      if replacement_in = role_in then raise exception 'role.not_found' using errcode = 'NW001'; end if;
      other := lock_role(replacement_in);
    end if;
    perform refuse_grant(role_codes(gone.company_id, built_in_in, replacement_in), coalesce(other.data_scope, 'company'),
      coalesce(other.outlet_ids, '{}'));
    -- All that it names: some of it may mean something in tenants alone.
    perform refuse_in_tenants(gone.company_id, gone.id,
      role_permissions(gone.company_id, built_in_in, replacement_in));
    insert into member_role (company_id, member_id, built_in, role_id)
    select company_id, member_id, built_in_in, replacement_in from member_role
    where company_id = gone.company_id and role_id = gone.id
    on conflict do nothing;
    delete from acting_grant g where g.company_id = gone.company_id and g.role_id = gone.id and exists (
      select 1 from acting_grant h where h.company_id = g.company_id and h.member_id = g.member_id
        and h.target_company_id is not distinct from g.target_company_id and h.group_id is not distinct from g.group_id
        and h.built_in is not distinct from built_in_in and h.role_id is not distinct from replacement_in);
    update acting_grant set built_in = built_in_in, role_id = replacement_in
    where company_id = gone.company_id and role_id = gone.id;
    update default_role set built_in = built_in_in, role_id = replacement_in
    where company_id = gone.company_id and role_id = gone.id;
    delete from member_role where company_id = gone.company_id and role_id = gone.id;
    get diagnostics moved = row_count;
  end if;
  delete from role where company_id = gone.company_id and id = gone.id;
  return moved;
end $$;

/** As in 0021; what is taken away, a part of its reach too, must be held as far as the role reached. */
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
    perform refuse_grant(array(
      select c from unnest(codes_of_use(before.company_id, before.permissions)) c
      where c <> all (codes) or before.data_scope <> data_scope_in and data_scope_in <> 'company'
        or not before.outlet_ids <@ outlets and data_scope_in = 'outlets'), before.data_scope, before.outlet_ids);
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

/** A copy that lost something at once and is its company's own before the job has told it: it is told now. */
create function tell_before_detaching() returns trigger language plpgsql set search_path = public as $$
begin
  perform tell_received(old, new);
  new.narrowed_from := null;
  return new;
end $$;
create trigger role_detached before update of detached_at on role
  for each row when (new.detached_at is not null and new.narrowed_from is not null) execute function tell_before_detaching();
