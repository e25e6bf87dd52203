/**
 * What the company of this transaction requires to be asked; no row: nothing is asked. Break-glass access is
 * exempt.
 */
create or replace function terminal_consent() returns table (minutes int, company_name text, home_name text)
  language sql stable security definer set search_path = public as $$
  select s.ask_minutes, c.name, h.name
  from terminal_setting s join company c on c.id = s.company_id
  join company h on h.id = netward_setting('netward.home_id')::bigint
  where s.company_id = scope_company() and s.ask and h.id <> s.company_id
    and acting_entry(s.company_id, scope_person()) is distinct from 'break_glass' $$;

grant execute on function terminal_consent to {{company}}, {{tree}}, {{platform}};
