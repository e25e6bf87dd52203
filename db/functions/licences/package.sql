/** A new package, or with `package_in` the next version of one; who has an earlier version keeps it. */
create or replace function save_package(package_in bigint, code_in text, content jsonb, actor_in text) returns bigint
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

create or replace function offer_package(package_in bigint, for_msps_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform require_platform();
  update package set for_msps = for_msps_in where id = package_in;
  if not found then raise exception 'package.not_found' using errcode = 'NW001'; end if;
end $$;

create or replace function retire_package(package_in bigint, retired boolean) returns void
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

/**
 * Gives a company a package in its newest version; an MSP gives none but what the platform lets MSPs sell. Answers the
 * one that it had, as {packageId, code, version}.
 */
create or replace function assign_package(company_in bigint, package_in bigint, actor_in text default null) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  given package;
  had jsonb;
begin
  perform require_below(company_in);
  select * into given from package where id = package_in and retired_at is null;
  if given.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  if not given.for_msps and not scope_is_op() then
    raise exception 'package.not_for_msps' using errcode = 'NW001';
  end if;
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
create or replace function upgrade_package_holders(package_in bigint, actor_in text) returns int
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

/** Every version of every package, the newest first; `holders` of the companies that the scope sees. */
create or replace function package_versions(package_in bigint) returns table (
  id bigint, code text, version int, newest boolean, retired_at timestamptz, for_msps boolean,
  assignable boolean, name_zh text,
  name_en text, internet_lines int, devices int, outlets int, work_orders int, members int, price int,
  made_at timestamptz, made_by text, holders bigint
) language sql stable security definer set search_path = public as $$
  select p.id, p.code, v.version, v.version = p.version, p.retired_at, p.for_msps,
    v.version = p.version and p.retired_at is null and (p.for_msps or scope_is_op()), v.name_zh, v.name_en,
    v.internet_lines, v.devices, v.outlets, v.work_orders, v.members, v.price, v.made_at, v.made_by,
    (select count(*) from company_package c where c.package_id = p.id and c.version = v.version
      and exists (select 1 from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = scope_root()))
  from package p join package_version v on v.package_id = p.id
  where package_in is null and v.version = p.version or p.id = package_in
  order by p.id, v.version desc $$;

grant execute on function assign_package, offer_package, package_versions, retire_package, save_package,
  upgrade_package_holders to {{company}}, {{tree}}, {{platform}};
