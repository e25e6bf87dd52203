/** Companies other than the one acted in that notices of the caller there report on, if their alarms are still in sight. */
create or replace function own_notice_companies() returns setof bigint
  language sql stable security definer set search_path = public as $$
  select s.below_id from alarm_sights_from_above((
    select jsonb_agg(jsonb_build_object('company', m.company_id, 'below', k.alarm_company_id, 'member', m.id))
    from member m, (select distinct d.alarm_company_id from delivery d where d.company_id = scope_company()
      and d.recipient = scope_person() and d.channel_id is null and d.state = 'sent') k
    where m.company_id = scope_company() and m.person_id = scope_person() and k.alarm_company_id <> m.company_id),
    'DMS_SERVER_ALARM') s $$;

/** When a notice of the caller, of an alarm or of work, came. */
create or replace function own_notice_at(id_in bigint) returns table (at timestamptz)
  language sql stable security definer set search_path = public as $$
  select d.sent_at from delivery d where d.id = id_in and d.company_id = scope_company() and d.recipient = scope_person()
  union all
  select n.created_at from work_notice n where n.id = id_in and n.company_id = scope_company() and n.recipient = scope_person() $$;

/** Notices of the caller in the company acted in, of what their roles and grants show them now, newest first. */
create or replace function own_notices(before_in bigint, most int) returns table (
  id bigint, alarm_id bigint, company_id bigint, company_name text, transition text, severity text, rule text, rule_name text,
  label text, device_name text, outlet_name text, sent_at timestamptz, read_at timestamptz, active boolean
) language sql stable security definer set search_path = public as $$
  select d.id, d.alarm_id, d.alarm_company_id, case when c.id <> d.company_id then c.name end, d.transition, a.severity, a.rule,
    a.rule_name, a.label, alarm_subject_name(a), o.name, d.sent_at, d.read_at, a.state = 'active'
  from delivery d join alarm a on a.company_id = d.alarm_company_id and a.id = d.alarm_id
  join company c on c.id = d.alarm_company_id
  left join outlet o on o.company_id = a.company_id and o.id = a.outlet_id
  where d.company_id = scope_company() and d.recipient = scope_person() and d.channel_id is null and d.state = 'sent'
    and case when d.alarm_company_id = d.company_id
      then (select whole_company()) or sees_place(a.outlet_id, a.department_id)
      else d.alarm_company_id = any (array(select own_notice_companies())) end
    and (before_in is null or (d.sent_at, d.id) < (select b.at, before_in from own_notice_at(before_in) b))
  order by d.sent_at desc, d.id desc limit most $$;

create or replace function own_unread(most int) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from (select 1 from delivery d where d.company_id = scope_company() and d.recipient = scope_person()
    and d.channel_id is null and d.state = 'sent' and d.read_at is null
    and case when d.alarm_company_id <> d.company_id then d.alarm_company_id = any (array(select own_notice_companies()))
      else (select whole_company()) or exists (select from alarm a where a.company_id = d.company_id and a.id = d.alarm_id
        and sees_place(a.outlet_id, a.department_id)) end limit most) counted $$;

/** Up to this one; null: all. Returns how many were unread. */
create or replace function read_own_notices(ids_in bigint[]) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
  m int;
begin
  update delivery d set read_at = now() where d.company_id = scope_company() and d.recipient = scope_person()
    and d.channel_id is null and d.state = 'sent' and d.read_at is null and (ids_in is null or d.id = any (ids_in));
  get diagnostics n = row_count;
  update work_notice w set read_at = now() where w.company_id = scope_company() and w.recipient = scope_person()
    and w.read_at is null and (ids_in is null or w.id = any (ids_in));
  get diagnostics m = row_count;
  return n + m;
end $$;

/** Display names of people of the company acted in who were notified. */
create or replace function recipient_names(people_in bigint[]) returns table (person_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select m.person_id, m.display_name from member m
  where m.company_id = scope_company() and m.person_id = any (people_in) $$;

/** Names of those of these companies that are below the one acted in. */
create or replace function customer_names(companies_in bigint[]) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from company c join company_ancestor a on a.company_id = c.id
  where c.id = any (companies_in) and a.ancestor_id = scope_company() and a.depth > 0 order by c.name, c.id $$;

create or replace function has_customers() returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from company_ancestor a where a.ancestor_id = scope_company() and a.depth > 0) $$;

grant execute on function customer_names, has_customers, own_notices, own_unread, read_own_notices, recipient_names to {{company}}, {{tree}}, {{platform}};
