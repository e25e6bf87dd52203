-- Announced work: alarms of what it covers are recorded, but neither counted nor sent while it lasts.
create table maintenance_window (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  reason text not null check (length(reason) between 1 and 500),
  -- All devices, or those of these sites and these themselves: matched within the company alone.
  whole_company boolean not null,
  outlet_ids bigint[] not null default '{}',
  device_ids bigint[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- As it was entered: an occurrence that somebody ended early shortens no other.
  lasts_s int not null,
  entered_at timestamptz not null default now(),
  entered_by text not null,
  -- Only if it is not the company itself.
  entered_by_company_name text,
  -- RRULE (RFC 5545) by which it comes again, in this time zone, from its first start on. Starts and ends are those of the
  -- occurrence that is or comes next; one that is over leaves a row of its own behind.
  repeat_rule text check (length(repeat_rule) between 10 and 200),
  time_zone text,
  first_at timestamptz,
  -- Of which this was an occurrence.
  series_id bigint,
  -- Entered after it began: it counts once the customer approves it. Entering one that begins now takes some minutes.
  late boolean not null generated always as (entered_at - starts_at > interval '5 minutes') stored,
  approved_at timestamptz,
  approved_by text,
  -- Who ended it early.
  ended_by text,
  unique (company_id, id),
  check (ends_at >= starts_at),
  check (num_nulls(repeat_rule, time_zone, first_at) in (0, 3)),
  check (whole_company = (outlet_ids = '{}' and device_ids = '{}')),
  check ((approved_at is null) = (approved_by is null))
);
create index maintenance_window_start on maintenance_window (company_id, starts_at, id);
create index maintenance_window_end on maintenance_window (ends_at);
create index maintenance_window_repeat on maintenance_window (ends_at) where repeat_rule is not null;
select netward_protect('maintenance_window');

-- Triggers: made after the functions.

create trigger maintenance_window_describe before insert or update of approved_at, approved_by on maintenance_window
  for each row execute function maintenance_window_describe();
create trigger maintenance_window_changed after insert or update or delete on maintenance_window
  for each row execute function maintenance_window_changed();
