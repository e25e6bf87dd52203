-- Two kinds of searches over a large part of a million devices have their own plans. A rare term: the index
-- on (company, MSP, search) would read the MSP's whole list beside the term's few rows, 4 of 5 ms. A common
-- term whose rows come late in the order, such as a city in device names: 20,000 rows would be read in vain
-- before the first match.

/**
 * The devices visible to a request, as a condition on `d`: the policies' conditions, with the MSPs of a tree
 * as literals.
 */
create or replace function device_scope(role text, msps bigint[], of_in text) returns text
  language plpgsql stable set search_path = public as $$
declare
  leaving bigint[];
  seen text := 'd.state = ''claimed''' || case when of_in = 'smart_cpe' then ' and d.type = ''smart_cpe''' else '' end;
  -- Device management hides the smart CPE of a company, monitoring all devices of the list of all types.
  hidden text;
begin
  if role = '{{tree}}' then
    seen := seen || case when cardinality(msps) = 1 then format(' and d.msp_id = %L', msps[1])
      else format(' and d.msp_id = any (%L::bigint[])', msps) end;
    -- Hidden as soon as it is moved, however long its index still leads there; and without the product.
    leaving := companies_leaving() || case when of_in = 'smart_cpe' then companies_without('device_management')
      else companies_without('monitoring') end;
    if leaving <> '{}' then seen := seen || format(' and d.company_id <> all (%L::bigint[])', leaving); end if;
  elsif role = '{{company}}' then
    seen := seen || ' and d.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (d.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or d.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role = '{{platform}}' then
    leaving := case when of_in = 'smart_cpe' then companies_without('device_management') else companies_without('monitoring') end;
    if leaving <> '{}' then seen := seen || format(' and d.company_id <> all (%L::bigint[])', leaving); end if;
  else
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if of_in <> 'smart_cpe' and role <> '{{company}}' then
    hidden := nullif(companies_without('device_management')::text, '{}');
    if hidden is not null then
      seen := seen || format(' and (d.type <> ''smart_cpe'' or d.company_id <> all (%L::bigint[]))', hidden);
    end if;
  end if;
  return seen;
end $$;

/** The term and MAC of a search as a condition on `d`; null without either. */
create or replace function device_matching(filters_in jsonb) returns text
  language plpgsql immutable set search_path = public as $$
declare
  term text;
  matching text;
begin
  if filters_in ? 'search' then
    -- Terms of up to two letters match word starts only: inside words they would match everywhere, and no
    -- index covers them.
    term := search_text(filters_in->>'search');
    matching := format('d.search like %L', case when char_length(term) < 3 then '% ' else '%' end
      || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if filters_in ? 'mac' then
    -- The search text finds the rows; the column confirms the address match.
    matching := concat_ws(' or ', matching, format(
      'd.search like %1$L and replace(d.mac_address::text, '':'', '''') like %1$L', '%' || (filters_in->>'mac') || '%'));
  end if;
  return matching;
end $$;

/** The search filters beyond its company, with the term's condition, as conditions on `d`. */
create or replace function device_conditions(filters_in jsonb, matching text) returns text
  language plpgsql stable set search_path = public as $$
declare
  filter record;
  wanted text := '';
begin
  if filters_in ? 'outletId' then
    wanted := wanted || case when filters_in->>'outletId' = '0' then ' and d.outlet_id is null'
      else format(' and d.outlet_id = %L', (filters_in->>'outletId')::bigint) end;
  end if;
  if filters_in ? 'addedSince' then
    wanted := wanted || format(' and d.claimed_at >= %L', (filters_in->>'addedSince')::timestamptz);
  end if;
  if filters_in ? 'addedBefore' then
    wanted := wanted || format(' and d.claimed_at < %L', (filters_in->>'addedBefore')::timestamptz);
  end if;
  if filters_in ? 'advisoryId' then
    wanted := wanted || format(' and (d.company_id, d.manufacturer, d.model_name, d.software_version) in (
      select m.company_id, m.manufacturer, m.model_name, m.software_version from advisory_match m where m.advisory_id = %L)',
      (filters_in->>'advisoryId')::bigint);
  end if;
  if filters_in ? 'region' or filters_in ? 'departmentId' then
    wanted := wanted || ' and d.outlet_id in (select o.id from outlet o where true'
      || case when filters_in->>'region' = '/' then ' and o.region = ''''' when filters_in ? 'region' then
        -- As an index range: `0` follows `/`.
        format(' and (o.region = %1$L or o.region >= %1$L || ''/'' and o.region < %1$L || ''0'')', filters_in->>'region') else '' end
      || case when filters_in ? 'departmentId' then format(' and o.department_id = %L', (filters_in->>'departmentId')::bigint) else '' end
      || ')';
  end if;
  if filters_in ? 'firmware' then
    wanted := wanted || format(' and (d.company_id, d.manufacturer, d.model_name, d.software_version) in (
      select b.company_id, b.manufacturer, b.model_name, b.software_version from device_build b where b.model_name <> %L%s
        and firmware_standing(b.company_id, b.manufacturer, b.model_name, b.software_version) = any (%L::text[]))', '',
      case when filters_in ? 'modelName' then format(' and b.model_name = %L', filters_in->>'modelName') else '' end,
      array(select jsonb_array_elements_text(filters_in->'firmware')));
  end if;
  if matching is not null then wanted := wanted || ' and (' || matching || ')'; end if;
  for filter in
    select case e.key when 'modelName' then 'model_name' when 'softwareVersion' then 'software_version'
        when 'brand' then 'manufacturer' else e.key end as name,
      array(select jsonb_array_elements_text(case jsonb_typeof(e.value) when 'array' then e.value
        else jsonb_build_array(e.value) end)) as among
    from jsonb_each(filters_in) e
    where e.key in ('presence', 'guard', 'type', 'tag', 'modelName', 'softwareVersion', 'configuration', 'brand', 'driver', 'polling', 'level')
  loop
    wanted := wanted || case
      when filter.name = 'tag' then format(' and d.tags <> ''{}'' and d.tags && %L::text[]', filter.among)
      when cardinality(filter.among) = 1 then format(' and d.%I = %L', filter.name, filter.among[1])
      else format(' and d.%I = any (%L::text[])', filter.name, filter.among) end;
  end loop;
  return wanted;
end $$;

/**
 * How many of a sample of about `sampled` devices match; `total` is `most` if the sample shows that more
 * match. Very common matches show in few rows; if those contain none, counting is faster.
 */
create or replace function sample_devices(
  condition text, rows_about float, most int, out sampled int, out hits int, out total int
) language plpgsql stable set search_path = public as $$
begin
  foreach sampled in array array[500, 1500, 4000] loop
    execute format('select count(*)::int from device d tablesample system (%s) where %s',
      (100 * sampled / rows_about)::numeric, condition) into hits;
    total := case when hits > greatest(100, 3 * most / rows_about * sampled) then most end;
    exit when total is not null or hits = 0;
  end loop;
end $$;

/**
 * Finds devices by conditions that are not leakproof and would lose their index under row-level security, so
 * it applies the scope itself, with the roles' data scope and without devices that have left the tree.
 * Returns the total, capped at 10,001, and the ids of one page in order. `filters_in` may hold search (a
 * text), mac (hex digits, compared with MAC addresses only; with search, either must match), companyId,
 * outletId (`0` means none), `of` (`smart_cpe`, or devices of all types), modelName, softwareVersion, level, advisoryId, region, departmentId, firmware, and tag,
 * presence, guard, type, configuration, brand, driver, polling (arrays of text). All are embedded as quoted literals, so that the planner knows how common they are. Up to
 * 10,000 matches are gathered by the trigram index and sorted; a rare term of a large MSP is looked up
 * separately. With more matches, a walk in the requested order soon fills a page: it goes as far as the term
 * is rare; if the matches cluster at the far end, all are gathered after all.
 */
create or replace function search_devices(
  filters_in jsonb, sort_in text, descending_in boolean, limit_in int, offset_in int
) returns table (total int, ids bigint[])
  language plpgsql stable security definer set search_path = public as $$
declare
  most constant int := 10001;
  walked int := 20000;
  sampled int;
  hits int;
  rows_about float;
  matching text;
  role constant text := current_setting('role');
  msps bigint[];
  seen text;
  counted text;
  wanted text;
  source text := 'device d';
  sorting text := case sort_in when 'serialNumber' then 'd.serial_number' when 'modelName' then 'd.model_name'
    when 'claimedAt' then 'd.claimed_at' when 'brand' then 'd.manufacturer' when 'ipAddress' then 'd.ip_address' when 'lastInformAt' then 'p.last_inform_at' else 'd.name' end;
  -- As the walks of the list: only devices without an Inform are last in both directions.
  direction text := case when not descending_in then 'asc' when sort_in = 'lastInformAt' then 'desc nulls last' else 'desc' end;
  tie text := case when descending_in then 'desc' else 'asc' end;
begin
  -- Here current_user is the definer; the setting holds the role that the request assumed.
  if role = '{{tree}}' then msps := array(select visible_msps()); end if;
  seen := device_scope(role, msps, coalesce(filters_in->>'of', 'smart_cpe'));
  if filters_in ? 'companyId' then
    seen := seen || format(' and d.company_id = %L', (filters_in->>'companyId')::bigint);
  end if;
  matching := device_matching(filters_in);
  wanted := device_conditions(filters_in, matching);
  if sort_in = 'lastInformAt' then source := source || ' left join device_presence p on p.device_id = d.id'; end if;

  -- In a large table, a cheap sample detects terms so common that their matches need no count.
  select reltuples into rows_about from pg_class where oid = 'device'::regclass;
  if rows_about > 100000 and role <> '{{company}}' and not filters_in ? 'companyId' then
    select * into sampled, hits, total from sample_devices(seen || wanted, rows_about, most);
  end if;
  counted := seen;
  -- For a rare term in a large part of the table, checking the owner of its few rows costs less than reading
  -- that part's long index list.
  if hits = 0 and role = '{{tree}}' and wanted = ' and (' || matching || ')' and char_length(coalesce(search_text(filters_in->>'search'), 'mac')) > 2
    and 4 * (select sum(t.n) from device_tally_msp t where t.msp_id = any (msps)) > rows_about then
    counted := replace(seen, 'd.msp_id =', 'd.msp_id + 0 =');
  end if;
  if total is null then
    execute format(
      'with found as materialized (select d.id, %1$s as k from %2$s where %3$s %4$s limit %5$s)
       select (select count(*)::int from found),
         (select array_agg(id order by k %6$s, id %7$s)
          from (select id, k from found order by k %6$s, id %7$s limit $1 offset $2) page)',
      sorting, source, counted, wanted, most, direction, tie)
      into total, ids using limit_in, offset_in;
  end if;
  if total = most then
    ids := null;
    -- Ten times as far as a term of this frequency needs if it is independent of the order. If that is not
    -- enough, it is correlated: for example, the rows of one city are adjacent and late.
    if hits > 0 then walked := least(walked, greatest(2000, 10.0 * (limit_in + offset_in) * sampled / hits)); end if;
    if sort_in <> 'lastInformAt' and coalesce(cardinality(msps), 1) = 1 then
      execute format(
        'select array_agg(id) from (
           select id from (select d.* from device d where %1$s order by %2$s %4$s, d.id %4$s limit %3$s) d
           where true %5$s limit $1 + $2) page',
        seen, sorting, walked, tie, wanted)
        into ids using limit_in, offset_in;
    end if;
    if coalesce(cardinality(ids), 0) = limit_in + offset_in then
      ids := ids[offset_in + 1:];
    else
      execute format(
        'with found as materialized (select d.id, %4$s as k from %1$s where %2$s %3$s)
         select array_agg(id) from (select id from found order by k %5$s, id %6$s limit $1 offset $2) page',
        source, seen, wanted, sorting, direction, tie)
        into ids using limit_in, offset_in;
    end if;
  end if;
  ids := coalesce(ids, '{}');
  return next;
end $$;

grant execute on function search_devices to {{company}}, {{tree}}, {{platform}};
