/** Counts the companies below an MSP with a package that it assigned. */
create or replace function allotment_used(msp_in bigint, package_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from company_package c
  where c.assigned_by = msp_in and c.package_id = package_in and exists (
    select from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = msp_in) $$;

/**
 * Refuses the company acted in the assignment of a package to a company: a lower level cannot change what a
 * level above assigned; an MSP, unlike the platform, needs room in its allotment. Locks the allotment, so
 * that two requests cannot both take the last one.
 */
create or replace function require_allotment(company_in bigint, given package) returns void
  language plpgsql security definer set search_path = public as $$
declare
  home constant bigint := coalesce(netward_setting('netward.home_id')::bigint, scope_company());
  allotted package_allotment;
begin
  if exists (select from company_package c join company_ancestor a on a.ancestor_id = c.assigned_by
      where c.company_id = company_in and a.company_id = home and a.depth > 0) then
    raise exception 'package.assigned_above' using errcode = 'NW001';
  end if;
  if scope_is_op() then return; end if;
  if not given.for_msps then raise exception 'package.not_for_msps' using errcode = 'NW001'; end if;
  select * into allotted from package_allotment
  where company_id = scope_company() and package_id = given.id for update;
  if allotted.company_id is null then raise exception 'package.not_allotted' using errcode = 'NW001'; end if;
  if allotted.quantity <= allotment_used(scope_company(), given.id) - (
      select count(*) from company_package
      where company_id = company_in and package_id = given.id and assigned_by = scope_company()) then
    raise exception 'package.allotment_exhausted' using errcode = 'NW001',
      detail = jsonb_build_object('quantity', allotted.quantity)::text;
  end if;
end $$;

/** The packages on sale to MSPs, with how many of each one MSP may assign and has assigned. */
create or replace function package_allotments(msp_in bigint) returns table (
  package_id bigint, name_zh text, name_en text, retired boolean, allotted boolean, quantity int, used int
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not (msp_in = scope_company() or manages(msp_in))
    or not exists (select from company where id = msp_in and kind = 'middleman')
  then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  return query
    select p.id, v.name_zh, v.name_en, p.retired_at is not null, a.company_id is not null, a.quantity,
      allotment_used(msp_in, p.id)
    from package p join package_version v on v.package_id = p.id and v.version = p.version
    left join package_allotment a on a.company_id = msp_in and a.package_id = p.id
    where p.for_msps and p.retired_at is null or a.company_id is not null
    order by p.id;
end $$;

/**
 * Sets what an MSP may assign; it can no longer assign packages missing from the rows. Returns the previous
 * values.
 */
create or replace function set_package_allotments(msp_in bigint, rows_in jsonb, actor_in text) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  had jsonb;
begin
  perform require_platform();
  perform require_platform_licensing();
  if not exists (select from company where id = msp_in and kind = 'middleman') then
    raise exception 'company.not_found' using errcode = 'NW001';
  end if;
  if exists (select from jsonb_array_elements(rows_in) r left join package p on p.id = (r->>'packageId')::bigint
      where p.id is null) then
    raise exception 'package.not_found' using errcode = 'NW001';
  end if;
  perform from package_allotment where company_id = msp_in order by package_id for update;
  select coalesce(jsonb_agg(jsonb_build_object('packageId', package_id::text, 'quantity', quantity) order by package_id), '[]')
    into had from package_allotment where company_id = msp_in;
  delete from package_allotment where company_id = msp_in
    and package_id not in (select (r->>'packageId')::bigint from jsonb_array_elements(rows_in) r);
  insert into package_allotment as a (company_id, package_id, quantity)
  select msp_in, (r->>'packageId')::bigint, (r->>'quantity')::int from jsonb_array_elements(rows_in) r
  on conflict (company_id, package_id) do update set quantity = excluded.quantity;
  perform notify_company(msp_in, 'package.allotted', 'company', msp_in::text, actor_in,
    jsonb_build_object('before', had, 'after', rows_in));
  return had;
end $$;

grant execute on function package_allotments, set_package_allotments to {{company}}, {{tree}}, {{platform}};
