/** Notes, in the transaction that issues it, that a report of the company acted in is issued. */
create or replace function service_report_issued(report_in bigint) returns void
  language sql security definer set search_path = public as $$
  select work_event_note(r.company_id, 'report', 'report_issued', r.id, 'report:' || r.id,
    jsonb_build_object('title', r.title, 'note', r.from_on || ' – ' || r.to_on, 'actorName', r.maker_name))
  from service_report r where r.company_id = scope_company() and r.id = report_in and r.state = 'issued' $$;

/** Whether the mails of an issued report of the company acted in are still to be queued; true once. For the worker. */
create or replace function service_report_mails(report_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  update service_report set mailed_at = now()
  where company_id = scope_company() and id = report_in and state = 'issued' and mailed_at is null;
  return found;
end $$;
grant execute on function service_report_issued, service_report_mails to {{company}};
