-- ─── A batch of restarts is its own commands, and goes after a week by itself ────────────────────────────────────────────

/** Each device of a batch with its command. */
update restart_batch b set devices = (
  select coalesce(jsonb_agg(d.one || jsonb_build_object('commandId', c.id::text) order by d.place), '[]')
  from jsonb_array_elements(b.devices) with ordinality d (one, place)
  cross join lateral (select max(id) as id from device_command
    where device_id = (d.one->>'id')::bigint and kind = b.kind and created_at <= b.created_at) c
  where c.id is not null);

revoke delete on restart_batch from {{company}}, {{tree}}, {{platform}};

/** As in 0026, with batches of restarts: they are found again for a week, whatever the storage cycle. */
create or replace function prune_stored(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
  n int;
begin
  with oldest as (select id, at from device_timeline order by id limit most)
  delete from device_timeline t using oldest o where t.id = o.id and o.at < now() - keep;
  get diagnostics gone = row_count;
  with oldest as (select id, finished_at from device_command order by id limit most)
  delete from device_command c using oldest o where c.id = o.id and o.finished_at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, ended_at from device_transfer order by id limit most)
  delete from device_transfer t using oldest o where t.id = o.id and o.ended_at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, at from gateway_exchange order by id limit most)
  delete from gateway_exchange e using oldest o where e.id = o.id and o.at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, created_at from restart_batch order by id limit most)
  delete from restart_batch b using oldest o where b.id = o.id and o.created_at < now() - interval '7 days';
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, at from audit_log order by id limit most)
  delete from audit_log l using oldest o where l.id = o.id and o.at < now() - greatest(keep, interval '6 months');
  get diagnostics n = row_count;
  return greatest(gone, n);
end $$;
