create or replace function pool_duplicate(p gateway_pool) returns boolean language sql stable set search_path = public as $$
  select p.placeholder or coalesce(p.two_callers_at > now() - interval '15 minutes', false) $$;

/** Whether a company other than the acting one had this gateway before. */
create or replace function had_by_another(oui_in text, class_in text, serial_in text) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device d where d.serial_number = serial_in and d.oui = oui_in and d.product_class = class_in
    and d.state <> 'claimed' and d.driver = 'cwmp' and d.company_id <> scope_company()) $$;

/** Why the acting company may see a pool entry; null if it may not. Only the platform sees conflicts. */
create or replace function pool_seen_by(p gateway_pool) returns text
  language sql stable security definer set search_path = public as $$
  select case
    when netward_setting('netward.identity') = '1' then 'platform'
    when p.via_company_id = scope_company() then 'enrolment_url'
    -- A released gateway is offered to no other company: its next owner proves it, or the platform assigns it.
    when had_by_another(p.oui, p.product_class, p.serial_number) then null
    when (select array_agg(distinct r.company_id) from pre_registration r where r.serial_number = p.serial_number
        and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name)) = array[scope_company()]
      then 'pre_registration' end $$;

/**
 * Records unknown identities that left the challenge unanswered or answered it wrong. At most `per_source`
 * per network (/24, /56) and `room` in total; a pre-registered identity always fits. At most `per_company` of
 * those that came with a company's credentials or URL are pending. Nothing is kept for an identity that
 * already belongs to a company.
 */
create or replace function acs_pool(
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
        -- Another source while a claim is open or shortly after the last one: two callers share an identity.
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
    -- The platform sees all; a company sees only its own.
    perform note_live(c.id, 'pool.changed', null, '{}') from company c
      where c.kind = 'op' or c.id = k.via or (cardinality(registrants) = 1 and c.id = registrants[1]);
  end loop;
end $$;

/** Label secrets registered for identities that belong to no company. */
create or replace function acs_label_secrets(oui_in text, class_in text, serial_in text, model_in text) returns table (
  company_id bigint, company_status text, label_secret bytea
) language sql stable security definer set search_path = public as $$
  select k.company_id, c.status, k.label_secret from (
    -- A share per company, so that a company that registers a serial many times leaves room for others.
    select r.id, r.company_id, r.label_secret, row_number() over (partition by r.company_id order by r.id) as nth
    from pre_registration r
    where r.serial_number = serial_in and r.label_secret is not null
      and registration_fits(r, oui_in, class_in, serial_in, model_in)) k
  join company c on c.id = k.company_id
  where k.nth <= 4 order by k.nth, k.id limit 32 $$;

/**
 * Identities that may currently call in without credentials, and from where. `reset`: only with 0 BOOTSTRAP;
 * `shows`: it came with its company's credentials or URL, and shows them again.
 */
create or replace function acs_open_claims() returns table (
  oui text, product_class text, serial_number text, company_id bigint, company_status text, device_id bigint,
  address text, claim_name text, until timestamptz, reset boolean, shows boolean
) language sql stable security definer set search_path = public as $$
  select p.oui, p.product_class, p.serial_number, p.claim_company_id, c.status, null::bigint, host(p.remote_address),
    p.claim_name, p.claim_until, false,
    -- Unless these have been replaced since: then there is nothing to show.
    p.via_company_id is not distinct from p.claim_company_id and exists (
      select 1 from enrolment e where e.company_id = p.via_company_id and e.changed_at <= p.first_seen_at)
  from gateway_pool p join company c on c.id = p.claim_company_id
  where p.claim_until > now() and not pool_duplicate(p)
  union all
  select d.oui, d.product_class, d.serial_number, d.company_id, c.status, d.id, host(g.last_address), null,
    greatest(g.open_until, g.expected_reset_until), coalesce(g.open_until <= now(), true), false
  from gateway g join device d on d.id = g.device_id join company c on c.id = d.company_id
  -- Two parts, so that the first is read from its indexes: this runs every second.
  where (g.open_until > now() or g.expected_reset_until > now())
    and (g.open_until > now() or d.enrolled_by in ('claim', 'pre_registration'))
    and d.state = 'claimed' and d.guard = 'none' $$;

/** One page of the pool as visible to the caller, newest first; `total` is capped at 10,001. */
create or replace function pool_page(search_in text, limit_in int, offset_in int) returns table (
  id bigint, oui text, product_class text, serial_number text, manufacturer text, remote_address text,
  first_seen_at timestamptz, last_seen_at timestamptz, informs int, claim_open_until timestamptz, seen_by text,
  duplicate boolean, claim_asked_at timestamptz, total bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    with seen as (
      select p, pool_seen_by(p) as by from gateway_pool p
      where (netward_setting('netward.identity') = '1' or p.via_company_id = scope_company()
          or p.serial_number in (select r.serial_number from pre_registration r
            where r.company_id = scope_company() and r.state <> 'matched'))
        and (search_in is null or strpos(lower((p.oui || ' ' || p.product_class || ' ' || p.serial_number || ' '
          || p.manufacturer) collate "default"), lower(search_in)) > 0
          or (netward_setting('netward.identity') = '1' or p.via_company_id = scope_company())
            and strpos(host(p.remote_address), search_in) > 0)
    ), mine as (select * from seen where by is not null)
    select (p).id, (p).oui, (p).product_class, (p).serial_number, (p).manufacturer,
      -- A caller who guessed a serial number does not learn where the gateway is.
      case when by <> 'pre_registration' then host((p).remote_address) end,
      (p).first_seen_at, (p).last_seen_at, (p).informs,
      case when (p).claim_until > now() and ((p).claim_company_id = scope_company()
        or netward_setting('netward.identity') = '1') then (p).claim_until end,
      by, pool_duplicate(p), case when (p).claim_company_id = scope_company() then (p).claim_asked_at end, (select count(*) from (select 1 from mine limit 10001) capped)
    from mine order by (p).last_seen_at desc, (p).id desc limit limit_in offset offset_in;
end $$;

/** Number of pending gateways that came with the acting company's credentials or URL. */
create or replace function pool_waiting() returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from gateway_pool where via_company_id = scope_company() $$;

/**
 * Opens a fifteen-minute claim on pool identities for the acting company. An identity that the caller may not
 * see, that is claimed elsewhere, or that two callers use is refused without a reason. Of several, only the
 * first to call in can replace another gateway. If only a pre-registration of the company supports the claim,
 * it is `asked`: a level above the company approves it, never the company itself.
 */
create or replace function pool_claim(ids_in bigint[], name_in text, outlet_in bigint, replaces_in bigint)
  returns table (id bigint, label text, accepted boolean, asked boolean)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  wanted bigint;
  p gateway_pool;
  why text;
begin
  perform check_place(outlet_in, replaces_in);
  foreach wanted in array ids_in loop
    select o.* into p from gateway_pool o where o.id = wanted for update;
    id := wanted;
    why := case when p.id is not null then pool_seen_by(p) end;
    accepted := why is not null;
    asked := accepted and why = 'pre_registration';
    label := case when asked then p.serial_number when accepted then host(p.remote_address) else wanted::text end;
    accepted := accepted and not pool_duplicate(p)
      and (p.claim_until is null or p.claim_until < now() or p.claim_company_id = scope_company());
    asked := asked and accepted;
    if accepted then
      update gateway_pool o set claim_company_id = scope_company(),
        claim_until = case when not asked then now() + interval '15 minutes' end,
        claim_asked_at = case when asked then now() end,
        claim_asked_by = case when asked then netward_setting('netward.actor_name') end,
        claim_name = nullif(name_in, ''), claim_outlet_id = outlet_in, claim_replaces_id = replaces_in
      where o.id = wanted;
      perform note_live(scope_company(), 'pool.changed', wanted, '{}');
    end if;
    return next;
  end loop;
end $$;

/** Whether a company is a level above the acting company. */
create or replace function is_above_scope(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from company_ancestor a
    where a.company_id = scope_company() and a.ancestor_id = company_in and a.depth > 0) $$;

/**
 * Claims by serial number and the keyed hash of the label's secret; `class_in` is '' if the label has no
 * product class. An identity has one class (TR-069 3.4.4), so if the secret fits several, the result is
 * `ambiguous` and the caller must choose. `refused`, whatever the cause. A company that registers a secret
 * chooses it: unless a level above registered the secret or claims, the claim is `asked` and awaits approval
 * from above. If another company registered the same serial with a different secret or none, the platform
 * decides.
 */
create or replace function claim_by_label(
  oui_in text, class_in text, serial_in text, label_hash_in bytea, outlet_in bigint, replaces_in bigint
) returns table (outcome text, product_class text)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  p gateway_pool;
  o gateway_pool;
  classes text[] := '{}'::text[];
  asked boolean;
begin
  perform check_place(outlet_in, replaces_in);
  for o in
    select * from gateway_pool k
    where k.oui = oui_in and k.serial_number = serial_in and (class_in = '' or k.product_class = class_in)
      and exists (select from pre_registration r where r.serial_number = serial_in and r.label_hash = label_hash_in
        and registration_fits(r, oui_in, k.product_class, serial_in, k.model_name))
    order by k.id for update
  loop
    -- Being one of several also leaks information: a reason that hides one of them from this company refuses
    -- all.
    if pool_duplicate(o) or had_by_another(o.oui, o.product_class, o.serial_number) or (o.claim_until > now() and o.claim_company_id <> scope_company())
      or exists (select from pre_registration r where r.serial_number = serial_in
        and r.company_id <> scope_company() and r.label_hash is distinct from label_hash_in
        and registration_fits(r, oui_in, o.product_class, serial_in, o.model_name)) then
      return query select 'refused', class_in;
      return;
    end if;
    p := o;
    classes := classes || o.product_class;
  end loop;
  if p.id is null then
    return query select 'refused', class_in;
    return;
  end if;
  if class_in = '' then
    -- A registration for another class has just not called in yet.
    classes := array(
      select unnest(classes) union select r.product_class from pre_registration r
      where r.serial_number = serial_in and r.label_hash = label_hash_in and r.product_class is not null
        and r.state <> 'matched' and r.expires_at > now() and coalesce(r.oui, oui_in) = oui_in);
    if cardinality(classes) > 1 then
      return query select 'ambiguous', class_in;
      return;
    end if;
  end if;
  asked := netward_setting('netward.identity') is distinct from '1'
    and not is_above_scope(nullif(netward_setting('netward.home_id'), '')::bigint)
    and not exists (select from pre_registration r where r.serial_number = serial_in and r.label_hash = label_hash_in
      and registration_fits(r, oui_in, p.product_class, serial_in, p.model_name)
      and is_above_scope(r.registered_by));
  -- Two claims without proof: the first one stands until it is decided.
  if asked and p.claim_asked_at is not null and p.claim_company_id <> scope_company() then
    return query select 'refused', class_in;
    return;
  end if;
  update gateway_pool k set claim_company_id = scope_company(),
    claim_until = case when not asked then now() + interval '15 minutes' end,
    claim_asked_at = case when asked then now() end,
    claim_asked_by = case when asked then netward_setting('netward.actor_name') end,
    claim_outlet_id = outlet_in, claim_replaces_id = replaces_in
  where k.id = p.id;
  perform note_live(scope_company(), 'pool.changed', p.id, '{}');
  return query select case when asked then 'asked' else 'claimed' end, p.product_class;
end $$;

/**
 * Whether a user acting only in their home company decides on this company's claims: levels above it decide,
 * not the company.
 */
create or replace function decides_claims_of(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select netward_setting('netward.identity') = '1' or exists (select from company_ancestor a
    where a.company_id = company_in and a.ancestor_id = scope_root() and a.depth > 0) $$;

/** Claims pending approval by the acting company, oldest first. */
create or replace function pool_claims_asked(limit_in int, offset_in int) returns table (
  id bigint, oui text, product_class text, serial_number text, manufacturer text, model_name text, remote_address text,
  last_seen_at timestamptz, company_id bigint, company_name text, asked_at timestamptz, asked_by text, total bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    with asked as (
      select p.*, c.name as company from gateway_pool p join company c on c.id = p.claim_company_id
      where p.claim_asked_at is not null and decides_claims_of(p.claim_company_id))
    select a.id, a.oui, a.product_class, a.serial_number, a.manufacturer, a.model_name, host(a.remote_address),
      a.last_seen_at, a.claim_company_id, a.company, a.claim_asked_at, a.claim_asked_by,
      (select count(*) from (select 1 from asked limit 10001) capped)
    from asked a order by a.claim_asked_at, a.id limit limit_in offset offset_in;
end $$;

/**
 * Opens a claim pending approval, or ends it together with the pre-registrations it rests on. Also logged for
 * the company that asked. No-op if none is pending or the decision is not the caller's.
 */
create or replace function pool_decide(id_in bigint, approve_in boolean) returns table (company_name text, identity text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  p gateway_pool;
begin
  select o.* into p from gateway_pool o where o.id = id_in and o.claim_asked_at is not null for update;
  if p.id is null or not decides_claims_of(p.claim_company_id) or approve_in and pool_duplicate(p) then return; end if;
  update gateway_pool o set claim_asked_at = null, claim_asked_by = null,
    claim_until = case when approve_in then now() + interval '15 minutes' end,
    claim_company_id = case when approve_in then o.claim_company_id end
  where o.id = id_in;
  if not approve_in then
    update pre_registration r set expires_at = now() where r.company_id = p.claim_company_id
      and r.serial_number = p.serial_number and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name);
  end if;
  perform note_live(p.claim_company_id, 'pool.changed', p.id, '{}');
  identity := p.oui || '-' || p.product_class || '-' || p.serial_number;
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, subject_kind, subject_id, detail)
  values (p.claim_company_id, 'gateway.claim_decided', scope_person(), netward_setting('netward.actor_name'),
    scope_company(), 'gateway', identity, jsonb_build_object('approve', approve_in));
  select c.name into company_name from company c where c.id = p.claim_company_id;
  return next;
end $$;

/**
 * How many gateways the acting company has registered and not yet received. Locked until the transaction
 * ends, so that two imports cannot both take the last place.
 */
create or replace function open_registrations() returns int language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pre_registration ' || scope_company(), 0));
  return (select count(*) from pre_registration r
    where r.company_id = scope_company() and r.state <> 'matched' and r.expires_at > now());
end $$;

/**
 * Deletes pool entries not seen for a week unless pre-registered, and expired claims, admissions and expected
 * resets. Returns how many entries the pool dropped.
 */
create or replace function pool_prune() returns int language plpgsql security definer set search_path = public as $$
declare
  dropped int;
begin
  update gateway_pool set claim_company_id = null, claim_until = null, claim_name = null, claim_outlet_id = null,
    claim_replaces_id = null
  where claim_until < now();
  update gateway_pool set claim_company_id = null, claim_name = null, claim_outlet_id = null, claim_replaces_id = null,
    claim_asked_at = null, claim_asked_by = null
  where claim_asked_at < now() - interval '7 days';
  update gateway set open_until = null where open_until < now();
  delete from enrolment_tally where hour < now() - interval '2 days';
  update gateway set expected_reset_until = null where expected_reset_until < now() - interval '1 hour';
  delete from gateway_pool p where p.last_seen_at < now() - interval '7 days' and not exists (
    select 1 from pre_registration r where r.serial_number = p.serial_number
      and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name));
  get diagnostics dropped = row_count;
  return dropped;
end $$;

grant execute on function acs_label_secrets, acs_open_claims, acs_pool, pool_prune to {{login}};
grant execute on function claim_by_label, open_registrations, pool_claim, pool_claims_asked, pool_decide, pool_page,
  pool_waiting to {{company}}, {{tree}}, {{platform}};
