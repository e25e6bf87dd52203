/** Ports of a device to which the topology of its outlet sees an AP, also one that announces itself to no neighbour. */
create or replace function alarm_ap_ports(device_in bigint, company_in bigint, outlet_in bigint) returns text[]
  language sql stable set search_path = public as $$
  select array(
    select k.port from topology t
    cross join lateral jsonb_array_elements(t.content->'links') l
    cross join lateral (values (l->'a'->>'node', l->'a'->>'port', l->'b'->>'node'),
      (l->'b'->>'node', l->'b'->>'port', l->'a'->>'node')) k (node, port, other)
    join device ap on ap.id = case when k.other ~ '^d[0-9]{1,18}$' then substr(k.other, 2)::bigint end
      and ap.company_id = company_in and ap.type = 'wireless_ap'
    where t.outlet_id = outlet_in and k.node = 'd' || device_in) $$;

/**
 * What evaluation knows of these devices and internet lines: where they stand, their own limits, ports with a neighbour or an AP,
 * described as uplinks or marked as important, and the conditions that are not simply good. One of a company that is not
 * active or lacks the product is not followed.
 */
create or replace function alarm_context(devices bigint[]) returns table (
  device_id bigint, company_id bigint, revision int, followed boolean, type text, tags text[], outlet_id bigint, presence text,
  polling text, state_at double precision, interval_s int, seen_at double precision, business_hours text, time_zone text,
  limits jsonb, ports text[], states jsonb, profile text, events jsonb
) language sql stable security definer set search_path = public as $$
  select d.id, d.company_id, coalesce(a.revision, 0),
    d.state = 'claimed' and c.status = 'active' and case when d.type = 'smart_cpe' then 'device_management' else 'monitoring' end = any (c.products),
    d.type, d.tags, d.outlet_id, d.presence, d.polling, floor(extract(epoch from a.state_at) * 1000)::double precision,
    case when d.driver = 'cwmp' then coalesce(d.periodic_interval, 300) else 300 end,
    greatest(
      (select max(r.at) from metric_recent r where r.device_id = d.id and r.at > extract(epoch from now() - interval '1 day') * 1000),
      case when d.driver = 'cwmp' then
        (select extract(epoch from p.last_inform_at) * 1000 from device_presence p where p.device_id = d.id)
      else (select extract(epoch from p.last_poll_at) * 1000 from device_polling p where p.device_id = d.id and p.state = 'ok') end),
    o.business_hours, o.time_zone,
    (select jsonb_object_agg(m.subject || ' ' || m.instance, m.high) from metric_part m
      where m.company_id = d.company_id and m.subject_id = d.id and m.subject in ('sensor', 'memory') and m.high is not null),
    array(select i.key from device_interface i where i.device_id = d.id and i.state <> 'disabled'
      and (i.neighbour is not null or i.key = any (ap.keys) or (i.alias || ' ' || i.description) ~* 'uplink|上联|上行'
        or exists (select from device_port_mark m where m.device_id = i.device_id and m.key = i.key))),
    (select jsonb_agg(jsonb_build_object('rule', s.rule, 'instance', s.instance, 'machine', s.machine))
      from alarm_state s where s.subject_id = d.id), null,
    (select jsonb_agg(jsonb_build_object('id', e.id::text, 'rule', e.rule, 'clears', e.clears, 'instance', e.instance,
        'at', floor(extract(epoch from e.at) * 1000), 'count', e.count, 'text', e.text, 'trap', e.trap) order by e.id)
      from (select * from alarm_inbox i where i.company_id = d.company_id and i.device_id = d.id order by i.id limit 500) e)
  from unnest(devices) k (id)
  cross join lateral (select * from device x where x.id = k.id limit 1) d
  join company c on c.id = d.company_id
  left join alarm_subject a on a.subject_id = d.id
  left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id
  cross join lateral (select alarm_ap_ports(d.id, d.company_id, d.outlet_id) as keys) ap
  union all
  select l.id, l.company_id, coalesce(a.revision, 0), c.status = 'active' and 'link_testing' = any (c.products),
    'line', '{}', l.outlet_id, null, null, floor(extract(epoch from a.state_at) * 1000)::double precision, 300,
    (select max(r.at) from metric_recent r where r.device_id = l.id and r.at > extract(epoch from now() - interval '1 day') * 1000),
    o.business_hours, o.time_zone,
    (select jsonb_object_agg(m.subject || ' ' || m.instance, m.high) from metric_part m
      where m.company_id = l.company_id and m.subject_id = l.id and m.subject = 'line' and m.high is not null),
    '{}',
    (select jsonb_agg(jsonb_build_object('rule', s.rule, 'instance', s.instance, 'machine', s.machine))
      from alarm_state s where s.subject_id = l.id),
    coalesce((select s.profile from line_standing s where s.line_id = l.id), line_profile_of(l.type)), null
  from internet_line l
  join company c on c.id = l.company_id
  join outlet o on o.company_id = l.company_id and o.id = l.outlet_id
  left join alarm_subject a on a.subject_id = l.id
  where l.id = any (devices) $$;

/**
 * Rules of these companies beside the shipped ones as they are, and the version that they belong to. `before`: of a shipped rule
 * that watches since an update, as it raises meanwhile.
 */
create or replace function alarm_rules_of(companies bigint[]) returns table (
  version bigint, company_id bigint, key text, shipped boolean, name text, enabled boolean, watch boolean,
  definition jsonb, before jsonb
) language sql stable security definer set search_path = public as $$
  select v.version, r.company_id, coalesce(r.code, r.id::text), r.code is not null, r.name, r.enabled, r.watch, r.definition - 'runbook',
    null::jsonb
  from alarm_rule_version v left join alarm_rule r on r.company_id = any (companies)
  union all
  select v.version, c.id, s.code, true, null, true, true, s.definition, s.before
  from alarm_rule_version v cross join shipped_rule s cross join unnest(companies) c (id)
  where s.since is not null and shipped_rule_watches(c.id, s.code) $$;

/** Devices and lines for which time alone may have changed something, the longest overdue first. */
create or replace function alarm_due(most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select a.subject_id from alarm_subject a where a.due_at <= now() order by a.due_at limit most $$;

grant execute on function alarm_context, alarm_due, alarm_rules_of to {{login}};
