-- Health of outlets: what it is computed from, of all companies, and what was computed.

create or replace function outlet_health_begins() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into outlet_health (outlet_id, company_id) select a.id, a.company_id from added a;
  return null;
end $$;

/** Whether the last firmware campaign of a gateway is over and left it with another version. */
create or replace function is_outdated(gateway device) returns boolean
  language sql stable security definer set search_path = public as $$
  select coalesce((
    select t.state not in ('verified', 'rolled_back', 'cancelled') and c.version <> gateway.software_version
      and (c.ended_at is not null and c.state <> 'cancelled' or c.live_until < now())
    from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
    where t.device_id = gateway.id order by t.campaign_id desc limit 1), false) $$;

/**
 * Of the next outlets by id: {id, inService, hours, zone, devices, alarms, gateways, lines, works}, as
 * modules/outlet-health/facts.ts describes it. `since` is the beginning of the first hour of `lines`.
 */
create or replace function outlet_health_facts(after_in bigint, most int, since timestamptz)
  returns table (facts jsonb)
  language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', o.id::text, 'hours', o.business_hours, 'zone', o.time_zone,
    'inService', not exists (select from opening_site s where s.company_id = o.company_id and s.outlet_id = o.id
      and s.accepted_at is null and s.gateway_online_at is null),
    'devices', d.devices, 'alarms', a.alarms, 'gateways', d.gateways,
    'lines', coalesce(l.lines, '[]'), 'works', coalesce(w.works, '[]'))
  from (select * from outlet where id > after_in order by id limit most) o
  cross join lateral (
    select jsonb_build_object(
        'online', count(*) filter (where counts and v.presence in ('online', 'overdue')),
        'offline', count(*) filter (where counts and v.presence = 'offline')) as devices,
      jsonb_build_object('all', count(*) filter (where gateway),
        'drifted', count(*) filter (where gateway and drifted), 'outdated', count(*) filter (where gateway and outdated),
        'sound', count(*) filter (where gateway and not drifted and not outdated)) as gateways
    from (
      select v.presence, v.guard <> 'quarantined' and v.driver <> 'none' as counts,
        v.driver = 'cwmp' and v.guard <> 'quarantined' and v.first_inform_at is not null as gateway,
        coalesce(v.configuration = 'drifted', false) as drifted, is_outdated(v) as outdated
      from device v where v.outlet_id = o.id and v.state = 'claimed') v) d
  cross join lateral (
    select jsonb_build_object('critical', count(*) filter (where a.severity = 'critical'),
      'major', count(*) filter (where a.severity = 'major'), 'minor', count(*) filter (where a.severity = 'minor')) as alarms
    from alarm a where a.outlet_id = o.id and a.state = 'active' and not a.in_maintenance and a.behind_id is null) a
  cross join lateral (
    select jsonb_agg(jsonb_build_object('state', s.state, 'by', s.measured_by, 'profile',
        coalesce(s.profile, line_profile_of(i.type)), 'settings', (select p.settings from line_profile p
          where p.company_id = i.company_id and p.kind = coalesce(s.profile, line_profile_of(i.type))),
        'minutes', (select jsonb_object_agg((extract(epoch from h.hour) * 1000)::bigint, h.minutes) from line_hour h
          where h.line_id = i.id and h.hour >= since),
        'createdAt', millis(i.created_at),
        'doubted', (select jsonb_agg(jsonb_build_array(millis(g.began_at), millis(g.ended_at))) from line_outage g
          where g.company_id = i.company_id and g.line_id = i.id and g.second_view = 'disagrees' and g.began_at < now()
            and coalesce(g.ended_at, 'infinity') > since))) as lines
    from internet_line i join line_standing s on s.line_id = i.id where i.outlet_id = o.id) l
  cross join lateral (
    select jsonb_agg(jsonb_build_array((extract(epoch from m.starts_at) * 1000)::bigint,
        (extract(epoch from m.ends_at) * 1000)::bigint)) as works
    from maintenance_window m where m.company_id = o.company_id and m.ends_at > since and m.starts_at < now()
      and (not m.late or m.approved_at is not null) and (m.whole_company or o.id = any (m.outlet_ids))) w
  order by o.id $$;

/**
 * Keeps what was computed of outlets: rows of outlet_health. Screens hear of outlets whose band changed.
 */
create or replace function outlet_health_write(given jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with before as (
    select h.outlet_id, h.band from outlet_health h
    where h.outlet_id in (select (g->>'outlet_id')::bigint from jsonb_array_elements(given) g)
    order by h.outlet_id for update
  ), changed as (
    update outlet_health h set score = g.score, band = g.band, offline = g.offline, line_minutes = g.line_minutes,
      line_minutes_within = g.line_minutes_within, devices = g.devices, devices_online = g.devices_online,
      critical = g.critical, major = g.major, minor = g.minor, gateways = g.gateways, gateways_sound = g.gateways_sound,
      drifted = g.drifted, outdated = g.outdated, computed_at = now()
    from jsonb_populate_recordset(null::outlet_health, given) g, before b
    where h.outlet_id = g.outlet_id and b.outlet_id = g.outlet_id
    returning h.company_id, h.outlet_id, b.band <> h.band as another
  )
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'outlet.changed', outlet_id, '{}' from changed where another;
end $$;

grant execute on function outlet_health_facts, outlet_health_write to {{login}};
