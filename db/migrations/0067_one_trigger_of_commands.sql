-- What the way of a command sets going is decided by one trigger. PostgreSQL reads the conditions of all triggers of a table
-- anew in each statement, and long ones took most of what it costs to move a command on. Instances that a gateway adds or
-- deletes with its next restart (status 1) are known in its tree until that.

drop trigger command_touches_templates on device_command;
drop trigger device_command_apply_later on device_command;
drop trigger device_command_check on device_command;
drop trigger device_command_diagnostic on device_command;
drop trigger device_command_forget_untold on device_command;
drop function command_touches_templates(), parameters_apply_later(), follow_check_read(), follow_diagnostic(),
  forget_untold();

/** As in 0056, called by `command_moved`; so are the five that follow. */
create function command_touches_templates(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
declare
  touched text[] := case new.kind
    when 'add_object' then array[(new.request->>'path') || (new.result->>'instanceNumber') || '.']
    when 'delete_object' then array[new.request->>'path']
    when 'set_parameter_values' then case when new.result->>'status' = '1' then '{}'::text[]
      else array(select jsonb_path_query(new.request, '$.values[*].path') #>> '{}') end
    when 'get_parameter_values' then array(select jsonb_path_query(new.request, '$.paths[*]') #>> '{}')
    when 'change_settings' then
      array(select jsonb_path_query(new.result, '$.changed[*].path') #>> '{}' where not new.result ? 'later')
      || array(select jsonb_path_query(new.request, '$.absent[*]') #>> '{}' where new.result->>'removed' <> '0')
    else '{}' end;
  levels text[] := case new.kind
    when 'set_parameter_attributes' then array(select jsonb_path_query(new.request, '$.changes[*].path') #>> '{}')
    else '{}' end;
begin
  update provision_adding a set objects = (
    select jsonb_agg(jsonb_set(o, '{before}', (o->'before') || coalesce((
      select jsonb_agg(distinct (o->>'table') || i.number || '.') from unnest(touched) t (path)
      cross join lateral substring(substr(t.path, length(o->>'table') + 1) from '^[0-9]+(?=[.])') i (number)
      where starts_with(t.path, o->>'table') and i.number is not null), '[]'))) from jsonb_array_elements(a.objects) o)
  where a.company_id = new.company_id and a.device_id = new.device_id and a.objects <> '[]';
  if (touched <> '{}' or levels <> '{}') and provision_declares(new.device_id, touched, levels) then
    perform queue_provision(array[new.device_id], true);
  end if;
end $$;

/** As in 0060. */
create function parameters_apply_later(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if new.kind = 'get_parameter_values' then
    update device_parameter set later = null where device_id = new.device_id and later is not null and later = value;
    return;
  end if;
  -- Nearly always: nothing waits, and nothing is to.
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

/** As in 0035. */
create function follow_check_read(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform step_check_later(new.company_id, (new.request->>'check')::bigint);
end $$;

/** As in 0035. */
create function follow_diagnostic(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r diagnostic_run;
begin
  select * into r from diagnostic_run
  where id = (new.request->>'diagnostic')::bigint and device_id = new.device_id
    and (state = 'requested' and command_id = new.id or state = 'running' and read_command_id = new.id) for update;
  if r.id is null then return; end if;
  if new.state in ('failed', 'expired', 'cancelled') then
    update diagnostic_run set state = new.state, fault_code = new.fault_code, fault_detail = new.fault_detail,
      ended_at = clock_timestamp() where id = r.id;
  elsif new.state = 'done' and r.state = 'requested' then
    update diagnostic_run set state = 'running', started_at = clock_timestamp() where id = r.id;
    perform read_diagnostic_later(r.id, make_interval(secs => (r.request->>'seconds')::int));
  elsif new.state = 'done' then
    perform graphile_worker.add_job('diagnostic.read', json_build_object('companyId', r.company_id::text,
      'runId', r.id::text, 'commandId', new.id::text), max_attempts := 10);
    return;
  else
    return;
  end if;
  perform note_live(r.company_id, 'diagnostic.changed', r.device_id, jsonb_build_object('runId', r.id::text));
end $$;

/** As in 0054; an instance that comes with the restart is not told before it. */
create function forget_untold(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
declare
  partial text;
begin
  if not exists (select from device_parameter p where p.device_id = new.device_id and p.read_at < new.sent_at)
    or exists (select from jsonb_array_elements(case when jsonb_typeof(new.result->'failed') = 'array'
      then new.result->'failed' else '[]' end) f where f->'fault'->>'code' <> '9005') then
    return;
  end if;
  for partial in select p from jsonb_array_elements_text(new.request->'paths') p where p like '%_.' loop
    delete from device_parameter where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and read_at < new.sent_at;
    delete from device_parameter o where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and later is distinct from 'added' and is_object and path ~ '\.[0-9]+\.$' and not exists (select from device_parameter p
        where p.device_id = o.device_id and p.path > o.path and p.path < left(o.path, -1) || '/' and not p.is_object);
  end loop;
end $$;

/** Of an object `later` is what the restart does to it: 'added' or 'deleted'. */
create function objects_apply_later(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into device_parameter as p (company_id, device_id, path, parent, is_object, later)
  select new.company_id, new.device_id, o.path, regexp_replace(o.path, '[^.]+\.$', ''), true, o.later
  from (
    select (new.request->>'path') || (new.result->>'instanceNumber') || '.' as path, 'added' as later
      where new.kind = 'add_object'
    union all select new.request->>'path', 'deleted' where new.kind = 'delete_object'
    union all select a, 'deleted' from jsonb_array_elements_text(case new.kind when 'change_settings'
      then coalesce(new.request->'absent', '[]') else '[]' end) a) o
  where o.path is not null
  on conflict (device_id, path) do update set later = excluded.later;
end $$;

/** A command has moved on: what depends on that follows, in this order. */
create function command_moved() returns trigger language plpgsql security definer set search_path = public as $$
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
  if done and new.kind in ('add_object', 'delete_object', 'change_settings') and applies_later(new.kind, new.result) then
    perform objects_apply_later(new);
  end if;
  return null;
end $$;
create trigger device_command_moved after update of state on device_command for each row
  when (new.state <> old.state) execute function command_moved();
