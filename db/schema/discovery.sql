-- Discovery: jobs that look for devices, what they found, and rules by which finds become devices.

create table discovery_job (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Where its finds are; null: in no outlet, until a rule or a person says.
  outlet_id bigint,
  name text not null,
  ranges cidr[] not null default '{}',
  -- Also the addresses that known devices and gateways of the outlet see around them.
  neighbours boolean not null default false,
  -- Tried in their order; none: those that apply to the outlet.
  credential_ids bigint[] not null default '{}',
  port int not null default 161 check (port between 1 and 65535),
  -- Packets a second.
  rate int not null check (rate between 1 and 500),
  -- What answers without SNMP is a find too.
  keeps_others boolean not null default false,
  schedule text not null default 'none' check (schedule in ('none', 'daily', 'weekly')),
  schedule_at time,
  -- ISO 8601: 1 is Monday.
  schedule_day int check (schedule_day between 1 and 7),
  next_at timestamptz,
  state text not null default 'idle' check (state in ('idle', 'waiting', 'running', 'paused', 'done', 'cancelled')),
  -- Why it has less than it might: no range is open to it any more, its company is stopped, a quota is used up.
  problem text check (problem in ('not_allowed', 'stopped', 'quota')),
  -- Counts its runs.
  run int not null default 0,
  queued_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Of the run: addresses in all (null: not known yet), checked, and those that answered.
  total int,
  checked int not null default 0,
  answered int not null default 0,
  taken int not null default 0,
  -- Addresses of neighbours that are in no range, as they were when the run began: they follow the ranges.
  extras text[] not null default '{}',
  -- The poller that carries it out; it lives as long as its row in `poller`.
  owner text,
  created_by bigint,
  edited_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade,
  check (schedule = 'none' or schedule_at is not null),
  check (schedule <> 'weekly' or schedule_day is not null)
) with (fillfactor = 70);
create unique index discovery_job_name on discovery_job (company_id, lower(name));
create index discovery_job_outlet on discovery_job (company_id, outlet_id) where outlet_id is not null;
create index discovery_job_open on discovery_job (queued_at) where state in ('waiting', 'running');
create index discovery_job_due on discovery_job (next_at) where next_at is not null;
select netward_protect('discovery_job');

-- What answered at an address. All text is hostile.
create table discovery_find (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  job_id bigint not null,
  -- Of its job.
  outlet_id bigint,
  address inet not null,
  port int not null,
  answers text not null check (answers in ('snmp', 'refused', 'other')),
  credential_id bigint,
  mac macaddr,
  -- Of the network card, by its organisation.
  mac_vendor text not null default '',
  -- As the agent says; else as a gateway's list of hosts has it.
  name text not null default '',
  type text not null default 'other',
  vendor text not null default '',
  model text not null default '',
  version text not null default '',
  serial_number text not null default '',
  chassis_id text not null default '',
  engine_id text not null default '',
  object_id text not null default '',
  description text not null default '',
  -- That the device says are its own.
  addresses text[] not null default '{}',
  run int not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- The device that it is, or became.
  device_id bigint,
  taken_at timestamptz,
  -- A person said which device it is: later runs do not ask again.
  decided boolean not null default false,
  ignored boolean not null default false,
  -- Others that claim its identity: [{deviceId or findId, because}].
  claims jsonb not null default '[]' check (jsonb_typeof(claims) = 'array'),
  state text not null generated always as (case
    when device_id is not null and taken_at is not null then 'taken' when device_id is not null then 'known'
    when ignored then 'ignored' when claims <> '[]' then 'conflict' else 'new' end) stored,
  search text generated always as (' ' || search_text(name || ' ' || vendor || ' ' || model || ' ' || serial_number) || ' '
    || host(address) || ' ' || coalesce(replace(mac::text, ':', ''), '')) stored,
  unique (company_id, id),
  unique (company_id, job_id, address, port),
  foreign key (company_id, job_id) references discovery_job (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade,
  foreign key (company_id, credential_id) references snmp_credential (company_id, id) on delete set null (credential_id)
);
create index discovery_find_address on discovery_find (company_id, job_id, address, id);
create index discovery_find_state on discovery_find (company_id, job_id, state, address, id);
create index discovery_find_last on discovery_find (company_id, job_id, last_at, id);
create index discovery_find_device on discovery_find (company_id, device_id) where device_id is not null;
create index discovery_find_outlet on discovery_find (company_id, outlet_id) where outlet_id is not null;
create index discovery_find_credential on discovery_find (company_id, credential_id) where credential_id is not null;
create index discovery_find_serial on discovery_find (job_id, serial_number) where serial_number <> '';
create index discovery_find_chassis on discovery_find (job_id, chassis_id) where chassis_id <> '';
create index discovery_find_engine on discovery_find (job_id, engine_id) where engine_id <> '';
create index discovery_find_mac on discovery_find (job_id, mac) where mac is not null;
select netward_protect('discovery_find', 'company_id', 'select');
grant update (outlet_id, device_id, taken_at, decided, ignored) on discovery_find to {{company}}, {{tree}}, {{platform}};
select netward_behind_consent('discovery_find');

-- The first rule that fits a new find takes it in when its job's run ends.
create table discovery_rule (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  position int not null,
  enabled boolean not null default true,
  -- What it fits; empty or null: anything.
  types text[] not null default '{}',
  vendor text not null default '',
  range cidr,
  -- Where the device goes; null: the outlet of the job.
  outlet_id bigint,
  -- {name}, {ip}, {vendor}, {model}, {serial}, {site}.
  name_pattern text not null default '{name}',
  tags text[] not null default '{}',
  edited_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create unique index discovery_rule_name on discovery_rule (company_id, lower(name));
create index discovery_rule_position on discovery_rule (company_id, position, id);
create index discovery_rule_outlet on discovery_rule (company_id, outlet_id) where outlet_id is not null;
select netward_protect('discovery_rule');
-- Its outlet is no place of the row: rules are the company's.
alter policy company_scope on discovery_rule using (company_id = (select scope_company()))
  with check (company_id = (select scope_company()));

-- Triggers: made after the functions.

create trigger discovery_job_scheduled before insert or update of schedule, schedule_at, schedule_day, outlet_id
  on discovery_job for each row execute function discovery_job_scheduled();
