-- Credentials and session lease. Sealed values decrypt only for their own device.
create table gateway (
  device_id bigint primary key,
  company_id bigint not null,
  -- The device's own user name. `ha1` is proved; `pending_ha1` was set and awaits proof.
  username text not null,
  ha1 bytea,
  pending_ha1 bytea,
  connection_username text,
  connection_password bytea,
  pending_connection_password bytea,
  -- Fingerprint of the facts in an Inform (versions, addresses, URL). Equal means unchanged.
  facts text not null default '',
  last_address inet,
  -- Until then a session without credentials is accepted from `last_address` and receives credentials.
  open_until timestamptz,
  -- Until then a factory reset is expected, and 0 BOOTSTRAP does not quarantine.
  expected_reset_until timestamptz,
  -- Challenges left unanswered by a gateway with an enrolment URL after it received credentials.
  unanswered int not null default 0,
  address_flips int not null default 0,
  flips_since timestamptz,
  -- The session that may run commands. A new Inform takes the lease.
  lease_holder uuid,
  lease_since timestamptz,
  -- Sealed. Its user name is the gateway's own.
  stun_password bytea,
  -- Result of the last STUN configuration and its server: 'set 198.51.100.7:3478', or absent, refused.
  stun_offer text not null default '',
  -- UDPConnectionRequestAddress as reported in a session.
  udp_announced text,
  -- Binding seen by `udp_server`, proved by MESSAGE-INTEGRITY. Only that server's port passes the NAT.
  udp_address inet,
  udp_port int,
  udp_server text,
  udp_seen_at timestamptz,
  -- ParameterKey as last reported. Null: not reported yet, and the first value raises no suspicion.
  parameter_key text,
  -- Whether it has parameters to measure, so that its Informs need not ask. Null: its names are still to be looked at.
  measures boolean,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) with (fillfactor = 80);
create index gateway_open on gateway (open_until) where open_until is not null;
create index gateway_expected_reset on gateway (expected_reset_until) where expected_reset_until is not null;
create index gateway_username on gateway (username);
select netward_seal('gateway');

-- How a gateway is measured: made of its known names, when these change or its firmware does.
create table gateway_measuring (
  device_id bigint primary key,
  company_id bigint not null,
  -- {plan, unread}: PlannedGateway of packages/cwmp.
  plan jsonb not null,
  -- Parameters that it refused while it ran this firmware: they are not asked for again.
  refused text[] not null default '{}',
  software_version text not null,
  planned_at timestamptz not null default now(),
  -- {metric, instance, label, value, level}: what looks worst now, as device_polling.worst.
  worst jsonb,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index gateway_measuring_company on gateway_measuring (company_id, device_id);
select netward_protect('gateway_measuring', 'company_id', '');
grant select (company_id, device_id, worst) on gateway_measuring to {{company}}, {{tree}}, {{platform}};
select netward_follow_device('gateway_measuring');

-- Raw exchanges, masked, for diagnostics. Unlogged: a crash of the database may empty it.
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
select netward_follow_device('gateway_exchange');
select netward_behind_consent('gateway_exchange');

-- Identities that reported in unclaimed. Bounded by acs_pool; read by definer functions only.
create table gateway_pool (
  id bigint generated always as identity primary key,
  oui text not null,
  product_class text collate identity_text not null,
  serial_number text collate identity_text not null,
  manufacturer text not null default '',
  model_name text not null default '',
  remote_address inet not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  informs int not null default 1,
  -- The company whose credentials or URL it used, if admission needs approval.
  via_company_id bigint references company on delete cascade,
  -- Matches a pre-registration: not refused when the pool is full, not pruned before it expires.
  pre_registered boolean not null default false,
  -- A placeholder serial number that many units share.
  placeholder boolean not null default false,
  -- When the same identity last called from two sources within the time of a claim.
  two_callers_at timestamptz,
  claim_company_id bigint references company on delete cascade,
  claim_until timestamptz,
  claim_name text,
  -- Place of the gateway after the claim: an outlet, or the place of the gateway that it replaces.
  claim_outlet_id bigint,
  claim_replaces_id bigint,
  -- A claim by pre-registration alone needs approval from above; until then claim_until is null.
  claim_asked_at timestamptz,
  claim_asked_by text,
  unique (oui, product_class, serial_number)
);
create index gateway_pool_age on gateway_pool (last_seen_at);
create index gateway_pool_via on gateway_pool (via_company_id) where via_company_id is not null;
create index gateway_pool_serial on gateway_pool (serial_number);
create index gateway_pool_asked on gateway_pool (claim_asked_at, id) where claim_asked_at is not null;
create index gateway_pool_claims on gateway_pool (claim_until) where claim_until is not null;
-- Counts entries per network.
create index gateway_pool_source on gateway_pool (network(set_masklen(remote_address,
  case family(remote_address) when 4 then 24 else 56 end)));
create index gateway_pool_replaces on gateway_pool (claim_replaces_id) where claim_replaces_id is not null;
select netward_seal('gateway_pool');

-- Gateways of deleted tenants. Their identity cannot be claimed until the platform lifts the block.
create table gateway_tombstone (
  id bigint generated always as identity primary key,
  -- The OP, which owns the block.
  company_id bigint not null references company on delete cascade,
  oui text not null,
  product_class text collate identity_text not null,
  serial_number text collate identity_text not null,
  tenant_name text not null,
  tenant_code text not null,
  at timestamptz not null default now(),
  constraint gateway_tombstone_company_id_oui_product_class_serial_numbe_key unique (company_id, oui, product_class, serial_number),
  unique (company_id, id)
);
create index gateway_tombstone_page on gateway_tombstone (company_id, id desc);
create index gateway_tombstone_identity on gateway_tombstone (oui, product_class, serial_number);
select netward_protect('gateway_tombstone', 'company_id', 'select, delete');
create policy whole_company on gateway_tombstone as restrictive to {{company}} using ((select whole_company()));

-- Reserves a serial number for a company. It does not authenticate: a person or the label's secret does.
create table pre_registration (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  oui text,
  product_class text collate identity_text,
  model_name text,
  serial_number text collate identity_text not null,
  name text not null default '',
  -- Keyed hash (for a claim by label) and sealed text (a gateway may use it as its Digest password).
  label_hash bytea,
  label_secret bytea,
  has_label_secret boolean generated always as (label_hash is not null) stored,
  -- Home company of the person who registered it. A label secret is proof only if a level above registered it.
  registered_by bigint default nullif(current_setting('netward.home_id', true), '')::bigint
    references company on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'conflict')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '90 days',
  unique (company_id, id),
  check (oui is not null or model_name is not null)
);
create index pre_registration_serial on pre_registration (serial_number) where state <> 'matched';
create index pre_registration_page on pre_registration (company_id, id desc);
create unique index pre_registration_once on pre_registration
  (company_id, serial_number, coalesce(oui, ''), coalesce(product_class, ''), coalesce(model_name, ''))
  where state <> 'matched';
select netward_protect('pre_registration', 'company_id', 'delete');
grant select (
  id, company_id, oui, product_class, model_name, serial_number, name, has_label_secret, state, created_at,
  expires_at
) on pre_registration to {{company}}, {{tree}}, {{platform}};
grant insert (
  company_id, oui, product_class, model_name, serial_number, name, label_hash, label_secret
) on pre_registration to {{company}}, {{tree}}, {{platform}};

-- First contact of a company's gateways: shared credentials and enrolment URL.
create table enrolment (
  company_id bigint primary key references company on delete cascade,
  username text not null unique,
  -- Sealed: MD5 and SHA-256 of user:realm:password (RFC 7616 3.4.2), one after the other.
  ha1 bytea,
  has_password boolean generated always as (ha1 is not null) stored,
  -- Of the URL /t/<token>: the hash finds it, the sealed token shows it.
  token_hash bytea unique,
  token bytea,
  -- False: gateways with the company's credentials or URL wait in the pool for a manual claim.
  approve_unknown boolean not null default true,
  changed_at timestamptz not null default now()
);
select netward_protect('enrolment', 'company_id', '');
grant select (
  company_id, username, has_password, token, approve_unknown
) on enrolment to {{company}}, {{tree}}, {{platform}};
grant insert (
  company_id, username, ha1, token_hash, token, approve_unknown
) on enrolment to {{company}}, {{tree}}, {{platform}};
grant update (
  ha1, token_hash, token, approve_unknown, changed_at
) on enrolment to {{company}}, {{tree}}, {{platform}};

-- Admissions per company and hour. Each admission locks the row, so the limit holds under concurrency.
create table enrolment_tally (
  company_id bigint not null references company on delete cascade,
  hour timestamptz not null,
  enrolled int not null default 0,
  -- When the limit was written to the audit log.
  reported_at timestamptz,
  primary key (company_id, hour)
);
select netward_protect('enrolment_tally', 'company_id', 'select');

-- Connection requests under way. A gateway that receives two at once takes the answer to its second
-- challenge for one to its first, and refuses both.
create unlogged table connection_request (
  device_id bigint primary key,
  company_id bigint not null,
  -- After this time the entry of a dead worker is ignored.
  until timestamptz not null,
  -- Another request for the same gateway arrived meanwhile.
  joined boolean not null default false,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_seal('connection_request');

-- UDP requests for the process with the STUN port: one per device, valid for seconds.
create table udp_request (
  device_id bigint primary key,
  company_id bigint not null,
  wanted_at timestamptz not null default now(),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_seal('udp_request');

-- STUN servers of the installation; each updates its row about every minute.
create table stun_server (
  name text primary key,
  seen_at timestamptz not null
);
select netward_seal('stun_server');

-- A gateway that may become the company's, as its Inform describes it. `n`: its position in the batch.
create type gateway_arrival as (
  n int, oui text, class text, serial text, manufacturer text, model text, how text, address inet, guard text, name text,
  username text, open_until timestamptz, commands jsonb, registered_only boolean, reported jsonb, facts text, events jsonb,
  is_given boolean, overdue_seconds double precision
);
