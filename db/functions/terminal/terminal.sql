/**
 * Newest sessions whose device, person or reason contains a word, within the scope: row-level security would
 * keep LIKE from using the index. Limits to part of the company come from the policies that apply to the
 * reader of these rows.
 */
create or replace function search_terminals(term_in text, most int) returns bigint[]
  language plpgsql stable security definer set search_path = public as $$
declare
  -- Here current_user is the definer; the setting holds the role that the request assumed.
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
  if role = '{{company}}' then return found; end if;
  -- A withheld reason cannot be found either.
  return array(
    select s.id from terminal_session s
    where s.id = any (found) and (strpos(lower(s.device_name || ' ' || s.person_name), lower(term_in)) > 0
      or s.company_id <> all (array(select closed_companies(array(
        select distinct k.company_id from terminal_session k where k.id = any (found))))))
    order by s.id desc);
end $$;

/**
 * Whether the company's log shows that the person of this transaction replayed a terminal in the last ten
 * minutes: a recording is read in parts.
 */
create or replace function replay_noted(terminal_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from terminal_session s
    join audit_log l on l.company_id = s.company_id and l.person_id = scope_person() and l.at > now() - interval '10 minutes'
      and l.action = 'terminal.replayed' and l.detail->>'terminalId' = s.id::text
    where s.id = terminal_in) $$;

grant execute on function replay_noted, search_terminals to {{company}}, {{tree}}, {{platform}};
