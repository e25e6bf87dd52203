/** Schedules whose period has ended, of companies that are active. */
create or replace function report_schedules_due() returns table (company_id bigint, schedule_id bigint)
  language sql stable security definer set search_path = public as $$
  select s.company_id, s.id from report_schedule s join company c on c.id = s.company_id
  where s.next_on <= current_date + 1 and s.next_on <= (now() at time zone c.time_zone)::date and c.status = 'active'
    -- A maker that is no longer above the customer reports on it no more.
    and exists (select from company_ancestor a where a.company_id = s.company_id and a.ancestor_id = s.maker_company_id)
  order by s.next_on, s.id limit 200 $$;

/** Reports are kept for 5 years, whatever the storage cycle of what they report on. */
create or replace function forget_service_reports() returns void
  language sql security definer set search_path = public as $$
  delete from service_report where created_at < now() - interval '5 years' $$;
grant execute on function report_schedules_due, forget_service_reports to {{login}};

/**
 * Locks a due schedule of the company acted in, whichever company above reports by it. Nothing: another worker has it, or it is
 * not due any more. For the worker.
 */
create or replace function report_schedule_lock(company_in bigint, schedule_in bigint) returns table (
  period text, language text, review boolean, recipients text[], next_on text, edited_by text, maker_id bigint, maker_name text
) language sql security definer set search_path = public as $$
  select s.period, s.language, s.review, s.recipients, s.next_on::text, s.edited_by, s.maker_company_id, s.maker_name
  from report_schedule s join company c on c.id = s.company_id
  where s.company_id = company_in and company_in = scope_company() and s.id = schedule_in
    and s.next_on <= (now() at time zone c.time_zone)::date
  for update of s skip locked $$;

create or replace function report_schedule_proceed(company_in bigint, schedule_in bigint, next_in date) returns void
  language sql security definer set search_path = public as $$
  update report_schedule set next_on = next_in
  where company_id = company_in and company_in = scope_company() and id = schedule_in $$;
grant execute on function report_schedule_lock, report_schedule_proceed to {{company}};

/** The name of the company that the caller belongs to, whatever company they act in. */
create or replace function home_company_name() returns text
  language sql stable security definer set search_path = public as $$
  select c.name from company c where c.id = netward_setting('netward.home_id')::bigint $$;
grant execute on function home_company_name to {{company}}, {{tree}}, {{platform}};
