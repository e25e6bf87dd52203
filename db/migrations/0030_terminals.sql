-- Terminals on devices: how a device is entered, who was on it, and what was seen there.

-- How a device is entered over SSH or telnet. Without a row: SSH on port 22, and a password that is typed.
create table terminal_access (
  company_id bigint not null,
  device_id bigint not null,
  protocol text not null default 'ssh' check (protocol in ('ssh', 'telnet')),
  port int not null default 22 check (port between 1 and 65535),
  encoding text not null default 'utf8' check (encoding in ('utf8', 'gbk')),
  -- Old algorithms of SSH too.
  legacy boolean not null default false,
  username text not null default '' check (length(username) <= 100),
  secret_kind text check (secret_kind in ('password', 'key')),
  -- Sealed; never leaves the server.
  secret bytea,
  idle_minutes int not null default 15 check (idle_minutes between 1 and 120),
  -- Of the SSH server that answered first; another one is refused until somebody accepts it.
  host_key text,
  host_key_at timestamptz,
  offered_host_key text,
  offered_at timestamptz,
  check ((secret is null) = (secret_kind is null)),
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_protect('terminal_access', 'company_id', 'insert');
select netward_follow_device('terminal_access');
select netward_behind_consent('terminal_access');
grant select (company_id, device_id, protocol, port, encoding, legacy, username, secret_kind, idle_minutes, host_key,
  host_key_at, offered_host_key, offered_at), update on terminal_access to {{company}}, {{tree}}, {{platform}};

create table terminal_session (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  device_name text not null,
  person_id bigint not null,
  person_name text not null,
  -- Of those who come from above: where they are at home.
  home_company_id bigint not null,
  from_outside boolean not null,
  session_id bigint not null,
  remote_address text not null,
  reason text not null check (length(reason) between 1 and 500),
  protocol text not null check (protocol in ('ssh', 'telnet')),
  port int not null,
  encoding text not null check (encoding in ('utf8', 'gbk')),
  username text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ended', 'failed')),
  -- Why it ended or did not come about.
  outcome text,
  ended_by text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- The process that carries it says so every few seconds.
  alive_at timestamptz not null default clock_timestamp(),
  recorded_bytes int not null default 0,
  end_asked_by text,
  -- Given to the browser once.
  ticket_hash bytea,
  -- What somebody typed for this one alone; sealed, and gone once it was used.
  secret bytea,
  unique (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index terminal_session_page on terminal_session (company_id, id desc);
create index terminal_session_device on terminal_session (company_id, device_id, id desc);
create index terminal_session_open on terminal_session (alive_at) where state in ('waiting', 'running');
create index terminal_session_ticket on terminal_session (ticket_hash) where ticket_hash is not null;
select netward_protect('terminal_session', 'company_id', 'insert');
select netward_follow_device('terminal_session');
grant select (id, company_id, device_id, device_name, person_id, person_name, home_company_id, from_outside, remote_address,
    reason, protocol, port, encoding, username, state, outcome, ended_by, created_at, started_at, ended_at, recorded_bytes,
    end_asked_by),
  update (state, outcome, ended_by, started_at, ended_at, recorded_bytes, end_asked_by, secret, ticket_hash) on terminal_session
  to {{company}}, {{tree}}, {{platform}};

-- Lines of an asciicast (version 2), as they came.
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
do $$ begin
  execute 'create policy with_its_session on terminal_chunk as restrictive for select to {{company}} using (
    exists (select from terminal_session s where s.company_id = terminal_chunk.company_id and s.id = terminal_chunk.terminal_id))';
end $$;

/** The ticket of a browser becomes its session, once, within half a minute, while the person and the device still stand. */
create function redeem_terminal(hash_in bytea) returns table (
  id bigint, company_id bigint, device_id bigint, protocol text, port int, encoding text, username text, typed bytea,
  stored bytea, legacy boolean, idle_minutes int, host_key text, last_address text, company_code text, session_id bigint,
  home_company_id bigint
) language sql security definer set search_path = public as $$
  with redeemed as (
    update terminal_session t set ticket_hash = null, alive_at = clock_timestamp()
    from session s, device d
    where t.ticket_hash = hash_in and t.state = 'waiting' and t.created_at > now() - interval '30 seconds'
      and s.id = t.session_id and s.ended_at is null
      and d.id = t.device_id and d.company_id = t.company_id and d.state = 'claimed' and d.guard = 'none'
    returning t.*)
  select r.id, r.company_id, r.device_id, r.protocol, r.port, r.encoding, r.username, r.secret, a.secret,
    coalesce(a.legacy, false), coalesce(a.idle_minutes, 15), a.host_key, host(g.last_address), c.code, r.session_id,
    r.home_company_id
  from redeemed r join company c on c.id = r.company_id
  left join gateway g on g.device_id = r.device_id
  left join terminal_access a on a.company_id = r.company_id and a.device_id = r.device_id $$;

/**
 * What the terminals of one process are by now: those that have to end, and why. Each is judged as a request of its
 * person would be. Whoever types uses the session that they are signed in by.
 */
create function terminals_now(terminals_in bigint[], used_in bigint[]) returns table (id bigint, why text, ended_by text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update session s set last_seen_at = clock_timestamp()
  from terminal_session t where t.id = any (used_in) and s.id = t.session_id and s.ended_at is null;
  update terminal_session t set alive_at = clock_timestamp() where t.id = any (terminals_in);
  return query
    select t.id,
      case when t.end_asked_by is not null then 'ended_by_administrator' else 'revoked' end, t.end_asked_by
    from terminal_session t
    left join session s on s.id = t.session_id
    left join device d on d.id = t.device_id and d.company_id = t.company_id
    left join lateral begin_request(s.token_hash, t.home_company_id, t.company_id, t.company_id <> t.home_company_id,
      'DMS_SERVER_DEVICE_TERMINAL') r on true
    where t.id = any (terminals_in) and (t.end_asked_by is not null or r.allowed is not true or r.refusal is not null
      or d.state is distinct from 'claimed' or d.guard is distinct from 'none'
      or coalesce(r.outlet_ids, r.department_ids) is not null
        and not coalesce(d.outlet_id = any (r.outlet_ids), false)
        and not coalesce(d.department_id = any (r.department_ids), false));
end $$;

/** Ends those whose process is gone, and those whose browser never came. */
create function sweep_terminals() returns void language sql security definer set search_path = public as $$
  with over as (
    update terminal_session t set ended_at = clock_timestamp(), secret = null, ticket_hash = null,
      state = case state when 'waiting' then 'failed' else 'ended' end,
      outcome = case state when 'waiting' then 'not_opened' else 'interrupted' end
    where t.state in ('waiting', 'running') and t.alive_at < now() - interval '1 minute'
    returning t.company_id)
  insert into live_event (company_id, kind, subject_id, data)
  select distinct company_id, 'terminal.changed', null::bigint, '{}'::jsonb from over $$;

/** Sessions with their recordings are kept as long as the audit log. */
create function prune_terminals(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
begin
  with oldest as (select t.id, t.ended_at from terminal_session t order by t.id limit most)
  delete from terminal_session t using oldest o
  where t.id = o.id and o.ended_at < now() - greatest(keep, interval '6 months');
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function redeem_terminal, terminals_now, sweep_terminals, prune_terminals to {{login}};
