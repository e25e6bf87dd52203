/** The company whose bell reports on a company's work to a person: that company, or the nearest above of which they are a member. */
create or replace function work_notice_home(company_in bigint, person_in bigint) returns table (company_id bigint)
  language sql stable set search_path = public as $$
  select a.ancestor_id from company_ancestor a
  join member m on m.company_id = a.ancestor_id and m.person_id = person_in and m.status = 'enabled'
  where a.company_id = company_in order by a.depth limit 1 $$;

/** Writes down what happened, once, and returns its id. The priority of an order is its severity. For definer functions only. */
create or replace function work_event_note(company_in bigint, kind_in text, notice_in text, subject_in bigint, source_in text, detail_in jsonb)
  returns bigint language sql set search_path = public as $$
  insert into work_event (company_id, kind, notice, subject_id, source, detail, severity, outlet_id, department_id)
  select company_in, kind_in, notice_in, subject_in, source_in, detail_in,
    case o.priority when 1 then 'critical' when 2 then 'major' when 4 then 'warning' else 'minor' end,
    coalesce(o.outlet_id, 0), coalesce(o.department_id, 0)
  from (select) one left join work_order o on kind_in = 'order' and o.company_id = company_in and o.id = subject_in
  on conflict (company_id, kind, source, notice) do update set source = excluded.source returning id $$;

/** Whether stock is still under its minimum, and an order still dispatched; of other work always true. For definer functions only. */
create or replace function work_stands(e work_event) returns boolean
  language sql stable set search_path = public as $$
  select case
    when e.kind = 'part' then exists (select from part_stock s where s.company_id = e.company_id and s.warehouse_id = e.subject_id
      and s.model_id = split_part(e.source, ':', 3)::bigint and s.short_since is not null)
    when e.notice = 'shared_assigned' then exists (select from order_assignment a where a.company_id = e.company_id
      and a.id = e.subject_id and a.ended_at is null)
    else true end $$;

/** Runs after notices are written: the bell shows them. */
create or replace function work_notice_show() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform note_live(n.company_id, 'notice.changed', n.recipient, '{}') from (
    select distinct w.company_id, w.recipient from written w) n;
  return null;
end $$;

/**
 * Notices whose mail waits, the first first. `email` is null if the person has no confirmed address, no longer sees the order, or
 * no longer has to decide.
 */
create or replace function work_notices_due(most int) returns table (
  id bigint, kind text, notice text, subject_id bigint, number text, title text, company_name text, time_zone text, clock text,
  percent int, due timestamptz, note text, actor_name text, email text, language text, inbox text
) language plpgsql security definer set search_path = public as $$
begin
  return query
  select n.id, e.kind, e.notice, e.subject_id, coalesce(e.detail->>'number', ''), coalesce(o.title, e.detail->>'title'), c.name,
    coalesce(o.time_zone, 'Asia/Shanghai'), e.detail->>'clock', (e.detail->>'percent')::int,
    case when e.detail->>'clock' = 'respond' or e.notice = 'assigned' and o.responded_at is null then o.respond_due
      else o.resolve_due end,
    e.detail->>'note', e.detail->>'actorName',
    case when p.email_verified_at is not null and p.disabled_at is null and case e.kind
      when 'order' then work_order_seen(o, p.id)
      when 'approval' then e.notice <> 'asked' or a.state = 'pending' and e.source = format('%s:%s', a.id, a.step)
      when 'rota' then rota_notice_stands(e)
      else work_stands(e) end then p.email end, p.language,
    case when e.kind = 'order' then work_order_inbox(e.company_id) end
  from (
    select w.* from work_notice w join work_event k on k.company_id = w.event_company_id and k.id = w.event_id and k.collected
    where w.state = 'waiting' and not work_is_routed(w, k) order by w.id limit most) n
  join work_event e on e.company_id = n.event_company_id and e.id = n.event_id
  join company c on c.id = e.company_id
  join person p on p.id = n.recipient
  left join work_order o on e.kind = 'order' and o.company_id = e.company_id and o.id = e.subject_id
  left join approval a on e.kind = 'approval' and a.company_id = e.company_id and a.id = e.subject_id
  order by n.id;
end $$;

/**
 * Ends notices that wait, and queues the messages of those that have one: [{id, message}, …]. What another worker has sent
 * meanwhile is left alone.
 */
create or replace function work_notices_send(notices_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  ready jsonb;
begin
  with ended as (
    update work_notice n set state = case when i.message is null then 'dropped' else 'sent' end, finished_at = now()
    from jsonb_to_recordset(notices_in) as i (id bigint, message jsonb)
    where n.id = i.id and n.state = 'waiting' returning i.message)
  select coalesce(jsonb_agg(message) filter (where message is not null), '[]') into ready from ended;
  perform queue_messages(ready);
  delete from work_notice where id in (
    select n.id from work_notice n where n.created_at < now() - interval '90 days' and n.state <> 'waiting' limit 1000);
  delete from work_event where id in (
    select e.id from work_event e where e.created_at < now() - interval '91 days'
      and not exists (select from work_notice n where n.event_company_id = e.company_id and n.event_id = e.id) limit 1000);
end $$;

/** Companies below the one acted in whose orders the caller still sees. For definer functions only. */
create or replace function own_work_companies() returns setof bigint
  language sql stable security definer set search_path = public as $$
  select s.below_id from alarm_sights_from_above((
    select jsonb_agg(jsonb_build_object('company', m.company_id, 'below', k.company_id, 'member', m.id))
    from member m, (select distinct e.company_id from work_notice n join work_event e on e.company_id = n.event_company_id and e.id = n.event_id
      where n.company_id = scope_company() and n.recipient = scope_person() and e.kind = 'order') k
    where m.company_id = scope_company() and m.person_id = scope_person() and k.company_id <> m.company_id),
    'DMS_SERVER_WORK_ORDER') s $$;

/** Notices of work for the caller in the company acted in: of orders those that are in sight. For definer functions only. */
create or replace function own_work_seen() returns setof work_notice
  language sql stable security definer set search_path = public as $$
  select n.* from work_notice n join work_event e on e.company_id = n.event_company_id and e.id = n.event_id
  left join work_order o on e.kind = 'order' and o.company_id = e.company_id and o.id = e.subject_id
  where n.company_id = scope_company() and n.recipient = scope_person()
    and case when e.kind <> 'order' then true when o.id is null then false
      when o.company_id = n.company_id then (select whole_company()) or sees_place(o.outlet_id, o.department_id)
      else o.company_id = any (array(select own_work_companies())) end $$;

/** Notices of work for the caller, newest first. */
create or replace function own_work_notices(before_in bigint, most int) returns table (
  id bigint, kind text, notice text, subject_id bigint, number int, title text, note text, actor_name text, percent int,
  company_id bigint, company_name text, sent_at timestamptz, read_at timestamptz
) language sql stable security definer set search_path = public as $$
  select n.id, e.kind, e.notice, e.subject_id, (e.detail->>'number')::int, e.detail->>'title', e.detail->>'note',
    e.detail->>'actorName', (e.detail->>'percent')::int, e.company_id,
    case when c.id <> n.company_id then c.name end, n.created_at, n.read_at
  from own_work_seen() n join work_event e on e.company_id = n.event_company_id and e.id = n.event_id join company c on c.id = e.company_id
  where before_in is null or (n.created_at, n.id) < (select b.at, before_in from own_notice_at(before_in) b)
  order by n.created_at desc, n.id desc limit most $$;

create or replace function own_work_unread(most int) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from (select 1 from own_work_seen() n where n.read_at is null limit most) counted $$;

grant execute on function work_notices_due, work_notices_send to {{login}};
grant execute on function own_work_notices, own_work_unread to {{company}}, {{tree}}, {{platform}};
