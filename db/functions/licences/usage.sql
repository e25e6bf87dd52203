/** Used and granted quantities of companies that the scope sees; `granted` null: unlimited. */
create or replace function company_usage(companies bigint[]) returns table (company_id bigint, kind text, used int, granted int)
  language sql stable security definer set search_path = public as $$
  select e.company_id, e.kind, e.used,
    case when e.changes_at <= now() then granted_of(e.company_id, e.kind) else e.granted end
  from entitlement e
  where e.company_id = any (companies)
    and exists (select 1 from company_ancestor a where a.company_id = e.company_id and a.ancestor_id = scope_root()) $$;

/** Packages of the companies that the scope sees. */
create or replace function company_packages(companies bigint[]) returns table (
  company_id bigint, package_id bigint, code text, name_zh text, name_en text, version int, newest_version int
) language sql stable security definer set search_path = public as $$
  select c.company_id, p.id, p.code, v.name_zh, v.name_en, c.version, p.version
  from company_package c join package p on p.id = c.package_id
    join package_version v on v.package_id = c.package_id and v.version = c.version
  where c.company_id = any (companies)
    and exists (select 1 from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = scope_root()) $$;

grant execute on function company_packages, company_usage to {{company}}, {{tree}}, {{platform}};
