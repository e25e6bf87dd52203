/**
 * What is so now: a gateway differs from its templates, a campaign stopped by itself, a quota or the limit of series is used to 80 % or whole, a probe is
 * silent, a line is blind, an ISP has an outage. Of companies that are active and have the product; `instance` is the campaign, kind
 * of quota, probe or outage.
 */
create or replace function alarm_facts() returns table (
  company_id bigint, subject_id bigint, outlet_id bigint, department_id bigint, rule text, instance text, label text,
  value double precision, threshold double precision
) language sql stable set search_path = public as $$
  select d.company_id, d.id, d.outlet_id, d.department_id, 'configuration_drift', '', '', null::double precision,
    null::double precision
  from provision_state s join device d on d.company_id = s.company_id and d.id = s.device_id
  join company c on c.id = d.company_id
  where s.state = 'drifted' and d.state = 'claimed' and c.status = 'active' and 'device_management' = any (c.products)
  union all
  select k.company_id, null, null, null, 'campaign_stopped', k.id::text, k.name, null, null
  from campaign k join company c on c.id = k.company_id
  where k.state = 'paused' and k.stop_reason is not null and c.status = 'active' and 'firmware' = any (c.products)
  union all
  select e.company_id, null, null, null, case when e.used >= e.granted then 'quota_used' else 'quota_nearly_used' end,
    e.kind, '', case when e.granted > 0 then 100.0 * e.used / e.granted end,
    case when e.used >= e.granted then 100 else 80 end
  from entitlement e join company c on c.id = e.company_id
  where e.granted is not null and e.used * 5::bigint >= e.granted * 4::bigint and e.used > 0 and c.status = 'active'
  union all
  select t.company_id, null, null, null, case when t.n >= t.most then 'quota_used' else 'quota_nearly_used' end,
    'metric_series', '', 100.0 * t.n / t.most, case when t.n >= t.most then 100 else 80 end
  from (
    select s.company_id, sum(s.n) as n, coalesce(max(l.series), max(p.series_limit))::bigint as most
    from metric_series_tally s cross join platform_setting p left join metric_limit l on l.company_id = s.company_id
    group by 1) t
  join company c on c.id = t.company_id
  where t.n * 5 >= t.most * 4 and c.status = 'active'
  union all
  -- Where nothing of the outlet reports, its gateways and lines say so: the probe is behind them.
  select p.company_id, null, o.id, o.department_id, 'probe_silent', p.id::text, p.name, null, null
  from probe p join company c on c.id = p.company_id
  left join probe_outlet s on s.company_id = p.company_id and s.probe_id = p.id and s.is_site
  left join outlet o on o.company_id = s.company_id and o.id = s.outlet_id
  where p.state = 'enrolled' and p.seen_at < now() - interval '5 minutes' and c.status = 'active'
    and (c.kind <> 'company' or 'link_testing' = any (c.products)) and outlet_gateways(o.id) is distinct from 'dark'
  union all
  -- A silent probe explains its lines.
  select l.company_id, l.id, l.outlet_id, l.department_id, 'line_blind', '', '', null, null
  from line_standing k join internet_line l on l.id = k.line_id join company c on c.id = l.company_id
  where k.state = 'blind' and k.since < now() - interval '15 minutes' and c.status = 'active'
    and (c.kind <> 'company' or 'link_testing' = any (c.products))
    and not exists (select from probe p where p.id = k.probe_id and p.seen_at < now() - interval '5 minutes')
  union all
  select c.id, null, null, null, 'carrier_outage', o.id::text, o.names->>c.language, null, null
  from carrier_outage o cross join lateral carrier_concerns(o.id) k join company c on c.id = k.company_id
  where o.ended_at is null and c.status = 'active' $$;

/**
 * Raises and clears the alarms of facts: [{code, severity}] as rules ship; a company's copy decides whether, and how severe.
 * `kinds_in`: names of quotas by language and kind.
 * One process at a time. Returns how many changed, at most `most_in` of each.
 */
create or replace function alarm_take_facts(rules_in jsonb, kinds_in jsonb, most_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  if not pg_try_advisory_xact_lock(7550, 0) then return 0; end if;
  with rule as (
    select r->>'code' as code, r->>'severity' as severity from jsonb_array_elements(rules_in) r
  ), found as materialized (
    select f.*, coalesce(o.definition->>'severity', s.before->>'severity', r.severity) as severity,
      coalesce(kinds_in->c.language->>f.instance, f.label) as shown,
      case when o.id is not null then o.enabled and not o.watch else s.code is null or s.before is not null end as raises,
      case when o.id is not null then o.enabled and o.watch else s.code is not null end as watches
    from alarm_facts() f join rule r on r.code = f.rule join company c on c.id = f.company_id
    left join alarm_rule o on o.company_id = f.company_id and o.code = f.rule
    left join shipped_rule s on s.code = f.rule and s.since is not null and shipped_rule_watches(f.company_id, f.rule)
  ), wanted as materialized (
    select * from found where raises
  ), would_raise as (
    insert into alarm_watch (company_id, subject_id, rule, instance, label, value, raised_at)
    select f.company_id, f.subject_id, f.rule, f.instance, f.shown, f.value, now() from found f
    where f.watches and not exists (select from alarm_watch k where k.company_id = f.company_id and k.cleared_at is null
      and k.rule = f.rule and k.instance = f.instance and k.subject_id is not distinct from f.subject_id)
    limit most_in
  ), would_clear as (
    update alarm_watch k set cleared_at = greatest(now(), k.raised_at)
    where k.cleared_at is null and k.rule in (select code from rule)
      and not exists (select from found f where f.watches and f.company_id = k.company_id and f.rule = k.rule
        and f.instance = k.instance and f.subject_id is not distinct from k.subject_id)
  ), raised as (
    insert into alarm (company_id, subject_id, outlet_id, department_id, rule, instance, label, value, threshold, severity,
      raised_at, in_maintenance)
    select w.company_id, w.subject_id, w.outlet_id, w.department_id, w.rule, w.instance, w.shown, w.value, w.threshold,
      w.severity, now(), in_maintenance(w.company_id, w.outlet_id, w.subject_id)
    from wanted w
    where not exists (select from alarm a where a.company_id = w.company_id and a.state = 'active' and a.rule = w.rule
      and a.instance = w.instance and a.subject_id is not distinct from w.subject_id)
    -- Sites in the order of their locks (alarm_grouped).
    order by hashint8(w.outlet_id), w.company_id, w.rule, w.subject_id, w.instance limit most_in
    returning id, company_id, subject_id, rule, instance, value, 'raised' as kind
  ), over as (
    select a.id from alarm a
    where a.state = 'active' and a.rule in (select code from rule)
      and not exists (select from wanted w where w.company_id = a.company_id and w.rule = a.rule and w.instance = a.instance
        and w.subject_id is not distinct from a.subject_id)
    order by a.id limit most_in for update of a skip locked
  ), cleared as (
    update alarm a set state = 'cleared', cleared_at = greatest(now(), a.raised_at), no_data_since = null,
      cleared_because = case when exists (select from alarm_rule o where o.company_id = a.company_id and o.code = a.rule
        and (not o.enabled or o.watch)) then 'rule' else 'recovered' end
    from over o where a.id = o.id
    returning a.id, a.company_id, a.subject_id, a.rule, a.instance, null::double precision as value, 'cleared' as kind
  ), changed as (
    select * from raised union all select * from cleared
  ), placed as materialized (
    -- Alarms of its lines stand behind that of their carrier, or come to life again.
    select alarm_mark_path(o.company_id, o.outlet_id) from (select distinct l.company_id, l.outlet_id from changed h
      join carrier_outage_line k on h.rule = 'carrier_outage' and k.outage_id::text = h.instance and k.company_id = h.company_id
      join internet_line l on l.id = k.line_id) o
  ), noted as (
    insert into alarm_event (company_id, alarm_id, subject_id, kind, detail)
    select company_id, id, subject_id, kind, jsonb_strip_nulls(jsonb_build_object('value', value)) from changed order by id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'alarm.changed', subject_id, jsonb_build_object('alarmId', id::text, 'kind', kind) from changed
  )
  select count(*) into n from changed cross join (select count(*) from placed) marked;
  return n;
end $$;

grant execute on function alarm_take_facts to {{login}};
