/** The day of a moment, counted from 1970 in UTC. */
create or replace function metric_day_of(at_in timestamptz) returns int language sql immutable parallel safe
  return floor(extract(epoch from at_in) / 86400)::int;

/**
 * Makes and seals one partition, and notes it; nothing if it is there. `unit` turns days into the values of the
 * partition key.
 */
create or replace function metric_make_partition(parent_in text, first_in int, end_in int) returns void
  language plpgsql security definer set search_path = public as $$
declare
  name constant text := format('%s_%s', parent_in, first_in);
  units constant int := case when parent_in like 'metric_hour%' then 24 when parent_in like 'metric_rollup%' then 4 end;
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(7550, 0);
  end if;
  if to_regclass(name) is null then
    -- Attached when it is complete: readers and writers of the others do not wait.
    execute format('create table %I (like %I including defaults including constraints)', name, parent_in);
    if units is null then
      execute format('alter table %I set (toast_tuple_target = 8160)', name);
      execute format('alter table %I alter gauges set storage main, alter counters set storage main', name);
    elsif units = 24 then
      -- They are compressed already.
      execute format('alter table %I alter samples set storage external, alter five set storage external', name);
    else
      execute format('alter table %I alter buckets set storage external', name);
    end if;
    perform netward_seal(name::regclass);
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent_in, name,
      case when units is null then quote_literal(date '1970-01-01' + first_in) else (first_in * units)::text end,
      case when units is null then quote_literal(date '1970-01-01' + end_in) else (end_in * units)::text end);
  end if;
  insert into metric_partition values (parent_in, first_in, end_in) on conflict do nothing;
end $$;

/**
 * Partitions that a moment and the two days after it need: polls by day, packed hours by week, rollups by four weeks, of
 * each cycle.
 */
create or replace function metric_make_partitions(at_in timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
declare
  day constant int := metric_day_of(at_in);
  months int;
begin
  for ahead in 0..2 loop
    perform metric_make_partition('metric_recent', day + ahead, day + ahead + 1);
  end loop;
  foreach months in array array[3, 6, 12] loop
    perform metric_make_partition('metric_hour_' || months, d / 7 * 7, d / 7 * 7 + 7) from (values (day), (day + 2)) v (d);
    perform metric_make_partition('metric_rollup_' || months, d / 28 * 28, d / 28 * 28 + 28) from (values (day), (day + 2)) v (d);
  end loop;
end $$;

/** Those of late samples, which a batch may bring for any day of the cycle. */
create or replace function metric_make_past_partitions(cycle_in int, days_in int[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform metric_make_partition('metric_hour_' || cycle_in, w, w + 7) from (select distinct d / 7 * 7 from unnest(days_in) d) s (w);
  perform metric_make_partition('metric_rollup_' || cycle_in, w, w + 28) from (select distinct d / 28 * 28 from unnest(days_in) d) s (w);
end $$;

/** Makes the noted partitions: a restore writes rows into them. */
create or replace function metric_restore_partitions() returns void
  language sql security definer set search_path = public as $$
  select metric_make_partition(parent, first_day, end_day) from metric_partition $$;

/**
 * Drops what is older than its cycle: one partition a call, so that its lock is short. Partitions of polls go when they
 * are empty. Returns whether one was dropped.
 */
create or replace function metric_drop_partition(at_in timestamptz) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  p record;
  filled boolean;
begin
  for p in select parent, first_day, end_day, format('%s_%s', parent, first_day) as name from metric_partition
    where case when parent = 'metric_recent' then end_day <= metric_day_of(at_in)
      else end_day <= metric_day_of(at_in - make_interval(months => substring(parent from '[0-9]+$')::int)) - 1 end
    order by end_day
  loop
    if p.parent = 'metric_recent' then
      execute format('select exists (select from %I)', p.name) into filled;
      continue when filled;
    end if;
    execute format('drop table %I', p.name);
    delete from metric_partition where parent = p.parent and first_day = p.first_day;
    return true;
  end loop;
  return false;
end $$;

grant execute on function metric_make_partitions, metric_make_past_partitions, metric_drop_partition to {{login}};
