-- What is counted over time (modules/rollups): hours for 100 days, days for 3 years. A row counts minutes of an outlet, a line or
-- the devices of a type at an outlet, or alarms raised and work orders created or resolved there.

create table rollup_hour (
  company_id bigint not null references company on delete cascade,
  -- Null: alarms and orders without an outlet.
  outlet_id bigint,
  kind text not null check (kind in ('outlet', 'line', 'device', 'alarm', 'order')),
  -- The line, the type of device, the severity, or `created` and `resolved`.
  part text not null default '',
  at timestamptz not null,
  -- Minutes that count; of alarms and orders their number.
  counted int not null check (counted >= 0),
  -- Of them: up or online; within target.
  good int not null default 0,
  within int not null default 0,
  -- Of lines, of those that count: judged against the target. Outages that a gateway contradicts are up, and not judged.
  judged int not null default 0,
  -- Neither good nor bad: who measures was itself cut off.
  blind int not null default 0,
  -- Minutes that should count: opening hours without maintenance.
  expected int not null default 0,
  -- Of lines, as in `line_hour`, whose rows are a kilobyte: panels over many lines read these.
  tests int not null default 0,
  loss_mean real,
  rtt_mean real,
  p95_mean real,
  jitter_mean real,
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
) with (fillfactor = 80);
create unique index rollup_hour_key on rollup_hour (company_id, kind, at, outlet_id, part) nulls not distinct;
create index rollup_hour_outlet on rollup_hour (outlet_id, at);
create index rollup_hour_all on rollup_hour (kind, at);
create index rollup_hour_at on rollup_hour (at);
select netward_protect('rollup_hour', 'company_id', 'select');

-- Sums of `rollup_hour` over the outlets, lines or devices of a company, kept by triggers: pages over a whole company read it.
create table rollup_company_hour (
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('outlet', 'line', 'device')),
  at timestamptz not null,
  counted bigint not null,
  good bigint not null,
  expected bigint not null,
  primary key (company_id, kind, at)
) with (fillfactor = 80);
create index rollup_company_hour_at on rollup_company_hour (at);
select netward_protect('rollup_company_hour', 'company_id', 'select');
create policy whole_company on rollup_company_hour as restrictive to {{company}} using ((select whole_company()));
create policy with_product on rollup_company_hour as restrictive for select to {{tree}}, {{platform}}
  using (kind = 'device' or company_id <> all ((select companies_without('link_testing'))::bigint[]));

-- Sums of hours over a day of the outlet's clock. A month closes on the 3rd of the next one; then its days never change.
create table rollup_day (
  company_id bigint not null references company on delete cascade,
  outlet_id bigint,
  kind text not null check (kind in ('outlet', 'line', 'device', 'alarm', 'order')),
  part text not null default '',
  day date not null,
  -- When the day begins.
  at timestamptz not null,
  counted int not null,
  good int not null default 0,
  within int not null default 0,
  judged int not null default 0,
  blind int not null default 0,
  expected int not null default 0,
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create unique index rollup_day_key on rollup_day (company_id, kind, day, outlet_id, part) nulls not distinct;
create index rollup_day_outlet on rollup_day (outlet_id, day);
create index rollup_day_range on rollup_day (company_id, kind, at);
create index rollup_day_all on rollup_day (kind, at);
create index rollup_day_at on rollup_day (at);
select netward_protect('rollup_day', 'company_id', 'select');

-- What a day of a closed month would be by data that came later.
create table rollup_correction (
  company_id bigint not null references company on delete cascade,
  outlet_id bigint,
  kind text not null,
  part text not null,
  day date not null,
  at timestamptz not null,
  counted int not null,
  good int not null,
  within int not null,
  noted_at timestamptz not null default now(),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create unique index rollup_correction_key on rollup_correction (company_id, kind, day, outlet_id, part) nulls not distinct;
create index rollup_correction_outlet on rollup_correction (outlet_id);
create index rollup_correction_at on rollup_correction (at);
select netward_protect('rollup_correction', 'company_id', 'select');

-- Seen with their outlet. Without one: by those who see the whole company.
alter policy company_scope on rollup_hour using (company_id = (select scope_company())
  and case when (select whole_company()) then true
  else exists (select from outlet o where o.company_id = rollup_hour.company_id and o.id = rollup_hour.outlet_id) end);
alter policy company_scope on rollup_day using (company_id = (select scope_company())
  and case when (select whole_company()) then true
  else exists (select from outlet o where o.company_id = rollup_day.company_id and o.id = rollup_day.outlet_id) end);
alter policy company_scope on rollup_correction using (company_id = (select scope_company())
  and case when (select whole_company()) then true
  else exists (select from outlet o where o.company_id = rollup_correction.company_id and o.id = rollup_correction.outlet_id) end);
create policy with_product on rollup_hour as restrictive for select to {{tree}}, {{platform}}
  using (kind not in ('outlet', 'line') or company_id <> all ((select companies_without('link_testing'))::bigint[]));
create policy with_product on rollup_day as restrictive for select to {{tree}}, {{platform}}
  using (kind not in ('outlet', 'line') or company_id <> all ((select companies_without('link_testing'))::bigint[]));

-- Hours to be counted again, as a queue: batches that mark the same hour would otherwise wait for each other.
create table rollup_due (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  -- Null: all of the company.
  outlet_id bigint,
  -- Minutes of outlets, or alarms and orders.
  what text not null check (what in ('minutes', 'events')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Asked for by a person: days of closed months that are missing are made.
  anew boolean not null default false
);
select netward_seal('rollup_due');

-- Up to when hours are counted by the clock: one row.
create table rollup_progress (
  single boolean primary key default true check (single),
  counted_to timestamptz not null
);
select netward_seal('rollup_progress');

-- Triggers: made after the functions.

create trigger rollup_hour_added after insert on rollup_hour referencing new table as added
  for each statement execute function rollup_hour_added();
create trigger rollup_hour_changed after update on rollup_hour referencing old table as gone new table as added
  for each statement execute function rollup_hour_changed();
create trigger rollup_hour_removed after delete on rollup_hour referencing old table as gone
  for each statement execute function rollup_hour_removed();

create trigger line_hour_rolled after insert on line_hour
  for each row when (new.hour < date_trunc('hour', now())) execute function rollup_mark_line_hour();
create trigger line_hour_rolled_again after update of minutes on line_hour
  for each row when (new.hour < date_trunc('hour', now()) and new.minutes is distinct from old.minutes)
  execute function rollup_mark_line_hour();
create trigger line_outage_rolled after update of second_view, began_at, ended_at on line_outage
  for each row when ('disagrees' in (old.second_view, new.second_view)) execute function rollup_mark_outage();
create trigger line_outage_rolled_new after insert on line_outage
  for each row when (new.second_view = 'disagrees') execute function rollup_mark_outage();
create trigger line_outage_rolled_gone after delete on line_outage
  for each row when (old.second_view = 'disagrees') execute function rollup_mark_outage();
create trigger maintenance_window_rolled after insert or update or delete on maintenance_window
  for each row execute function rollup_mark_maintenance();
create trigger outlet_rolled after update of business_hours, time_zone on outlet
  for each row when ((old.business_hours, old.time_zone) is distinct from (new.business_hours, new.time_zone))
  execute function rollup_mark_outlet();
create trigger device_timeline_rolled after insert on device_timeline
  for each row when (new.kind in ('online', 'overdue', 'offline') and new.at < date_trunc('hour', now()))
  execute function rollup_mark_presence();
create trigger alarm_rolled after insert or delete or update of raised_at, severity, behind_id, outlet_id on alarm
  for each row execute function rollup_mark_alarm();
create trigger work_order_rolled after insert or delete or update of created_at, resolved_at, outlet_id on work_order
  for each row execute function rollup_mark_order();
