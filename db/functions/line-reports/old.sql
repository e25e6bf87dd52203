/** Reports are kept for 5 years, whatever the storage cycle of what they report on. */
create or replace function forget_line_reports() returns void
  language sql security definer set search_path = public as $$
  delete from line_report where created_at < now() - interval '5 years' $$;
grant execute on function forget_line_reports to {{login}};
