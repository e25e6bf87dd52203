/** Whether a gateway has committed a command's change and applies it at its next restart (status 1). */
create or replace function applies_later(kind text, result jsonb) returns boolean language sql immutable as $$
  select coalesce(case
    when kind in ('set_parameter_values', 'add_object', 'delete_object') then result->>'status' = '1'
    when kind in ('change_settings', 'provision') then result ? 'later' end, false) $$;

/**
 * Marks what a command set as pending a restart, or clears the mark: the value is in force, through this set
 * or, as a read shows, by itself. Called by `command_moved`.
 */
create or replace function parameters_apply_later(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if new.kind = 'get_parameter_values' then
    update device_parameter set later = null where device_id = new.device_id and later is not null and later = value;
    return;
  end if;
  -- Common case: nothing is or becomes pending.
  if not applies_later(new.kind, new.result)
    and not exists (select from device_parameter p where p.device_id = new.device_id and p.later is not null) then
    return;
  end if;
  update device_parameter p set later = s.later
  from (
    select distinct on (v.path) v.path, case when applies_later(new.kind, new.result) then coalesce(v.value, v.after, '') end as later
    from jsonb_to_recordset(case new.kind when 'set_parameter_values' then new.request->'values'
      else coalesce(new.result->'changed', '[]') end) v (path text, value text, after text)
  ) s
  where p.device_id = new.device_id and p.path = s.path and p.later is distinct from s.later;
end $$;

/**
 * For an object, `later` is what the restart does to it: 'added' or 'deleted'. Settings changes and templates
 * report their pending instances themselves. Called by `command_moved`.
 */
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

/** The restart applies what was pending. Runs after the timeline line that reports the restart. */
create or replace function parameters_applied() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update device_parameter set later = null where device_id = new.device_id and later is not null;
  return null;
end $$;

grant execute on function applies_later to {{company}}, {{tree}}, {{platform}};
