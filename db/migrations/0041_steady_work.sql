-- What a campaign's step and many terminals cost the database: no more than what has changed, and no second of all at once.

-- ─── Terminals ───────────────────────────────────────────────────────────────────────────────────────────────────

/** How much of a terminal of the company of this transaction is stored. */
create function recorded_size(terminal_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(octet_length(content)), 0)::int from terminal_chunk
  where company_id = scope_company() and terminal_id = terminal_in $$;
grant execute on function recorded_size to {{company}};

/**
 * As in 0038, without an update of each session every time: it cost more than what was shown. While a terminal is open
 * its size is written in steps of 64 KiB, and exactly at its end.
 */
create or replace function keep_terminals(
  terminals_in bigint[], ns_in int[], contents_in text[], bytes_in int[], told_in bigint[]
) returns setof bigint language plpgsql security definer set search_path = public as $$
begin
  insert into live_event (company_id, kind, subject_id, data)
  select t.company_id, 'terminal.shown', t.id, '{}'::jsonb from terminal_session t where t.id = any (told_in);
  -- In one order, as terminals_now.
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

/** As in 0038; what somebody has open several times is judged once. */
create or replace function terminals_now(terminals_in bigint[], used_in bigint[], product_in text)
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

/** As in 0038, with what was stored until then. */
create or replace function sweep_terminals() returns void language sql security definer set search_path = public as $$
  with over as (
    update terminal_session t set ended_at = clock_timestamp(), secret = null, ticket_hash = null,
      state = case state when 'running' then 'ended' else 'failed' end,
      outcome = case state when 'running' then 'interrupted' else 'not_opened' end,
      recorded_bytes = (select coalesce(sum(octet_length(k.content)), 0) from terminal_chunk k
        where k.company_id = t.company_id and k.terminal_id = t.id)
    where t.state in ('asking', 'waiting', 'running') and t.alive_at < now() - interval '1 minute'
    returning t.company_id)
  insert into live_event (company_id, kind, subject_id, data)
  select distinct company_id, 'terminal.changed', null::bigint, '{}'::jsonb from over $$;

-- ─── Campaigns ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Under way a gateway is looked at when its transfer or itself tells something, or its time is up: not in each step.
create index campaign_target_late on campaign_target (campaign_id, due_at) where state = 'transferred';

/** What comes of a transfer is told to the campaign that ordered it. */
create function tell_campaign_of_transfer() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_told (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, false from campaign_target t
  -- By its device: an index of all that are under way has many.
  where t.device_id = new.device_id and t.transfer_id = new.id and target_standing(t.state, t.lost) = 'under_way';
  return null;
end $$;
create trigger device_transfer_campaign after update of state on device_transfer for each row
  when (new.state <> old.state and new.state not in ('queued', 'started') and new.reference is not null)
  execute function tell_campaign_of_transfer();

/** As in 0037; one that waits and goes offline is seen to be when its turn comes. */
create or replace function tell_campaigns() returns trigger language plpgsql security definer set search_path = public as $$
declare
  went_offline constant boolean := new.presence = 'offline' and old.presence <> 'offline';
  only_offline constant boolean := went_offline and new.software_version = old.software_version
    and new.state = old.state and new.guard = old.guard;
begin
  insert into campaign_told (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, went_offline
  from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  where t.device_id = new.id and t.state not in ('aborted', 'cancelled') and c.ended_at is null
    and c.state not in ('draft', 'awaiting_approval') and not (only_offline and t.state = 'waiting');
  return null;
end $$;

-- Those that are under way now: what they have told so far is looked at once.
insert into campaign_told (company_id, campaign_id, device_id, went_offline)
select t.company_id, t.campaign_id, t.device_id, false
from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
where t.state in ('queued', 'sent', 'downloading', 'transferred') and c.ended_at is null;

/**
 * The job `device.connect` for many gateways of the company of this transaction, once each however often it is asked. One
 * by one they were four fifths of what asking a thousand gateways cost.
 */
create function enqueue_connects(devices_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_jobs(array(
    select ('device.connect', json_build_object('deviceId', d::text, 'companyId', scope_company()::text), null, now(), 10,
      'device.connect:' || d, null, null)::graphile_worker.job_spec
    -- In one order, so that nobody waits crosswise.
    from (select distinct unnest(devices_in) as d) k order by d));
end $$;
grant execute on function enqueue_connects to {{company}}, {{tree}}, {{platform}};
