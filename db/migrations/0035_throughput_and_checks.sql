-- What gateways measure of their lines (TR-143), and checks: a set of diagnostics in one go, with a verdict.

alter table diagnostic_run drop constraint diagnostic_run_kind_check;
alter table diagnostic_run
  add constraint diagnostic_run_kind_check check (kind in ('ping', 'traceroute', 'name_lookup', 'download', 'upload')),
  add check_id bigint,
  -- What can be compared over time, beside the figures of a ping.
  add hops int,
  add jump_hop int,
  add lookup_ms real,
  add mbit_s real,
  -- SHA-256 of the token in the URL of our own test point; good while the run is open.
  add token_hash bytea;
create index diagnostic_run_token on diagnostic_run (token_hash) where token_hash is not null;
create index diagnostic_run_check on diagnostic_run (check_id) where check_id is not null;
create index diagnostic_run_over_time on diagnostic_run (device_id, kind, created_at);
update diagnostic_run set hops = jsonb_array_length(result->'hops') where kind = 'traceroute' and state = 'complete';
update diagnostic_run set lookup_ms = (select avg((a->>'responseMs')::real) from jsonb_array_elements(result->'answers') a)
where kind = 'name_lookup' and state = 'complete';

create table device_check (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  state text not null default 'running' check (state in ('running', 'complete', 'cancelled')),
  -- [{step, state, reason, target, runId}], as device-check-values.ts of the contract has them.
  steps jsonb not null default '[]',
  -- The read of what the gateway tells of itself.
  command_id bigint,
  verdict text check (verdict in ('critical', 'warning', 'notice', 'fine')),
  -- [{code, severity, params}], the worst first.
  findings jsonb not null default '[]',
  -- What the findings were made of.
  facts jsonb,
  deadline_at timestamptz not null,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create unique index device_check_one_open on device_check (company_id, device_id) where state = 'running';
create index device_check_page on device_check (device_id, id desc);
create index device_check_deadline on device_check (deadline_at) where state = 'running';
select netward_protect('device_check', 'company_id', 'select, insert, update');
select netward_follow_device('device_check');
select netward_behind_consent('device_check');

/**
 * As in 0028, but a gateway is called only where its result still waits by then: most tell by event 8. One that is called
 * twice at the same moment takes the second challenge for the answer to the first, and refuses both.
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

/** A check is looked at anew: by a job, which is there once however much happens meanwhile. */
create function step_check_later(company_in bigint, check_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_job('device.check_step', json_build_object('companyId', company_in::text,
    'checkId', check_in::text), job_key := 'device.check_step:' || check_in, max_attempts := 10);
end $$;

create function follow_check_run() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform step_check_later(new.company_id, new.check_id);
  return null;
end $$;
create trigger diagnostic_run_check after update of state on diagnostic_run
  for each row when (new.check_id is not null and new.state <> old.state and new.state not in ('requested', 'running'))
  execute function follow_check_run();

create function follow_check_read() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform step_check_later(new.company_id, (new.request->>'check')::bigint);
  return null;
end $$;
create trigger device_command_check after update of state on device_command
  for each row when (new.kind <> 'provision' and new.request ? 'check' and new.state <> old.state and new.state not in ('waiting', 'sent'))
  execute function follow_check_read();

/** Checks whose time is up. */
create function overdue_checks() returns table (company_id bigint, check_id bigint)
  language sql stable security definer set search_path = public as $$
  select c.company_id, c.id from device_check c where c.state = 'running' and c.deadline_at < now() limit 500 $$;

/** The test that a URL of our own test point is for, while its run is open. */
create function diagnostic_test(hash_in bytea) returns table (run_id bigint, kind text, bytes int, seconds int)
  language sql stable security definer set search_path = public as $$
  select r.id, r.kind, (r.request->>'bytes')::int, (r.request->>'durationSeconds')::int from diagnostic_run r
  where r.token_hash = hash_in and r.state in ('requested', 'running') $$;

/** As in 0028, and checks too. */
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
  return greatest(gone, checks);
end $$;

grant execute on function overdue_checks, diagnostic_test to {{login}};
