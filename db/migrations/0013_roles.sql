-- Roles: who may write them, copies that follow what was published from above, what synchronised members get.

-- ─── Roles ───────────────────────────────────────────────────────────────────────────────────────────────────

alter table role
  -- Grows with every change: whoever saves an earlier one is told.
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  -- The role above that this one was published from, and the version of it that this one has.
  add column origin_company_id bigint,
  add column origin_role_id bigint,
  add column origin_version int,
  -- The company that published it, by name: it is not its receiver's to see.
  add column published_by text,
  -- Since then it is the company's own and follows nothing.
  add column detached_at timestamptz,
  add constraint role_origin foreign key (origin_company_id, origin_role_id) references role (company_id, id)
    on delete set null;
-- One copy a company, whether it follows or not: what was detached is not made again.
create unique index role_copy on role (company_id, origin_role_id) where origin_role_id is not null;
create index role_copies on role (origin_company_id, origin_role_id, company_id) where origin_role_id is not null;
create index role_by_age on role (company_id, created_at, id);
create index role_by_change on role (company_id, updated_at, id);
create index role_by_size on role (company_id, cardinality(permissions), id);
create index member_role_of on member_role (company_id, role_id, member_id) where role_id is not null;
create index member_role_of_built_in on member_role (company_id, built_in, member_id) where built_in is not null;

-- Written by the functions below alone: each refuses what the person of the transaction does not hold.
revoke insert, update, delete on role from {{company}}, {{tree}}, {{platform}};

-- A role that is published to chosen companies below its own, or to all of them. A job makes the copies, a portion at
-- a time in the order of the companies' ids: `reached` is the last one.
create table role_publication (
  company_id bigint not null,
  role_id bigint not null,
  to_all boolean not null,
  total int not null,
  done int not null default 0,
  reached bigint not null default 0,
  finished_at timestamptz,
  primary key (company_id, role_id),
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade
);
select netward_protect('role_publication', 'company_id', 'select');

create table role_publication_target (
  company_id bigint not null,
  role_id bigint not null,
  target_company_id bigint not null references company on delete cascade,
  primary key (company_id, role_id, target_company_id),
  foreign key (company_id, role_id) references role_publication (company_id, role_id) on delete cascade
);
create index role_publication_target_company on role_publication_target (target_company_id);
select netward_protect('role_publication_target', 'company_id', 'select');

-- What members get whom a synchronisation makes; without a row: user_layer.
create table default_role (
  company_id bigint primary key references company on delete cascade,
  built_in text references built_in_role,
  role_id bigint,
  check ((built_in is null) <> (role_id is null)),
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade
);
select netward_protect('default_role', 'company_id', 'select');

-- ─── Nobody grants what they do not hold ─────────────────────────────────────────────────────────────────────

/** What of these codes means anything in a company. For definer functions alone. */
create function codes_of_use(company_in bigint, codes_in text[]) returns text[]
  language sql stable set search_path = public as $$
  select coalesce(array_agg(distinct k.code order by k.code), '{}')
  from company c join permission_kind k on c.kind = any (k.kinds) and k.code = any (codes_in)
  where c.id = company_in $$;

/** What a role names. For definer functions alone. */
create function role_permissions(company_in bigint, built_in_in text, role_in bigint) returns text[]
  language sql stable set search_path = public as $$
  select coalesce(
    (select b.permissions from built_in_role b where b.key = built_in_in),
    (select r.permissions from role r where r.company_id = company_in and r.id = role_in), '{}') $$;

/** What a role gives in its company. For definer functions alone. */
create function role_codes(company_in bigint, built_in_in text, role_in bigint) returns text[]
  language sql stable set search_path = public as $$
  select codes_of_use(company_in, role_permissions(company_in, built_in_in, role_in)) $$;

/**
 * How far what the person of this transaction holds reaches: everywhere in the company acted in, or in these outlets.
 * Of a role that is limited to departments that is the outlets that belong to them now.
 */
create function my_reach() returns table (code text, everywhere boolean, departments boolean, outlets bigint[])
  language sql stable security definer set search_path = public as $$
  with me as (
    select m.id, m.company_id, m.os_id, m.company_id = scope_company() as at_home from member m
    where m.person_id = scope_person() and m.company_id = nullif(current_setting('netward.home_id', true), '')::bigint),
  given as (
    select coalesce(b.permissions, r.permissions) as permissions,
      coalesce(r.data_scope, 'company') = 'company' as everywhere, coalesce(r.data_scope = 'department', false) as departments,
      case r.data_scope when 'outlets' then r.outlet_ids when 'department' then array(
        select o.id from outlet o
        where o.company_id = me.company_id and o.department_id = any (departments_of(me.company_id, me.os_id)))
      else '{}' end as outlets
      from me join member_role mr on mr.company_id = me.company_id and mr.member_id = me.id
      left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id where me.at_home
    union all
    select b.permissions, true, false, '{}' from me join built_in_role b on b.key = 'administrator'
      where not me.at_home and current_setting('netward.identity', true) in ('1', '2')
    union all
    -- Outlets and departments of a grant's role are those of the company that it belongs to: none of them is here.
    select coalesce(b.permissions, r.permissions), coalesce(r.data_scope, 'company') = 'company', false, '{}'
      from me cross join lateral acting_grants_in(me.company_id, me.id, scope_company()) g
      left join built_in_role b on b.key = g.built_in
      left join role r on r.company_id = me.company_id and r.id = g.role_id
      where not me.at_home and current_setting('netward.identity', true) not in ('1', '2'))
  select h.code,
    coalesce((select bool_or(g.everywhere) from given g where h.code = any (g.permissions)), false),
    coalesce((select bool_or(g.departments) from given g where h.code = any (g.permissions)), false),
    coalesce((select array_agg(distinct o) from given g, unnest(g.outlets) o where h.code = any (g.permissions)), '{}')
  from unnest(held_permissions()) h (code) $$;

/** Of these codes those that the person of this transaction may not give with this data scope, and why. */
create function not_to_grant(codes_in text[], data_scope_in text, outlet_ids_in bigint[])
  returns table (code text, because text)
  language sql stable security definer set search_path = public as $$
  select c.code, case when r.code is null then 'role.not_held' else 'role.scope_too_wide' end
  from unnest(codes_in) c (code) left join my_reach() r on r.code = c.code
  where r.code is null or not (r.everywhere or data_scope_in = 'outlets' and outlet_ids_in <@ r.outlets)
  order by 2, 1 $$;

/**
 * As in 0012, for each permission by itself: `within` says whether none of what a role gives reaches further than the
 * giver holds just that. A role that is limited to departments may be given by somebody who is, to members of theirs.
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

/** Refuses to give what the person of this transaction does not hold. For definer functions alone. */
create function refuse_grant(codes_in text[], data_scope_in text, outlet_ids_in bigint[]) returns void
  language plpgsql stable set search_path = public as $$
declare
  reason text;
begin
  select n.because into reason from not_to_grant(codes_in, data_scope_in, outlet_ids_in) n limit 1;
  if found then raise exception '%', reason using errcode = 'NW001'; end if;
end $$;

/** A role of the company acted in, locked. For definer functions alone. */
create function lock_role(role_in bigint) returns role
  language plpgsql set search_path = public as $$
declare
  found_role role;
begin
  select * into found_role from role where company_id = scope_company() and id = role_in for update;
  if found_role.id is null then raise exception 'role.not_found' using errcode = 'NW001'; end if;
  return found_role;
end $$;

/** Whether a copy still follows. For definer functions alone. */
create function is_following(role_in role) returns boolean
  language sql immutable set search_path = public as $$
  select (role_in).origin_role_id is not null and (role_in).detached_at is null $$;

/** Whether anybody has the role, would get it, or acts with it. For definer functions alone. */
create function role_in_use(company_in bigint, role_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select exists (select 1 from member_role where company_id = company_in and role_id = role_in)
    or exists (select 1 from acting_grant where company_id = company_in and role_id = role_in)
    or exists (select 1 from default_role where company_id = company_in and role_id = role_in) $$;

/** Of a change these codes have to be held: those added, all where the scope is another, and those taken away. */
create function codes_to_hold(before_in role, codes_in text[], data_scope_in text, outlet_ids_in bigint[])
  returns text[] language sql stable set search_path = public as $$
  select case
    when (before_in).id is null or (before_in).data_scope <> data_scope_in
      or not ((before_in).outlet_ids @> outlet_ids_in and (before_in).outlet_ids <@ outlet_ids_in) then codes_in
    else array(select c from unnest(codes_in) c where c <> all ((before_in).permissions)) end $$;

/**
 * Refuses to give these codes to those who act in tenants with a role, where the person of this transaction does not
 * hold them for as long in each of the tenants: as when a grant is given. For definer functions alone.
 */
create function refuse_in_tenants(company_in bigint, role_in bigint, codes_in text[]) returns void
  language plpgsql stable set search_path = public as $$
begin
  if cardinality(codes_in) > 0 and exists (
      select 1 from (
        select g.expires_at, array_agg(distinct coalesce(g.target_company_id, gm.target_company_id)) as tenants
        from acting_grant g
        left join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
        where g.company_id = company_in and g.role_id = role_in and (g.expires_at is null or g.expires_at > now())
          and coalesce(g.target_company_id, gm.target_company_id) is not null
        group by g.expires_at) given
      cross join lateral tenants_not_to_grant(given.tenants, codes_in, given.expires_at)) then
    raise exception 'staff_grant.not_held' using errcode = 'NW001';
  end if;
end $$;

/**
 * Creates a role of the company acted in (`role_in` null), or changes one. What is added must be held by the person of
 * this transaction as far as the role reaches, and in each tenant where staff acts with it; what is taken away must be
 * held at all; the rest stays as others gave it. Who changes a published role publishes it again.
 */
create function write_role(
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
  return made;
exception when unique_violation then
  raise exception 'role.name_taken' using errcode = 'NW001';
end $$;

/**
 * Deletes a role of the company acted in. Those who have it get the replacement, which the person of this transaction
 * must hold, here and in each tenant where staff acts with the role; without one nobody may have it. Answers how many
 * members got another.
 */
create function delete_role(role_in bigint, built_in_in text, replacement_in bigint) returns int
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

/** What members get whom a synchronisation makes. */
create function choose_default_role(built_in_in text, role_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  chosen role;
begin
  if role_in is not null then chosen := lock_role(role_in); end if;
  perform refuse_grant(role_codes(scope_company(), built_in_in, role_in), coalesce(chosen.data_scope, 'company'),
    coalesce(chosen.outlet_ids, '{}'));
  insert into default_role (company_id, built_in, role_id) values (scope_company(), built_in_in, role_in)
  on conflict (company_id) do update set built_in = excluded.built_in, role_id = excluded.role_id;
end $$;

-- ─── Who gains and who loses what ────────────────────────────────────────────────────────────────────────────

/**
 * What would change for those who have a role, here or by a grant in tenants: if it held `codes_in`, or if it were
 * deleted and they had another. What somebody has here by another role too is neither gained nor lost. People are
 * counted to one above the cap at most.
 */
create function preview_role(
  role_in bigint, deleted_in boolean, built_in_in text, replacement_in bigint, codes_in text[]
) returns table (gained boolean, people int, names text[], codes jsonb, holders int)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  before text[] := role_codes(scope_company(), null, role_in);
  after text[] := case when deleted_in then role_codes(scope_company(), built_in_in, replacement_in)
    else codes_of_use(scope_company(), codes_in) end;
begin
  return query
  with holder as materialized (
    select h.member_id, bool_or(h.granted) as granted from (
      select mr.member_id, false as granted from member_role mr
      where mr.company_id = scope_company() and mr.role_id = role_in
      union all
      select g.member_id, true from acting_grant g where g.company_id = scope_company() and g.role_id = role_in
      limit 10001) h
    group by h.member_id),
  changed as (
    select c as code, true as gained from unnest(after) c where c <> all (before)
    union all select c, false from unnest(before) c where c <> all (after)),
  other as materialized (
    select distinct h.member_id, c.code from holder h
    join member_role mr on mr.company_id = scope_company() and mr.member_id = h.member_id
      and mr.role_id is distinct from role_in
    left join built_in_role b on b.key = mr.built_in
    left join role r on r.company_id = mr.company_id and r.id = mr.role_id
    join changed c on c.code = any (coalesce(b.permissions, r.permissions))),
  touched as materialized (
    select h.member_id, c.code, c.gained from holder h cross join changed c
    where h.granted
      or not exists (select 1 from other o where o.member_id = h.member_id and o.code = c.code)),
  side as (select unnest(array[true, false]) as gained)
  select s.gained,
    (select count(distinct t.member_id)::int from touched t where t.gained = s.gained),
    array(select m.display_name from member m where m.company_id = scope_company()
      and m.id in (select t.member_id from touched t where t.gained = s.gained) order by m.display_name, m.id limit 20),
    (select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'people',
        (select count(*) from touched t where t.code = c.code)) order by c.code), '[]')
      from changed c where c.gained = s.gained),
    (select count(*)::int from holder)
  from side s;
end $$;

-- ─── Publishing downwards ────────────────────────────────────────────────────────────────────────────────────

/** How many companies a publication is for. For definer functions alone. */
create function count_reached(company_in bigint, role_in bigint) returns int
  language sql stable set search_path = public as $$
  select count(*)::int from role_publication p
  join company_ancestor a on a.ancestor_id = p.company_id and a.depth > 0
  where p.company_id = company_in and p.role_id = role_in
    and (p.to_all or exists (select 1 from role_publication_target t where t.company_id = p.company_id
      and t.role_id = p.role_id and t.target_company_id = a.company_id)) $$;

/** A name that no other role of the company has. For definer functions alone. */
create function free_role_name(company_in bigint, name_in text, publisher_in text, origin_in bigint) returns text
  language sql stable set search_path = public as $$
  select n.name from unnest(array[name_in, format('%s (%s)', name_in, publisher_in), format('%s #%s', name_in, origin_in)])
    with ordinality n (name, place)
  where not exists (select 1 from role r where r.company_id = company_in and r.name = n.name
    and r.origin_role_id is distinct from origin_in)
  order by n.place limit 1 $$;

/**
 * Makes or renews the copy of a role in a company below, cut to what that company has a use for. One that was detached
 * is its company's, unless that was in this very transaction, which moves the company. For definer functions alone.
 */
create function copy_role(origin_in role, publisher_in text, company_in bigint) returns void
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
      detached_at = null, version = version + 1, updated_at = now(), updated_by = publisher_in
    where company_id = company_in and id = had.id returning * into made;
  end if;
  insert into audit_log (company_id, action, acting_company_id, acting_company_name, subject_kind, subject_id, detail)
  values (company_in, 'role.received', (origin_in).company_id, publisher_in, 'role', made.id::text,
    jsonb_build_object(
      'before', case when had.id is not null then
        jsonb_build_object('name', had.name, 'permissions', had.permissions, 'dataScope', had.data_scope) end,
      'after', jsonb_build_object('name', made.name, 'permissions', made.permissions, 'dataScope', made.data_scope)));
  insert into live_event (company_id, kind, subject_id) values (company_in, 'role.changed', made.id);
end $$;

/** Ends the copies of companies that a role is published to no more. For definer functions alone. */
create function withdraw_copies(company_in bigint, role_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  copy record;
begin
  for copy in
    select r.company_id, r.id, role_in_use(r.company_id, r.id) as used from role r
    where r.origin_company_id = company_in and r.origin_role_id = role_in and r.detached_at is null
      and not exists (
        select 1 from role_publication p where p.company_id = company_in and p.role_id = role_in
          and (p.to_all or exists (select 1 from role_publication_target t where t.company_id = p.company_id
            and t.role_id = p.role_id and t.target_company_id = r.company_id)))
    order by r.company_id for update
  loop
    if copy.used then
      update role set detached_at = now() where company_id = copy.company_id and id = copy.id;
    else
      delete from role where company_id = copy.company_id and id = copy.id;
    end if;
    insert into live_event (company_id, kind, subject_id) values (copy.company_id, 'role.changed', copy.id);
  end loop;
end $$;

/** Publishes a role of the company acted in, to all below or to these; a job makes the copies. */
create function publish_role(role_in bigint, to_all_in boolean, companies_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  origin role := lock_role(role_in);
begin
  if is_following(origin) then raise exception 'role.following' using errcode = 'NW001'; end if;
  if origin.data_scope = 'outlets' or (select kind from company where id = origin.company_id) = 'company' then
    raise exception 'role.not_publishable' using errcode = 'NW001';
  end if;
  perform refuse_grant(codes_of_use(origin.company_id, origin.permissions), origin.data_scope, '{}');
  if not to_all_in and exists (
      select 1 from unnest(companies_in) c where not exists (
        select 1 from company_ancestor a where a.ancestor_id = origin.company_id and a.company_id = c and a.depth > 0)) then
    raise exception 'company.not_found' using errcode = 'NW001';
  end if;
  insert into role_publication (company_id, role_id, to_all, total) values (origin.company_id, origin.id, to_all_in, 0)
  on conflict (company_id, role_id) do update set to_all = excluded.to_all, done = 0, reached = 0, finished_at = null;
  delete from role_publication_target where company_id = origin.company_id and role_id = origin.id;
  if not to_all_in then
    insert into role_publication_target (company_id, role_id, target_company_id)
    select distinct origin.company_id, origin.id, c from unnest(companies_in) c;
  end if;
  update role_publication set total = count_reached(company_id, role_id)
  where company_id = origin.company_id and role_id = origin.id;
end $$;

create function unpublish_role(role_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  origin role := lock_role(role_in);
begin
  delete from role_publication where company_id = origin.company_id and role_id = origin.id;
  if not found then raise exception 'role.not_found' using errcode = 'NW001'; end if;
  perform withdraw_copies(origin.company_id, origin.id);
end $$;

/** Makes the copies of the next companies. Answers whether there may be more; may be done again at any time. */
create function publish_portion(company_in bigint, role_in bigint, most int) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  p role_publication;
  origin role;
  publisher text := (select name from company where id = company_in);
  target bigint;
  made int := 0;
begin
  select * into origin from role where company_id = company_in and id = role_in for share;
  select * into p from role_publication where company_id = company_in and role_id = role_in for update;
  if p.role_id is null or p.finished_at is not null then return false; end if;
  for target in
    select a.company_id from company_ancestor a
    where a.ancestor_id = company_in and a.depth > 0 and a.company_id > p.reached
      and (p.to_all or exists (select 1 from role_publication_target t where t.company_id = company_in
        and t.role_id = role_in and t.target_company_id = a.company_id))
    order by a.company_id limit most
  loop
    perform copy_role(origin, publisher, target);
    made := made + 1;
  end loop;
  if made < most then perform withdraw_copies(company_in, role_in); end if;
  update role_publication set done = done + made, reached = coalesce(target, reached),
    finished_at = case when made < most then now() end
  where company_id = company_in and role_id = role_in;
  insert into live_event (company_id, kind, subject_id) values (company_in, 'role.changed', role_in);
  return made = most;
end $$;

/** A published copy becomes the company's own. */
create function detach_role(role_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  copy role := lock_role(role_in);
begin
  if not is_following(copy) then raise exception 'role.not_following' using errcode = 'NW001'; end if;
  update role set detached_at = now(), version = version + 1 where company_id = copy.company_id and id = copy.id;
end $$;

/**
 * All copies in a company that was moved become its own, but those of the OP, below which it still is. For definer
 * functions alone.
 */
create function detach_published_roles(company_in bigint) returns void
  language sql set search_path = public as $$
  update role r set detached_at = now(), version = r.version + 1
  from company origin
  where r.company_id = company_in and r.detached_at is null and origin.id = r.origin_company_id and origin.kind <> 'op' $$;

/**
 * A company that comes below another gets what that one publishes to it; what it has from one that it is no more below
 * becomes its own. A move takes both steps for what stays above too: the copies of that follow on.
 */
create function follow_publications() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  origin role;
  changed constant company_ancestor := case tg_op when 'DELETE' then old else new end;
  step constant int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'DELETE' then
    update role set detached_at = now() where company_id = old.company_id and origin_company_id = old.ancestor_id
      and detached_at is null;
  end if;
  for origin in
    select r.* from role_publication p join role r on r.company_id = p.company_id and r.id = p.role_id
    where p.company_id = changed.ancestor_id and (p.to_all or exists (
      select 1 from role_publication_target t where t.company_id = p.company_id and t.role_id = p.role_id
        and t.target_company_id = changed.company_id))
    -- Whoever changes the role meanwhile waits, and their job then finds this company.
    for share of r
  loop
    if tg_op = 'INSERT' then
      perform copy_role(origin, (select name from company where id = origin.company_id), new.company_id);
    end if;
    update role_publication p set total = p.total + step,
      done = p.done + case when p.finished_at is not null or p.reached >= changed.company_id then step else 0 end
    where p.company_id = origin.company_id and p.role_id = origin.id;
  end loop;
  return null;
end $$;
create trigger follow_publications after insert on company_ancestor
  for each row when (new.depth > 0) execute function follow_publications();
create trigger leave_publications after delete on company_ancestor
  for each row when (old.depth > 0) execute function follow_publications();

/** Companies below the one acted in, by name. */
create function companies_below(search_in text, limit_in int) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from company_ancestor a join company c on c.id = a.company_id
  where a.ancestor_id = scope_company() and a.depth > 0
    and (search_in = '' or strpos(lower(c.name), lower(search_in)) > 0 or strpos(c.code, lower(search_in)) > 0)
  order by c.name, c.id limit limit_in $$;

/** The companies that a role of the company acted in is published to, where they were chosen and still stand below. */
create function publication_targets(role_in bigint) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from role_publication_target t join company c on c.id = t.target_company_id
  where t.company_id = scope_company() and t.role_id = role_in and exists (
    select 1 from company_ancestor a where a.company_id = c.id and a.ancestor_id = scope_company() and a.depth > 0)
  order by c.name, c.id $$;

/** How many copies of a role follow it, and how many people have one of them, counted to one above the cap at most. */
create function count_copies(role_in bigint) returns table (copies int, holders int)
  language sql stable security definer set search_path = public as $$
  with copy as (
    select company_id, id from role where origin_company_id = scope_company() and origin_role_id = role_in
      and detached_at is null)
  select (select count(*)::int from copy), (select count(*)::int from (
    select from copy c join member_role mr on mr.company_id = c.company_id and mr.role_id = c.id limit 10001) had) $$;

-- ─── Why can this person (not) do this? ──────────────────────────────────────────────────────────────────────

/** What decides whether a member of the company acted in may do something. No row when there is no such member. */
create function why_permitted(member_in bigint, code_in text) returns table (
  of_use boolean, member_status text, account_disabled boolean, company_status text, built_in text[], role_ids bigint[]
) language sql stable security definer set search_path = public as $$
  select code_in = any (codes_of_use(m.company_id, array[code_in])), m.status, p.disabled_at is not null, c.status,
    array(select b.key from member_role mr join built_in_role b on b.key = mr.built_in
      where mr.company_id = m.company_id and mr.member_id = m.id and code_in = any (b.permissions)),
    array(select r.id from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id and code_in = any (r.permissions))
  from member m join person p on p.id = m.person_id join company c on c.id = m.company_id
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id) $$;

/** The tenants that a member of the company acted in has grants for, and what keeps them from doing something there. */
create function why_acting(member_in bigint, code_in text) returns table (company_name text, limited_by text)
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
  left join lateral (select acting_entry(c.id, m.person_id) as code) entry on true
  order by 2 nulls first, c.name limit 50 $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function publish_portion to {{login}};
grant execute on function
  my_reach, not_to_grant, write_role, delete_role, choose_default_role, preview_role, publish_role, unpublish_role,
  detach_role, companies_below, publication_targets, count_copies, why_permitted, why_acting
  to {{company}}, {{tree}}, {{platform}};
