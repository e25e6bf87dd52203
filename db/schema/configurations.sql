-- Running configurations of switches, routers and firewalls, read over SSH or telnet.

-- A row for each device that has one (trigger on device).
create table configuration_backup (
  device_id bigint primary key,
  company_id bigint not null,
  -- By the clock, at the company's storage interval.
  enabled boolean not null default true,
  -- Chosen by a person; null: by maker and model.
  profile text,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'running', 'ok', 'failed')),
  reason text,
  -- Who asked for it; null: the clock.
  by_name text,
  queued_at timestamptz,
  started_at timestamptz,
  -- Counts its attempts: the result of an attempt that another one replaced is not stored.
  run int not null default 0,
  tries int not null default 0,
  last_at timestamptz,
  last_ok_at timestamptz,
  changed_at timestamptz,
  versions int not null default 0,
  -- When the clock looks at it next: each night of its outlet.
  next_at timestamptz not null default now(),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) with (fillfactor = 70);
create index configuration_backup_company on configuration_backup (company_id, device_id);
create index configuration_backup_ok on configuration_backup (company_id, last_ok_at, device_id);
create index configuration_backup_ok_all on configuration_backup (last_ok_at, device_id);
create index configuration_backup_changed on configuration_backup (company_id, changed_at, device_id);
create index configuration_backup_changed_all on configuration_backup (changed_at, device_id);
create index configuration_backup_due on configuration_backup (next_at) where enabled;
create index configuration_backup_open on configuration_backup (queued_at) where state in ('queued', 'running');
select netward_protect('configuration_backup', 'company_id', 'select');
grant update (enabled, profile, state, reason, by_name, queued_at, tries) on configuration_backup
  to {{company}}, {{tree}}, {{platform}};
select netward_follow_device('configuration_backup');
create policy with_product on configuration_backup as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('monitoring'))::bigint[]));

-- What differs from the version before. Content is sealed: a configuration holds passwords.
create table configuration_version (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  -- Keyed, of the lines that count in a comparison.
  digest bytea not null,
  content bytea not null,
  bytes int not null check (bytes between 1 and 4194304),
  lines int not null,
  profile text not null,
  by_name text,
  -- Read first and last.
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index configuration_version_device on configuration_version (company_id, device_id, id desc);
create index configuration_version_old on configuration_version (last_at);
select netward_protect('configuration_version', 'company_id', 'select');
select netward_follow_device('configuration_version');
select netward_behind_consent('configuration_version');

-- Triggers: made after the functions.

create trigger configuration_device_added after insert on device for each row
  when (new.type in ('switch', 'router', 'firewall', 'wireless_controller', 'security_gateway'))
  execute function configuration_device_added();
create trigger configuration_device_retyped after update of type on device for each row
  when (new.type <> old.type) execute function configuration_device_added();
