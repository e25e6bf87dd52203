/**
 * Queues the read of a run's result for its gateway. A connection request is sent only if the result is still
 * pending when it is due: most gateways report with event 8. A gateway that receives two connection requests
 * at the same moment takes the second challenge for the answer to the first, and refuses both.
 */
create or replace function read_diagnostic_later(run_in bigint, wait_in interval) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r diagnostic_run;
  c device_command;
begin
  select * into r from diagnostic_run where id = run_in and state = 'running' for update;
  if r.id is null then return; end if;
  insert into device_command (company_id, device_id, kind, request, expires_at)
  values (r.company_id, r.device_id, 'get_parameter_values', jsonb_build_object('paths',
    jsonb_build_array(r.request->'object'), 'diagnostic', r.id::text, 'notBefore', now() + wait_in), now() + interval '1 day')
  returning * into c;
  update diagnostic_run set read_command_id = c.id where id = r.id;
  perform graphile_worker.add_job('diagnostic.call', json_build_object('companyId', r.company_id::text,
    'runId', r.id::text, 'commandId', c.id::text), run_at := now() + wait_in, max_attempts := 3);
end $$;

/**
 * A run follows its commands: the first starts it and records what was refused of it, later ones read its
 * result. Called by `command_moved`.
 */
create or replace function follow_diagnostic(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r diagnostic_run;
begin
  select * into r from diagnostic_run
  where id = (new.request->>'diagnostic')::bigint and device_id = new.device_id
    and (state = 'requested' and command_id = new.id or state = 'running' and read_command_id = new.id) for update;
  if r.id is null then return; end if;
  if new.state in ('failed', 'expired', 'cancelled') then
    update diagnostic_run set state = new.state, fault_code = new.fault_code, fault_detail = new.fault_detail,
      refused = array(select p->>'path' from jsonb_array_elements(
        case when jsonb_typeof(new.result->'parameters') = 'array' then new.result->'parameters' else '[]' end) p
        where p ? 'path'),
      ended_at = clock_timestamp() where id = r.id;
  elsif new.state = 'done' and r.state = 'requested' then
    update diagnostic_run set state = 'running', started_at = clock_timestamp() where id = r.id;
    perform read_diagnostic_later(r.id, make_interval(secs => (r.request->>'seconds')::int));
  elsif new.state = 'done' then
    perform graphile_worker.add_job('diagnostic.read', json_build_object('companyId', r.company_id::text,
      'runId', r.id::text, 'commandId', new.id::text), max_attempts := 10);
    return;
  else
    return;
  end if;
  perform note_live(r.company_id, 'diagnostic.changed', r.device_id, jsonb_build_object('runId', r.id::text));
end $$;

/**
 * Event 8 DIAGNOSTICS COMPLETE: pending results are read in this session. The event does not identify the
 * diagnostic. Runs after insert of the timeline entry that records it.
 */
create or replace function diagnostics_reported() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update device_command c set request = c.request - 'notBefore'
  from diagnostic_run r
  where r.device_id = new.device_id and r.state = 'running' and c.id = r.read_command_id and c.state = 'waiting';
  return null;
end $$;

/**
 * Deletes runs and checks past the retention of the storage cycle, and expired batches without runs. Returns
 * the number of runs or checks deleted, whichever is larger.
 */
create or replace function prune_diagnostics(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
  checks int;
begin
  with oldest as (select id, ended_at from diagnostic_run order by id limit most)
  delete from diagnostic_run r using oldest o where r.id = o.id and o.ended_at < now() - keep;
  get diagnostics gone = row_count;
  with oldest as (select id, ended_at from device_check order by id limit most)
  delete from device_check c using oldest o where c.id = o.id and o.ended_at < now() - keep;
  get diagnostics checks = row_count;
  with oldest as (select id, created_at from diagnostic_batch order by id limit most)
  delete from diagnostic_batch b using oldest o where b.id = o.id and o.created_at < now() - keep;
  return greatest(gone, checks);
end $$;

grant execute on function prune_diagnostics to {{login}};
