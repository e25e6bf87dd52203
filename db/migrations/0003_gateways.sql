-- Gateways (TR-069): how they enrol, who they are, the pool of unknown ones, their raw exchanges.

-- ─── Enrolment ───────────────────────────────────────────────────────────────────────────────────────────────

-- How the gateways of a company call home the first time.
create table enrolment (
  company_id bigint primary key references company on delete cascade,
  username text not null unique,
  -- Sealed: MD5 and SHA-256 of user:realm:password (RFC 7616 3.4.2), one after the other.
  ha1 bytea,
  has_password boolean generated always as (ha1 is not null) stored,
  -- Of the URL /t/<token>: the hash finds it, the sealed token shows it.
  token_hash bytea unique,
  token bytea,
  -- False: what calls in with the company's credentials or URL waits among the unknown ones for a claim by hand.
  approve_unknown boolean not null default true,
  changed_at timestamptz not null default now()
);
select netward_protect('enrolment', 'company_id', '');
grant select (company_id, username, has_password, token, approve_unknown),
  insert (company_id, username, ha1, token_hash, token),
  update (ha1, token_hash, token, changed_at)
  on enrolment to {{company}}, {{tree}}, {{platform}};

-- Assigns a serial to a company. It authenticates nobody: a person approves, or the secret on the label does.
create table pre_registration (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  oui text,
  product_class text,
  model_name text,
  serial_number text not null,
  name text not null default '',
  -- Keyed hash (for a claim by label) and sealed text (a gateway may use it as its Digest password).
  label_hash bytea,
  label_secret bytea,
  has_label_secret boolean generated always as (label_hash is not null) stored,
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'conflict')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '90 days',
  unique (company_id, id),
  check (oui is not null or model_name is not null)
);
create index pre_registration_serial on pre_registration (serial_number) where state <> 'matched';
create index pre_registration_page on pre_registration (company_id, id desc);
create unique index pre_registration_once on pre_registration
  (company_id, serial_number, coalesce(oui, ''), coalesce(product_class, ''), coalesce(model_name, ''))
  where state <> 'matched';
select netward_protect('pre_registration', 'company_id', '');
grant select (id, company_id, oui, product_class, model_name, serial_number, name, has_label_secret, state,
    created_at, expires_at),
  insert (company_id, oui, product_class, model_name, serial_number, name, label_hash, label_secret),
  delete
  on pre_registration to {{company}}, {{tree}}, {{platform}};

-- Identities that called in and belong to nobody. Bounded by acs_pool; nobody but definer functions reads it.
create table gateway_pool (
  id bigint generated always as identity primary key,
  oui text not null,
  product_class text not null,
  serial_number text not null,
  manufacturer text not null default '',
  model_name text not null default '',
  remote_address inet not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  informs int not null default 1,
  -- Whose credentials or URL it came with, when these are not taken without approval.
  via_company_id bigint references company on delete cascade,
  -- Matches a pre-registration: never refused for want of room, never pruned before that expires.
  pre_registered boolean not null default false,
  -- A serial number that many units share.
  placeholder boolean not null default false,
  -- When it last called from two sources: two callers with one identity, for as long as a claim would be open.
  two_callers_at timestamptz,
  claim_company_id bigint references company on delete cascade,
  claim_until timestamptz,
  claim_name text,
  unique (oui, product_class, serial_number)
);
create index gateway_pool_age on gateway_pool (last_seen_at);
create index gateway_pool_via on gateway_pool (via_company_id) where via_company_id is not null;
create index gateway_pool_serial on gateway_pool (serial_number);
create index gateway_pool_claims on gateway_pool (claim_until) where claim_until is not null;
-- How many one network holds.
create index gateway_pool_source on gateway_pool (network(set_masklen(remote_address,
  case family(remote_address) when 4 then 24 else 56 end)));
select netward_seal('gateway_pool');

create function pool_duplicate(p gateway_pool) returns boolean language sql stable set search_path = public as $$
  select p.placeholder or coalesce(p.two_callers_at > now() - interval '15 minutes', false) $$;

-- ─── What the server keeps of each gateway, beside the device ────────────────────────────────────────────────

-- Credentials and the lease. Sealed values open only for their own device.
create table gateway (
  device_id bigint primary key,
  company_id bigint not null,
  -- The device's own user name; `ha1` is proved, `pending_ha1` was set and waits for its proof.
  username text not null,
  ha1 bytea,
  pending_ha1 bytea,
  connection_username text,
  connection_password bytea,
  pending_connection_password bytea,
  -- A fingerprint of what Informs tell (versions, addresses, URL): equal means that nothing changed.
  facts text not null default '',
  last_address inet,
  -- Until then a session without credentials is taken, from `last_address` alone: it is given credentials.
  open_until timestamptz,
  -- A factory reset is expected until then: 0 BOOTSTRAP does not quarantine.
  expected_reset_until timestamptz,
  -- Challenges that a gateway with an enrolment URL left unanswered after it had been given credentials.
  unanswered int not null default 0,
  address_flips int not null default 0,
  flips_since timestamptz,
  -- The session that runs commands. A new Inform takes it over.
  lease_holder uuid,
  lease_since timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) with (fillfactor = 80);
create index gateway_open on gateway (open_until) where open_until is not null;
select netward_seal('gateway');

-- Raw exchanges, masked: diagnostics. Unlogged: a crash of the database may empty it.
create unlogged table gateway_exchange (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  at timestamptz not null,
  direction text not null check (direction in ('received', 'sent')),
  method text not null,
  failed boolean not null,
  reason text,
  bytes int not null,
  body text not null
) with (toast_tuple_target = 8160);
create index gateway_exchange_device on gateway_exchange (device_id, failed, id desc);
select netward_protect('gateway_exchange', 'company_id', 'select');

-- ─── Pieces of the functions below ───────────────────────────────────────────────────────────────────────────
-- All of them lock in one order, or two of them would wait for each other: device_presence, device, gateway.

create function lock_device(device_in bigint) returns void language sql set search_path = public as $$
  select from device_presence where device_id = device_in for update;
  select from device where id = device_in for update $$;

create function note_timeline(company_in bigint, device_in bigint, kind_in text, detail_in jsonb) returns void
  language sql set search_path = public as $$
  insert into device_timeline (company_id, device_id, kind, detail) values (company_in, device_in, kind_in, detail_in) $$;

create function note_live(company_in bigint, kind_in text, subject_in bigint, data_in jsonb) returns void
  language sql set search_path = public as $$
  insert into live_event (company_id, kind, subject_id, data) values (company_in, kind_in, subject_in, data_in) $$;

/** A pre-registration says what it says: what it leaves open fits anything. */
create function registration_fits(
  r pre_registration, oui_in text, class_in text, serial_in text, model_in text
) returns boolean language sql stable set search_path = public as $$
  select r.serial_number = serial_in and r.state <> 'matched' and r.expires_at > now()
    and (r.oui is null or r.oui = oui_in)
    and (r.product_class is null or r.product_class = class_in)
    and (r.model_name is null or upper(r.model_name) in (upper(model_in), class_in)) $$;

/** The interval is known from here on: in the middle of a session, so the gateway is online. */
create function expect_informs(device_in bigint, seconds_in int) returns void
  language plpgsql set search_path = public as $$
declare
  d device;
begin
  if seconds_in is null then return; end if;
  perform lock_device(device_in);
  select * into d from device where id = device_in;
  update device set periodic_interval = seconds_in, presence = 'online' where id = device_in;
  update device_presence set due_at = last_inform_at + make_interval(secs => seconds_in * 2.5)
  where device_id = device_in;
  if d.presence <> 'online' then
    perform note_timeline(d.company_id, device_in, 'online', '{}');
    perform note_live(d.company_id, 'device.presence', device_in, '{"presence": "online"}');
  end if;
end $$;

-- ─── Informs ─────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Who these identities are. One row for each that belongs to somebody; `n` counts from 1. `token_hashes` are of the
 * enrolment URLs that they used, null for none; `url_company_id` is whose that is.
 */
create function acs_resolve(ouis text[], classes text[], serials text[], token_hashes bytea[]) returns table (
  n bigint, device_id bigint, company_id bigint, company_status text, guard text, credential_state text,
  enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text, data_model_root text,
  periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int, url_company_id bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select k.n, d.id, d.company_id, c.status, d.guard, d.credential_state, d.enrolled_by, g.username, g.ha1,
      g.pending_ha1, g.facts, host(g.last_address), d.data_model_root, d.periodic_interval,
      coalesce(g.expected_reset_until > now(), false),
      exists (select 1 from device_command o where o.device_id = d.id and o.state in ('waiting', 'sent')),
      g.unanswered,
      (select e.company_id from enrolment e where e.token_hash = k.token_hash)
    from unnest(ouis, classes, serials, token_hashes) with ordinality as k (oui, class, serial, token_hash, n)
    join device d on d.oui = k.oui and d.product_class = k.class and d.serial_number = k.serial
      and d.state = 'claimed' and d.driver = 'cwmp'
    join gateway g on g.device_id = d.id
    join company c on c.id = d.company_id;
end $$;

/** Whose bootstrap user name or enrolment URL this is. */
create function acs_enrolment(username_in text, token_hash_in bytea) returns table (
  company_id bigint, company_status text, ha1 bytea, approve_unknown boolean
) language sql stable security definer set search_path = public as $$
  select e.company_id, c.status, e.ha1, e.approve_unknown
  from enrolment e join company c on c.id = e.company_id
  where case when token_hash_in is null then e.username = username_in else e.token_hash = token_hash_in end $$;

/** Identities that may call in without credentials at this moment, and from where. */
create function acs_open_claims() returns table (
  oui text, product_class text, serial_number text, company_id bigint, company_status text, device_id bigint,
  address text, claim_name text, until timestamptz
) language sql stable security definer set search_path = public as $$
  select p.oui, p.product_class, p.serial_number, p.claim_company_id, c.status, null::bigint, host(p.remote_address),
    p.claim_name, p.claim_until
  from gateway_pool p join company c on c.id = p.claim_company_id
  where p.claim_until > now() and not pool_duplicate(p)
  union all
  select d.oui, d.product_class, d.serial_number, d.company_id, c.status, d.id, host(g.last_address), null, g.open_until
  from gateway g join device d on d.id = g.device_id join company c on c.id = d.company_id
  where g.open_until > now() and d.state = 'claimed' and d.guard = 'none' $$;

/** Secrets on labels that were registered for an identity that nobody has. */
create function acs_label_secrets(oui_in text, class_in text, serial_in text, model_in text) returns table (
  company_id bigint, company_status text, label_secret bytea
) language sql stable security definer set search_path = public as $$
  select k.company_id, c.status, k.label_secret from (
    -- Some of each company: one that registers a serial many times over leaves room for the others.
    select r.id, r.company_id, r.label_secret, row_number() over (partition by r.company_id order by r.id) as nth
    from pre_registration r
    where r.serial_number = serial_in and r.label_secret is not null
      and registration_fits(r, oui_in, class_in, serial_in, model_in)) k
  join company c on c.id = k.company_id
  where k.nth <= 4 order by k.nth, k.id limit 32 $$;

/**
 * A gateway that authenticated, or that a claim lets in, becomes a device of that company. Null when somebody has the
 * identity by now. `commands_in` are the first reads: an array of {kind, request}.
 */
create function acs_admit(
  company_in bigint, oui_in text, class_in text, serial_in text, manufacturer_in text, model_in text, how_in text,
  address_in inet, guard_in text, name_in text, username_in text, open_until_in timestamptz, commands_in jsonb
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  made bigint;
  registered pre_registration;
begin
  select r.* into registered from pre_registration r
    where r.company_id = company_in and r.serial_number = serial_in
      and registration_fits(r, oui_in, class_in, serial_in, model_in)
    order by r.id limit 1 for update;
  insert into device (company_id, name, type, driver, manufacturer, oui, product_class, serial_number, model_name,
    enrolled_by, credential_state, guard)
  values (company_in,
    coalesce(nullif(name_in, ''), nullif(registered.name, ''), nullif(serial_in, ''), class_in, '-'),
    'smart_cpe', 'cwmp', manufacturer_in, oui_in, class_in, serial_in, model_in, how_in,
    case how_in when 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, guard_in)
  on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
  returning id into made;
  if made is null then return null; end if;
  insert into gateway (device_id, company_id, username, last_address, open_until)
  values (made, company_in, username_in, address_in, open_until_in);
  if registered.id is not null then
    update pre_registration set state = 'matched' where id = registered.id;
  end if;
  delete from gateway_pool p where p.oui = oui_in and p.product_class = class_in and p.serial_number = serial_in;
  insert into device_command (company_id, device_id, kind, request, expires_at)
  select company_in, made, c->>'kind', c->'request', now() + interval '7 days'
  from jsonb_array_elements(commands_in) c;
  perform note_timeline(company_in, made, 'claimed', jsonb_build_object('by', how_in));
  if guard_in = 'duplicate' then
    perform note_timeline(company_in, made, 'guard.duplicate', jsonb_build_object('because', 'placeholder_serial'));
  end if;
  perform note_live(company_in, 'device.added', made, '{}');
  return made;
end $$;

/**
 * Unknown identities that left the challenge unanswered or wrong. One network (/24, /56) holds at most `per_source`
 * of them, all together `room`; a pre-registered one always fits. Nothing is kept of an identity that somebody has.
 */
create function acs_pool(
  ouis text[], classes text[], serials text[], manufacturers text[], models text[], addresses inet[], vias bigint[],
  placeholders boolean[], per_source int, room int
) returns void language plpgsql security definer set search_path = public as $$
declare
  k record;
  known gateway_pool;
  registrants bigint[];
  held bigint;
begin
  select count(*) into held from gateway_pool where not pre_registered;
  for k in
    select distinct on (u.oui, u.class, u.serial) u.*
    from unnest(ouis, classes, serials, manufacturers, models, addresses, vias, placeholders)
      as u (oui, class, serial, manufacturer, model, address, via, placeholder)
    where not exists (select 1 from device d where d.oui = u.oui and d.product_class = u.class
      and d.serial_number = u.serial and d.state = 'claimed' and d.driver = 'cwmp')
    order by u.oui, u.class, u.serial
  loop
    select array_agg(distinct r.company_id) into registrants from pre_registration r
      where r.serial_number = k.serial and registration_fits(r, k.oui, k.class, k.serial, k.model);
    if cardinality(registrants) > 1 then
      update pre_registration r set state = 'conflict' where r.serial_number = k.serial and r.state = 'waiting'
        and registration_fits(r, k.oui, k.class, k.serial, k.model);
    end if;
    select p.* into known from gateway_pool p
      where p.oui = k.oui and p.product_class = k.class and p.serial_number = k.serial for update;
    if known.id is not null then
      update gateway_pool p set
        last_seen_at = now(), informs = p.informs + 1,
        pre_registered = registrants is not null,
        via_company_id = coalesce(k.via, p.via_company_id),
        -- Another source while a claim is open, or soon after the last one: two callers with one identity.
        two_callers_at = case when p.remote_address <> k.address
          and (p.claim_until > now() or p.last_seen_at > now() - interval '2 minutes') then now()
          else p.two_callers_at end,
        remote_address = case when p.claim_until > now() then p.remote_address else k.address end,
        manufacturer = k.manufacturer, model_name = k.model
      where p.id = known.id;
      continue;
    end if;
    if registrants is null and k.via is null then
      if held >= room then continue; end if;
      if (select count(*) from gateway_pool p
          where network(set_masklen(p.remote_address, case family(p.remote_address) when 4 then 24 else 56 end))
            = network(set_masklen(k.address, case family(k.address) when 4 then 24 else 56 end))) >= per_source then
        continue;
      end if;
      held := held + 1;
    end if;
    insert into gateway_pool (oui, product_class, serial_number, manufacturer, model_name, remote_address,
      via_company_id, pre_registered, placeholder)
    values (k.oui, k.class, k.serial, k.manufacturer, k.model, k.address, k.via, registrants is not null, k.placeholder)
    on conflict do nothing;
    -- The platform sees all; a company only what is its own.
    perform note_live(c.id, 'pool.changed', null, '{}') from company c
      where c.kind = 'op' or c.id = k.via or (cardinality(registrants) = 1 and c.id = registrants[1]);
  end loop;
end $$;

/** Last-seen of many gateways whose periodic Inform told nothing new. What was offline comes back. */
create function acs_presence(devices bigint[], ats timestamptz[], dues timestamptz[]) returns void
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
    update device_presence p set last_inform_at = greatest(p.last_inform_at, l.at), due_at = l.due
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
 * An Inform that tells something: events beyond 2 PERIODIC, or changed facts. Everything
 * that follows from it, in one transaction. `due_in` is null while the interval is not known. `told` holds the facts
 * {softwareVersion, hardwareVersion, modelName, manufacturer, ipAddress, macAddress, root, cwmpVersion, url, address}
 * (absent: not told) and `events` [{kind, code, commandKey}]. Returns the guard as it stands now.
 */
create function acs_inform(
  device_in bigint, at_in timestamptz, due_in timestamptz, facts_in text, told jsonb, events jsonb
) returns text language plpgsql security definer set search_path = public as $$
declare
  d device;
  g gateway;
  boot boolean := exists (select 1 from jsonb_array_elements(events) e where e->>'kind' in ('boot', 'bootstrap'));
  rebooted boolean := exists (select 1 from jsonb_array_elements(events) e
    where e->>'kind' = 'method' and e->>'code' ilike 'M%Reboot');
  moved boolean;
  news boolean;
  changes jsonb := '{}';
  next_presence text;
  e jsonb;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return 'released'; end if;
  select * into g from gateway where device_id = device_in for update;
  next_presence := case when due_in is null then d.presence else 'online' end;
  news := facts_in <> g.facts or boot;

  if d.software_version <> '' and told->>'softwareVersion' <> d.software_version then
    changes := changes || jsonb_build_object('softwareVersion', jsonb_build_array(d.software_version, told->>'softwareVersion'));
  end if;
  if d.hardware_version <> '' and told->>'hardwareVersion' <> d.hardware_version then
    changes := changes || jsonb_build_object('hardwareVersion', jsonb_build_array(d.hardware_version, told->>'hardwareVersion'));
  end if;
  if d.ip_address is not null and (told->>'ipAddress')::inet <> d.ip_address then
    changes := changes || jsonb_build_object('ipAddress', jsonb_build_array(host(d.ip_address), told->>'ipAddress'));
  end if;

  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address),
    data_model_root = coalesce(told->>'root', data_model_root),
    cwmp_version = coalesce(told->>'cwmpVersion', cwmp_version),
    connection_request_url = coalesce(told->>'url', connection_request_url),
    first_inform_at = coalesce(first_inform_at, at_in),
    last_boot_at = case when boot then at_in else last_boot_at end,
    presence = next_presence
  where id = device_in;
  insert into device_presence as p (device_id, company_id, last_inform_at, due_at)
  values (device_in, d.company_id, at_in, due_in)
  on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, at_in), due_at = due_in;

  -- One unit has one address at a time: two that take turns, without a boot between, are two units.
  moved := g.last_address is not null and g.last_address <> (told->>'address')::inet and not boot;
  update gateway set
    facts = facts_in,
    last_address = (told->>'address')::inet,
    address_flips = case when not moved then address_flips
      when flips_since is null or flips_since < at_in - interval '10 minutes' then 1 else address_flips + 1 end,
    flips_since = case when moved and (flips_since is null or flips_since < at_in - interval '10 minutes')
      then at_in else flips_since end
  where device_id = device_in returning * into g;
  if g.address_flips >= 4 and d.guard = 'none' then
    perform acs_guard(device_in, 'duplicate', 'two_sources');
    d.guard := 'duplicate';
  end if;

  for e in select * from jsonb_array_elements(events) loop
    if e->>'kind' <> 'periodic' then
      perform note_timeline(d.company_id, device_in, 'inform.' || (e->>'kind'),
        jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey'));
    end if;
  end loop;
  if next_presence <> d.presence then
    perform note_timeline(d.company_id, device_in, next_presence, '{}');
    perform note_live(d.company_id, 'device.presence', device_in, jsonb_build_object('presence', next_presence));
  end if;
  if changes <> '{}' then perform note_timeline(d.company_id, device_in, 'changed', changes); end if;
  if news then
    perform note_live(d.company_id, 'device.changed', device_in, '{}');
  end if;
  if boot or rebooted then
    with resolved as (
      update device_command c set state = 'done', finished_at = at_in,
        result = coalesce(result, '{}') || jsonb_build_object('kind', 'reboot', 'seen', true)
      where c.device_id = device_in and c.kind = 'reboot' and c.state = 'sent' returning c.id
    ), noted as (
      insert into device_timeline (company_id, device_id, kind, detail)
      select d.company_id, device_in, 'command.done', jsonb_build_object('commandId', id::text, 'kind', 'reboot') from resolved
    )
    insert into live_event (company_id, kind, subject_id, data)
    select d.company_id, 'command.changed', device_in, jsonb_build_object('commandId', id::text) from resolved;
  end if;
  return d.guard;
end $$;

/** Quarantine or duplicate: commands stop until a person approves. */
create function acs_guard(device_in bigint, guard_in text, because_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  update device set guard = guard_in where id = device_in and state = 'claimed' and guard <> guard_in returning * into d;
  if d.id is null then return; end if;
  perform note_timeline(d.company_id, device_in, 'guard.' || guard_in, jsonb_build_object('because', because_in));
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** Something that happened to a gateway and that is nothing but a line of its timeline. */
create function acs_note(device_in bigint, kind_in text, detail_in jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into device_timeline (company_id, device_id, kind, detail)
  select company_id, id, kind_in, detail_in from device where id = device_in $$;

-- ─── Credentials of a gateway's own ──────────────────────────────────────────────────────────────────────────

/** Before they are sent: from here on both these and what authenticated before are taken. */
create function acs_credentials_setting(
  device_in bigint, ha1_in bytea, connection_username_in text, connection_password_in bytea
) returns void language sql security definer set search_path = public as $$
  update device set credential_state = 'setting' where id = device_in and state = 'claimed';
  update gateway set pending_ha1 = ha1_in, connection_username = connection_username_in,
    pending_connection_password = connection_password_in, unanswered = 0
  where device_id = device_in $$;

/** The gateway took them (`accepted_in`), or refused: then it is as it was. A connection request hastens the proof. */
create function acs_credentials_answered(device_in bigint, accepted_in boolean, interval_in int, fault_in text)
  returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  if accepted_in then
    perform expect_informs(device_in, interval_in);
    perform note_timeline(d.company_id, device_in, 'credentials.set', '{}');
    if d.connection_request_url is not null then
      perform graphile_worker.add_job('device.connect',
        json_build_object('companyId', d.company_id::text, 'deviceId', device_in::text),
        job_key := 'device.connect:' || device_in, run_at := now() + interval '3 seconds', max_attempts := 1);
    end if;
  else
    update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
    update device set credential_state = case when exists
        (select 1 from gateway g where g.device_id = device_in and g.ha1 is not null) then 'own'
      when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    where id = device_in;
    perform note_timeline(d.company_id, device_in, 'credentials.refused', jsonb_build_object('fault', fault_in));
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** A session authenticated with them: what was good before no longer is. */
create function acs_credentials_proved(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  update gateway set ha1 = pending_ha1, pending_ha1 = null,
    connection_password = coalesce(pending_connection_password, connection_password),
    pending_connection_password = null, open_until = null, expected_reset_until = null, unanswered = 0
  where device_id = device_in and pending_ha1 is not null;
  if not found then return; end if;
  update device set credential_state = 'own' where id = device_in and state = 'claimed' returning * into d;
  if d.id is null then return; end if;
  perform note_timeline(d.company_id, device_in, 'credentials.proved', '{}');
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** An enrolment-URL gateway left a challenge unanswered; after two it is one that cannot hold credentials. */
create function acs_unanswered(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  g gateway;
begin
  perform lock_device(device_in);
  update gateway set unanswered = unanswered + 1 where device_id = device_in returning * into g;
  if g.unanswered < 2 or g.ha1 is not null then return; end if;
  update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
  update device set credential_state = 'enrolment_url' where id = device_in and credential_state = 'setting';
  perform note_timeline(g.company_id, device_in, 'credentials.not_kept', '{}');
end $$;

-- ─── Commands ────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Takes the lease for a session whose Inform came at `since_in`, unless a later one has it, and gives the commands
 * that wait. Reads and sets that an earlier session left without an answer wait again; a reboot does not: its BOOT is
 * the evidence.
 */
create function acs_take_commands(device_in bigint, holder_in uuid, since_in timestamptz) returns table (
  id bigint, kind text, request jsonb, secret bytea
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update gateway set lease_holder = holder_in, lease_since = since_in where device_id = device_in
    and (lease_holder is null or lease_holder = holder_in or lease_since < since_in);
  if not found then return; end if;
  update device_command set state = 'waiting', sent_at = null
  where device_id = device_in and state = 'sent' and kind <> 'reboot' and expires_at > now();
  return query select c.id, c.kind, c.request, c.secret from device_command c
    where c.device_id = device_in and c.state = 'waiting' and c.expires_at > now()
      and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()
    order by c.id limit 50;
end $$;

/** Before it is sent. False: the lease is another session's by now, or the command was cancelled or has expired. */
create function acs_command_sent(command_in bigint, holder_in uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  perform 1 from device_command o join gateway g on g.device_id = o.device_id
  where o.id = command_in and g.lease_holder = holder_in for share of g;
  if not found then return false; end if;
  update device_command set state = 'sent', sent_at = clock_timestamp()
  where id = command_in and state = 'waiting' and expires_at > now() returning * into c;
  if c.id is null then return false; end if;
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
  return true;
end $$;

/**
 * What came of a command. `state_in` is `done`, `failed`, `waiting` (to be done again) or `sent` (answered, and
 * evidence is still to come). `verify_in` are paths to read later: the gateway said "committed, not applied".
 */
create function acs_command_ended(
  command_in bigint, holder_in uuid, state_in text, result_in jsonb, fault_in text, detail_in text, verify_in text[]
) returns void language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  update device_command o set state = state_in, result = result_in, fault_code = fault_in, fault_detail = detail_in,
    secret = case when state_in in ('done', 'failed') then null else o.secret end,
    finished_at = case when state_in in ('done', 'failed') then clock_timestamp() end
  from gateway g
  where o.id = command_in and o.state = 'sent' and g.device_id = o.device_id and g.lease_holder = holder_in
  returning o.* into c;
  if c.id is null then return; end if;
  if state_in in ('done', 'failed') then
    perform note_timeline(c.company_id, c.device_id, 'command.' || state_in,
      jsonb_build_object('commandId', c.id::text, 'kind', c.kind, 'fault', fault_in));
  end if;
  if cardinality(verify_in) > 0 then
    insert into device_command (company_id, device_id, kind, request, expires_at)
    values (c.company_id, c.device_id, 'get_parameter_values',
      jsonb_build_object('paths', verify_in, 'verifies', c.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day');
  end if;
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
end $$;

/** What was learned of parameters. A value that was not asked is null with `valued` false; secrets come without value. */
create function acs_apply(
  device_in bigint, paths text[], parents text[], values_in text[], valued boolean[], types text[], writables boolean[],
  told jsonb
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  -- Only what tells of the device itself changes its rows.
  if told <> '{}' then perform lock_device(device_in); end if;
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  insert into device_parameter as p (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
  select d.company_id, device_in, k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
    case when k.valued then now() end
  from (select distinct on (u.path) u.* from unnest(paths, parents, values_in, valued, types, writables)
      as u (path, parent, value, valued, type, writable) order by u.path, u.valued desc) k
  on conflict (device_id, path) do update set
    value = case when excluded.read_at is null then p.value else excluded.value end,
    read_at = coalesce(excluded.read_at, p.read_at),
    type = coalesce(excluded.type, p.type),
    writable = coalesce(excluded.writable, p.writable);
  if told = '{}' then return; end if;
  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address)
  where id = device_in;
  if (told->>'periodicInterval')::int is distinct from d.periodic_interval then
    perform expect_informs(device_in, (told->>'periodicInterval')::int);
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** Types known of these parameters: a set uses them. */
create function acs_types(device_in bigint, paths text[]) returns table (path text, type text)
  language sql stable security definer set search_path = public as $$
  select p.path, p.type from device_parameter p
  where p.device_id = device_in and p.path = any (paths) and p.type is not null $$;

/** Raw exchanges of many sessions. Of the devices in `trim_in`, what is beyond the last ones is dropped. */
create function acs_exchanges(
  companies bigint[], devices bigint[], ats timestamptz[], directions text[], methods text[], faileds boolean[],
  reasons text[], sizes int[], bodies text[], trim_in bigint[], keep_in int
) returns void language plpgsql security definer set search_path = public as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into gateway_exchange (company_id, device_id, at, direction, method, failed, reason, bytes, body)
  select * from unnest(companies, devices, ats, directions, methods, faileds, reasons, sizes, bodies);
  delete from gateway_exchange e using (
    select k.device, f.failed, (
      select x.id from gateway_exchange x where x.device_id = k.device and x.failed = f.failed
      order by x.id desc offset keep_in limit 1) as id
    from unnest(trim_in) as k (device) cross join (values (true), (false)) as f (failed)) old
  where e.device_id = old.device and e.failed = old.failed and e.id <= old.id;
end $$;

/** Where a connection request would go; nothing for a gateway that may not be called. */
create function connection_target(company_in bigint, device_in bigint) returns table (
  url text, username text, password bytea, pending_password bytea, last_address text
) language sql stable security definer set search_path = public as $$
  select d.connection_request_url, g.connection_username, g.connection_password, g.pending_connection_password,
    host(g.last_address)
  from device d join gateway g on g.device_id = d.id join company c on c.id = d.company_id
  where d.id = device_in and d.company_id = company_in and d.state = 'claimed' and d.guard = 'none'
    and d.connection_request_url is not null and c.status = 'active' $$;

-- ─── Sweeps ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Gateways whose Inform is overdue go offline. Reads only what is due. Returns how many. */
create function presence_sweep(limit_in int) returns int
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

/** Commands past their time. One that was sent and never answered has failed. Returns how many. */
create function command_expire(limit_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  ended int;
begin
  with due as (
    select c.id from device_command c where c.expires_at < now() and c.state in ('waiting', 'sent')
    order by c.expires_at limit limit_in for update skip locked
  ), changed as (
    update device_command c set finished_at = now(), secret = null,
      fault_code = case c.state when 'sent' then 'no_answer' end,
      state = case c.state when 'sent' then 'failed' else 'expired' end
    from due where c.id = due.id returning c.id, c.company_id, c.device_id, c.kind, c.state
  ), noted as (
    insert into device_timeline (company_id, device_id, kind, detail)
    select company_id, device_id, 'command.' || state, jsonb_build_object('commandId', id::text, 'kind', kind) from changed
  ), told as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'command.changed', device_id, jsonb_build_object('commandId', id::text) from changed
  )
  select count(*) into ended from changed;
  return ended;
end $$;

/** Forgets what the pool has not seen for a week, and claims that nobody answered. Returns how many it dropped. */
create function pool_prune() returns int language plpgsql security definer set search_path = public as $$
declare
  dropped int;
begin
  update gateway_pool set claim_company_id = null, claim_until = null, claim_name = null where claim_until < now();
  update gateway set open_until = null where open_until < now();
  delete from gateway_pool p where p.last_seen_at < now() - interval '7 days' and not exists (
    select 1 from pre_registration r where r.serial_number = p.serial_number
      and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name));
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- ─── What requests may do ────────────────────────────────────────────────────────────────────────────────────

/** Why the company acted in may see an entry of the pool; null when it may not. A conflict is the platform's alone. */
create function pool_seen_by(p gateway_pool) returns text
  language sql stable security definer set search_path = public as $$
  select case
    when netward_setting('netward.identity') = '1' then 'platform'
    when p.via_company_id = scope_company() then 'enrolment_url'
    when (select array_agg(distinct r.company_id) from pre_registration r where r.serial_number = p.serial_number
        and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name)) = array[scope_company()]
      then 'pre_registration' end $$;

/** One page of the pool as the caller sees it, the newest first; `total` is capped at 10,001. */
create function pool_page(search_in text, limit_in int, offset_in int) returns table (
  id bigint, oui text, product_class text, serial_number text, manufacturer text, remote_address text,
  first_seen_at timestamptz, last_seen_at timestamptz, informs int, claim_open_until timestamptz, seen_by text,
  duplicate boolean, total bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    with seen as (
      select p, pool_seen_by(p) as by from gateway_pool p
      where (netward_setting('netward.identity') = '1' or p.via_company_id = scope_company()
          or p.serial_number in (select r.serial_number from pre_registration r
            where r.company_id = scope_company() and r.state <> 'matched'))
        and (search_in is null or strpos(lower(p.oui || ' ' || p.product_class || ' ' || p.serial_number || ' '
          || p.manufacturer || ' ' || host(p.remote_address)), lower(search_in)) > 0)
    ), mine as (select * from seen where by is not null)
    select (p).id, (p).oui, (p).product_class, (p).serial_number, (p).manufacturer, host((p).remote_address),
      (p).first_seen_at, (p).last_seen_at, (p).informs,
      case when (p).claim_until > now() and ((p).claim_company_id = scope_company()
        or netward_setting('netward.identity') = '1') then (p).claim_until end,
      by, pool_duplicate(p), (select count(*) from (select 1 from mine limit 10001) capped)
    from mine order by (p).last_seen_at desc, (p).id desc limit limit_in offset offset_in;
end $$;

/**
 * Opens fifteen minutes for identities of the pool, for the company acted in. One that the caller may not see, that
 * somebody else has claimed, or that two callers use is refused, without a word why.
 */
create function pool_claim(ids_in bigint[], name_in text) returns table (id bigint, label text, accepted boolean)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  wanted bigint;
  p gateway_pool;
begin
  foreach wanted in array ids_in loop
    select o.* into p from gateway_pool o where o.id = wanted for update;
    id := wanted;
    accepted := p.id is not null and pool_seen_by(p) is not null;
    label := case when accepted then host(p.remote_address) else wanted::text end;
    accepted := accepted and not pool_duplicate(p)
      and (p.claim_until is null or p.claim_until < now() or p.claim_company_id = scope_company());
    if accepted then
      update gateway_pool o set claim_company_id = scope_company(), claim_until = now() + interval '15 minutes',
        claim_name = nullif(name_in, '') where o.id = wanted;
      perform note_live(scope_company(), 'pool.changed', wanted, '{}');
    end if;
    return next;
  end loop;
end $$;

/**
 * A claim by serial number and the keyed hash of the secret on the label. False: refused, whatever the cause. Whoever
 * registers a serial writes the label secret that it likes: where another company registered the same serial with
 * another secret, or with none, the platform decides.
 */
create function claim_by_label(oui_in text, class_in text, serial_in text, label_hash_in bytea) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  p gateway_pool;
  fits boolean;
begin
  select o.* into p from gateway_pool o where o.oui = oui_in and o.product_class = class_in and o.serial_number = serial_in
    for update;
  select exists (select 1 from pre_registration r where r.serial_number = serial_in and r.label_hash = label_hash_in
    and registration_fits(r, oui_in, class_in, serial_in, coalesce(p.model_name, '')))
    and not exists (select 1 from pre_registration r where r.serial_number = serial_in
      and r.company_id <> scope_company() and r.label_hash is distinct from label_hash_in
      and registration_fits(r, oui_in, class_in, serial_in, coalesce(p.model_name, ''))) into fits;
  if p.id is null or not fits or pool_duplicate(p)
    or (p.claim_until > now() and p.claim_company_id <> scope_company()) then return false; end if;
  update gateway_pool o set claim_company_id = scope_company(), claim_until = now() + interval '15 minutes'
  where o.id = p.id;
  perform note_live(scope_company(), 'pool.changed', p.id, '{}');
  return true;
end $$;

/** The device stays with its history; its gateway's identity is nobody's again. */
create function release_device(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(id) from device where id = device_in and company_id = scope_company();
  select * into d from device where id = device_in and company_id = scope_company();
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.state <> 'claimed' then raise exception 'device.move_not_allowed' using errcode = 'NW001'; end if;
  update device set state = 'released', released_at = now(), presence = 'unknown' where id = device_in;
  update device_presence set due_at = null where device_id = device_in;
  update device_command set state = 'cancelled', finished_at = now(), secret = null
  where device_id = device_in and state in ('waiting', 'sent');
  delete from gateway where device_id = device_in;
  perform note_timeline(d.company_id, device_in, 'released', '{}');
  perform note_live(d.company_id, 'device.released', device_in, '{}');
end $$;

/**
 * Lifts quarantine and duplicate. What proved the gateway before stays good until new credentials are proved. One that
 * has no credentials of its company is let in without for fifteen minutes, from where it called last.
 */
create function approve_device(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  select * into d from device where id = device_in and company_id = scope_company() for update;
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.state <> 'claimed' or d.guard = 'none' then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  update device set guard = 'none',
    credential_state = case enrolled_by when 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
  where id = device_in;
  update gateway set pending_ha1 = null, pending_connection_password = null, address_flips = 0, flips_since = null,
    unanswered = 0,
    open_until = case when d.enrolled_by in ('claim', 'pre_registration') then now() + interval '15 minutes' end
  where device_id = device_in;
  perform note_timeline(d.company_id, device_in, 'approved', '{}');
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** Whether a connection request to a device of the company acted in makes sense. */
create function can_connect(device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from connection_target(scope_company(), device_in)) $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function
  acs_resolve, acs_enrolment, acs_open_claims, acs_label_secrets, acs_admit, acs_pool, acs_presence, acs_inform,
  acs_guard, acs_note, acs_credentials_setting, acs_credentials_answered, acs_credentials_proved, acs_unanswered,
  acs_take_commands, acs_command_sent, acs_command_ended, acs_apply, acs_types, acs_exchanges, connection_target,
  presence_sweep, command_expire, pool_prune
  to {{login}};
grant execute on function pool_page, pool_claim, claim_by_label, release_device, approve_device, can_connect
  to {{company}}, {{tree}}, {{platform}};
