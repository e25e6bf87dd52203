-- The account of a person, across all companies that they belong to.
create table person (
  id bigint generated always as identity primary key,
  -- Null: the person owns the account, has no usable user name, and signs in by an
  -- address of their own.
  home_company_id bigint references company,
  user_name text not null,
  display_name text not null,
  email text,
  email_verified_at timestamptz,
  phone text,
  phone_verified_at timestamptz,
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  -- Created by an administrator: the first sign-in completes it.
  must_complete boolean not null default false,
  password_changed_at timestamptz,
  -- Initially that of the company that created the account. Null: the language of the browser.
  language text check (language in ('zh', 'en')),
  time_zone text,
  unique (home_company_id, user_name)
);
create unique index person_email on person (lower(email)) where email_verified_at is not null;
create unique index person_phone on person (phone) where phone_verified_at is not null;
select netward_seal('person');

create table person_totp (
  person_id bigint primary key references person on delete cascade,
  -- With the context totp:<person_id>.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The latest step used. It and earlier steps are refused.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
select netward_seal('person_totp');

create table person_recovery_code (
  person_id bigint not null references person on delete cascade,
  hash bytea not null,
  spent_at timestamptz,
  primary key (person_id, hash)
);
select netward_seal('person_recovery_code');

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  person_id bigint not null references person,
  -- The company at sign-in; other memberships are reached by X-Company-Id.
  company_id bigint not null references company on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_seconds int not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Refusal code of the next request: 40001, 40002, 40005, A0230.
  end_code text,
  remote_address inet,
  user_agent text,
  -- Opened through a sign-in channel of company_id: it opens no other company.
  outside boolean not null default false
) with (fillfactor = 80);
create index session_person on session (person_id) where ended_at is null;
-- Live streams poll for sessions that ended, several times a second.
create index session_ended on session (ended_at) where ended_at is not null;
select netward_seal('session');

-- One-time tickets for live streams, since a WebSocket carries no Bearer header.
create table live_ticket (
  ticket_hash bytea primary key,
  session_id bigint not null references session on delete cascade,
  scope text not null,
  company_id bigint not null,
  root_id bigint,
  expires_at timestamptz not null,
  -- The membership that opened it.
  home_company_id bigint,
  -- Data scope of the person, which limits the events of the stream.
  outlet_ids bigint[],
  department_ids bigint[]
);
select netward_seal('live_ticket');

-- Failures by account and by address, for the growing delay. Written outside the request's transaction.
create table sign_in_failure (
  key text primary key,
  failures int not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index sign_in_failure_age on sign_in_failure (last_at);
select netward_seal('sign_in_failure');

-- Sources of successful sign-ins. Failures from elsewhere do not delay attempts from these.
create table known_source (
  -- Key under which attempts on the account from there are counted.
  key text primary key,
  last_at timestamptz not null default now()
);
create index known_source_age on known_source (last_at);
select netward_seal('known_source');

create table sent_code (
  id text primary key,
  purpose text not null,
  channel text not null check (channel in ('phone', 'mail')),
  -- HMACs of the address, of the binding, and of the code with both.
  address bytea not null,
  bound_to bytea not null,
  source text not null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index sent_code_address on sent_code (address, created_at desc);
create index sent_code_source on sent_code (source, created_at desc);
create index sent_code_age on sent_code (created_at);
select netward_seal('sent_code');

create table image_code (
  id text primary key,
  hash bytea not null,
  expires_at timestamptz not null
);
create index image_code_age on image_code (expires_at);
select netward_seal('image_code');

create table one_time_ticket (
  hash bytea primary key,
  purpose text not null,
  person_id bigint references person on delete cascade,
  company_id bigint references company on delete cascade,
  data jsonb not null default '{}',
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index one_time_ticket_person on one_time_ticket (person_id, purpose);
create index one_time_ticket_age on one_time_ticket (expires_at);
select netward_seal('one_time_ticket');

-- Triggers: made after the functions.

create trigger person_inherits before insert on person for each row when (new.home_company_id is not null)
  execute function person_inherits();
create trigger member_sign_in after insert on session for each row execute function member_sign_in();
