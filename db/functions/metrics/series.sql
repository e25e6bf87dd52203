/** Devices and internet lines of these ids: where they stand, and whether samples of theirs are taken. */
create or replace function measured(ids bigint[]) returns setof measured_subject language sql stable set search_path = public as $$
  select d.id, d.company_id, d.outlet_id, d.department_id, d.state = 'claimed' from device d where d.id = any (ids)
  union all
  select l.id, l.company_id, l.outlet_id, l.department_id, true from internet_line l where l.id = any (ids) $$;

/**
 * The slots of series of a device by metric and instance, made where they are missing. Nothing if the device is not
 * there. A series that ended goes on. A device has at most `most_in` series that go on, and four times as many with those
 * that ended, and a company at most those of its limit: what exceeds that has no slot.
 * Names are compared by hash: nobody has counted the rows of a new table, and by loops each name is compared with all.
 */
create or replace function metric_resolve(device_in bigint, metrics_in text[], instances_in text[], most_in int)
  returns table (metric text, instance text, slot int)
  language plpgsql security definer set search_path = public set enable_nestloop = off as $$
#variable_conflict use_column
declare
  d measured_subject;
  used int;
  free int;
  room bigint;
  asked int;
  made int;
  metrics text[];
  instances text[];
  slots int[];
begin
  -- After a restart all are there and go on: nothing is numbered, and nobody waits.
  select array_agg(s.metric), array_agg(s.instance), array_agg(s.slot) into metrics, instances, slots
  from (select distinct w.metric, w.instance from unnest(metrics_in, instances_in) w (metric, instance)) w
  join metric_series s on s.subject_id = device_in and s.metric = w.metric and s.instance = w.instance and s.ended_at is null;
  if cardinality(slots) = (select count(*) from (select distinct w.* from unnest(metrics_in, instances_in) w) k)
    and exists (select from measured(array[device_in]) m where m.counts)
  then
    return query select * from unnest(metrics, instances, slots);
    return;
  end if;
  -- Two writers of one device number its series in turn.
  perform pg_advisory_xact_lock(7549, (device_in % 2147483647)::int);
  select * into d from measured(array[device_in]) m where m.counts;
  if not found then return; end if;
  update metric_series s set ended_at = null, since = now()
  from (select distinct w.metric, w.instance from unnest(metrics_in, instances_in) w (metric, instance)) w
  where s.subject_id = device_in and s.ended_at is not null and s.metric = w.metric and s.instance = w.instance;
  select coalesce(max(s.slot) + 1, 0), least(most_in - count(*) filter (where s.ended_at is null), most_in * 4 - count(*))
    into used, free from metric_series s where s.subject_id = device_in;
  select least(count(*), greatest(free, 0)) into asked from (select distinct w.* from unnest(metrics_in, instances_in) w (metric, instance)) w
  where not exists (select from metric_series s where s.subject_id = device_in and s.metric = w.metric and s.instance = w.instance);
  -- Of writers that meet at the limit, each sees what the others have committed: they exceed it by one poll at most.
  room := case when asked > 0 then greatest(metric_series_limit(d.company_id) - metric_series_count(d.company_id), 0) else 0 end;
  made := least(asked, room);
  if made < asked then
    perform metric_series_refuse(d.company_id, asked - made);
  end if;
  with wanted as (
    select w.metric, w.instance, min(w.n) as n from unnest(metrics_in, instances_in) with ordinality w (metric, instance, n)
    where not exists (select from metric_series s
      where s.company_id = d.company_id and s.subject_id = device_in and s.metric = w.metric and s.instance = w.instance)
    group by 1, 2 order by n limit made
  ), numbered as (
    select w.*, nextval(pg_get_serial_sequence('metric_series', 'id')) as id, used + row_number() over (order by n) - 1 as slot,
      row_number() over (partition by w.metric order by n) - 1
        + (select count(*) from metric_series s where s.subject_id = device_in and s.metric = w.metric) as place
    from wanted w
  )
  insert into metric_series (id, company_id, subject_id, outlet_id, department_id, metric, instance, slot, block)
  overriding system value
  select n.id, d.company_id, device_in, d.outlet_id, d.department_id, n.metric, n.instance, n.slot,
    coalesce(
      first_value(case when n.place % 64 = 0 then n.id end) over (partition by n.metric, n.place / 64 order by n.place),
      (select s.block from metric_series s where s.subject_id = device_in and s.metric = n.metric order by s.slot desc limit 1))
  from numbered n;
  return query select w.metric, w.instance, s.slot
    from (select distinct w.metric, w.instance from unnest(metrics_in, instances_in) w (metric, instance)) w
    left join metric_series s on s.company_id = d.company_id and s.subject_id = device_in and s.metric = w.metric
      and s.instance = w.instance;
end $$;

/** What is packed of devices, in pages by id: when each slot had its last value, and which slots ended. */
create or replace function metric_lasts(after_in bigint, most_in int)
  returns table (device_id bigint, last bytea, ended int[])
  language sql stable security definer set search_path = public as $$
  select m.device_id, m.last,
    array(select s.slot from metric_series s where s.subject_id = m.device_id and s.ended_at is not null)
  from metric_device m where m.device_id > after_in order by m.device_id limit most_in $$;

/**
 * Series that ended at these moments in milliseconds, or go on (null). One that was made or came back within seven days
 * does not end: what it had since may not be packed yet.
 */
create or replace function metric_end_series(devices_in bigint[], slots_in int[], ats_in bigint[]) returns void
  language sql security definer set search_path = public as $$
  update metric_series s set ended_at = to_timestamp(e.at / 1000.0)
  from unnest(devices_in, slots_in, ats_in) e (device_id, slot, at)
  where s.subject_id = e.device_id and s.slot = e.slot
    and case when e.at is null then s.ended_at is not null
      else s.ended_at is null and s.since < now() - interval '7 days' end $$;

/** The series of a device or a line follow it to another place. */
create or replace function metric_series_moves() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update metric_series set outlet_id = new.outlet_id, department_id = new.department_id where subject_id = new.id;
  return null;
end $$;

/** What was packed of deleted series is deleted later: `metrics.delete`. */
create or replace function metric_series_deleted() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into metric_gone (block, device_id) select distinct block, subject_id from old_rows on conflict do nothing;
  return null;
end $$;

/** Names and limits of a device's instances, as its inventory reports them; what it no longer reports is gone. */
create or replace function metric_save_parts(device_in bigint, subjects_in text[], parts_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  delete from metric_part p where subject_id = device_in and subject = any (subjects_in) and not exists (
    select from jsonb_to_recordset(parts_in) n (subject text, instance text)
    where n.subject = p.subject and n.instance = p.instance);
  insert into metric_part as p (company_id, subject_id, subject, instance, label, low, high)
  select d.company_id, d.id, n.subject, n.instance, n.label, n.low, n.high
  from measured(array[device_in]) d, jsonb_to_recordset(parts_in) n (subject text, instance text, label text, low double precision, high double precision)
  where n.subject = any (subjects_in)
  on conflict (company_id, subject_id, subject, instance) do update
    set label = excluded.label, low = excluded.low, high = excluded.high
    where (p.label, p.low, p.high) is distinct from (excluded.label, excluded.low, excluded.high);
end $$;

grant execute on function metric_end_series, metric_lasts, metric_resolve, metric_save_parts to {{login}};
