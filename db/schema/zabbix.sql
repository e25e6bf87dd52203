-- Imports of hosts that Zabbix exported. Its outlets are no places of the rows: people whose data scope is part of a
-- company import nothing, so columns that name outlets are called differently from those that policies compare.

create table zabbix_import (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  file_name text not null,
  version text not null,
  state text not null default 'ready'
    check (state in ('ready', 'running', 'stopped', 'done', 'undoing', 'undone')),
  -- Hosts without SNMP, and hosts that are disabled in Zabbix.
  without_snmp text not null default 'probe' check (without_snmp in ('probe', 'skip')),
  disabled text not null default 'skip' check (disabled in ('skip', 'add')),
  hosts int not null,
  added int not null default 0,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  started_by_name text,
  started_at timestamptz,
  finished_at timestamptz,
  unique (company_id, id)
);
create index zabbix_import_company on zabbix_import (company_id, id desc);
create index zabbix_import_busy on zabbix_import (state) where state in ('running', 'undoing');
create index zabbix_import_old on zabbix_import (created_at) where state = 'ready';
select netward_protect('zabbix_import');
select netward_behind_consent('zabbix_import');

create table zabbix_group (
  company_id bigint not null,
  import_id bigint not null,
  n int not null,
  name text not null,
  -- The lowest that says something decides where a host goes.
  position int not null,
  hosts int not null,
  target text not null default 'none' check (target in ('none', 'outlet', 'new')),
  target_outlet_id bigint,
  new_name text not null default '',
  made_outlet_id bigint,
  primary key (import_id, n),
  foreign key (company_id, import_id) references zabbix_import (company_id, id) on delete cascade,
  foreign key (company_id, target_outlet_id) references outlet (company_id, id) on delete set null (target_outlet_id),
  foreign key (company_id, made_outlet_id) references outlet (company_id, id) on delete set null (made_outlet_id)
);
create index zabbix_group_import on zabbix_group (company_id, import_id);
create index zabbix_group_target on zabbix_group (company_id, target_outlet_id) where target_outlet_id is not null;
create index zabbix_group_made on zabbix_group (company_id, made_outlet_id) where made_outlet_id is not null;
select netward_protect('zabbix_group');
select netward_behind_consent('zabbix_group');

create table zabbix_credential (
  company_id bigint not null,
  import_id bigint not null,
  n int not null,
  name text not null,
  version text not null check (version in ('v1', 'v2c', 'v3')),
  user_name text not null,
  auth text check (auth in ('md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512')),
  privacy text check (privacy in ('des', 'aes', 'aes256b', 'aes256r')),
  context text not null,
  hosts int not null,
  -- As a row of snmp_credential; empties when the set is made. No request role reads it.
  sealed bytea,
  missing text[] not null default '{}',
  macros text[] not null default '{}',
  -- ZabbixFinding of the contract, an array.
  problems jsonb not null default '[]',
  action text not null default 'none' check (action in ('create', 'existing', 'none')),
  target_credential_id bigint,
  made_credential_id bigint,
  primary key (import_id, n),
  foreign key (company_id, import_id) references zabbix_import (company_id, id) on delete cascade,
  foreign key (company_id, target_credential_id) references snmp_credential (company_id, id)
    on delete set null (target_credential_id),
  foreign key (company_id, made_credential_id) references snmp_credential (company_id, id)
    on delete set null (made_credential_id)
);
create index zabbix_credential_import on zabbix_credential (company_id, import_id);
create index zabbix_credential_target on zabbix_credential (company_id, target_credential_id)
  where target_credential_id is not null;
create index zabbix_credential_made on zabbix_credential (company_id, made_credential_id)
  where made_credential_id is not null;
select netward_protect('zabbix_credential', 'company_id', '');
grant select (company_id, import_id, n, name, version, user_name, auth, privacy, context, hosts, missing, macros, problems,
    action, target_credential_id, made_credential_id),
  insert, update (name, sealed, missing, action, target_credential_id)
  on zabbix_credential to {{company}}, {{tree}}, {{platform}};
select netward_behind_consent('zabbix_credential');

create table zabbix_host (
  company_id bigint not null,
  import_id bigint not null,
  n int not null,
  -- The technical name: unique in a Zabbix, and how later imports recognise the host.
  host text not null,
  name text not null,
  disabled boolean not null,
  driver text not null check (driver in ('snmp', 'probe')),
  type text not null,
  brand text not null,
  model_name text not null,
  serial_number text not null,
  mac_address macaddr,
  note text not null,
  ip_address inet,
  port int,
  -- Numbers of zabbix_group and zabbix_credential.
  groups int[] not null,
  credential int,
  -- ZabbixFinding of the contract, an array.
  findings jsonb not null,
  refused boolean not null,
  -- The device that was added, and what a person could have changed of it since.
  device_id bigint,
  written jsonb,
  -- {code, params}: why it could not be added.
  failure jsonb,
  primary key (import_id, n),
  foreign key (company_id, import_id) references zabbix_import (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id)
);
create index zabbix_host_import on zabbix_host (company_id, import_id);
create index zabbix_host_device on zabbix_host (company_id, device_id) where device_id is not null;
create index zabbix_host_known on zabbix_host (company_id, host) where device_id is not null;
select netward_protect('zabbix_host');
select netward_behind_consent('zabbix_host');

-- Where the hosts of a group went the last time.
create table zabbix_choice (
  company_id bigint not null references company on delete cascade,
  group_name text not null,
  target_outlet_id bigint,
  primary key (company_id, group_name),
  foreign key (company_id, target_outlet_id) references outlet (company_id, id) on delete cascade
);
create index zabbix_choice_outlet on zabbix_choice (company_id, target_outlet_id) where target_outlet_id is not null;
select netward_protect('zabbix_choice');
select netward_behind_consent('zabbix_choice');
