-- Pollers share all devices by 64 leases. A poller that ends gives its shares back; those of one that was killed are
-- anybody's when the lease ends. A change reaches a poller by the transaction that made it: no NOTIFY per poll.

/**
 * Renews the leases of a poller and takes its part of the shares: as many as there are, divided by the pollers that live.
 * @returns the shares that it holds now
 */
create or replace function poller_beat(name_in text, seconds_in int) returns smallint[]
  language plpgsql security definer set search_path = public as $$
declare
  alive int;
  most int;
  held int;
begin
  -- One at a time: two that count at once would both take the last share.
  perform pg_advisory_xact_lock(hashtextextended('poller.beat', 0));
  insert into poller (name, until) values (name_in, clock_timestamp() + make_interval(secs => seconds_in))
  on conflict (name) do update set until = excluded.until;
  delete from poller where until < clock_timestamp();
  select count(*) into alive from poller;
  most := ceil(64.0 / alive);
  update poller_share s set owner = null, until = '-infinity' where s.owner = name_in and s.share in (
    select h.share from poller_share h where h.owner = name_in order by h.share offset most);
  select count(*) into held from poller_share where owner = name_in and until > clock_timestamp();
  update poller_share s set owner = name_in, until = clock_timestamp() + make_interval(secs => seconds_in)
  where s.owner = name_in or s.share in (
    select f.share from poller_share f where f.until < clock_timestamp() and f.owner is distinct from name_in
    order by f.share limit greatest(most - held, 0));
  delete from polling_gone where at < now() - interval '1 hour';
  delete from poller_share_past where until < now() - interval '7 days';
  return array(select share from poller_share where owner = name_in order by share);
end $$;

create or replace function poller_share_lost() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into poller_share_past (share, owner, until) values (old.share, old.owner, clock_timestamp())
  on conflict (share, owner) do update set until = excluded.until;
  return null;
end $$;

/**
 * Of what a poller measured, by the moments in milliseconds: the places (from 1) of what it may write. That is of devices
 * of its shares, and of those that it lost: what it measured until then, and ten minutes more, by which clocks may differ
 * and a round may last. The same goes for a device whose company is polled no longer.
 */
create or replace function poller_owns(name_in text, devices_in bigint[], ats_in bigint[]) returns setof int
  language sql stable security definer set search_path = public as $$
  select w.n::int
  from unnest(devices_in, ats_in) with ordinality w (device_id, at, n)
  join device_polling p on p.device_id = w.device_id
  join poller_share s on s.share = p.share
  left join poller_share_past l on l.share = p.share and l.owner = name_in
  cross join lateral (select to_timestamp(w.at / 1000.0) - interval '10 minutes' as moment) m
  where (s.owner = name_in or m.moment <= l.until)
    -- A probe has it by now: what was measured before counts.
    and (p.probe_id is null or m.moment <= (
      select max(h.since) from probe_hold h where h.subject_id = p.device_id and h.until is null))
    and (p.state <> 'stopped' or m.moment <= p.since)
  union all
  select w.n::int from unnest(devices_in, ats_in) with ordinality w (line_id, at, n)
  join poller_share s on s.share = (w.line_id / 2) % 64 and s.owner = name_in
  join line_standing k on k.line_id = w.line_id and k.probe_id is null $$;

/** Gives the shares of a poller back. */
create or replace function poller_leaves(name_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update poller_share set owner = null, until = '-infinity' where owner = name_in;
  update snmp_trial set owner = null where owner = name_in and state = 'running';
  delete from poller where name = name_in;
end $$;

/** From where changes are to be read next: no transaction before it is open. */
create or replace function poller_horizon() returns xid8
  language sql security definer set search_path = public as $$ select pg_snapshot_xmin(pg_current_snapshot()) $$;

/** What a poller must know of its devices, in pages by id: of all, of those that changed, or of some companies. */
create or replace function poller_targets(shares smallint[], since_in xid8, companies bigint[], after_in bigint, most int)
  returns table (
    device_id bigint, company_id bigint, company_code text, active boolean, driver text, address text, port int,
    outlet_id bigint, credential_id bigint, answered_id bigint, state text, asked_at timestamptz,
    read_at timestamptz, plan jsonb, parts jsonb, started_at timestamptz
) language sql stable security definer set search_path = public as $$
  select p.device_id, p.company_id, c.code,
    c.status = 'active' and (c.kind <> 'company' or 'monitoring' = any (c.products)),
    d.driver, host(d.ip_address), d.port, d.outlet_id, p.credential_id, p.answered_id, p.state, p.asked_at,
    a.read_at, a.plan, a.parts, a.started_at
  from (
    -- Filtered before it is limited: a page of devices that are not polled would look like the last one.
    select k.* from device_polling k join device m on m.id = k.device_id and m.state = 'claimed' and m.ip_address is not null
    where k.share = any (shares) and k.device_id > after_in and k.probe_id is null
      and (since_in is null or k.changed_tx >= since_in) and (companies is null or k.company_id = any (companies))
    order by k.device_id limit most) p
  join device d on d.id = p.device_id join company c on c.id = p.company_id
  left join device_agent a on a.device_id = p.device_id
  order by p.device_id $$;

/** Devices that are polled no longer, and companies whose standing or credentials changed. */
create or replace function poller_changes(since_in xid8) returns table (gone bigint[], companies bigint[])
  language sql stable security definer set search_path = public as $$
  select coalesce((select array_agg(distinct g.device_id) from polling_gone g where g.changed_tx >= since_in
      and not exists (select from device_polling p where p.device_id = g.device_id and p.probe_id is null)), '{}'),
    coalesce((select array_agg(k.company_id) from polling_company k where k.changed_tx >= since_in), '{}') $$;

create or replace function poller_credentials(companies bigint[]) returns table (
  id bigint, company_id bigint, version text, user_name text, auth text, privacy text, context text, outlet_id bigint,
  range text, sealed bytea
) language sql stable security definer set search_path = public as $$
  select c.id, c.company_id, c.version, c.user_name, c.auth, c.privacy, c.context, c.outlet_id, c.range::text, c.sealed
  from snmp_credential c where c.company_id = any (companies) order by c.company_id, c.position, c.id $$;

/** Trials that no poller has yet: this one takes them. */
create or replace function poller_trials(name_in text) returns table (
  id bigint, company_id bigint, company_code text, address text, port int, outlet_id bigint, credential_id bigint
) language sql security definer set search_path = public as $$
  with taken as (
    update snmp_trial t set owner = name_in where t.id in (
      select o.id from snmp_trial o where o.state = 'running' and o.owner is null
        and not exists (select from probe p where p.id = probe_for(o.company_id, o.outlet_id, o.ip_address)
          and p.connected_to is not null)
        and o.created_at > now() - interval '2 minutes' order by o.id limit 20 for update skip locked)
    returning t.*)
  select t.id, t.company_id, c.code, host(t.ip_address), t.port, t.outlet_id, t.credential_id
  from taken t join company c on c.id = t.company_id order by t.id $$;

create or replace function poller_trial_ends(trial_in bigint, state_in text, credential_in bigint, found_in jsonb) returns void
  language sql security definer set search_path = public as $$
  update snmp_trial t set state = state_in, found = found_in || jsonb_build_object('credentialName',
    (select c.name from snmp_credential c where c.company_id = t.company_id and c.id = credential_in))
  where t.id = trial_in and t.state = 'running' $$;

/** Of companies that may not be polled now (`stopped`), or again (`waiting`). Nothing measures them: not known. */
create or replace function poller_stands(devices bigint[], state_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from device_presence p where p.device_id = any (devices) order by p.device_id for update;
  perform 1 from device d where d.id = any (devices) order by d.id for no key update;
  update device_presence set due_at = null, overdue = false where device_id = any (devices);
  update device_polling set state = state_in, since = now(), failures = 0 where device_id = any (devices) and state <> state_in;
  update device set polling = state_in, presence = 'unknown', level = null where id = any (devices) and state = 'claimed';
  insert into live_event (company_id, kind, subject_id, data)
  select d.company_id, 'device.changed', d.id, '{}' from device d where d.id = any (devices) limit 500;
end $$;

grant execute on function poller_beat, poller_changes, poller_credentials, poller_horizon, poller_leaves, poller_owns, poller_stands,
  poller_targets, poller_trial_ends, poller_trials to {{login}};
