-- What the platform sells. Contents are versioned: a sold package keeps its version.
create table package (
  id bigint generated always as identity primary key,
  code text not null unique,
  version int not null default 1,
  -- No longer sold; companies that have it keep it.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  -- Whether MSPs may assign it. The platform decides; off for new packages.
  for_msps boolean not null default false
);
select netward_seal('package');

create table package_version (
  package_id bigint not null references package,
  version int not null,
  name_zh text not null,
  name_en text not null,
  -- Null: unlimited.
  internet_lines int check (internet_lines >= 0),
  devices int check (devices >= 0),
  outlets int check (outlets >= 0),
  work_orders int check (work_orders >= 0),
  members int check (members >= 0),
  -- Codes of the included products; null: every product of the console.
  products text[],
  -- Yuan; null: by agreement.
  price int check (price >= 0),
  made_at timestamptz not null default now(),
  made_by text,
  primary key (package_id, version)
);
select netward_seal('package_version');

with sold (code, name_zh, name_en, internet_lines, devices, outlets, work_orders, price, products) as (values
  ('trial', '试用版', 'Trial', 1, 100, 2, 0, 0, null),
  ('basic', '基础版', 'Basic', 1, 100, 2, 0, 0, array['device_management', 'firmware', 'link_testing', 'monitoring']),
  ('advanced', '高级版', 'Advanced', 10, 500, 10, 100, 2000,
    array['device_management', 'firmware', 'link_testing', 'monitoring', 'work_orders']),
  ('premium', '尊享版', 'Premium', 50, 10000, 100, 300, 5000, null),
  ('flagship', '旗舰版', 'Flagship', 1000, null, 10000, 300, null, null)),
made as (
  insert into package (code, for_msps) select code, code <> 'flagship' from sold returning id, code)
insert into package_version (package_id, version, name_zh, name_en, internet_lines, devices, outlets, work_orders, price, products)
select made.id, 1, name_zh, name_en, internet_lines, devices, outlets, work_orders, price, products from sold join made using (code);

create table company_package (
  company_id bigint primary key references company on delete cascade,
  package_id bigint not null references package,
  version int not null,
  assigned_at timestamptz not null default now(),
  -- The company that assigned it; null: given when the company was created.
  assigned_by bigint references company on delete set null,
  foreign key (package_id, version) references package_version (package_id, version)
);
create index company_package_package on company_package (package_id, version);
create index company_package_assigner on company_package (assigned_by, package_id);
select netward_protect('company_package', 'company_id', 'select');

-- How many companies an MSP may assign a package to. Without a row: none.
create table package_allotment (
  company_id bigint not null references company on delete cascade,
  package_id bigint not null references package,
  -- Null: unlimited.
  quantity int check (quantity between 0 and 10000000),
  primary key (company_id, package_id)
);
select netward_protect('package_allotment', 'company_id', '');

-- One counter per company and kind, locked by the transaction that adds. `granted` null: unlimited.
create table entitlement (
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('internet_lines', 'devices', 'outlets', 'work_orders', 'members')),
  used int not null default 0,
  granted int,
  -- When the next licence begins or ends; `granted` is then recomputed.
  changes_at timestamptz,
  primary key (company_id, kind)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index entitlement_changes on entitlement (changes_at) where changes_at is not null;
create index entitlement_nearly on entitlement (company_id) where granted is not null and used * 5::bigint >= granted * 4::bigint and used > 0;
select netward_protect('entitlement', 'company_id', 'select');

-- Quota beyond the package. A licence with the purpose `pool` is handed down in parts instead of used.
create table licence (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('internet_lines', 'devices', 'outlets', 'work_orders', 'members')),
  purpose text not null default 'use' check (purpose in ('use', 'pool')),
  quantity int not null check (quantity between 1 and 10000000),
  starts_at timestamptz not null default now(),
  -- Null: permanent.
  ends_at timestamptz,
  revoked_at timestamptz,
  -- The issuer, or the company of the pool. No foreign key: parts of a pool run to their end
  -- even if the pool is deleted.
  issuer_company_id bigint not null,
  issuer_name text not null,
  pool_id bigint,
  -- The licence file that granted it.
  file_issuer text,
  file_serial text,
  note text not null default '',
  created_at timestamptz not null default now(),
  unique (company_id, id),
  check (ends_at > starts_at)
);
create index licence_by_company on licence (company_id, kind, id);
create index licence_newest on licence (id desc) include (company_id);
create index licence_issuer on licence (issuer_company_id, id desc);
create index licence_pool on licence (pool_id) where pool_id is not null and revoked_at is null;
create index licence_ends on licence (ends_at, id) where ends_at is not null and revoked_at is null;
create index licence_of_file on licence (company_id, file_issuer, file_serial) where file_serial is not null;
select netward_protect('licence', 'company_id', 'select');

create table licence_history (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  licence_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  action text not null
    check (action in ('issued', 'imported', 'renewed', 'enlarged', 'reduced', 'revoked', 'replaced')),
  -- Quantity and end before and after.
  before jsonb,
  after jsonb,
  person_id bigint,
  actor_name text,
  actor_company_name text,
  foreign key (company_id, licence_id) references licence (company_id, id) on delete cascade
);
create index licence_history_licence on licence_history (company_id, licence_id, id desc);
select netward_protect('licence_history', 'company_id', 'select');

-- Files that this installation signed, by serial number; `revision` only grows.
create table licence_file (
  company_id bigint not null references company on delete cascade,
  serial text not null,
  revision int not null,
  company_code text not null,
  content jsonb not null,
  until timestamptz not null,
  issued_at timestamptz not null,
  issued_by text,
  -- Request code of the target installation; null in files without one.
  installation text,
  primary key (company_id, serial)
);
create index licence_file_newest on licence_file (company_id, issued_at desc);
select netward_protect('licence_file', 'company_id', 'select');

-- Imported files: the newest revision of each issuer and serial number.
create table licence_import (
  company_id bigint not null references company on delete cascade,
  issuer text not null,
  serial text not null,
  revision int not null,
  issuer_name text not null,
  until timestamptz not null,
  issued_at timestamptz not null,
  imported_at timestamptz not null default now(),
  imported_by text,
  primary key (company_id, issuer, serial)
);
select netward_protect('licence_import', 'company_id', 'select');

-- Notices already sent, so that each is sent once.
create table licence_notice (
  company_id bigint not null references company on delete cascade,
  key text not null,
  at timestamptz not null default now(),
  primary key (company_id, key)
);
select netward_protect('licence_notice', 'company_id', '');

create table usage_snapshot (
  company_id bigint not null references company on delete cascade,
  kind text not null,
  day date not null,
  used int not null,
  granted int,
  primary key (company_id, kind, day)
);
create index usage_snapshot_age on usage_snapshot (day);
select netward_protect('usage_snapshot', 'company_id', 'select');

-- Triggers: made after the functions.

create trigger company_package_products after insert or update of package_id, version on company_package
  for each row execute function company_package_products();
