-- A device or an internet line, as `measured` finds it.
create type measured_subject as (id bigint, company_id bigint, outlet_id bigint, department_id bigint, counts boolean);

-- What is measured: a metric of a device or an internet line, and of which part of it. Samples name a series, and only the
-- writer's definer functions reach them.
create table metric_series (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  -- The device or the line: ids of devices are odd, those of lines even. In the tables of samples below it is `device_id`.
  subject_id bigint not null,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  -- Of the subject, kept by a trigger: reads stay within a data scope without looking it up.
  outlet_id bigint,
  department_id bigint,
  metric text collate "C" not null,
  -- Hostile text of the device: an interface's name, a sensor's.
  instance text collate "C" not null check (char_length(instance) <= 200),
  -- Its number within the device, from 0: samples of a poll name it.
  slot int not null check (slot >= 0),
  -- The id of the first of up to 64 series of this device and metric: these are packed together.
  block bigint not null,
  -- When it was made, or came back.
  since timestamptz not null default now(),
  -- Of its last value, once it had none for seven days while its device had others (`metrics.end`). Null: it goes on.
  ended_at timestamptz,
  unique (company_id, subject_id, metric, instance),
  unique (company_id, subject_id, slot),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create index metric_series_subject on metric_series (subject_id, slot);
create index metric_series_metric on metric_series (company_id, metric, id);
create index metric_series_ended on metric_series (subject_id, slot) where ended_at is not null;
create index metric_series_outlet on metric_series (outlet_id, metric) where outlet_id is not null;
select netward_protect('metric_series', 'company_id', 'select');
select netward_behind_consent('metric_series');

-- What people call an instance, and the limits that the device itself gives for it.
create table metric_part (
  company_id bigint not null,
  subject_id bigint not null,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  -- As in the catalogue of metrics: interface, sensor, supply.
  subject text collate "C" not null,
  instance text collate "C" not null,
  label text not null check (char_length(label) <= 200),
  low double precision,
  high double precision,
  primary key (company_id, subject_id, subject, instance),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
select netward_protect('metric_part', 'company_id', 'select');
select netward_behind_consent('metric_part');
select netward_follow_subject('metric_part');

-- Batches that are stored: a repeat changes nothing.
create table metric_batch (
  collector text collate "C" not null,
  epoch text collate "C" not null,
  sequence bigint not null,
  -- Milliseconds by which its times were moved, since the collector's clock was wrong.
  clock_offset bigint not null,
  received_at timestamptz not null default now(),
  primary key (collector, epoch, sequence)
);
create index metric_batch_received on metric_batch (received_at);
select netward_seal('metric_batch');

-- Polls as they came: one row holds the values of one device at one moment (platform/metrics/codec/poll-body.ts). They
-- stay until they are packed, or flushed to VictoriaMetrics.
create table metric_recent (
  id bigint generated always as identity,
  received_on date not null,
  device_id bigint not null,
  -- Milliseconds since 1970.
  at bigint not null,
  gauges bytea not null,
  counters bytea not null
) partition by range (received_on);
create index metric_recent_device on metric_recent (device_id, at);
select netward_seal('metric_recent');

-- An hour of a block (codec/hour-block.ts). The cycle is that of the company when the hour was first packed, in months.
create table metric_hour (
  block bigint not null,
  -- Hours since 1970.
  hour int not null,
  cycle smallint not null check (cycle in (3, 6, 12)),
  samples bytea not null,
  -- Rollups of 5 minutes; null: no bucket has two samples, so these are the rollup.
  five bytea,
  primary key (block, hour, cycle)
) partition by list (cycle);
select netward_seal('metric_hour');

-- Rollups of 6 hours of a block, an hour a bucket.
create table metric_rollup (
  block bigint not null,
  -- Quarters of a day since 1970.
  quarter int not null,
  cycle smallint not null check (cycle in (3, 6, 12)),
  buckets bytea not null,
  primary key (block, quarter, cycle)
) partition by list (cycle);
select netward_seal('metric_rollup');

-- Partitions by cycle, which the partitions of days and weeks are made below. Named, so that backups restore them.
create table metric_hour_3 partition of metric_hour for values in (3) partition by range (hour);
create table metric_hour_6 partition of metric_hour for values in (6) partition by range (hour);
create table metric_hour_12 partition of metric_hour for values in (12) partition by range (hour);
create table metric_rollup_3 partition of metric_rollup for values in (3) partition by range (quarter);
create table metric_rollup_6 partition of metric_rollup for values in (6) partition by range (quarter);
create table metric_rollup_12 partition of metric_rollup for values in (12) partition by range (quarter);
select netward_seal(t::regclass) from unnest(array['metric_hour_3', 'metric_hour_6', 'metric_hour_12',
  'metric_rollup_3', 'metric_rollup_6', 'metric_rollup_12']) t;

-- The partitions that exist. Day numbers since 1970.
create table metric_partition (
  parent text collate "C" not null,
  first_day int not null,
  end_day int not null,
  primary key (parent, first_day)
);
select netward_seal('metric_partition');

-- What is packed of a device: the last samples of each series. Its revision changes with each packing, so that two cannot
-- overwrite each other.
create table metric_device (
  device_id bigint primary key,
  revision int not null,
  last bytea not null
);
select netward_seal('metric_device');

-- Samples to delete: their series are gone already.
create table metric_gone (
  block bigint primary key,
  device_id bigint not null
);
select netward_seal('metric_gone');

-- How many series of a company go on, as differences (functions/metrics/limit.sql): writers do not wait for each other.
create table metric_series_tally (
  company_id bigint not null,
  n int not null
);
create index metric_series_tally_company on metric_series_tally (company_id) include (n);
select netward_seal('metric_series_tally');

-- How many series a company may have, where it differs from the platform's setting.
create table metric_limit (
  company_id bigint primary key references company on delete cascade,
  series int not null check (series between 100 and 100000000)
);
select netward_protect('metric_limit', 'company_id', '');

-- By day of UTC, for 31 days: samples that were written, and series that the company's limit refused, each as often as they came.
create table metric_day (
  company_id bigint not null references company on delete cascade,
  day date not null,
  samples bigint not null default 0,
  refused bigint not null default 0,
  refused_at timestamptz,
  primary key (company_id, day)
);
create index metric_day_age on metric_day (day);
select netward_protect('metric_day', 'company_id', '');

-- Triggers: made after the functions.

create trigger metric_series_follows_place after update of outlet_id, department_id on device for each row
  when ((new.outlet_id, new.department_id) is distinct from (old.outlet_id, old.department_id))
  execute function metric_series_moves();
create trigger metric_series_follows_line after update of outlet_id, department_id on internet_line for each row
  when ((new.outlet_id, new.department_id) is distinct from (old.outlet_id, old.department_id))
  execute function metric_series_moves();
create trigger metric_series_deleted after delete on metric_series referencing old table as old_rows
  for each statement execute function metric_series_deleted();
create trigger metric_series_counted_new after insert on metric_series referencing new table as new_rows
  for each statement execute function metric_series_counted();
create trigger metric_series_counted after update on metric_series referencing old table as old_rows new table as new_rows
  for each statement execute function metric_series_counted();
create trigger metric_series_counted_gone after delete on metric_series referencing old table as old_rows
  for each statement execute function metric_series_counted();
select metric_make_partitions(now());
