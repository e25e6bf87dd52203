/** Companies whose alarms concern a rota: its own, and those that notification rules cover for it. For definer functions only. */
create or replace function rota_companies(company_in bigint, rota_in bigint) returns setof bigint
  language sql stable set search_path = public as $$
  select company_in
  union
  select a.company_id from notice_route r join company_ancestor a on a.ancestor_id = r.company_id and a.depth > 0
  where r.company_id = company_in and r.rota_id = rota_in and r.enabled and alarm_reach(company_in, a.company_id) is not null
    and (r.covers = 'below' or r.covers = 'chosen' and (a.company_id = any (r.customer_ids) or exists (
      select from tenant_group_member g where g.company_id = r.company_id and g.group_id = any (r.customer_group_ids)
        and g.target_company_id = a.company_id))) $$;

/**
 * What a shift leaves behind: the active alarms that are not behind others, up to 100 of the worst; of these what is watched
 * (acknowledged, muted, flapping, or assigned to who leaves); and orders with a promise: the ISP's, or of who leaves. For
 * definer functions only.
 */
create or replace function rota_left_behind(company_in bigint, rota_in bigint, person_in bigint) returns table (
  open int, unacknowledged int, open_ids bigint[], watched_ids bigint[], promised_ids bigint[]
) language sql stable set search_path = public as $$
  with mine as materialized (
    select c as id from rota_companies(company_in, rota_in) c
  ), active as materialized (
    select a.*, row_number() over (order by a.rank, a.raised_at, a.id) as place from alarm a
    where a.company_id in (select id from mine) and a.state = 'active' and a.behind_id is null and not a.in_maintenance
  ), promised as (
    select o.id from work_order o left join work_order_carrier c on c.company_id = o.company_id and c.order_id = o.id
      and c.restored_at is null and c.promised_at is not null
    where o.company_id in (select id from mine) and o.open and o.state <> 'resolved'
      and (c.order_id is not null or o.assignee_id = person_in)
    order by coalesce(c.promised_at, o.resolve_due), o.id limit 100)
  select count(*)::int, count(*) filter (where a.acknowledged_at is null)::int,
    coalesce(array_agg(a.id order by a.place) filter (where a.place <= 100), '{}'),
    coalesce(array_agg(a.id order by a.place) filter (where a.place <= 100 and (a.acknowledged_at is not null or a.muted
      or a.flapping or a.assignee_id = person_in)), '{}'),
    array(select id from promised)
  from active a $$;

/**
 * Makes the hand-over of a shift that has ended, and asks who leaves to complete it and who follows to accept it. What was
 * written by hand in the two hours before stands for it. For definer functions only.
 */
create or replace function rota_hand_over(company_in bigint, rota_in bigint, from_in bigint, to_in bigint, ended_in timestamptz)
  returns void language plpgsql set search_path = public as $$
declare
  handover rota_handover;
begin
  update rota_handover h set shift_ended_at = ended_in where h.id = (
    select b.id from rota_handover b where b.company_id = company_in and b.rota_id = rota_in and b.from_member_id = from_in
      and b.shift_ended_at is null and b.written_at > ended_in - interval '2 hours' order by b.id desc limit 1);
  if found then return; end if;
  insert into rota_handover (company_id, rota_id, from_member_id, from_name, to_member_id, to_name, shift_ended_at, open,
    unacknowledged, open_ids, watched_ids, promised_ids)
  select company_in, rota_in, f.id, f.display_name, t.id, t.display_name, ended_in, l.open, l.unacknowledged, l.open_ids,
    l.watched_ids, l.promised_ids
  from member f join member t on t.company_id = f.company_id and t.id = to_in
  cross join lateral rota_left_behind(company_in, rota_in, f.person_id) l
  where f.company_id = company_in and f.id = from_in
  on conflict (company_id, rota_id, shift_ended_at) do nothing returning * into handover;
  if handover.id is null then return; end if;
  perform rota_report(handover, from_in, 'handover_write'), rota_report(handover, to_in, 'handover_accept');
  perform note_live(company_in, 'rota.changed', rota_in, '{}');
end $$;

/** Reports a hand-over to a member, once in these words. For definer functions only. */
create or replace function rota_report(h rota_handover, member_in bigint, notice_in text) returns void
  language sql set search_path = public as $$
  insert into work_notice (company_id, recipient, event_company_id, event_id)
  select h.company_id, m.person_id, h.company_id, work_event_note(h.company_id, 'rota', notice_in, h.rota_id, 'handover:' || h.id,
    jsonb_build_object('title', r.name, 'note', '', 'actorName', case when member_in = h.to_member_id then h.from_name else h.to_name end))
  from member m join rota r on r.company_id = h.company_id and r.id = h.rota_id
  where m.company_id = h.company_id and m.id = member_in and m.status = 'enabled'
  on conflict do nothing $$;

/** What the caller's shift on a rota of the company acted in leaves behind now. */
create or replace function rota_left(rota_in bigint) returns table (
  open int, unacknowledged int, open_ids bigint[], watched_ids bigint[], promised_ids bigint[]
) language sql stable security definer set search_path = public as $$
  select l.* from rota r cross join lateral rota_left_behind(r.company_id, r.id, scope_person()) l
  where r.company_id = scope_company() and r.id = rota_in $$;

/** Asks who follows to accept what was handed over by hand, in the company acted in. */
create or replace function rota_handover_report(handover_in bigint) returns void
  language sql security definer set search_path = public as $$
  select rota_report(h, h.to_member_id, 'handover_accept') from rota_handover h
  where h.company_id = scope_company() and h.id = handover_in $$;

/** Whether what a notice of a rota asks for is still to be done. For definer functions only. */
create or replace function rota_notice_stands(e work_event) returns boolean language sql stable set search_path = public as $$
  select case
    when e.source like 'handover:%' then exists (select from rota_handover h where h.company_id = e.company_id
      and h.id = split_part(e.source, ':', 2)::bigint and h.accepted_at is null
      and (e.notice not in ('handover_write', 'handover_write_late') or h.completed_at is null))
    when e.notice = 'swap_asked' then exists (select from rota_change c where c.company_id = e.company_id
      and c.id = split_part(e.source, ':', 2)::bigint and c.state = 'asked' and c.ends_at > now())
    else true end $$;

/** Reminds of hand-overs of shifts that ended this long ago, once: who leaves to complete it, who follows to accept it. */
create or replace function rota_handovers_remind(after_in interval, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  h rota_handover;
  n int := 0;
begin
  for h in
    update rota_handover l set reminded_at = now() where l.id in (
      select d.id from rota_handover d where d.accepted_at is null and d.reminded_at is null
        and d.shift_ended_at <= now() - after_in order by d.shift_ended_at limit most for update skip locked) returning l.*
  loop
    n := n + 1;
    if h.completed_at is null then perform rota_report(h, h.from_member_id, 'handover_write_late'); end if;
    perform rota_report(h, h.to_member_id, 'handover_accept_late');
  end loop;
  return n;
end $$;

/** Reports a swap of the company acted in: to the colleague who is asked, and the answer to who asked. */
create or replace function rota_swap_report(change_in bigint) returns void
  language sql security definer set search_path = public as $$
  insert into work_notice (company_id, recipient, event_company_id, event_id)
  select c.company_id, m.person_id, c.company_id, work_event_note(c.company_id, 'rota', 'swap_' || case c.state when 'standing' then 'accepted' else c.state end,
    c.rota_id, 'swap:' || c.id, jsonb_build_object('title', r.name, 'note', c.reason, 'actorName', o.display_name))
  from rota_change c join rota r on r.company_id = c.company_id and r.id = c.rota_id
  join member m on m.company_id = c.company_id and m.id = case c.state when 'asked' then c.member_id else c.asked_by end
  join member o on o.company_id = c.company_id and o.id = case c.state when 'asked' then c.asked_by else c.member_id end
  where c.company_id = scope_company() and c.id = change_in and c.state in ('asked', 'standing', 'declined')
  on conflict do nothing $$;

grant execute on function rota_handovers_remind to {{login}};
grant execute on function rota_handover_report, rota_left, rota_swap_report to {{company}}, {{tree}}, {{platform}};
