/** The name of a company that the scope sees: cheaper for a page of 50 than the policy's set of 10,000. */
create or replace function visible_company_name(company_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from company c where c.id = company_in and exists (
    select 1 from company_ancestor a where a.ancestor_id = scope_root() and a.company_id = c.id) $$;

/**
 * Those of these tenants in which this transaction's person does not hold all of these codes that apply
 * there, up to `until_in` (null: permanently).
 */
create or replace function tenants_not_to_grant(tenants_in bigint[], codes_in text[], until_in timestamptz)
  returns setof bigint language sql stable security definer set search_path = public as $$
  select t from unnest(tenants_in) t
  left join company_ancestor a on a.company_id = t and a.depth > 0
    and a.ancestor_id = nullif(current_setting('netward.home_id', true), '')::bigint
  left join company c on c.id = a.company_id
  where c.id is null or current_setting('netward.identity', true) not in ('1', '2') and exists (
    select from permission_kind k where k.code = any (codes_in) and c.kind = any (k.kinds) and not exists (
      select from member m
      join acting_grant g on g.company_id = m.company_id and g.member_id = m.id
      left join built_in_role b on b.key = g.built_in
      left join role r on r.company_id = g.company_id and r.id = g.role_id
      where m.company_id = a.ancestor_id and m.person_id = scope_person()
        and (g.expires_at is null or g.expires_at >= coalesce(until_in, 'infinity') and g.expires_at > now())
        and coalesce(r.data_scope, 'company') = 'company' and k.code = any (coalesce(b.permissions, r.permissions))
        and (g.target_company_id = t or exists (
          select from tenant_group_member gm where gm.company_id = g.company_id and gm.group_id = g.group_id
            and gm.target_company_id = t)))) $$;

/** For definer functions only, and for the grant services. */
create or replace function is_administrator(company_in bigint, member_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select company_in = scope_company() and exists (select from member_role mr
    where mr.company_id = company_in and mr.member_id = member_in
      and mr.built_in in ('administrator', 'platform_administrator')) $$;

/** Members who may receive a grant: not company administrators, since they act everywhere below it. */
create or replace function staff_members(search_in text, limit_in int) returns table (id bigint, display_name text)
  language plpgsql stable security definer set search_path = public as $$
begin
  return query
    select m.id, m.display_name from member m
    where m.company_id = scope_company() and m.status = 'enabled' and sees_department(m.department_id)
      and (coalesce(search_in, '') = '' or strpos(lower(m.display_name), lower(search_in)) > 0)
      and not is_administrator(m.company_id, m.id)
    order by m.display_name, m.id limit limit_in;
end $$;

grant execute on function is_administrator, staff_members, tenants_not_to_grant, visible_company_name
  to {{company}}, {{tree}}, {{platform}};
