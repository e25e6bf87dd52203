/** What a role grants in its company. For definer functions only. */
create or replace function role_codes(company_in bigint, built_in_in text, role_in bigint) returns text[]
  language sql stable set search_path = public as $$
  select codes_of_use(company_in, role_permissions(company_in, built_in_in, role_in)) $$;

/**
 * Reach of what the person of this transaction holds: the whole company acted in, or these outlets. For a
 * role limited to departments, the outlets that belong to them now.
 */
create or replace function my_reach() returns table (code text, everywhere boolean, departments boolean, outlets bigint[])
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
    -- Outlets and departments of a grant's role belong to that role's company, so none apply here.
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

/** Whether anyone has the role, would get it, or acts with it. For definer functions only. */
create or replace function role_in_use(company_in bigint, role_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select exists (select 1 from member_role where company_id = company_in and role_id = role_in)
    or exists (select 1 from acting_grant where company_id = company_in and role_id = role_in)
    or exists (select 1 from default_role where company_id = company_in and role_id = role_in) $$;

/** Codes that must be held for a change: those added, all if the scope changes, and those removed. */
create or replace function codes_to_hold(before_in role, codes_in text[], data_scope_in text, outlet_ids_in bigint[])
  returns text[] language sql stable set search_path = public as $$
  select case
    when (before_in).id is null or (before_in).data_scope <> data_scope_in
      or not ((before_in).outlet_ids @> outlet_ids_in and (before_in).outlet_ids <@ outlet_ids_in) then codes_in
    else array(select c from unnest(codes_in) c where c <> all ((before_in).permissions)) end $$;

/**
 * Refuses to grant these codes to people who act in tenants with a role, unless the person of this
 * transaction holds them for as long in each of the tenants: same rule as for a new grant. For definer
 * functions only.
 */
create or replace function refuse_in_tenants(company_in bigint, role_in bigint, codes_in text[]) returns void
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
 * Ends in the copies that follow a role, within this transaction, what the role no longer holds and where it
 * no longer reaches, in one statement that does nothing else: a job notifies their companies and applies the
 * rest. For definer functions only.
 */
create or replace function narrow_copies(origin_in role) returns void
  language sql set search_path = public as $$
  update role r set
    narrowed_from = coalesce(r.narrowed_from,
      jsonb_build_object('name', r.name, 'permissions', r.permissions, 'dataScope', r.data_scope)),
    permissions = array(select c from unnest(r.permissions) c where c = any ((origin_in).permissions) order by c),
    data_scope = case (origin_in).data_scope when 'department' then 'department' else r.data_scope end
  where r.origin_company_id = (origin_in).company_id and r.origin_role_id = (origin_in).id and r.detached_at is null
    and (not r.permissions <@ (origin_in).permissions
      or r.data_scope = 'company' and (origin_in).data_scope = 'department') $$;

/**
 * Creates a role of the company acted in (`role_in` null) or changes one. The person of this transaction must
 * hold what is added as far as the role reaches, and in each tenant where staff acts with it; what is
 * removed, including part of its reach, must be held as far as the role reached; the rest stays as others
 * granted it. Changing a published role publishes it again: what it loses ends in its copies in this
 * transaction, what it gains follows through the job.
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

/**
 * Deletes a role of the company acted in. Members who have it get the replacement; without a replacement, no
 * member may have it. The person of this transaction must hold the replacement, here and in each tenant where
 * staff acts with the role, and what those who have the role lose, as far as it reached. Returns how many
 * members got another role.
 */
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
    -- Everything it names: some may apply in tenants only.
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

/**
 * What would change for people who have a role, here or by a grant in tenants, if it held `codes_in`, or if
 * it were deleted and they had another. What a person also has here by another role is neither gained nor
 * lost. People are counted to at most one above the cap.
 */
create or replace function preview_role(
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

/** What members created by a synchronisation get. */
create or replace function choose_default_role(built_in_in text, role_in bigint) returns void
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

grant execute on function choose_default_role, delete_role, my_reach, preview_role, write_role
  to {{company}}, {{tree}}, {{platform}};
