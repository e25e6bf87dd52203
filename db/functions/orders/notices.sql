/**
 * Writes down whom an event of an order concerns: the assignee, watchers, and who assigned or made it; nobody of their own act.
 * At 100 % of a deadline an order without an assignee concerns the administrators of its company.
 */
create or replace function work_order_event_report() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  what text := case when new.kind in ('assign', 'dispatch', 'transfer') then 'assigned' when new.kind = 'refuse' then 'refused'
    when new.kind = 'warned' then 'due' when new.kind = 'resolve' then 'resolved' when new.kind = 'reopen' then 'reopened' end;
  is_over boolean := new.kind = 'warned' and (new.detail->>'percent')::int >= 100;
  assignee bigint;
begin
  if what is null then return null; end if;
  select o.assignee_id into assignee from work_order o where o.company_id = new.company_id and o.id = new.order_id;
  insert into work_order_notice (company_id, order_id, event_id, person_id, notice)
  select new.company_id, new.order_id, new.id, p.id, what from (
    select assignee where what in ('assigned', 'due', 'reopened')
    union
    select w.person_id from work_order_watcher w
      where w.company_id = new.company_id and w.order_id = new.order_id and what <> 'assigned'
    union
    (select e.actor_id from work_order_event e where e.company_id = new.company_id and e.order_id = new.order_id
      and e.kind in ('created', 'assign', 'dispatch') and e.actor_id is not null and (what in ('refused', 'resolved') or is_over)
      order by e.id desc limit 1)
    union
    select m.person_id from member_role r join member m on m.company_id = r.company_id and m.id = r.member_id
      where r.company_id = new.company_id and r.built_in = 'administrator' and is_over and assignee is null
  ) p (id) where p.id is not null and p.id is distinct from new.actor_id;
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

/** Notices that wait, the first first; `email` is null if the person has no confirmed address or no longer sees the order. */
create or replace function work_order_notices_due(most int) returns table (
  event_id bigint, person_id bigint, order_id bigint, notice text, number bigint, title text, company_name text, time_zone text,
  clock text, percent int, due timestamptz, note text, actor_name text, email text, language text
) language plpgsql security definer set search_path = public as $$
begin
  return query
  select n.event_id, n.person_id, o.id, n.notice, o.number, o.title, c.name, o.time_zone, e.detail->>'clock',
    (e.detail->>'percent')::int,
    case when e.detail->>'clock' = 'respond' or n.notice = 'assigned' and o.responded_at is null then o.respond_due
      else o.resolve_due end,
    coalesce(e.detail->>'note', ''), coalesce(e.actor_name, ''),
    case when p.email_verified_at is not null and p.disabled_at is null and work_order_seen(o, p.id) then p.email end, p.language
  from (select w.* from work_order_notice w where w.state = 'waiting' order by w.event_id, w.person_id limit most) n
  join work_order o on o.company_id = n.company_id and o.id = n.order_id
  join company c on c.id = o.company_id
  join work_order_event e on e.id = n.event_id
  join person p on p.id = n.person_id
  order by n.event_id, n.person_id;
end $$;

/**
 * Ends notices that wait, and queues the messages of those that have one: [{eventId, personId, message}, …]. What another worker
 * has sent meanwhile is left alone.
 */
create or replace function work_order_notices_send(notices_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  ready jsonb;
begin
  with ended as (
    update work_order_notice n set state = case when i.message is null then 'dropped' else 'sent' end, finished_at = now()
    from jsonb_to_recordset(notices_in) as i ("eventId" bigint, "personId" bigint, message jsonb)
    where n.event_id = i."eventId" and n.person_id = i."personId" and n.state = 'waiting' returning i.message)
  select coalesce(jsonb_agg(message) filter (where message is not null), '[]') into ready from ended;
  perform queue_messages(ready);
  delete from work_order_notice where (event_id, person_id) in (
    select n.event_id, n.person_id from work_order_notice n
    where n.created_at < now() - interval '90 days' and n.state <> 'waiting' limit 1000);
end $$;

grant execute on function work_order_notices_due, work_order_notices_send to {{login}};
