/**
 * The slots of series of a device by metric and instance, made where they are missing. Nothing if the device is not
 * there. A device has at most `most_in` series: what exceeds that has no row.
 */
create or replace function metric_resolve(device_in bigint, metrics_in text[], instances_in text[], most_in int)
  returns table (metric text, instance text, slot int)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  d device;
  used int;
begin
  -- Two writers of one device number its series in turn.
  perform pg_advisory_xact_lock(7549, (device_in % 2147483647)::int);
  select * into d from device where id = device_in and state = 'claimed';
  if not found then return; end if;
  used := coalesce((select max(s.slot) + 1 from metric_series s where s.device_id = device_in), 0);
  with wanted as (
    select w.metric, w.instance, min(w.n) as n from unnest(metrics_in, instances_in) with ordinality w (metric, instance, n)
    where not exists (select from metric_series s
      where s.company_id = d.company_id and s.device_id = device_in and s.metric = w.metric and s.instance = w.instance)
    group by 1, 2 order by n limit greatest(most_in - used, 0)
  ), numbered as (
    select w.*, nextval(pg_get_serial_sequence('metric_series', 'id')) as id, used + row_number() over (order by n) - 1 as slot,
      row_number() over (partition by w.metric order by n) - 1
        + (select count(*) from metric_series s where s.device_id = device_in and s.metric = w.metric) as place
    from wanted w
  )
  insert into metric_series (id, company_id, device_id, outlet_id, department_id, metric, instance, slot, block)
  overriding system value
  select n.id, d.company_id, device_in, d.outlet_id, d.department_id, n.metric, n.instance, n.slot,
    coalesce(
      first_value(case when n.place % 64 = 0 then n.id end) over (partition by n.metric, n.place / 64 order by n.place),
      (select s.block from metric_series s where s.device_id = device_in and s.metric = n.metric order by s.slot desc limit 1))
  from numbered n;
  return query select s.metric, s.instance, s.slot from metric_series s
    join (select distinct w.metric, w.instance from unnest(metrics_in, instances_in) w (metric, instance)) w
      on w.metric = s.metric and w.instance = s.instance
    where s.company_id = d.company_id and s.device_id = device_in;
end $$;

/** The series of a device follow it to another place. */
create or replace function metric_series_moves() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update metric_series set outlet_id = new.outlet_id, department_id = new.department_id where device_id = new.id;
  return null;
end $$;

/** What was packed of deleted series is deleted later: `metrics.delete`. */
create or replace function metric_series_deleted() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into metric_gone (block, device_id) select distinct block, device_id from old_rows on conflict do nothing;
  return null;
end $$;

/** Names and limits of a device's instances, as its inventory reports them; what it no longer reports is gone. */
create or replace function metric_save_parts(device_in bigint, subjects_in text[], parts_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  delete from metric_part p where device_id = device_in and subject = any (subjects_in) and not exists (
    select from jsonb_to_recordset(parts_in) n (subject text, instance text)
    where n.subject = p.subject and n.instance = p.instance);
  insert into metric_part as p (company_id, device_id, subject, instance, label, low, high)
  select d.company_id, d.id, n.subject, n.instance, n.label, n.low, n.high
  from device d, jsonb_to_recordset(parts_in) n (subject text, instance text, label text, low double precision, high double precision)
  where d.id = device_in and n.subject = any (subjects_in)
  on conflict (company_id, device_id, subject, instance) do update
    set label = excluded.label, low = excluded.low, high = excluded.high
    where (p.label, p.low, p.high) is distinct from (excluded.label, excluded.low, excluded.high);
end $$;

grant execute on function metric_resolve, metric_save_parts to {{login}};
