/** Runs when the approval of a change ends: work on it may begin, or not. */
create or replace function change_order_settled() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into work_order_event (company_id, order_id, kind, detail)
  select new.company_id, o.id, 'approval_' || new.state, jsonb_build_object('note', (select nullif(d.note, '') from approval_decision d
    where d.company_id = new.company_id and d.approval_id = new.id order by d.at desc limit 1))
  from work_order o where o.company_id = new.company_id and o.id = new.subject_id;
  if new.state in ('approved', 'refused') then
    update work_order set version = version + 1 where company_id = new.company_id and id = new.subject_id;
  end if;
  perform note_live(new.company_id, 'work_order.changed', o.outlet_id, jsonb_build_object('orderId', o.id::text))
    from work_order o where o.company_id = new.company_id and o.id = new.subject_id;
  return null;
end $$;
