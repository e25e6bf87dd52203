/** None of the gateways of an outlet is online; false where it has none. */
create or replace function outlet_is_dark(outlet_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select coalesce(bool_and(d.presence = 'offline'), false) from device d
  where d.outlet_id = outlet_in and d.state = 'claimed' and d.driver = 'cwmp' $$;

/** A gateway of an outlet reports. */
create or replace function outlet_reports(outlet_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device d
    where d.outlet_id = outlet_in and d.driver = 'cwmp' and d.state = 'claimed' and d.presence in ('online', 'overdue')) $$;

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
    where p.state = 'enrolled' and p.seen_at < now() - interval '3 minutes' and outlet_reports(l.outlet_id)
    order by s.line_id for update of s
  loop
    perform line_is_blind(it.line_id, it.from_at, date_trunc('minute', now()));
    n := n + 1;
  end loop;
  return n;
end $$;

grant execute on function lines_of_silent_probes to {{login}};
