/**
 * Writes down whom an event of an order concerns: the assignee, watchers, and who assigned or made it; nobody of their own act.
 * At 100 % of a deadline an order without an assignee concerns the administrators of its company.
 */
create or replace function work_order_event_report() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  what text := case when new.kind in ('assign', 'dispatch', 'transfer') then 'assigned' when new.kind = 'refuse' then 'refused'
    when new.kind = 'carrier_late' then 'carrier_late' when new.kind = 'warned' then 'due' when new.kind = 'resolve' then 'resolved' when new.kind = 'reopen' then 'reopened'
    when new.kind = 'resumed_itself' then 'resumed'
    when new.kind = 'created' then 'created' end;
  is_over boolean := new.kind = 'warned' and (new.detail->>'percent')::int >= 100;
  assignee bigint;
  event bigint;
  o work_order;
begin
  -- What was entered late is history, and no news.
  if what is null or new.at < now() - interval '1 day' then return null; end if;
  select * into o from work_order k where k.company_id = new.company_id and k.id = new.order_id;
  assignee := o.assignee_id;
  event := work_event_note(new.company_id, 'order', what, new.order_id, new.id::text, jsonb_build_object('number', o.number,
    'title', o.title, 'note', coalesce(new.detail->>'note', ''), 'actorName', coalesce(new.actor_name, ''),
    'clock', new.detail->>'clock', 'percent', new.detail->'percent'));
  insert into work_notice (company_id, recipient, event_company_id, event_id)
  select h.company_id, p.id, new.company_id, event from (
    select assignee where what in ('assigned', 'due', 'reopened', 'resumed', 'carrier_late')
    union
    select w.person_id from work_order_watcher w
      where w.company_id = new.company_id and w.order_id = new.order_id and what not in ('assigned', 'created')
    union
    (select e.actor_id from work_order_event e where e.company_id = new.company_id and e.order_id = new.order_id
      and e.kind in ('created', 'assign', 'dispatch') and e.actor_id is not null and (what in ('refused', 'resolved') or is_over)
      order by e.id desc limit 1)
    union
    select m.person_id from member_role r join member m on m.company_id = r.company_id and m.id = r.member_id
      where r.company_id = new.company_id and r.built_in = 'administrator' and (is_over or what = 'carrier_late') and assignee is null
  ) p (id) cross join lateral work_notice_home(new.company_id, p.id) h
  where p.id is not null and p.id is distinct from new.actor_id on conflict do nothing;
  return null;
end $$;

/** Whether a person may see an order now, at home by roles or from above as an alarm of that place. */
create or replace function work_order_seen(o work_order, person_in bigint) returns boolean
  language plpgsql stable set search_path = public as $$
begin
  return exists (select from alarm_sights_at_home(array[o.company_id], 'DMS_SERVER_WORK_ORDER') s where s.person_id = person_in
      and (s.whole or s.outlet_id <> 0 and s.outlet_id = o.outlet_id or s.department_id <> 0 and s.department_id = o.department_id))
    or exists (select from alarm_sights_from_above((
      select jsonb_agg(jsonb_build_object('company', m.company_id, 'below', o.company_id, 'member', m.id))
      from member m join company_ancestor a on a.ancestor_id = m.company_id and a.company_id = o.company_id and a.depth > 0
      where m.person_id = person_in), 'DMS_SERVER_WORK_ORDER') s where s.open);
end $$;
