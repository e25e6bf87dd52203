/** Devices with polls from before a moment, in milliseconds, that are not packed. */
create or replace function metric_packable(before_in bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select distinct device_id from metric_recent where at < before_in $$;

/** The oldest polls of these devices, at most so many, without those that are under way. */
create or replace function metric_take(devices_in bigint[], before_in bigint, most_in int, except_in bigint[] default '{}')
  returns table (id bigint, device_id bigint, at bigint, gauges bytea, counters bytea)
  language sql stable security definer set search_path = public as $$
  select id, device_id, at, gauges, counters from metric_recent
  where device_id = any (devices_in) and at < before_in and id <> all (except_in) order by device_id, at, id limit most_in $$;

/** What packing a device begins with; no row if it has no series (any more). Oldest: the first moment that is kept. */
create or replace function metric_packed(devices_in bigint[])
  returns table (device_id bigint, revision int, last bytea, cycle int, oldest bigint)
  language sql stable security definer set search_path = public as $$
  select d.id, coalesce(m.revision, 0), m.last, c.months,
    (extract(epoch from now() - make_interval(months => c.months)) * 1000)::bigint
  from measured(devices_in) d left join metric_device m on m.device_id = d.id
  cross join lateral (select metric_cycle(d.company_id) as months) c
  where exists (select from metric_series s where s.subject_id = d.id) $$;

/** The series of devices by slot. */
create or replace function metric_slots(devices_in bigint[])
  returns table (device_id bigint, company_id bigint, slots int[], metrics text[], blocks bigint[], ids bigint[], instances text[])
  language sql stable security definer set search_path = public as $$
  select subject_id, min(company_id), array_agg(slot order by slot), array_agg(metric order by slot),
    array_agg(block order by slot), array_agg(id order by slot), array_agg(instance order by slot)
  from metric_series where subject_id = any (devices_in) group by subject_id $$;

create or replace function metric_packed_hours(blocks_in bigint[], hours_in int[])
  returns setof metric_hour
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute format($query$
    select m.* from unnest($1, $2) w (block, hour)
    join metric_hour m on m.block = w.block and m.hour = w.hour where m.hour between %s and %s $query$,
    (select min(h) from unnest(hours_in) h), (select max(h) from unnest(hours_in) h)) using blocks_in, hours_in;
end $$;

create or replace function metric_packed_rollups(blocks_in bigint[], quarters_in int[])
  returns setof metric_rollup
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute format($query$
    select m.* from unnest($1, $2) w (block, quarter)
    join metric_rollup m on m.block = w.block and m.quarter = w.quarter where m.quarter between %s and %s $query$,
    (select min(q) from unnest(quarters_in) q), (select max(q) from unnest(quarters_in) q)) using blocks_in, quarters_in;
end $$;

/**
 * Replaces polls by what they are packed into, all or nothing. Refuses (false) if a device was packed meanwhile: then
 * what is given was computed from rows that are no longer there.
 */
create or replace function metric_pack(
  devices_in bigint[], revisions_in int[], lasts_in bytea[],
  poll_devices_in bigint[], poll_ats_in bigint[], poll_ids_in bigint[],
  hour_blocks_in bigint[], hours_in int[], hour_cycles_in smallint[], samples_in bytea[], fives_in bytea[],
  rollup_blocks_in bigint[], quarters_in int[], rollup_cycles_in smallint[], buckets_in bytea[]
) returns boolean language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  insert into metric_device as m (device_id, revision, last)
  select d.device_id, d.revision + 1, d.last from unnest(devices_in, revisions_in, lasts_in) d (device_id, revision, last)
  order by d.device_id
  on conflict (device_id) do update set revision = excluded.revision, last = excluded.last
    where m.revision = excluded.revision - 1;
  get diagnostics n = row_count;
  if n <> cardinality(devices_in) then raise exception 'packed meanwhile' using errcode = 'NW002'; end if;
  delete from metric_recent r using unnest(poll_devices_in, poll_ats_in, poll_ids_in) p (device_id, at, id)
  where r.device_id = p.device_id and r.at = p.at and r.id = p.id;
  get diagnostics n = row_count;
  if n <> cardinality(poll_ids_in) then raise exception 'packed meanwhile' using errcode = 'NW002'; end if;
  perform metric_make_past_partitions(c.cycle, c.days) from (
    select cycle, array_agg(distinct hour / 24) as days from unnest(hours_in, hour_cycles_in) h (hour, cycle) group by cycle) c;
  insert into metric_hour as m (block, hour, cycle, samples, five)
  select * from unnest(hour_blocks_in, hours_in, hour_cycles_in, samples_in, fives_in)
  on conflict (block, hour, cycle) do update set samples = excluded.samples, five = excluded.five;
  insert into metric_rollup as m (block, quarter, cycle, buckets)
  select * from unnest(rollup_blocks_in, quarters_in, rollup_cycles_in, buckets_in)
  on conflict (block, quarter, cycle) do update set buckets = excluded.buckets;
  return true;
end $$;

/** Polls of devices that are gone. */
create or replace function metric_drop_polls(poll_devices_in bigint[], poll_ats_in bigint[], poll_ids_in bigint[]) returns void
  language sql security definer set search_path = public as $$
  delete from metric_recent r using unnest(poll_devices_in, poll_ats_in, poll_ids_in) p (device_id, at, id)
  where r.device_id = p.device_id and r.at = p.at and r.id = p.id $$;

/**
 * Deletes samples of series that are gone, of at most so many blocks. Returns whether there may be more. It can be
 * interrupted anywhere: a block is forgotten with its samples.
 */
create or replace function metric_delete_gone(most_in int) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  blocks bigint[];
  devices bigint[];
begin
  select array_agg(g.block), array_agg(distinct g.device_id) into blocks, devices
    from (select block, device_id from metric_gone order by block limit most_in for update skip locked) g;
  if blocks is null then return false; end if;
  -- A block lives on while one of its series does.
  delete from metric_hour m where m.block = any (blocks) and not exists (select from metric_series s where s.block = m.block);
  delete from metric_rollup m where m.block = any (blocks) and not exists (select from metric_series s where s.block = m.block);
  delete from metric_recent r where r.device_id = any (devices) and r.device_id not in (select m.id from measured(devices) m);
  delete from metric_device m where m.device_id = any (devices) and m.device_id not in (select k.id from measured(devices) k);
  delete from metric_gone where block = any (blocks);
  return true;
end $$;

/** Devices whose samples are to be deleted elsewhere first. */
create or replace function metric_gone_devices() returns setof bigint
  language sql stable security definer set search_path = public as $$
  select distinct g.device_id from metric_gone g where not exists (select from device d where d.id = g.device_id)
    and not exists (select from internet_line l where l.id = g.device_id) $$;

/** Forgets batches that no collector repeats any more. Returns how many. */
create or replace function metric_forget_batches(most_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  delete from metric_batch where ctid = any (array(
    select ctid from metric_batch where received_at < now() - interval '31 days' order by received_at limit most_in));
  get diagnostics n = row_count;
  return n;
end $$;

grant execute on function metric_delete_gone, metric_drop_polls, metric_forget_batches, metric_gone_devices, metric_pack, metric_packable,
  metric_packed, metric_packed_hours, metric_packed_rollups, metric_slots, metric_take to {{login}};
