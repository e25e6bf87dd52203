-- Packages, licences and what a company uses of them.

-- ─── Packages ────────────────────────────────────────────────────────────────────────────────────────────────

-- What the platform sells. What it holds stands in its versions: a sold package keeps the one it was sold with.
create table package (
  id bigint generated always as identity primary key,
  code text not null unique,
  version int not null default 1,
  -- Not sold any more; who has it keeps it.
  retired_at timestamptz,
  created_at timestamptz not null default now()
);
select netward_seal('package');

create table package_version (
  package_id bigint not null references package,
  version int not null,
  name_zh text not null,
  name_en text not null,
  -- Null: without limit.
  internet_lines int check (internet_lines >= 0),
  devices int check (devices >= 0),
  outlets int check (outlets >= 0),
  work_orders int check (work_orders >= 0),
  members int check (members >= 0),
  -- Yuan; null: by agreement.
  price int check (price >= 0),
  made_at timestamptz not null default now(),
  made_by text,
  primary key (package_id, version)
);
select netward_seal('package_version');

with sold (code, name_zh, name_en, internet_lines, devices, outlets, work_orders, price) as (values
  ('trial', '试用版', 'Trial', 1, 100, 2, 0, 0),
  ('basic', '基础版', 'Basic', 1, 100, 2, 0, 0),
  ('advanced', '高级版', 'Advanced', 10, 500, 10, 100, 2000),
  ('premium', '尊享版', 'Premium', 50, 10000, 100, 300, 5000),
  ('flagship', '旗舰版', 'Flagship', 1000, null, 10000, 300, null)),
made as (insert into package (code) select code from sold returning id, code)
insert into package_version (package_id, version, name_zh, name_en, internet_lines, devices, outlets, work_orders, price)
select made.id, 1, name_zh, name_en, internet_lines, devices, outlets, work_orders, price from sold join made using (code);

create table company_package (
  company_id bigint primary key references company on delete cascade,
  package_id bigint not null references package,
  version int not null,
  assigned_at timestamptz not null default now(),
  foreign key (package_id, version) references package_version (package_id, version)
);
create index company_package_package on company_package (package_id, version);
select netward_protect('company_package', 'company_id', 'select');

-- ─── Licences ────────────────────────────────────────────────────────────────────────────────────────────────

-- What a company may use beyond its package. One with the purpose `pool` is not used but handed down in parts.
create table licence (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('internet_lines', 'devices', 'outlets', 'work_orders', 'members')),
  purpose text not null default 'use' check (purpose in ('use', 'pool')),
  quantity int not null check (quantity between 1 and 10000000),
  starts_at timestamptz not null default now(),
  -- Null: permanent.
  ends_at timestamptz check (ends_at > starts_at),
  revoked_at timestamptz,
  -- Who issued it; of a part, whose pool it was taken from. No reference: what a pool gave away runs to its end,
  -- whatever becomes of the pool.
  issuer_company_id bigint not null,
  issuer_name text not null,
  pool_id bigint,
  -- From which file it came.
  file_issuer text,
  file_serial text,
  note text not null default '',
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
create index licence_by_company on licence (company_id, kind, id);
create index licence_newest on licence (id desc) include (company_id);
create index licence_issuer on licence (issuer_company_id, id desc);
create index licence_pool on licence (pool_id) where pool_id is not null and revoked_at is null;
create index licence_ends on licence (ends_at, id) where ends_at is not null and revoked_at is null;
create index licence_of_file on licence (company_id, file_issuer, file_serial) where file_serial is not null;
select netward_protect('licence', 'company_id', 'select');

create table licence_history (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  licence_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  action text not null check (action in ('issued', 'imported', 'renewed', 'enlarged', 'reduced', 'revoked', 'replaced')),
  -- Quantity and end, as they were and as they are now.
  before jsonb,
  after jsonb,
  person_id bigint,
  actor_name text,
  actor_company_name text,
  foreign key (company_id, licence_id) references licence (company_id, id) on delete cascade
);
create index licence_history_licence on licence_history (company_id, licence_id, id desc);
select netward_protect('licence_history', 'company_id', 'select');

-- ─── Counting ────────────────────────────────────────────────────────────────────────────────────────────────

-- One counter a company and kind, locked by the transaction that adds. `granted` null: without limit.
create table entitlement (
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('internet_lines', 'devices', 'outlets', 'work_orders', 'members')),
  used int not null default 0,
  granted int,
  -- When a licence begins or ends next: from then on `granted` is to be reckoned anew.
  changes_at timestamptz,
  primary key (company_id, kind)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index entitlement_changes on entitlement (changes_at) where changes_at is not null;
create index entitlement_nearly on entitlement (company_id) where granted is not null and used * 5::bigint >= granted * 4::bigint and used > 0;
select netward_protect('entitlement', 'company_id', 'select');

create table usage_snapshot (
  company_id bigint not null references company on delete cascade,
  kind text not null,
  day date not null,
  used int not null,
  granted int,
  primary key (company_id, kind, day)
);
create index usage_snapshot_age on usage_snapshot (day);
select netward_protect('usage_snapshot', 'company_id', 'select');

-- What was told already, so that it is told once.
create table licence_notice (
  company_id bigint not null references company on delete cascade,
  key text not null,
  at timestamptz not null default now(),
  primary key (company_id, key)
);
select netward_protect('licence_notice', 'company_id', '');

/** What a company may have of a kind at this moment: its package and its licences. Null: without limit. */
create function granted_of(company_in bigint, kind_in text, at_in timestamptz default now()) returns int
  language sql stable security definer set search_path = public as $$
  select case when of_package is not null then least(of_package + (
      select coalesce(sum(l.quantity), 0) from licence l where l.company_id = company_in and l.kind = kind_in
        and l.purpose = 'use' and l.revoked_at is null and l.starts_at <= at_in
        and (l.ends_at is null or l.ends_at > at_in)), 2000000000)::int end
  from company_package p join package_version v using (package_id, version),
    lateral (select case kind_in when 'internet_lines' then v.internet_lines when 'devices' then v.devices
      when 'outlets' then v.outlets when 'work_orders' then v.work_orders else v.members end as of_package) q
  where p.company_id = company_in $$;

create function grant_changes_at(company_in bigint, kind_in text, at_in timestamptz default now())
  returns timestamptz
  language sql stable security definer set search_path = public as $$
  select min(at) from licence l, unnest(array[l.starts_at, l.ends_at]) at
  where l.company_id = company_in and l.kind = kind_in and l.purpose = 'use' and l.revoked_at is null and at > at_in $$;

/** Reckons anew what a company may have. In the order of kinds, so that two never wait for each other crosswise. */
create function refresh_entitlement(
  company_in bigint, kinds text[] default '{devices,internet_lines,members,outlets,work_orders}'
) returns void
  language plpgsql security definer set search_path = public as $$
declare
  k text;
  moment timestamptz;
begin
  foreach k in array kinds loop
    perform 1 from entitlement e where e.company_id = company_in and e.kind = k for update;
    -- Not when this transaction began: what others granted while this one waited has started.
    moment := clock_timestamp();
    insert into entitlement as e (company_id, kind, granted, changes_at)
    values (company_in, k, granted_of(company_in, k, moment), grant_changes_at(company_in, k, moment))
    on conflict (company_id, kind) do update set granted = excluded.granted, changes_at = excluded.changes_at
      where (e.granted, e.changes_at) is distinct from (excluded.granted, excluded.changes_at);
  end loop;
end $$;

/** How far a quota is used: 0 below 80 %, then 1, used up 2, exceeded 3. */
create function use_level(used int, granted int) returns int language sql immutable set search_path = public as $$
  select case when granted is null or used = 0 or used * 5::bigint < granted * 4::bigint then 0
    when used < granted then 1 when used = granted then 2 else 3 end $$;

/**
 * Counts what one statement added (or took away) in one company. The row stays locked until the transaction ends, so of
 * two that want the last one the second waits and is refused. What the same transaction gave back before it may take
 * again even where more is used than granted: replacing is net zero.
 */
create function count_use(company_in bigint, kind_in text, n int) returns void
  language plpgsql security definer set search_path = public as $$
declare
  e entitlement;
  freed constant text := format('netward.freed_%s_%s', kind_in, company_in);
  credit int;
  moment timestamptz;
begin
  if n = 0 then return; end if;
  update entitlement o set used = o.used + n where o.company_id = company_in and o.kind = kind_in returning o.* into e;
  if use_level(e.used, e.granted) <> use_level(e.used - n, e.granted) then
    perform note_live(company_in, 'licence.changed', null, '{}');
  end if;
  if n < 0 then
    perform set_config(freed, (coalesce(netward_setting(freed), '0')::int - n)::text, true);
    return;
  end if;
  if e.company_id is null then
    insert into entitlement as o (company_id, kind, used, granted, changes_at)
    values (company_in, kind_in, n, granted_of(company_in, kind_in), grant_changes_at(company_in, kind_in))
    on conflict (company_id, kind) do update set used = o.used + n returning o.* into e;
  end if;
  moment := clock_timestamp();
  if e.changes_at <= moment then
    update entitlement o set granted = granted_of(company_in, kind_in, moment),
      changes_at = grant_changes_at(company_in, kind_in, moment)
    where o.company_id = company_in and o.kind = kind_in returning o.* into e;
  end if;
  if e.used <= e.granted or e.granted is null then return; end if;
  credit := coalesce(netward_setting(freed), '0')::int;
  if credit < n then
    raise exception 'licence.exceeded' using errcode = 'NW001',
      detail = jsonb_build_object('kind', kind_in, 'name', '@licences.kinds.' || kind_in,
        'granted', e.granted, 'used', e.used - n)::text;
  end if;
  perform set_config(freed, (credit - n)::text, true);
end $$;

/** Refuses at once what could not be added anyway; what is added later is counted then. */
create function require_room(kind_in text, n int) returns void
  language plpgsql stable security definer set search_path = public as $$
declare
  e entitlement;
  may int;
begin
  select * into e from entitlement where company_id = scope_company() and kind = kind_in;
  may := case when e.changes_at <= now() then granted_of(e.company_id, kind_in) else e.granted end;
  if e.used + n > may then
    raise exception 'licence.exceeded' using errcode = 'NW001',
      detail = jsonb_build_object('kind', kind_in, 'name', '@licences.kinds.' || kind_in,
        'granted', may, 'used', e.used)::text;
  end if;
end $$;

-- One counter update a company and statement: a bulk insert must not pay by the row.
create function device_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'devices', n) from (
    select company_id, count(*)::int as n from added where state = 'claimed' group by 1 order by 1) s;
  return null;
end $$;
create trigger device_use_insert after insert on device referencing new table as added
  for each statement execute function device_use();

create function device_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'devices', -n) from (
    select company_id, count(*)::int as n from gone where state = 'claimed' group by 1 order by 1) s;
  return null;
end $$;
create trigger device_use_delete after delete on device referencing old table as gone
  for each statement execute function device_use_less();

-- By row and seldom: an Inform changes neither.
create function device_use_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(old.company_id, 'devices', -1) where old.state = 'claimed';
  perform count_use(new.company_id, 'devices', 1) where new.state = 'claimed';
  return null;
end $$;
create trigger device_use_update after update of state, company_id on device for each row
  when ((old.state = 'claimed', old.company_id) is distinct from (new.state = 'claimed', new.company_id))
  execute function device_use_moved();

create function outlet_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'outlets', n) from (select company_id, count(*)::int as n from added group by 1 order by 1) s;
  return null;
end $$;
create function outlet_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'outlets', -n) from (select company_id, count(*)::int as n from gone group by 1 order by 1) s;
  return null;
end $$;
create trigger outlet_use_insert after insert on outlet referencing new table as added
  for each statement execute function outlet_use();
create trigger outlet_use_delete after delete on outlet referencing old table as gone
  for each statement execute function outlet_use_less();

-- A member who is disabled takes no place.
create function member_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'members', n) from (
    select company_id, count(*)::int as n from added where status = 'enabled' group by 1 order by 1) s;
  return null;
end $$;
create function member_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'members', -n) from (
    select company_id, count(*)::int as n from gone where status = 'enabled' group by 1 order by 1) s;
  return null;
end $$;
create function member_use_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(new.company_id, 'members', case new.status when 'enabled' then 1 else -1 end);
  return null;
end $$;
create trigger member_use_insert after insert on member referencing new table as added
  for each statement execute function member_use();
create trigger member_use_delete after delete on member referencing old table as gone
  for each statement execute function member_use_less();
create trigger member_use_update after update of status on member for each row
  when ((old.status = 'enabled') is distinct from (new.status = 'enabled')) execute function member_use_moved();

-- What is there already counts, and every company but the platform gets the smallest package that holds it.
insert into entitlement (company_id, kind, used)
select company_id, 'devices', count(*) from device where state = 'claimed' group by 1
union all select company_id, 'outlets', count(*) from outlet group by 1
union all select company_id, 'members', count(*) from member where status = 'enabled' group by 1;

insert into company_package (company_id, package_id, version)
select c.id, fit.id, 1 from company c cross join lateral (
  select p.id from package p join package_version v on v.package_id = p.id and v.version = 1
  where (p.code = 'trial') = (c.standing = 'trial')
    and (p.code in ('trial', 'flagship')
      or coalesce((select used from entitlement e where e.company_id = c.id and e.kind = 'devices'), 0) <= v.devices)
  order by p.id limit 1) fit
where c.kind <> 'op';
select refresh_entitlement(company_id) from company_package;

-- Companies come into being by definer functions alone, which run as the owner; one that a superuser makes by hand
-- has no package and no limit.
create function company_first_package() returns trigger language plpgsql set search_path = public as $$
begin
  if current_user <> '{{owner}}' then return null; end if;
  insert into company_package (company_id, package_id, version)
  select new.id, p.id, p.version from package p where p.code = case new.standing when 'trial' then 'trial' else 'basic' end;
  perform refresh_entitlement(new.id);
  return null;
end $$;
create trigger company_package after insert on company for each row when (new.kind <> 'op')
  execute function company_first_package();

-- ─── What screens ask ────────────────────────────────────────────────────────────────────────────────────────

/** Used and granted of companies that the scope sees; `granted` null: without limit. */
create function company_usage(companies bigint[]) returns table (company_id bigint, kind text, used int, granted int)
  language sql stable security definer set search_path = public as $$
  select e.company_id, e.kind, e.used,
    case when e.changes_at <= now() then granted_of(e.company_id, e.kind) else e.granted end
  from entitlement e
  where e.company_id = any (companies)
    and exists (select 1 from company_ancestor a where a.company_id = e.company_id and a.ancestor_id = scope_root()) $$;

/** The packages of companies that the scope sees. */
create function company_packages(companies bigint[]) returns table (
  company_id bigint, package_id bigint, code text, name_zh text, name_en text, version int, newest_version int
) language sql stable security definer set search_path = public as $$
  select c.company_id, p.id, p.code, v.name_zh, v.name_en, c.version, p.version
  from company_package c join package p on p.id = c.package_id
    join package_version v on v.package_id = c.package_id and v.version = c.version
  where c.company_id = any (companies)
    and exists (select 1 from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = scope_root()) $$;

/** Every version of every package, the newest first; `holders` of the companies that the scope sees. */
create function package_versions(package_in bigint) returns table (
  id bigint, code text, version int, newest boolean, retired_at timestamptz, name_zh text, name_en text,
  internet_lines int, devices int, outlets int, work_orders int, members int, price int,
  made_at timestamptz, made_by text, holders bigint
) language sql stable security definer set search_path = public as $$
  select p.id, p.code, v.version, v.version = p.version, p.retired_at, v.name_zh, v.name_en,
    v.internet_lines, v.devices, v.outlets, v.work_orders, v.members, v.price, v.made_at, v.made_by,
    (select count(*) from company_package c where c.package_id = p.id and c.version = v.version
      and exists (select 1 from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = scope_root()))
  from package p join package_version v on v.package_id = p.id
  where package_in is null and v.version = p.version or p.id = package_in
  order by p.id, v.version desc $$;

/** The platform alone edits packages, for all of it, and never while it acts in another company. */
create function require_platform() returns void language plpgsql stable security definer set search_path = public as $$
begin
  if not whole_company() or not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
end $$;

/** A new package, or with `package_in` the next version of one; who has an earlier version keeps it. */
create function save_package(package_in bigint, code_in text, content jsonb, actor_in text) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  made package;
begin
  perform require_platform();
  if package_in is null then
    insert into package (code) values (code_in) returning * into made;
  else
    update package set version = version + 1 where id = package_in returning * into made;
    if made.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  end if;
  insert into package_version (package_id, version, name_zh, name_en, internet_lines, devices, outlets, work_orders,
    members, price, made_by)
  values (made.id, made.version, content->>'nameZh', content->>'nameEn', (content->>'internetLines')::int,
    (content->>'devices')::int, (content->>'outlets')::int, (content->>'workOrders')::int, (content->>'members')::int,
    (content->>'price')::int, actor_in);
  return made.id;
exception when unique_violation then
  raise exception 'package.code_taken' using errcode = 'NW001';
end $$;

create function retire_package(package_in bigint, retired boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform require_platform();
  -- What new companies are given stays on sale.
  if retired and exists (select 1 from package where id = package_in and code in ('trial', 'basic')) then
    raise exception 'package.needed' using errcode = 'NW001';
  end if;
  update package set retired_at = case when retired then now() end where id = package_in;
  if not found then raise exception 'package.not_found' using errcode = 'NW001'; end if;
end $$;

/** A company that the scope manages: below it, and for a part of a tree never the own one. */
create function require_below(company_in bigint) returns void
  language plpgsql stable security definer set search_path = public as $$
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
end $$;

create function actor_company() returns text language sql stable security definer set search_path = public as $$
  select name from company where id = coalesce(netward_setting('netward.home_id')::bigint, scope_company()) $$;

/** Both logs tell: the company's own, and by the request's audit entry that of whoever did it. */
create function tell_company(company_in bigint, action_in text, subject_kind_in text, subject_in text, actor_in text, detail_in jsonb)
  returns void language plpgsql security definer set search_path = public as $$
begin
  if company_in <> scope_company() then
    insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
      subject_kind, subject_id, detail)
    select company_in, action_in, scope_person(), actor_in, c.id, c.name, subject_kind_in, subject_in, detail_in
    from company c where c.id = netward_setting('netward.home_id')::bigint;
  end if;
  perform note_live(company_in, 'licence.changed', null, '{}');
end $$;

/** Gives a company a package in its newest version. Answers the one that it had, as {packageId, code, version}. */
create function assign_package(company_in bigint, package_in bigint, actor_in text default null) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  given package;
  had jsonb;
begin
  perform require_below(company_in);
  select * into given from package where id = package_in and retired_at is null;
  if given.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  select jsonb_build_object('packageId', p.id::text, 'code', p.code, 'version', c.version) into had
    from company_package c join package p on p.id = c.package_id where c.company_id = company_in for update of c;
  insert into company_package as c (company_id, package_id, version) values (company_in, given.id, given.version)
  on conflict (company_id) do update set package_id = excluded.package_id, version = excluded.version, assigned_at = now()
    where (c.package_id, c.version) <> (excluded.package_id, excluded.version);
  if found then
    perform refresh_entitlement(company_in);
    perform tell_company(company_in, 'package.assigned', 'package', package_in::text, actor_in, jsonb_build_object(
      'before', had, 'after', jsonb_build_object('packageId', given.id::text, 'code', given.code, 'version', given.version)));
  end if;
  return had;
end $$;

/** Moves who has an earlier version of a package to the newest. Answers how many. */
create function upgrade_package_holders(package_in bigint, actor_in text) returns int
  language plpgsql security definer set search_path = public as $$
declare
  holder bigint;
  n int := 0;
begin
  perform require_platform();
  for holder in
    select c.company_id from company_package c join package p on p.id = c.package_id
    where p.id = package_in and c.version < p.version order by 1
  loop
    perform assign_package(holder, package_in, actor_in);
    n := n + 1;
  end loop;
  return n;
end $$;

/** How much of a pool is handed down: parts that are not over. */
create function pool_handed(pool_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(quantity), 0)::int from licence
  where pool_id = pool_in and revoked_at is null and (ends_at is null or ends_at > now()) $$;

create function note_licence(l licence, action_in text, before_in jsonb, actor_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  after_is constant jsonb := jsonb_build_object('quantity', l.quantity, 'startsAt', l.starts_at, 'endsAt', l.ends_at,
    'revokedAt', l.revoked_at);
begin
  insert into licence_history (company_id, licence_id, action, before, after, person_id, actor_name, actor_company_name)
  values (l.company_id, l.id, action_in, before_in, after_is, scope_person(), actor_in, actor_company());
  perform tell_company(l.company_id,
    case when action_in in ('renewed', 'enlarged', 'reduced') then 'licence.changed' else 'licence.' || action_in end, 'licence', l.id::text, actor_in,
    jsonb_build_object('kind', l.kind, 'before', before_in, 'after', after_is));
end $$;

create function licence_values(l licence) returns jsonb language sql stable set search_path = public as $$
  select jsonb_build_object('quantity', l.quantity, 'startsAt', l.starts_at, 'endsAt', l.ends_at, 'revokedAt', l.revoked_at) $$;

/** A part lies within its pool, in time and in quantity. The pool is locked: of two that want its last, one gets it. */
create function require_pool_room(pool_in bigint, kind_in text, more int, starts_in timestamptz, ends_in timestamptz)
  returns void language plpgsql security definer set search_path = public as $$
declare
  p licence;
  room int;
begin
  select * into p from licence where id = pool_in for update;
  if p.id is null or p.purpose <> 'pool' or p.revoked_at is not null or p.ends_at <= now() or p.kind <> kind_in then
    raise exception 'licence.pool_not_found' using errcode = 'NW001';
  end if;
  if starts_in < p.starts_at or (p.ends_at is not null and (ends_in is null or ends_in > p.ends_at)) then
    raise exception 'licence.outside_pool' using errcode = 'NW001';
  end if;
  room := p.quantity - pool_handed(pool_in);
  if more > room then
    raise exception 'licence.pool_exhausted' using errcode = 'NW001', detail = jsonb_build_object('kind', kind_in, 'room', room)::text;
  end if;
end $$;

/**
 * Issues a licence to a company below. The platform issues out of nothing; everybody else hands down a part of a pool
 * of their own. The company's counters are locked before the pool: from child to parent, always.
 */
create function issue_licence(
  company_in bigint, kind_in text, purpose_in text, quantity_in int, starts_in timestamptz, ends_in timestamptz,
  pool_in bigint, note_in text, actor_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  made licence;
begin
  perform require_below(company_in);
  if purpose_in = 'pool' and not exists (select 1 from company where id = company_in and kind = 'middleman') then
    raise exception 'licence.pool_needs_msp' using errcode = 'NW001';
  end if;
  perform 1 from entitlement where company_id = company_in and kind = kind_in for update;
  if pool_in is null then
    if not exists (select 1 from company where id = scope_company() and kind = 'op') then
      raise exception 'licence.pool_not_found' using errcode = 'NW001';
    end if;
  else
    if not exists (select 1 from licence where id = pool_in and company_id = scope_company()) then
      raise exception 'licence.pool_not_found' using errcode = 'NW001';
    end if;
    perform require_pool_room(pool_in, kind_in, quantity_in, starts_in, ends_in);
  end if;
  insert into licence (company_id, kind, purpose, quantity, starts_at, ends_at, issuer_company_id, issuer_name, pool_id, note)
  select company_in, kind_in, purpose_in, quantity_in, starts_in, ends_in, c.id, c.name, pool_in, note_in
  from company c where c.id = scope_company() returning * into made;
  perform refresh_entitlement(company_in, array[kind_in]);
  perform note_licence(made, 'issued', null, actor_in);
  return made.id;
end $$;

/** The licence, locked behind its company's counter, when the scope issued it (or is the platform). */
create function lock_issued_licence(licence_in bigint) returns licence
  language plpgsql security definer set search_path = public as $$
declare
  l licence;
  platform constant boolean := exists (select 1 from company where id = scope_company() and kind = 'op');
begin
  select * into l from licence where id = licence_in;
  -- Of a company that left the MSP it runs to its end: the MSP changes it no more.
  if l.id is null or not whole_company() or not platform and (l.issuer_company_id <> scope_company() or not exists (
    select 1 from company_ancestor where company_id = l.company_id and ancestor_id = scope_root()))
  then raise exception 'licence.not_found' using errcode = 'NW001'; end if;
  perform 1 from entitlement where company_id = l.company_id and kind = l.kind for update;
  select * into l from licence where id = licence_in for update;
  if l.revoked_at is not null or l.file_serial is not null then
    raise exception 'licence.move_not_allowed' using errcode = 'NW001';
  end if;
  return l;
end $$;

/** Renews or changes the quantity; `action_in` says which. Never below what was handed down from a pool. */
create function change_licence(licence_in bigint, quantity_in int, ends_in timestamptz, permanent boolean, actor_in text)
  returns void language plpgsql security definer set search_path = public as $$
declare
  was licence;
  l licence;
  new_end timestamptz;
begin
  was := lock_issued_licence(licence_in);
  new_end := case when permanent then null else coalesce(ends_in, was.ends_at) end;
  if new_end <= was.starts_at or new_end <= now() then
    raise exception 'licence.end_passed' using errcode = 'NW001';
  end if;
  if was.pool_id is not null then
    -- One that is over gave its quantity back: taking it up again takes all of it.
    perform require_pool_room(was.pool_id, was.kind,
      quantity_in - case when was.ends_at <= now() then 0 else was.quantity end, was.starts_at, new_end);
  end if;
  if was.purpose = 'pool' and (quantity_in < pool_handed(licence_in) or exists (
    select 1 from licence p where p.pool_id = licence_in and p.revoked_at is null
      and (p.ends_at is null or p.ends_at > now()) and new_end is not null and (p.ends_at is null or p.ends_at > new_end)))
  then raise exception 'licence.pool_in_use' using errcode = 'NW001'; end if;
  update licence set quantity = quantity_in, ends_at = new_end where id = licence_in returning * into l;
  if (l.quantity, l.ends_at) is not distinct from (was.quantity, was.ends_at) then return; end if;
  delete from licence_notice where company_id = l.company_id and key like format('licence:%s:%%', l.id);
  perform refresh_entitlement(l.company_id, array[l.kind]);
  perform note_licence(l, case when l.quantity > was.quantity then 'enlarged' when l.quantity < was.quantity then 'reduced'
    else 'renewed' end, licence_values(was), actor_in);
end $$;

/** Ends a licence at once. What is there stays and goes on working; a pool must have been taken back before. */
create function revoke_licence(licence_in bigint, actor_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  was licence;
  l licence;
begin
  was := lock_issued_licence(licence_in);
  if was.purpose = 'pool' and pool_handed(licence_in) > 0 then
    raise exception 'licence.pool_in_use' using errcode = 'NW001';
  end if;
  update licence set revoked_at = now() where id = licence_in returning * into l;
  perform refresh_entitlement(l.company_id, array[l.kind]);
  perform note_licence(l, 'revoked', licence_values(was), actor_in);
end $$;

-- ─── Files ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Files that this installation signed, by serial number; `revision` only grows.
create table licence_file (
  company_id bigint not null references company on delete cascade,
  serial text not null,
  revision int not null,
  company_code text not null,
  content jsonb not null,
  until timestamptz not null,
  issued_at timestamptz not null,
  issued_by text,
  primary key (company_id, serial)
);
create index licence_file_newest on licence_file (company_id, issued_at desc);
select netward_protect('licence_file', 'company_id', 'select');

-- Files that companies here imported: of one issuer and serial number the newest revision alone.
create table licence_import (
  company_id bigint not null references company on delete cascade,
  issuer text not null,
  serial text not null,
  revision int not null,
  issuer_name text not null,
  until timestamptz not null,
  issued_at timestamptz not null,
  imported_at timestamptz not null default now(),
  imported_by text,
  primary key (company_id, issuer, serial)
);
select netward_protect('licence_import', 'company_id', 'select');

/** The newest moment that any licence file of this installation named: the clock must not stand before it. */
create function licence_clock() returns timestamptz language sql stable security definer set search_path = public as $$
  select value::timestamptz from installation where key = 'licence_clock' $$;

create function advance_licence_clock(to_in timestamptz) returns void
  language sql security definer set search_path = public as $$
  insert into installation as i (key, value) values ('licence_clock', to_in::text)
  on conflict (key) do update set value = excluded.value where i.value::timestamptz < excluded.value::timestamptz $$;

/** Keeps what the platform is about to sign, and answers its revision. A serial number stays with its company. */
create function next_licence_file(serial_in text, company_code_in text, content_in jsonb, until_in timestamptz, issued_in timestamptz, actor_in text)
  returns int language plpgsql security definer set search_path = public as $$
declare
  kept licence_file;
begin
  perform require_platform();
  insert into licence_file as f (company_id, serial, revision, company_code, content, until, issued_at, issued_by)
  values (scope_company(), serial_in, 1, company_code_in, content_in, until_in, issued_in, actor_in)
  on conflict (company_id, serial) do update set revision = f.revision + 1, content = excluded.content,
    until = excluded.until, issued_at = excluded.issued_at, issued_by = excluded.issued_by
    where f.company_code = excluded.company_code
  returning * into kept;
  if kept.serial is null then raise exception 'licence.serial_taken' using errcode = 'NW001'; end if;
  perform advance_licence_clock(issued_in);
  return kept.revision;
end $$;

/** Applies a verified file to the company acted in; it replaces what its earlier revision gave. */
create function import_licence_file(
  issuer_in text, issuer_name_in text, serial_in text, revision_in int, grants jsonb, from_in timestamptz,
  until_in timestamptz, issued_in timestamptz, actor_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  kept licence_import;
  old licence;
  l licence;
  g jsonb;
begin
  perform 1 from entitlement where company_id = scope_company() order by kind for update;
  insert into licence_import as i (company_id, issuer, serial, revision, issuer_name, until, issued_at, imported_by)
  values (scope_company(), issuer_in, serial_in, revision_in, issuer_name_in, until_in, issued_in, actor_in)
  on conflict (company_id, issuer, serial) do update set revision = excluded.revision, until = excluded.until,
    issued_at = excluded.issued_at, imported_at = now(), imported_by = excluded.imported_by
    where i.revision < excluded.revision
  returning * into kept;
  if kept.serial is null then raise exception 'licence.file_replayed' using errcode = 'NW001'; end if;
  for old in select * from licence where company_id = scope_company() and file_issuer = issuer_in
    and file_serial = serial_in and revoked_at is null order by id for update
  loop
    update licence set revoked_at = now() where id = old.id returning * into l;
    perform note_licence(l, 'replaced', licence_values(old), actor_in);
  end loop;
  for g in select * from jsonb_array_elements(grants) loop
    insert into licence (company_id, kind, quantity, starts_at, ends_at, issuer_company_id, issuer_name, file_issuer, file_serial)
    values (scope_company(), g->>'kind', (g->>'quantity')::int, from_in, until_in, scope_company(), issuer_name_in, issuer_in, serial_in)
    returning * into l;
    perform note_licence(l, 'imported', null, actor_in);
  end loop;
  perform refresh_entitlement(scope_company());
  perform advance_licence_clock(issued_in);
end $$;

-- ─── By the clock ────────────────────────────────────────────────────────────────────────────────────────────

/** Reckons anew where a licence began or ended. Answers how many companies. */
create function refresh_due_entitlements(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  due bigint;
  n int := 0;
begin
  for due in select distinct company_id from (
    select company_id from entitlement where changes_at <= now() order by changes_at limit most) d order by 1
  loop
    perform refresh_entitlement(due);
    perform note_live(due, 'licence.changed', null, '{}');
    n := n + 1;
  end loop;
  return n;
end $$;

/** What every company uses, once a day; kept for 90 days. */
create function snapshot_usage() returns void language sql security definer set search_path = public as $$
  insert into usage_snapshot (company_id, kind, day, used, granted)
  select company_id, kind, current_date, used, granted from entitlement
  on conflict do nothing;
  delete from usage_snapshot where day < current_date - 90;
  -- What sank below 80 % is told again when it rises.
  delete from licence_notice n using entitlement e
  where e.company_id = n.company_id and n.key = 'usage:' || e.kind || ':80'
    and (e.granted is null or e.used * 5::bigint < e.granted * 4::bigint) $$;

/** Companies to which something is to be told, by 80 % used or by a licence that ends within 30, 7 or 1 days. */
create function licence_notice_companies(most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select company_id from (
    select e.company_id from entitlement e
    where e.granted is not null and e.used * 5::bigint >= e.granted * 4::bigint and e.used > 0 and not exists (
      select 1 from licence_notice n where n.company_id = e.company_id and n.key = 'usage:' || e.kind || ':80')
    union
    select l.company_id from licence l
    where l.revoked_at is null and l.ends_at > now() and l.ends_at <= now() + interval '30 days' and not exists (
      select 1 from licence_notice n where n.company_id = l.company_id and n.key = format('licence:%s:%s', l.id,
        case when l.ends_at <= now() + interval '1 day' then 1 when l.ends_at <= now() + interval '7 days' then 7 else 30 end))
  ) due order by 1 limit most $$;

/** Takes what is to be told to the company acted in: each answer is given once. */
create function take_licence_notices() returns table (what text, kind text, used int, granted int, ends_at timestamptz, days int)
  language sql security definer set search_path = public as $$
  with usage_due as (
    insert into licence_notice (company_id, key)
    select e.company_id, 'usage:' || e.kind || ':80' from entitlement e
    where e.company_id = scope_company() and e.granted is not null and e.used * 5::bigint >= e.granted * 4::bigint and e.used > 0
    on conflict do nothing returning split_part(key, ':', 2) as kind),
  ending as (
    select l.id, l.kind, l.ends_at, case when l.ends_at <= now() + interval '1 day' then 1
      when l.ends_at <= now() + interval '7 days' then 7 else 30 end as days
    from licence l where l.company_id = scope_company() and l.revoked_at is null
      and l.ends_at > now() and l.ends_at <= now() + interval '30 days'),
  licence_due as (
    insert into licence_notice (company_id, key) select scope_company(), format('licence:%s:%s', id, days) from ending
    on conflict do nothing returning key)
  select 'usage', e.kind, e.used, e.granted, null::timestamptz, null::int
  from usage_due u join entitlement e on e.company_id = scope_company() and e.kind = u.kind
  union all
  select 'ending', n.kind, null, null, n.ends_at, n.days from ending n
  join licence_due d on d.key = format('licence:%s:%s', n.id, n.days) $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function
  company_usage, company_packages, package_versions, save_package, retire_package, assign_package,
  upgrade_package_holders, pool_handed, issue_licence, change_licence, revoke_licence, next_licence_file,
  import_licence_file, require_room, licence_clock, take_licence_notices
  to {{company}}, {{tree}}, {{platform}};
grant execute on function refresh_due_entitlements, snapshot_usage, licence_notice_companies to {{login}};
