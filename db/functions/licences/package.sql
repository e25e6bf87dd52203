/** Creates a package, or with `package_in` its next version; holders of an earlier version keep it. */
create or replace function save_package(package_in bigint, code_in text, content jsonb, actor_in text) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  made package;
begin
  perform require_platform();
  perform require_platform_licensing();
  if package_in is null then
    insert into package (code) values (code_in) returning * into made;
  else
    update package set version = version + 1 where id = package_in returning * into made;
    if made.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  end if;
  insert into package_version (package_id, version, name_zh, name_en, internet_lines, devices, outlets, work_orders,
    members, price, products, made_by)
  values (made.id, made.version, content->>'nameZh', content->>'nameEn', (content->>'internetLines')::int,
    (content->>'devices')::int, (content->>'outlets')::int, (content->>'workOrders')::int, (content->>'members')::int,
    (content->>'price')::int,
    case when jsonb_typeof(content->'products') = 'array'
      then array(select jsonb_array_elements_text(content->'products') order by 1) end, actor_in);
  return made.id;
exception when unique_violation then
  raise exception 'package.code_taken' using errcode = 'NW001';
end $$;

create or replace function offer_package(package_in bigint, for_msps_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform require_platform();
  perform require_platform_licensing();
  update package set for_msps = for_msps_in where id = package_in;
  if not found then raise exception 'package.not_found' using errcode = 'NW001'; end if;
end $$;

create or replace function retire_package(package_in bigint, retired boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform require_platform();
  perform require_platform_licensing();
  -- The package for new companies stays on sale.
  if retired and exists (select 1 from package where id = package_in and code in ('trial', 'basic')) then
    raise exception 'package.needed' using errcode = 'NW001';
  end if;
  update package set retired_at = case when retired then now() end where id = package_in;
  if not found then raise exception 'package.not_found' using errcode = 'NW001'; end if;
end $$;

/**
 * Sets a company's package, in its newest version. Returns the previous one as {packageId, code, version}.
 */
create or replace function write_company_package(company_in bigint, given package, assigner_in bigint, actor_in text)
  returns jsonb language plpgsql security definer set search_path = public as $$
declare
  had jsonb;
begin
  select jsonb_build_object('packageId', p.id::text, 'code', p.code, 'version', c.version) into had
    from company_package c join package p on p.id = c.package_id where c.company_id = company_in;
  insert into company_package as c (company_id, package_id, version, assigned_by)
  values (company_in, given.id, given.version, assigner_in)
  on conflict (company_id) do update set package_id = excluded.package_id, version = excluded.version,
    assigned_by = excluded.assigned_by, assigned_at = now()
    where (c.package_id, c.version, c.assigned_by) is distinct from (excluded.package_id, excluded.version, excluded.assigned_by);
  if found then
    perform refresh_entitlement(company_in);
    perform notify_company(company_in, 'package.assigned', 'package', given.id::text, actor_in, jsonb_build_object(
      'before', had, 'after', jsonb_build_object('packageId', given.id::text, 'code', given.code, 'version', given.version)));
  end if;
  return had;
end $$;

/** Assigns a company a package in its newest version, from an MSP's allotment. Returns the previous one. */
create or replace function assign_package(company_in bigint, package_in bigint, actor_in text default null) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  given package;
begin
  perform require_below(company_in);
  perform require_platform_licensing();
  select * into given from package where id = package_in and retired_at is null;
  if given.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  perform from company_package where company_id = company_in for update;
  perform require_allotment(company_in, given);
  return write_company_package(company_in, given, scope_company(), actor_in);
end $$;

/**
 * Assigns the package that a new tenant has by default, so that it counts towards the MSP's allotment. A trial and a
 * tenant of the platform need none.
 */
create or replace function assign_default_package(company_in bigint, actor_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if netward_setting('netward.identity') = '1' or licence_mode() = 'files' then return; end if;
  perform assign_package(company_in, p.package_id, actor_in)
  from company c join company_package p on p.company_id = c.id where c.id = company_in and c.standing <> 'trial';
end $$;

/** Assigns a package. Returns the error that refuses it as {code, params}, or null on success. */
create or replace function try_assign_package(company_in bigint, package_in bigint, actor_in text) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  params text;
begin
  perform assign_package(company_in, package_in, actor_in);
  return null;
exception when sqlstate 'NW001' then
  get stacked diagnostics params = pg_exception_detail;
  return jsonb_build_object('code', sqlerrm, 'params', coalesce(nullif(params, ''), '{}')::jsonb);
end $$;

/** Moves holders of an earlier version of a package to the newest. Returns the number moved. */
create or replace function upgrade_package_holders(package_in bigint, actor_in text) returns int
  language plpgsql security definer set search_path = public as $$
declare
  given package;
  holder company_package;
  n int := 0;
begin
  perform require_platform();
  perform require_platform_licensing();
  select * into given from package where id = package_in and retired_at is null;
  if given.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  for holder in
    select * from company_package where package_id = package_in and version < given.version order by company_id for update
  loop
    -- The assigner is unchanged: an upgrade does not remove the package from an MSP's control.
    perform write_company_package(holder.company_id, given, holder.assigned_by, actor_in);
    n := n + 1;
  end loop;
  return n;
end $$;

/** Every version of every package, newest first; `holders` counts only companies that the scope sees. */
create or replace function package_versions(package_in bigint) returns table (
  id bigint, code text, version int, newest boolean, retired_at timestamptz, for_msps boolean,
  assignable boolean, allotted boolean, allotment int, allotment_used int, name_zh text, name_en text,
  internet_lines int, devices int, outlets int, work_orders int, members int, price int, products text[],
  made_at timestamptz, made_by text, holders bigint
) language sql stable security definer set search_path = public as $$
  select p.id, p.code, v.version, v.version = p.version, p.retired_at, p.for_msps,
    licence_mode() = 'platform' and v.version = p.version and p.retired_at is null and (scope_is_op()
      or p.for_msps and a.company_id is not null and (a.quantity is null or a.quantity > u.used)),
    a.company_id is not null, a.quantity, u.used, v.name_zh, v.name_en,
    v.internet_lines, v.devices, v.outlets, v.work_orders, v.members, v.price, v.products, v.made_at, v.made_by,
    (select count(*) from company_package c where c.package_id = p.id and c.version = v.version
      and exists (select 1 from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = scope_root()))
  from package p join package_version v on v.package_id = p.id
  left join package_allotment a on a.company_id = scope_company() and a.package_id = p.id
  cross join lateral (select case when a.company_id is null then 0 else allotment_used(a.company_id, p.id) end as used) u
  where package_in is null and v.version = p.version or p.id = package_in
  order by p.id, v.version desc $$;

grant execute on function assign_default_package, assign_package, offer_package, package_versions, retire_package, save_package, try_assign_package,
  upgrade_package_holders to {{company}}, {{tree}}, {{platform}};
