-- A gateway is overdue 1.5 intervals after its last Inform, and offline after 2.5 (intervals.ts of modules/cwmp).

/** Time after its last Inform at which a gateway is overdue; null if unknown. */
create or replace function overdue_after(p device_presence) returns interval
  language sql immutable set search_path = public as $$
  select (p.due_at - p.last_inform_at) * case when p.overdue then 1.5 / 2.5 else 1 end $$;

/** When the gateway goes offline if no Inform arrives. */
create or replace function offline_at(p device_presence) returns timestamptz
  language sql immutable set search_path = public as $$
  select p.last_inform_at + overdue_after(p) * (2.5 / 1.5) $$;

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
  update device_presence set due_at = last_inform_at + make_interval(secs => seconds_in * 1.5), overdue = false
  where device_id = device_in
    and (overdue or due_at is distinct from last_inform_at + make_interval(secs => seconds_in * 1.5));
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
 * passed, as after a server stop, the gateway goes offline at once. Reads only due rows. Returns how many.
 */
create or replace function presence_sweep(limit_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  moved int;
begin
  with due as (
    select p.device_id, not p.overdue and offline_at(p) > now() as misses, offline_at(p) as offline_at
    from device_presence p where p.due_at < now()
    order by p.due_at limit limit_in for update skip locked
  ), timed as (
    update device_presence p set due_at = case when due.misses then due.offline_at end, overdue = due.misses
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
 * A connection request got no answer: an online gateway is overdue until its next Inform. Gateways with an
 * Inform within the last half minute are skipped, since a gateway may refuse connections during a session
 * (TR-069 3.2.2).
 */
create or replace function acs_unanswered_request(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  company bigint;
begin
  perform lock_device(device_in);
  update device d set presence = 'overdue'
  from device_presence p
  where d.id = device_in and p.device_id = d.id and d.state = 'claimed' and d.presence = 'online'
    and p.last_inform_at < now() - interval '30 seconds'
  returning d.company_id into company;
  if company is null then return; end if;
  update device_presence p set due_at = offline_at(p), overdue = true where p.device_id = device_in;
  perform note_timeline(company, device_in, 'overdue', '{}');
  perform note_live(company, 'device.presence', device_in, '{"presence": "overdue"}');
end $$;

/** Whether a session with the gateway would have work to do. */
create or replace function waits_for_gateway(company_in bigint, device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device_command c where c.company_id = company_in and c.device_id = device_in
    and c.state = 'waiting' and c.expires_at > now()
    and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()) $$;

grant execute on function acs_interval_refused, acs_interval_set, acs_presence, acs_unanswered_request, presence_sweep,
  waits_for_gateway to {{login}};
