/**
 * What decides whether a member of the company acted in may do something; a role limited to part of the
 * company grants nothing that concerns a whole company. No row if there is no such member.
 */
create or replace function why_permitted(member_in bigint, code_in text) returns table (
  of_use boolean, member_status text, account_disabled boolean, company_status text, built_in text[], role_ids bigint[]
) language sql stable security definer set search_path = public as $$
  select code_in = any (codes_of_use(m.company_id, array[code_in])), m.status, p.disabled_at is not null, c.status,
    array(select b.key from member_role mr join built_in_role b on b.key = mr.built_in
      where mr.company_id = m.company_id and mr.member_id = m.id and code_in = any (b.permissions)),
    array(select r.id from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id and code_in = any (r.permissions)
        and (r.data_scope = 'company' or code_in not in (select code from permission_kind where undivided)))
  from member m join person p on p.id = m.person_id join company c on c.id = m.company_id
  where m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id) $$;

/**
 * Tenants for which a member of the company acted in has grants, and what keeps the member from doing
 * something there when coming from this company.
 */
create or replace function why_acting(member_in bigint, code_in text) returns table (company_name text, limited_by text)
  language sql stable security definer set search_path = public as $$
  with reached as (
    select g.target_company_id as id from acting_grant g
      where g.company_id = scope_company() and g.member_id = member_in and g.target_company_id is not null
    union
    select gm.target_company_id from acting_grant g
      join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
      where g.company_id = scope_company() and g.member_id = member_in
    limit 200)
  select c.name, case
      when not exists (select from acting_grants_in(scope_company(), member_in, c.id)) then 'expired'
      when code_in <> all (codes_of_use(c.id, array[code_in])) then 'company_kind'
      when not exists (
        select from acting_grants_in(scope_company(), member_in, c.id) g
        where code_in = any (role_permissions(scope_company(), g.built_in, g.role_id))) then 'no_role'
      when entry.code like 'acting.%' then replace(entry.code, 'acting.', '')
      when entry.code <> 'break_glass' and exists (
        select from acting_consent s join built_in_role b on b.key = s.ceiling
        where s.company_id = c.id and code_in <> all (b.permissions)) then 'ceiling'
      when c.status = 'frozen' then 'company_frozen'
      when c.status = 'deactivated' then 'company_deactivated' end
  from reached join company c on c.id = reached.id
  join member m on m.company_id = scope_company() and m.id = member_in and sees_department(m.department_id)
  left join lateral (select acting_entry(c.id, m.person_id, m.company_id) as code) entry on true
  order by 2 nulls first, c.name limit 50 $$;

grant execute on function why_acting, why_permitted to {{company}}, {{tree}}, {{platform}};
