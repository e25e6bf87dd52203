-- Tests of internet lines that somebody asked for, or that a profile schedules: what was asked, who asked, and what was found. What
-- is measured all the time is in lines.sql.

-- A test of many lines. Each test belongs to the company of its line.
create table line_run_batch (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('icmp', 'tcp', 'http', 'dns', 'traceroute', 'throughput')),
  target text not null,
  -- Also those that are no longer visible.
  lines int not null default 0,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp()
);
create index line_run_batch_page on line_run_batch (company_id, id desc);
select netward_protect('line_run_batch');

create table line_run (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  line_id bigint not null,
  batch_id bigint,
  kind text not null check (kind in ('icmp', 'tcp', 'http', 'dns', 'traceroute', 'throughput')),
  -- Null: of a batch, and nothing reaches the line.
  vantage text check (vantage in ('probe', 'server', 'gateway')),
  -- A name, an address or a URL; empty: the line's own address, or our test point.
  target text not null,
  -- As a collector takes it (LinkTest of the contract); of a gateway, what is asked beside its diagnostic.
  test jsonb,
  -- The URL of our test point, sealed, and the hash of the token in it: good while the test is open.
  url bytea,
  token_hash bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
  problem text check (problem in ('not_taken', 'no_answer', 'gateway', 'no_vantage', 'under_way')),
  -- LinkResult of the contract, while it runs so far.
  result jsonb,
  -- Null: it is not over, or found nothing.
  passed boolean,
  -- Of throughput: what it moved, until then what it may move; and the rate.
  bytes bigint,
  bits_per_second double precision,
  scheduled boolean not null default false,
  -- The diagnostic of the gateway that does it.
  diagnostic_id bigint,
  -- The poller or `probe:<id>` that does it.
  owner text,
  stop_asked_at timestamptz,
  -- Until when it is taken, then until when it ends.
  give_up_at timestamptz not null,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
-- Two of a kind would measure each other.
create unique index line_run_one_open on line_run (company_id, line_id, kind) where state in ('waiting', 'running');
create index line_run_line on line_run (company_id, line_id, id desc);
create index line_run_created on line_run (company_id, created_at);
create index line_run_batch_runs on line_run (batch_id, id) where batch_id is not null;
create index line_run_waiting on line_run (id) where state = 'waiting';
create index line_run_open on line_run (give_up_at) where state in ('waiting', 'running');
create index line_run_owner on line_run (owner) where state = 'running';
create index line_run_token on line_run (token_hash) where token_hash is not null;
create index line_run_diagnostic on line_run (diagnostic_id) where diagnostic_id is not null;
create index line_run_asked on line_run (company_id, created_at) where not scheduled and batch_id is null;
create index line_run_throughput on line_run (line_id, created_at) where kind = 'throughput';
select netward_protect('line_run', 'company_id', 'select, insert, update');
select netward_follow_line('line_run');
create policy with_product on line_run as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('link_testing'))::bigint[]));

-- Triggers: made after the functions.

create trigger line_run_of_gateway after update of state on diagnostic_run
  for each row when (new.state <> old.state) execute function line_run_follows();
