-- Two kinds of searches over a large part of a million devices have ways of their own. A rare term: the index on
-- (company, MSP, search) would read the MSP's whole list beside the few rows of the term, 4 of 5 milliseconds. And a
-- common one whose rows come late in the order, a city in the names of devices: 20,000 rows would be read in vain
-- before all of its own are.

/**
 * Finds devices by what is not leakproof and would lose its index under row-level security, so it applies the scope
 * itself, with the data scope of the roles and without what has left the tree: the total, capped at 10,001, and the ids
 * of one page in order. `filters_in` may hold search (a text), mac (hex digits, compared with MAC addresses alone; with
 * search one of both has to fit), companyId, outletId (`0` means none), modelName, softwareVersion, and tag, presence,
 * guard, type, configuration (arrays of text). All of them reach the statement as quoted literals, so that the planner
 * knows how common they are.
 * Up to 10,000 matches are gathered by the trigram index and sorted; a rare term of a large MSP is looked up alone.
 * More are so common that a walk in the order asked for meets a page of them soon: it goes as far as the term is rare,
 * and where they stand together at its far end, all are gathered after all.
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
  term text;
  matching text;
  filter record;
  role constant text := current_setting('role');
  msps bigint[];
  leaving bigint[];
  seen text := 'd.state = ''claimed''';
  counted text;
  wanted text := '';
  source text := 'device d';
  sorting text := case sort_in when 'serialNumber' then 'd.serial_number' when 'modelName' then 'd.model_name'
    when 'claimedAt' then 'd.claimed_at' when 'lastInformAt' then 'p.last_inform_at' else 'd.name' end;
  direction text := case when descending_in then 'desc nulls last' else 'asc nulls last' end;
  tie text := case when descending_in then 'desc' else 'asc' end;
begin
  -- current_user is the definer here; the setting is the role that the request became.
  if role = '{{tree}}' then
    msps := array(select visible_msps());
    seen := seen || case when cardinality(msps) = 1 then format(' and d.msp_id = %L', msps[1])
      else format(' and d.msp_id = any (%L::bigint[])', msps) end;
    -- Out of sight with the move, however long its index leads there.
    leaving := companies_leaving();
    if leaving <> '{}' then seen := seen || format(' and d.company_id <> all (%L::bigint[])', leaving); end if;
  elsif role = '{{company}}' then
    seen := seen || ' and d.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (d.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or d.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role <> '{{platform}}' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if filters_in ? 'companyId' then
    seen := seen || format(' and d.company_id = %L', (filters_in->>'companyId')::bigint);
  end if;
  if filters_in ? 'outletId' then
    wanted := wanted || case when filters_in->>'outletId' = '0' then ' and d.outlet_id is null'
      else format(' and d.outlet_id = %L', (filters_in->>'outletId')::bigint) end;
  end if;
  if filters_in ? 'search' then
    -- Up to two letters begin a word: inside words they would be everywhere, and no index tells where.
    term := search_text(filters_in->>'search');
    matching := format('d.search like %L', case when char_length(term) < 3 then '% ' else '%' end
      || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if filters_in ? 'mac' then
    -- The search text leads to the rows, the column says that it is the address that fits.
    matching := concat_ws(' or ', matching, format(
      'd.search like %1$L and replace(d.mac_address::text, '':'', '''') like %1$L', '%' || (filters_in->>'mac') || '%'));
  end if;
  if matching is not null then wanted := wanted || ' and (' || matching || ')'; end if;
  for filter in
    select case e.key when 'modelName' then 'model_name' when 'softwareVersion' then 'software_version' else e.key end as name,
      array(select jsonb_array_elements_text(case jsonb_typeof(e.value) when 'array' then e.value
        else jsonb_build_array(e.value) end)) as among
    from jsonb_each(filters_in) e
    where e.key in ('presence', 'guard', 'type', 'tag', 'modelName', 'softwareVersion', 'configuration')
  loop
    wanted := wanted || case
      when filter.name = 'tag' then format(' and d.tags <> ''{}'' and d.tags && %L::text[]', filter.among)
      when cardinality(filter.among) = 1 then format(' and d.%I = %L', filter.name, filter.among[1])
      else format(' and d.%I = any (%L::text[])', filter.name, filter.among) end;
  end loop;
  if sort_in = 'lastInformAt' then source := source || ' left join device_presence p on p.device_id = d.id'; end if;

  -- In a large table a sample tells cheaply of a term that is so common that its matches need not be counted.
  select reltuples into rows_about from pg_class where oid = 'device'::regclass;
  if rows_about > 100000 and role <> '{{company}}' and not filters_in ? 'companyId' then
    -- What is nearly everywhere shows in few rows, and what these have none of is found sooner by counting it.
    foreach sampled in array array[500, 1500, 4000] loop
      execute format('select count(*)::int from device d tablesample system (%s) where %s %s',
        (100 * sampled / rows_about)::numeric, seen, wanted) into hits;
      total := case when hits > greatest(100, 3 * most / rows_about * sampled) then most end;
      exit when total is not null or hits = 0;
    end loop;
  end if;
  counted := seen;
  -- A rare term in a large part of the table: to read of its few rows whose they are is less than to read the long list of
  -- that part beside them in the index.
  if hits = 0 and role = '{{tree}}' and wanted = ' and (' || matching || ')' and char_length(coalesce(term, 'mac')) > 2
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
    -- Ten times as far as a term of this frequency needs that has nothing to do with the order. Where that is not enough,
    -- it has: the rows of one city, say, beside each other and late.
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
