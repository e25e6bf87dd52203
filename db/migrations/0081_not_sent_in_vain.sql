-- Firmware that somebody else has brought to a gateway by then is not sent to it, and what was sent within a window has time to
-- be answered.

/**
 * Ends the downloads among these commands that bring the version that their gateway has told by now, or an older one that its
 * campaign does not want there. One that was sent before and never answered has done its work. Answers which.
 */
create function end_needless_downloads(commands bigint[]) returns bigint[]
  language plpgsql set search_path = public as $$
declare
  needless bigint[];
begin
  with ended as (
    update device_command o set finished_at = clock_timestamp(), secret = null,
      state = case when n.is_there and o.sends > 0 then 'done' else 'cancelled' end,
      fault_code = case when n.is_there and o.sends > 0 then null else 'already_there' end
    from (
      select c.id, d.software_version = c.request->>'version' as is_there, d.software_version
      from device_command c
      cross join lateral (select k.software_version from device k where k.id = c.device_id limit 1) d
      where c.id = any (commands) and c.kind = 'download' and (d.software_version = c.request->>'version'
        or is_newer(d.software_version, c.request->>'version') and exists (
          select from campaign_target t
          join device_transfer x on x.id = t.transfer_id and x.command_id = c.id
          join campaign m on m.company_id = t.company_id and m.id = t.campaign_id and not m.allow_downgrade
          where t.device_id = c.device_id and t.rollback is distinct from 'fetching'))
    ) n
    where o.id = n.id and o.state = (select 'waiting') returning o.id
  )
  select coalesce(array_agg(e.id), '{}') into needless from ended e;
  perform note_command_end(e) from unnest(needless) e;
  return needless;
end $$;

/** As in 0069; firmware that a gateway turns out to have is not brought to it. */
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
    -- Found by their device alone: planned while the table is small, a look at what has not expired would read the index of
    -- all that has not, for as long as the plan is kept.
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

/** As in 0026; what begins with its answer has time for that, also where it may not be sent again by then. */
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
