/** The kind of a source whose token has this hash, of an active company; null: nothing is taken. */
create or replace function inbound_open(source_in bigint, hash_in bytea) returns text
  language sql stable security definer set search_path = public as $$
  select s.kind from inbound_source s join company c on c.id = s.company_id
  where s.id = source_in and s.token_hash = hash_in and c.status = 'active' $$;

/** Notes why a delivery was not taken, at most once a minute. */
create or replace function inbound_problem(source_in bigint, problem_in text) returns void
  language sql security definer set search_path = public as $$
  update inbound_source set problem = problem_in, problem_at = now()
  where id = source_in and (problem is distinct from problem_in or problem_at < now() - interval '1 minute') $$;

/** The device that a system means: by an import from Zabbix, by an address or a name that one device alone has. */
create or replace function inbound_device(company_in bigint, host_in text, address_in inet) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce(
    (select case when count(*) = 1 then min(k.device_id) end from (
      select distinct h.device_id from zabbix_host h
      join device d on d.company_id = h.company_id and d.id = h.device_id and d.state = 'claimed'
      where h.company_id = company_in and h.host = host_in and h.device_id is not null limit 2) k),
    (select case when count(*) = 1 then min(k.id) end from (
      select d.id from device d
      where d.company_id = company_in and d.ip_address = address_in and d.state = 'claimed' limit 2) k),
    (select case when count(*) = 1 then min(k.id) end from (
      select d.id from device d
      where d.company_id = company_in and d.name = host_in and host_in <> '' and d.state = 'claimed' limit 2) k)) $$;

/** The internet line that a system means: by its account, its own address or its name, each only where one line fits. */
create or replace function inbound_line(company_in bigint, host_in text, address_in inet) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce(
    (select case when count(*) = 1 then min(k.id) end from (
      select l.id from internet_line l where l.company_id = company_in and l.account = host_in and host_in <> '' limit 2) k),
    (select case when count(*) = 1 then min(k.id) end from (
      select l.id from internet_line l where l.company_id = company_in and l.ip_address = address_in limit 2) k),
    (select case when count(*) = 1 then min(k.id) end from (
      select l.id from internet_line l where l.company_id = company_in and l.name = host_in and host_in <> '' limit 2) k)) $$;

/** The outlet that a system means: by its code, or by a name that one outlet alone has. */
create or replace function inbound_outlet(company_in bigint, host_in text) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce(
    (select o.id from outlet o where o.company_id = company_in and lower(o.code) = lower(host_in) and o.code <> ''),
    (select case when count(*) = 1 then min(k.id) end from (
      select o.id from outlet o where o.company_id = company_in and o.name = host_in and host_in <> '' limit 2) k)) $$;

/** What a system means by a host: a device, else a line, else an outlet. */
create or replace function inbound_match(company_in bigint, host_in text, address_in inet,
  out device_id bigint, out line_id bigint, out outlet_id bigint
) language plpgsql stable security definer set search_path = public as $$
begin
  device_id := inbound_device(company_in, host_in, address_in);
  if device_id is not null then return; end if;
  line_id := inbound_line(company_in, host_in, address_in);
  if line_id is not null then return; end if;
  outlet_id := inbound_outlet(company_in, host_in);
end $$;

/** An alarm that begins. Returns the rows that it adds; null: nothing changed. */
create or replace function inbound_begin(s inbound_source, e jsonb) returns int
  language plpgsql set search_path = public as $$
declare
  started constant timestamptz := (e->>'startedAt')::timestamptz;
  episode_in constant text := e->>'episode';
  r external_alarm;
begin
  select * into r from external_alarm a
  where a.company_id = s.company_id and a.source_id = s.id and a.key = e->>'key'
    and (a.episode = episode_in or (not a.begun and a.episode = '' and a.ended_at >= started))
  order by a.episode = episode_in desc limit 1;
  if found and r.begun then return null; end if;
  if found then
    update external_alarm a set begun = true, episode = episode_in, severity = e->>'severity', host = e->>'host',
      address = (e->>'address')::inet, name = e->>'name', text = e->>'text', started_at = least(started, r.ended_at),
      (device_id, line_id, matched_outlet_id) =
        (select m.device_id, m.line_id, m.outlet_id from inbound_match(s.company_id, e->>'host', (e->>'address')::inet) m)
    where a.id = r.id;
    return 0;
  end if;
  select * into r from external_alarm a
  where a.company_id = s.company_id and a.source_id = s.id and a.key = e->>'key' and a.ended_at is null
  order by a.started_at desc limit 1;
  if found then
    -- Several senders of one alarm agree on the earliest of its beginnings.
    if started <= r.started_at then return null; end if;
    -- Its end was lost.
    update external_alarm a set ended_at = started where a.id = r.id;
  end if;
  perform inbound_insert(s, e, true);
  return 1;
end $$;

/** An alarm that ends. An end before its beginning is kept. */
create or replace function inbound_end(s inbound_source, e jsonb) returns int
  language plpgsql set search_path = public as $$
declare
  given constant timestamptz := (e->>'endedAt')::timestamptz;
  ended constant timestamptz := coalesce(given, now());
  episode_in constant text := e->>'episode';
  r external_alarm;
begin
  select * into r from external_alarm a
  where a.company_id = s.company_id and a.source_id = s.id and a.key = e->>'key' and a.episode = episode_in;
  if found then
    if r.ended_at is not null then return null; end if;
    update external_alarm a set ended_at = greatest(ended, a.started_at) where a.id = r.id;
    return 0;
  end if;
  -- Without an episode it ends what is open; with one, also what was said to begin later.
  update external_alarm a set ended_at = greatest(ended, a.started_at)
  where a.company_id = s.company_id and a.source_id = s.id and a.key = e->>'key' and a.ended_at is null
    and (episode_in = '' or a.started_at >= (e->>'startedAt')::timestamptz);
  if found then return 0; end if;
  if episode_in = '' and exists (
    select from external_alarm a where a.company_id = s.company_id and a.source_id = s.id and a.key = e->>'key'
      and (given is null or a.ended_at >= given))
  then return null; end if;
  perform inbound_insert(s, e || jsonb_build_object('endedAt', ended), false);
  return 1;
end $$;

create or replace function inbound_insert(s inbound_source, e jsonb, begun_in boolean) returns void
  language sql set search_path = public as $$
  insert into external_alarm (company_id, source_id, key, episode, begun, severity, host, address, name, text, started_at,
    ended_at, device_id, line_id, matched_outlet_id)
  select s.company_id, s.id, e->>'key', e->>'episode', begun_in, e->>'severity', e->>'host', (e->>'address')::inet,
    e->>'name', e->>'text', least((e->>'startedAt')::timestamptz, (e->>'endedAt')::timestamptz),
    case when not begun_in then (e->>'endedAt')::timestamptz end,
    m.device_id, m.line_id, m.outlet_id
  from inbound_match(s.company_id, e->>'host', (e->>'address')::inet) m $$;

/**
 * Takes alarms of a source, in order: [{state, key, episode, severity, host, address, name, text, startedAt, endedAt}]. What
 * is repeated changes nothing; of more than `most_in` rows the oldest make room. Returns how many changed something.
 */
create or replace function inbound_take(source_in bigint, events_in jsonb, most_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  s inbound_source;
  e jsonb;
  one int;
  changed int := 0;
  rows_now int;
begin
  select * into s from inbound_source where id = source_in for update;
  if not found then return 0; end if;
  rows_now := s.alarms;
  for e in select * from jsonb_array_elements(events_in) loop
    one := case e->>'state' when 'active' then inbound_begin(s, e) else inbound_end(s, e) end;
    if one is not null then
      changed := changed + 1;
      rows_now := rows_now + one;
    end if;
  end loop;
  if rows_now > most_in then
    delete from external_alarm where id in (
      select id from external_alarm where company_id = s.company_id and source_id = s.id
      order by started_at, id limit rows_now - most_in);
    rows_now := most_in;
  end if;
  update inbound_source set alarms = rows_now, last_at = now(), problem = null, problem_at = null where id = s.id;
  if changed > 0 then
    perform note_live(s.company_id, 'external_alarm.changed', s.id, '{}');
  end if;
  return changed;
end $$;

/** Deletes what is older than `days_in`, and counts anew. Returns the rows that it deleted, at most 10,000. */
create or replace function inbound_prune(days_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  old constant timestamptz := now() - make_interval(days => days_in);
  deleted int;
begin
  -- Sources before their alarms, as deliveries lock them.
  perform 1 from inbound_source s where exists (select from external_alarm a
    where a.company_id = s.company_id and a.source_id = s.id and a.started_at < old) order by s.id for update;
  with gone as (
    delete from external_alarm where id in (select id from external_alarm where started_at < old limit 10000)
    returning source_id
  ), counted as (
    update inbound_source s set alarms = s.alarms - k.n
    from (select source_id, count(*)::int as n from gone group by 1) k where s.id = k.source_id returning k.n
  )
  select coalesce(sum(n), 0) into deleted from counted;
  return deleted;
end $$;

/** Finds what came, or was named, after its alarms of the last 7 days. */
create or replace function inbound_match_again() returns void
  language sql security definer set search_path = public as $$
  with hosts as materialized (
    select k.*, m.device_id, m.line_id, m.outlet_id from (
      select distinct company_id, host, address from external_alarm
      where device_id is null and line_id is null and matched_outlet_id is null and started_at > now() - interval '7 days'
      limit 20000) k
    cross join lateral inbound_match(k.company_id, k.host, k.address) m
    where num_nonnulls(m.device_id, m.line_id, m.outlet_id) > 0
  )
  update external_alarm a set device_id = h.device_id, line_id = h.line_id, matched_outlet_id = h.outlet_id from hosts h
  where a.device_id is null and a.line_id is null and a.matched_outlet_id is null and a.started_at > now() - interval '7 days'
    and a.company_id = h.company_id and a.host = h.host and a.address is not distinct from h.address $$;

grant execute on function inbound_open, inbound_problem, inbound_take, inbound_prune, inbound_match_again to {{login}};
