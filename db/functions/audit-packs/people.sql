/** Who asks for an audit pack, as the company's log shows them; `company_name` where they come from another one. */
create or replace function audit_pack_author() returns table (account text, company_name text)
  language sql stable security definer set search_path = public as $$
  select audit_account(scope_company(), scope_person(), home.id),
    case when home.id <> scope_company() then home.name end
  from company home where home.id = netward_setting('netward.home_id')::bigint $$;

/** Members of the company acted in after an id, for its role review. */
create or replace function audit_pack_members(after_in bigint, most int) returns table (
  id bigint, name text, account text, department text[], status text, roles text[], administers boolean, outside_only boolean,
  second_factor boolean, created_at timestamptz, last_sign_in_at timestamptz
) language sql stable security definer set search_path = public as $$
  select m.id, m.display_name, audit_account(m.company_id, m.person_id, null), department_path(m.company_id, m.department_id), m.status,
    array(select coalesce(mr.built_in, r.name) from member_role mr
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    exists (select from member_role mr where mr.company_id = m.company_id and mr.member_id = m.id
      and mr.built_in in ('administrator', 'platform_administrator')),
    m.outside_only,
    exists (select from person_totp f where f.person_id = m.person_id and f.confirmed_at is not null),
    m.created_at, m.last_sign_in_at
  from member m where m.company_id = scope_company() and whole_company() and m.id > after_in order by m.id limit most $$;

/**
 * Who may act in the company acted in, of the companies above: their administrators (`role` as of a built-in one, `grant_id` null),
 * and those with a grant that was in force within the period. Names and accounts as the company's log shows them.
 */
create or replace function audit_pack_access(from_in timestamptz, to_in timestamptz) returns table (
  company_name text, name text, account text, status text, built_in text, role_name text, is_granted boolean,
  since timestamptz, until timestamptz, given_by text
) language sql stable security definer set search_path = public as $$
  select c.name, m.display_name, audit_account(a.company_id, m.person_id, c.id), m.status, mr.built_in, null, false,
    null::timestamptz, null::timestamptz, null
  from company_ancestor a join company c on c.id = a.ancestor_id
  join member_role mr on mr.company_id = c.id
    and mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end
  join member m on m.company_id = mr.company_id and m.id = mr.member_id
  where a.company_id = scope_company() and a.depth > 0 and whole_company()
  union all
  select c.name, m.display_name, audit_account(a.company_id, m.person_id, c.id), m.status, g.built_in, r.name, true,
    g.created_at, g.expires_at, g.created_by_name
  from company_ancestor a join company c on c.id = a.ancestor_id
  join acting_grant g on g.company_id = c.id and g.created_at < to_in and (g.expires_at is null or g.expires_at > from_in)
    and (g.target_company_id = a.company_id or exists (
      select from tenant_group_member gm where gm.company_id = g.company_id and gm.group_id = g.group_id
        and gm.target_company_id = a.company_id))
  join member m on m.company_id = g.company_id and m.id = g.member_id
  left join role r on r.company_id = g.company_id and r.id = g.role_id
  where a.company_id = scope_company() and a.depth > 0 and whole_company()
  order by 1, 7, 2, 3 $$;

grant execute on function audit_pack_author, audit_pack_members, audit_pack_access to {{company}}, {{tree}}, {{platform}};

/** Audit packs are kept for 5 years; those that were never completed for 30 days. For sweeps. */
create or replace function forget_audit_packs() returns void
  language sql security definer set search_path = public as $$
  delete from audit_pack where created_at < now() - interval '5 years'
    or state = 'failed' and created_at < now() - interval '30 days' $$;
grant execute on function forget_audit_packs to {{login}};

/** The name of a company above the one acted in, from which somebody came; null: none that is above it now. */
create or replace function audit_pack_company(company_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from company_ancestor a join company c on c.id = a.ancestor_id
  where a.company_id = scope_company() and a.ancestor_id = company_in and a.depth > 0 $$;
grant execute on function audit_pack_company to {{company}}, {{tree}}, {{platform}};
