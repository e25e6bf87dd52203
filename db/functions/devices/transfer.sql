/**
 * How long a gateway may take from accepting a transfer to its TransferComplete: the delay it was instructed
 * to wait, plus what the requester allows.
 */
create or replace function transfer_wait(request jsonb) returns interval language sql immutable as $$
  select make_interval(secs => coalesce((request->>'delaySeconds')::int, 0),
    mins => coalesce((request->>'minutesToComplete')::int, 60)) $$;

/**
 * The state of a transfer follows that of its command; its end is reported to the requester. Runs after each
 * update of the command.
 */
create or replace function follow_transfer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  t device_transfer;
  next text := case new.state when 'waiting' then 'queued' when 'done' then 'transferred'
    when 'sent' then case when new.result is null then 'sent' else 'started' end else new.state end;
  over boolean := new.state in ('done', 'failed', 'expired', 'cancelled');
begin
  update device_transfer set state = next, fault_code = new.fault_code, fault_detail = new.fault_detail,
    sent_at = coalesce(new.sent_at, sent_at),
    accepted_at = case when next = 'started' then coalesce(accepted_at, clock_timestamp()) else accepted_at end,
    started_at = coalesce((new.result->>'startedAt')::timestamptz, started_at),
    completed_at = coalesce((new.result->>'completedAt')::timestamptz, completed_at),
    ended_at = case when over then clock_timestamp() end
  where command_id = new.id and state <> next returning * into t;
  if over and t.notify_task is not null then
    perform graphile_worker.add_job(t.notify_task, json_build_object('companyId', t.company_id::text,
      'transferId', t.id::text, 'deviceId', t.device_id::text, 'reference', t.reference, 'state', t.state),
      max_attempts := 10);
  end if;
  return null;
end $$;
