create table device_check (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  state text not null default 'running' check (state in ('running', 'complete', 'cancelled')),
  -- [{step, state, reason, target, runId}], see device-check-values.ts of the contract.
  steps jsonb not null default '[]',
  -- The command that reads the gateway's own values.
  command_id bigint,
  verdict text check (verdict in ('critical', 'warning', 'notice', 'fine')),
  -- [{code, severity, params}], the worst first.
  findings jsonb not null default '[]',
  -- The measured facts behind the findings.
  facts jsonb,
  deadline_at timestamptz not null,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- While the gateway has not reported in, the check ends at this time instead of the deadline.
  answer_by timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create unique index device_check_one_open on device_check (company_id, device_id) where state = 'running';
create index device_check_page on device_check (device_id, id desc);
create index device_check_answer on device_check (answer_by) where state = 'running' and answer_by is not null;
create index device_check_deadline on device_check (deadline_at) where state = 'running';
select netward_protect('device_check', 'company_id', 'select, insert, update');
select netward_follow_device('device_check');
select netward_behind_consent('device_check');

-- A diagnostic over many gateways. Each run belongs to the company of its gateway.
create table diagnostic_batch (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('ping', 'traceroute', 'name_lookup', 'download', 'upload')),
  -- Empty: the built-in test point.
  target text not null,
  -- Gateways that started, including those whose runs are no longer visible.
  gateways int not null default 0,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp()
);
create index diagnostic_batch_page on diagnostic_batch (company_id, id desc);
select netward_protect('diagnostic_batch');

-- One run. One command starts the diagnostic, others read its result.
create table diagnostic_run (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('ping', 'traceroute', 'name_lookup', 'download', 'upload')),
  target text not null check (length(target) between 1 and 256),
  -- Parameters and expected duration.
  request jsonb not null,
  state text not null default 'requested'
    check (state in ('requested', 'running', 'complete', 'failed', 'expired', 'cancelled')),
  command_id bigint,
  read_command_id bigint,
  -- Figures for charts; null if the kind or the gateway has none.
  sent int,
  received int,
  min_ms real,
  avg_ms real,
  max_ms real,
  result jsonb,
  -- A TR-069 fault, or the error that the gateway reported.
  fault_code text,
  fault_detail text,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  check_id bigint,
  -- Figures for charts beside those of a ping.
  hops int,
  jump_hop int,
  lookup_ms real,
  mbit_s real,
  -- SHA-256 of the token in the URL of the built-in test point; valid while the run is open.
  token_hash bytea,
  batch_id bigint,
  -- It measures this line, and goes with the next one; null: somebody asked for it.
  line_id bigint,
  -- The interface and its label at the time; null: the gateway's routing decides.
  interface text,
  interface_label text,
  dscp smallint check (dscp between 0 and 63),
  -- Paths of the parameters that the gateway refused.
  refused text[] not null default '{}',
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
-- Starting a second one stops the first (TR-181, DiagnosticsState).
create unique index diagnostic_run_one_open on diagnostic_run (company_id, device_id, kind)
  where state in ('requested', 'running');
create index diagnostic_run_page on diagnostic_run (device_id, id desc);
create index diagnostic_run_kind on diagnostic_run (device_id, kind, id desc);
create index diagnostic_run_waits on diagnostic_run (read_command_id) where state = 'running';
create index diagnostic_run_token on diagnostic_run (token_hash) where token_hash is not null;
create index diagnostic_run_check on diagnostic_run (check_id) where check_id is not null;
create index diagnostic_run_over_time on diagnostic_run (device_id, kind, created_at);
create index diagnostic_run_line on diagnostic_run (line_id) where line_id is not null;
create index diagnostic_run_batch on diagnostic_run (batch_id, id) where batch_id is not null;
select netward_protect('diagnostic_run', 'company_id', 'select, insert, update');
select netward_follow_device('diagnostic_run');
-- Consent is required for what is inside a gateway; a company also sees the runs of its own batches while consent lasts.
create policy behind_consent on diagnostic_run as restrictive for select to {{tree}}, {{platform}} using (
  company_id = (select scope_company()) or company_id = (select netward_setting('netward.looks_into')::bigint)
  or exists (select from diagnostic_batch b where b.id = batch_id and b.company_id = (select scope_company()))
    and not exists (select from closed_companies(array[diagnostic_run.company_id])));

-- Lists from above leave out companies without the product.
create policy with_product on diagnostic_run as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('device_management'))::bigint[]));

-- Triggers: made after the functions.

create trigger diagnostic_run_measures after update of state on diagnostic_run
  for each row when (new.line_id is not null and new.state <> old.state and new.state not in ('requested', 'running'))
  execute function line_pinged();
create trigger diagnostic_run_check after update of state on diagnostic_run
  for each row when (new.check_id is not null and new.state <> old.state and new.state not in ('requested', 'running'))
  execute function follow_check_run();
