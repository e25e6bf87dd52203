-- Inventory snapshots: what there was at a moment.

create table inventory_snapshot (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  at timestamptz not null default clock_timestamp(),
  devices int not null default 0,
  -- Who took it; null: the clock.
  by_name text,
  unique (company_id, id)
);
create index inventory_snapshot_company on inventory_snapshot (company_id, at desc, id desc);
create index inventory_snapshot_old on inventory_snapshot (at);
select netward_protect('inventory_snapshot', 'company_id', 'select');

-- A device as it was from one snapshot to another: a snapshot costs a row for what changed alone.
create table inventory_span (
  company_id bigint not null,
  device_id bigint not null,
  first_id bigint not null,
  -- Null: still so.
  last_id bigint,
  outlet_id bigint,
  department_id bigint,
  outlet_name text,
  name text not null,
  type text not null,
  manufacturer text not null,
  model_name text not null,
  software_version text not null,
  serial_number text not null,
  primary key (company_id, device_id, first_id),
  foreign key (company_id) references company on delete cascade,
  check (last_id >= first_id)
);
create index inventory_span_first on inventory_span (company_id, first_id);
create index inventory_span_last on inventory_span (company_id, last_id);
create unique index inventory_span_open on inventory_span (company_id, device_id) where last_id is null;
select netward_protect('inventory_span', 'company_id', 'select');
