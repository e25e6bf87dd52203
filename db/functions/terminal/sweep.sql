/**
 * Ends terminals whose process is gone, keeping what was stored so far, and those whose browser never
 * connected; a requested terminal whose browser is gone is not opened.
 */
create or replace function sweep_terminals() returns void language sql security definer set search_path = public as $$
  with over as (
    update terminal_session t set ended_at = clock_timestamp(), secret = null, ticket_hash = null,
      state = case state when 'running' then 'ended' else 'failed' end,
      outcome = case state when 'running' then 'interrupted' else 'not_opened' end,
      recorded_bytes = (select coalesce(sum(octet_length(k.content)), 0) from terminal_chunk k
        where k.company_id = t.company_id and k.terminal_id = t.id)
    where t.state in ('asking', 'waiting', 'running') and t.alive_at < now() - interval '1 minute'
    returning t.company_id, t.device_id)
  insert into live_event (company_id, kind, subject_id, data)
  select distinct company_id, 'terminal.changed', device_id, '{}'::jsonb from over $$;

/** Sessions and their recordings are kept as long as the audit log. */
create or replace function prune_terminals(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
begin
  with oldest as (select t.id, t.ended_at from terminal_session t order by t.id limit most)
  delete from terminal_session t using oldest o
  where t.id = o.id and o.ended_at < now() - greatest(keep, interval '6 months');
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function prune_terminals, sweep_terminals to {{login}};
