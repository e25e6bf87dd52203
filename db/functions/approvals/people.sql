create or replace function approval_risk_rank(risk_in text) returns int language sql immutable as $$
  select array_position(array['low', 'medium', 'high'], risk_in) $$;

/**
 * The member who heads a department, else the one above it, and so on to the company: somebody who may sign in, and not the
 * person who asks. For definer functions only.
 */
create or replace function department_head(company_in bigint, department_in bigint, asker_in bigint) returns bigint
  language sql stable set search_path = public as $$
  with recursive up (id, parent_id, head_id, n) as (
    select n.id, n.parent_id, n.head_id, 0 from org_node n where n.company_id = company_in
      and case when department_in is null then n.parent_id is null else n.id = department_in end
    union all
    select n.id, n.parent_id, n.head_id, u.n + 1
    from up u join org_node n on n.company_id = company_in and n.id = u.parent_id where u.n < 64)
  select m.id from up u join member m on m.company_id = company_in and m.id = u.head_id and m.status = 'enabled'
  join person p on p.id = m.person_id and p.disabled_at is null
  where m.person_id <> asker_in order by u.n limit 1 $$;

/** The company whose people decide a step: `customer` is the one that owns the subject. For definer functions only. */
create or replace function approval_home(a approval, step_in int) returns bigint language sql immutable as $$
  select case when a.steps->(step_in - 1)->>'by' = 'customer' then a.company_id else a.policy_company_id end $$;

/**
 * Who decides a step now. The person who asks decides only if there is no other. A step without anybody who can sign in falls
 * to the administrators. For definer functions only.
 */
create or replace function approval_people(a approval, step_in int) returns table (person_id bigint, name text)
  language plpgsql stable set search_path = public as $$
declare
  s constant jsonb := a.steps->(step_in - 1);
  home constant bigint := approval_home(a, step_in);
  code constant text := (select k.permission from approval_kind k where k.kind = a.kind);
begin
  return query
  with active as materialized (
    select m.id, m.person_id, m.display_name from member m join person p on p.id = m.person_id and p.disabled_at is null
    where m.company_id = home and m.status = 'enabled'
  ), named as materialized (
    select m.* from active m where m.person_id <> a.asked_by and case s->>'by'
      when 'head' then m.id = department_head(home, coalesce((s->>'departmentId')::bigint, a.department_id), a.asked_by)
      when 'role' then exists (select from member_role r where r.company_id = home and r.member_id = m.id
        and (r.built_in = s->>'role' or r.role_id::text = s->>'role'))
      when 'person' then s->'memberIds' ? m.id::text
      else exists (select from member_role r left join built_in_role b on b.key = r.built_in
        left join role o on o.company_id = r.company_id and o.id = r.role_id
        where r.company_id = home and r.member_id = m.id and code = any (coalesce(b.permissions, o.permissions))
          and coalesce(o.data_scope, 'company') = 'company') end
  ), administrators as materialized (
    select m.* from active m where exists (select from member_role r where r.company_id = home and r.member_id = m.id
      and r.built_in in ('administrator', 'platform_administrator'))
  ), others as (
    select m.* from administrators m where m.person_id <> a.asked_by
  )
  select m.person_id, m.display_name from named m
  union all
  select m.person_id, m.display_name from others m where not exists (select from named)
  union all
  select m.person_id, m.display_name from administrators m where not exists (select from named) and not exists (select from others)
  order by 2, 1;
end $$;

/** For whom a person can decide the present step: themselves, and those whose deputy they are. For definer functions only. */
create or replace function approval_mine(a approval, person_in bigint) returns table (person_id bigint, name text)
  language sql stable set search_path = public as $$
  select k.person_id, k.name from approval_people(a, a.step) k
  where a.state = 'pending'
    and (k.person_id = person_in or person_in <> a.asked_by and exists (
      select from approval_deputy d join member m on m.company_id = d.company_id and m.person_id = d.deputy_id and m.status = 'enabled'
      where d.company_id = approval_home(a, a.step) and d.person_id = k.person_id
        and d.deputy_id = person_in and now() >= d.starts_at and now() < d.ends_at))
    and not exists (select from approval_decision e where e.company_id = a.company_id and e.approval_id = a.id and e.step = a.step
      and e.person_id = k.person_id) $$;
