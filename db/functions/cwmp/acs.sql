/**
 * How a company's standing affects its gateways. Without device management no data is collected from them:
 * `no_product`, where Informs are accepted and presence continues.
 */
create or replace function gateway_company_status(status_in text, kind_in text, products_in text[]) returns text
  language sql immutable parallel safe
  return case when status_in = 'active' and kind_in = 'company' and not ('device_management' = any (products_in))
    then 'no_product' else status_in end;

-- A plan made while a table is nearly empty is kept until the next analyse. Lookups for many identities or
-- gateways therefore find the device first, by its key, regardless of the statistics.

/**
 * Resolves identities. One row per identity that has an owner; `n` counts from 1. `token_hashes` are of the
 * enrolment URLs that they used, null for none; `url_company_id` is the company that owns the URL.
 */
create or replace function acs_resolve(ouis text[], classes text[], serials text[], token_hashes bytea[]) returns table (
  n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_announced text, measures boolean
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select k.n, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, g.username, g.ha1,
      g.pending_ha1, g.facts, host(g.last_address), d.data_model_root, d.periodic_interval,
      coalesce(g.expected_reset_until > now(), false),
      -- Not `exists`: its plan may gather the open commands of all gateways first.
      coalesce((select true from device_command o where o.device_id = d.id and o.state in ('waiting', 'sent') limit 1), false),
      g.unanswered,
      (select e.company_id from enrolment e where e.token_hash = k.token_hash), g.stun_offer, g.udp_announced, g.measures
    from unnest(ouis, classes, serials, token_hashes) with ordinality as k (oui, class, serial, token_hash, n)
    cross join lateral (select * from device x where x.oui = k.oui and x.product_class = k.class
      and x.serial_number = k.serial and x.state = 'claimed' and x.driver = 'cwmp' limit 1) d
    cross join lateral (select * from gateway x where x.device_id = d.id limit 1) g
    cross join lateral (select x.code, gateway_company_status(x.status, x.kind, x.products) as status
      from company x where x.id = d.company_id limit 1) c;
end $$;

/** The owner of this bootstrap user name or enrolment URL. */
create or replace function acs_enrolment(username_in text, token_hash_in bytea) returns table (
  company_id bigint, company_status text, ha1 bytea, approve_unknown boolean
) language sql stable security definer set search_path = public as $$
  select e.company_id, c.status, e.ha1, e.approve_unknown
  from enrolment e join company c on c.id = e.company_id
  where case when token_hash_in is null then e.username = username_in else e.token_hash = token_hash_in end $$;

/**
 * Values of known parameters reported by Informs, `ages` milliseconds ago: of many gateways at once, changed
 * ones only. Values that a session has written since are newer.
 */
create or replace function acs_informed(devices bigint[], paths text[], values_in text[], ages int[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  jobs int;
begin
  with reported as materialized (
    select distinct on (u.device, u.path collate "C") u.device, u.path collate "C" as path, u.value,
      clock_timestamp() - u.age * interval '1 millisecond' as at
    from unnest(devices, paths, values_in, ages) with ordinality as u (device, path, value, age, n)
    order by u.device, u.path collate "C", u.n desc
  ), wanted as materialized (
    -- In the order in which sessions write a gateway's parameters.
    select p.device_id, p.path, t.value from reported t cross join lateral (
      select x.device_id, x.path from device_parameter x
      where x.device_id = t.device and x.path = t.path and not x.is_object
        and (x.value is distinct from t.value or x.read_at is null) and coalesce(x.read_at < t.at, true)
        and (select d.state = 'claimed' and d.guard = 'none' from device d where d.id = t.device)
      limit 1 for no key update) p
  ), changed as (
    update device_parameter p set value = w.value, read_at = now() from wanted w
    where p.device_id = w.device_id and p.path = w.path
    returning p.company_id, p.device_id, p.path
  )
  -- Compared by a job: few gateways have templates, and fewer report the parameters that these declare.
  select count(add_keyed_job('provision.informed', json_build_object('companyId', c.company_id::text,
    'deviceId', c.device_id::text), 'provision.informed:' || c.device_id)) into jobs
  from (
    select k.company_id, k.device_id from changed k
    join provision_state s on s.company_id = k.company_id and s.device_id = k.device_id
      and s.state in ('applied', 'drifted')
    group by 1, 2 having provision_declares(k.device_id, array_agg(k.path), '{}')) c;
end $$;

/** Known types of these parameters, used by a set. */
create or replace function acs_types(device_in bigint, paths text[]) returns table (path text, type text)
  language sql stable security definer set search_path = public as $$
  select p.path, p.type from device_parameter p
  where p.device_id = device_in and p.path = any (paths) and p.type is not null $$;

/**
 * Raw exchanges of many sessions. For devices in `trim_in`, drops all but the latest; successful ones, failed
 * ones, and calls with wrong credentials, which any caller can make, are trimmed separately.
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

/** A gateway event that is recorded only in its timeline. */
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

/**
 * `offer_in` as the column; null leaves it. A password is stored before it is sent, and a retry sends the
 * same one.
 */
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
