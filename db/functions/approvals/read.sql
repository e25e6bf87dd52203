/** Whether the caller may read an approval by itself: who asked, who decides or decided. For definer functions only. */
create or replace function approval_seen(a approval) returns boolean language sql stable set search_path = public as $$
  select a.asked_by = scope_person()
    or exists (select from approval_decision d where d.company_id = a.company_id and d.approval_id = a.id
      and (d.person_id = scope_person() or d.by_id = scope_person()))
    or netward_setting('netward.home_id')::bigint in (a.company_id, a.policy_company_id)
      and exists (select from generate_series(1, jsonb_array_length(a.steps)) n
        where approval_home(a, n) = netward_setting('netward.home_id')::bigint
          and exists (select from approval_people(a, n) p where p.person_id = scope_person()
            or exists (select from approval_deputy d where d.company_id = approval_home(a, n) and d.person_id = p.person_id
              and d.deputy_id = scope_person()))) $$;

/** An approval with its steps, people and decisions. For definer functions only. */
create or replace function approval_shown(a approval) returns jsonb language sql stable set search_path = public as $$
  select jsonb_build_object('id', a.id::text, 'companyId', a.company_id::text, 'companyName', c.name, 'kind', a.kind,
    'subjectId', a.subject_id::text, 'version', a.version, 'title', a.title, 'amount', a.amount::float8, 'risk', a.risk, 'note', a.note,
    'state', a.state, 'step', a.step, 'askedAt', a.asked_at, 'askedBy', a.asked_by_name, 'endedAt', a.ended_at,
    'mayDecide', a.state = 'pending' and approval_home(a, a.step) = netward_setting('netward.home_id')::bigint
      and exists (select from approval_mine(a, scope_person())),
    'mayWithdraw', a.state = 'pending' and a.asked_by = scope_person(),
    'steps', (select jsonb_agg(jsonb_build_object('by', s->>'by', 'mode', s->>'mode',
        'department', (select n.name from org_node n where n.company_id = a.policy_company_id and n.id = (s->>'departmentId')::bigint),
        'role', s->>'role', 'roleName', (select r.name from role r where r.company_id = a.policy_company_id and r.id::text = s->>'role'),
        'company', h.name,
        'people', coalesce((select jsonb_agg(p.name) from approval_people(a, n::int) p where a.state = 'pending' and n >= a.step), '[]'),
        'decisions', coalesce((select jsonb_agg(jsonb_build_object('name', d.name,
            'byName', case when d.by_id <> d.person_id then d.by_name end, 'verdict', d.verdict, 'note', d.note, 'at', d.at) order by d.at)
          from approval_decision d where d.company_id = a.company_id and d.approval_id = a.id and d.step = n), '[]')) order by n)
      from jsonb_array_elements(a.steps) with ordinality as e (s, n) left join company h on h.id = approval_home(a, n::int)))
  from company c where c.id = a.company_id $$;

/** The last approval of a subject that the caller has read under its own rules; null: there was none. */
create or replace function approval_of(company_in bigint, kind_in text, subject_in bigint) returns jsonb
  language sql stable security definer set search_path = public as $$
  select approval_shown(a) from approval a where a.company_id = company_in and a.kind = kind_in and a.subject_id = subject_in
  order by a.id desc limit 1 $$;

/** One approval, for who asked and who decides; null for everybody else. */
create or replace function approval_read(id_in bigint) returns jsonb
  language sql stable security definer set search_path = public as $$
  select approval_shown(a) from approval a where a.id = id_in and approval_seen(a) $$;

/** Approvals that wait for the caller in their own company. */
create or replace function approvals_waiting() returns table (id bigint, company_id bigint, title text, since timestamptz)
  language sql stable security definer set search_path = public as $$
  with home as (select netward_setting('netward.home_id')::bigint as id), open as (
    select a.* from approval a, home h where a.state = 'pending' and a.policy_company_id = h.id
    union
    select a.* from approval a, home h where a.state = 'pending' and a.company_id = h.id)
  select a.id, a.company_id, a.title, a.step_since from open a
  where approval_home(a, a.step) = (select h.id from home h) and exists (select from approval_mine(a, scope_person())) $$;

/** What the caller decided within a time. */
create or replace function approvals_done(from_in timestamptz, to_in timestamptz)
  returns table (id bigint, company_id bigint, title text, verdict text, at timestamptz)
  language sql stable security definer set search_path = public as $$
  select distinct on (a.id, d.step) a.id, a.company_id, a.title, d.verdict, d.at
  from approval_decision d join approval a on a.company_id = d.company_id and a.id = d.approval_id
  where d.by_id = scope_person() and d.at >= from_in and d.at < to_in
    and netward_setting('netward.home_id')::bigint = approval_home(a, d.step)
  order by a.id, d.step, d.at $$;

/** Who stands in for the caller, and when. */
create or replace function own_deputy() returns table (deputy_id bigint, name text, starts_at timestamptz, ends_at timestamptz)
  language sql stable security definer set search_path = public as $$
  select d.deputy_id, m.display_name, d.starts_at, d.ends_at from approval_deputy d
  join member m on m.company_id = d.company_id and m.person_id = d.deputy_id
  where d.company_id = scope_company() and d.person_id = scope_person() $$;

/** Colleagues who can stand in for the caller. */
create or replace function deputy_choices(search_in text, person_in bigint) returns table (person_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select m.person_id, m.display_name from member m join person p on p.id = m.person_id and p.disabled_at is null
  where m.company_id = scope_company() and m.status = 'enabled' and m.person_id <> scope_person()
    and (person_in is null or m.person_id = person_in)
    and (search_in = '' or strpos(lower(m.display_name), lower(search_in)) > 0)
  order by m.display_name, m.person_id limit 50 $$;

/** Null: nobody stands in for the caller. */
create or replace function set_own_deputy(deputy_in bigint, from_in timestamptz, until_in timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
begin
  delete from approval_deputy d where d.company_id = scope_company() and d.person_id = scope_person();
  if deputy_in is not null then
    insert into approval_deputy (company_id, person_id, deputy_id, starts_at, ends_at)
    values (scope_company(), scope_person(), deputy_in, from_in, until_in);
  end if;
end $$;

grant execute on function approval_of, approval_read, approvals_done, approvals_waiting, deputy_choices, own_deputy, set_own_deputy
  to {{company}}, {{tree}}, {{platform}};
