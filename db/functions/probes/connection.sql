-- What a process that holds connections of probes reads and writes: the login role, outside of any request.

/** Enrols by a token, which is worth nothing afterwards. Null if there is no such token, or it has expired. */
create or replace function probe_enrol(token_in bytea, key_in bytea) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  done probe;
begin
  update probe set state = 'enrolled', public_key = key_in, token_hash = null, token_until = null, enrolled_at = clock_timestamp()
  where token_hash = token_in and token_until > clock_timestamp() returning * into done;
  if done.id is null then return null; end if;
  perform note_live(done.company_id, 'probe.changed', done.id, '{}');
  return done.id;
end $$;

/** A probe that may connect; no row otherwise. `active`: its company may be measured now. */
create or replace function probe_admitted(probe_in bigint) returns table (
  id bigint, company_id bigint, company_code text, name text, public_key bytea, active boolean
) language sql stable security definer set search_path = public as $$
  select p.id, p.company_id, c.code, p.name, p.public_key,
    c.status = 'active' and (c.kind <> 'company' or 'link_testing' = any (c.products))
  from probe p join company c on c.id = p.company_id where p.id = probe_in and p.state = 'enrolled' $$;

/** A probe is connected to this process, with what it says of itself. */
create or replace function probe_connects(probe_in bigint, process_in text, about jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  it probe;
begin
  update probe p set connected_to = process_in, connected_at = clock_timestamp(), seen_at = clock_timestamp(),
    address = (about->>'address')::inet, version = about->>'version', system = about->>'system',
    local_ranges = array(select jsonb_array_elements_text(about->'ranges')::cidr)
  where p.id = probe_in returning * into it;
  perform note_live(it.company_id, 'probe.changed', it.id, '{}');
end $$;

/** Connections of this process ended. One that another process has by now is left alone. */
create or replace function probe_leaves(probes_in bigint[], process_in text) returns void
  language sql security definer set search_path = public as $$
  with gone as (
    update probe p set connected_to = null, connected_at = null where p.id = any (probes_in) and p.connected_to = process_in
    returning p.company_id, p.id)
  insert into live_event (company_id, kind, subject_id, data) select company_id, 'probe.changed', id, '{}' from gone $$;

/**
 * What probes reported with their last beats: [{probeId, clockError, reach, trapPort, spoolBytes, spoolOldestAt, dropped,
 * thinned, memory, devices, upgrade}]. Returns those that are no longer this process's, or are revoked.
 */
create or replace function probe_beats(process_in text, beats jsonb) returns bigint[]
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from probe p where p.id in (select (b->>'probeId')::bigint from jsonb_array_elements(beats) b)
    order by p.id for update;
  -- Pages follow what a person waits for, not each beat.
  insert into live_event (company_id, kind, subject_id, data)
  select p.company_id, 'probe.changed', p.id, '{}' from jsonb_array_elements(beats) b join probe p on p.id = (b->>'probeId')::bigint
  where p.connected_to = process_in
    and (p.clock_error is null or (p.devices, p.upgrade) is distinct from ((b->>'devices')::int, b->>'upgrade'));
  update probe p set seen_at = clock_timestamp(), clock_error = (b->>'clockError')::bigint, reach = b->>'reach',
    trap_port = (b->>'trapPort')::int, spool_bytes = (b->>'spoolBytes')::bigint,
    spool_oldest_at = to_timestamp((b->>'spoolOldestAt')::float8 / 1000), spool_dropped = (b->>'dropped')::bigint,
    spool_thinned = (b->>'thinned')::bigint, memory_bytes = (b->>'memory')::bigint, devices = (b->>'devices')::int,
    upgrade = b->>'upgrade'
  from jsonb_array_elements(beats) b
  where p.id = (b->>'probeId')::bigint and p.connected_to = process_in and p.state = 'enrolled';
  return array(select (b->>'probeId')::bigint from jsonb_array_elements(beats) b where not exists (
    select from probe p where p.id = (b->>'probeId')::bigint and p.connected_to = process_in and p.state = 'enrolled'));
end $$;

/** Probes whose devices, lines, credentials or companies changed. */
create or replace function probe_changes(since_in xid8) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select p.probe_id from device_polling p where p.changed_tx >= since_in and p.probe_id is not null
  union select g.probe_id from polling_gone g where g.changed_tx >= since_in and g.probe_id is not null
  union select p.id from polling_company k join probe p on p.company_id = k.company_id
    where k.changed_tx >= since_in and p.state = 'enrolled'
  union select p.id from probe p where p.lines_changed_tx >= since_in and p.state = 'enrolled' $$;

/** What a probe measures, in pages by id: the columns of poller_targets. */
create or replace function probe_targets(probe_in bigint, after_in bigint, most int)
  returns table (
    device_id bigint, company_id bigint, company_code text, active boolean, driver text, address text, port int,
    outlet_id bigint, credential_id bigint, answered_id bigint, state text, asked_at timestamptz,
    read_at timestamptz, plan jsonb, parts jsonb, started_at timestamptz
) language sql stable security definer set search_path = public as $$
  select p.device_id, p.company_id, c.code,
    c.status = 'active' and (c.kind <> 'company' or 'monitoring' = any (c.products)),
    d.driver, host(d.ip_address), d.port, d.outlet_id, p.credential_id, p.answered_id, p.state, p.asked_at,
    a.read_at, a.plan, a.parts, a.started_at
  from device_polling p join device d on d.id = p.device_id and d.state = 'claimed' and d.ip_address is not null
  join company c on c.id = p.company_id left join device_agent a on a.device_id = p.device_id
  where p.probe_id = probe_in and p.device_id > after_in order by p.device_id limit most $$;

/** Sets of credentials that may be tried at the outlets of a probe: no others leave the server. */
create or replace function probe_credentials(probe_in bigint) returns table (
  id bigint, company_id bigint, version text, user_name text, auth text, privacy text, context text, outlet_id bigint,
  range text, sealed bytea
) language sql stable security definer set search_path = public as $$
  select c.id, c.company_id, c.version, c.user_name, c.auth, c.privacy, c.context, c.outlet_id, c.range::text, c.sealed
  from probe p join snmp_credential c on c.company_id = p.company_id
  where p.id = probe_in and p.state = 'enrolled'
    and exists (select from device_polling k join device d on d.id = k.device_id where k.probe_id = p.id
      and (k.credential_id = c.id or k.credential_id is null
        and (c.outlet_id is null or c.outlet_id = d.outlet_id) and (c.range is null or d.ip_address <<= c.range)))
  order by c.position, c.id $$;

/** Facts of devices that a probe measures; a repeat changes nothing. */
create or replace function probe_facts(probe_in bigint, epoch_in text, sequence_in bigint, facts jsonb) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not facts_are_new('probe:' || probe_in, epoch_in, sequence_in) then return false; end if;
  perform note_facts((select coalesce(jsonb_agg(f order by n), '[]') from jsonb_array_elements(facts) with ordinality k (f, n)
    where exists (select from device_polling p where p.device_id = (f->>'deviceId')::bigint and p.probe_id = probe_in)));
  return true;
end $$;

/** The probe that reaches a device, and at which address; no row: none does. */
create or replace function probe_way(device_in bigint) returns table (probe_id bigint, address text)
  language sql stable security definer set search_path = public as $$
  select w.probe_id, host(w.address) from (
    select probe_of(d.company_id, d.outlet_id, a.address) as probe_id, a.address
    from device d left join gateway g on g.device_id = d.id
    cross join lateral (values (1, d.ip_address), (2, g.last_address)) a (n, address)
    where d.id = device_in and d.state = 'claimed' and a.address is not null order by a.n) w
  where w.probe_id is not null limit 1 $$;

/** Holds that ended so long ago that no spool has anything of them. */
create or replace function prune_probe_holds() returns void
  language sql security definer set search_path = public as $$
  delete from probe_hold where until < now() - interval '60 days' $$;

grant execute on function probe_admitted, probe_beats, probe_changes, probe_connects, probe_credentials, probe_enrol, probe_facts,
  probe_leaves, probe_targets, probe_way, prune_probe_holds to {{login}};
