/**
 * Direct parents of the companies in a list: the MSPs at or below the scope's root, narrowed by the filter.
 * Null: no restriction, which is the platform's list. An MSP has thousands of customers and few MSPs below
 * it, so a list is merged from the orders that an index keeps below each of them.
 */
create or replace function tenant_parents(filter jsonb) returns bigint[]
  language plpgsql stable set search_path = public as $$
declare
  root constant bigint := scope_root();
begin
  if not whole_company() then return '{}'::bigint[]; end if;
  if not filter ? 'parentId' and not filter ? 'under' and exists (select 1 from company where id = root and kind = 'op') then
    return null;
  end if;
  return array(select b.msp_id from msp_below b where b.ancestor_id = root
    and (not filter ? 'parentId' or b.msp_id = (filter->>'parentId')::bigint)
    and (not filter ? 'under'
      or exists (select 1 from msp_below u where u.ancestor_id = (filter->>'under')::bigint and u.msp_id = b.msp_id)));
end $$;

/**
 * The conditions of a list of tenants, as SQL: every value is a quoted literal. Excludes the search, which
 * find_tenants adds where it helps. For definer functions only.
 */
create or replace function tenant_conditions(filter jsonb) returns text
  language plpgsql stable set search_path = public as $$
declare
  conditions text := '';
  field record;
begin
  for field in select key, array(select jsonb_array_elements_text(value)) as given from jsonb_each(filter)
    where jsonb_typeof(value) = 'array' and key in ('kind', 'standing', 'status', 'delivery')
  loop
    -- Single values use equality so that partial indexes match.
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

/**
 * The pattern that a tenant search compares text with; null for an empty search. As elsewhere, one or two
 * letters match only at the start of a word: inside words they would match almost everywhere, and no index
 * covers that.
 */
create or replace function tenant_pattern(term_in text) returns text language sql immutable set search_path = public as $$
  select case when term ~ '^[a-z0-9]{1,2}$' then '% ' else '%' end || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
  from (select search_text(btrim(term_in)) as term) t where term <> '' $$;

/** The condition of a search; '' for an empty search. For definer functions only. */
create or replace function tenant_search(filter jsonb) returns text
  language sql stable set search_path = public as $$
  select coalesce(' and c.search like ' || quote_literal(tenant_pattern(filter->>'search')), '') $$;

/**
 * Condition for the direct children of the given companies (null: all companies except the platform itself);
 * callers narrow it further.
 */
create or replace function tenants_below(parents bigint[]) returns text
  language sql stable set search_path = public as $$
  select 'company c where ' || case when parents is null
      then format('c.id <> %L', (select id from company where kind = 'op'))
    when cardinality(parents) = 1 then format('c.parent_id = %L', parents[1])
    else format('c.parent_id = any (%L::bigint[])', parents) end $$;

/**
 * The ids of a page of tenants, in order. Below several MSPs, merges the orders that an index keeps below
 * each. A search scans the beginning of the order first: a common word fills its page there, without
 * collecting or sorting all matches; matches of a rare word come from an index. For definer functions only.
 */
create or replace function find_tenants(
  parents bigint[], filter jsonb, order_in text, descending boolean, limit_in int, offset_in int
) returns bigint[] language plpgsql stable set search_path = public as $$
declare
  direction constant text := case when descending then ' desc' else ' asc' end;
  keys text[] := (case order_in when 'code' then '{c.code,c.id}' when 'createdAt' then '{c.created_at,c.id}'
    when 'expiresAt' then '{c.expires_at,c.id}' when 'status' then '{c.status,c.name,c.id}' else '{c.name,c.id}' end)::text[];
  ordered constant text := ' order by ' || array_to_string(keys, direction || ', ') || direction;
  conditions constant text := tenant_conditions(filter);
  searched constant text := tenant_search(filter);
  wanted constant int := limit_in + offset_in;
  looked_at constant int := case searched when '' then wanted else greatest(1000, 2 * wanted) end;
  beginning text;
  ids bigint[];
begin
  -- Reads no other columns, so that an index-only scan is possible.
  if searched <> '' then keys := keys || 'c.search'::text; end if;
  beginning := case when cardinality(parents) > 1
    then format('select c.* from unnest(%L::bigint[]) m cross join lateral (
      select %s from company c where c.parent_id = m%s%s limit %s) c', parents, array_to_string(keys, ', '), conditions,
      ordered, looked_at)
    else format('select %s from %s%s', array_to_string(keys, ', '), tenants_below(parents), conditions) end;
  execute format('select array_agg(id) from (select c.id from (%s%s limit %s) c where true%s limit %s) found',
    beginning, ordered, looked_at, searched, wanted) into ids;
  if searched <> '' and coalesce(cardinality(ids), 0) < wanted then
    -- Collect matches first: the planner cannot recognise a rare word and would walk the whole order for one.
    execute format('with c as materialized (select %s from %s%s%s)
      select array_agg(id) from (select c.id from c%s limit %s) found',
      array_to_string(keys, ', '), tenants_below(parents), conditions, searched, ordered, wanted) into ids;
  end if;
  return coalesce(ids[offset_in + 1:], '{}');
end $$;

/** Tenants below the scope's root, with the columns a list shows. */
create or replace function page_tenants(filter jsonb, order_in text, descending boolean, limit_in int, offset_in int)
returns table (
  tenant company, parent_name text, administrator text, administrators int,
  online int, overdue int, offline int, unknown int, has_children boolean, logo text, deletion_due_at timestamptz,
  deletion_started boolean, package_id bigint, package_zh text, package_en text, usage json, state_author jsonb,
  deletion_author jsonb
) language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  page constant bigint[] := find_tenants(tenant_parents(filter), filter, order_in, descending, limit_in, offset_in);
begin
  return query
    select c, (select up.name from company up where up.id = c.parent_id), who.name, who.n, tally.online, tally.overdue,
      tally.offline, tally.unknown,
      -- Forces an index regardless of the planner's estimate.
      c.kind = 'middleman' and coalesce((select true from company b where b.parent_id = c.id order by b.name, b.id limit 1), false),
      f.name, d.due_at, d.started_at is not null, p.package_id, v.name_zh, v.name_en,
      -- Concatenated by hand: building 250 objects takes longer than everything else. A check constraint
      -- limits kinds.
      (select ('[' || coalesce(string_agg('{"kind":"' || e.kind || '","used":' || e.used || ',"granted":' || coalesce(
          case when e.changes_at <= now() then granted_of(e.company_id, e.kind) else e.granted end::text, 'null') || '}', ','
          order by e.kind), '') || ']')::json
        from entitlement e where e.company_id = c.id),
      case when c.state_by is not null then state_author(c.state_by, c.id) end,
      case when d.requested_from is not null then state_author(d.requested_from, c.id) end
    from unnest(page) with ordinality found (id, nth)
    join company c on c.id = found.id
    left join lateral (
      select (array_agg(m.display_name order by m.id))[1] as name, count(*)::int as n
      from member_role r join member m on m.company_id = r.company_id and m.id = r.member_id
      where r.company_id = c.id and r.built_in = 'administrator' and m.status = 'enabled') who on true
    left join lateral (
      select coalesce(sum(t.n) filter (where t.presence = 'online'), 0)::int as online,
        coalesce(sum(t.n) filter (where t.presence = 'overdue'), 0)::int as overdue,
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

/** The number of tenants in a list, counted up to `most`: from the tally unless other filters apply. */
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
    -- Under row-level security the planner cannot recognise a common word; a sample can.
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

grant execute on function count_tenants, page_tenants to {{company}}, {{tree}}, {{platform}};
