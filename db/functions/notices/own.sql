/** Notices of the caller in the company acted in, of what their roles show them now, newest first. */
create or replace function own_notices(before_in bigint, most int) returns table (
  id bigint, alarm_id bigint, transition text, severity text, rule text, rule_name text, label text, device_name text,
  outlet_name text, sent_at timestamptz, read_at timestamptz, active boolean
) language sql stable security definer set search_path = public as $$
  select d.id, d.alarm_id, d.transition, a.severity, a.rule, a.rule_name, a.label, alarm_subject_name(a), o.name, d.sent_at, d.read_at,
    a.state = 'active'
  from delivery d join alarm a on a.company_id = d.company_id and a.id = d.alarm_id
  left join outlet o on o.company_id = a.company_id and o.id = a.outlet_id
  where d.company_id = scope_company() and d.recipient = scope_person() and d.channel_id is null and d.state = 'sent'
    and ((select whole_company()) or sees_place(a.outlet_id, a.department_id))
    and (before_in is null or (d.sent_at, d.id) < (select b.sent_at, b.id from delivery b
      where b.id = before_in and b.company_id = scope_company() and b.recipient = scope_person()))
  order by d.sent_at desc, d.id desc limit most $$;

create or replace function own_unread(most int) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from (select 1 from delivery d where d.company_id = scope_company() and d.recipient = scope_person()
    and d.channel_id is null and d.state = 'sent' and d.read_at is null
    and ((select whole_company()) or exists (select from alarm a where a.company_id = d.company_id and a.id = d.alarm_id
      and sees_place(a.outlet_id, a.department_id))) limit most) counted $$;

/** Up to this one; null: all. Returns how many were unread. */
create or replace function read_own_notices(ids_in bigint[]) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  update delivery d set read_at = now() where d.company_id = scope_company() and d.recipient = scope_person()
    and d.channel_id is null and d.state = 'sent' and d.read_at is null and (ids_in is null or d.id = any (ids_in));
  get diagnostics n = row_count;
  return n;
end $$;

/** Display names of people of the company acted in who were notified. */
create or replace function recipient_names(people_in bigint[]) returns table (person_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select m.person_id, m.display_name from member m
  where m.company_id = scope_company() and m.person_id = any (people_in) $$;

grant execute on function own_notices, own_unread, read_own_notices, recipient_names to {{company}}, {{tree}}, {{platform}};
