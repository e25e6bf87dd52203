-- Ways in: how much a company may take in, approval by hand, expected resets, conflicts of pre-registrations; and what
-- else the edges of the gateway side ask for: reboots that were cut off, live streams that end with what opened them.

-- ─── Live streams end with what opened them ──────────────────────────────────────────────────────────────────────

-- The membership that it was opened by.
alter table live_ticket add column home_company_id bigint;

create or replace function open_live_ticket(hash_in bytea, session_in bigint, scope_in text) returns void
  language sql security definer set search_path = public as $$
  insert into live_ticket (ticket_hash, session_id, scope, company_id, root_id, home_company_id, expires_at)
  select hash_in, s.id, scope_in, scope_company(), scope_root(),
    nullif(current_setting('netward.home_id', true), '')::bigint, now() + interval '30 seconds'
  from session s where s.id = session_in and s.person_id = scope_person() $$;

drop function redeem_live_ticket(bytea);
create function redeem_live_ticket(hash_in bytea)
  returns table (session_id bigint, scope text, company_id bigint, root_id bigint, home_company_id bigint)
  language sql security definer set search_path = public as $$
  delete from live_ticket t using session s
  where t.ticket_hash = hash_in and t.expires_at > now() and s.id = t.session_id and s.ended_at is null
  returning t.session_id, t.scope, t.company_id, t.root_id, t.home_company_id $$;

/** Which of these streams would not be opened any more, counted from 1: the session, the membership, the grant or the
 * standing of a company has ended. */
create function refused_listeners(sessions_in bigint[], homes_in bigint[], companies_in bigint[], scopes_in text[])
  returns setof bigint language sql stable security definer set search_path = public as $$
  select k.n
  from unnest(sessions_in, homes_in, companies_in, scopes_in) with ordinality as k (session, home, company, scope, n)
  left join session s on s.id = k.session
  cross join lateral begin_request(s.token_hash, k.home, k.company, k.company <> k.home, null) r
  where r.refusal is not null
    or r.role <> case k.scope when 'platform' then '{{platform}}' when 'tree' then '{{tree}}' else '{{company}}' end $$;
drop function ended_sessions(bigint[]);

-- ─── How much a company takes in ─────────────────────────────────────────────────────────────────────────────────

grant insert (approve_unknown), update (approve_unknown) on enrolment to {{company}}, {{tree}}, {{platform}};

-- Gateways that a company took in, by the hour. Its row is locked by each admission, so that two cannot both be the last.
create table enrolment_tally (
  company_id bigint not null references company on delete cascade,
  hour timestamptz not null,
  enrolled int not null default 0,
  -- When the platform was told that no more are taken.
  told_at timestamptz,
  primary key (company_id, hour)
);
select netward_protect('enrolment_tally', 'company_id', 'select');

/** What happened by itself, without a person: in the company's own log. */
create function note_audit(
  company_in bigint, action_in text, subject_kind_in text, subject_in text, detail_in jsonb
) returns void language sql set search_path = public as $$
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  values (company_in, action_in, subject_kind_in, subject_in, detail_in) $$;

drop function acs_admit(bigint, text, text, text, text, text, text, inet, text, text, text, timestamptz, jsonb);
/**
 * A gateway that authenticated, or that a claim lets in, becomes a device of that company. `refusal`: `taken` when
 * somebody has the identity by now, `waits` when only pre-registered ones may come in by themselves, `limit` when the
 * company has taken in so many within the hour or the day; the platform is told once an hour. `commands_in` are the
 * first reads: an array of {kind, request}.
 */
create function acs_admit(
  company_in bigint, oui_in text, class_in text, serial_in text, manufacturer_in text, model_in text, how_in text,
  address_in inet, guard_in text, name_in text, username_in text, open_until_in timestamptz, commands_in jsonb,
  registered_only boolean, per_hour int, per_day int
) returns table (device_id bigint, refusal text) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  made bigint;
  registered pre_registration;
  this_hour constant timestamptz := date_trunc('hour', now());
  hour_count int;
  day_count bigint;
  untold boolean;
  described jsonb;
begin
  select r.* into registered from pre_registration r
    where r.company_id = company_in and r.serial_number = serial_in
      and registration_fits(r, oui_in, class_in, serial_in, model_in)
    order by r.id limit 1;
  if registered_only and registered.id is null then refusal := 'waits'; return next; return; end if;

  insert into enrolment_tally (company_id, hour) values (company_in, this_hour) on conflict do nothing;
  select t.enrolled, t.told_at is null into hour_count, untold from enrolment_tally t
    where t.company_id = company_in and t.hour = this_hour for update;
  select sum(t.enrolled) into day_count from enrolment_tally t
    where t.company_id = company_in and t.hour > now() - interval '24 hours';
  if hour_count >= per_hour or day_count >= per_day then
    if untold then
      update enrolment_tally t set told_at = now() where t.company_id = company_in and t.hour = this_hour;
      select jsonb_build_object('company', c.name, 'thisHour', hour_count, 'lastDay', day_count, 'address', host(address_in))
        into described from company c where c.id = company_in;
      perform note_audit(c.id, 'enrolment.limit_reached', 'company', company_in::text, described)
        from company c where c.kind = 'op' or c.id = company_in;
    end if;
    refusal := 'limit'; return next; return;
  end if;

  insert into device (company_id, name, type, driver, manufacturer, oui, product_class, serial_number, model_name,
    enrolled_by, credential_state, guard)
  values (company_in,
    coalesce(nullif(name_in, ''), nullif(registered.name, ''), nullif(serial_in, ''), class_in, '-'),
    'smart_cpe', 'cwmp', manufacturer_in, oui_in, class_in, serial_in, model_in, how_in,
    case how_in when 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, guard_in)
  on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
  returning id into made;
  if made is null then refusal := 'taken'; return next; return; end if;
  update enrolment_tally t set enrolled = t.enrolled + 1 where t.company_id = company_in and t.hour = this_hour;
  insert into gateway (device_id, company_id, username, last_address, open_until)
  values (made, company_in, username_in, address_in, open_until_in);
  if registered.id is not null then
    update pre_registration set state = 'matched' where id = registered.id;
  end if;
  delete from gateway_pool p where p.oui = oui_in and p.product_class = class_in and p.serial_number = serial_in;
  insert into device_command (company_id, device_id, kind, request, expires_at)
  select company_in, made, c->>'kind', c->'request', now() + interval '7 days'
  from jsonb_array_elements(commands_in) c;
  perform note_timeline(company_in, made, 'claimed', jsonb_build_object('by', how_in));
  if guard_in = 'duplicate' then
    perform note_timeline(company_in, made, 'guard.duplicate', jsonb_build_object('because', 'placeholder_serial'));
  end if;
  perform note_audit(company_in, 'gateway.enrolled', 'device', made::text,
    jsonb_build_object('serialNumber', serial_in, 'oui', oui_in, 'by', how_in, 'address', host(address_in)));
  perform note_live(company_in, 'device.added', made, '{}');
  device_id := made;
  return next;
end $$;

drop function acs_pool(text[], text[], text[], text[], text[], inet[], bigint[], boolean[], int, int);
/**
 * Unknown identities that left the challenge unanswered or wrong. One network (/24, /56) holds at most `per_source`
 * of them, all together `room`; a pre-registered one always fits. Of those that came with a company's credentials or
 * URL `per_company` wait. Nothing is kept of an identity that somebody has.
 */
create function acs_pool(
  ouis text[], classes text[], serials text[], manufacturers text[], models text[], addresses inet[], vias bigint[],
  placeholders boolean[], per_source int, room int, per_company int
) returns void language plpgsql security definer set search_path = public as $$
declare
  k record;
  known gateway_pool;
  registrants bigint[];
  held bigint;
begin
  select count(*) into held from gateway_pool where not pre_registered;
  for k in
    select distinct on (u.oui, u.class, u.serial) u.*
    from unnest(ouis, classes, serials, manufacturers, models, addresses, vias, placeholders)
      as u (oui, class, serial, manufacturer, model, address, via, placeholder)
    where not exists (select 1 from device d where d.oui = u.oui and d.product_class = u.class
      and d.serial_number = u.serial and d.state = 'claimed' and d.driver = 'cwmp')
    order by u.oui, u.class, u.serial
  loop
    select array_agg(distinct r.company_id) into registrants from pre_registration r
      where r.serial_number = k.serial and registration_fits(r, k.oui, k.class, k.serial, k.model);
    if cardinality(registrants) > 1 then
      update pre_registration r set state = 'conflict' where r.serial_number = k.serial and r.state = 'waiting'
        and registration_fits(r, k.oui, k.class, k.serial, k.model);
    end if;
    select p.* into known from gateway_pool p
      where p.oui = k.oui and p.product_class = k.class and p.serial_number = k.serial for update;
    if known.id is not null then
      update gateway_pool p set
        last_seen_at = now(), informs = p.informs + 1,
        pre_registered = registrants is not null,
        via_company_id = coalesce(k.via, p.via_company_id),
        -- Another source while a claim is open, or soon after the last one: two callers with one identity.
        two_callers_at = case when p.remote_address <> k.address
          and (p.claim_until > now() or p.last_seen_at > now() - interval '2 minutes') then now()
          else p.two_callers_at end,
        remote_address = case when p.claim_until > now() then p.remote_address else k.address end,
        manufacturer = k.manufacturer, model_name = k.model
      where p.id = known.id;
      continue;
    end if;
    if k.via is not null then
      if (select count(*) from gateway_pool p where p.via_company_id = k.via) >= per_company then continue; end if;
    elsif registrants is null then
      if held >= room then continue; end if;
      if (select count(*) from gateway_pool p
          where network(set_masklen(p.remote_address, case family(p.remote_address) when 4 then 24 else 56 end))
            = network(set_masklen(k.address, case family(k.address) when 4 then 24 else 56 end))) >= per_source then
        continue;
      end if;
      held := held + 1;
    end if;
    insert into gateway_pool (oui, product_class, serial_number, manufacturer, model_name, remote_address,
      via_company_id, pre_registered, placeholder)
    values (k.oui, k.class, k.serial, k.manufacturer, k.model, k.address, k.via, registrants is not null, k.placeholder)
    on conflict do nothing;
    -- The platform sees all; a company only what is its own.
    perform note_live(c.id, 'pool.changed', null, '{}') from company c
      where c.kind = 'op' or c.id = k.via or (cardinality(registrants) = 1 and c.id = registrants[1]);
  end loop;
end $$;

/** How many gateways that came with its credentials or URL wait for the company acted in. */
create function pool_waiting() returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from gateway_pool where via_company_id = scope_company() $$;

create or replace function pool_prune() returns int language plpgsql security definer set search_path = public as $$
declare
  dropped int;
begin
  update gateway_pool set claim_company_id = null, claim_until = null, claim_name = null where claim_until < now();
  update gateway set open_until = null where open_until < now();
  delete from enrolment_tally where hour < now() - interval '2 days';
  update gateway set expected_reset_until = null where expected_reset_until < now() - interval '1 hour';
  delete from gateway_pool p where p.last_seen_at < now() - interval '7 days' and not exists (
    select 1 from pre_registration r where r.serial_number = p.serial_number
      and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name));
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- ─── Conflicts of pre-registrations: for the platform alone ──────────────────────────────────────────────────────

/** Whether both could mean one gateway: what one of them leaves open fits anything. */
create function registrations_meet(a pre_registration, b pre_registration) returns boolean
  language sql stable set search_path = public as $$
  select a.serial_number = b.serial_number and a.company_id <> b.company_id
    and a.state <> 'matched' and b.state <> 'matched' and a.expires_at > now() and b.expires_at > now()
    and coalesce(a.oui = b.oui, true) and coalesce(a.product_class = b.product_class, true)
    and coalesce(upper(a.model_name) = upper(b.model_name), true) $$;

/** One page of registrations that another company's meets, by serial number; `total` is capped at 10,001. */
create function registration_conflicts(search_in text, limit_in int, offset_in int) returns table (
  id bigint, oui text, product_class text, model_name text, serial_number text, company_id bigint, company_name text,
  has_label_secret boolean, created_at timestamptz, expires_at timestamptz, total bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  if netward_setting('netward.identity') is distinct from '1' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  return query
    with met as (
      select r.*, c.name as company from pre_registration r join company c on c.id = r.company_id
      where r.state <> 'matched' and r.expires_at > now()
        -- Few are: the rest is not compared.
        and r.serial_number in (select k.serial_number from pre_registration k where k.state <> 'matched'
          group by k.serial_number having min(k.company_id) <> max(k.company_id))
        and (search_in is null or strpos(lower(r.serial_number || ' ' || c.name), lower(search_in)) > 0)
        and exists (select 1 from pre_registration o where o.serial_number = r.serial_number
          and o.state <> 'matched' and o.company_id <> r.company_id
          and registrations_meet((select x from pre_registration x where x.id = r.id), o)))
    select m.id, m.oui, m.product_class, m.model_name, m.serial_number, m.company_id, m.company, m.has_label_secret,
      m.created_at, m.expires_at, (select count(*) from (select 1 from met limit 10001) capped)
    from met m order by m.serial_number, m.id limit limit_in offset offset_in;
end $$;

/** One registration stays; those of other companies that it meets end, and look to them as if their time were over. */
create function settle_registration(registration_in bigint) returns table (serial_number text, company_name text, ended int)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  kept pre_registration;
begin
  if netward_setting('netward.identity') is distinct from '1' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  select r.* into kept from pre_registration r where r.id = registration_in and r.state <> 'matched' and r.expires_at > now()
    for update;
  if kept.id is null then raise exception 'pre_registration.not_found' using errcode = 'NW001'; end if;
  update pre_registration o set expires_at = now(), state = 'waiting' where o.serial_number = kept.serial_number
    and registrations_meet(kept, o);
  get diagnostics ended = row_count;
  update pre_registration r set state = 'waiting' where r.id = kept.id;
  select c.name into company_name from company c where c.id = kept.company_id;
  serial_number := kept.serial_number;
  perform note_live(kept.company_id, 'pool.changed', null, '{}');
  return next;
end $$;

-- ─── Expected resets ─────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A factory reset is expected for so many minutes: until then 0 BOOTSTRAP does not quarantine, and the gateway is given
 * new credentials. One that its company's credentials did not bring in has nothing to show after a reset: it is let in
 * from where it called last, for an hour at most.
 */
create function expect_reset(device_in bigint, minutes_in int) returns timestamptz
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  until_at timestamptz := now() + make_interval(mins => minutes_in);
begin
  perform lock_device(id) from device where id = device_in and company_id = scope_company();
  select * into d from device where id = device_in and company_id = scope_company();
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.enrolled_by in ('claim', 'pre_registration') then
    until_at := least(until_at, now() + interval '1 hour');
  end if;
  if d.state = 'claimed' and d.guard = 'none' then
    update gateway set expected_reset_until = until_at where device_id = device_in;
  end if;
  if d.state <> 'claimed' or d.guard <> 'none' or not found then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  perform note_timeline(d.company_id, device_in, 'reset.expected', jsonb_build_object('until', until_at));
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
  return until_at;
end $$;

/** False: none was expected. */
create function expect_no_reset(device_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  g gateway;
begin
  update gateway set expected_reset_until = null
  where device_id = device_in and company_id = scope_company() and expected_reset_until > now() returning * into g;
  if g.device_id is null then return false; end if;
  perform note_timeline(g.company_id, device_in, 'reset.unexpected', '{}');
  perform note_live(g.company_id, 'device.changed', device_in, '{}');
  return true;
end $$;

/** Until when one is expected; null when none is. The caller found the device; its company is looked at again here. */
create function reset_expected_until(device_in bigint) returns timestamptz
  language sql stable security definer set search_path = public as $$
  select g.expected_reset_until from gateway g
  where g.device_id = device_in and g.expected_reset_until > now() and sees_company(g.company_id) $$;

create or replace function acs_credentials_proved(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  before gateway;
begin
  perform lock_device(device_in);
  select * into before from gateway where device_id = device_in and pending_ha1 is not null for update;
  if before.device_id is null then return; end if;
  update gateway set ha1 = pending_ha1, pending_ha1 = null,
    connection_password = coalesce(pending_connection_password, connection_password),
    pending_connection_password = null, open_until = null, unanswered = 0,
    -- What is proved for the first time was not reset.
    expected_reset_until = case when ha1 is null then expected_reset_until end
  where device_id = device_in;
  update device set credential_state = 'own' where id = device_in and state = 'claimed' returning * into d;
  if d.id is null then return; end if;
  if before.ha1 is not null and before.expected_reset_until > now() - interval '1 hour' then
    perform note_timeline(d.company_id, device_in, 'reset.taken', '{}');
  end if;
  perform note_timeline(d.company_id, device_in, 'credentials.proved', '{}');
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

drop function acs_open_claims();
/**
 * Identities that may call in without credentials at this moment, and from where; `reset`: with 0 BOOTSTRAP alone;
 * `shows`: it came with its company's credentials or URL, and shows them again.
 */
create function acs_open_claims() returns table (
  oui text, product_class text, serial_number text, company_id bigint, company_status text, device_id bigint,
  address text, claim_name text, until timestamptz, reset boolean, shows boolean
) language sql stable security definer set search_path = public as $$
  select p.oui, p.product_class, p.serial_number, p.claim_company_id, c.status, null::bigint, host(p.remote_address),
    p.claim_name, p.claim_until, false,
    -- Unless these were replaced since: then it has nothing to show.
    p.via_company_id is not distinct from p.claim_company_id and exists (
      select 1 from enrolment e where e.company_id = p.via_company_id and e.changed_at <= p.first_seen_at)
  from gateway_pool p join company c on c.id = p.claim_company_id
  where p.claim_until > now() and not pool_duplicate(p)
  union all
  select d.oui, d.product_class, d.serial_number, d.company_id, c.status, d.id, host(g.last_address), null,
    greatest(g.open_until, g.expected_reset_until), coalesce(g.open_until <= now(), true), false
  from gateway g join device d on d.id = g.device_id join company c on c.id = d.company_id
  -- In two parts, so that the first one is read from its indexes: this is asked every second.
  where (g.open_until > now() or g.expected_reset_until > now())
    and (g.open_until > now() or d.enrolled_by in ('claim', 'pre_registration'))
    and d.state = 'claimed' and d.guard = 'none' $$;
create index gateway_expected_reset on gateway (expected_reset_until) where expected_reset_until is not null;

drop function acs_resolve(text[], text[], text[], bytea[]);
/**
 * Who these identities are. One row for each that belongs to somebody; `n` counts from 1. `token_hashes` are of the
 * enrolment URLs that they used, null for none; `url_company_id` is whose that is.
 */
create function acs_resolve(ouis text[], classes text[], serials text[], token_hashes bytea[]) returns table (
  n bigint, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select k.n, d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, g.username, g.ha1,
      g.pending_ha1, g.facts, host(g.last_address), d.data_model_root, d.periodic_interval,
      coalesce(g.expected_reset_until > now(), false),
      exists (select 1 from device_command o where o.device_id = d.id and o.state in ('waiting', 'sent')),
      g.unanswered,
      (select e.company_id from enrolment e where e.token_hash = k.token_hash)
    from unnest(ouis, classes, serials, token_hashes) with ordinality as k (oui, class, serial, token_hash, n)
    join device d on d.oui = k.oui and d.product_class = k.class and d.serial_number = k.serial
      and d.state = 'claimed' and d.driver = 'cwmp'
    join gateway g on g.device_id = d.id
    join company c on c.id = d.company_id;
end $$;

-- ─── Connection requests ─────────────────────────────────────────────────────────────────────────────────────────

drop function connection_target(bigint, bigint);
/** Where a connection request would go; nothing for a gateway that may not be called. */
create function connection_target(company_in bigint, device_in bigint) returns table (
  url text, username text, password bytea, pending_password bytea, last_address text, company_code text
) language sql stable security definer set search_path = public as $$
  select d.connection_request_url, g.connection_username, g.connection_password, g.pending_connection_password,
    host(g.last_address), c.code
  from device d join gateway g on g.device_id = d.id join company c on c.id = d.company_id
  where d.id = device_in and d.company_id = company_in and d.state = 'claimed' and d.guard = 'none'
    and d.connection_request_url is not null and c.status = 'active' $$;

/** The gateway took them (`accepted_in`), or refused: then it is as it was. A connection request hastens the proof. */
create or replace function acs_credentials_answered(device_in bigint, accepted_in boolean, interval_in int, fault_in text)
  returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  -- Answered before, or proved by now: nothing is left to note.
  if d.id is null or not exists (select 1 from gateway where device_id = device_in and pending_ha1 is not null) then
    return;
  end if;
  if accepted_in then
    perform expect_informs(device_in, interval_in);
    perform note_timeline(d.company_id, device_in, 'credentials.set', '{}');
    if d.connection_request_url is not null then
      -- A worker that is killed over it leaves it to the next one; the job does nothing once they are proved.
      perform graphile_worker.add_job('device.connect',
        json_build_object('companyId', d.company_id::text, 'deviceId', device_in::text, 'untilProved', true),
        job_key := 'device.connect:' || device_in, run_at := now() + interval '3 seconds', max_attempts := 5);
    end if;
  else
    update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
    update device set credential_state = case when exists
        (select 1 from gateway g where g.device_id = device_in and g.ha1 is not null) then 'own'
      when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    where id = device_in;
    perform note_timeline(d.company_id, device_in, 'credentials.refused', jsonb_build_object('fault', fault_in));
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

-- ─── Reboots whose call was cut off ──────────────────────────────────────────────────────────────────────────────

alter table device_command add column sends int not null default 0;

/**
 * Takes the lease for a session whose Inform came at `since_in`, unless a later one has it, and gives the commands
 * that wait. Reads and sets that an earlier session left without an answer wait again. A reboot that was never answered
 * does too: had it been carried out, this Inform, which came later, would have brought the BOOT that ends it. It goes
 * out three times at most, for a gateway that reboots without a word must not do so all day.
 */
create or replace function acs_take_commands(device_in bigint, holder_in uuid, since_in timestamptz) returns table (
  id bigint, kind text, request jsonb, secret bytea
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  before uuid;
begin
  select g.lease_holder into before from gateway g where g.device_id = device_in for update;
  update gateway set lease_holder = holder_in, lease_since = since_in where device_id = device_in
    and (lease_holder is null or lease_holder = holder_in or lease_since < since_in);
  if not found then return; end if;
  update device_command set state = 'waiting', sent_at = null
  where device_id = device_in and state = 'sent' and expires_at > now() and (kind <> 'reboot'
    or result is null and sent_at < since_in and sends < 3 and before is distinct from holder_in);
  return query select c.id, c.kind, c.request, c.secret from device_command c
    where c.device_id = device_in and c.state = 'waiting' and c.expires_at > now()
      and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()
    order by c.id limit 50;
end $$;

create or replace function acs_command_sent(command_in bigint, holder_in uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  perform 1 from device_command o join gateway g on g.device_id = o.device_id
  where o.id = command_in and g.lease_holder = holder_in for share of g;
  if not found then return false; end if;
  update device_command set state = 'sent', sent_at = clock_timestamp(), sends = sends + 1
  where id = command_in and state = 'waiting' and expires_at > now() returning * into c;
  if c.id is null then return false; end if;
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
  return true;
end $$;

/**
 * An Inform that tells something: events beyond 2 PERIODIC, or changed facts. Everything
 * that follows from it, in one transaction. `due_in` is null while the interval is not known. `told` holds the facts
 * {softwareVersion, hardwareVersion, modelName, manufacturer, ipAddress, macAddress, root, cwmpVersion, url, address}
 * (absent: not told) and `events` [{kind, code, commandKey}]. Returns the guard as it stands now.
 */
create or replace function acs_inform(
  device_in bigint, at_in timestamptz, due_in timestamptz, facts_in text, told jsonb, events jsonb
) returns text language plpgsql security definer set search_path = public as $$
declare
  d device;
  g gateway;
  boot boolean := exists (select 1 from jsonb_array_elements(events) e where e->>'kind' in ('boot', 'bootstrap'));
  rebooted boolean := exists (select 1 from jsonb_array_elements(events) e
    where e->>'kind' = 'method' and e->>'code' ilike 'M%Reboot');
  moved boolean;
  news boolean;
  changes jsonb := '{}';
  next_presence text;
  e jsonb;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return 'released'; end if;
  select * into g from gateway where device_id = device_in for update;
  next_presence := case when due_in is null then d.presence else 'online' end;
  news := facts_in <> g.facts or boot;

  if d.software_version <> '' and told->>'softwareVersion' <> d.software_version then
    changes := changes || jsonb_build_object('softwareVersion', jsonb_build_array(d.software_version, told->>'softwareVersion'));
  end if;
  if d.hardware_version <> '' and told->>'hardwareVersion' <> d.hardware_version then
    changes := changes || jsonb_build_object('hardwareVersion', jsonb_build_array(d.hardware_version, told->>'hardwareVersion'));
  end if;
  if d.ip_address is not null and (told->>'ipAddress')::inet <> d.ip_address then
    changes := changes || jsonb_build_object('ipAddress', jsonb_build_array(host(d.ip_address), told->>'ipAddress'));
  end if;

  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address),
    data_model_root = coalesce(told->>'root', data_model_root),
    cwmp_version = coalesce(told->>'cwmpVersion', cwmp_version),
    connection_request_url = coalesce(told->>'url', connection_request_url),
    first_inform_at = coalesce(first_inform_at, at_in),
    last_boot_at = case when boot then at_in else last_boot_at end,
    presence = next_presence
  where id = device_in;
  insert into device_presence as p (device_id, company_id, last_inform_at, due_at)
  values (device_in, d.company_id, at_in, due_in)
  on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, at_in), due_at = due_in;

  -- One unit has one address at a time: two that take turns, without a boot between, are two units.
  moved := g.last_address is not null and g.last_address <> (told->>'address')::inet and not boot;
  update gateway set
    facts = facts_in,
    last_address = (told->>'address')::inet,
    address_flips = case when not moved then address_flips
      when flips_since is null or flips_since < at_in - interval '10 minutes' then 1 else address_flips + 1 end,
    flips_since = case when moved and (flips_since is null or flips_since < at_in - interval '10 minutes')
      then at_in else flips_since end
  where device_id = device_in returning * into g;
  if g.address_flips >= 4 and d.guard = 'none' then
    perform acs_guard(device_in, 'duplicate', 'two_sources');
    d.guard := 'duplicate';
  end if;

  for e in select * from jsonb_array_elements(events) loop
    if e->>'kind' <> 'periodic' then
      perform note_timeline(d.company_id, device_in, 'inform.' || (e->>'kind'),
        jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey'));
    end if;
  end loop;
  if next_presence <> d.presence then
    perform note_timeline(d.company_id, device_in, next_presence, '{}');
    perform note_live(d.company_id, 'device.presence', device_in, jsonb_build_object('presence', next_presence));
  end if;
  if changes <> '{}' then perform note_timeline(d.company_id, device_in, 'changed', changes); end if;
  if news then
    perform note_live(d.company_id, 'device.changed', device_in, '{}');
  end if;
  if boot or rebooted then
    with resolved as (
      update device_command c set state = 'done', finished_at = at_in,
        result = coalesce(result, '{}') || jsonb_build_object('kind', 'reboot', 'seen', true)
      where c.device_id = device_in and c.kind = 'reboot'
        -- One that waits again was sent before: this is the reboot that it asked for.
        and (c.state = 'sent' or c.state = 'waiting' and c.sends > 0) returning c.id
    ), noted as (
      insert into device_timeline (company_id, device_id, kind, detail)
      select d.company_id, device_in, 'command.done', jsonb_build_object('commandId', id::text, 'kind', 'reboot') from resolved
    )
    insert into live_event (company_id, kind, subject_id, data)
    select d.company_id, 'command.changed', device_in, jsonb_build_object('commandId', id::text) from resolved;
  end if;
  return d.guard;
end $$;

-- ─── Diagnostics ─────────────────────────────────────────────────────────────────────────────────────────────────

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

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function
  redeem_live_ticket, refused_listeners, acs_admit, acs_pool, acs_open_claims, acs_resolve, connection_target
  to {{login}};
grant execute on function
  pool_waiting, registration_conflicts, settle_registration, expect_reset, expect_no_reset, reset_expected_until
  to {{company}}, {{tree}}, {{platform}};
