/** Whether gateways of an outlet report: `dark` if none of them is online; null where it has none, or nothing is known of them. */
create or replace function outlet_gateways(outlet_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select case when bool_or(d.presence in ('online', 'overdue')) then 'reporting' when bool_and(d.presence = 'offline') then 'dark' end
  from device d where d.outlet_id = outlet_in and d.state = 'claimed' and d.driver = 'cwmp' $$;

/**
 * Minutes of lines whose probe is silent while a gateway of their outlet reports: blind, until the probe delivers what it measured.
 * Called at least every three minutes. Returns how many lines.
 */
create or replace function lines_of_silent_probes() returns int
  language plpgsql security definer set search_path = public as $$
declare
  it record;
  n int := 0;
begin
  for it in select s.line_id, greatest(p.seen_at + interval '1 minute', now() - interval '5 minutes') as from_at
    from line_standing s join internet_line l on l.id = s.line_id join probe p on p.id = s.probe_id
    where p.state = 'enrolled' and p.seen_at < now() - interval '3 minutes' and outlet_gateways(l.outlet_id) = 'reporting'
    order by s.line_id for update of s
  loop
    perform line_is_blind(it.line_id, it.from_at, date_trunc('minute', now()));
    n := n + 1;
  end loop;
  return n;
end $$;

grant execute on function lines_of_silent_probes to {{login}};
