/** Schedules of the company acted in that are mailed to its members, by the name of the company that each reports on. */
create or replace function report_schedules_held(members_in bigint[]) returns table (member_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select m.id, c.name from member m
  join person p on p.id = m.person_id and p.email_verified_at is not null
  join report_schedule s on s.maker_company_id = m.company_id
    and exists (select from unnest(s.recipients) r where lower(r) = lower(p.email))
  join company c on c.id = s.company_id
  where m.company_id = scope_company() and m.id = any (members_in) order by 1, 2 $$;

/**
 * Mails the schedules of the company acted in to another of its members; null, or without a confirmed address: to nobody in place of
 * the one who leaves. Returns how many.
 */
create or replace function hand_over_report_schedules(from_in bigint, to_in bigint) returns int
  language sql volatile security definer set search_path = public as $$
  with leaver as (
    select lower(p.email) as email from person p join member m on m.person_id = p.id and m.company_id = scope_company()
    where p.id = from_in and p.email_verified_at is not null
  ), successor as (
    select p.email from person p join member m on m.person_id = p.id and m.company_id = scope_company() and m.status = 'enabled'
    where p.id = to_in and p.email_verified_at is not null
  ), handed as (
    update report_schedule s set recipients = array(
        select r from unnest(s.recipients) r where lower(r) <> l.email and lower(r) is distinct from (select lower(email) from successor)
        union all select email from successor)
    from leaver l
    where s.maker_company_id = scope_company() and exists (select from unnest(s.recipients) r where lower(r) = l.email)
    returning 1
  ) select count(*)::int from handed $$;

grant execute on function report_schedules_held, hand_over_report_schedules to {{company}}, {{tree}}, {{platform}};
