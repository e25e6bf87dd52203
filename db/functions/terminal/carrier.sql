/**
 * Exchanges a browser's ticket for its session, once, within half a minute, while the person and the device
 * are still valid. The device login uses the profile the session was opened with, else the device's own
 * setting. A session that is still requested waits.
 */
create or replace function redeem_terminal(hash_in bytea) returns table (
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

/**
 * Stores the terminal output of one process, all in one statement. `told_in`: someone is watching, and is
 * called to read it. While a terminal is open its size is written in steps of 64 KiB, and exactly at its end:
 * updating each session every time would cost more than the output itself.
 * @returns those that were stored; a session that is gone is left out.
 */
create or replace function keep_terminals(
  terminals_in bigint[], ns_in int[], contents_in text[], bytes_in int[], watched_in bigint[]
) returns setof bigint language plpgsql security definer set search_path = public as $$
begin
  insert into live_event (company_id, kind, subject_id, data)
  select t.company_id, 'terminal.shown', t.id, '{}'::jsonb from terminal_session t where t.id = any (watched_in);
  -- Same lock order as terminals_now.
  perform 1 from unnest(terminals_in, bytes_in) as g (id, bytes)
    join terminal_session t on t.id = g.id and g.bytes >= t.recorded_bytes + 65536
    order by t.id for no key update of t;
  if found then
    update terminal_session t set recorded_bytes = g.bytes
    from unnest(terminals_in, bytes_in) as g (id, bytes) where t.id = g.id and g.bytes >= t.recorded_bytes + 65536;
  end if;
  return query
    insert into terminal_chunk (company_id, terminal_id, n, content)
    select t.company_id, t.id, g.n, g.content
    from unnest(terminals_in, ns_in, contents_in) as g (id, n, content) join terminal_session t on t.id = g.id
    returning terminal_id;
end $$;

/** How much of a terminal is stored, in the company of this transaction. */
create or replace function recorded_size(terminal_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(octet_length(content)), 0)::int from terminal_chunk
  where company_id = scope_company() and terminal_id = terminal_in $$;

/** Which of these someone has asked to end or has decided on: cheap enough to poll every second. */
create or replace function terminals_called(terminals_in bigint[], asking_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select t.id from terminal_session t
  where t.id = any (terminals_in) and (t.end_asked_by is not null or t.id = any (asking_in) and t.state <> 'asking') $$;

/**
 * State of the terminals of one process: `why` is the cause for those that must end. Each is checked as a
 * request of its person would be, including by the product it belongs to; what one person has open several
 * times is checked once. The person typing uses the session they are signed in with. `watchers`: who is
 * watching.
 */
create or replace function terminals_now(terminals_in bigint[], used_in bigint[], product_in text)
  returns table (id bigint, why text, ended_by text, state text, watchers text[])
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update session s set last_seen_at = clock_timestamp()
  where s.ended_at is null and s.id in (select t.session_id from terminal_session t where t.id = any (used_in));
  -- Same lock order as keep_terminals.
  perform 1 from terminal_session t
    where t.id = any (terminals_in) and t.alive_at < clock_timestamp() - interval '10 seconds'
    order by t.id for no key update;
  update terminal_session t set alive_at = clock_timestamp()
    where t.id = any (terminals_in) and t.alive_at < clock_timestamp() - interval '10 seconds';
  return query
    with mine as materialized (
      select t.* from terminal_session t where t.id = any (terminals_in)),
    judged as materialized (
      select k.session_id, k.home_company_id, k.company_id, r.allowed is true and r.refusal is null as allowed,
        r.outlet_ids, r.department_ids,
        request_stop(r.refusal, product_in, r.company_id, r.person_id, r.identity) is not null as stopped
      from (select distinct m.session_id, m.home_company_id, m.company_id from mine m) k
      left join session s on s.id = k.session_id
      left join lateral begin_request(s.token_hash, k.home_company_id, k.company_id, k.company_id <> k.home_company_id,
        'DMS_SERVER_DEVICE_TERMINAL') r on true)
    select t.id,
      case
        when t.end_asked_by is not null then 'ended_by_administrator'
        when not j.allowed
          or d.state is distinct from 'claimed' or d.guard is distinct from 'none'
          or coalesce(j.outlet_ids, j.department_ids) is not null
            and not coalesce(d.outlet_id = any (j.outlet_ids), false)
            and not coalesce(d.department_id = any (j.department_ids), false) then 'revoked'
        when j.stopped then 'stopped'
        when t.outcome in ('consent_refused', 'consent_late') then t.outcome
        when t.state = 'asking' and t.ask_until < clock_timestamp() then 'consent_late' end,
      coalesce(t.end_asked_by, t.decided_by), t.state,
      array(select w.person_name from terminal_watch w
        where w.company_id = t.company_id and w.terminal_id = t.id and w.seen_at > clock_timestamp() - interval '20 seconds'
        order by w.person_id limit 5)
    from mine t
    join judged j on j.session_id = t.session_id and j.home_company_id = t.home_company_id and j.company_id = t.company_id
    left join device d on d.id = t.device_id and d.company_id = t.company_id;
end $$;

grant execute on function keep_terminals, redeem_terminal, terminals_called, terminals_now to {{login}};
grant execute on function recorded_size to {{company}};
