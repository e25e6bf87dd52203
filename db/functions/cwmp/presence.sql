-- A gateway is overdue 1.2 intervals after its last Inform (intervals.ts of modules/cwmp): it is asked at once whether it is there,
-- and is offline after two failures, at the latest 2.5 intervals after that Inform (operations.md §4).

/** Time after its last Inform at which a gateway is overdue; null if unknown. */
create or replace function overdue_after(p device_presence) returns interval
  language sql immutable set search_path = public as $$
  select (p.due_at - p.last_inform_at) * case when p.overdue then 1.2 / 2.5 else 1 end $$;

/**
 * Whether a firmware campaign has given the gateway its whole file, or put it back to its earlier version, and the campaign's
 * deadline for its return has not passed: it is silent because it writes its flash and restarts.
 */
create or replace function is_flashing(device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from campaign_target t
    join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
    join firmware f on f.company_id = c.firmware_company_id and f.id = c.firmware_id
    where t.device_id = device_in and case
      when t.rollback in ('switching', 'fetching') then t.rollback_due > now()
      when t.state = 'transferred' then t.due_at > now()
      when t.state = 'downloading' then t.bytes_sent >= f.size
        and t.changed_at + make_interval(mins => c.verify_minutes) > now()
      else false end) $$;

/** When the gateway goes offline if no Inform arrives. */
create or replace function offline_at(p device_presence) returns timestamptz
  language sql immutable set search_path = public as $$
  select p.last_inform_at + overdue_after(p) * (2.5 / 1.2) $$;

/**
 * Updates last-seen of many gateways whose periodic Inform reported nothing new. Offline gateways come back
 * online. A gateway that has not accepted an interval yet gets the same wait after each Inform as after its
 * first: if its sessions break off and it then falls silent, it goes offline instead of staying online
 * forever.
 */
create or replace function acs_presence(devices bigint[], ats timestamptz[], dues timestamptz[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  back bigint[];
begin
  -- The next Inform repeats whatever a crash loses here.
  perform set_config('synchronous_commit', 'off', true);
  with locked as (
    select p.device_id, p.due_at, p.overdue, k.at, k.due
    from unnest(devices, ats, dues) as k (device, at, due) join device_presence p on p.device_id = k.device
    order by p.device_id for update of p
  ), moved as (
    update device_presence p set last_inform_at = greatest(p.last_inform_at, l.at),
      due_at = coalesce(l.due, l.at + overdue_after(p)), overdue = false
    from locked l where p.device_id = l.device_id
  )
  select array_agg(l.device_id) into back from locked l
  where l.overdue or l.due_at is null and l.due is not null;
  if back is null then return; end if;
  with changed as (
    update device d set presence = 'online'
    where d.id = any (back) and d.state = 'claimed' and d.presence <> 'online' returning d.id, d.company_id
  ), noted as (
    insert into device_timeline (company_id, device_id, kind) select company_id, id, 'online' from changed
  )
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'device.presence', id, '{"presence": "online"}' from changed;
end $$;

/**
 * The interval is now known, mid-session, so the gateway is online. Writes nothing if the interval is
 * unchanged.
 */
create or replace function expect_informs(device_in bigint, seconds_in int) returns void
  language plpgsql set search_path = public as $$
declare
  d device;
begin
  if seconds_in is null then return; end if;
  perform lock_device(device_in);
  select * into d from device where id = device_in;
  if d.periodic_interval is distinct from seconds_in or d.presence <> 'online' then
    update device set periodic_interval = seconds_in, presence = 'online' where id = device_in;
  end if;
  update device_presence set due_at = last_inform_at + make_interval(secs => seconds_in * 1.2), overdue = false
  where device_id = device_in
    and (overdue or due_at is distinct from last_inform_at + make_interval(secs => seconds_in * 1.2));
  if d.presence <> 'online' then
    perform note_timeline(d.company_id, device_in, 'online', '{}');
    perform note_live(d.company_id, 'device.presence', device_in, '{"presence": "online"}');
  end if;
end $$;

/** The gateway accepted an interval without credentials: it can now become overdue. */
create or replace function acs_interval_set(device_in bigint, seconds_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform expect_informs(device_in, seconds_in);
end $$;

/** The gateway accepts no interval: its overdue time is unknown, unless one was known before. */
create or replace function acs_interval_refused(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  company bigint;
begin
  perform lock_device(device_in);
  update device set presence = 'unknown'
  where id = device_in and state = 'claimed' and periodic_interval is null and presence <> 'unknown'
  returning company_id into company;
  if company is null then return; end if;
  update device_presence set due_at = null, overdue = false where device_id = device_in;
  perform note_live(company, 'device.presence', device_in, '{"presence": "unknown"}');
end $$;

/**
 * Gateways whose Inform is due: online becomes overdue, overdue becomes offline. If both deadlines have
 * passed, as after a server stop, the gateway goes offline at once. One that is flashing stays overdue. Reads only due rows.
 * Returns how many.
 */
create or replace function presence_sweep(limit_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  moved int;
begin
  with due as (
    select p.device_id, not p.overdue and (offline_at(p) > now() or is_flashing(p.device_id)) as misses,
      offline_at(p) as offline_at
    from device_presence p where p.due_at < now() and not (p.overdue and is_flashing(p.device_id))
    order by p.due_at limit limit_in for update skip locked
  ), timed as (
    update device_presence p set due_at = case when due.misses then due.offline_at end, overdue = due.misses,
      check_at = case when due.misses then now() end, checks_failed = 0
    from due where p.device_id = due.device_id
    returning p.device_id, case when p.overdue then 'overdue' else 'offline' end as presence
  ), changed as (
    -- A device that is polled has one deadline: when nothing measured it for so long that its state is not known.
    update device d set presence = case when d.driver in ('snmp', 'probe') then 'unknown' else timed.presence end from timed
    where d.id = timed.device_id and d.state = 'claimed' and d.presence <> timed.presence
      and (timed.presence = 'offline' or d.presence = 'online')
    returning d.id, d.company_id, d.presence
  ), noted as (
    insert into device_timeline (company_id, device_id, kind)
    select company_id, id, presence from changed where presence <> 'unknown'
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'device.presence', id, jsonb_build_object('presence', presence) from changed
  )
  select count(*) into moved from timed;
  return moved;
end $$;

/**
 * A connection request got no answer, nor did a ping: an online gateway is overdue until its next Inform. One that has missed an
 * Inform is offline after the second failure, unless it is flashing. Gateways with an Inform within the last half minute are skipped, since a gateway may
 * refuse connections during a session (TR-069 3.2.2).
 */
create or replace function acs_unanswered_request(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  p device_presence;
  misses_inform boolean;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  select * into p from device_presence where device_id = device_in;
  if d.id is null or p.last_inform_at is null or p.last_inform_at >= now() - interval '30 seconds' then return; end if;
  misses_inform := p.last_inform_at + overdue_after(p) <= now();
  if p.overdue and misses_inform and p.checks_failed > 0 and is_flashing(device_in) then
    -- Asked again: offline after its deadline.
    update device_presence set check_at = now() + interval '1 minute' where device_id = device_in;
  elsif p.overdue and misses_inform and p.checks_failed > 0 then
    update device_presence set due_at = null, overdue = false, check_at = null, checks_failed = 0 where device_id = device_in;
    perform note_presence(device_in, 'offline');
  elsif p.overdue or d.presence = 'online' then
    -- Before its Inform is due nothing is wrong but the way to it.
    update device_presence k set due_at = offline_at(p), overdue = true,
      checks_failed = case when misses_inform then 1 else 0 end,
      check_at = greatest(now() + interval '15 seconds', p.last_inform_at + overdue_after(p))
    where k.device_id = device_in;
    if not p.overdue then perform note_presence(device_in, 'overdue'); end if;
  end if;
end $$;

create or replace function note_presence(device_in bigint, presence_in text) returns void
  language plpgsql set search_path = public as $$
declare
  company bigint;
begin
  update device set presence = presence_in where id = device_in and state = 'claimed' and presence <> presence_in
  returning company_id into company;
  if company is null then return; end if;
  perform note_timeline(company, device_in, presence_in, '{}');
  perform note_live(company, 'device.presence', device_in, jsonb_build_object('presence', presence_in));
end $$;

/** Overdue gateways that are to be asked now. One without an outcome is asked again after a minute. */
create or replace function presence_checks_take(most int) returns table (device_id bigint, company_id bigint)
  language sql security definer set search_path = public as $$
  with due as (
    select p.device_id from device_presence p where p.check_at <= now() order by p.check_at limit most for update skip locked
  ), taken as (
    update device_presence p set check_at = case when p.overdue then now() + interval '1 minute' end
    from due where p.device_id = due.device_id returning p.device_id, p.company_id, p.overdue
  )
  select t.device_id, t.company_id from taken t where t.overdue $$;

/** It answered, or nothing can ask it: its next Inform decides, or that none comes. */
create or replace function presence_check_ends(device_in bigint) returns void
  language sql security definer set search_path = public as $$
  update device_presence set check_at = null, checks_failed = 0 where device_id = device_in $$;

/** Whether a session with the gateway would have work to do. */
create or replace function waits_for_gateway(company_in bigint, device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device_command c where c.company_id = company_in and c.device_id = device_in
    and c.state = 'waiting' and c.expires_at > now()
    and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()) $$;

grant execute on function presence_check_ends, presence_checks_take, acs_interval_refused, acs_interval_set, acs_presence, acs_unanswered_request, presence_sweep,
  waits_for_gateway to {{login}};
