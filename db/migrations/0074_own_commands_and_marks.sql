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

-- ─── An instance that templates add or delete with the restart ───────────────────────────────────────────────────────────

/** As in 0071; templates tell which of their instances wait as a change of settings does. */
create or replace function objects_apply_later(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into device_parameter as p (company_id, device_id, path, parent, is_object, later)
  select new.company_id, new.device_id, o.path, regexp_replace(o.path, '[^.]+\.$', ''), true, o.later
  from (
    select (new.request->>'path') || (new.result->>'instanceNumber') || '.' as path, 'added' as later
      where new.kind = 'add_object'
    union all select new.request->>'path', 'deleted' where new.kind = 'delete_object'
    union all select a #>> '{}', 'added' from jsonb_path_query(new.result, '$.addedLater[*]') a
      where new.kind in ('change_settings', 'provision')
    union all select a #>> '{}', 'deleted' from jsonb_path_query(new.result, '$.deletedLater[*]') a
      where new.kind in ('change_settings', 'provision')) o
  where o.path is not null
  on conflict (device_id, path) do update set later = excluded.later;
end $$;

/** As in 0067; templates mark what they add or delete with the restart too. */
create or replace function command_moved() returns trigger language plpgsql security definer set search_path = public as $$
declare
  over constant boolean := new.state not in ('waiting', 'sent');
  answered constant boolean := old.state = 'sent' and new.state in ('done', 'failed');
  done constant boolean := answered and new.state = 'done';
  verified constant boolean := done and new.kind = 'get_parameter_values' and new.request ? 'verifies';
begin
  if verified or answered and new.kind = 'change_settings'
    or done and not new.request ? 'diagnostic'
      and new.kind in ('set_parameter_values', 'set_parameter_attributes', 'add_object', 'delete_object') then
    perform command_touches_templates(new);
  end if;
  if verified or done and new.kind = 'set_parameter_values' or answered and (new.kind = 'change_settings'
      or new.kind = 'provision' and new.request->>'check' is distinct from 'true') then
    perform parameters_apply_later(new);
  end if;
  if over and new.kind <> 'provision' and new.request ? 'check' then perform follow_check_read(new); end if;
  if new.request ? 'diagnostic' then perform follow_diagnostic(new); end if;
  if new.kind = 'get_parameter_values' and (done or answered and new.fault_code = '9005'
      and jsonb_array_length(new.request->'paths') = 1) then
    perform forget_untold(new);
  end if;
  if done and new.kind in ('add_object', 'delete_object', 'change_settings', 'provision') and applies_later(new.kind, new.result) then
    perform objects_apply_later(new);
  end if;
  return null;
end $$;
