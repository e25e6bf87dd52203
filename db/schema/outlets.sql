create table outlet (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- The outlet's department, if any.
  department_id bigint,
  name text not null,
  -- Its own id, which the policies of netward_protect compare.
  outlet_id bigint generated always as (id) stored,
  created_at timestamptz not null default now(),
  code text not null default '',
  address text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text not null default 'Asia/Shanghai',
  business_hours text not null default '',
  -- Array of {name, phone} in order of priority.
  contacts jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array'),
  note text not null default '',
  -- `华东/上海/浦东`, see `regionOf` of the contract. Byte order: everything below a region is a range.
  region text collate "C" not null default '',
  -- GB/T 2260, city level (packages/contract/src/cities.ts): chosen by a person, or guessed from region and address, which the
  -- worker does when either changes.
  city_code text check (city_code ~ '^[0-9]{6}$'),
  city_guess text check (city_guess ~ '^[0-9]{6}$'),
  city_guessed boolean not null default false,
  city text generated always as (coalesce(city_code, city_guess)) stored,
  -- As device.search.
  search text generated always as (
      ' ' || search_text(name || ' ' || code || ' ' || replace(region, '/', ' ') || ' ' || address)) stored,
  unique (company_id, id),
  foreign key (company_id, department_id) references org_node (company_id, id),
  check ((latitude is null) = (longitude is null))
);
create index outlet_company_name on outlet (company_id, name, id);
create index outlet_department on outlet (company_id, department_id) where department_id is not null;
create unique index outlet_code on outlet (company_id, lower(code)) where code <> '';
-- The list in each order it offers, within one company and over all.
create index outlet_company_code on outlet (company_id, code, id);
create index outlet_company_created on outlet (company_id, created_at, id);
create index outlet_all_name on outlet (name, id);
create index outlet_all_code on outlet (code, id);
create index outlet_all_created on outlet (created_at, id);
create index outlet_company_region on outlet (company_id, region, id);
create index outlet_all_region on outlet (region, id);
create index outlet_search on outlet using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index outlet_all_search on outlet using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index outlet_to_guess on outlet (id) where not city_guessed;
select netward_protect('outlet');

create table internet_line (
  -- Even; those of devices are odd: an id says what is measured, or what an alarm is about.
  id bigint generated always as identity (start with 2 increment by 2) primary key check (id % 2 = 0),
  company_id bigint not null,
  outlet_id bigint not null,
  -- The outlet's department, kept by triggers.
  department_id bigint,
  name text not null,
  isp text not null check (isp in ('telecom', 'unicom', 'mobile', 'broadnet', 'other')),
  -- Name of the carrier if `isp` is `other`.
  isp_name text not null default '',
  type text not null check (type in ('dedicated', 'broadband', '5g', '4g', 'satellite', 'other')),
  account text not null default '',
  -- Contracted, in Mbit/s.
  down_mbps double precision not null check (down_mbps > 0),
  up_mbps double precision not null check (up_mbps > 0),
  addressing text not null default 'dhcp' check (addressing in ('dhcp', 'pppoe', 'static')),
  ip_address inet,
  -- The outlet's gateway and its WAN that carry the line.
  device_id bigint,
  wan_name text not null default '',
  -- Yuan.
  monthly_price double precision check (monthly_price >= 0),
  contract_end date,
  note text not null default '',
  created_at timestamptz not null default now(),
  search text generated always as (' ' || search_text(name || ' ' || account)) stored,
  unique (company_id, id),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create index internet_line_outlet on internet_line (outlet_id, name, id);
create index internet_line_device on internet_line (device_id) where device_id is not null;
-- One line per WAN.
create unique index internet_line_wan on internet_line (company_id, device_id, wan_name)
  where device_id is not null and wan_name <> '';
create index internet_line_company_name on internet_line (company_id, name, id);
create index internet_line_company_down on internet_line (company_id, down_mbps, id);
create index internet_line_company_end on internet_line (company_id, contract_end, id);
create index internet_line_company_created on internet_line (company_id, created_at, id);
create index internet_line_all_name on internet_line (name, id);
create index internet_line_all_down on internet_line (down_mbps, id);
create index internet_line_all_end on internet_line (contract_end, id);
create index internet_line_all_created on internet_line (created_at, id);
create index internet_line_search on internet_line using gin (company_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index internet_line_all_search on internet_line using gin (search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
select netward_protect('internet_line');

create table line_password (
  company_id bigint not null,
  line_id bigint not null,
  value bytea not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, line_id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
select netward_protect('line_password', 'company_id', 'insert, update, delete');
grant select (company_id, line_id, changed_at) on line_password to {{company}}, {{tree}}, {{platform}};
create policy with_its_line on line_password as restrictive to {{company}} using (
  case when (select whole_company()) then true
  else exists (select from internet_line l where l.company_id = line_password.company_id and l.id = line_id) end);

-- Triggers: made after the functions.

create trigger outlet_use_insert after insert on outlet referencing new table as added
  for each statement execute function outlet_use();
create trigger outlet_use_delete after delete on outlet referencing old table as gone
  for each statement execute function outlet_use_less();
create trigger outlet_department_changed after update of department_id on outlet
  for each row when (new.department_id is distinct from old.department_id)
  execute function outlet_department_changed();
create trigger outlet_city_stale before update of region, address on outlet
  for each row when (new.region <> old.region or new.address <> old.address) execute function outlet_city_stale();
create trigger outlets_refit after update on outlet referencing old table as before new table as after
  for each statement execute function outlets_refit();
create trigger internet_line_department before insert or update of outlet_id, department_id on internet_line
  for each row execute function take_outlet_department();
create trigger internet_line_use_insert after insert on internet_line referencing new table as added
  for each statement execute function internet_line_use();
create trigger internet_line_use_delete after delete on internet_line referencing old table as gone
  for each statement execute function internet_line_use_less();
create trigger internet_line_inserted after insert on internet_line referencing new table as after
  for each statement execute function internet_line_changed();
create trigger internet_line_updated after update on internet_line referencing old table as before new table as after
  for each statement execute function internet_line_changed();
create trigger internet_line_deleted after delete on internet_line referencing old table as before
  for each statement execute function internet_line_changed();
create trigger line_password_inserted after insert on line_password referencing new table as changed
  for each statement execute function line_password_changed();
create trigger line_password_updated after update on line_password referencing new table as changed
  for each statement execute function line_password_changed();
create trigger line_password_deleted after delete on line_password referencing old table as changed
  for each statement execute function line_password_changed();
