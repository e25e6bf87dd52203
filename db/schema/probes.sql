-- Outlet probes: collectors that dial out from where they measure. A probe belongs to a company and serves outlets.

create table probe (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'enrolled', 'revoked')),
  -- Of the enrolment token: used once, or until it expires.
  token_hash bytea,
  token_until timestamptz,
  -- Ed25519, as SPKI: the probe signs a challenge with its half at each connection.
  public_key bytea,
  created_at timestamptz not null default now(),
  created_by text not null,
  enrolled_at timestamptz,
  -- The ranges of its own configuration: it reaches nothing else, whatever we ask.
  local_ranges cidr[] not null default '{}',
  -- Which process of ours holds its connection; null: none.
  connected_to text,
  connected_at timestamptz,
  seen_at timestamptz,
  address inet,
  -- As it reports: hostile text, cut.
  version text not null default '',
  system text not null default '',
  reach text check (reach in ('fping', 'ping', 'tcp')),
  trap_port int,
  -- By how much its clock is ahead of ours, in milliseconds.
  clock_error bigint,
  spool_bytes bigint not null default 0,
  spool_oldest_at timestamptz,
  -- Values that its spool had no place for, since it was installed.
  spool_dropped bigint not null default 0,
  spool_thinned bigint not null default 0,
  memory_bytes bigint,
  devices int not null default 0,
  upgrade text check (upgrade in ('none', 'unsigned', 'refused', 'running', 'failed')),
  -- Its plan of lines changed in this transaction.
  lines_changed_tx xid8 not null default pg_current_xact_id(),
  unique (company_id, id),
  check ((token_hash is null) = (token_until is null)),
  check (state <> 'enrolled' or public_key is not null)
) with (fillfactor = 60);
create unique index probe_name on probe (company_id, lower(name));
create unique index probe_token on probe (token_hash) where token_hash is not null;
create index probe_seen on probe (company_id, seen_at, id);
create index probe_all_name on probe (lower(name), id);
create index probe_all_seen on probe (seen_at, id);
create index probe_lines_changed on probe (lines_changed_tx);
create index probe_connected on probe (connected_to) where connected_to is not null;
select netward_protect('probe', 'company_id', '');
grant select (id, company_id, name, state, token_until, created_at, created_by, enrolled_at, local_ranges, connected_to,
  connected_at, seen_at, address, version, system, reach, trap_port, clock_error, spool_bytes, spool_oldest_at,
  spool_dropped, spool_thinned, memory_bytes, devices, upgrade) on probe to {{company}}, {{tree}}, {{platform}};
grant insert (company_id, name, token_hash, token_until, created_by),
  update (name, state, token_hash, token_until, public_key) , delete
  on probe to {{company}}, {{tree}}, {{platform}};

-- What a probe serves. An address is of an outlet by its range.
create table probe_outlet (
  company_id bigint not null,
  probe_id bigint not null,
  outlet_id bigint not null,
  ranges cidr[] not null check (cardinality(ranges) between 1 and 20),
  -- The probe stands here: its own way out is the first line of this outlet.
  is_site boolean not null default false,
  primary key (probe_id, outlet_id),
  foreign key (company_id, probe_id) references probe (company_id, id) on delete cascade,
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create index probe_outlet_outlet on probe_outlet (company_id, outlet_id);
create unique index probe_outlet_site on probe_outlet (company_id, probe_id) where is_site;
select netward_protect('probe_outlet', 'company_id', 'select, insert, delete');

create policy with_product on probe as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('link_testing'))::bigint[]));

-- A probe is seen by those who see all of its outlets.
create policy with_its_outlets on probe as restrictive to {{company}} using (
  case when (select whole_company()) then true else probe_in_scope(id) end)
  with check (true);

-- Since when, and until when, a probe measures a device or a line: what it sends of other times is left out.
create table probe_hold (
  company_id bigint not null,
  subject_id bigint not null,
  probe_id bigint not null,
  since timestamptz not null default clock_timestamp(),
  until timestamptz,
  foreign key (company_id, probe_id) references probe (company_id, id) on delete cascade
);
create index probe_hold_subject on probe_hold (subject_id, probe_id, since);
create index probe_hold_probe on probe_hold (company_id, probe_id);
create index probe_hold_until on probe_hold (until) where until is not null;
select netward_protect('probe_hold', 'company_id', '');

-- Triggers: made after the functions.

create trigger probe_outlet_changed after insert or delete on probe_outlet
  for each row execute function probe_outlet_changed();
create trigger probe_changed after update of state, local_ranges on probe for each row
  when ((old.state, old.local_ranges) is distinct from (new.state, new.local_ranges)) execute function probe_changed();
