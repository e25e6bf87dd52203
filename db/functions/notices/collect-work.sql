/**
 * Whether its person is notified otherwise than by a mail of the platform: they have chosen how, or a rule of the company has
 * mailed them. For definer functions only.
 */
create or replace function work_is_routed(n work_notice, e work_event) returns boolean
  language sql stable set search_path = public as $$
  select exists (select from notice_route r where r.company_id = n.company_id and r.person_id = n.recipient and r.enabled and r.of_work)
    or exists (select from delivery d join integration_channel c on c.company_id = d.company_id and c.id = d.channel_id and c.kind = 5
      where d.work_company_id = e.company_id and d.work_event_id = e.id and d.company_id = n.company_id and d.recipient = n.recipient) $$;

/** What lets a member see work of a kind. */
create or replace function work_permission(kind_in text) returns text language sql immutable as $$
  select case kind_in when 'report' then 'DMS_SERVER_REPORT' else 'DMS_SERVER_WORK_ORDER' end $$;

/**
 * Turns the next events of work into deliveries by the rules of companies: to groups, and to the members whom they name who may
 * see work orders, or reports. A rule without a channel shows them in the bell. Severities are those of orders alone, and nobody is called.
 * Returns how many events were read.
 */
create or replace function work_collect(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with events as materialized (
    select e.* from work_event e where not e.collected order by e.id limit most for update skip locked
  ), routes as materialized (
    select r.* from notice_routes_for(array(select distinct company_id from events)) r
    where r.person_id is null and not r.by_voice
      and exists (select from notice_route o where o.id = r.id and o.of_work)
  ), named as materialized (
    select d.* from notice_named(array(select distinct x.id from routes x)) d
  ), permissions as materialized (
    select distinct work_permission(e.kind) as code from events e
  ), sights as materialized (
    select p.code, s.company_id as alarm_company_id, s.* from permissions p cross join lateral alarm_sights_at_home(
      array(select distinct r.alarm_company_id from routes r where r.alarm_company_id = r.company_id), p.code) s
    union all
    select p.code, s.below_id, s.company_id, s.member_id, s.person_id, true, 0, 0
    from permissions p cross join lateral alarm_sights_from_above((
      select jsonb_agg(distinct jsonb_build_object('company', r.company_id, 'below', r.alarm_company_id, 'member', d.member_id))
      from routes r join named d on d.route_id = r.id where r.alarm_company_id <> r.company_id), p.code) s
    where s.open and (select exists (select from routes r where r.alarm_company_id <> r.company_id))
  ), concerned as materialized (
    select e.id, e.company_id as work_company_id, e.kind, e.event, e.severity, e.outlet_id, e.department_id, r.id as route_id,
      r.company_id, r.channel_id, r.channel_kind, r.after_minutes, r.quiet_until_at
    from events e join routes r on r.alarm_company_id = e.company_id and e.event = any (r.events)
      and (e.kind <> 'order' or r.severities = '{}' or e.severity = any (r.severities))
      and (r.outlet_ids = '{}' or e.outlet_id = any (r.outlet_ids))
  ), reached as materialized (
    select c.*, 0::bigint as recipient from concerned c where c.channel_kind in (10, 11)
    union
    select c.*, s.person_id from concerned c join named d on d.route_id = c.route_id
    join sights s on s.member_id = d.member_id and s.alarm_company_id = c.work_company_id and s.company_id = c.company_id
      and s.code = work_permission(c.kind)
      and (s.whole or s.outlet_id <> 0 and s.outlet_id = c.outlet_id or s.department_id <> 0 and s.department_id = c.department_id)
  ), belled as (
    insert into work_notice (company_id, recipient, event_company_id, event_id, state)
    select distinct company_id, recipient, work_company_id, id, 'routed' from reached where channel_id is null
    on conflict do nothing
  ), sent as (
    insert into delivery (company_id, work_company_id, work_event_id, transition, channel_id, recipient, unless_acknowledged, due_at)
    select distinct on (id, company_id, channel_id, recipient) company_id, work_company_id, id, event, channel_id, recipient,
      after_minutes is not null, work_due(severity, after_minutes, quiet_until_at, null)
    from reached where channel_id is not null
    order by id, company_id, channel_id, recipient, after_minutes nulls first
    on conflict do nothing
  ), done as (
    update work_event e set collected = true from events where events.company_id = e.company_id and events.id = e.id returning 1
  ) select count(*) into n from done;
  return n;
end $$;

/** When work is notified: 30 seconds later, so that what happens together is sent together; critical ones wait for nothing else. */
create or replace function work_due(severity_in text, after_in int, quiet_in timestamptz, digest_in timestamptz) returns timestamptz
  language sql stable as $$
  select greatest(now() + interval '30 seconds', now() + make_interval(mins => after_in),
    case when severity_in <> 'critical' then greatest(quiet_in, digest_in) end) $$;

/** Turns notices of work into deliveries for the people who have chosen how they are notified. Returns how many it looked at. */
create or replace function work_route_own(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with waiting as materialized (
    select w.* from work_notice w where w.state = 'waiting' and exists (select from notice_route r
      where r.company_id = w.company_id and r.person_id = w.recipient and r.enabled and r.of_work)
    order by w.id limit most for update skip locked
  ), sent as (
    insert into delivery (company_id, work_company_id, work_event_id, transition, channel_id, recipient, due_at)
    select distinct on (w.id, r.channel_id) w.company_id, e.company_id, e.id, e.event, r.channel_id, w.recipient,
      work_due(e.severity, null, quiet_end(r.quiet_from, r.quiet_until, r.time_zone, now()), next_minute(r.digest_at, r.time_zone, now()))
    from waiting w join work_event e on e.company_id = w.event_company_id and e.id = w.event_id
    join notice_route r on r.company_id = w.company_id and r.person_id = w.recipient and r.enabled and r.channel_id is not null
      and not r.by_voice and e.event = any (r.events) and (e.kind <> 'order' or r.severities = '{}' or e.severity = any (r.severities))
    order by w.id, r.channel_id, 7
    on conflict do nothing
  ), done as (
    update work_notice w set state = 'routed', finished_at = now() from waiting where waiting.id = w.id returning 1
  ) select count(*) into n from done;
  return n;
end $$;

/** What becomes of a delivery of work that is due: `go`, or why it is dropped. For definer functions only. */
create or replace function work_verdict(d delivery) returns text language sql stable set search_path = public as $$
  select case
    when d.work_company_id <> d.company_id and alarm_reach(d.company_id, d.work_company_id) is null then 'unseen'
    when notice_unlinked(d) then 'unlinked'
    when e.kind = 'order' and o.id is null then 'over'
    when e.kind = 'order' and not o.open and e.notice in ('created', 'assigned', 'refused', 'due', 'carrier_late', 'reopened', 'resumed') then 'over'
    when e.kind = 'order' and d.unless_acknowledged and o.responded_at is not null and e.notice in ('created', 'assigned', 'reopened')
      then 'acknowledged'
    when e.event = 'approval_asked' and not exists (select from approval a where a.company_id = e.company_id and a.id = e.subject_id
      and a.state = 'pending' and e.source = format('%s:%s', a.id, a.step)) then 'over'
    when e.kind = 'rota' and not rota_notice_stands(e) then 'over'
    when not work_stands(e) then 'over'
    else 'go' end
  from work_event e left join work_order o on e.kind = 'order' and o.company_id = e.company_id and o.id = e.subject_id
  where e.company_id = d.work_company_id and e.id = d.work_event_id $$;

/** Of a delivery that is sent now: whether its recipient may still see the order. For definer functions only. */
create or replace function work_delivery_seen(d delivery) returns boolean language sql stable set search_path = public as $$
  select case when d.recipient = 0 then d.work_company_id = d.company_id or alarm_reach(d.company_id, d.work_company_id) is not null
    when e.kind = 'order' then coalesce((select work_order_seen(o, d.recipient) from work_order o
      where o.company_id = e.company_id and o.id = e.subject_id), false)
    else true end
  from work_event e where e.company_id = d.work_company_id and e.id = d.work_event_id $$;

/** What a message reports of work. For definer functions only. */
create or replace function work_items(m notice_message) returns jsonb language sql stable set search_path = public as $$
  select jsonb_agg(jsonb_build_object('id', e.id::text, 'kind', e.kind, 'notice', e.notice, 'event', e.event,
      'subjectId', e.subject_id::text, 'number', e.detail->'number', 'title', coalesce(o.title, e.detail->>'title'),
      'note', coalesce(e.detail->>'note', ''), 'actorName', coalesce(e.detail->>'actorName', ''), 'percent', e.detail->'percent',
      'clock', e.detail->>'clock', 'severity', e.severity, 'outletName', t.name, 'at', e.created_at,
      'due', case when e.detail->>'clock' = 'respond' or e.notice = 'assigned' and o.responded_at is null then o.respond_due
        else o.resolve_due end,
      -- What the recipient may decide themselves.
      'mine', case when e.event = 'order_assigned' then o.assignee_id = m.recipient and o.state = 'assigned'
        when e.event = 'approval_asked' then exists (select from approval a cross join lateral approval_mine(a, m.recipient)
          where a.company_id = e.company_id and a.id = e.subject_id and e.source = format('%s:%s', a.id, a.step)) else false end,
      'step', case when e.event = 'approval_asked' then split_part(e.source, ':', 2)::int end,
      'companyId', c.id::text, 'companyName', case when c.id <> m.company_id then c.name end, 'companyCode', c.code)
    order by case e.severity when 'critical' then 1 when 'major' then 2 when 'minor' then 3 else 4 end, e.id)
  from delivery d join work_event e on e.company_id = d.work_company_id and e.id = d.work_event_id
  join company c on c.id = e.company_id
  left join work_order o on e.kind = 'order' and o.company_id = e.company_id and o.id = e.subject_id
  left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
  where d.company_id = m.company_id and d.message_id = m.id and d.state = 'sending' $$;

grant execute on function work_collect, work_route_own to {{login}};
