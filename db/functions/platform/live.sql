create or replace function note_live(company_in bigint, kind_in text, subject_in bigint, data_in jsonb) returns void
  language sql set search_path = public as $$
  insert into live_event (company_id, kind, subject_id, data) values (company_in, kind_in, subject_in, data_in) $$;

create or replace function open_live_ticket(hash_in bytea, session_in bigint, scope_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform narrow_to('DMS_SERVER_DEVICE_VIEW');
  insert into live_ticket (ticket_hash, session_id, scope, company_id, root_id, home_company_id, expires_at, outlet_ids,
                           department_ids)
  select hash_in, s.id, scope_in, scope_company(), scope_root(),
    nullif(current_setting('netward.home_id', true), '')::bigint, now() + interval '30 seconds',
    netward_setting('netward.outlet_ids')::bigint[], netward_setting('netward.department_ids')::bigint[]
  from session s where s.id = session_in and s.person_id = scope_person();
end $$;

create or replace function redeem_live_ticket(hash_in bytea) returns table (
  session_id bigint, scope text, company_id bigint, root_id bigint, home_company_id bigint, outlet_ids text[],
  department_ids text[]
) language sql security definer set search_path = public as $$
  delete from live_ticket t using session s
  where t.ticket_hash = hash_in and t.expires_at > now() and s.id = t.session_id and s.ended_at is null
  returning t.session_id, t.scope, t.company_id, t.root_id, t.home_company_id, t.outlet_ids::text[],
    t.department_ids::text[] $$;

/** The stream's current position, and the newest event already pruned. */
create or replace function live_horizon() returns table (tx xid8, pruned xid8)
  language plpgsql stable security definer set search_path = public as $$
begin
  return query select pg_snapshot_xmin(pg_current_snapshot()),
    (select i.value::xid8 from installation i where i.key = 'live_pruned');
end $$;

/**
 * Events after a cursor, with the companies above each event's own and the place of its subject.
 * `placements_in` states the subject type by event kind (`liveEventPlacements` of the contract): `placed` is
 * true if a data scope applies. Returns only events of transactions that ended before the oldest open one, so
 * that none can appear behind the cursor later.
 */
create or replace function live_events_after(tx_in xid8, id_in bigint, limit_in int, placements_in jsonb) returns table (
  tx xid8, id bigint, company_id bigint, ancestors bigint[], kind text, subject_id bigint, data jsonb, at timestamptz,
  placed boolean, outlet_id bigint, department_id bigint
) language sql stable security definer set search_path = public as $$
  select e.tx, e.id, e.company_id,
    array(select a.ancestor_id from company_ancestor a where a.company_id = e.company_id),
    e.kind, e.subject_id, e.data, e.at, coalesce(e.placement in ('device', 'terminal', 'outlet'), false),
    coalesce(d.outlet_id, l.outlet_id, o.id), coalesce(d.department_id, l.department_id, o.department_id)
  from (
    select v.*, placements_in->>v.kind as placement from live_event v
    where (v.tx, v.id) > (tx_in, id_in) and v.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by v.tx, v.id limit limit_in) e
  left join terminal_session t on t.id = e.subject_id and e.placement = 'terminal'
  left join device d on d.id = case e.placement when 'device' then e.subject_id else t.device_id end
  left join internet_line l on l.id = e.subject_id and e.placement = 'device'
  left join outlet o on o.id = e.subject_id and e.placement = 'outlet'
  order by e.tx, e.id $$;

/**
 * Those of these sessions that ended within the last minute. Reads no live events: an open transaction holds
 * events back, and must not hold back the end of a session.
 */
create or replace function sessions_just_ended(sessions_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select id from session
  where ended_at > clock_timestamp() - interval '1 minute' and id = any (sessions_in) $$;

/**
 * The current state of these streams, counted from 1: `ended` if they could not be opened now because the
 * session, membership, grant, consent or standing of a company has ended; plus the current placement of the
 * devices they report on. A refusal for lack of a permission, or a temporary one, does not end a stream: a
 * stream needs no permission.
 */
create or replace function listeners_now(sessions_in bigint[], homes_in bigint[], companies_in bigint[], scopes_in text[])
  returns table (n bigint, ended boolean, outlet_ids text[], department_ids text[])
  language sql stable security definer set search_path = public as $$
  select k.n,
    r.role is distinct from case k.scope when 'platform' then '{{platform}}' when 'tree' then '{{tree}}' else '{{company}}' end,
    case when r.allowed then r.outlet_ids else '{}' end::text[],
    case when r.allowed then r.department_ids else '{}' end::text[]
  from unnest(sessions_in, homes_in, companies_in, scopes_in) with ordinality as k (session, home, company, scope, n)
  left join session s on s.id = k.session
  left join lateral begin_request(s.token_hash, k.home, k.company, k.company <> k.home, 'DMS_SERVER_DEVICE_VIEW') r on true $$;

/** Deletes events that no stream can resume from. */
create or replace function prune_live_events() returns void
  language sql security definer set search_path = public as $$
  with gone as (delete from live_event where at < now() - interval '1 hour' returning tx)
  insert into installation (key, value)
  select 'live_pruned', max(tx)::text from gone having max(tx) is not null
  on conflict (key) do update set value = excluded.value;
  delete from live_ticket where expires_at < now();
  delete from sign_in_failure where last_at < now() - interval '1 day';
  select flush_refused_acts();
  delete from session where expires_at < now() - interval '7 days' or ended_at < now() - interval '7 days' $$;

grant execute on function listeners_now, live_events_after, sessions_just_ended, live_horizon, prune_live_events,
  redeem_live_ticket to {{login}};
grant execute on function open_live_ticket to {{company}}, {{tree}}, {{platform}};
