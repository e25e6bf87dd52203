/**
 * The newest sessions in whose device, person or reason a word is, as far as the scope reaches: row-level security
 * would keep LIKE from the index. Whoever is limited to a part of the company is so by the policies of who reads these.
 */
create or replace function search_terminals(term_in text, most int) returns bigint[]
  language plpgsql stable security definer set search_path = public as $$
declare
  -- current_user is the definer here; the setting is the role that the request became.
  role constant text := current_setting('role');
  seen constant text := case role
    when '{{company}}' then format('s.company_id = %L', scope_company())
    when '{{tree}}' then format('s.msp_id = any (%L::bigint[])', array(select visible_msps()))
    when '{{platform}}' then 'true' end;
  found bigint[];
begin
  if seen is null then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  execute format('select array(select s.id from terminal_session s where %s and s.search like %L order by s.id desc limit $1)',
    seen, '%' || regexp_replace(lower(term_in), '([\\%_])', '\\\1', 'g') || '%') into found using most;
  return found;
end $$;

grant execute on function search_terminals to {{company}}, {{tree}}, {{platform}};
