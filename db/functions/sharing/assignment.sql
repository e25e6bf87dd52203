/**
 * An order that a shared engineer gives back waits for its own people, or in the pool. The assignment has ended before. For definer
 * functions only.
 */
create or replace function sharing_release_order(a order_assignment, pooled_in boolean) returns void
  language plpgsql set search_path = public as $$
begin
  update work_order_visit v set state = 'cancelled'
    where v.company_id = a.order_company_id and v.order_id = a.order_id and v.state = 'planned';
  update work_order_pause p set ends_at = now()
    where p.company_id = a.order_company_id and p.order_id = a.order_id and p.ends_at is null;
  update work_order w set state = 'new', assignee_id = null, assignee_name = null, suspended_until = null, version = w.version + 1,
    pooled_at = case when pooled_in then now() end
  where w.company_id = a.order_company_id and w.id = a.order_id and w.state in ('assigned', 'accepted', 'in_progress', 'suspended');
  perform sharing_order_changed(a);
end $$;

/** Live screens of the order, and its deadlines. For definer functions only. */
create or replace function sharing_order_changed(a order_assignment) returns void
  language plpgsql set search_path = public as $$
begin
  perform note_live(o.company_id, 'work_order.changed', o.outlet_id, jsonb_build_object('orderId', o.id::text))
    from work_order o where o.company_id = a.order_company_id and o.id = a.order_id;
  perform add_keyed_job('sharing.reckon', json_build_object('companyId', a.order_company_id::text, 'orderId', a.order_id::text),
    'sharing.reckon:' || a.order_id);
end $$;

/** Writes an event into the order, by the name under which its company knows the actor. For definer functions only. */
create or replace function sharing_order_event(a order_assignment, kind_in text, detail_in jsonb, actor_in text) returns void
  language plpgsql set search_path = public as $$
declare
  actor constant text := current_setting('netward.actor_name', true);
begin
  perform set_config('netward.actor_name', coalesce(actor_in, ''), true);
  insert into work_order_event (company_id, order_id, kind, detail) values (a.order_company_id, a.order_id, kind_in, detail_in);
  perform set_config('netward.actor_name', coalesce(actor, ''), true);
end $$;

/** What a shared engineer's arrival and solution change in the order. For definer functions only. */
create or replace function sharing_order_move(a order_assignment, move_in text, note_in text, cause_in text) returns void
  language plpgsql set search_path = public as $$
declare
  open_checks int;
begin
  if move_in = 'resolve' then
    select count(*) into open_checks from work_order_check c
      where c.company_id = a.order_company_id and c.order_id = a.order_id and c.required and c.done_at is null;
    if open_checks > 0 then
      raise exception 'work_order.checks_open' using errcode = 'NW001', detail = jsonb_build_object('count', open_checks)::text;
    end if;
    insert into work_order_pause (company_id, order_id, reason, starts_at)
    values (a.order_company_id, a.order_id, 'resolved', now());
  elsif move_in = 'check_in' then
    update work_order_visit v set state = 'arrived', arrived_at = now()
      where v.company_id = a.order_company_id and v.order_id = a.order_id and v.state = 'planned' and v.engineer_id = a.engineer_id;
    if not found then
      insert into work_order_visit (company_id, order_id, state, starts_at, ends_at, engineer_id, engineer_name, arrived_at)
      values (a.order_company_id, a.order_id, 'arrived', now(), now(), a.engineer_id, a.shown_name, now());
    end if;
  end if;
  update work_order w set version = w.version + 1, responded_at = coalesce(w.responded_at, now()),
    state = case move_in when 'accept' then 'accepted' when 'resolve' then 'resolved' else 'in_progress' end,
    resolved_at = case when move_in = 'resolve' then coalesce(w.resolved_at, now()) end,
    cause = case when move_in = 'resolve' then cause_in else w.cause end,
    solution = case when move_in = 'resolve' then note_in else w.solution end
  where w.company_id = a.order_company_id and w.id = a.order_id;
end $$;

/** Reports an order to the shared engineer in their own company. For definer functions only. */
create or replace function order_assignment_report(a order_assignment, notice_in text, note_in text) returns void
  language sql set search_path = public as $$
  insert into work_notice (company_id, recipient, event_company_id, event_id)
  select a.company_id, a.engineer_id, a.company_id, work_event_note(a.company_id, 'assignment', notice_in, a.id,
    format('assignment:%s:%s', a.id, pg_current_xact_id()), jsonb_build_object('number', a.order_number, 'title', a.title, 'note', note_in,
      'actorName', a.company_name)) on conflict do nothing $$;

/** A move of the engineer's company, while the key lasts or lets running work finish. It is written into the order. */
create or replace function order_assignment_move(assignment_in bigint, move_in text, note_in text, cause_in text) returns text
  language plpgsql security definer set search_path = public as $$
declare
  a order_assignment;
  k sharing_key;
  after text;
begin
  select * into a from order_assignment s where s.company_id = scope_company() and s.id = assignment_in;
  -- The order is locked first, as by its own people.
  perform 1 from work_order w where w.company_id = a.order_company_id and w.id = a.order_id for no key update;
  select * into a from order_assignment s where s.company_id = scope_company() and s.id = assignment_in for update;
  if a.id is null then raise exception 'sharing.assignment_not_found' using errcode = 'NW001'; end if;
  select * into k from sharing_key s where s.company_id = a.company_id and s.id = a.key_id;
  if a.ended_at is not null or not sharing_goes_on(k, a.redeemer_id) then
    raise exception 'sharing.assignment_over' using errcode = 'NW001';
  end if;
  if move_in <> 'give_back' and a.engineer_id is distinct from scope_person() then
    raise exception 'work_order.not_assignee' using errcode = 'NW001';
  end if;
  after := case
    when move_in = 'accept' and a.state = 'assigned' then 'accepted'
    when move_in = 'refuse' and a.state = 'assigned' or move_in = 'give_back' then 'refused'
    when move_in = 'check_in' and a.state in ('accepted', 'in_progress') then 'in_progress'
    when move_in = 'resolve' and a.state in ('accepted', 'in_progress') then 'resolved'
    when move_in = 'note' then a.state end;
  if after is null then raise exception 'work_order.wrong_state' using errcode = 'NW001'; end if;
  update order_assignment s set state = after, ended_at = case when after in ('resolved', 'refused') then now() end
    where s.company_id = a.company_id and s.id = a.id;
  if after = 'refused' then perform sharing_release_order(a, move_in = 'give_back');
  elsif move_in <> 'note' then perform sharing_order_move(a, move_in, note_in, cause_in);
  end if;
  perform sharing_order_event(a, case move_in when 'check_in' then 'arrived' when 'give_back' then 'refuse' else move_in end,
    case when note_in = '' then '{}'::jsonb else jsonb_build_object('note', note_in) end
      || case when move_in = 'resolve' then jsonb_build_object('cause', cause_in) else '{}'::jsonb end, a.shown_name);
  perform sharing_order_changed(a);
  perform sharing_note(k, a.redeemer_id, move_in, true, a.order_number, a.id, note_in, null, a.shown_name);
  return after;
end $$;

/** An order moves or is edited by its own people: the assignment of another company's engineer follows, and its copy. */
create or replace function order_assignment_follow() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  a order_assignment;
  k sharing_key;
  after text;
begin
  select * into a from order_assignment s where s.order_company_id = new.company_id and s.order_id = new.id
    and s.state in ('assigned', 'accepted', 'in_progress', 'resolved') order by s.id desc limit 1;
  if a.id is null then return null; end if;
  select * into k from sharing_key s where s.company_id = a.company_id and s.id = a.key_id;
  after := case
    when new.assignee_id is distinct from a.engineer_id or new.state = 'cancelled'
      then case when a.state = 'resolved' then a.state else 'withdrawn' end
    when a.state = 'resolved' and old.state = 'resolved' and new.state = 'in_progress' and sharing_goes_on(k, a.redeemer_id)
      then 'in_progress'
    when new.state in ('resolved', 'closed') then 'resolved'
    else a.state end;
  update order_assignment s set state = after, ended_at = case when after in ('withdrawn', 'resolved') then coalesce(s.ended_at, now()) end,
    title = new.title, description = new.description, category = new.category, priority = new.priority,
    contact_name = new.contact_name, contact_phone = new.contact_phone, resolve_due = new.resolve_due
  where s.company_id = a.company_id and s.id = a.id and (after <> a.state or (a.ended_at is null
    and (s.title, s.description, s.category, s.priority, s.contact_name, s.contact_phone, s.resolve_due) is distinct from
      (new.title, new.description, new.category, new.priority, new.contact_name, new.contact_phone, new.resolve_due)));
  if after <> a.state then
    if after <> 'resolved' then
      perform order_assignment_report(a, case after when 'withdrawn' then 'shared_withdrawn' else 'shared_reopened' end, '');
    end if;
    perform sharing_note(k, a.redeemer_id, case after when 'withdrawn' then 'withdraw' when 'in_progress' then 'reopen'
      else 'close' end, false, a.order_number, a.id);
  end if;
  return null;
end $$;

/** The appointment of the order is that of the copy. */
create or replace function order_assignment_visit() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  -- An arrival leaves the times that were agreed.
  if new.state = 'arrived' then return null; end if;
  update order_assignment s
    set visit_starts_at = case when new.state = 'planned' then new.starts_at end,
      visit_ends_at = case when new.state = 'planned' then new.ends_at end
  where s.order_company_id = new.company_id and s.order_id = new.order_id and s.ended_at is null
    and s.engineer_id = new.engineer_id;
  return null;
end $$;

/** An assignment that goes with the company of its engineer leaves the order to its own people. */
create or replace function order_assignment_leave() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update work_order w set state = 'new', assignee_id = null, assignee_name = null, pooled_at = now()
  where w.company_id = old.order_company_id and w.id = old.order_id and w.assignee_id = old.engineer_id
    and w.state in ('assigned', 'accepted', 'in_progress', 'suspended');
  return old;
end $$;

/** What was done for an assignment of the company acted in: the last first. */
create or replace function order_assignment_history(assignment_in bigint) returns table (
  id bigint, at timestamptz, act text, by_issuer boolean, actor_name text, note text
) language sql stable security definer set search_path = public as $$
  select u.id, u.at, u.act, u.by_issuer, u.actor_name, u.note from sharing_use u
  where u.company_id = scope_company() and u.assignment_id = assignment_in order by u.id desc limit 200 $$;

grant execute on function order_assignment_history, order_assignment_move to {{company}}, {{tree}}, {{platform}};
