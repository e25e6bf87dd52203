create table device (
  -- Odd; those of internet lines are even: an id says what is measured, or what an alarm is about.
  id bigint generated always as identity (start with 1 increment by 2) primary key check (id % 2 = 1),
  -- Generic plans are made without the company or MSP. The statistics below make them suit one with many of the
  -- devices; for one with few, every plan is fast.
  company_id bigint not null references company,
  -- The nearest MSP at or above the company, set by a trigger. Indexes for a tree start with it.
  msp_id bigint not null,
  outlet_id bigint,
  department_id bigint,
  name text not null,
  type text not null check (type in ('switch', 'router', 'firewall', 'wireless_controller', 'wireless_ap',
    'security_gateway', 'printer', 'cash_register', 'access_control', 'smart_cpe', 'other')),
  driver text not null default 'cwmp' check (driver in ('cwmp', 'snmp', 'probe', 'none')),
  state text not null default 'claimed' check (state in ('claimed', 'released', 'replaced')),
  guard text not null default 'none' check (guard in ('none', 'quarantined', 'duplicate')),
  -- Changes seldom; device_presence has the times, which every Inform writes.
  presence text not null default 'unknown' check (presence in ('online', 'overdue', 'offline', 'unknown')),
  manufacturer text not null default '',
  -- Identity of a gateway: OUI in upper case; product class, which may be empty, and serial as the gateway writes them.
  oui text not null default '',
  product_class text collate identity_text not null default '',
  serial_number text collate identity_text not null default '',
  model_name text not null default '',
  hardware_version text not null default '',
  software_version text not null default '',
  ip_address inet,
  -- Of an agent (UDP) or a probed service (TCP); null: 161, or none.
  port int check (port between 1 and 65535),
  mac_address macaddr,
  data_model_root text check (data_model_root in ('Device.', 'InternetGatewayDevice.')),
  cwmp_version text,
  periodic_interval int,
  connection_request_url text,
  enrolled_by text not null default 'claim'
    check (enrolled_by in ('bootstrap', 'enrolment_url', 'pre_registration', 'claim', 'certificate')),
  credential_state text not null default 'bootstrap'
    check (credential_state in ('bootstrap', 'setting', 'own', 'enrolment_url')),
  tags text[] not null default '{}',
  note text not null default '',
  claimed_at timestamptz not null default now(),
  released_at timestamptz,
  first_inform_at timestamptz,
  last_boot_at timestamptz,
  -- Searched text: name, serial number, model, address, MAC without separators. Each word, the first too,
  -- has a space before it.
  search text generated always as (
      ' ' || search_text((name || ' ' || serial_number || ' ' || model_name) collate "default") || ' ' || coalesce(host(ip_address), '') || ' '
      || coalesce(replace(mac_address::text, ':', ''), '')
      ) stored,
  replaced_by bigint,
  -- Target of UDP connection requests, host:port: seen by STUN, or reported by the gateway.
  udp_request_address text,
  -- Copied from provision_state by a trigger, so that lists have an index. Null: no problem.
  configuration text check (configuration in ('drifted', 'failed', 'conflict')),
  -- How polling goes, and how bad the worst value is, copied from device_polling so that lists have an index. Null: not
  -- polled; nothing beyond its limits.
  polling text check (polling in ('waiting', 'ok', 'snmp_silent', 'unreachable', 'auth_failed', 'no_credential', 'not_allowed', 'stopped')),
  level text check (level in ('warning', 'critical')),
  foreign_key text,
  foreign_key_at timestamptz,
  unique (company_id, id),
  -- A released or replaced device keeps its outlet as long as the outlet exists.
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete set null (outlet_id),
  foreign key (company_id, replaced_by) references device (company_id, id) on delete set null (replaced_by)
) with (fillfactor = 85);
alter table device alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
-- A physical unit is claimed once at a time. Only definer functions insert, so that a refusal
-- reveals nothing to a tenant.
create unique index device_identity on device (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp';
-- The former owner: a released gateway is not offered to another company by a pre-registration.
create index device_identity_before on device (serial_number, oui, product_class) where state <> 'claimed' and driver = 'cwmp';
-- The life of a serial number across its devices.
create index device_serial_before on device (company_id, serial_number) where state <> 'claimed';
-- The list in each order it offers, within one company, one MSP, and over all.
create index device_company_name on device (company_id, name, id) where state = 'claimed';
create index device_company_serial on device (company_id, serial_number, id) where state = 'claimed';
create index device_company_model on device (company_id, model_name, id) where state = 'claimed';
create index device_company_claimed on device (company_id, claimed_at, id) where state = 'claimed';
create index device_company_presence on device (company_id, presence, name, id) where state = 'claimed';
create index device_company_software on device (company_id, software_version) where state = 'claimed';
create index device_msp_software on device (msp_id, software_version) where state = 'claimed';
create index device_all_name on device (name, id) where state = 'claimed';
create index device_all_serial on device (serial_number, id) where state = 'claimed';
create index device_all_model on device (model_name, id) where state = 'claimed';
create index device_all_claimed on device (claimed_at, id) where state = 'claimed';
create index device_all_presence on device (presence, name, id) where state = 'claimed';
create index device_all_software on device (software_version) where state = 'claimed';
-- Few rows: devices that never reported in, and guarded ones.
create index device_never_informed on device (company_id, id) where state = 'claimed' and first_inform_at is null;
create index device_guarded on device (company_id, guard, id) where state = 'claimed' and guard <> 'none';
-- The pending list stays short: every search reads all of it.
create index device_search on device using gin (company_id, msp_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 256) where state = 'claimed';
create index device_tags on device using gin (company_id, msp_id, tags)
  with (gin_pending_list_limit = 256) where state = 'claimed' and tags <> '{}';
-- Few rows over all companies.
create index device_guarded_all on device (guard, id) where state = 'claimed' and guard <> 'none';
create index device_all_model_serial on device (model_name, serial_number, id) where state = 'claimed';
-- An outlet's devices, and how many of them are online.
create index device_outlet on device (outlet_id, state, presence) where outlet_id is not null;
create index device_replaced_by on device (replaced_by) where replaced_by is not null;
create index device_placeless_company on device (company_id, name, id) where state = 'claimed' and outlet_id is null;
create index device_placeless_msp on device (msp_id, name, id) where state = 'claimed' and outlet_id is null;
create index device_placeless_all on device (name, id) where state = 'claimed' and outlet_id is null;
create index device_msp_name on device (msp_id, name, id) include (company_id) where state = 'claimed';
create index device_msp_serial on device (msp_id, serial_number, id) include (company_id) where state = 'claimed';
create index device_msp_claimed on device (msp_id, claimed_at, id) include (company_id) where state = 'claimed';
create index device_msp_model_serial on device (msp_id, model_name, serial_number, id) include (company_id)
  where state = 'claimed';
create index device_msp_presence on device (msp_id, presence, name, id) include (company_id) where state = 'claimed';
create index device_company_configuration on device (company_id, configuration, name, id)
  where state = 'claimed' and configuration is not null;
create index device_msp_configuration on device (msp_id, configuration, name, id) include (company_id)
  where state = 'claimed' and configuration is not null;
create index device_all_configuration on device (configuration, name, id)
  where state = 'claimed' and configuration is not null;
-- The devices of a model and version: what an advisory affects.
create index device_all_build on device (model_name, software_version, company_id, id) where state = 'claimed';
create index device_msp_model on device (msp_id, model_name, id) include (company_id) where state = 'claimed';
-- The list of all types has two more orders and two rare filters.
create index device_company_brand on device (company_id, manufacturer, id) where state = 'claimed';
create index device_msp_brand on device (msp_id, manufacturer, id) include (company_id) where state = 'claimed';
create index device_all_brand on device (manufacturer, id) where state = 'claimed';
create index device_company_address on device (company_id, ip_address, id) where state = 'claimed';
create index device_msp_address on device (msp_id, ip_address, id) include (company_id) where state = 'claimed';
create index device_all_address on device (ip_address, id) where state = 'claimed';
create index device_company_level on device (company_id, level, name, id) where state = 'claimed' and level is not null;
create index device_msp_level on device (msp_id, level, name, id) include (company_id)
  where state = 'claimed' and level is not null;
create index device_all_level on device (level, name, id) where state = 'claimed' and level is not null;
create index device_company_polling on device (company_id, polling, name, id)
  where state = 'claimed' and polling is not null and polling <> 'ok';
create index device_msp_polling on device (msp_id, polling, name, id) include (company_id)
  where state = 'claimed' and polling is not null and polling <> 'ok';
create index device_all_polling on device (polling, name, id)
  where state = 'claimed' and polling is not null and polling <> 'ok';
-- What a gateway's list of hosts may show: devices that say nothing of themselves.
create index device_hosted on device (id)
  where state = 'claimed' and driver in ('probe', 'none') and mac_address is not null and outlet_id is not null;
select netward_protect('device', 'company_id', 'select');
alter policy tree_scope on device using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
grant update (
  outlet_id, department_id, name, state, guard, tags, note, released_at
) on device to {{company}}, {{tree}}, {{platform}};

alter table internet_line add foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id);

-- Written for every Inform: narrow, so that the write is cheap.
create table device_presence (
  device_id bigint primary key references device on delete cascade,
  -- As for device.
  company_id bigint not null,
  -- As device.msp_id, set by a trigger if absent.
  msp_id bigint not null,
  last_inform_at timestamptz not null,
  -- When it counts as overdue, 1.2 intervals after the last Inform; of one that is, when it counts as offline, after
  -- 2.5. Null while the interval is not known or the device is offline already, so that the sweep reads only what is due.
  due_at timestamptz,
  overdue boolean not null default false,
  -- When an overdue gateway is asked whether it is there, and how often it was not. Without meaning while it is not overdue.
  check_at timestamptz,
  checks_failed smallint not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
alter table device_presence alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
create index device_presence_due on device_presence (due_at) where due_at is not null;
create index device_presence_check on device_presence (check_at) where check_at is not null;
-- Without device_id: the planner would take it for the join of one device, and read the whole company each time.
create index device_presence_company on device_presence (company_id, last_inform_at);
create index device_presence_all on device_presence (last_inform_at, device_id);
-- Devices that are not online, by last Inform: few rows, untouched by Informs of online devices.
create index device_presence_company_quiet on device_presence (company_id, last_inform_at) where due_at is null;
create index device_presence_all_quiet on device_presence (last_inform_at, device_id) where due_at is null;
create index device_presence_msp on device_presence (msp_id, last_inform_at, device_id) include (company_id);
create index device_presence_msp_quiet on device_presence (msp_id, last_inform_at, device_id) include (company_id)
  where due_at is null;
select netward_protect('device_presence', 'company_id', 'select');
alter policy tree_scope on device_presence using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
select netward_follow_device('device_presence');

-- The known part of a device's data model. Values of secrets are never stored.
create table device_parameter (
  company_id bigint not null,
  device_id bigint not null,
  -- Byte order: everything below a path is one range of the key.
  path text collate "C" not null,
  parent text collate "C" not null,
  value text,
  type text,
  writable boolean,
  is_object boolean not null default false,
  read_at timestamptz,
  -- Null: never read.
  notification smallint,
  -- Value after the pending restart; '' for a secret, whose value is not stored. Null: none pending.
  later text,
  primary key (device_id, path)
);
create index device_parameter_later on device_parameter (device_id) where later is not null;
select netward_protect('device_parameter', 'company_id', 'select');
select netward_follow_device('device_parameter');
select netward_behind_consent('device_parameter');

-- The command queue of a gateway. A command is sent once; `result` holds the answer. `request` by kind:
-- modules/devices/command-request.ts.
create table device_command (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  kind text not null
    check (kind in ('reboot', 'factory_reset',
      'get_parameter_names', 'get_parameter_values', 'set_parameter_values', 'get_parameter_attributes',
      'set_parameter_attributes', 'set_credentials', 'add_object', 'delete_object', 'schedule_inform',
      'get_queued_transfers', 'get_rpc_methods', 'download', 'upload', 'provision', 'change_settings')),
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'done', 'failed', 'expired', 'cancelled')),
  -- Parameters without secret values, which are encrypted in `secret`.
  request jsonb not null default '{}',
  secret bytea,
  result jsonb,
  fault_code text,
  fault_detail text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint,
  created_by_name text,
  sent_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  sends int not null default 0,
  -- The actor's company, if it is not the device's.
  created_by_company_name text,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_command_page on device_command (device_id, id desc);
create index device_command_open on device_command (device_id, id) where state in ('waiting', 'sent');
-- One open reboot per device: insert with "on conflict do nothing".
create unique index device_command_one_reboot on device_command (device_id)
  where kind = 'reboot' and state in ('waiting', 'sent');
create index device_command_expiry on device_command (expires_at) where state in ('waiting', 'sent');
-- One open factory reset per device.
create unique index device_command_one_factory_reset on device_command (company_id, device_id)
  where kind = 'factory_reset' and state in ('waiting', 'sent');
-- One open provision command per device; it applies the templates of the time of sending.
create unique index device_command_one_provision on device_command (company_id, device_id)
  where kind = 'provision' and state in ('waiting', 'sent');
-- The last read and the last change of settings.
create index device_command_settings on device_command (device_id, id desc)
  where kind = 'change_settings' or kind = 'get_parameter_values' and request ? 'sections';
create index device_command_looked on device_command (device_id)
  where kind = 'get_parameter_values' and state = 'done' and request ? 'verifies' and not request ? 'again';
select netward_protect('device_command', 'company_id', 'insert, update');
grant select (
  id, company_id, device_id, kind, state, request, result, fault_code, fault_detail, created_at, created_by,
  created_by_name, sent_at, finished_at, expires_at, sends, created_by_company_name
) on device_command to {{company}}, {{tree}}, {{platform}};
select netward_follow_device('device_command');
select netward_behind_consent('device_command');

create table device_timeline (
  id bigint generated always as identity primary key,
  -- As for device.
  company_id bigint not null,
  device_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  detail jsonb not null default '{}',
  msp_id bigint not null,
  -- Actor as in the audit log; the company only if it is not the device's.
  actor_name text,
  actor_company_name text,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
alter table device_timeline alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
create index device_timeline_page on device_timeline (device_id, id desc);
-- Since when a device is in its state, and in which it was before.
create index device_timeline_presence on device_timeline (device_id, at) where kind in ('online', 'overdue', 'offline');
create index device_timeline_company on device_timeline (company_id, id desc) where event_worth_listing(kind, detail);
create index device_timeline_msp on device_timeline (msp_id, id desc) where event_worth_listing(kind, detail);
create index device_timeline_all on device_timeline (id desc) where event_worth_listing(kind, detail);
create index device_timeline_failed_company on device_timeline (company_id, at, id) where kind = 'command.failed';
create index device_timeline_failed_msp on device_timeline (msp_id, at, id) where kind = 'command.failed';
-- Of topologies: they read the few changes of neighbours among all that happened.
create index device_timeline_moved on device_timeline (company_id, at)
  where kind in ('neighbour.new', 'neighbour.gone', 'neighbour.moved');
create index device_timeline_neighbour on device_timeline (device_id, id desc) where kind like 'neighbour.%';
create index device_timeline_failed on device_timeline (at, id) where kind = 'command.failed';
select netward_protect('device_timeline', 'company_id', 'select, insert');
alter policy tree_scope on device_timeline using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
select netward_follow_device('device_timeline');

-- Claimed devices per tag, for completion of tags. A statement changes its rows in
-- order, so that two writers of the same tags cannot deadlock.
create table device_tag (
  company_id bigint not null,
  msp_id bigint not null,
  tag text not null,
  n int not null,
  primary key (company_id, tag)
);
create index device_tag_company on device_tag (company_id, tag) where n > 0;
create index device_tag_msp on device_tag (msp_id, tag) where n > 0;
create index device_tag_all on device_tag (tag) where n > 0;
select netward_protect('device_tag', 'company_id', 'select');
drop policy tree_scope on device_tag;
create policy tree_scope on device_tag for select to {{tree}} using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
-- Counts of a whole company, as in device_tally.
create policy whole_company on device_tag as restrictive to {{company}} using ((select whole_company()));

-- Claimed devices by brand, model and version, as differences like device_tally: what inventories group by and advisories
-- are compared with, so that neither reads a million devices.
create table device_build (
  company_id bigint not null,
  msp_id bigint not null,
  type text not null,
  manufacturer text not null,
  model_name text not null,
  software_version text not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index device_build_company on device_build (company_id);
create index device_build_msp on device_build (msp_id);
select netward_protect('device_build', 'company_id', 'select');
drop policy tree_scope on device_build;
create policy tree_scope on device_build for select to {{tree}} using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
-- Counts of a whole company, as in device_tally.
create policy whole_company on device_build as restrictive to {{company}} using ((select whole_company()));

-- Claimed devices by company and by MSP, for totals without counting. Each
-- change adds a row with the difference, so that writers never block each other; now and then a writer folds the
-- rows of its company into one. The sum is exact.
create table device_tally (
  company_id bigint not null,
  type text not null,
  presence text not null,
  guarded boolean not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index device_tally_company on device_tally (company_id) include (type, presence, guarded, n);
select netward_protect('device_tally', 'company_id', 'select');
drop policy tree_scope on device_tally;
create policy tree_scope on device_tally for select to {{tree}} using (sees_company(company_id));
-- Members limited to outlets or departments do not see the company's totals.
create policy whole_company on device_tally as restrictive to {{company}} using (
  (select netward_setting('netward.outlet_ids')) is null and (select netward_setting('netward.department_ids')) is null);

create table device_tally_msp (
  msp_id bigint not null,
  type text not null,
  presence text not null,
  guarded boolean not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index device_tally_msp_msp on device_tally_msp (msp_id) include (type, presence, guarded, n);
select netward_seal('device_tally_msp');
create policy tree_scope on device_tally_msp for select to {{tree}} using (msp_id in (select visible_msps()));
create policy platform_scope on device_tally_msp to {{platform}}
  using (true) with check (msp_id = (select scope_company()));
grant select on device_tally_msp to {{tree}}, {{platform}};

-- A file transfer to or from a gateway. Its command may be pruned before it; the results of the
-- command advance it (follow_transfer).
create table device_transfer (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  command_id bigint not null,
  -- Identifies the transfer in TRANSFER COMPLETE of any later session.
  command_key text not null check (length(command_key) between 1 and 32),
  direction text not null check (direction in ('download', 'upload')),
  file_type text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'started', 'transferred', 'failed', 'cancelled', 'expired')),
  fault_code text,
  fault_detail text,
  -- The job that is queued at the end, and its reference.
  notify_task text,
  reference text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- The gateway accepted and will report completion (status 1).
  accepted_at timestamptz,
  -- By the gateway's clock; null if unknown.
  started_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  unique (company_id, device_id, command_key),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_transfer_page on device_transfer (device_id, id desc);
create index device_transfer_command on device_transfer (command_id);
select netward_protect('device_transfer', 'company_id', 'select, insert');
select netward_follow_device('device_transfer');
select netward_behind_consent('device_transfer');

create table restart_batch (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('reboot', 'factory_reset')),
  -- {id, name, commandId} of the devices for which a command was queued.
  devices jsonb not null,
  created_by bigint not null,
  created_at timestamptz not null default clock_timestamp()
);
create index restart_batch_page on restart_batch (company_id, created_by, id desc);
select netward_protect('restart_batch', 'company_id', 'select, insert');

-- Lists from above omit companies without the product: device management for smart CPE, monitoring for the others.
create policy with_product on device as restrictive for select to {{tree}}, {{platform}}
  using (case when type = 'smart_cpe' then company_id <> all ((select companies_without('device_management'))::bigint[])
    else company_id <> all ((select companies_without('monitoring'))::bigint[]) end);
create policy with_product on device_timeline as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without_both())::bigint[]));
create policy with_product on device_build as restrictive for select to {{tree}}, {{platform}}
  using (case when type = 'smart_cpe' then company_id <> all ((select companies_without('device_management'))::bigint[])
    else true end and company_id <> all ((select companies_without('monitoring'))::bigint[]));
create policy with_product on device_tag as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without_both())::bigint[]));

-- Triggers: made after the functions.

create trigger device_set_msp before insert or update of company_id on device
  for each row execute function device_set_msp();
create trigger device_forget_presence after update of state on device
  for each row when (new.state <> 'claimed') execute function device_forget_presence();
create trigger device_count_insert after insert on device referencing new table as new_rows
  for each statement execute function device_count();
create trigger device_count_update after update on device referencing old table as old_rows new table as new_rows
  for each statement execute function device_count();
create trigger device_count_delete after delete on device referencing old table as old_rows
  for each statement execute function device_count();
create trigger device_refuse_tombstone before insert on device
  for each row when (new.driver = 'cwmp' and new.serial_number <> '') execute function device_refuse_tombstone();
create trigger device_use_insert after insert on device referencing new table as added
  for each statement execute function device_use();
create trigger device_use_delete after delete on device referencing old table as gone
  for each statement execute function device_use_less();
create trigger device_use_update after update of state, company_id on device for each row
  when ((old.state = 'claimed', old.company_id) is distinct from (new.state = 'claimed', new.company_id))
  execute function device_use_moved();
-- A trigger of its own, so that an insert without an outlet costs nothing.
create trigger device_department_insert before insert on device
  for each row when (new.outlet_id is not null or new.department_id is not null)
  execute function take_outlet_department();
create trigger device_department_update before update of outlet_id, department_id on device
  for each row execute function take_outlet_department();
create trigger device_leaves_lines after update of outlet_id, state on device
  for each row when (new.state <> 'claimed' or new.outlet_id is distinct from old.outlet_id)
  execute function device_leaves_lines();
-- Fires before device_department_insert (by name), which reads the outlet.
create trigger device_arrives before insert on device
  for each row when (new.driver = 'cwmp' and new.outlet_id is null) execute function device_given_place();
create trigger device_arrived after insert on device
  for each row when (new.driver = 'cwmp') execute function device_takes_place();
create trigger device_provision_changed
  after update of tags, outlet_id, model_name, manufacturer, software_version, guard on device
  for each row when (new.driver = 'cwmp' and new.state = 'claimed' and new.guard = 'none'
    and (new.tags, new.outlet_id, new.model_name, new.manufacturer, new.software_version, new.guard)
    is distinct from (old.tags, old.outlet_id, old.model_name, old.manufacturer, old.software_version, old.guard))
  execute function device_fits_others();
create trigger device_provision_new after insert on device referencing new table as added
  for each statement execute function devices_want_provision();
create trigger device_campaigns after update of software_version, presence, state, guard on device for each row
  when (new.software_version <> old.software_version or new.presence <> old.presence or new.state <> old.state
    or new.guard <> old.guard)
  execute function note_for_campaigns();
create trigger device_forget_parameters after delete on device
  for each row execute function device_forget_parameters();
create trigger device_presence_set_msp before insert on device_presence
  for each row when (new.msp_id is null) execute function device_presence_set_msp();
create trigger device_command_transfer after update of state, result on device_command
  for each row when (new.kind in ('download', 'upload')) execute function follow_transfer();
create trigger device_command_moved after update of state on device_command for each row
  when (new.state <> old.state) execute function command_moved();
create trigger device_command_asked_from before insert on device_command
  for each row when (new.created_by is not null) execute function device_command_asked_from();
create trigger device_timeline_set_msp before insert on device_timeline
  for each row when (new.msp_id is null) execute function device_timeline_set_msp();
create trigger device_timeline_diagnostics after insert on device_timeline
  for each row when (new.kind = 'inform.diagnostics_complete') execute function diagnostics_reported();
create trigger device_provision_reset after insert on device_timeline for each row
  when (new.kind = 'inform.bootstrap' and not new.detail ? 'first') execute function device_wants_provision();
create trigger device_looks_again after insert on device_timeline for each row
  when (new.kind = 'inform.boot' and not new.detail ? 'first') execute function device_looks_again();
create trigger device_parameters_applied after insert on device_timeline for each row
  when (new.kind in ('inform.boot', 'inform.bootstrap') and not new.detail ? 'first') execute function parameters_applied();
create trigger device_provision_restart after insert on device_timeline for each row
  when (new.kind = 'inform.boot' and not new.detail ? 'first') execute function device_compared_after_restart();
create trigger device_timeline_describe before insert on device_timeline
  for each row execute function device_timeline_describe();
create trigger device_transfer_campaign after update of state on device_transfer for each row
  when (new.state <> old.state and new.state not in ('queued', 'started') and new.reference is not null)
  execute function note_transfer_for_campaign();
