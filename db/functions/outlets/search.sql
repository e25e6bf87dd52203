/**
 * Outlets or lines whose text contains a term, at most `limit_in`, unordered. LIKE is not leakproof: under
 * row-level security it would read every row of the scope.
 */
create or replace function search_outlet_rows(lines_in boolean, term_in text, limit_in int) returns setof bigint
  language plpgsql stable security definer set search_path = public as $$
declare
  role constant text := current_setting('role');
  seen text;
begin
  if role = '{{company}}' then
    seen := 'r.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (r.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or r.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role = '{{tree}}' then
    seen := 'r.company_id in (select visible_companies())';
  elsif role = '{{platform}}' then
    seen := 'true';
  else
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  return query execute format('select r.id from %I r where %s and r.search like %L limit %s',
    case when lines_in then 'internet_line' else 'outlet' end, seen, search_pattern(term_in), limit_in);
end $$;

grant execute on function search_outlet_rows to {{company}}, {{tree}}, {{platform}};
