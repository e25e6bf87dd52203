/** Runs when the approval of a report ends: its page shows it. */
create or replace function service_report_settled() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform note_live(k, 'service_report.changed', new.subject_id, '{}')
    from service_report r, unnest(array[r.company_id, r.maker_company_id]) k
    where r.company_id = new.company_id and r.id = new.subject_id;
  return null;
end $$;
