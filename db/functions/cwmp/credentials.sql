-- Array entries at the same index belong to one gateway. Rows are found by `= any` of known keys: plans are
-- kept, and one made while a table is small would scan all of it.

/** Stores the gateways' own credentials, which sessions are about to set. */
create or replace function acs_credentials_setting(devices bigint[], ha1s bytea[], usernames text[], passwords bytea[]) returns void
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  -- Gateways admitted for it are already `setting`.
  update device set credential_state = 'setting'
  where id = any (devices) and state = 'claimed' and credential_state <> 'setting';
  update gateway g set pending_ha1 = u.ha1, connection_username = u.username, pending_connection_password = u.password,
    unanswered = 0
  from unnest(devices, ha1s, usernames, passwords) u (device, ha1, username, password)
  where g.device_id = any (devices) and g.device_id = u.device;
end $$;

/** Answers of gateways, which are held, to their own credentials: {accepted, interval, fault, hasten}. */
create or replace function acs_credentials_answered(devices bigint[], answers jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  jobs int;
begin
  with asked as materialized (
    select d.*, a.*, a.accepted and a.interval is not null and d.presence <> 'online' as arrives,
      t.kind is distinct from a.what as is_news, g.ha1 is not null as has_own
    from unnest(devices, answers) u (device, answer)
    cross join lateral (select (u.answer->>'accepted')::boolean as accepted, (u.answer->>'interval')::int as interval,
      u.answer->>'fault' as fault, (u.answer->>'hasten')::boolean as hasten,
      case when (u.answer->>'accepted')::boolean then 'credentials.set' else 'credentials.refused' end as what) a
    cross join lateral (select k.id, k.company_id, k.msp_id, k.presence, k.periodic_interval, k.connection_request_url
      from device k where k.id = u.device and k.state = 'claimed' limit 1) d
    -- Already answered or proved; nothing to record.
    cross join lateral (select k.ha1 from gateway k where k.device_id = u.device and k.pending_ha1 is not null limit 1) g
    left join lateral (select t.kind
      from (select * from device_timeline where device_id = u.device order by id desc limit 200) t
      where t.at > now() - interval '1 hour' and t.kind in (
        'credentials.set', 'credentials.refused', 'credentials.proved', 'inform.boot', 'inform.bootstrap')
      order by t.id desc limit 1) t on true
  ), moved as (
    -- Updates only the interval, which touches no index; the row has thirty.
    update device d set
      periodic_interval = case when a.accepted then a.interval else d.periodic_interval end,
      presence = case when a.arrives then 'online' else d.presence end,
      credential_state = case when a.accepted then d.credential_state when a.has_own then 'own'
        when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    from asked a where d.id = any (devices) and d.id = a.id and (not a.accepted
      or a.interval is not null and (a.arrives or a.periodic_interval is distinct from a.interval))
  ), awaited as (
    update device_presence p set due_at = p.last_inform_at + make_interval(secs => a.interval * 1.2), overdue = false
    from asked a where p.device_id = any (devices) and p.device_id = a.id and a.accepted and a.interval is not null
      and (p.overdue or p.due_at is distinct from p.last_inform_at + make_interval(secs => a.interval * 1.2))
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select a.company_id, a.msp_id, a.id, n.kind, n.detail from asked a cross join lateral (values
      (a.arrives, 'online', '{}'::jsonb),
      (a.is_news, a.what, case when a.accepted then '{}' else jsonb_build_object('fault', a.fault) end)
    ) n (wanted, kind, detail) where n.wanted
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select a.company_id, n.kind, a.id, n.data from asked a cross join lateral (values
      (a.arrives, 'device.presence', '{"presence": "online"}'::jsonb), (true, 'device.changed', '{}')) n (wanted, kind, data)
    where n.wanted
  )
  -- If a worker is killed, the next one takes over; the job is a no-op once the credentials are proved.
  select count(graphile_worker.add_job('device.connect',
    json_build_object('companyId', a.company_id::text, 'deviceId', a.id::text, 'untilProved', true),
    job_key := 'device.connect:' || a.id, run_at := now() + interval '3 seconds', max_attempts := 5)) into jobs
  from asked a where a.is_news and a.accepted and a.hasten and a.connection_request_url is not null;
  update gateway set pending_ha1 = null, pending_connection_password = null
  where device_id = any (array(select u.device from unnest(devices, answers) u (device, answer)
    where not (u.answer->>'accepted')::boolean)) and pending_ha1 is not null;
end $$;

/** A session authenticated with the pending credentials: they replace the previous ones. */
create or replace function acs_credentials_proved(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  before gateway;
begin
  perform lock_device(device_in);
  select * into before from gateway where device_id = device_in and pending_ha1 is not null for update;
  if before.device_id is null then return; end if;
  update gateway set ha1 = pending_ha1, pending_ha1 = null,
    connection_password = coalesce(pending_connection_password, connection_password),
    pending_connection_password = null, open_until = null, unanswered = 0,
    -- The first proof is not a reset.
    expected_reset_until = case when ha1 is null then expected_reset_until end
  where device_id = device_in;
  update device set credential_state = 'own' where id = device_in and state = 'claimed' returning * into d;
  if d.id is null then return; end if;
  if before.ha1 is not null and before.expected_reset_until > now() - interval '1 hour' then
    perform note_timeline(d.company_id, device_in, 'reset.taken', '{}');
  end if;
  perform note_timeline(d.company_id, device_in, 'credentials.proved', '{}');
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/**
 * An enrolment-URL gateway left a challenge unanswered; after two it counts as unable to hold credentials.
 * Reported once: gateways that leave later challenges unanswered have no credentials to lose, nor does one
 * released meanwhile.
 */
create or replace function acs_unanswered(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  g gateway;
begin
  perform lock_device(device_in);
  update gateway set unanswered = unanswered + 1 where device_id = device_in returning * into g;
  if g.device_id is null or g.unanswered < 2 or g.ha1 is not null or g.pending_ha1 is null then return; end if;
  update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
  update device set credential_state = 'enrolment_url' where id = device_in and credential_state = 'setting';
  perform note_timeline(g.company_id, device_in, 'credentials.not_kept', '{}');
end $$;

grant execute on function acs_credentials_proved, acs_credentials_setting, acs_unanswered to {{login}};
