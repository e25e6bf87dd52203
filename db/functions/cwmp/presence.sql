/**
 * Last-seen of many gateways whose periodic Inform told nothing new. What was offline comes back. One that has yet to
 * take an interval is waited for as long after each Inform as after its first: when its sessions break off and it falls
 * silent then it is offline, not online for ever.
 */
create or replace function acs_presence(devices bigint[], ats timestamptz[], dues timestamptz[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  back bigint[];
begin
  -- The next Inform repeats what a crash loses here.
  perform set_config('synchronous_commit', 'off', true);
  with locked as (
    select p.device_id, p.due_at, k.at, k.due
    from unnest(devices, ats, dues) as k (device, at, due) join device_presence p on p.device_id = k.device
    order by p.device_id for update of p
  ), moved as (
    update device_presence p set last_inform_at = greatest(p.last_inform_at, l.at),
      due_at = coalesce(l.due, l.at + (p.due_at - p.last_inform_at))
    from locked l where p.device_id = l.device_id
  )
  select array_agg(l.device_id) into back from locked l where l.due_at is null and l.due is not null;
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
 * The interval is known from here on: in the middle of a session, so the gateway is online. Told again what is known
 * already it writes nothing.
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
  update device_presence set due_at = last_inform_at + make_interval(secs => seconds_in * 2.5)
  where device_id = device_in and due_at is distinct from last_inform_at + make_interval(secs => seconds_in * 2.5);
  if d.presence <> 'online' then
    perform note_timeline(d.company_id, device_in, 'online', '{}');
    perform note_live(d.company_id, 'device.presence', device_in, '{"presence": "online"}');
  end if;
end $$;

/** The gateway took an interval without credentials: from here on it can be overdue. */
create or replace function acs_interval_set(device_in bigint, seconds_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform expect_informs(device_in, seconds_in);
end $$;

/** The gateway takes no interval: when it is overdue is not known, as far as none was known before. */
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
  update device_presence set due_at = null where device_id = device_in;
  perform note_live(company, 'device.presence', device_in, '{"presence": "unknown"}');
end $$;

/** Gateways whose Inform is overdue go offline. Reads only what is due. Returns how many. */
create or replace function presence_sweep(limit_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  gone int;
begin
  with due as (
    select p.device_id from device_presence p where p.due_at < now()
    order by p.due_at limit limit_in for update skip locked
  ), cleared as (
    update device_presence p set due_at = null from due where p.device_id = due.device_id returning p.device_id
  ), changed as (
    update device d set presence = 'offline' from cleared
    where d.id = cleared.device_id and d.state = 'claimed' and d.presence <> 'offline' returning d.id, d.company_id
  ), noted as (
    insert into device_timeline (company_id, device_id, kind) select company_id, id, 'offline' from changed
  ), told as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'device.presence', id, '{"presence": "offline"}' from changed
  )
  select count(*) into gone from cleared;
  return gone;
end $$;

/** Whether a session with the gateway would have something to do. */
create or replace function waits_for_gateway(company_in bigint, device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device_command c where c.company_id = company_in and c.device_id = device_in
    and c.state = 'waiting' and c.expires_at > now()
    and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()) $$;

grant execute on function acs_interval_refused, acs_interval_set, acs_presence, presence_sweep, waits_for_gateway
  to {{login}};
