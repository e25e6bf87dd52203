/**
 * Who may see alarms of their own company, and where: one row for all of it, or one for each outlet and department. For definer
 * functions only.
 */
create or replace function alarm_sights_at_home(companies_in bigint[], code_in text) returns table (
  company_id bigint, member_id bigint, person_id bigint, whole boolean, outlet_id bigint, department_id bigint
) language sql stable set search_path = public as $$
  with held as materialized (
    select m.company_id, m.id, m.person_id, m.os_id, coalesce(r.data_scope, 'company') as data_scope, r.outlet_ids
    from member m join person p on p.id = m.person_id and p.disabled_at is null
    join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
    left join built_in_role b on b.key = mr.built_in
    left join role r on r.company_id = mr.company_id and r.id = mr.role_id
    where m.company_id = any (companies_in) and m.status = 'enabled' and code_in = any (coalesce(b.permissions, r.permissions))
  ), within as materialized (
    select d.company_id, d.os_id, unnest(departments_of(d.company_id, d.os_id)) as department_id
    from (select distinct h.company_id, h.os_id from held h where h.data_scope = 'department') d)
  select h.company_id, h.id, h.person_id, true, 0::bigint, 0::bigint from held h where h.data_scope = 'company'
  union
  select h.company_id, h.id, h.person_id, false, o, 0 from held h cross join unnest(h.outlet_ids) o where h.data_scope = 'outlets'
  union
  select h.company_id, h.id, h.person_id, false, 0, w.department_id
  from held h join within w on w.company_id = h.company_id and w.os_id = h.os_id where h.data_scope = 'department' $$;

/**
 * Which of `asked_in` ([{company, below, member}, …]) may see alarms of a company below their own, as begin_request would admit
 * them: its administrators, who see the rows of all companies, and those with a grant of this permission. `open`: whether the
 * company admits them now; without it they see no values. Those that the company expelled see nothing. For definer functions only.
 */
create or replace function alarm_sights_from_above(asked_in jsonb, code_in text) returns table (
  company_id bigint, below_id bigint, member_id bigint, person_id bigint, open boolean
) language sql stable set search_path = public as $$
  select k.company, k.below, m.id, m.person_id,
    s.company_id is null or e.entry not like 'acting.%' and (e.entry = 'break_glass' or code_in = any (ceiling.permissions))
  from (select distinct o.company, o.below, o.member
    from jsonb_to_recordset(asked_in) as o (company bigint, below bigint, member bigint)) k
  join company_ancestor a on a.ancestor_id = k.company and a.company_id = k.below and a.depth > 0
  join company h on h.id = k.company and h.status = 'active'
  join company c on c.id = k.below and c.status <> 'deactivated'
  join permission_kind pk on pk.code = code_in and c.kind = any (pk.kinds)
  join member m on m.company_id = k.company and m.id = k.member and m.status = 'enabled'
  join person p on p.id = m.person_id and p.disabled_at is null
  left join acting_consent s on s.company_id = k.below
  left join built_in_role ceiling on ceiling.key = s.ceiling
  cross join lateral (
    select case when s.company_id is not null then coalesce(acting_entry(k.below, m.person_id, k.company), 'free') end) e (entry)
  cross join lateral (
    select exists (select from member_role mr where mr.company_id = m.company_id and mr.member_id = m.id
      and mr.built_in = case h.kind when 'op' then 'platform_administrator' else 'administrator' end)) i (administers)
  where k.below <> all ((select companies_without_both())::bigint[])
    and (i.administers or c.status = 'active' and e.entry is distinct from 'acting.ended'
      and (s.company_id is null or e.entry = 'break_glass' or code_in = any (ceiling.permissions))
      and exists (
        select from acting_grants_in(k.company, m.id, k.below) g
        left join built_in_role b on b.key = g.built_in
        left join role r on r.company_id = k.company and r.id = g.role_id
        where code_in = any (coalesce(b.permissions, r.permissions)) and coalesce(r.data_scope, 'company') = 'company')) $$;

/**
 * Whether a member's company may have alarms of another sent to a group: null if it is not below or not active; otherwise
 * whether the other admits everybody now, and values may be sent. For definer functions only.
 */
create or replace function alarm_reach(company_in bigint, below_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select s.company_id is null
    or coalesce(acting_entry(c.id, 0, h.id), 'free') not like 'acting.%' and 'DMS_SERVER_ALARM' = any (ceiling.permissions)
  from company_ancestor a
  join company h on h.id = a.ancestor_id and h.status = 'active'
  join company c on c.id = a.company_id and c.status <> 'deactivated'
  left join acting_consent s on s.company_id = c.id
  left join built_in_role ceiling on ceiling.key = s.ceiling
  where a.ancestor_id = company_in and a.company_id = below_in and a.depth > 0
    and c.id <> all ((select companies_without_both())::bigint[]) $$;

/**
 * Alarms of `alarms_in` that a recipient may see; `open`: with their values. Recipient 0: the group of a channel. For definer
 * functions only.
 */
create or replace function alarms_seen(company_in bigint, recipient_in bigint, alarms_in bigint[], code_in text)
  returns table (alarm_id bigint, open boolean) language sql stable set search_path = public as $$
  with asked as materialized (
    select a.id, a.company_id, coalesce(a.outlet_id, 0) as outlet_id, coalesce(a.department_id, 0) as department_id
    from alarm a where a.id = any (alarms_in)
  ), companies as materialized (
    select distinct company_id from asked where company_id <> company_in
  )
  select a.id, true from asked a where a.company_id = company_in and recipient_in = 0
  union all
  select a.id, r.open from asked a
  join (select c.company_id, alarm_reach(company_in, c.company_id) as open from companies c) r on r.company_id = a.company_id
  where recipient_in = 0 and r.open is not null
  union all
  select a.id, true from asked a where a.company_id = company_in and recipient_in <> 0 and exists (
    select from alarm_sights_at_home(array[company_in], code_in) s where s.person_id = recipient_in
      and (s.whole or s.outlet_id <> 0 and s.outlet_id = a.outlet_id or s.department_id <> 0 and s.department_id = a.department_id))
  union all
  select a.id, bool_or(s.open) from asked a join alarm_sights_from_above((
    select jsonb_agg(jsonb_build_object('company', company_in, 'below', c.company_id, 'member', m.id))
    from companies c join member m on m.company_id = company_in and m.person_id = recipient_in), code_in) s
    on s.below_id = a.company_id
  where recipient_in <> 0 group by a.id $$;
