/** Serialized: the previous value in an audit entry is the actual previous value. */
create or replace function lock_platform_settings() returns void
  language sql security definer set search_path = public as $$ select from platform_setting for update $$;

/**
 * Changes the provided settings, by column name; only from the platform's own company, never while acting in
 * another.
 */
create or replace function edit_platform_settings(changes jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  update platform_setting s set
    registration = n.registration, image_limit = n.image_limit, platform_name = n.platform_name,
    file_limit = n.file_limit, firmware_limit = n.firmware_limit, session_idle_minutes = n.session_idle_minutes,
    session_hours = n.session_hours, password_length = n.password_length, password_classes = n.password_classes,
    storage_cycle = n.storage_cycle, sync_interval = n.sync_interval, default_language = n.default_language,
    icp_number = n.icp_number, series_limit = n.series_limit
  from (select (jsonb_populate_record(p, changes - 'only_row')).* from platform_setting p) n;
end $$;

/**
 * Deletes, oldest first, at most `most` entries of each kind older than the storage cycle: device events,
 * finished commands, transfers, raw exchanges. Regardless of the storage cycle, the audit log, which includes
 * sign-ins, is kept at least six months, and restart batches can be found for a week. Entry numbers nearly
 * follow time: only the first entries are examined. Returns the largest number deleted of one kind.
 */
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

/** Installation settings, also for pages without sign-in. */
create or replace function platform_settings() returns platform_setting
  language sql stable security definer set search_path = public as $$ select s from platform_setting s $$;

grant execute on function edit_platform_settings, lock_platform_settings to {{company}}, {{tree}}, {{platform}};
grant execute on function prune_stored to {{login}};
grant execute on function platform_settings to {{login}}, {{company}}, {{tree}}, {{platform}};
