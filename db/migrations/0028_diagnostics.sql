-- What gateways try out by themselves: pings, traces, lookups.

-- One run. Its commands carry it out: one sets the diagnostic going, others read what became of it.
create table diagnostic_run (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('ping', 'traceroute', 'name_lookup')),
  target text not null check (length(target) between 1 and 256),
  -- The order, and how long it should take.
  request jsonb not null,
  state text not null default 'requested'
    check (state in ('requested', 'running', 'complete', 'failed', 'expired', 'cancelled')),
  command_id bigint,
  read_command_id bigint,
  -- What can be compared over time; null where the kind or the gateway has none.
  sent int,
  received int,
  min_ms real,
  avg_ms real,
  max_ms real,
  result jsonb,
  -- A fault of TR-069, or what went wrong by the gateway's own account.
  fault_code text,
  fault_detail text,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
-- A second one would stop the first (TR-181, DiagnosticsState).
create unique index diagnostic_run_one_open on diagnostic_run (company_id, device_id, kind)
  where state in ('requested', 'running');
create index diagnostic_run_page on diagnostic_run (device_id, id desc);
create index diagnostic_run_kind on diagnostic_run (device_id, kind, id desc);
create index diagnostic_run_waits on diagnostic_run (read_command_id) where state = 'running';
select netward_protect('diagnostic_run', 'company_id', 'select, insert, update');
select netward_follow_device('diagnostic_run');
select netward_behind_consent('diagnostic_run');

/** Puts the read of a run's result into the queue of its gateway, which is called for it then. */
create function read_diagnostic_later(run_in bigint, wait_in interval) returns void
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
  perform graphile_worker.add_job('device.connect', json_build_object('companyId', r.company_id::text,
    'deviceId', r.device_id::text), run_at := now() + wait_in, max_attempts := 3);
end $$;

/** A run follows its commands: set going by the first, read by those after it. */
create function follow_diagnostic() returns trigger language plpgsql security definer set search_path = public as $$
declare
  r diagnostic_run;
begin
  select * into r from diagnostic_run
  where id = (new.request->>'diagnostic')::bigint and device_id = new.device_id
    and (state = 'requested' and command_id = new.id or state = 'running' and read_command_id = new.id) for update;
  if r.id is null then return null; end if;
  if new.state in ('failed', 'expired', 'cancelled') then
    update diagnostic_run set state = new.state, fault_code = new.fault_code, fault_detail = new.fault_detail,
      ended_at = clock_timestamp() where id = r.id;
  elsif new.state = 'done' and r.state = 'requested' then
    update diagnostic_run set state = 'running', started_at = clock_timestamp() where id = r.id;
    perform read_diagnostic_later(r.id, make_interval(secs => (r.request->>'seconds')::int));
  elsif new.state = 'done' then
    perform graphile_worker.add_job('diagnostic.read', json_build_object('companyId', r.company_id::text,
      'runId', r.id::text, 'commandId', new.id::text), max_attempts := 10);
    return null;
  else
    return null;
  end if;
  perform note_live(r.company_id, 'diagnostic.changed', r.device_id, jsonb_build_object('runId', r.id::text));
  return null;
end $$;
create trigger device_command_diagnostic after update of state on device_command
  for each row when (new.request ? 'diagnostic' and new.state <> old.state) execute function follow_diagnostic();

/** Event 8 DIAGNOSTICS COMPLETE: what waits to be read is read in this session. Which diagnostic it was it does not say. */
create function diagnostics_told() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update device_command c set request = c.request - 'notBefore'
  from diagnostic_run r
  where r.device_id = new.device_id and r.state = 'running' and c.id = r.read_command_id and c.state = 'waiting';
  return null;
end $$;
create trigger device_timeline_diagnostics after insert on device_timeline
  for each row when (new.kind = 'inform.diagnostics_complete') execute function diagnostics_told();

/** Forgets runs as old as the storage cycle has it. Returns how many it looked at. */
create function prune_diagnostics(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
begin
  with oldest as (select id, ended_at from diagnostic_run order by id limit most)
  delete from diagnostic_run r using oldest o where r.id = o.id and o.ended_at < now() - keep;
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function prune_diagnostics to {{login}};
