/**
 * Messages of the company acted in that hold all words, and each of `terms_in` as it is, in order, at most `most_in`: where
 * and when they arrived. Under row-level security neither the index of words nor `strpos` would be used before the policies,
 * so that it applies their data scope itself; the caller reads the rows under the policies.
 *
 * A common word fills an answer from few messages, so these are read first. The index finds the others, one day after
 * another. A search without words, such as `->`, ends after the first 20,000.
 */
create or replace function search_syslog(
  terms_in text[], words_in jsonb, filters_in jsonb, descending_in boolean, most_in int
) returns table (at timestamptz, id bigint)
  language plpgsql stable security definer set search_path = public as $$
declare
  company constant bigint := scope_company();
  from_at constant timestamptz := (filters_in->>'from')::timestamptz;
  to_at constant timestamptz := (filters_in->>'to')::timestamptz;
  direction constant text := case when descending_in then 'desc' else 'asc' end;
  walked constant int := case when words_in = '[]' then 20000 else 5000 end;
  wanted text := format('m.company_id = %L and m.at >= %L and m.at < %L', company, from_at, to_at);
  matching text;
  query tsquery;
  day timestamptz;
  ats timestamptz[];
  ids bigint[];
  left_over int := most_in;
begin
  if current_setting('role') not in ('{{company}}', '{{tree}}', '{{platform}}') or company is null then return; end if;
  if current_setting('role') = '{{company}}' and not whole_company() then
    wanted := wanted || ' and (m.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
      or m.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
  end if;
  select wanted || coalesce(string_agg(case
      when f.key = 'outletId' and f.value = '"0"' then ' and m.outlet_id is null'
      when jsonb_typeof(f.value) = 'array' then format(' and m.%I = any (%L::int[])', f.key,
        array(select v::int from jsonb_array_elements_text(f.value) v))
      else format(' and m.%I = %L', case f.key when 'deviceId' then 'device_id' when 'outletId' then 'outlet_id' end,
        (f.value #>> '{}')::bigint) end, ''), '')
    into wanted from jsonb_each(filters_in) f where f.key in ('deviceId', 'outletId', 'severity', 'facility');
  select string_agg(format('%L%s', company || '.' || (w->>'word'), case when (w->>'isBegun')::boolean then ':*' else '' end), ' & ')
    ::tsquery into query from jsonb_array_elements(words_in) w;
  -- Lower case of ASCII alone: that of all scripts takes ten times as long.
  select concat_ws(' and ', case when query is not null then format('m.words @@ %L::tsquery', query) end,
      string_agg(format('strpos(lower((m.app || '' '' || m.text) collate "C"), %L) > 0', lower(term collate "C")), ' and '))
    into matching from unnest(terms_in) term;

  execute format('select array_agg(f.at order by f.at %3$s, f.id %3$s), array_agg(f.id order by f.at %3$s, f.id %3$s) from (
      select m.at, m.id from (select m.* from syslog_message m where m.slot = any (%5$L) and %1$s
        order by m.at %3$s, m.id %3$s limit %4$s) m
      where %2$s order by m.at %3$s, m.id %3$s limit %6$s) f',
    wanted, matching, direction, walked,
    array(select distinct syslog_slot(d) from generate_series(date_trunc('day', from_at, 'UTC'), to_at, interval '1 day') d), most_in)
    into ats, ids;
  if query is null or cardinality(ids) = most_in then
    return query select u.at, u.id from unnest(ats, ids) u(at, id);
    return;
  end if;

  for day in
    select d from generate_series(date_trunc('day', from_at, 'UTC'), to_at, interval '1 day') d
    order by case when descending_in then d end desc, d
  loop
    execute format('select array_agg(f.at order by f.at %4$s, f.id %4$s), array_agg(f.id order by f.at %4$s, f.id %4$s) from (
        select m.at, m.id from %1$I m where %2$s and %3$s order by m.at %4$s, m.id %4$s limit %5$s) f',
      format('syslog_message_%s', syslog_slot(day)), wanted, matching, direction, left_over) into ats, ids;
    return query select u.at, u.id from unnest(ats, ids) u(at, id);
    left_over := left_over - coalesce(cardinality(ids), 0);
    exit when left_over = 0;
  end loop;
end $$;

grant execute on function search_syslog to {{company}}, {{tree}}, {{platform}};
