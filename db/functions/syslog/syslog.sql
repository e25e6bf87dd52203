/** The partition of a moment. */
create or replace function syslog_slot(at_in timestamptz) returns smallint language sql immutable strict parallel safe
  return (floor(extract(epoch from at_in) / 86400)::bigint % 8)::smallint;

/** Devices at these addresses, of active companies with monitoring, with the code that their ranges are bound to. */
create or replace function syslog_sources(addresses_in text[]) returns table (
  address text, device_id bigint, company_id bigint, company_code text
) language sql stable security definer set search_path = public as $$
  select host(d.ip_address), d.id, d.company_id, c.code
  from device d join company c on c.id = d.company_id
  where d.ip_address = any (addresses_in::inet[]) and d.state = 'claimed' and c.status = 'active'
    and (c.kind <> 'company' or 'monitoring' = any (c.products))
  order by d.ip_address, d.id $$;

/**
 * Writes messages `[{deviceId, at, saidAt, severity, facility, app, text, words}]` and dropped ones `[{deviceId, n}]`. Those of a
 * device that is gone are left out. `events_in`: those that alarm rules match, as `alarm_note_events` takes them.
 */
create or replace function syslog_write(messages_in jsonb, dropped_in jsonb, events_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with given as (
    select d.company_id, d.id as device_id, d.outlet_id, d.department_id, m.*
    from jsonb_to_recordset(messages_in) as m ("deviceId" bigint, at timestamptz, "saidAt" timestamptz, severity int,
      facility int, app text, text text, words text[])
    join device d on d.id = m."deviceId" and d.state = 'claimed'
  ), kept as (
    insert into syslog_message (slot, company_id, device_id, outlet_id, department_id, at, said_at, severity, facility, app, text,
      words)
    select syslog_slot(at), company_id, device_id, outlet_id, department_id, at, "saidAt", severity, facility, app, text,
      array_to_tsvector(array(select company_id || '.' || w from unnest(words) w))
    from given returning company_id, device_id, at, severity
  ), counted as (
    select company_id, device_id, date_trunc('hour', at) as hour, severity, count(*)::int as n from kept group by 1, 2, 3, 4
    union all
    select d.company_id, d.id, date_trunc('hour', now()), 8, g.n
    from jsonb_to_recordset(dropped_in) as g ("deviceId" bigint, n int) join device d on d.id = g."deviceId"
  )
  insert into syslog_hour as h (company_id, device_id, hour, severity, messages)
  select company_id, device_id, hour, severity, n from counted order by 1, 2, 3, 4
  on conflict (company_id, device_id, hour, severity) do update set messages = h.messages + excluded.messages;
  if events_in <> '[]' then perform alarm_note_events(events_in); end if;
end $$;

/** Empties the partition whose turn is tomorrow, which holds what is older than 7 days. */
create or replace function syslog_prune(at_in timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
declare
  next constant text := format('syslog_message_%s', syslog_slot(at_in + interval '1 day'));
  filled boolean;
begin
  execute format('select exists (select from %I)', next) into filled;
  if filled then execute format('truncate %I', next); end if;
  delete from syslog_hour where hour < at_in - interval '8 days';
end $$;

grant execute on function syslog_sources, syslog_write, syslog_prune to {{login}};
grant execute on function syslog_slot to {{company}}, {{tree}}, {{platform}};
