-- Terminals to the end: lists from above by an index, a tenant's word on each session, how many devices are entered alike,
-- who watches, and one statement for what all terminals of a process recorded.

-- ─── From above ──────────────────────────────────────────────────────────────────────────────────────────────────

alter table terminal_session add column msp_id bigint;
update terminal_session set msp_id = msp_of(company_id);
alter table terminal_session alter column msp_id set not null;
-- As for device.
alter table terminal_session alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
create trigger terminal_session_set_msp before insert or update of company_id on terminal_session
  for each row execute function device_set_msp();
drop policy tree_scope on terminal_session;
create policy tree_scope on terminal_session to {{tree}}
  using (msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]))
  with check (company_id = (select scope_company()));
create index terminal_session_msp on terminal_session (msp_id, id desc);

-- ─── What a company asks of those who come from above ────────────────────────────────────────────────────────────

create table terminal_setting (
  company_id bigint primary key references company on delete cascade,
  -- Somebody here allows each session of those who come from above, or it does not come about.
  ask boolean not null default false,
  ask_minutes int not null default 10 check (ask_minutes between 1 and 60),
  -- Nobody works in one terminal for longer.
  longest_minutes int not null default 480 check (longest_minutes between 5 and 1440)
);
select netward_protect('terminal_setting', 'company_id', 'select, insert, update');
select netward_only_at_home('terminal_setting');
create policy whole_company_insert on terminal_setting as restrictive for insert to {{company}}
  with check ((select whole_company()));
create policy whole_company_update on terminal_setting as restrictive for update to {{company}}
  using ((select whole_company()));

alter table terminal_session
  drop constraint terminal_session_state_check,
  add constraint terminal_session_state_check check (state in ('asking', 'waiting', 'running', 'ended', 'failed')),
  add column ask_until timestamptz,
  add column decided_by text,
  add column longest_minutes int not null default 480,
  -- Of what the device is entered by; null: what is set for it alone.
  add column profile_id bigint,
  add constraint terminal_session_asks check (state <> 'asking' or ask_until is not null);
drop index terminal_session_open;
create index terminal_session_open on terminal_session (alive_at) where state in ('asking', 'waiting', 'running');
-- What runs is found among a million that are over.
create index terminal_session_open_company on terminal_session (company_id, id desc) where state in ('asking', 'waiting', 'running');
create index terminal_session_open_msp on terminal_session (msp_id, id desc) where state in ('asking', 'waiting', 'running');
create index terminal_session_open_all on terminal_session (id desc) where state in ('asking', 'waiting', 'running');
grant select (ask_until, decided_by, profile_id, longest_minutes), update (decided_by)
  on terminal_session to {{company}}, {{tree}}, {{platform}};

/** What the company of this transaction wants to be asked; no row: nobody is asked. Whoever broke the glass is not. */
create function terminal_consent() returns table (minutes int, company_name text, home_name text)
  language sql stable security definer set search_path = public as $$
  select s.ask_minutes, c.name, h.name
  from terminal_setting s join company c on c.id = s.company_id
  join company h on h.id = netward_setting('netward.home_id')::bigint
  where s.company_id = scope_company() and s.ask and h.id <> s.company_id
    and acting_entry(s.company_id, scope_person()) is distinct from 'break_glass' $$;

-- ─── How many devices are entered alike ──────────────────────────────────────────────────────────────────────────

-- For all devices of a company, or those of a model, with a tag, or both. What is set for a device alone goes before.
create table terminal_profile (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- Empty: every model, with or without tags.
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
  check ((secret is null) = (secret_kind is null)),
  unique (company_id, id)
);
create unique index terminal_profile_once on terminal_profile (company_id, lower(model), tag);
select netward_protect('terminal_profile', 'company_id', 'insert, delete');
select netward_behind_consent('terminal_profile');
grant select (id, company_id, name, model, tag, protocol, port, encoding, legacy, username, secret_kind, idle_minutes,
  changed_at, changed_by), update on terminal_profile to {{company}}, {{tree}}, {{platform}};
-- Devices of the whole company follow it.
create policy whole_company_insert on terminal_profile as restrictive for insert to {{company}}
  with check ((select whole_company()));
create policy whole_company_update on terminal_profile as restrictive for update to {{company}}
  using ((select whole_company()));
create policy whole_company_delete on terminal_profile as restrictive for delete to {{company}}
  using ((select whole_company()));

-- A row may hold a host key alone: then the device is entered as its company's profiles say.
alter table terminal_access add column own boolean not null default false;
update terminal_access set own = true
  where secret is not null or username <> '' or protocol <> 'ssh' or port <> 22 or legacy or encoding <> 'utf8' or idle_minutes <> 15;
grant select (own) on terminal_access to {{company}}, {{tree}}, {{platform}};

-- ─── Who watches ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Whoever looks on says so every few seconds.
create table terminal_watch (
  company_id bigint not null,
  terminal_id bigint not null,
  person_id bigint not null,
  person_name text not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (company_id, terminal_id, person_id),
  foreign key (company_id, terminal_id) references terminal_session (company_id, id) on delete cascade
);
select netward_protect('terminal_watch', 'company_id', 'select, insert, update, delete');
do $$ begin
  execute 'create policy with_its_session on terminal_watch as restrictive to {{company}} using (
    exists (select from terminal_session s where s.company_id = terminal_watch.company_id and s.id = terminal_watch.terminal_id))';
end $$;

-- ─── What the processes that carry terminals ask and write ───────────────────────────────────────────────────────

drop function redeem_terminal(bytea);
/** As in 0030, and by the profile that its session was opened with. One that is still asked for is waited with. */
create function redeem_terminal(hash_in bytea) returns table (
  id bigint, company_id bigint, device_id bigint, protocol text, port int, encoding text, username text, typed bytea,
  stored bytea, legacy boolean, idle_minutes int, longest_minutes int, profile_id bigint, ask_until timestamptz,
  last_address text, company_code text
) language sql security definer set search_path = public as $$
  with redeemed as (
    update terminal_session t set ticket_hash = null, alive_at = clock_timestamp()
    from session s, device d
    where t.ticket_hash = hash_in and t.state in ('asking', 'waiting') and t.created_at > now() - interval '30 seconds'
      and s.id = t.session_id and s.ended_at is null
      and d.id = t.device_id and d.company_id = t.company_id and d.state = 'claimed' and d.guard = 'none'
    returning t.*)
  select r.id, r.company_id, r.device_id, r.protocol, r.port, r.encoding, r.username, r.secret, way.secret,
    coalesce(way.legacy, false), coalesce(way.idle_minutes, 15), r.longest_minutes, r.profile_id,
    case r.state when 'asking' then r.ask_until end, host(g.last_address), c.code
  from redeemed r join company c on c.id = r.company_id
  left join gateway g on g.device_id = r.device_id
  left join lateral (
    select a.secret, a.legacy, a.idle_minutes from terminal_access a
    where r.profile_id is null and a.company_id = r.company_id and a.device_id = r.device_id and a.own
    union all
    select p.secret, p.legacy, p.idle_minutes from terminal_profile p
    where p.company_id = r.company_id and p.id = r.profile_id) way on true $$;

drop function terminals_now(bigint[], bigint[]);
/**
 * How the terminals of one process stand: `why` says of those that have to end what ends them. Each is judged as a
 * request of its person would be, also by the product that it belongs to. Whoever types uses the session that they are
 * signed in by. `watchers`: who looks on.
 */
create function terminals_now(terminals_in bigint[], used_in bigint[], product_in text)
  returns table (id bigint, why text, ended_by text, state text, watchers text[])
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update session s set last_seen_at = clock_timestamp()
  where s.ended_at is null and s.id in (select t.session_id from terminal_session t where t.id = any (used_in));
  -- In one order, as keep_terminals.
  perform 1 from terminal_session t
    where t.id = any (terminals_in) and t.alive_at < clock_timestamp() - interval '10 seconds'
    order by t.id for no key update;
  update terminal_session t set alive_at = clock_timestamp()
    where t.id = any (terminals_in) and t.alive_at < clock_timestamp() - interval '10 seconds';
  return query
    select t.id,
      case
        when t.end_asked_by is not null then 'ended_by_administrator'
        when r.allowed is not true or r.refusal is not null
          or d.state is distinct from 'claimed' or d.guard is distinct from 'none'
          or coalesce(r.outlet_ids, r.department_ids) is not null
            and not coalesce(d.outlet_id = any (r.outlet_ids), false)
            and not coalesce(d.department_id = any (r.department_ids), false) then 'revoked'
        when request_stop(r.refusal, product_in, r.company_id, r.person_id, r.identity) is not null then 'stopped'
        when t.outcome in ('consent_refused', 'consent_late') then t.outcome
        when t.state = 'asking' and t.ask_until < clock_timestamp() then 'consent_late' end,
      coalesce(t.end_asked_by, t.decided_by), t.state,
      array(select w.person_name from terminal_watch w
        where w.company_id = t.company_id and w.terminal_id = t.id and w.seen_at > clock_timestamp() - interval '20 seconds'
        order by w.person_id limit 5)
    from terminal_session t
    left join session s on s.id = t.session_id
    left join device d on d.id = t.device_id and d.company_id = t.company_id
    left join lateral begin_request(s.token_hash, t.home_company_id, t.company_id, t.company_id <> t.home_company_id,
      'DMS_SERVER_DEVICE_TERMINAL') r on true
    where t.id = any (terminals_in);
end $$;

/** Which of these somebody wants to end or has decided on: cheap enough to be asked every second. */
create function terminals_called(terminals_in bigint[], asking_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select t.id from terminal_session t
  where t.id = any (terminals_in) and (t.end_asked_by is not null or t.id = any (asking_in) and t.state <> 'asking') $$;

/**
 * Stores what terminals of one process showed, all by one statement. `told`: somebody watches, and is called to read it.
 * @returns those that were stored: one whose session is gone is not.
 */
create function keep_terminals(terminals_in bigint[], ns_in int[], contents_in text[], bytes_in int[], told_in bigint[])
  returns setof bigint language plpgsql security definer set search_path = public as $$
begin
  perform 1 from terminal_session t where t.id = any (terminals_in) order by t.id for no key update;
  insert into live_event (company_id, kind, subject_id, data)
  select t.company_id, 'terminal.shown', t.id, '{}'::jsonb from terminal_session t where t.id = any (told_in);
  return query
    with given as (
      select * from unnest(terminals_in, ns_in, contents_in, bytes_in) as g (id, n, content, bytes)),
    kept as (
      insert into terminal_chunk (company_id, terminal_id, n, content)
      select t.company_id, t.id, g.n, g.content from given g join terminal_session t on t.id = g.id),
    counted as (
      update terminal_session t set recorded_bytes = g.bytes
      from (select x.id, max(x.bytes) as bytes from given x group by x.id) g where t.id = g.id)
    select t.id from terminal_session t where t.id = any (terminals_in);
end $$;

/** As in 0030; one that was asked for and whose browser is gone is not opened. */
create or replace function sweep_terminals() returns void language sql security definer set search_path = public as $$
  with over as (
    update terminal_session t set ended_at = clock_timestamp(), secret = null, ticket_hash = null,
      state = case state when 'running' then 'ended' else 'failed' end,
      outcome = case state when 'running' then 'interrupted' else 'not_opened' end
    where t.state in ('asking', 'waiting', 'running') and t.alive_at < now() - interval '1 minute'
    returning t.company_id)
  insert into live_event (company_id, kind, subject_id, data)
  select distinct company_id, 'terminal.changed', null::bigint, '{}'::jsonb from over $$;

grant execute on function redeem_terminal, terminals_now, terminals_called, keep_terminals to {{login}};
grant execute on function terminal_consent to {{company}}, {{tree}}, {{platform}};
