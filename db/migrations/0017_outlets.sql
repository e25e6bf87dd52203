-- Outlets and their internet lines, which devices stand in them, and gateways that take the place of others.

-- ─── Outlets ─────────────────────────────────────────────────────────────────────────────────────────────────────

alter table outlet
  add column code text not null default '',
  -- Free text: a province of China, or a country and state elsewhere.
  add column province text not null default '',
  add column city text not null default '',
  add column district text not null default '',
  add column address text not null default '',
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column time_zone text not null default 'Asia/Shanghai',
  add column business_hours text not null default '',
  -- Of {name, phone}, the first is asked first.
  add column contacts jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array'),
  add column note text not null default '',
  -- As device.search.
  add column search text generated always as (
    ' ' || search_text(name || ' ' || code || ' ' || province || ' ' || city || ' ' || district || ' ' || address)) stored,
  add check ((latitude is null) = (longitude is null));
create unique index outlet_code on outlet (company_id, lower(code)) where code <> '';

-- The list in each order it offers, within one company and over all.
create index outlet_company_code on outlet (company_id, code, id);
create index outlet_company_region on outlet (company_id, province, city, id);
create index outlet_company_created on outlet (company_id, created_at, id);
create index outlet_all_name on outlet (name, id);
create index outlet_all_code on outlet (code, id);
create index outlet_all_region on outlet (province, city, id);
create index outlet_all_created on outlet (created_at, id);
create index outlet_search on outlet using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index outlet_all_search on outlet using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);

-- ─── Internet lines ──────────────────────────────────────────────────────────────────────────────────────────────

create table internet_line (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  outlet_id bigint not null,
  -- The outlet's; triggers keep it.
  department_id bigint,
  name text not null,
  isp text not null check (isp in ('telecom', 'unicom', 'mobile', 'broadnet', 'other')),
  -- Of `other`.
  isp_name text not null default '',
  type text not null check (type in ('dedicated', 'broadband', '5g', '4g', 'satellite', 'other')),
  account text not null default '',
  -- Bought, in Mbit/s.
  down_mbps double precision not null check (down_mbps > 0),
  up_mbps double precision not null check (up_mbps > 0),
  addressing text not null default 'dhcp' check (addressing in ('dhcp', 'pppoe', 'static')),
  ip_address inet,
  -- The gateway of the outlet whose WAN carries it.
  device_id bigint,
  wan_name text not null default '',
  -- Yuan.
  monthly_price double precision check (monthly_price >= 0),
  contract_end date,
  note text not null default '',
  created_at timestamptz not null default now(),
  search text generated always as (' ' || search_text(name || ' ' || account)) stored,
  unique (company_id, id),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id)
);
create index internet_line_outlet on internet_line (outlet_id, name, id);
create index internet_line_device on internet_line (device_id) where device_id is not null;
-- One WAN carries one line.
create unique index internet_line_wan on internet_line (company_id, device_id, wan_name)
  where device_id is not null and wan_name <> '';
create index internet_line_company_name on internet_line (company_id, name, id);
create index internet_line_company_down on internet_line (company_id, down_mbps, id);
create index internet_line_company_end on internet_line (company_id, contract_end, id);
create index internet_line_company_created on internet_line (company_id, created_at, id);
create index internet_line_all_name on internet_line (name, id);
create index internet_line_all_down on internet_line (down_mbps, id);
create index internet_line_all_end on internet_line (contract_end, id);
create index internet_line_all_created on internet_line (created_at, id);
create index internet_line_search on internet_line using gin (company_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index internet_line_all_search on internet_line using gin (search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
select netward_protect('internet_line');

-- ─── Devices in outlets ──────────────────────────────────────────────────────────────────────────────────────────

-- A device that was released or replaced says where it stood for as long as that outlet is there.
alter table device
  add foreign key (company_id, outlet_id) references outlet (company_id, id) on delete set null (outlet_id),
  add column replaced_by bigint,
  add foreign key (company_id, replaced_by) references device (company_id, id);
-- An outlet's devices, and how many of them are online.
create index device_outlet on device (outlet_id, state, presence) where outlet_id is not null;
create index device_replaced_by on device (replaced_by) where replaced_by is not null;

/** A department of one's own means nothing on what stands in an outlet: the outlet's is taken. */
create function take_outlet_department() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.department_id := null;
  if new.outlet_id is not null then
    -- Whoever changes the outlet's waits, and then finds this row.
    select o.department_id into new.department_id from outlet o
      where o.company_id = new.company_id and o.id = new.outlet_id for share;
  end if;
  return new;
end $$;
-- Two triggers: an insert without an outlet pays nothing.
create trigger device_department_insert before insert on device
  for each row when (new.outlet_id is not null or new.department_id is not null)
  execute function take_outlet_department();
create trigger device_department_update before update of outlet_id, department_id on device
  for each row execute function take_outlet_department();
create trigger internet_line_department before insert or update of outlet_id, department_id on internet_line
  for each row execute function take_outlet_department();

create function outlet_department_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update device set department_id = new.department_id where outlet_id = new.id;
  update internet_line set department_id = new.department_id where outlet_id = new.id;
  return null;
end $$;
create trigger outlet_department_changed after update of department_id on outlet
  for each row when (new.department_id is distinct from old.department_id)
  execute function outlet_department_changed();

/** A gateway that leaves its outlet, or its company, leaves the lines that it carried there. */
create function device_leaves_lines() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update internet_line set device_id = null, wan_name = ''
  where device_id = new.id and (new.state <> 'claimed' or outlet_id is distinct from new.outlet_id);
  return null;
end $$;
create trigger device_leaves_lines after update of outlet_id, state on device
  for each row when (new.state <> 'claimed' or new.outlet_id is distinct from old.outlet_id)
  execute function device_leaves_lines();

/** Whether the data scope of this transaction reaches an outlet, or what stands in it or in a department. */
create function sees_place(outlet_in bigint, department_in bigint) returns boolean
  language sql stable parallel safe set search_path = public as $$
  select whole_company()
    or coalesce(outlet_in = any (netward_setting('netward.outlet_ids')::bigint[]), false)
    or coalesce(department_in = any (netward_setting('netward.department_ids')::bigint[]), false) $$;

/** The name of an outlet of a company that the scope sees: cheaper for a page of 50 than the policy's set. */
create function visible_outlet_name(outlet_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select o.name from outlet o where o.id = outlet_in and sees_place(o.id, o.department_id) and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = o.company_id) $$;

-- ─── Searches that apply the scope themselves ────────────────────────────────────────────────────────────────────

/** What LIKE compares a search text with. Up to two letters begin a word: inside words they would be everywhere. */
create function search_pattern(term_in text) returns text language sql immutable strict parallel safe
  return case when char_length(search_text(term_in)) < 3 then '% ' else '%' end
    || regexp_replace(search_text(term_in), '([\\%_])', '\\\1', 'g') || '%';

/**
 * Outlets, or lines, whose text holds a term, `limit_in` at most, in no order. LIKE is not leakproof: under row-level
 * security it would read every row of the scope.
 */
create function search_outlet_rows(lines_in boolean, term_in text, limit_in int) returns setof bigint
  language plpgsql stable security definer set search_path = public as $$
declare
  role constant text := current_setting('role');
  seen text;
begin
  if role = '{{company}}' then
    seen := 'r.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (r.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or r.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role = '{{tree}}' then
    seen := 'r.company_id in (select visible_companies())';
  elsif role = '{{platform}}' then
    seen := 'true';
  else
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  return query execute format('select r.id from %I r where %s and r.search like %L limit %s',
    case when lines_in then 'internet_line' else 'outlet' end, seen, search_pattern(term_in), limit_in);
end $$;

/** As in 0002, with the data scope of the roles and a filter by outlet: `outletId`, where `0` means none. */
create or replace function search_devices(
  filters_in jsonb, sort_in text, descending_in boolean, limit_in int, offset_in int
) returns table (total int, ids bigint[])
  language plpgsql stable security definer set search_path = public as $$
declare
  most constant int := 10001;
  walked constant int := 20000;
  sampled constant int := 4000;
  rows_about float;
  term text;
  matching text;
  filter record;
  role constant text := current_setting('role');
  msps bigint[];
  seen text := 'd.state = ''claimed''';
  wanted text := '';
  source text := 'device d';
  sorting text := case sort_in when 'serialNumber' then 'd.serial_number' when 'modelName' then 'd.model_name'
    when 'claimedAt' then 'd.claimed_at' when 'lastInformAt' then 'p.last_inform_at' else 'd.name' end;
  direction text := case when descending_in then 'desc nulls last' else 'asc nulls last' end;
  tie text := case when descending_in then 'desc' else 'asc' end;
begin
  -- current_user is the definer here; the setting is the role that the request became.
  if role = '{{tree}}' then
    msps := array(select visible_msps());
    seen := seen || case when cardinality(msps) = 1 then format(' and d.msp_id = %L', msps[1])
      else format(' and d.msp_id = any (%L::bigint[])', msps) end;
  elsif role = '{{company}}' then
    seen := seen || ' and d.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (d.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or d.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role <> '{{platform}}' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if filters_in ? 'companyId' then
    seen := seen || format(' and d.company_id = %L', (filters_in->>'companyId')::bigint);
  end if;
  if filters_in ? 'outletId' then
    wanted := wanted || case when filters_in->>'outletId' = '0' then ' and d.outlet_id is null'
      else format(' and d.outlet_id = %L', (filters_in->>'outletId')::bigint) end;
  end if;
  if filters_in ? 'search' then
    -- Up to two letters begin a word: inside words they would be everywhere, and no index tells where.
    term := search_text(filters_in->>'search');
    matching := format('d.search like %L', case when char_length(term) < 3 then '% ' else '%' end
      || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if filters_in ? 'mac' then
    -- The search text leads to the rows, the column says that it is the address that fits.
    matching := concat_ws(' or ', matching, format(
      'd.search like %1$L and replace(d.mac_address::text, '':'', '''') like %1$L', '%' || (filters_in->>'mac') || '%'));
  end if;
  if matching is not null then wanted := wanted || ' and (' || matching || ')'; end if;
  for filter in
    select case e.key when 'modelName' then 'model_name' when 'softwareVersion' then 'software_version' else e.key end as name,
      array(select jsonb_array_elements_text(case jsonb_typeof(e.value) when 'array' then e.value
        else jsonb_build_array(e.value) end)) as among
    from jsonb_each(filters_in) e
    where e.key in ('presence', 'guard', 'type', 'tag', 'modelName', 'softwareVersion')
  loop
    wanted := wanted || case
      when filter.name = 'tag' then format(' and d.tags <> ''{}'' and d.tags && %L::text[]', filter.among)
      when cardinality(filter.among) = 1 then format(' and d.%I = %L', filter.name, filter.among[1])
      else format(' and d.%I = any (%L::text[])', filter.name, filter.among) end;
  end loop;
  if sort_in = 'lastInformAt' then source := source || ' left join device_presence p on p.device_id = d.id'; end if;

  -- In a large table a sample tells cheaply of a term that is so common that its matches need not be counted.
  select reltuples into rows_about from pg_class where oid = 'device'::regclass;
  if rows_about > 100000 and role <> '{{company}}' and not filters_in ? 'companyId' then
    execute format('select count(*)::int from device d tablesample system (%s) where %s %s',
      (100 * sampled / rows_about)::numeric, seen, wanted) into total;
    if total * (rows_about / sampled) > 3 * most then total := most; else total := null; end if;
  end if;
  if total is null then
    execute format(
      'with found as materialized (select d.id, %1$s as k from %2$s where %3$s %4$s limit %5$s)
       select (select count(*)::int from found),
         (select array_agg(id order by k %6$s, id %7$s)
          from (select id, k from found order by k %6$s, id %7$s limit $1 offset $2) page)',
      sorting, source, seen, wanted, most, direction, tie)
      into total, ids using limit_in, offset_in;
  end if;
  if total = most then
    ids := null;
    if sort_in <> 'lastInformAt' and coalesce(cardinality(msps), 1) = 1 then
      execute format(
        'select array_agg(id) from (
           select id from (select d.* from device d where %1$s order by %2$s %4$s, d.id %4$s limit %3$s) d
           where true %5$s limit $1 + $2) page',
        seen, sorting, walked, tie, wanted)
        into ids using limit_in, offset_in;
    end if;
    if coalesce(cardinality(ids), 0) = limit_in + offset_in then
      ids := ids[offset_in + 1:];
    else
      execute format(
        'with found as materialized (select d.id, %4$s as k from %1$s where %2$s %3$s)
         select array_agg(id) from (select id from found order by k %5$s, id %6$s limit $1 offset $2) page',
        source, seen, wanted, sorting, direction, tie)
        into ids using limit_in, offset_in;
    end if;
  end if;
  ids := coalesce(ids, '{}');
  return next;
end $$;

-- ─── Gateways that take a place ──────────────────────────────────────────────────────────────────────────────────

-- What a claim says of the place that the gateway will have once it calls in: an outlet, or that of another gateway.
alter table gateway_pool
  add column claim_outlet_id bigint,
  add column claim_replaces_id bigint;

/** The place of a claim, when it is the company's to give. */
create function check_place(outlet_in bigint, replaces_in bigint) returns void
  language plpgsql stable set search_path = public as $$
begin
  if outlet_in is not null and not exists (
      select 1 from outlet o where o.id = outlet_in and o.company_id = scope_company()) then
    raise exception 'outlet.not_found' using errcode = 'NW001';
  end if;
  if replaces_in is not null and not exists (
      select 1 from device d where d.id = replaces_in and d.company_id = scope_company() and d.state = 'claimed') then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
end $$;

drop function pool_claim(bigint[], text);
/**
 * Opens fifteen minutes for identities of the pool, for the company acted in. One that the caller may not see, that
 * somebody else has claimed, or that two callers use is refused, without a word why. Of several only one, the first
 * that calls in, can take the place of another gateway.
 */
create function pool_claim(ids_in bigint[], name_in text, outlet_in bigint, replaces_in bigint)
  returns table (id bigint, label text, accepted boolean)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  wanted bigint;
  p gateway_pool;
begin
  perform check_place(outlet_in, replaces_in);
  foreach wanted in array ids_in loop
    select o.* into p from gateway_pool o where o.id = wanted for update;
    id := wanted;
    accepted := p.id is not null and pool_seen_by(p) is not null;
    label := case when accepted then host(p.remote_address) else wanted::text end;
    accepted := accepted and not pool_duplicate(p)
      and (p.claim_until is null or p.claim_until < now() or p.claim_company_id = scope_company());
    if accepted then
      update gateway_pool o set claim_company_id = scope_company(), claim_until = now() + interval '15 minutes',
        claim_name = nullif(name_in, ''), claim_outlet_id = outlet_in, claim_replaces_id = replaces_in
      where o.id = wanted;
      perform note_live(scope_company(), 'pool.changed', wanted, '{}');
    end if;
    return next;
  end loop;
end $$;

drop function claim_by_label(text, text, text, bytea);
/**
 * A claim by serial number and the keyed hash of the secret on the label. False: refused, whatever the cause. Whoever
 * registers a serial writes the label secret that it likes: where another company registered the same serial with
 * another secret, or with none, the platform decides.
 */
create function claim_by_label(
  oui_in text, class_in text, serial_in text, label_hash_in bytea, outlet_in bigint, replaces_in bigint
) returns boolean language plpgsql security definer set search_path = public as $$
declare
  p gateway_pool;
  fits boolean;
begin
  perform check_place(outlet_in, replaces_in);
  select o.* into p from gateway_pool o where o.oui = oui_in and o.product_class = class_in and o.serial_number = serial_in
    for update;
  select exists (select 1 from pre_registration r where r.serial_number = serial_in and r.label_hash = label_hash_in
    and registration_fits(r, oui_in, class_in, serial_in, coalesce(p.model_name, '')))
    and not exists (select 1 from pre_registration r where r.serial_number = serial_in
      and r.company_id <> scope_company() and r.label_hash is distinct from label_hash_in
      and registration_fits(r, oui_in, class_in, serial_in, coalesce(p.model_name, ''))) into fits;
  if p.id is null or not fits or pool_duplicate(p)
    or (p.claim_until > now() and p.claim_company_id <> scope_company()) then return false; end if;
  update gateway_pool o set claim_company_id = scope_company(), claim_until = now() + interval '15 minutes',
    claim_outlet_id = outlet_in, claim_replaces_id = replaces_in
  where o.id = p.id;
  perform note_live(scope_company(), 'pool.changed', p.id, '{}');
  return true;
end $$;

/**
 * The new gateway has the place of the old one, which stands in its outlet no more: the lines that it carried are the
 * new one's, its queue ends, its identity is nobody's again. Both are of one company.
 */
create function take_place(old_in bigint, new_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  old_device device;
  new_device device;
begin
  select * into old_device from device where id = old_in;
  select * into new_device from device where id = new_in;
  update internet_line set device_id = new_in where device_id = old_in;
  update device set state = 'replaced', released_at = now(), presence = 'unknown', replaced_by = new_in
  where id = old_in;
  update device_command set state = 'cancelled', finished_at = now(), secret = null
  where device_id = old_in and state in ('waiting', 'sent');
  delete from gateway where device_id = old_in;
  perform note_timeline(old_device.company_id, old_in, 'replaced',
    jsonb_build_object('serial', new_device.serial_number, 'deviceId', new_in::text));
  perform note_timeline(old_device.company_id, new_in, 'replaces',
    jsonb_build_object('serial', old_device.serial_number, 'deviceId', old_in::text));
  perform note_live(old_device.company_id, 'device.released', old_in, '{}');
end $$;

/** Puts a gateway that the company has, outside of every outlet, in the place of another. */
create function replace_device(old_in bigint, new_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  old_device device;
  new_device device;
begin
  -- In one order, and the outlet before its devices.
  perform 1 from outlet o join device d on d.outlet_id = o.id where d.id = old_in for share of o;
  perform lock_device(least(old_in, new_in));
  perform lock_device(greatest(old_in, new_in));
  select * into old_device from device where id = old_in and company_id = scope_company();
  select * into new_device from device where id = new_in and company_id = scope_company();
  if old_device.id is null or new_device.id is null then
    raise exception 'device.not_found' using errcode = 'NW001';
  end if;
  if old_in = new_in or old_device.state <> 'claimed' or new_device.state <> 'claimed' or new_device.guard <> 'none'
    or new_device.outlet_id is not null then
    raise exception 'device.move_not_allowed' using errcode = 'NW001';
  end if;
  perform take_place(old_in, new_in);
  update device set name = old_device.name, tags = old_device.tags, note = old_device.note,
    outlet_id = old_device.outlet_id
  where id = new_in;
  -- Its lines are with it: they stand where it stands now.
  perform note_live(new_device.company_id, 'device.changed', new_in, '{}');
end $$;

/** The claim that is open for a gateway that is about to be admitted. */
create function open_place(d device) returns gateway_pool
  language sql stable set search_path = public as $$
  select p from gateway_pool p
  where p.oui = d.oui and p.product_class = d.product_class and p.serial_number = d.serial_number
    and p.claim_company_id = d.company_id
    -- A session that began in time may be admitted a moment later.
    and p.claim_until > now() - interval '2 minutes'
    and (p.claim_outlet_id is not null or p.claim_replaces_id is not null) $$;

/** What a gateway that was claimed into a place is given: the outlet, or all that the one before it had. */
create function device_given_place() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  place gateway_pool := open_place(new);
  before device;
begin
  if place.id is null then return new; end if;
  select * into before from device
    where id = place.claim_replaces_id and company_id = new.company_id and state = 'claimed';
  if before.id is not null then
    new.name := before.name;
    new.tags := before.tags;
    new.note := before.note;
    new.outlet_id := before.outlet_id;
  else
    select o.id into new.outlet_id from outlet o
      where o.id = place.claim_outlet_id and o.company_id = new.company_id;
  end if;
  return new;
end $$;
-- Before device_department_insert, which looks at the outlet.
create trigger device_arrives before insert on device
  for each row when (new.driver = 'cwmp' and new.outlet_id is null) execute function device_given_place();

/** Once it is really there, the one before it goes. Before what counts devices: replacing is net zero. */
create function device_takes_place() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  place gateway_pool := open_place(new);
begin
  if place.claim_replaces_id is null then return null; end if;
  perform lock_device(place.claim_replaces_id);
  if not exists (select 1 from device
      where id = place.claim_replaces_id and company_id = new.company_id and state = 'claimed') then return null; end if;
  perform take_place(place.claim_replaces_id, new.id);
  perform note_audit(new.company_id, 'device.replaced', 'device', place.claim_replaces_id::text,
    jsonb_build_object('by', new.id::text, 'serialNumber', new.serial_number));
  return null;
end $$;
create trigger device_arrived after insert on device
  for each row when (new.driver = 'cwmp') execute function device_takes_place();

/** The gateway that is to take a device's place, while the claim for it is open. */
create function replacement_awaited(device_in bigint) returns table (serial_number text, until timestamptz)
  language sql stable security definer set search_path = public as $$
  select p.serial_number, p.claim_until from gateway_pool p join device d on d.id = p.claim_replaces_id
  where p.claim_replaces_id = device_in and p.claim_until > now() and d.state = 'claimed'
    and p.claim_company_id = d.company_id and sees_place(d.outlet_id, d.department_id)
    and exists (select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = d.company_id)
  order by p.claim_until desc limit 1 $$;
create index gateway_pool_replaces on gateway_pool (claim_replaces_id) where claim_replaces_id is not null;

create or replace function pool_prune() returns int language plpgsql security definer set search_path = public as $$
declare
  dropped int;
begin
  update gateway_pool set claim_company_id = null, claim_until = null, claim_name = null, claim_outlet_id = null,
    claim_replaces_id = null
  where claim_until < now();
  update gateway set open_until = null where open_until < now();
  delete from enrolment_tally where hour < now() - interval '2 days';
  update gateway set expected_reset_until = null where expected_reset_until < now() - interval '1 hour';
  delete from gateway_pool p where p.last_seen_at < now() - interval '7 days' and not exists (
    select 1 from pre_registration r where r.serial_number = p.serial_number
      and registration_fits(r, p.oui, p.product_class, p.serial_number, p.model_name));
  get diagnostics dropped = row_count;
  return dropped;
end $$;

grant execute on function
  visible_outlet_name, search_pattern, search_outlet_rows, search_devices, pool_claim, claim_by_label, replace_device, replacement_awaited
  to {{company}}, {{tree}}, {{platform}};
