/** The alarm of the outage of a carrier in which this line is; null: there is none. For definer functions only. */
create or replace function alarm_of_carrier(company_in bigint, line_in bigint) returns bigint
  language sql stable set search_path = public as $$
  select f.id from carrier_outage_line k join alarm f on f.company_id = k.company_id and f.rule = 'carrier_outage'
    and f.instance = k.outage_id::text and f.state = 'active' and f.subject_id is null
  where k.company_id = company_in and k.line_id = line_in and line_in is not null order by f.id limit 1 $$;

/** The alarms of an outlet that depend on paths are placed anew. */
create or replace function alarm_mark_path(company_in bigint, outlet_in bigint) returns void
  language sql security definer set search_path = public as $$
  insert into alarm_path_due (outlet_id, company_id)
  select o.id, o.company_id from outlet o where o.company_id = company_in and o.id = outlet_in
  on conflict (outlet_id) do update set due_at = least(alarm_path_due.due_at, now()), marked_at = clock_timestamp() $$;

create or replace function alarm_path_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'DELETE' and new.watches is not null then
    perform alarm_mark_path(new.company_id, new.outlet_id);
  end if;
  if tg_op = 'DELETE' and old.state = 'active' and old.watches is not null
    or tg_op = 'UPDATE' and old.outlet_id is distinct from new.outlet_id and old.watches is not null
  then
    perform alarm_mark_path(old.company_id, old.outlet_id);
  end if;
  return null;
end $$;

create or replace function alarm_path_topology() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if exists (select from alarm a where a.outlet_id = new.outlet_id and a.state = 'active' and a.watches is not null) then
    perform alarm_mark_path(new.company_id, new.outlet_id);
  end if;
  return null;
end $$;

create or replace function alarm_path_take(most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select outlet_id from alarm_path_due where due_at <= now() order by due_at limit most $$;

/**
 * How these outlets hang together, and their alarms that depend on it: {alarms: [{id, subject, watches, behind, carrier, endedAt}]},
 * `endedAt` in milliseconds: when the alarm that it is behind was cleared.
 */
create or replace function alarm_path_facts(outlets bigint[]) returns table (
  outlet_id bigint, marked text, links jsonb, gateways text[], alarms jsonb
) language sql stable security definer set search_path = public as $$
  select o.id, p.marked_at::text,
    coalesce((select jsonb_agg(jsonb_build_array(l->'a'->>'node', l->'b'->>'node'))
      from topology t cross join lateral jsonb_array_elements(t.content->'links') l where t.outlet_id = o.id), '[]'),
    array(select 'd' || d.id from device d where d.outlet_id = o.id and d.state = 'claimed' and d.type = 'smart_cpe'
      order by d.id limit 1000),
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'subject', a.subject_id::text, 'watches', a.watches,
        'behind', a.behind_id::text, 'carrier', alarm_of_carrier(a.company_id, a.line_id)::text, 'endedAt', (select floor(extract(epoch from b.cleared_at) * 1000) from alarm b
          where b.id = a.behind_id)) order by a.id)
      from alarm a where a.outlet_id = o.id and a.state = 'active' and a.watches is not null), '[]')
  from outlet o left join alarm_path_due p on p.outlet_id = o.id
  where o.id = any (outlets) $$;

/**
 * Puts alarms that depend on paths behind the alarm of the device or line that cuts them off, or in front again:
 * [{subject, front}], `front` null where nothing does: then a line may stand behind the outage of its carrier. Alarms that others
 * hold are left out: returns how many.
 */
create or replace function alarm_place(places jsonb) returns int
  language plpgsql security definer set search_path = public as $$
declare
  left_out int;
begin
  with wanted as (
    select a.id, r.behind from jsonb_array_elements(places) p
    join alarm a on a.subject_id = (p->>'subject')::bigint and a.state = 'active' and a.watches is not null
    left join lateral (select f.id from alarm f where f.subject_id = (p->>'front')::bigint and f.company_id = a.company_id
      and f.state = 'active' and f.watches = 'offline' order by f.id limit 1) f on true
    cross join lateral (select case when p->>'front' is null then alarm_of_carrier(a.company_id, a.line_id) else f.id end) r (behind)
    where a.behind_id is distinct from r.behind and (f.id is not null or p->>'front' is null)
  ), held as (
    select a.id, w.behind from wanted w join alarm a on a.id = w.id order by a.id for update of a skip locked
  ), changed as (
    update alarm a set behind_id = h.behind from held h where a.id = h.id
    returning a.id, a.company_id, a.subject_id, a.behind_id
  ), noted as (
    insert into alarm_event (company_id, alarm_id, subject_id, kind, detail)
    select company_id, id, subject_id, case when behind_id is null then 'revived' else 'suppressed' end,
      case when behind_id is null then '{}' else jsonb_build_object('behind', behind_id::text) end
    from changed order by id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'alarm.changed', subject_id, jsonb_build_object('alarmId', id::text, 'kind', 'suppressed') from changed
  )
  select (select count(*) from wanted) - (select count(*) from changed) into left_out;
  return left_out;
end $$;

/** The same of whole outlets, whose marks end: {outlets: [{id, marked, next}], places}. `next` in milliseconds. */
create or replace function alarm_place_outlets(placed jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  -- What others hold is looked at again.
  if alarm_place(placed->'places') > 0 then return; end if;
  delete from alarm_path_due d using jsonb_array_elements(placed->'outlets') o
  where d.outlet_id = (o->>'id')::bigint and d.marked_at = (o->>'marked')::timestamptz and o->>'next' is null;
  update alarm_path_due d set due_at = to_timestamp((o->>'next')::double precision / 1000)
  from jsonb_array_elements(placed->'outlets') o
  where d.outlet_id = (o->>'id')::bigint and d.marked_at = (o->>'marked')::timestamptz and o->>'next' is not null;
end $$;

grant execute on function alarm_path_take, alarm_path_facts, alarm_place_outlets to {{login}};
