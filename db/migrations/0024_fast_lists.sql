-- Lists of tenants and members at a cost that does not grow with how many there are: what is found is told apart from
-- what is shown of it, so that the plan of the second is kept, and a list that nothing narrows is not counted.

-- ─── How many tenants there are ──────────────────────────────────────────────────────────────────────────────────
-- Below each company directly, by what a list is narrowed by. A change adds rows with the difference, so that writers
-- never wait for each other; now and then one of them folds the rows of its parent. The sum is exact.
create table tenant_tally (
  parent_id bigint not null,
  kind text not null,
  standing text not null,
  status text not null,
  delivery text not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index tenant_tally_parent on tenant_tally (parent_id);
select netward_seal('tenant_tally');

create function tenant_tally_fold(parent_in bigint) returns void
  language sql set search_path = public as $$
  with gone as (
    delete from tenant_tally where ctid = any (array(
      select ctid from tenant_tally where parent_id = parent_in for update skip locked))
    returning *)
  insert into tenant_tally
  select parent_id, kind, standing, status, delivery, sum(n) from gone group by 1, 2, 3, 4, 5 having sum(n) <> 0 $$;

create function tenant_tally_count() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Of a parent that went in the same statement nothing is counted any more.
  if tg_op <> 'INSERT' and exists (select from company where id = old.parent_id) then
    insert into tenant_tally values (old.parent_id, old.kind, old.standing, old.status, old.delivery, -1);
  end if;
  if tg_op = 'DELETE' then
    delete from tenant_tally where parent_id = old.id;
    return null;
  end if;
  insert into tenant_tally values (new.parent_id, new.kind, new.standing, new.status, new.delivery, 1);
  if random() < 0.05 then perform tenant_tally_fold(new.parent_id); end if;
  return null;
end $$;
create trigger company_tally_insert after insert on company for each row when (new.kind <> 'op')
  execute function tenant_tally_count();
create trigger company_tally_delete after delete on company for each row when (old.kind <> 'op')
  execute function tenant_tally_count();
create trigger company_tally_update after update of parent_id, kind, standing, status, delivery on company for each row
  when (new.kind <> 'op' and (old.parent_id, old.kind, old.standing, old.status, old.delivery)
    is distinct from (new.parent_id, new.kind, new.standing, new.status, new.delivery))
  execute function tenant_tally_count();

insert into tenant_tally
select parent_id, kind, standing, status, delivery, count(*) from company where kind <> 'op' group by 1, 2, 3, 4, 5;

-- What few tenants are, by name: without it a list narrowed to it walks over all others.
create index company_msps on company (name, id) where kind = 'middleman';
create index company_trials on company (name, id) where standing = 'trial';
create index company_pocs on company (name, id) where standing = 'poc';
create index company_self_hosted on company (name, id) where delivery = 'self_hosted';

-- ─── Which tenants ───────────────────────────────────────────────────────────────────────────────────────────────

/** As in 0011, but for the search, which find_tenants adds where it helps. For definer functions alone. */
create or replace function tenant_conditions(filter jsonb) returns text
  language plpgsql stable set search_path = public as $$
declare
  conditions text := '';
  field record;
begin
  for field in select key, array(select jsonb_array_elements_text(value)) as given from jsonb_each(filter)
    where jsonb_typeof(value) = 'array' and key in ('kind', 'standing', 'status', 'delivery')
  loop
    -- One value as an equality, which the partial indexes are known by.
    conditions := conditions || case when cardinality(field.given) = 1
      then format(' and c.%I = %L', field.key, field.given[1])
      else format(' and c.%I = any (%L::text[])', field.key, field.given) end;
  end loop;
  if filter ? 'ids' then
    conditions := conditions || format(' and c.id = any (%L::bigint[])', array(select jsonb_array_elements_text(filter->'ids')));
  end if;
  if filter ? 'packageId' then
    conditions := conditions || format(
      ' and exists (select 1 from company_package k where k.company_id = c.id and k.package_id = %L::bigint)',
      filter->>'packageId');
  end if;
  conditions := conditions || case filter->>'expiring'
    when 'expired' then ' and c.expires_at < now()'
    when '7' then ' and c.expires_at >= now() and c.expires_at < now() + interval ''7 days'''
    when '30' then ' and c.expires_at >= now() and c.expires_at < now() + interval ''30 days'''
    when 'never' then ' and c.expires_at is null'
    else '' end;
  return conditions;
end $$;

/** What a search for tenants compares their text with; null for nothing. One or two letters begin a word, as elsewhere:
 * inside words they would be everywhere, and no index tells where. */
create function tenant_pattern(term_in text) returns text language sql immutable set search_path = public as $$
  select case when term ~ '^[a-z0-9]{1,2}$' then '% ' else '%' end || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
  from (select search_text(btrim(term_in)) as term) t where term <> '' $$;

/** The condition of a search; '' of none. For definer functions alone. */
create function tenant_search(filter jsonb) returns text
  language sql stable set search_path = public as $$
  select coalesce(' and c.search like ' || quote_literal(tenant_pattern(filter->>'search')), '') $$;

/** Where the companies directly below some stand (null: all but the platform's own), to be narrowed further. */
create function tenants_below(parents bigint[]) returns text
  language sql stable set search_path = public as $$
  select 'company c where ' || case when parents is null
      then format('c.id <> %L', (select id from company where kind = 'op'))
    when cardinality(parents) = 1 then format('c.parent_id = %L', parents[1])
    else format('c.parent_id = any (%L::bigint[])', parents) end $$;

/**
 * The ids of a page of tenants, in order. Below several MSPs the orders that an index keeps below each are merged. A
 * search looks at the beginning of the order first: of a common word a page stands there, and its matches need neither
 * be gathered nor sorted; those of a rare one an index finds. For definer functions alone.
 */
create function find_tenants(
  parents bigint[], filter jsonb, order_in text, descending boolean, limit_in int, offset_in int
) returns bigint[] language plpgsql stable set search_path = public as $$
declare
  direction constant text := case when descending then ' desc' else ' asc' end;
  keys text[] := case order_in when 'code' then '{c.code,c.id}' when 'createdAt' then '{c.created_at,c.id}'
    when 'expiresAt' then '{c.expires_at,c.id}' when 'status' then '{c.status,c.name,c.id}' else '{c.name,c.id}' end;
  ordered constant text := ' order by ' || array_to_string(keys, direction || ', ') || direction;
  conditions constant text := tenant_conditions(filter);
  searched constant text := tenant_search(filter);
  wanted constant int := limit_in + offset_in;
  looked_at constant int := case searched when '' then wanted else greatest(1000, 2 * wanted) end;
  beginning text;
  ids bigint[];
begin
  -- Nothing else is read: the index alone answers where it can.
  if searched <> '' then keys := keys || 'c.search'::text; end if;
  beginning := case when cardinality(parents) > 1
    then format('select c.* from unnest(%L::bigint[]) m cross join lateral (
      select %s from company c where c.parent_id = m%s%s limit %s) c', parents, array_to_string(keys, ', '), conditions,
      ordered, looked_at)
    else format('select %s from %s%s', array_to_string(keys, ', '), tenants_below(parents), conditions) end;
  execute format('select array_agg(id) from (select c.id from (%s%s limit %s) c where true%s limit %s) found',
    beginning, ordered, looked_at, searched, wanted) into ids;
  if searched <> '' and coalesce(cardinality(ids), 0) < wanted then
    -- Gathered first: the planner, who cannot tell a rare word, would else walk the order to its end for one.
    execute format('with c as materialized (select %s from %s%s%s)
      select array_agg(id) from (select c.id from c%s limit %s) found',
      array_to_string(keys, ', '), tenants_below(parents), conditions, searched, ordered, wanted) into ids;
  end if;
  return coalesce(ids[offset_in + 1:], '{}');
end $$;

drop function page_tenants(jsonb, text, boolean, int, int);
/** Tenants below the scope's root, with what a list shows of each. */
create function page_tenants(filter jsonb, order_in text, descending boolean, limit_in int, offset_in int)
returns table (
  id bigint, name text, code text, abbreviation text, domain text, prefix text, kind text, standing text, status text,
  frozen_because text, delivery text, parent_id bigint, parent_name text, language text, time_zone text,
  contact_person text, contact_phone text, contact_mail text, contact_note text, state_reason text,
  state_changed_at timestamptz, expires_at timestamptz, created_at timestamptz, administrator text, administrators int,
  online int, offline int, unknown int, has_children boolean, logo text, deletion_due_at timestamptz,
  deletion_started boolean, package_id bigint, package_zh text, package_en text, usage json
) language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  page constant bigint[] := find_tenants(tenant_parents(filter), filter, order_in, descending, limit_in, offset_in);
begin
  return query
    select c.id, c.name, c.code, c.abbreviation, c.domain, c.prefix, c.kind, c.standing, c.status, c.frozen_because,
      c.delivery, c.parent_id, (select up.name from company up where up.id = c.parent_id), c.language, c.time_zone,
      c.contact_person, c.contact_phone, c.contact_mail, c.contact_note, c.state_reason, c.state_changed_at, c.expires_at,
      c.created_at, who.name, who.n, tally.online, tally.offline, tally.unknown,
      -- By an index, whatever the planner thinks of how many stand below one.
      c.kind = 'middleman' and coalesce((select true from company b where b.parent_id = c.id order by b.name, b.id limit 1), false),
      f.name, d.due_at, d.started_at is not null, p.package_id, v.name_zh, v.name_en,
      -- Put together by hand: building 250 objects takes longer than all the rest. Kinds are words of a check.
      (select ('[' || coalesce(string_agg('{"kind":"' || e.kind || '","used":' || e.used || ',"granted":' || coalesce(
          case when e.changes_at <= now() then granted_of(e.company_id, e.kind) else e.granted end::text, 'null') || '}', ','
          order by e.kind), '') || ']')::json
        from entitlement e where e.company_id = c.id)
    from unnest(page) with ordinality found (id, nth)
    join company c on c.id = found.id
    left join lateral (
      select (array_agg(m.display_name order by m.id))[1] as name, count(*)::int as n
      from member_role r join member m on m.company_id = r.company_id and m.id = r.member_id
      where r.company_id = c.id and r.built_in = 'administrator' and m.status = 'enabled') who on true
    left join lateral (
      select coalesce(sum(t.n) filter (where t.presence = 'online'), 0)::int as online,
        coalesce(sum(t.n) filter (where t.presence = 'offline'), 0)::int as offline,
        coalesce(sum(t.n) filter (where t.presence = 'unknown'), 0)::int as unknown
      from device_tally t where t.company_id = c.id) tally on true
    left join company_logo l on l.company_id = c.id
    left join file f on f.company_id = l.company_id and f.id = l.file_id
    left join company_deletion d on d.company_id = c.id
    left join company_package p on p.company_id = c.id
    left join package_version v on v.package_id = p.package_id and v.version = p.version
    order by found.nth;
end $$;

grant execute on function page_tenants to {{company}}, {{tree}}, {{platform}};

/** How many tenants a list finds, counted to `most`: from the tally, unless it is narrowed by something else. */
create or replace function count_tenants(filter jsonb, most int) returns int
  language plpgsql stable security definer set search_path = public as $$
declare
  parents constant bigint[] := tenant_parents(filter);
  searched constant text := tenant_search(filter);
  below text;
  n int;
begin
  if searched = '' and not filter ?| array['ids', 'packageId', 'expiring'] then
    return (
      select least(coalesce(sum(t.n), 0), most) from tenant_tally t
      where (parents is null or t.parent_id = any (parents))
        and (not filter ? 'kind' or filter->'kind' ? t.kind)
        and (not filter ? 'standing' or filter->'standing' ? t.standing)
        and (not filter ? 'status' or filter->'status' ? t.status)
        and (not filter ? 'delivery' or filter->'delivery' ? t.delivery));
  end if;
  below := tenants_below(parents) || tenant_conditions(filter);
  if searched <> '' then
    -- Under row-level security the planner cannot tell a common word: a sample does.
    execute format('select count(*)::int from (select c.search from %s limit 200) c where true%s', below, searched) into n;
    if n >= 100 then
      execute format('select count(*)::int from (select 1 from (select c.search from %s limit %s) c where true%s limit %s) found',
        below, 4 * most, searched, most) into n;
      if n = most then return n; end if;
    end if;
  end if;
  execute format('select count(*)::int from (select 1 from %s%s limit %s) found', below, searched, most) into n;
  return n;
end $$;

-- ─── Tenants to act in ───────────────────────────────────────────────────────────────────────────────────────────

/** As in 0010. */
create or replace function my_tenants(search_in text, limit_in int) returns setof company
  language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  pattern constant text := tenant_pattern(search_in);
  found_ids bigint[];
begin
  if coalesce(current_setting('netward.identity', true), '') in ('1', '2') then
    found_ids := find_tenants(
      case when exists (select from company where id = home and kind = 'op') then null
        else array(select b.msp_id from msp_below b where b.ancestor_id = home) end,
      jsonb_build_object('search', search_in), 'name', false, limit_in, 0);
    return query
      select c.* from unnest(found_ids) with ordinality found (id, nth) join company c on c.id = found.id order by found.nth;
    return;
  end if;
  return query
    select c.* from company c where c.id in (
        select coalesce(g.target_company_id, gm.target_company_id)
        from member m join acting_grant g on g.company_id = m.company_id and g.member_id = m.id
        left join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
        where m.company_id = home and m.person_id = scope_person() and (g.expires_at is null or g.expires_at > now()))
      and exists (select from company_ancestor a where a.ancestor_id = home and a.company_id = c.id and a.depth > 0)
      and (pattern is null or c.search like pattern)
    order by c.name, c.id limit limit_in;
end $$;

/** As in 0010; what a tenant says is asked of those alone that have said anything. */
create or replace function tenants_to_enter(search_in text, limit_in int) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select c.id, c.name, c.code, c.kind, c.status, c.parent_id,
      case when exists (select from acting_consent s where s.company_id = c.id)
        then coalesce(acting_entry(c.id, scope_person()), 'free') else 'free' end,
      exists (select from acting_access a
        where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
    from my_tenants(search_in, limit_in) c;
end $$;

-- ─── Members ─────────────────────────────────────────────────────────────────────────────────────────────────────

create index member_disabled on member (company_id) where status = 'disabled';

-- Without a search path of their own they become a part of the statements that use them.
create or replace function masked_phone(phone_in text) returns text language sql immutable
  return case when phone_in is null then null
    else left(phone_in, greatest(length(phone_in) - 8, 2)) || '****' || right(phone_in, 4) end;
create or replace function masked_email(email_in text) returns text language sql immutable
  return case when email_in is null then null
    else left(email_in, 1) || '***' || substr(email_in, position('@' in email_in)) end;

/**
 * The ids of a page of members, in order. A search looks at the beginning of the order first, as that of tenants does;
 * where all that match were gathered instead, `matches` says how many. For definer functions alone.
 */
create function find_members(
  filters_in jsonb, order_in text, descending boolean, limit_in int, offset_in int, out ids bigint[], out matches int
) language plpgsql stable set search_path = public as $$
declare
  key constant text := case order_in when 'createdAt' then 'm.created_at' when 'status' then 'm.status'
    when 'department' then 'd.name' when 'lastSignInAt' then 'm.last_sign_in_at' when 'userName' then 'm.user_name'
    when 'lastActiveAt' then 'y.last_active_at' else 'm.display_name' end;
  -- Nulls last where there may be any: elsewhere an index would not be read backwards for it.
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

drop function page_members(jsonb, text, boolean, int, int);
/** As in 0022; the plan of what is shown is kept. `matches` as find_members says. */
create function page_members(filters_in jsonb, order_in text, descending boolean, limit_in int, offset_in int)
  returns table (
    member_id bigint, person_id bigint, display_name text, user_name text, role_refs text[], roles text[], status text,
    department_id bigint, department text[], phone text, email text, created_at timestamptz, last_sign_in_at timestamptz,
    last_active_at timestamptz, matches int
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
    select m.id, m.person_id, m.display_name, m.user_name, held.refs, held.names, m.status, m.department_id, place.path,
      case when p.phone_verified_at is not null then masked_phone(p.phone) end,
      case when p.email_verified_at is not null then masked_email(p.email) end,
      m.created_at, m.last_sign_in_at, y.last_active_at, gathered
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

grant execute on function page_members to {{company}}, {{tree}}, {{platform}};

/** How many members a query finds, counted to `most`: from what licences count, unless it asks for more than a status. */
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
