-- Devices over SNMP, ping and TCP: how they are polled, and what they are.

-- A named set of SNMP credentials. It is the company's, whatever outlet it is tried in: who may add devices may name it.
create table snmp_credential (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  version text not null check (version in ('v1', 'v2c', 'v3')),
  user_name text not null default '',
  auth text check (auth in ('md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512')),
  privacy text check (privacy in ('des', 'aes', 'aes256b', 'aes256r')),
  context text not null default '',
  -- Where it is tried; both null: everywhere.
  outlet_id bigint,
  range cidr,
  position int not null,
  -- Community and passphrases as JSON, sealed for this row. Only the poller reads it.
  sealed bytea not null,
  edited_at timestamptz not null default now(),
  unique (company_id, id),
  -- A set that was meant for one outlet is not tried elsewhere after the outlet is gone.
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create unique index snmp_credential_name on snmp_credential (company_id, lower(name));
create index snmp_credential_position on snmp_credential (company_id, position, id);
create index snmp_credential_outlet on snmp_credential (company_id, outlet_id) where outlet_id is not null;
select netward_protect('snmp_credential', 'company_id', 'delete');
-- Its outlet is no place of the row: the data scope of roles does not narrow it.
alter policy company_scope on snmp_credential using (company_id = (select scope_company()))
  with check (company_id = (select scope_company()));
grant select (id, company_id, name, version, user_name, auth, privacy, context, outlet_id, range, position, edited_at)
  on snmp_credential to {{company}}, {{tree}}, {{platform}};
grant insert (company_id, name, version, user_name, auth, privacy, context, outlet_id, range, position, sealed),
  update (name, version, user_name, auth, privacy, context, outlet_id, range, position, sealed, edited_at)
  on snmp_credential to {{company}}, {{tree}}, {{platform}};
select netward_behind_consent('snmp_credential');

-- How a device over SNMP or ping is polled. Each poll writes it: narrow.
create table device_polling (
  device_id bigint primary key,
  company_id bigint not null,
  -- Chosen by a person; null: those that fit, in their order.
  credential_id bigint,
  -- Answered last.
  answered_id bigint,
  state text not null default 'waiting'
    check (state in ('waiting', 'ok', 'snmp_silent', 'unreachable', 'auth_failed', 'no_credential', 'not_allowed', 'stopped')),
  since timestamptz not null default now(),
  last_poll_at timestamptz,
  last_poll_ms int,
  last_poll_values int,
  slow boolean not null default false,
  -- Checks in a row without any answer.
  failures int not null default 0,
  -- {metric, instance, label, value, unit, level}: what looks worst now.
  worst jsonb,
  -- Which poller asks it: shares are held by lease.
  share smallint not null generated always as ((device_id % 64)::smallint) stored,
  -- The last transaction that changed what its poller must know.
  changed_tx xid8 not null default pg_current_xact_id(),
  -- A person asked for a poll now.
  asked_at timestamptz,
  -- The outlet probe that asks it; null: a poller. Follows from its place (db/functions/probes/ownership.sql).
  probe_id bigint,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, probe_id) references probe (company_id, id),
  foreign key (company_id, credential_id) references snmp_credential (company_id, id) on delete set null (credential_id),
  foreign key (company_id, answered_id) references snmp_credential (company_id, id) on delete set null (answered_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index device_polling_changed on device_polling (changed_tx);
create index device_polling_share on device_polling (share, device_id);
create index device_polling_company on device_polling (company_id, device_id);
create index device_polling_chosen on device_polling (company_id, credential_id) where credential_id is not null;
create index device_polling_answered on device_polling (company_id, answered_id) where answered_id is not null;
create index device_polling_probe on device_polling (company_id, probe_id, device_id) where probe_id is not null;
select netward_protect('device_polling', 'company_id', 'select');
select netward_follow_device('device_polling');

-- What an agent says that it is, as the last inventory read it. All text is hostile.
create table device_agent (
  device_id bigint primary key,
  company_id bigint not null,
  sys_object_id text not null default '',
  sys_description text not null default '',
  sys_name text not null default '',
  sys_location text not null default '',
  sys_contact text not null default '',
  chassis_id text not null default '',
  engine_id text not null default '',
  -- {metric, instance, label, low, high}: limits and names of its parts.
  parts jsonb not null default '[]',
  metrics text[] not null default '{}',
  interfaces int not null default 0,
  -- What the next polls read: the collector's own, opaque here.
  plan jsonb,
  read_at timestamptz,
  -- When it started, by its uptime.
  started_at timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_agent_chassis on device_agent (company_id, chassis_id) where chassis_id <> '';
create index device_agent_engine on device_agent (company_id, engine_id) where engine_id <> '';
select netward_protect('device_agent', 'company_id', 'select');
select netward_follow_device('device_agent');
select netward_behind_consent('device_agent');

create table device_interface (
  company_id bigint not null,
  device_id bigint not null,
  -- ifName, else ifDescr: series follow it, since ifIndex moves.
  key text not null,
  index int not null,
  name text not null default '',
  alias text not null default '',
  description text not null default '',
  type int not null default 1,
  state text not null default 'unknown' check (state in ('up', 'down', 'disabled', 'unknown')),
  since timestamptz,
  speed double precision,
  duplex text check (duplex in ('full', 'half')),
  mac text,
  addresses text[] not null default '{}',
  vlan int,
  tagged_vlans int[] not null default '{}',
  -- {name, port, protocol, chassisId, address}
  neighbour jsonb,
  primary key (device_id, key),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_interface_index on device_interface (device_id, index, key);
select netward_protect('device_interface', 'company_id', 'select');
select netward_follow_device('device_interface');
select netward_behind_consent('device_interface');

-- Ports that a person marked as important. Apart from the interfaces: a port that an inventory misses, and finds again,
-- keeps its mark.
create table device_port_mark (
  company_id bigint not null,
  device_id bigint not null,
  key text not null,
  primary key (device_id, key),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_protect('device_port_mark', 'company_id', 'select, insert, delete');
select netward_follow_device('device_port_mark');
select netward_behind_consent('device_port_mark');

-- What a device sees around it. It holds MACs of clients: no request role reads it, and the stations of a device that is
-- silent for 30 days go.
create table device_neighbourhood (
  device_id bigint primary key,
  company_id bigint not null,
  -- {neighbours, stations, addresses, power, speaksLldp, incomplete}, as @netward/collector reads it. All text is hostile.
  content jsonb not null,
  -- Of the content: a reading that found nothing new moves `read_at` alone.
  digest text not null,
  first_at timestamptz not null,
  read_at timestamptz not null,
  changed_at timestamptz not null,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_neighbourhood_read on device_neighbourhood (read_at);
select netward_protect('device_neighbourhood', 'company_id', '');

-- A trial of an address, before it is a device. Kept for an hour.
create table snmp_trial (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  ip_address inet not null,
  port int not null,
  credential_id bigint,
  outlet_id bigint,
  state text not null default 'running'
    check (state in ('running', 'answered', 'ping_only', 'unreachable', 'auth_failed', 'not_allowed')),
  -- {credentialName, sysName, vendor, type, model, version, serialNumber, interfaces}
  found jsonb not null default '{}',
  -- The poller that tries it.
  owner text,
  created_by bigint,
  created_at timestamptz not null default now()
);
create index snmp_trial_company on snmp_trial (company_id, created_at);
create index snmp_trial_open on snmp_trial (id) where state = 'running';
create index snmp_trial_old on snmp_trial (created_at);
select netward_protect('snmp_trial', 'company_id', 'select');
-- Its outlet narrows which sets are tried; the row itself belongs to who asked.
alter policy company_scope on snmp_trial using (company_id = (select scope_company()) and created_by = (select scope_person()))
  with check (company_id = (select scope_company()));

-- Pollers that live, and the shares of all devices that each asks. A share whose lease ended is anybody's.
create table poller (
  name text primary key,
  until timestamptz not null
);
select netward_seal('poller');
create table poller_share (
  share smallint primary key,
  owner text,
  until timestamptz not null default '-infinity'
);
insert into poller_share (share) select generate_series(0, 63);
select netward_seal('poller_share');
-- Until when pollers held shares that they lost: what they measured before counts, however late it comes.
create table poller_share_past (
  share smallint not null,
  owner text not null,
  until timestamptz not null,
  primary key (share, owner)
);
select netward_seal('poller_share_past');

-- What pollers must learn of a company: its standing, its code, its credentials.
create table polling_company (
  company_id bigint primary key references company on delete cascade,
  changed_tx xid8 not null default pg_current_xact_id()
);
create index polling_company_changed on polling_company (changed_tx);
select netward_protect('polling_company', 'company_id', '');

-- Devices that are polled no longer, or by another; an hour is enough, since a poller that missed more begins anew.
create table polling_gone (
  device_id bigint not null,
  share smallint not null,
  -- That measured it until then; null: a poller.
  probe_id bigint,
  changed_tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index polling_gone_changed on polling_gone (changed_tx);
create index polling_gone_at on polling_gone (at);
select netward_seal('polling_gone');

-- Facts that are written: a repeat is recognised by (collector, epoch, sequence).
create table collector_facts (
  collector text not null,
  epoch text not null,
  sequence bigint not null,
  at timestamptz not null default now(),
  primary key (collector, epoch)
);
select netward_seal('collector_facts');

-- Triggers: made after the functions.

create trigger snmp_credential_changed after insert or update or delete on snmp_credential
  for each row execute function snmp_credential_changed();
create trigger device_polled_moved after update of ip_address, port, driver, outlet_id, state on device for each row
  when (old.driver in ('snmp', 'probe') or new.driver in ('snmp', 'probe')) execute function device_polled_moved();
create trigger device_polling_placed before insert or update of changed_tx on device_polling
  for each row execute function device_polling_placed();
create trigger device_polling_taken after insert on device_polling for each row
  when (new.probe_id is not null) execute function device_polling_handed_over();
create trigger device_polling_handed_over after update on device_polling for each row
  when (old.probe_id is distinct from new.probe_id) execute function device_polling_handed_over();
create trigger device_polling_gone after delete on device_polling
  for each row execute function device_polling_gone();
create trigger poller_share_lost after update of owner on poller_share for each row
  when (old.owner is not null and new.owner is distinct from old.owner) execute function poller_share_lost();
create trigger polling_company_changed after update of status, products, code on company for each row
  when ((old.status, old.products, old.code) is distinct from (new.status, new.products, new.code))
  execute function polling_company_changed();
