-- Settings of the platform, one row.
create table platform_setting (
  only_row boolean primary key default true check (only_row),
  registration text not null default 'approval' check (registration in ('closed', 'open', 'approval')),
  image_limit int not null default 2 check (image_limit between 1 and 5),
  platform_name text not null default 'Netward' check (char_length(platform_name) between 1 and 100),
  file_limit int not null default 20 check (file_limit between 1 and 20),
  -- Idle timeout and maximum age of new sessions.
  session_idle_minutes int not null default 720 check (session_idle_minutes between 5 and 1440),
  session_hours int not null default 168 check (session_hours between 1 and 720),
  -- Minimum password rules, at least those of the specification.
  password_length int not null default 8 check (password_length between 8 and 20),
  password_classes int not null default 3 check (password_classes between 3 and 4),
  storage_cycle text not null default 'one_year'
    check (storage_cycle in ('three_months', 'six_months', 'one_year')),
  sync_interval text not null default 'day' check (sync_interval in ('day', 'week', 'two_weeks', 'month')),
  default_language text not null default 'zh' check (default_language in ('zh', 'en')),
  -- Megabytes of a file uploaded in parts.
  firmware_limit int not null default 256 check (firmware_limit between 20 and 2000),
  -- Number of the filing with the ministry (ICP), shown on pages before sign-in; empty: none.
  icp_number text not null default '' check (char_length(icp_number) <= 50),
  -- Series of measured values that a company may have, unless it has a limit of its own (metric_limit).
  series_limit int not null default 1000000 check (series_limit between 100 and 100000000)
);
select netward_seal('platform_setting');
insert into platform_setting default values;

-- Terms of use and privacy policy of the platform. Each change is a new version; the last one applies, and both languages empty
-- withdraw it.
create table platform_document (
  kind text not null check (kind in ('terms', 'privacy')),
  version int not null,
  -- A text, or an https address.
  zh text not null,
  en text not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (kind, version)
);
select netward_seal('platform_document');

create table company_logo (
  company_id bigint primary key references company on delete cascade,
  file_id bigint not null,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index company_logo_file on company_logo (file_id);
select netward_protect('company_logo');
