/**
 * Why a company is frozen manually and who can unfreeze it: the company that froze it, else the one above.
 * Reported to its own people; the caller has proved to be one of them.
 */
create or replace function frozen_notice(company_in bigint) returns table (reason text, contact text)
  language sql stable security definer set search_path = public as $$
  select c.state_reason, coalesce(by.name, above.name)
  from company c
  left join company by on by.id = c.state_by
  left join company above on above.id = c.parent_id
  where c.id = company_in and c.status = 'frozen' and c.frozen_because is distinct from 'ended' $$;

/** Same for the company of a session, or one above a tenant in which the session asks to act. */
create or replace function frozen_notice_of(token_hash_in bytea, company_in bigint, tenant_in bigint)
  returns table (reason text, contact text)
  language sql stable security definer set search_path = public as $$
  select n.reason, n.contact
  from session s
  join member m on m.person_id = s.person_id and m.company_id = coalesce(company_in, s.company_id)
  left join company_ancestor a on a.company_id = tenant_in and a.ancestor_id = m.company_id
  cross join lateral (
    select 1 as place, f.* from frozen_notice(m.company_id) f
    union all select 2, f.* from frozen_notice(a.company_id) f) n
  where s.token_hash = token_hash_in
  order by n.place limit 1 $$;

grant execute on function frozen_notice, frozen_notice_of to {{login}};
