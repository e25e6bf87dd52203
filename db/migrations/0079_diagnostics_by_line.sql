-- A diagnostic goes out by the line of a gateway that was chosen for it, with the DSCP that was: runs by different lines are
-- not compared as one.

alter table diagnostic_run
  -- The object of the line, and what it was called then; null: as the gateway routes.
  add column interface text,
  add column interface_label text,
  add column dscp smallint check (dscp between 0 and 63),
  -- Paths of what the gateway refused of the order.
  add column refused text[] not null default '{}';

/** As in 0067, with what was refused. */
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
