/** The gateways that these STUN user names belong to, and where each was last seen. */
create or replace function acs_stun_accounts(usernames text[]) returns table (
  username text, device_id bigint, password bytea, address text, port int, server text
) language sql stable security definer set search_path = public as $$
  select g.username, g.device_id, g.stun_password, host(g.udp_address), g.udp_port, g.udp_server
  from gateway g join device d on d.id = g.device_id
  where g.username = any (usernames) and g.stun_password is not null and d.state = 'claimed' and d.guard = 'none' $$;

/**
 * Where the STUN server saw these gateways, each once. The next keepalive repeats whatever a crash loses
 * here.
 */
create or replace function acs_stun_seen(devices bigint[], addresses inet[], ports int[], ats timestamptz[], server_in text)
  returns void language plpgsql security definer set search_path = public as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from device d where d.id = any (devices) order by d.id for no key update;
  with changed as (
    update device d set udp_request_address = host(k.address) || ':' || k.port
    from unnest(devices, addresses, ports) as k (device, address, port)
    where d.id = k.device and d.state = 'claimed'
      and d.udp_request_address is distinct from host(k.address) || ':' || k.port
    returning d.id, d.company_id
  )
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'device.changed', id, '{}' from changed;
  update gateway g set udp_address = k.address, udp_port = k.port, udp_seen_at = k.at, udp_server = server_in
  from unnest(devices, addresses, ports, ats) as k (device, address, port, at) where g.device_id = k.device;
end $$;

/** What a gateway reports about itself in a session: its UDPConnectionRequestAddress, or null. */
create or replace function acs_udp_announced(device_in bigint, announced_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  update gateway set udp_announced = announced_in,
    -- It no longer listens on any address.
    udp_address = case when announced_in is null then null else udp_address end
  where device_id = device_in;
  if d.udp_request_address is distinct from announced_in then
    update device set udp_request_address = announced_in where id = device_in;
    perform note_live(d.company_id, 'device.changed', device_in, '{}');
  end if;
end $$;

/**
 * Takes requests queued for the STUN server `server_in`: a request must leave from the port that receives the
 * gateway's keepalives. A request not taken for three seconds, because its server is gone, may be taken by
 * any other. Requests older than half a minute are stale.
 */
create or replace function acs_udp_requests(server_in text, most int) returns table (
  device_id bigint, company_code text, username text, password bytea, pending_password bytea, last_address text,
  announced text, address text, port int
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select u.device_id from udp_request u join gateway g on g.device_id = u.device_id
      where coalesce(g.udp_server, server_in) = server_in or u.wanted_at < now() - interval '3 seconds'
      limit most for update of u skip locked
    ), taken as (
      delete from udp_request u using due where u.device_id = due.device_id returning u.device_id, u.wanted_at
    )
    select d.id, c.code, g.connection_username, g.connection_password, g.pending_connection_password,
      host(g.last_address), g.udp_announced, host(g.udp_address), g.udp_port
    from taken t join device d on d.id = t.device_id join gateway g on g.device_id = d.id
      join company c on c.id = d.company_id
    where t.wanted_at > now() - interval '30 seconds' and d.state = 'claimed' and d.guard = 'none'
      and gateway_company_status(c.status, c.kind, c.products) = 'active';
end $$;

create or replace function acs_stun_alive(name_in text) returns void language sql security definer set search_path = public as $$
  insert into stun_server (name, seen_at) values (name_in, now())
  on conflict (name) do update set seen_at = excluded.seen_at $$;

/** Whether no process of the installation has had a STUN server for longer than any restart takes. */
create or replace function acs_stun_gone() returns boolean language sql stable security definer set search_path = public as $$
  select not exists (select from stun_server where seen_at > now() - interval '10 minutes') $$;

/**
 * A gateway stopped using STUN, or refused that setting: either way it is not asked again, and not called
 * over UDP.
 */
create or replace function acs_stun_off(device_in bigint, fault_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  update gateway set stun_offer = case when fault_in is null then 'off' else 'refused off' end,
    udp_announced = null, udp_address = null, udp_port = null, udp_server = null, udp_seen_at = null
  where device_id = device_in;
  if d.udp_request_address is not null then update device set udp_request_address = null where id = device_in; end if;
  perform note_timeline(d.company_id, device_in, case when fault_in is null then 'stun.off' else 'stun.refused' end,
    jsonb_strip_nulls(jsonb_build_object('fault', fault_in)));
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

grant execute on function acs_stun_accounts, acs_stun_alive, acs_stun_gone, acs_stun_off, acs_stun_seen,
  acs_udp_requests, acs_udp_announced to {{login}};
