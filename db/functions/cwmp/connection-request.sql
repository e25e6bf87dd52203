create or replace function listens_for_udp(g gateway) returns boolean language sql immutable set search_path = public as $$
  select g.udp_address is not null or g.udp_announced is not null and g.stun_offer like 'set %' $$;

/**
 * Where to send a connection request; no row for a gateway that may not be called. `url` null: over UDP only;
 * `udp`: it keeps a path open to our STUN server, as no other port gets through its NAT.
 */
create or replace function connection_target(company_in bigint, device_in bigint) returns table (
  url text, username text, password bytea, pending_password bytea, last_address text, company_code text, udp boolean
) language sql stable security definer set search_path = public as $$
  select d.connection_request_url, g.connection_username, g.connection_password, g.pending_connection_password,
    host(g.last_address), c.code, listens_for_udp(g)
  from device d join gateway g on g.device_id = d.id join company c on c.id = d.company_id
  where d.id = device_in and d.company_id = company_in and d.state = 'claimed' and d.guard = 'none'
    and (d.connection_request_url is not null or listens_for_udp(g))
    and gateway_company_status(c.status, c.kind, c.products) = 'active' $$;

/** True: the caller makes the request and ends it. False: a request is in progress and is joined. */
create or replace function begin_connection_request(company_in bigint, device_in bigint) returns boolean
  language sql security definer set search_path = public as $$
  insert into connection_request as r (device_id, company_id, until)
  select d.id, d.company_id, now() + interval '20 seconds' from device d
  where d.id = device_in and d.company_id = company_in and d.state = 'claimed'
  on conflict (device_id) do update set joined = r.until >= now(),
    until = case when r.until < now() then excluded.until else r.until end
  returning not joined $$;

/**
 * The request was made. Callers that joined may be too late for the session that follows, and a busy gateway
 * may end its session without checking: the request is retried after a while if commands are still pending.
 */
create or replace function end_connection_request(company_in bigint, device_in bigint, again_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
declare
  was_joined boolean;
begin
  delete from connection_request where device_id = device_in and company_id = company_in returning joined into was_joined;
  if again_in or was_joined then
    perform graphile_worker.add_job('device.connect', json_build_object('companyId', company_in::text,
      'deviceId', device_in::text, 'ifWaiting', true), job_key := 'device.connect_rest:' || device_in,
      run_at := now() + interval '3 seconds', max_attempts := 3);
  end if;
end $$;

/** Asks for a request over UDP. False: there is no address to send it to. */
create or replace function udp_request_wanted(company_in bigint, device_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from connection_target(company_in, device_in) t where t.udp) then return false; end if;
  perform note_timeline(company_in, device_in, 'connection_request.udp', '{}');
  insert into udp_request (device_id, company_id) values (device_in, company_in)
  on conflict (device_id) do update set wanted_at = now();
  return true;
end $$;

grant execute on function begin_connection_request, connection_target, end_connection_request, udp_request_wanted
  to {{login}};
