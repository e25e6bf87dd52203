/** Notes critical alarms that nobody has acknowledged for `hours_in`, and again as long. Those held back wait. */
create or replace function alarm_remind(hours_in int, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with forgotten as (
    select a.id, a.company_id, a.subject_id from alarm a
    where a.state = 'active' and a.rank = 1 and a.acknowledged_at is null and not alarm_is_quiet(a)
      and a.raised_at <= now() - make_interval(hours => hours_in)
      and not exists (select from alarm_event e where e.alarm_id = a.id
        and e.kind in ('raised', 'revived', 'reminded', 'severity_set', 'unacknowledged', 'acknowledgement_ended')
        and e.at > now() - make_interval(hours => hours_in))
    order by a.raised_at limit most for update of a skip locked
  ), noted as (
    insert into alarm_event (company_id, alarm_id, subject_id, kind)
    select company_id, id, subject_id, 'reminded' from forgotten returning 1
  ) select count(*) into n from noted;
  return n;
end $$;

grant execute on function alarm_remind to {{login}};
