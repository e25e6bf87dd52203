-- A plan that is made while a table is nearly empty is kept while it grows, until it is analysed. What is asked for
-- many identities or gateways at once finds the device first, by its key, whatever the statistics say.

/**
 * Who these identities are. One row for each that belongs to somebody; `n` counts from 1. `token_hashes` are of the
 * enrolment URLs that they used, null for none; `url_company_id` is whose that is.
 */
create or replace function acs_resolve(ouis text[], classes text[], serials text[], token_hashes bytea[]) returns table (
  n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_told text
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select k.n, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, g.username, g.ha1,
      g.pending_ha1, g.facts, host(g.last_address), d.data_model_root, d.periodic_interval,
      coalesce(g.expected_reset_until > now(), false),
      -- Not `exists`, for which the open commands of all gateways may be gathered first.
      coalesce((select true from device_command o where o.device_id = d.id and o.state in ('waiting', 'sent') limit 1), false),
      g.unanswered,
      (select e.company_id from enrolment e where e.token_hash = k.token_hash), g.stun_offer, g.udp_told
    from unnest(ouis, classes, serials, token_hashes) with ordinality as k (oui, class, serial, token_hash, n)
    cross join lateral (select * from device x where x.oui = k.oui and x.product_class = k.class
      and x.serial_number = k.serial and x.state = 'claimed' and x.driver = 'cwmp' limit 1) d
    cross join lateral (select * from gateway x where x.device_id = d.id limit 1) g
    cross join lateral (select x.code, x.status from company x where x.id = d.company_id limit 1) c;
end $$;

/** Whose bootstrap user name or enrolment URL this is. */
create or replace function acs_enrolment(username_in text, token_hash_in bytea) returns table (
  company_id bigint, company_status text, ha1 bytea, approve_unknown boolean
) language sql stable security definer set search_path = public as $$
  select e.company_id, c.status, e.ha1, e.approve_unknown
  from enrolment e join company c on c.id = e.company_id
  where case when token_hash_in is null then e.username = username_in else e.token_hash = token_hash_in end $$;

/**
 * Values that Informs told of parameters that are known, `ages` milliseconds ago: of many gateways at once, and only
 * those that changed. What a session has written since is newer.
 */
create or replace function acs_informed(devices bigint[], paths text[], values_in text[], ages int[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with told as materialized (
    select distinct on (u.device, u.path collate "C") u.device, u.path collate "C" as path, u.value,
      clock_timestamp() - u.age * interval '1 millisecond' as at
    from unnest(devices, paths, values_in, ages) with ordinality as u (device, path, value, age, n)
    order by u.device, u.path collate "C", u.n desc
  ), wanted as materialized (
    -- In the order in which a session writes the parameters of its gateway.
    select p.device_id, p.path, t.value from told t cross join lateral (
      select x.device_id, x.path from device_parameter x
      where x.device_id = t.device and x.path = t.path and not x.is_object
        and (x.value is distinct from t.value or x.read_at is null) and coalesce(x.read_at < t.at, true)
        and (select d.state = 'claimed' and d.guard = 'none' from device d where d.id = t.device)
      limit 1 for no key update) p
  )
  update device_parameter p set value = w.value, read_at = now() from wanted w
  where p.device_id = w.device_id and p.path = w.path;
end $$;

/** Types known of these parameters: a set uses them. */
create or replace function acs_types(device_in bigint, paths text[]) returns table (path text, type text)
  language sql stable security definer set search_path = public as $$
  select p.path, p.type from device_parameter p
  where p.device_id = device_in and p.path = any (paths) and p.type is not null $$;

/**
 * Raw exchanges of many sessions. Of the devices in `trim_in`, what is beyond the last ones is dropped: good ones,
 * failed ones, and calls with wrong credentials, which anybody can make, each by themselves.
 */
create or replace function acs_exchanges(
  companies bigint[], devices bigint[], ats timestamptz[], directions text[], methods text[], faileds boolean[],
  reasons text[], sizes int[], bodies text[], trim_in bigint[], keep_in int
) returns void language plpgsql security definer set search_path = public as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into gateway_exchange (company_id, device_id, at, direction, method, failed, reason, bytes, body)
  select * from unnest(companies, devices, ats, directions, methods, faileds, reasons, sizes, bodies);
  delete from gateway_exchange e using (
    select k.device, f.failed, f.wrong, (
      select x.id from gateway_exchange x where x.device_id = k.device and x.failed = f.failed
        and (x.reason is not distinct from 'credentials_wrong') = f.wrong
      order by x.id desc offset case when f.wrong then keep_in / 4 else keep_in end limit 1) as id
    from unnest(trim_in) as k (device)
    cross join (values (false, false), (true, false), (true, true)) as f (failed, wrong)) old
  where e.device_id = old.device and e.failed = old.failed
    and (e.reason is not distinct from 'credentials_wrong') = old.wrong and e.id <= old.id;
end $$;

/** Something that happened to a gateway and that is nothing but a line of its timeline. */
create or replace function acs_note(device_in bigint, kind_in text, detail_in jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into device_timeline (company_id, device_id, kind, detail)
  select company_id, id, kind_in, detail_in from device where id = device_in $$;

/** Quarantine or duplicate: commands stop until a person approves. */
create or replace function acs_guard(device_in bigint, guard_in text, because_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  update device set guard = guard_in where id = device_in and state = 'claimed' and guard <> guard_in returning * into d;
  if d.id is null then return; end if;
  perform note_timeline(d.company_id, device_in, 'guard.' || guard_in, jsonb_build_object('because', because_in));
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** `offer_in` as the column; null leaves it. A password is kept before it is sent, and the same one is sent again. */
create or replace function acs_stun_offered(device_in bigint, offer_in text, password_in bytea, fault_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  company bigint;
begin
  update gateway set stun_offer = coalesce(offer_in, stun_offer), stun_password = coalesce(password_in, stun_password)
  where device_id = device_in returning company_id into company;
  if company is not null and offer_in like 'set %' then
    perform note_timeline(company, device_in, 'stun.set', '{}');
  elsif company is not null and offer_in like 'refused %' then
    perform note_timeline(company, device_in, 'stun.refused', jsonb_build_object('fault', fault_in));
  end if;
end $$;

create or replace function acs_stun_password(device_in bigint) returns bytea
  language sql stable security definer set search_path = public as $$
  select stun_password from gateway where device_id = device_in $$;

grant execute on function acs_enrolment, acs_exchanges, acs_guard, acs_informed, acs_note, acs_resolve,
  acs_stun_offered, acs_stun_password, acs_types to {{login}};
