/** Members whom a directory has in these departments beside their main one. For definer functions only. */
create or replace function members_also_in(departments_in bigint[]) returns bigint[]
  language sql stable set search_path = public as $$
  select array(select distinct k.member_id
    from people_sync_department d
    join people_sync_person k on k.company_id = d.company_id and k.channel_id = d.channel_id
      and k.department_ids @> array[d.outside_id] and k.leads and k.gone_at is null and k.member_id is not null
    where d.company_id = scope_company() and d.node_id = any (departments_in)) $$;

/** Departments that a directory has a member in, beside that where they belong. For definer functions only. */
create or replace function other_departments_of(member_in bigint) returns text[]
  language sql stable set search_path = public as $$
  select array(select distinct o.name
    from people_sync_person k
    join member m on m.company_id = k.company_id and m.id = k.member_id
    join people_sync_department d on d.company_id = k.company_id and d.channel_id = k.channel_id
      and d.outside_id = any (k.department_ids) and d.node_id <> m.department_id
    join org_node o on o.company_id = d.company_id and o.id = d.node_id
    where k.company_id = scope_company() and k.member_id = member_in and k.leads and k.gone_at is null
    order by 1) $$;

/** The `where` condition for a list of members, as text. For definer functions only. */
create or replace function members_wanted(filters_in jsonb) returns text
  language plpgsql stable set search_path = public as $$
declare
  wanted text := 'm.company_id = scope_company()';
  role_ref constant text := filters_in->>'role';
  departments bigint[];
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
    departments := case when (filters_in->>'below')::boolean
      then array(select departments_below(scope_company(), (filters_in->>'departmentId')::bigint))
      else array[(filters_in->>'departmentId')::bigint] end;
    wanted := wanted || format(' and (m.department_id = any (%L::bigint[]) or m.id = any (%L::bigint[]))', departments,
      members_also_in(departments));
  end if;
  if role_ref is not null then
    wanted := wanted || format(
      ' and exists (select 1 from member_role mr where mr.company_id = m.company_id and mr.member_id = m.id and %s)',
      case when role_ref ~ '^[0-9]+$' then format('mr.role_id = %L', role_ref::bigint)
        else format('mr.built_in = %L', role_ref) end);
  end if;
  return wanted;
end $$;

/**
 * The ids of a page of members, in order. A search scans the start of the order first, like the tenant
 * search; if it collects all matches instead, `matches` is their number. For definer functions only.
 */
create or replace function find_members(
  filters_in jsonb, order_in text, descending boolean, limit_in int, offset_in int, out ids bigint[], out matches int
) language plpgsql stable set search_path = public as $$
declare
  key constant text := case order_in when 'createdAt' then 'm.created_at' when 'status' then 'm.status'
    when 'department' then 'd.name' when 'lastSignInAt' then 'm.last_sign_in_at' when 'userName' then 'm.user_name'
    when 'lastActiveAt' then 'y.last_active_at' else 'm.display_name' end;
  -- Nulls last only where nulls occur: otherwise an index could not be scanned backwards.
  direction constant text := case when not descending then ''
    when order_in in ('lastSignInAt', 'lastActiveAt', 'userName') then ' desc nulls last' else ' desc' end;
  ordered constant text := format(' order by %s%s, m.id%s', key, direction, case when descending then ' desc' else '' end);
  source constant text := 'member m' || case order_in
    when 'department' then ' join org_node d on d.company_id = m.company_id and d.id = m.department_id'
    when 'lastActiveAt' then ' left join member_activity y on y.company_id = m.company_id and y.member_id = m.id'
    else '' end;
  wanted constant int := limit_in + offset_in;
begin
  if coalesce(filters_in->>'search', '') = '' then
    execute format('select array_agg(id) from (select m.id from %s where %s%s limit %s offset %s) found',
      source, members_wanted(filters_in), ordered, limit_in, offset_in) into ids;
    return;
  end if;
  execute format('select array_agg(id) from (select m.id from (select m.id, m.search from %s where %s%s limit %s) m
    where m.search like %L limit %s) found', source, members_wanted(filters_in - 'search'), ordered,
    greatest(1000, 2 * wanted), '%' || regexp_replace(search_text(filters_in->>'search'), '([\\%_])', '\\\1', 'g') || '%',
    wanted) into ids;
  if coalesce(cardinality(ids), 0) < wanted then
    execute format('with m as materialized (select m.id, %s as key from %s where %s)
      select array_agg(id), (select count(*) from m) from (select m.id from m order by m.key%s, m.id%s limit %s) found',
      key, source, members_wanted(filters_in), direction, case when descending then ' desc' else '' end, wanted) into ids, matches;
  end if;
  ids := ids[offset_in + 1:];
end $$;

/**
 * Members of the company acted in within the data scope, with the last activity of each here, whichever
 * company they signed in through. A search covers names only: masked values must not be found by guessing.
 * The user name of an account created by another company belongs to that company. `matches` as in
 * find_members; the plan for the rows shown is kept.
 */
create or replace function page_members(filters_in jsonb, order_in text, descending boolean, limit_in int, offset_in int)
  returns table (
    member member, role_refs text[], roles text[], department text[], other_departments text[], phone text, email text, last_active_at timestamptz,
    matches int
  ) language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  page bigint[];
  gathered int;
begin
  select f.ids, f.matches into page, gathered
    from find_members(filters_in, order_in, descending, limit_in, offset_in) f;
  return query
    with place as materialized (
      select d.id, department_path(scope_company(), d.id) as path
      from (select distinct m.department_id as id from unnest(page) found (id) join member m on m.id = found.id) d)
    select m, held.refs, held.names, place.path, other_departments_of(m.id),
      case when p.phone_verified_at is not null then masked_phone(p.phone) end,
      case when p.email_verified_at is not null then masked_email(p.email) end,
      y.last_active_at, gathered
    from unnest(page) with ordinality found (id, nth)
    join member m on m.id = found.id
    join person p on p.id = m.person_id
    left join place on place.id = m.department_id
    left join member_activity y on y.company_id = m.company_id and y.member_id = m.id
    cross join lateral (
      select coalesce(array_agg(coalesce(mr.built_in, r.id::text) order by coalesce(mr.built_in, r.name)), '{}') as refs,
        coalesce(array_agg(coalesce(mr.built_in, r.name) order by coalesce(mr.built_in, r.name)), '{}') as names
      from member_role mr left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id) held
    order by found.nth;
end $$;

/**
 * Number of members that a query matches, counted up to `most`; taken from the licence counters unless the
 * query filters by more than a status.
 */
create or replace function count_members(filters_in jsonb, most int) returns int
  language plpgsql stable security definer set search_path = public as $$
declare
  found int;
begin
  if coalesce(filters_in->>'search', '') = '' and not filters_in ?| array['departmentId', 'role']
    and netward_setting('netward.department_ids') is null and netward_setting('netward.outlet_ids') is null
  then
    return least(most, case when filters_in->>'status' = 'disabled' then 0
        else coalesce((select e.used from entitlement e where e.company_id = scope_company() and e.kind = 'members'), 0) end
      + case when filters_in->>'status' = 'enabled' then 0
        else (select count(*)::int from (select from member m
          where m.company_id = scope_company() and m.status = 'disabled' limit most) away) end);
  end if;
  execute format('select count(*)::int from (select 1 from member m where %s limit $1) f', members_wanted(filters_in))
    into found using most;
  return found;
end $$;

/** Names of these members, within the data scope only. */
create or replace function member_names(members_in bigint[]) returns table (member_id bigint, display_name text)
  language sql stable security definer set search_path = public as $$
  select m.id, m.display_name from member m
  where m.company_id = scope_company() and m.id = any (members_in) and sees_department(m.department_id) $$;

grant execute on function count_members, member_names, page_members to {{company}}, {{tree}}, {{platform}};
