/** Whether work that counts covers this device of the company now. */
create or replace function in_maintenance(company_in bigint, outlet_in bigint, device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from maintenance_window w
    where w.company_id = company_in and w.starts_at <= now() and w.ends_at > now()
      and (not w.late or w.approved_at is not null)
      and (w.whole_company or outlet_in = any (w.outlet_ids) or device_in = any (w.device_ids))) $$;

/** Marks active alarms as work begins and ends; of one company, or of all. Alarms that others hold wait for the next sweep. */
create or replace function maintenance_mark(company_in bigint, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with differing as (
    select a.id from alarm a
    where a.state = 'active' and (company_in is null or a.company_id = company_in)
      and (a.in_maintenance or a.company_id in (
        select w.company_id from maintenance_window w where w.ends_at > now() and w.starts_at <= now()))
      and a.in_maintenance <> in_maintenance(a.company_id, a.outlet_id, a.device_id)
    order by a.id limit most for update skip locked
  ), changed as (
    update alarm a set in_maintenance = not a.in_maintenance from differing d where a.id = d.id
    returning a.id, a.company_id, a.subject_id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'alarm.changed', subject_id, jsonb_build_object('alarmId', id::text, 'kind', 'maintenance') from changed
  )
  select count(*) into n from changed;
  return n;
end $$;

/**
 * From which company it was entered: from the request, never from the caller. An approval is the company's own act: those
 * who act in it for others cannot give it.
 */
create or replace function maintenance_window_describe() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' and new.series_id is null then new.entered_by_company_name := acted_from(new.company_id); end if;
  if new.approved_at is not null and new.series_id is null and acted_from(new.company_id) is not null
    and (tg_op = 'INSERT' or old.approved_at is null)
  then
    raise exception 'alarm.maintenance_not_yours' using errcode = 'NW001';
  end if;
  return new;
end $$;

create or replace function maintenance_window_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform maintenance_mark(coalesce(new.company_id, old.company_id), 1000);
  perform note_live(coalesce(new.company_id, old.company_id), 'maintenance.changed', null, '{}');
  return null;
end $$;

grant execute on function maintenance_mark to {{login}};
