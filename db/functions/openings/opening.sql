create or replace function opening_next() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update opening o set next_on = n.next_on
  from (select c.company_id, c.opening_id, (
      select min(s.planned_on) from opening_site s
      where s.company_id = c.company_id and s.opening_id = c.opening_id and s.accepted_at is null) as next_on
    from (select distinct company_id, opening_id from changed) c) n
  where o.company_id = n.company_id and o.id = n.opening_id and o.next_on is distinct from n.next_on;
  return null;
end $$;

/** The link test of an outlet that the caller sees: each of its lines with the last minute of tests. */
create or replace function outlet_link_test(company_in bigint, outlet_in bigint) returns jsonb
  language sql stable set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('line', l.name, 'state', coalesce(t.state, 'unmeasured'),
      'loss', t.loss, 'rtt', t.rtt, 'jitter', t.jitter, 'at', t.measured_at, 'by', t.measured_by) order by l.name, l.id), '[]')
  from internet_line l left join line_standing t on t.line_id = l.id
  where l.company_id = company_in and l.outlet_id = outlet_in $$;

/**
 * Fills in the steps that the console sees: a gateway called in, another device answered, every line passes its link test, or
 * passed one that was made for the order. Returns how many sites were looked at; each at most once a minute.
 */
create or replace function opening_fill(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with due as (
    select s.* from opening_site s
    where s.accepted_at is null and (s.gateway_online_at is null or s.devices_found_at is null or s.tested_at is null)
      and s.checked_at < now() - interval '1 minute'
    order by s.checked_at limit most for update skip locked
  ), known as (
    select d.id, d.company_id, d.opening_id, d.outlet_id, d.order_id,
      case when d.gateway_online_at is null then (
        select min(greatest(v.first_inform_at, v.claimed_at)) from device v where v.company_id = d.company_id
          and v.outlet_id = d.outlet_id and v.state = 'claimed' and v.type = 'smart_cpe' and v.presence = 'online') end as online_at,
      case when d.devices_found_at is null then (
        select min(greatest(v.first_inform_at, v.claimed_at)) from device v where v.company_id = d.company_id
          and v.outlet_id = d.outlet_id and v.state = 'claimed' and v.type <> 'smart_cpe') end as found_at,
      case when d.tested_at is null then (
        select case when count(*) > 0 and bool_and(k.at is not null
            or coalesce(t.state, '') = 'up' and t.measured_at > now() - interval '15 minutes')
          then max(greatest(t.measured_at, k.at)) end
        from internet_line l left join line_standing t on t.line_id = l.id
        left join lateral (select max(a.ended_at) as at from work_order_act a where a.company_id = d.company_id
          and a.order_id = d.order_id and a.line_id = l.id and a.kind = 'line_test' and a.what = 'icmp' and a.passed) k on true
        where l.company_id = d.company_id and l.outlet_id = d.outlet_id) end as test_at
    from due d
  ), changed as (
    update opening_site s set checked_at = now(),
      gateway_online_at = coalesce(s.gateway_online_at, k.online_at),
      devices_found_at = coalesce(s.devices_found_at, k.found_at),
      tested_at = coalesce(s.tested_at, k.test_at),
      link_test = case when k.test_at is null then s.link_test else outlet_link_test(s.company_id, s.outlet_id) end
    from known k where s.id = k.id
  ), steps as (
    select k.company_id, k.opening_id, k.order_id, x.step, x.at from known k cross join lateral (values
      ('gateway_online', k.online_at), ('devices_found', k.found_at), ('tested', k.test_at)) x (step, at)
    where x.at is not null
  ), noted as (
    insert into work_order_event (company_id, order_id, kind, detail)
    select s.company_id, s.order_id, 'step_done', jsonb_build_object('name', s.step) from steps s where s.order_id is not null
  ), live as (
    select count(note_live(o.company_id, 'opening.changed', null, jsonb_build_object('openingId', o.opening_id::text)))
    from (select distinct company_id, opening_id from steps) o
  )
  select count(*) into n from known, (select count(*) from live) done;
  return n;
end $$;

grant execute on function opening_fill to {{login}};
grant execute on function outlet_link_test to {{company}}, {{tree}}, {{platform}};
