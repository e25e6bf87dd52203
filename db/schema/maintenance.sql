-- Announced work: alarms of what it covers are recorded, but neither counted nor sent while it lasts.
create table maintenance_window (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  reason text not null,
  -- All devices, or those of these sites and these themselves: matched within the company alone.
  whole_company boolean not null,
  outlet_ids bigint[] not null default '{}',
  device_ids bigint[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  entered_at timestamptz not null default now(),
  entered_by text not null,
  -- Only if it is not the company itself.
  entered_by_company_name text,
  -- Entered after it began: it counts once the customer approves it.
  late boolean not null generated always as (entered_at > starts_at) stored,
  approved_at timestamptz,
  approved_by text,
  -- Who ended it early.
  ended_by text,
  unique (company_id, id),
  check (ends_at >= starts_at),
  check (whole_company = (outlet_ids = '{}' and device_ids = '{}')),
  check ((approved_at is null) = (approved_by is null))
);
create index maintenance_window_start on maintenance_window (company_id, starts_at, id);
create index maintenance_window_end on maintenance_window (ends_at);
select netward_protect('maintenance_window');

-- Triggers: made after the functions.

create trigger maintenance_window_describe before insert on maintenance_window
  for each row execute function maintenance_window_describe();
create trigger maintenance_window_changed after insert or update or delete on maintenance_window
  for each row execute function maintenance_window_changed();
