-- Array entries at the same index belong to one gateway. Rows are found by `= any` of known keys, and `state
-- = (select 'sent')` keeps the planner off the indexes of open commands, which cover all gateways: a plan
-- made while a table is nearly empty is kept until the next analyse.

/**
 * Leases queues to the sessions with the latest Inform and returns their pending commands; marks the reads
 * and templates at the head of a queue as sent. Firmware that a gateway already runs is not sent to it.
 */
create or replace function acs_take_commands(devices bigint[], holders uuid[], sinces timestamptz[]) returns table (
  device bigint, id bigint, kind text, request jsonb, secret bytea, sent boolean
) language plpgsql set search_path = public as $$
#variable_conflict use_column
declare
  mine bigint[];
  c record;
  due bigint[];
  brings_files boolean;
  first bigint[];
  marked bigint[];
begin
  mine := array(
    select u.device from unnest(devices, holders, sinces) u (device, holder, since) cross join lateral (
      select from gateway g where g.device_id = u.device
        and (g.lease_holder is null or g.lease_holder = u.holder or g.lease_since < u.since) limit 1) g);
  for c in
    select o.id, o.kind, o.result is null and o.sent_at < u.since and o.sends < 3
      and g.lease_holder is distinct from u.holder as again, o.expires_at > now()
        and coalesce((o.request->>'notAfter')::timestamptz, 'infinity') > now() as good
    from unnest(devices, holders, sinces) u (device, holder, since)
    join device_command o on o.device_id = any (mine) and o.device_id = u.device and o.state = 'sent'
    join gateway g on g.device_id = any (mine) and g.device_id = o.device_id
    order by o.id
  loop
    if c.kind = 'add_object' then
      update device_command o set state = 'failed', fault_code = 'no_answer', finished_at = clock_timestamp()
      where o.id = c.id and o.state = (select 'sent');
      perform note_command_end(c.id);
    elsif c.good and (not ends_by_evidence(c.kind) or c.again) then
      update device_command o set state = 'waiting', sent_at = null where o.id = c.id and o.state = (select 'sent');
    end if;
  end loop;
  update gateway g set lease_holder = u.holder, lease_since = u.since
  from unnest(devices, holders, sinces) u (device, holder, since)
  where g.device_id = any (mine) and g.device_id = u.device
    and (g.lease_holder, g.lease_since) is distinct from (u.holder, u.since);
  select array_agg(k.id order by k.device_id, k.id), array_agg(k.id) filter (where k.ahead), bool_or(k.kind = 'download')
    into due, first, brings_files
  from (
    select o.id, o.device_id, o.kind, row_number() over queue as place,
      bool_and(o.kind like 'get\_%' or o.kind = 'provision') over queue as ahead
    from device_command o
    -- Found by device alone: a plan made while the table is small would filter by expiry through the index of
    -- all unexpired rows, for as long as it is kept.
    where o.device_id = any (mine) and o.state in ('waiting', 'sent') and o.state = (select 'waiting')
      and o.expires_at > now() and coalesce((o.request->>'notBefore')::timestamptz, now()) <= now()
      and coalesce((o.request->>'notAfter')::timestamptz, 'infinity') > now()
    window queue as (partition by o.device_id order by o.id)
  ) k where k.place <= 50;
  if due is null then return; end if;
  if brings_files then due := array(select unnest(due) except select unnest(end_needless_downloads(due))); end if;
  if first is not null then
    with marked as (
      update device_command o set state = 'sent', sent_at = clock_timestamp(), sends = o.sends + 1
      where o.id = any (first) and o.state = (select 'waiting') returning o.id, o.company_id, o.device_id
    ), shown as (
      insert into live_event (company_id, kind, subject_id, data)
      select m.company_id, 'command.changed', m.device_id, jsonb_build_object('commandId', m.id::text) from marked m
    )
    select array_agg(m.id) into marked from marked m;
  end if;
  return query select o.device_id, o.id, o.kind, o.request, o.secret, o.id = any (marked) is true
    from device_command o where o.id = any (due) order by o.device_id, o.id;
end $$;

/**
 * Call before sending. False: another session holds the lease, or the command was cancelled or has expired. A
 * command that only begins with its answer has time for that, even if it may not be resent at that point.
 */
create or replace function acs_command_sent(command_in bigint, holder_in uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  perform 1 from device_command o join gateway g on g.device_id = o.device_id
  where o.id = command_in and g.lease_holder = holder_in for no key update of g;
  if not found then return false; end if;
  update device_command set state = 'sent', sent_at = clock_timestamp(), sends = sends + 1,
    expires_at = case when kind in ('download', 'upload') then greatest(expires_at, now() + interval '5 minutes')
      else expires_at end
  where id = command_in and state = 'waiting' and expires_at > now()
    and coalesce((request->>'notAfter')::timestamptz, 'infinity') > now() returning * into c;
  if c.id is null then return false; end if;
  if c.kind = 'factory_reset' then
    update gateway set expected_reset_until = greatest(expected_reset_until, now() + interval '1 hour')
    where device_id = c.device_id;
    perform note_timeline(c.company_id, c.device_id, 'reset.expected',
      jsonb_build_object('until', now() + interval '1 hour'));
  end if;
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
  return true;
end $$;

/**
 * Answers of gateways, as far as their sessions hold the lease: [{id, state, result, fault, detail, verify}]
 * each.
 */
create or replace function acs_commands_ended(devices bigint[], holders uuid[], endeds jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  reported_ids constant bigint[] := array(
    select (e->>'id')::bigint from unnest(endeds) ended cross join lateral jsonb_array_elements(ended) e);
  ids bigint[];
begin
  with reported as materialized (
    select u.device, d.msp_id, r.* from unnest(devices, holders, endeds) u (device, holder, ended)
    cross join lateral (select from gateway g where g.device_id = u.device and g.lease_holder = u.holder limit 1) g
    cross join lateral (select k.msp_id from device k where k.id = u.device limit 1) d
    cross join lateral jsonb_to_recordset(u.ended)
      as r (id bigint, state text, result jsonb, fault text, detail text, verify text[])
  ), ended as (
    update device_command o set state = t.state, result = nullif(t.result, 'null'), fault_code = t.fault,
      fault_detail = t.detail,
      -- Answered commands are not sent again.
      secret = null,
      expires_at = case when t.state = 'sent' and o.kind in ('download', 'upload')
        then clock_timestamp() + transfer_wait(o.request) else o.expires_at end,
      finished_at = case when t.state in ('done', 'failed') then clock_timestamp() end
    from reported t where o.id = any (reported_ids) and o.id = t.id and o.device_id = t.device and o.state = (select 'sent')
    returning o.id, o.company_id, o.device_id, t.msp_id, o.kind, o.state, o.result, o.fault_code
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select e.company_id, e.msp_id, e.device_id,
      'command.' || case when e.state = 'done' and applies_later(e.kind, e.result) then 'later' else e.state end,
      jsonb_build_object('commandId', e.id::text, 'kind', e.kind, 'fault', e.fault_code)
    from ended e where e.state in ('done', 'failed') order by e.id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select e.company_id, 'command.changed', e.device_id, jsonb_build_object('commandId', e.id::text)
    from ended e order by e.id
  )
  select array_agg(e.id) into ids from ended e;
  if exists (select from unnest(endeds) ended where ended @? '$[*].verify[*]') then
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select o.company_id, o.device_id, 'get_parameter_values',
      jsonb_build_object('paths', t.verify, 'verifies', o.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day'
    from unnest(endeds) ended cross join lateral jsonb_to_recordset(ended) t (id bigint, verify jsonb)
    join device_command o on o.id = any (ids) and o.id = t.id
    where jsonb_array_length(t.verify) > 0;
  end if;
  if exists (select from unnest(endeds) ended where ended @> '[{"state": "failed"}]') then
    update gateway set expected_reset_until = null where device_id = any (array(
      select o.device_id from device_command o where o.id = any (ids) and o.state = 'failed' and o.kind = 'factory_reset'));
  end if;
end $$;

/**
 * A gateway reports the end of a transfer: in the same session, in a later one, with event 7 or without. A
 * repeated report changes nothing; a late one still counts. If firmware loses the key, the report refers to
 * the open transfer.
 */
create or replace function acs_transfer_complete(
  device_in bigint, key_in text, fault_in text, detail_in text, started_in timestamptz, completed_in timestamptz
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  t device_transfer;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  perform 1 from gateway where device_id = device_in for update;
  select * into t from device_transfer x where x.device_id = device_in and x.command_key = key_in;
  if t.id is null and key_in = '' then
    select * into t from device_transfer x where x.device_id = device_in and x.state in ('sent', 'started')
      and not exists (select from device_transfer o
        where o.device_id = device_in and o.state in ('sent', 'started') and o.id <> x.id);
  end if;
  if t.ended_at is null or t.fault_code = 'no_answer' then
    update device_command c set state = case when fault_in is null then 'done' else 'failed' end,
      fault_code = fault_in, fault_detail = detail_in, finished_at = clock_timestamp(), secret = null,
      result = coalesce(c.result, '{}') || jsonb_build_object('kind', c.kind, 'startedAt', started_in, 'completedAt', completed_in)
    -- A command waiting to be resent was sent before.
    where c.id = t.command_id and (c.state = 'sent' or c.state = 'waiting' and c.sends > 0
      or c.state = 'failed' and c.fault_code = 'no_answer');
    if found then
      perform note_command_end(t.command_id);
      return;
    end if;
  elsif t.state in ('transferred', 'failed') then
    return;
  end if;
  -- A transfer that was not requested here, or was abandoned.
  perform note_timeline(d.company_id, device_in,
    case when fault_in is null then 'transfer_complete' else 'transfer_failed' end,
    jsonb_strip_nulls(jsonb_build_object('commandKey', key_in, 'fault', fault_in, 'faultText', detail_in)));
end $$;

/** Attributes of known parameters, as the gateway reports them. */
create or replace function acs_attributes(device_in bigint, paths text[], notifications int[]) returns void
  language sql security definer set search_path = public as $$
  update device_parameter p set notification = k.notification
  from unnest(paths, notifications) as k (path, notification)
  where p.device_id = device_in and p.path = k.path $$;

/** A deleted instance takes with it everything known below it. */
create or replace function acs_object_deleted(device_in bigint, path_in text) returns void
  language sql security definer set search_path = public as $$
  delete from device_parameter where device_id = device_in and path >= path_in
    and path < left(path_in, -1) || '/' and path_in like '%.' $$;

grant execute on function acs_attributes, acs_object_deleted, acs_transfer_complete to {{login}};
