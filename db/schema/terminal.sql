create table terminal_setting (
  company_id bigint primary key references company on delete cascade,
  -- Sessions from above need the approval of a member.
  ask boolean not null default false,
  ask_minutes int not null default 10 check (ask_minutes between 1 and 60),
  -- Maximum duration of one terminal.
  longest_minutes int not null default 480 check (longest_minutes between 5 and 1440)
);
select netward_protect('terminal_setting', 'company_id', 'select, insert, update');
select netward_only_at_home('terminal_setting');
create policy whole_company_insert on terminal_setting as restrictive for insert to {{company}}
  with check ((select whole_company()));
create policy whole_company_update on terminal_setting as restrictive for update to {{company}}
  using ((select whole_company()));

-- Access for all devices of a company, or those of a model, with a tag, or both. Settings of a device take precedence.
create table terminal_profile (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- Empty: any model, any tag.
  model text not null default '' check (length(model) <= 100),
  tag text not null default '' check (length(tag) <= 40),
  protocol text not null check (protocol in ('ssh', 'telnet')),
  port int not null check (port between 1 and 65535),
  encoding text not null check (encoding in ('utf8', 'gbk')),
  legacy boolean not null,
  username text not null check (length(username) <= 100),
  secret_kind text check (secret_kind in ('password', 'key')),
  -- Sealed; never leaves the server.
  secret bytea,
  idle_minutes int not null check (idle_minutes between 1 and 120),
  changed_at timestamptz not null default clock_timestamp(),
  changed_by text not null,
  unique (company_id, id),
  check ((secret is null) = (secret_kind is null))
);
create unique index terminal_profile_once on terminal_profile (company_id, lower(model), tag);
select netward_protect('terminal_profile', 'company_id', 'insert, update, delete');
grant select (
  id, company_id, name, model, tag, protocol, port, encoding, legacy, username, secret_kind, idle_minutes,
  changed_at, changed_by
) on terminal_profile to {{company}}, {{tree}}, {{platform}};
select netward_behind_consent('terminal_profile');
create policy whole_company_delete on terminal_profile as restrictive for delete to {{company}}
  using ((select whole_company()));
-- Applies to devices of the whole company.
create policy whole_company_insert on terminal_profile as restrictive for insert to {{company}}
  with check ((select whole_company()));
create policy whole_company_update on terminal_profile as restrictive for update to {{company}}
  using ((select whole_company()));

-- Access to a device over SSH or telnet. Without a row: SSH on port 22 with a typed password.
create table terminal_access (
  company_id bigint not null,
  device_id bigint not null,
  protocol text not null default 'ssh' check (protocol in ('ssh', 'telnet')),
  port int not null default 22 check (port between 1 and 65535),
  encoding text not null default 'utf8' check (encoding in ('utf8', 'gbk')),
  -- Allows legacy SSH algorithms.
  legacy boolean not null default false,
  username text not null default '' check (length(username) <= 100),
  secret_kind text check (secret_kind in ('password', 'key')),
  -- Sealed; never leaves the server.
  secret bytea,
  idle_minutes int not null default 15 check (idle_minutes between 1 and 120),
  -- Host key of first use; a different key is refused until accepted.
  host_key text,
  host_key_at timestamptz,
  offered_host_key text,
  offered_at timestamptz,
  -- A row with only a host key uses the company's profiles for access.
  own boolean not null default false,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  check ((secret is null) = (secret_kind is null))
);
select netward_protect('terminal_access', 'company_id', 'insert, update');
grant select (
  company_id, device_id, protocol, port, encoding, legacy, username, secret_kind, idle_minutes, host_key,
  host_key_at, offered_host_key, offered_at, own
) on terminal_access to {{company}}, {{tree}}, {{platform}};
select netward_follow_device('terminal_access');
select netward_behind_consent('terminal_access');

create table terminal_session (
  id bigint generated always as identity primary key,
  -- As for device.
  company_id bigint not null,
  device_id bigint not null,
  device_name text not null,
  person_id bigint not null,
  person_name text not null,
  -- Home company of a visitor.
  home_company_id bigint not null,
  from_outside boolean not null,
  session_id bigint not null,
  remote_address text not null,
  reason text not null check (length(reason) between 1 and 500),
  protocol text not null check (protocol in ('ssh', 'telnet')),
  port int not null,
  encoding text not null check (encoding in ('utf8', 'gbk')),
  username text not null,
  state text not null default 'waiting' check (state in ('asking', 'waiting', 'running', 'ended', 'failed')),
  -- Reason of the end or the failure.
  outcome text,
  ended_by text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Updated every few seconds by the process that carries the session.
  alive_at timestamptz not null default clock_timestamp(),
  recorded_bytes int not null default 0,
  end_asked_by text,
  -- One-time ticket of the browser.
  ticket_hash bytea,
  -- Typed password of this session; sealed, deleted after use.
  secret bytea,
  msp_id bigint not null,
  ask_until timestamptz,
  decided_by text,
  longest_minutes int not null default 480,
  -- The profile used; null: the device's own settings.
  profile_id bigint,
  search text not null generated always as (lower(device_name || ' ' || person_name || ' ' || reason)) stored,
  unique (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  constraint terminal_session_asks check (state <> 'asking' or ask_until is not null)
);
alter table terminal_session alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
create index terminal_session_page on terminal_session (company_id, id desc);
create index terminal_session_device on terminal_session (company_id, device_id, id desc);
create index terminal_session_person on terminal_session (person_id, created_at);
create index terminal_session_ticket on terminal_session (ticket_hash) where ticket_hash is not null;
create index terminal_session_msp on terminal_session (msp_id, id desc);
create index terminal_session_open on terminal_session (alive_at) where state in ('asking', 'waiting', 'running');
-- Running sessions among many ended ones.
create index terminal_session_open_company on terminal_session (company_id, id desc) where state in ('asking', 'waiting', 'running');
create index terminal_session_open_msp on terminal_session (msp_id, id desc) where state in ('asking', 'waiting', 'running');
create index terminal_session_open_all on terminal_session (id desc) where state in ('asking', 'waiting', 'running');
create index terminal_session_search on terminal_session using gin (company_id, msp_id, search gin_trgm_ops);
select netward_protect('terminal_session', 'company_id', 'insert');
alter policy tree_scope on terminal_session using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
grant select (
  id, company_id, device_id, device_name, person_id, person_name, home_company_id, from_outside,
  remote_address, reason, protocol, port, encoding, username, state, outcome, ended_by, created_at, started_at,
  ended_at, recorded_bytes, end_asked_by, ask_until, decided_by, longest_minutes, profile_id
) on terminal_session to {{company}}, {{tree}}, {{platform}};
grant update (
  state, outcome, ended_by, started_at, ended_at, recorded_bytes, end_asked_by, ticket_hash, secret,
  decided_by
) on terminal_session to {{company}}, {{tree}}, {{platform}};
select netward_follow_device('terminal_session');

-- Lines of an asciicast (version 2).
create table terminal_chunk (
  company_id bigint not null,
  terminal_id bigint not null,
  n int not null,
  content text not null,
  primary key (company_id, terminal_id, n),
  foreign key (company_id, terminal_id) references terminal_session (company_id, id) on delete cascade
);
select netward_protect('terminal_chunk', 'company_id', 'select, insert');
select netward_behind_consent('terminal_chunk');
create policy with_its_session on terminal_chunk as restrictive for select to {{company}} using (
  exists (select from terminal_session s where s.company_id = terminal_chunk.company_id and s.id = terminal_chunk.terminal_id));

-- Observers of a session, updated every few seconds.
create table terminal_watch (
  company_id bigint not null,
  terminal_id bigint not null,
  person_id bigint not null,
  person_name text not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (company_id, terminal_id, person_id),
  foreign key (company_id, terminal_id) references terminal_session (company_id, id) on delete cascade
);
select netward_protect('terminal_watch');
create policy with_its_session on terminal_watch as restrictive to {{company}} using (
  exists (select from terminal_session s where s.company_id = terminal_watch.company_id and s.id = terminal_watch.terminal_id));

-- Lists from above omit companies without the product.
create policy with_product on terminal_session as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('device_management'))::bigint[]));

-- Triggers: made after the functions.

create trigger terminal_session_set_msp before insert or update of company_id on terminal_session
  for each row execute function device_set_msp();
