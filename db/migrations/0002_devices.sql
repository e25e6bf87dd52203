-- Devices: one row is one company's tenure of a physical unit.

-- The MSPs (the OP counts as one) at or below each company above: what a tree request gathers by. An MSP may have
-- 10,000 customers, but few MSPs below it.
create table msp_below (
  ancestor_id bigint not null references company on delete cascade,
  msp_id bigint not null references company on delete cascade,
  primary key (ancestor_id, msp_id)
);
select netward_seal('msp_below');

create function msp_closure() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into msp_below (ancestor_id, msp_id)
  select a.ancestor_id, new.id from company_ancestor a where a.company_id = new.id
  on conflict do nothing;
  return null;
end $$;
-- Triggers of one event fire in the order of their names: after company_closure.
create trigger company_msp after insert on company for each row when (new.kind <> 'company')
  execute function msp_closure();

/** The MSPs at or below the scope's root. A device is in the tree exactly when its MSP is. */
create function visible_msps() returns setof bigint
  language sql stable security definer parallel safe rows 5
  set search_path = public
  as $$ select msp_id from msp_below where ancestor_id = nullif(current_setting('netward.root_id', true), '')::bigint $$;

/** The nearest MSP, or the OP, at or above a company. */
create function msp_of(company_in bigint) returns bigint
  language sql stable security definer set search_path = public
  as $$ select a.ancestor_id from company_ancestor a join company c on c.id = a.ancestor_id
        where a.company_id = company_in and c.kind <> 'company' order by a.depth limit 1 $$;

/**
 * Text as searches compare it: lower case, and every character beyond ASCII as `u` and its code point in hexadecimal.
 * Trigrams know only letters and digits, which in a locale C are those of ASCII, and a search for two Chinese
 * characters would have none at all.
 */
create function search_text(given text) returns text language sql immutable strict parallel safe
  return case when octet_length(given) = char_length(given) then lower(given) else (
    select string_agg(case when ascii(c) < 128 then c else 'u' || to_hex(ascii(c)) end, '' order by n)
    from regexp_split_to_table(lower(given), '') with ordinality as characters (c, n)) end;

create table device (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- The nearest MSP at or above the company; a trigger sets it. What the tree's indexes start with.
  msp_id bigint not null,
  outlet_id bigint,
  department_id bigint,
  name text not null,
  type text not null,
  driver text not null default 'cwmp' check (driver in ('cwmp', 'snmp', 'probe', 'none')),
  state text not null default 'claimed' check (state in ('claimed', 'released', 'replaced')),
  guard text not null default 'none' check (guard in ('none', 'quarantined', 'duplicate')),
  -- Changes seldom; the moments that it is made of are in device_presence, which every Inform writes.
  presence text not null default 'unknown' check (presence in ('online', 'offline', 'unknown')),
  manufacturer text not null default '',
  -- Identity of a gateway, normalised: OUI and serial in upper case, product class may be empty.
  oui text not null default '',
  product_class text not null default '',
  serial_number text not null default '',
  model_name text not null default '',
  hardware_version text not null default '',
  software_version text not null default '',
  ip_address inet,
  mac_address macaddr,
  data_model_root text check (data_model_root in ('Device.', 'InternetGatewayDevice.')),
  cwmp_version text,
  periodic_interval int,
  connection_request_url text,
  enrolled_by text not null default 'claim'
    check (enrolled_by in ('bootstrap', 'enrolment_url', 'pre_registration', 'claim')),
  credential_state text not null default 'bootstrap'
    check (credential_state in ('bootstrap', 'setting', 'own', 'enrolment_url')),
  tags text[] not null default '{}',
  note text not null default '',
  claimed_at timestamptz not null default now(),
  released_at timestamptz,
  first_inform_at timestamptz,
  last_boot_at timestamptz,
  -- What the search looks in: part of a serial, a MAC without separators, an address, a name. Each word, the first too,
  -- has a space before it.
  search text generated always as (
    ' ' || search_text(name || ' ' || serial_number || ' ' || model_name) || ' ' || coalesce(host(ip_address), '') || ' '
      || coalesce(replace(mac_address::text, ':', ''), '')
  ) stored,
  unique (company_id, id)
) with (fillfactor = 85);

-- One tenure at a time of one physical unit, whoever holds it. Only definer functions insert, so that the refusal
-- tells a tenant nothing.
create unique index device_identity on device (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp';

-- Plans are prepared for a company, or an MSP, that is not known yet: they shall suit one that holds many of the
-- devices. For one that holds few every plan is good.
alter table device alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);

-- The list in each order it offers, within one company, one MSP, and over all.
create index device_company_name on device (company_id, name, id) where state = 'claimed';
create index device_company_serial on device (company_id, serial_number, id) where state = 'claimed';
create index device_company_model on device (company_id, model_name, id) where state = 'claimed';
create index device_company_claimed on device (company_id, claimed_at, id) where state = 'claimed';
create index device_company_presence on device (company_id, presence, name, id) where state = 'claimed';
create index device_company_software on device (company_id, software_version) where state = 'claimed';
create index device_msp_name on device (msp_id, name, id) where state = 'claimed';
create index device_msp_serial on device (msp_id, serial_number, id) where state = 'claimed';
create index device_msp_model on device (msp_id, model_name, id) where state = 'claimed';
create index device_msp_claimed on device (msp_id, claimed_at, id) where state = 'claimed';
create index device_msp_presence on device (msp_id, presence, name, id) where state = 'claimed';
create index device_msp_software on device (msp_id, software_version) where state = 'claimed';
create index device_all_name on device (name, id) where state = 'claimed';
create index device_all_serial on device (serial_number, id) where state = 'claimed';
create index device_all_model on device (model_name, id) where state = 'claimed';
create index device_all_claimed on device (claimed_at, id) where state = 'claimed';
create index device_all_presence on device (presence, name, id) where state = 'claimed';
create index device_all_software on device (software_version) where state = 'claimed';
-- Few at any time: devices that never called in, and guarded ones.
create index device_never_informed on device (company_id, id) where state = 'claimed' and first_inform_at is null;
create index device_guarded on device (company_id, guard, id) where state = 'claimed' and guard <> 'none';
-- The pending list stays short: every search reads all of it.
create index device_search on device using gin (company_id, msp_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 256) where state = 'claimed';
create index device_tags on device using gin (company_id, msp_id, tags)
  with (gin_pending_list_limit = 256) where state = 'claimed' and tags <> '{}';

select netward_protect('device', 'company_id', 'select');
grant update (name, note, tags, state, released_at, guard, outlet_id, department_id) on device
  to {{company}}, {{tree}}, {{platform}};
-- The same rows as the template's, by a set of a few MSPs instead of 10,000 companies.
drop policy tree_scope on device;
create policy tree_scope on device to {{tree}} using (msp_id in (select visible_msps()))
  with check (company_id = (select scope_company()));

create function device_set_msp() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.msp_id := msp_of(new.company_id);
  return new;
end $$;
create trigger device_set_msp before insert or update of company_id on device
  for each row execute function device_set_msp();

-- Written for every Inform: narrow, so that the write is cheap.
create table device_presence (
  device_id bigint primary key references device on delete cascade,
  company_id bigint not null,
  -- As device.msp_id; a trigger sets it when it is not given.
  msp_id bigint not null,
  last_inform_at timestamptz not null,
  -- When it counts as offline: 2.5 intervals after the last Inform. Null while the interval is not known or the
  -- device is offline already, so that the sweep reads only what is due.
  due_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
-- As for device.
alter table device_presence alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
create index device_presence_due on device_presence (due_at) where due_at is not null;
-- Without device_id: the planner would take it for the join of one device, and read the whole company each time.
create index device_presence_company on device_presence (company_id, last_inform_at);
create index device_presence_msp on device_presence (msp_id, last_inform_at, device_id);
create index device_presence_all on device_presence (last_inform_at, device_id);
-- Those that are not online, by last Inform: few among many, and an Inform of one that is online does not touch them.
create index device_presence_company_quiet on device_presence (company_id, last_inform_at) where due_at is null;
create index device_presence_msp_quiet on device_presence (msp_id, last_inform_at, device_id) where due_at is null;
create index device_presence_all_quiet on device_presence (last_inform_at, device_id) where due_at is null;
select netward_protect('device_presence', 'company_id', 'select');
drop policy tree_scope on device_presence;
create policy tree_scope on device_presence to {{tree}} using (msp_id in (select visible_msps()))
  with check (company_id = (select scope_company()));

create function device_presence_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id;
  return new;
end $$;
create trigger device_presence_set_msp before insert on device_presence
  for each row when (new.msp_id is null) execute function device_presence_set_msp();

-- The list sorted by last Inform walks device_presence and then adds the devices whose first_inform_at is null: a
-- device has a row there exactly when its first_inform_at is set, and none once it is released.
create function device_forget_presence() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from device_presence where device_id = new.id;
  return null;
end $$;
create trigger device_forget_presence after update of state on device
  for each row when (new.state <> 'claimed') execute function device_forget_presence();

-- How many claimed devices there are, by company and by MSP: totals of lists and dashboards without counting. Each
-- change adds a row with the difference, so that writers never wait for each other; now and then a writer folds the
-- rows of its company into one. The sum is exact.
create table device_tally (
  company_id bigint not null,
  presence text not null,
  guarded boolean not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index device_tally_company on device_tally (company_id) include (presence, guarded, n);
select netward_protect('device_tally', 'company_id', 'select');
-- A member who sees some outlets or departments alone has no use for the company's numbers.
create policy whole_company on device_tally as restrictive to {{company}} using (
  (select netward_setting('netward.outlet_ids')) is null and (select netward_setting('netward.department_ids')) is null);

create table device_tally_msp (
  msp_id bigint not null,
  presence text not null,
  guarded boolean not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index device_tally_msp_msp on device_tally_msp (msp_id) include (presence, guarded, n);
select netward_protect('device_tally_msp', 'msp_id', 'select');
drop policy tree_scope on device_tally_msp;
create policy tree_scope on device_tally_msp for select to {{tree}} using (msp_id in (select visible_msps()));
-- An MSP's number holds its customers': a request inside one company reads device_tally.
drop policy company_scope on device_tally_msp;
revoke all on device_tally_msp from {{company}};

create function device_fold_tally(companies_in bigint[], msps_in bigint[]) returns void
  language sql security definer set search_path = public as $$
  with gone as (
    delete from device_tally where ctid = any (array(
      select ctid from device_tally where company_id = any (companies_in) for update skip locked))
    returning company_id, presence, guarded, n)
  insert into device_tally select company_id, presence, guarded, sum(n) from gone group by 1, 2, 3 having sum(n) <> 0;
  with gone as (
    delete from device_tally_msp where ctid = any (array(
      select ctid from device_tally_msp where msp_id = any (msps_in) for update skip locked))
    returning msp_id, presence, guarded, n)
  insert into device_tally_msp select msp_id, presence, guarded, sum(n) from gone group by 1, 2, 3 having sum(n) <> 0 $$;

/** Adds the differences that one statement on device made. `moved` holds [company, msp, presence, guarded, n]. */
create function device_add_tally(moved jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if moved is null then return; end if;
  insert into device_tally
  select (m->>0)::bigint, m->>2, (m->>3)::boolean, sum((m->>4)::int) from jsonb_array_elements(moved) m group by 1, 2, 3;
  insert into device_tally_msp
  select (m->>1)::bigint, m->>2, (m->>3)::boolean, sum((m->>4)::int) from jsonb_array_elements(moved) m
  group by 1, 2, 3 having sum((m->>4)::int) <> 0;
  if random() < 0.05 then
    perform device_fold_tally(
      array(select distinct (m->>0)::bigint from jsonb_array_elements(moved) m),
      array(select distinct (m->>1)::bigint from jsonb_array_elements(moved) m));
  end if;
end $$;

-- How many claimed devices carry a tag: what the input that completes tags offers. A statement changes its rows in
-- order, so that two writers of the same tags cannot wait for each other crosswise.
create table device_tag (
  company_id bigint not null,
  msp_id bigint not null,
  tag text not null,
  n int not null,
  primary key (company_id, tag)
);
create index device_tag_company on device_tag (company_id, tag) where n > 0;
create index device_tag_msp on device_tag (msp_id, tag) where n > 0;
create index device_tag_all on device_tag (tag) where n > 0;
select netward_protect('device_tag', 'company_id', 'select');
drop policy tree_scope on device_tag;
create policy tree_scope on device_tag for select to {{tree}} using (msp_id in (select visible_msps()));

create function device_count() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- One branch a kind of statement: a transition table exists only in its own.
  if tg_op = 'INSERT' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, count(*) as n from new_rows
      where state = 'claimed' group by 1, 2, 3, 4) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  elsif tg_op = 'DELETE' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, -count(*) as n from old_rows
      where state = 'claimed' group by 1, 2, 3, 4) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  else
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guarded, sum(n) as n from (
        select company_id, msp_id, presence, guard <> 'none' as guarded, 1 as n from new_rows where state = 'claimed'
        union all
        select company_id, msp_id, presence, guard <> 'none', -1 from old_rows where state = 'claimed') both_rows
      group by 1, 2, 3, 4 having sum(n) <> 0) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}'
      union all
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  end if;
  return null;
end $$;
create trigger device_count_insert after insert on device referencing new table as new_rows
  for each statement execute function device_count();
create trigger device_count_update after update on device referencing old table as old_rows new table as new_rows
  for each statement execute function device_count();
create trigger device_count_delete after delete on device referencing old table as old_rows
  for each statement execute function device_count();

-- What the platform knows of a device's data model. Values of secrets are never stored.
create table device_parameter (
  company_id bigint not null,
  device_id bigint not null,
  -- In the order of bytes, so that what stands below a path is one range of the key.
  path text collate "C" not null,
  parent text collate "C" not null,
  value text,
  type text,
  writable boolean,
  is_object boolean not null default false,
  read_at timestamptz,
  primary key (device_id, path),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_parameter_parent on device_parameter (device_id, parent);
select netward_protect('device_parameter', 'company_id', 'select');

create table device_timeline (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  detail jsonb not null default '{}',
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_timeline_page on device_timeline (device_id, id desc);
select netward_protect('device_timeline', 'company_id', 'select, insert');

-- The queue of a gateway. A command goes once; what its answer says is kept beside it. What `request` holds by kind:
-- modules/devices/command-request.ts.
create table device_command (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('reboot', 'get_parameter_names', 'get_parameter_values',
    'set_parameter_values', 'set_parameter_attributes', 'set_credentials')),
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'done', 'failed', 'expired', 'cancelled')),
  -- What was asked. Secret values are left out here and stand encrypted in `secret`.
  request jsonb not null default '{}',
  secret bytea,
  result jsonb,
  fault_code text,
  fault_detail text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint,
  created_by_name text,
  sent_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_command_page on device_command (device_id, id desc);
create index device_command_open on device_command (device_id, id) where state in ('waiting', 'sent');
-- An open reboot is not doubled: insert with "on conflict do nothing".
create unique index device_command_one_reboot on device_command (device_id)
  where kind = 'reboot' and state in ('waiting', 'sent');
create index device_command_expiry on device_command (expires_at) where state in ('waiting', 'sent');
select netward_protect('device_command', 'company_id', 'select, insert, update');
revoke select on device_command from {{company}}, {{tree}}, {{platform}};
grant select (id, company_id, device_id, kind, state, request, result, fault_code, fault_detail, created_at,
  created_by, created_by_name, sent_at, finished_at, expires_at) on device_command
  to {{company}}, {{tree}}, {{platform}};

/** The name of a company that the scope sees: cheaper for a page of 50 than the policy's set of 10,000. */
create function visible_company_name(company_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from company c where c.id = company_in and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = c.id) $$;

/**
 * Finds devices by what is not leakproof and would lose its index under row-level security, so it applies the scope
 * itself: the total, capped at 10,001, and the ids of one page in order. `filters_in` may hold search (a text), mac (hex
 * digits, compared with MAC addresses alone; with search one of both has to fit), tag, presence, guard, type (arrays of text),
 * companyId, modelName, softwareVersion. All of them reach the statement as quoted literals, so that the planner knows
 * how common they are.
 * Up to 10,000 matches are gathered by the trigram index and sorted. More are so common that a walk in the order asked
 * for meets a page of them soon; where they stand together at its far end, all are gathered after all.
 */
create function search_devices(
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
    if netward_setting('netward.outlet_ids') is not null then
      seen := seen || ' and d.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])';
    end if;
    if netward_setting('netward.department_ids') is not null then
      seen := seen || ' and d.department_id = any (netward_setting(''netward.department_ids'')::bigint[])';
    end if;
  elsif role <> '{{platform}}' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if filters_in ? 'companyId' then
    seen := seen || format(' and d.company_id = %L', (filters_in->>'companyId')::bigint);
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

/** Whether the scope sees a company. For policies on rows of a few companies out of many. */
create function sees_company(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from company_ancestor where ancestor_id = scope_root() and company_id = company_in) $$;
drop policy tree_scope on device_tally;
create policy tree_scope on device_tally for select to {{tree}} using (sees_company(company_id));

/**
 * Parameters of one device whose path or value holds a text, in order of path; a row without path carries the total of
 * an empty page. The caller found the device under row-level security; its scope is compared again here.
 */
create function search_parameters(device_in bigint, pattern_in text, limit_in int, offset_in int) returns table (
  total int, path text, value text, type text, writable boolean, is_object boolean, read_at timestamptz
) language sql stable security definer set search_path = public as $$
  with found as (
    select p.path, p.value, p.type, p.writable, p.is_object, p.read_at
    from device_parameter p join device d on d.id = p.device_id
    where p.device_id = device_in and (lower(p.path) like pattern_in or lower(p.value) like pattern_in)
      and case current_setting('role')
        when '{{platform}}' then true
        when '{{tree}}' then d.msp_id in (select visible_msps())
        when '{{company}}' then d.company_id = scope_company()
        else false end)
  select counted.total, page.* from (select count(*)::int as total from found) counted
  left join (select * from found order by path limit limit_in offset offset_in) page on true
  order by page.path $$;

grant execute on function search_text, visible_msps, sees_company, visible_company_name, search_devices, search_parameters
  to {{company}}, {{tree}}, {{platform}};
