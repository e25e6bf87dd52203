/**
 * A command's state changed: runs what depends on it, in this order. Runs after each state change, as the
 * only trigger that reads what a command is: PostgreSQL parses the conditions of all triggers of a table anew
 * in each statement.
 */
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
    perform forget_unreported(new);
  end if;
  if done and new.kind in ('add_object', 'delete_object', 'change_settings', 'provision') and applies_later(new.kind, new.result) then
    perform objects_apply_later(new);
  end if;
  return null;
end $$;

/** Effects of a command's end: a timeline line, and a notification to the screens. */
create or replace function note_command_end(command_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  select * into c from device_command where id = command_in;
  perform note_timeline(c.company_id, c.device_id, 'command.' || c.state,
    jsonb_build_object('commandId', c.id::text, 'kind', c.kind, 'fault', c.fault_code));
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
end $$;

/** Expires overdue commands. One that was sent and never answered has failed. Returns how many. */
create or replace function command_expire(limit_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  ended int;
begin
  with due as (
    select c.id from device_command c where c.expires_at < now() and c.state in ('waiting', 'sent')
    order by c.expires_at limit limit_in for update skip locked
  ), changed as (
    update device_command c set finished_at = now(), secret = null,
      fault_code = case c.state when 'sent' then 'no_answer' end,
      state = case c.state when 'sent' then 'failed' else 'expired' end
    from due where c.id = due.id returning c.id, c.company_id, c.device_id, c.kind, c.state
  ), noted as (
    insert into device_timeline (company_id, device_id, kind, detail)
    select company_id, device_id, 'command.' || state, jsonb_build_object('commandId', id::text, 'kind', kind) from changed
  ), announced as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'command.changed', device_id, jsonb_build_object('commandId', id::text) from changed
  )
  select count(*) into ended from changed;
  return ended;
end $$;

/**
 * Commands that their answer does not complete, and that are not resent while they may still be carried out.
 */
create or replace function ends_by_evidence(kind text) returns boolean language sql immutable parallel safe
  return kind in ('reboot', 'factory_reset', 'download', 'upload');

/**
 * Queues the job `device.connect` for many gateways of this transaction's company, once each however often it
 * is requested. Queued one by one, they were four fifths of the cost of asking a thousand gateways.
 */
create or replace function enqueue_connects(devices_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_jobs(array(
    select ('device.connect', json_build_object('deviceId', d::text, 'companyId', scope_company()::text), null, now(), 10,
      'device.connect:' || d, null, null)::graphile_worker.job_spec
    -- Fixed order, to prevent deadlocks.
    from (select distinct unnest(devices_in) as d) k order by d));
end $$;

grant execute on function command_expire to {{login}};
grant execute on function enqueue_connects to {{company}}, {{tree}}, {{platform}};
