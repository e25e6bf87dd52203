/** Queues a re-evaluation of a check: one job, however many changes occur meanwhile. */
create or replace function step_check_later(company_in bigint, check_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job('device.check_step', json_build_object('companyId', company_in::text,
    'checkId', check_in::text), 'device.check_step:' || check_in);
end $$;

/** Runs after a run of a check ends. */
create or replace function follow_check_run() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform step_check_later(new.company_id, new.check_id);
  return null;
end $$;

/** Handles the end of a check's read. Called by `command_moved`. */
create or replace function follow_check_read(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform step_check_later(new.company_id, (new.request->>'check')::bigint);
end $$;

/** Checks that have timed out. */
create or replace function overdue_checks() returns table (company_id bigint, check_id bigint)
  language sql stable security definer set search_path = public as $$
  select c.company_id, c.id from device_check c where c.state = 'running' and (c.deadline_at < now() or c.answer_by < now()) limit 500 $$;

grant execute on function overdue_checks to {{login}};
