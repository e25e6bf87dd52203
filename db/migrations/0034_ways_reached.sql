-- How a gateway is reached and known: connection requests over UDP through NAT (TR-069 Annex G), certificates.

-- ─── Connection requests over UDP ────────────────────────────────────────────────────────────────────────────────

-- Where such a request would go, host:port: what STUN saw last, or what the gateway told.
alter table device add column udp_request_address text;

alter table gateway
  -- Sealed. Its user name is the gateway's own.
  add column stun_password bytea,
  -- What came of the last offer of our STUN server, and which that was: 'set 198.51.100.7:3478'; also absent, refused.
  add column stun_offer text not null default '',
  -- UDPConnectionRequestAddress, as the gateway told it in a session.
  add column udp_told text,
  -- What the STUN server saw, proved by MESSAGE-INTEGRITY; `udp_server` saw it, and its port alone reaches through the NAT.
  add column udp_address inet,
  add column udp_port int,
  add column udp_server text,
  add column udp_seen_at timestamptz;
create index gateway_username on gateway (username);

-- Requests that wait for the process with the STUN port: of a device one at a time, and of seconds ago alone.
create table udp_request (
  device_id bigint primary key,
  company_id bigint not null,
  wanted_at timestamptz not null default now(),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_seal('udp_request');

/** Whose STUN user names these are, and where each was seen last. */
create function acs_stun_accounts(usernames text[]) returns table (
  username text, device_id bigint, password bytea, address text, port int, server text
) language sql stable security definer set search_path = public as $$
  select g.username, g.device_id, g.stun_password, host(g.udp_address), g.udp_port, g.udp_server
  from gateway g join device d on d.id = g.device_id
  where g.username = any (usernames) and g.stun_password is not null and d.state = 'claimed' and d.guard = 'none' $$;

/** Where the STUN server saw these gateways, each once. The next keepalive repeats what a crash loses here. */
create function acs_stun_seen(devices bigint[], addresses inet[], ports int[], ats timestamptz[], server_in text)
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

/** What a gateway says of itself in a session: its UDPConnectionRequestAddress, null for none. */
create function acs_udp_told(device_in bigint, told_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  update gateway set udp_told = told_in,
    -- It listens nowhere any more.
    udp_address = case when told_in is null then null else udp_address end
  where device_id = device_in;
  if d.udp_request_address is distinct from told_in then
    update device set udp_request_address = told_in where id = device_in;
    perform note_live(d.company_id, 'device.changed', device_in, '{}');
  end if;
end $$;

/** `offer_in` as the column; null leaves it. A password is kept before it is sent, and the same one is sent again. */
create function acs_stun_offered(device_in bigint, offer_in text, password_in bytea, fault_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  company bigint;
begin
  update gateway set stun_offer = coalesce(offer_in, stun_offer), stun_password = coalesce(password_in, stun_password)
  where device_id = device_in returning company_id into company;
  if company is not null and offer_in like 'set %' then
    perform note_timeline(company, device_in, 'stun.set', '{}');
  elsif company is not null and offer_in like 'refused %' then
    perform note_timeline(company, device_in, 'stun.refused', jsonb_build_object('fault', fault_in));
  end if;
end $$;

create function acs_stun_password(device_in bigint) returns bytea
  language sql stable security definer set search_path = public as $$
  select stun_password from gateway where device_id = device_in $$;

/** False: it says of no address that a request over UDP could go to. */
create function udp_request_wanted(company_in bigint, device_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from connection_target(company_in, device_in) t where t.udp) then return false; end if;
  perform note_timeline(company_in, device_in, 'connection_request.udp', '{}');
  insert into udp_request (device_id, company_id) values (device_in, company_in)
  on conflict (device_id) do update set wanted_at = now();
  return true;
end $$;

/**
 * Takes what waits for the STUN server `server_in`: a request has to leave by the port that the gateway's keepalives go
 * to. What nobody took for three seconds, since its server is gone, any other takes. What is older than half a minute
 * nobody waits for any more.
 */
create function acs_udp_requests(server_in text, most int) returns table (
  device_id bigint, company_code text, username text, password bytea, pending_password bytea, last_address text,
  told text, address text, port int
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
      host(g.last_address), g.udp_told, host(g.udp_address), g.udp_port
    from taken t join device d on d.id = t.device_id join gateway g on g.device_id = d.id
      join company c on c.id = d.company_id
    where t.wanted_at > now() - interval '30 seconds' and d.state = 'claimed' and d.guard = 'none' and c.status = 'active';
end $$;

create function listens_for_udp(g gateway) returns boolean language sql immutable set search_path = public as $$
  select g.udp_address is not null or g.udp_told is not null and g.stun_offer like 'set %' $$;

drop function connection_target(bigint, bigint);
/**
 * Where a connection request would go; nothing for a gateway that may not be called. `url` null: over UDP alone; `udp`:
 * it keeps a way open to our STUN server, for no other port gets through its NAT.
 */
create function connection_target(company_in bigint, device_in bigint) returns table (
  url text, username text, password bytea, pending_password bytea, last_address text, company_code text, udp boolean
) language sql stable security definer set search_path = public as $$
  select d.connection_request_url, g.connection_username, g.connection_password, g.pending_connection_password,
    host(g.last_address), c.code, listens_for_udp(g)
  from device d join gateway g on g.device_id = d.id join company c on c.id = d.company_id
  where d.id = device_in and d.company_id = company_in and d.state = 'claimed' and d.guard = 'none'
    and (d.connection_request_url is not null or listens_for_udp(g))
    and c.status = 'active' $$;

drop function acs_resolve(text[], text[], text[], bytea[]);
/**
 * Who these identities are. One row for each that belongs to somebody; `n` counts from 1. `token_hashes` are of the
 * enrolment URLs that they used, null for none; `url_company_id` is whose that is.
 */
create function acs_resolve(ouis text[], classes text[], serials text[], token_hashes bytea[]) returns table (
  n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_told text
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select k.n, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, g.username, g.ha1,
      g.pending_ha1, g.facts, host(g.last_address), d.data_model_root, d.periodic_interval,
      coalesce(g.expected_reset_until > now(), false),
      exists (select 1 from device_command o where o.device_id = d.id and o.state in ('waiting', 'sent')),
      g.unanswered,
      (select e.company_id from enrolment e where e.token_hash = k.token_hash),
      g.stun_offer, g.udp_told
    from unnest(ouis, classes, serials, token_hashes) with ordinality as k (oui, class, serial, token_hash, n)
    join device d on d.oui = k.oui and d.product_class = k.class and d.serial_number = k.serial
      and d.state = 'claimed' and d.driver = 'cwmp'
    join gateway g on g.device_id = d.id
    join company c on c.id = d.company_id;
end $$;

-- ─── Certificates ────────────────────────────────────────────────────────────────────────────────────────────────

alter table device drop constraint device_enrolled_by_check, add constraint device_enrolled_by_check
  check (enrolled_by in ('bootstrap', 'enrolment_url', 'pre_registration', 'claim', 'certificate'));

/** The companies that registered an identity which nobody has: two are enough to know that it is not one. */
create function acs_registrants(oui_in text, class_in text, serial_in text, model_in text) returns table (
  company_id bigint, company_status text
) language sql stable security definer set search_path = public as $$
  select distinct r.company_id, c.status
  from pre_registration r join company c on c.id = r.company_id
  where r.serial_number = serial_in and registration_fits(r, oui_in, class_in, serial_in, model_in)
  limit 2 $$;

/** A certificate of one gateway, and an Inform of another: in the log of the platform, and of whose identity that is. */
create function acs_certificate_mismatch(
  oui_in text, class_in text, serial_in text, address_in inet, certificate_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  described constant jsonb := jsonb_build_object('serialNumber', serial_in, 'oui', oui_in, 'address', host(address_in),
    'certificate', certificate_in);
begin
  select * into d from device where oui = oui_in and product_class = class_in and serial_number = serial_in
    and state = 'claimed' and driver = 'cwmp';
  if d.id is not null then
    perform note_timeline(d.company_id, d.id, 'certificate.mismatch', jsonb_build_object('certificate', certificate_in,
      'address', host(address_in)));
    perform note_audit(d.company_id, 'gateway.certificate_mismatch', 'device', d.id::text, described);
  end if;
  perform note_audit(c.id, 'gateway.certificate_mismatch', 'device', coalesce(d.id::text, ''), described)
  from company c where c.kind = 'op' and c.id is distinct from d.company_id;
end $$;

-- ─── Intervals of gateways that hold no credentials ──────────────────────────────────────────────────────────────

/** The gateway took an interval without credentials: from here on it can be overdue. */
create function acs_interval_set(device_in bigint, seconds_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform expect_informs(device_in, seconds_in);
end $$;

grant execute on function
  acs_stun_accounts, acs_stun_seen, acs_udp_told, acs_stun_offered, acs_stun_password, udp_request_wanted,
  acs_udp_requests, connection_target, acs_resolve, acs_registrants, acs_certificate_mismatch, acs_interval_set
  to {{login}};
