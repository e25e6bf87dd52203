/**
 * Stores a batch, or recognises it as a repeat. Companies are not named: a poll belongs to its device, and polls of
 * devices that are not there are left out. Bodies: platform/metrics/codec/poll-body.ts. Alarms advance in the same
 * transaction (alarm_advance), or the batch is refused as a whole, and so do minutes of lines (line_advance).
 */
create or replace function metric_write(
  collector_in text, epoch_in text, sequence_in bigint, offset_in bigint,
  devices_in bigint[], ats_in bigint[], gauges_in bytea[], counters_in bytea[],
  advance_in jsonb, lines_in jsonb
) returns table (repeated boolean, clock_offset bigint, missing bigint[], rules_version bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  rules_version := (select v.version from alarm_rule_version v);
  insert into metric_batch (collector, epoch, sequence, clock_offset)
  values (collector_in, epoch_in, sequence_in, offset_in) on conflict do nothing;
  if not found then
    return query select true, b.clock_offset, '{}'::bigint[], metric_write.rules_version from metric_batch b
      where b.collector = collector_in and b.epoch = epoch_in and b.sequence = sequence_in;
    return;
  end if;
  repeated := false;
  clock_offset := offset_in;
  missing := array(select distinct u from unnest(devices_in) u
    where u not in (select m.id from measured(devices_in) m where m.counts));
  -- After days without a worker.
  if to_regclass('metric_recent_' || metric_day_of(now())) is null then perform metric_make_partitions(now()); end if;
  insert into metric_recent (received_on, device_id, at, gauges, counters)
  select (now() at time zone 'UTC')::date, p.device_id, p.at, p.gauges, p.counters
  from unnest(devices_in, ats_in, gauges_in, counters_in) p (device_id, at, gauges, counters)
  where p.device_id <> all (missing);
  if advance_in is not null then perform alarm_advance(advance_in); end if;
  if lines_in is not null then
    perform line_advance(lines_in, case when collector_in like 'probe:%' then 'probe' when collector_in like 'gateway:%' then 'gateway' else 'server' end);
  end if;
  return next;
end $$;

grant execute on function metric_write to {{login}};
