/** Keeps since when stock is under its minimum. */
create or replace function part_stock_short() returns trigger language plpgsql as $$
begin
  new.short_since := case when new.on_hand - new.reserved < new.minimum
    then coalesce(case when tg_op = 'UPDATE' then old.short_since end, now()) end;
  return new;
end $$;

/**
 * Reports that stock fell under its minimum, once until it recovers: to the keeper of the warehouse, or to the administrators of
 * the company.
 */
create or replace function part_stock_report() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  event bigint;
begin
  if tg_op = 'UPDATE' and old.short_since is not null then return null; end if;
  select work_event_note(new.company_id, 'part', 'part_short', w.id, format('stock:%s:%s:%s', w.id, m.id, pg_current_xact_id()),
      jsonb_build_object('title', w.name || ' · ' || concat_ws(' ', nullif(m.brand, ''), m.name),
        'note', (new.on_hand - new.reserved) || ' / ' || new.minimum, 'actorName', ''))
    into event from warehouse w join part_model m on m.company_id = w.company_id and m.id = new.model_id
    where w.company_id = new.company_id and w.id = new.warehouse_id;
  insert into work_notice (company_id, recipient, event_company_id, event_id)
  select new.company_id, m.person_id, new.company_id, event
  from warehouse w join member m on m.company_id = w.company_id and m.status = 'enabled' and case when w.keeper_id is not null
      then m.person_id = w.keeper_id
      else exists (select from member_role r where r.company_id = m.company_id and r.member_id = m.id
        and r.built_in in ('administrator', 'platform_administrator')) end
  where w.company_id = new.company_id and w.id = new.warehouse_id
  on conflict do nothing;
  return null;
end $$;
