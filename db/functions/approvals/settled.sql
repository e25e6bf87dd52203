/** Runs when an approval ends: what waited for it goes on, or back. */
create or replace function approval_settled() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  who constant text := netward_setting('netward.actor_name');
begin
  if new.kind = 'change_order' then
    insert into work_order_event (company_id, order_id, kind, detail)
    select new.company_id, o.id, 'approval_' || new.state, jsonb_build_object('note', (select nullif(d.note, '') from approval_decision d
      where d.company_id = new.company_id and d.approval_id = new.id order by d.at desc limit 1))
    from work_order o where o.company_id = new.company_id and o.id = new.subject_id;
    if new.state in ('approved', 'refused') then
      update work_order set version = version + 1 where company_id = new.company_id and id = new.subject_id;
    end if;
  elsif new.kind = 'campaign' then
    update campaign c set
      state = case when c.becomes is null then k.next else c.state end, becomes = case when c.becomes is not null then k.next end,
      approved_by_name = case when new.state = 'approved' then who else c.approved_by_name end
    from (select case when new.state = 'approved' then 'scheduled' else 'draft' end) k (next)
    where c.company_id = new.company_id and c.id = new.subject_id and coalesce(c.becomes, c.state) = 'awaiting_approval';
  end if;
  return null;
end $$;
