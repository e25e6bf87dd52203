-- Facts about this installation, such as the fingerprint of the master key that its secrets are sealed with.
create table installation (
  key text primary key,
  value text not null
);
select netward_seal('installation');

-- Events for live screens. `tx` orders commits: a reader takes only events that no open transaction can precede.
create table live_event (
  id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  company_id bigint not null,
  kind text not null,
  subject_id bigint,
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  primary key (tx, id)
);
create index live_event_age on live_event (at);
select netward_protect('live_event', 'company_id', 'select, insert');

-- Heartbeats of workers. Jobs of a silent worker are released.
create table worker_heartbeat (
  process_id uuid primary key,
  worker_ids text[] not null,
  at timestamptz not null
);
select netward_seal('worker_heartbeat');
