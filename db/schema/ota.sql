create table firmware (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- As gateways report it; verifies an upgrade.
  version text not null check (length(version) between 1 and 256),
  -- Empty: any manufacturer.
  manufacturer text not null default '',
  -- Model names or product classes, with `*` as wildcard.
  models text[] not null check (cardinality(models) between 1 and 50),
  -- Minimum version to upgrade from; empty: none.
  minimum_version text not null default '',
  notes_zh text not null default '',
  notes_en text not null default '',
  signed_by text not null default '',
  state text not null default 'draft' check (state in ('draft', 'released', 'withdrawn')),
  file_id bigint,
  file_name text not null default '',
  size int,
  sha256 bytea,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  -- As gateways report them; empty: any.
  hardware_versions text[] not null default '{}' check (cardinality(hardware_versions) <= 50),
  unique (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id),
  check ((file_id is null) = (size is null) and (file_id is null) = (sha256 is null)),
  check (state = 'draft' or file_id is not null)
);
create index firmware_page on firmware (company_id, created_at, id);
create index firmware_version on firmware (company_id, version, id);
create index firmware_all_page on firmware (created_at, id);
create index firmware_all_version on firmware (version, id);
select netward_protect('firmware');
-- Companies below see released firmware of companies above.
create policy released_above on firmware for select to {{company}}, {{tree}}
  using (state = 'released' and company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company())));

-- An upload into a draft. Its parts are chunks of a file that is not referenced before it is complete.
create table firmware_upload (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  firmware_id bigint not null,
  file_id bigint not null,
  file_name text not null,
  size int not null check (size > 0),
  received int not null default 0,
  started_by_name text not null,
  touched_at timestamptz not null default now(),
  unique (company_id, firmware_id),
  foreign key (company_id, firmware_id) references firmware (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade,
  check (received between 0 and size)
);
create index firmware_upload_touched on firmware_upload (touched_at);
create index firmware_upload_file on firmware_upload (company_id, file_id);
select netward_protect('firmware_upload');

create table campaign (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  state text not null default 'draft'
    check (state in ('preparing', 'preparing_failed', 'draft', 'awaiting_approval', 'scheduled', 'running', 'paused',
      'completed', 'completed_with_failures', 'cancelled')),
  -- Reason of an automatic pause.
  stop_reason text check (stop_reason in ('failures', 'lines', 'withdrawn', 'moved_away')),
  firmware_company_id bigint not null,
  firmware_id bigint not null,
  -- Version at creation, which gateways must report after the upgrade.
  version text not null,
  -- Array of {kind, value, soakMinutes}; the last ring takes the rest.
  rings jsonb not null check (jsonb_array_length(rings) between 1 and 10),
  ring_sizes int[] not null default '{}',
  -- Index of the open ring; null before the first.
  ring int,
  ring_opened_at timestamptz,
  -- When the open ring was complete; start of its soak time.
  ring_settled_at timestamptz,
  -- Failures accepted by ring, since unfinished gateways can still fail.
  forgiven int[] not null default '{}',
  start_at timestamptz,
  upgrade_window text not null default 'any' check (upgrade_window in ('any', 'closed_hours', 'daily')),
  -- Minutes of the day for `daily`; crosses midnight if the end precedes the start.
  from_minute int check (from_minute between 0 and 1439),
  to_minute int check (to_minute between 0 and 1439),
  -- For gateways without an outlet.
  time_zone text not null,
  max_concurrent int not null check (max_concurrent between 1 and 1000),
  per_minute int not null check (per_minute between 1 and 1000),
  retries int not null check (retries between 0 and 5),
  retry_minutes int not null check (retry_minutes between 1 and 1440),
  offline_hours int not null check (offline_hours between 1 and 720),
  verify_minutes int not null check (verify_minutes between 1 and 1440),
  max_failure_percent int not null check (max_failure_percent between 0 and 100),
  -- Count of the current minute.
  minute_began timestamptz,
  minute_sent int not null default 0,
  -- Totals at the last step; exact numbers come from the targets.
  targets int not null default 0,
  verified int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  approved_by_name text,
  started_at timestamptz,
  ended_at timestamptz,
  -- When a live campaign stops admitting, and the device filters by which it admits. Null if not live.
  live_until timestamptz,
  filters jsonb,
  live_looked_at timestamptz,
  backup text not null default 'none' check (backup in ('none', 'try', 'require')),
  -- Rolls back gateways that report an unexpected version or go offline repeatedly.
  auto_rollback boolean not null default false,
  -- The company of the programme. The campaign ends when that company is no longer above the tenant.
  programme_company_id bigint,
  programme_id bigint,
  -- State after preparation.
  becomes text check (becomes in ('draft', 'awaiting_approval', 'scheduled', 'paused')),
  -- Targets not yet recorded.
  to_take int not null default 0,
  rolled_back int not null default 0,
  allow_downgrade boolean not null default false,
  -- Share of a ring to verify before the next opens; 100: the whole ring must have ended.
  advance_percent int not null default 100 check (advance_percent between 1 and 100),
  unique (company_id, id),
  constraint campaign_becomes check ((becomes is not null) = (state in ('preparing', 'preparing_failed'))),
  constraint campaign_check1 check ((live_until is null) = (filters is null)),
  constraint campaign_check2 check ((programme_id is null) = (programme_company_id is null)),
  constraint campaign_hours check ((upgrade_window <> 'any') = (from_minute is not null and to_minute is not null))
);
create index campaign_page on campaign (company_id, created_at, id);
create index campaign_all on campaign (created_at, id);
create index campaign_firmware on campaign (firmware_company_id, firmware_id);
-- Campaigns that a step may advance.
create index campaign_open on campaign (id) where ended_at is null and state <> 'draft';
-- One campaign per programme and tenant.
create unique index campaign_programme on campaign (company_id, programme_company_id, programme_id)
  where programme_id is not null;
create index campaign_preparing on campaign (id) where state = 'preparing';
create index campaign_stopped on campaign (id) where state = 'paused' and stop_reason is not null;
select netward_protect('campaign');

create table campaign_target (
  company_id bigint not null,
  campaign_id bigint not null,
  device_id bigint not null,
  ring int not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'queued', 'sent',
      'downloading', 'transferred', 'verified', 'failed', 'rolled_back', 'aborted', 'cancelled')),
  from_version text not null,
  transfer_id bigint,
  -- Token of the file's URL, valid until the transfer ends.
  token_hash bytea,
  token_until timestamptz,
  attempts int not null default 0,
  -- Waiting: earliest start. Transferred: deadline for the new version.
  due_at timestamptz,
  fault_code text,
  fault_detail text,
  bytes_sent int not null default 0,
  changed_at timestamptz not null default now(),
  -- Blocked: evaluated again when its device changes.
  parked boolean not null default false,
  -- Verified and offline since, or offline repeatedly.
  lost boolean not null default false,
  -- Times offline since verification.
  drops int not null default 0,
  -- A line of it got worse after its upgrade: {lineId, lineName, metric, before, after}.
  worsened jsonb,
  -- The campaign was resumed in spite of it.
  worsened_accepted boolean not null default false,
  -- When its lines were compared last.
  lines_compared_at timestamptz,
  backup_id bigint,
  backing_up boolean not null default false,
  backup text check (backup in ('stored', 'lacking')),
  -- Step of the rollback: reading partitions, switching to the other one, or fetching the earlier version.
  rollback text check (rollback in ('asked', 'wanted', 'reading', 'switching', 'fetching', 'done', 'failed')),
  rollback_command_id bigint,
  rollback_firmware_id bigint,
  rollback_due timestamptz,
  rollback_fault text,
  -- Rollback blocked: evaluated again when its device changes.
  rollback_parked boolean not null default false,
  -- A rollback waits for the campaign's window unless requested immediately.
  rollback_in_window boolean not null default true,
  -- Earliest start of the rollback.
  rollback_from timestamptz,
  -- Latest start of the rollback.
  rollback_until timestamptz,
  primary key (company_id, campaign_id, device_id),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) with (fillfactor = 80);
create index campaign_target_state on campaign_target (campaign_id, ring, state, device_id);
create index campaign_target_open on campaign_target (campaign_id, state)
  where state in ('queued', 'sent', 'downloading', 'transferred');
create index campaign_target_device on campaign_target (device_id);
create index campaign_target_token on campaign_target (token_hash) where token_hash is not null;
-- Targets that a step may start, by time.
create index campaign_target_ready on campaign_target
  (campaign_id, ring, (coalesce(due_at, '-infinity'::timestamptz)), device_id) where state = 'waiting' and not parked;
create index campaign_target_parked on campaign_target (campaign_id, ring) where state = 'waiting' and parked;
-- Upgraded targets with a line that got worse.
create index campaign_target_worsened on campaign_target (campaign_id, ring) where worsened is not null;
create index campaign_target_changed on campaign_target (campaign_id, changed_at, device_id);
-- A running target is evaluated on an event or at its deadline, not in each step.
create index campaign_target_late on campaign_target (campaign_id, due_at) where state = 'transferred';
create index campaign_target_aside on campaign_target (campaign_id) where coalesce(backup, rollback) is not null;
-- Running targets, at most max_concurrent per campaign.
create index campaign_target_rollback on campaign_target (campaign_id, device_id)
  where rollback in ('reading', 'switching', 'fetching');
-- Targets past their deadline.
create index campaign_target_rollback_due on campaign_target (campaign_id, rollback_due) where is_going_back(rollback);
create index campaign_target_wanted
  on campaign_target (campaign_id, coalesce(rollback_from, '-infinity'::timestamptz), device_id)
  where rollback = 'wanted' and not rollback_parked;
-- Shown to the approver.
create index campaign_target_asked_at_once on campaign_target (campaign_id)
  where rollback = 'asked' and not rollback_in_window;
select netward_protect('campaign_target');
select netward_follow_device('campaign_target');

-- Targets of a ring by standing, kept by the triggers below.
create table campaign_count (
  company_id bigint not null,
  campaign_id bigint not null,
  ring int not null,
  standing text not null,
  n int not null,
  primary key (company_id, campaign_id, ring, standing),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
) with (fillfactor = 50);
select netward_protect('campaign_count', 'company_id', 'select');
-- Counts of a whole company, as in device_tally.
create policy whole_company on campaign_count as restrictive to {{company}} using ((select whole_company()));

create table campaign_aside (
  company_id bigint not null,
  campaign_id bigint not null,
  aside text not null check (aside in ('stored', 'lacking', 'asked', 'open', 'done', 'failed')),
  n int not null,
  primary key (company_id, campaign_id, aside),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
) with (fillfactor = 50);
select netward_protect('campaign_aside', 'company_id', 'select');
-- Counts of a whole company, as in campaign_count.
create policy whole_company on campaign_aside as restrictive to {{company}} using ((select whole_company()));

-- Matching gateways at creation that the campaign has not recorded yet.
create table campaign_portion (
  company_id bigint not null,
  campaign_id bigint not null,
  -- Position of its first gateway.
  place int not null,
  device_ids bigint[] not null,
  primary key (company_id, campaign_id, place),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
);
select netward_protect('campaign_portion', 'company_id', 'select, insert, delete');

-- Events of devices in open campaigns, appended by writers and consumed by the next step.
create table campaign_news (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  campaign_id bigint not null,
  device_id bigint not null,
  went_offline boolean not null,
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
);
create index campaign_news_next on campaign_news (campaign_id, id);
select netward_protect('campaign_news', 'company_id', 'select, delete');

-- A company's rules for upgrades from above.
create table ota_setting (
  company_id bigint primary key references company on delete cascade,
  approval boolean not null
);
select netward_protect('ota_setting', 'company_id', 'select, insert, update');
select netward_only_at_home('ota_setting');
create policy whole_company_insert on ota_setting as restrictive for insert to {{company}}
  with check ((select whole_company()));
create policy whole_company_update on ota_setting as restrictive for update to {{company}}
  using ((select whole_company()));

-- An upgrade plan over many tenants: each gets a campaign of its own, which it sees and approves.
create table ota_programme (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  firmware_id bigint not null,
  version text not null,
  filters jsonb not null,
  plan jsonb not null,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  unique (company_id, id)
);
create index ota_programme_page on ota_programme (company_id, created_at, id);
select netward_protect('ota_programme');

create table ota_programme_tenant (
  company_id bigint not null,
  programme_id bigint not null,
  tenant_id bigint not null references company on delete cascade,
  tenant_name text not null,
  -- The tenant's campaign; null if refused.
  campaign_id bigint,
  refusal text,
  primary key (company_id, programme_id, tenant_id),
  foreign key (company_id, programme_id) references ota_programme (company_id, id) on delete cascade,
  check ((campaign_id is null) = (refusal is not null))
);
create index ota_programme_tenant_name on ota_programme_tenant (company_id, programme_id, tenant_name, tenant_id);
create index ota_programme_tenant_of on ota_programme_tenant (tenant_id);
select netward_protect('ota_programme_tenant');

-- A configuration file as sent by a gateway. Sealed, since it may hold secrets.
create table device_backup (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  reason text not null check (reason in ('by_hand', 'campaign')),
  software_version text not null,
  -- Token of the upload URL, valid until the transfer ends.
  token_hash bytea,
  token_until timestamptz,
  transfer_id bigint,
  stored_at timestamptz,
  size int,
  sha256 bytea,
  content bytea,
  -- Token of the URL for restoring it.
  restore_hash bytea,
  restore_until timestamptz,
  restore_transfer_id bigint,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  unique (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  check ((stored_at is null) = (content is null) and (content is null) = (size is null) and (size is null) = (sha256 is null))
);
alter table device_backup alter content set storage external;
create index device_backup_page on device_backup (company_id, device_id, id);
create index device_backup_token on device_backup (token_hash) where token_hash is not null;
create index device_backup_restore on device_backup (restore_hash) where restore_hash is not null;
create index device_backup_unstored on device_backup (created_at) where stored_at is null;
select netward_protect('device_backup');
select netward_follow_device('device_backup');
select netward_behind_consent('device_backup');

-- Lists from above omit companies without the product.
create policy with_product on campaign as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('firmware'))::bigint[]));
create policy with_product on firmware as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('firmware'))::bigint[]));

insert into approval_kind values ('campaign', 'DMS_SERVER_DEVICE_OTA_CAMPAIGN', 'campaign'),
  ('rollback', 'DMS_SERVER_DEVICE_OTA_CAMPAIGN', 'campaign');

-- Triggers: made after the functions.

create trigger campaign_settled after update of state on approval
  for each row when (old.state = 'pending' and new.kind = 'campaign') execute function campaign_settled();
create trigger rollback_settled after update of state on approval
  for each row when (old.state = 'pending' and new.kind = 'rollback') execute function rollback_settled();
create trigger campaign_target_come after insert on campaign_target
  referencing new table as new_rows for each statement execute function count_targets();
create trigger campaign_target_moved after update on campaign_target
  referencing old table as old_rows new table as new_rows for each statement execute function count_targets();
create trigger campaign_target_gone after delete on campaign_target
  referencing old table as old_rows for each statement execute function count_targets();
create trigger campaign_target_asides after update on campaign_target
  referencing old table as old_rows new table as new_rows for each statement execute function count_asides();
create trigger campaign_target_asides_gone after delete on campaign_target
  referencing old table as old_rows for each statement execute function uncount_asides();
