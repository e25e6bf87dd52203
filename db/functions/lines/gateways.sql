-- What gateways say of lines: of those that nothing else measures all that is known, of others the second vantage point.

/** Whether only its gateway can measure a line: it has no probe, and no address to which tests could come. */
create or replace function line_by_gateway(line_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select s.probe_id is null and l.ip_address is null and l.device_id is not null
  from internet_line l join line_standing s on s.line_id = l.id where l.id = line_in $$;

/** After a change of what may measure lines: each begins at a moment of its own. */
create or replace function lines_plan_gateway(lines_in bigint[]) returns void
  language sql security definer set search_path = public as $$
  update line_standing s set gateway_at = case when line_by_gateway(s.line_id)
    then coalesce(s.gateway_at, now() + make_interval(secs => ((s.line_id / 2) % 900)::int)) end
  where s.line_id = any (lines_in) $$;

/**
 * Lines whose gateway is due, each taken once: those that it alone measures come again after a quarter of an hour. `reports`: null
 * where nothing is known of the gateway yet; `shares`: it carries other lines too, so that its Inform says nothing of one.
 */
create or replace function line_gateways_take(most int) returns table (
  line_id bigint, company_id bigint, device_id bigint, wan_name text, alone boolean, shares boolean, reports boolean, profile text,
  settings jsonb, isp_host text, business_host text
) language sql security definer set search_path = public as $$
  with due as (
    select s.line_id from line_standing s where s.gateway_at <= now() order by s.gateway_at limit most for update skip locked
  ), taken as (
    update line_standing s set gateway_at = case when line_by_gateway(s.line_id) then s.gateway_at
      + interval '15 minutes' * greatest(1, ceil(extract(epoch from now() - s.gateway_at) / 900)) end
    from due where s.line_id = due.line_id returning s.*)
  select t.line_id, t.company_id, l.device_id, l.wan_name, t.gateway_at is not null, line_shares_gateway(l.id),
    case d.presence when 'offline' then false when 'unknown' then null else true end, k.kind, p.settings, t.isp_host, t.business_host
  from taken t join internet_line l on l.id = t.line_id join company c on c.id = t.company_id
  join device d on d.id = l.device_id and d.driver = 'cwmp' and d.state = 'claimed'
  cross join lateral (select coalesce(t.profile, line_profile_of(l.type)) as kind) k
  left join line_profile p on p.company_id = t.company_id and p.kind = k.kind
  where c.status = 'active' and (c.kind <> 'company' or 'link_testing' = any (c.products)) $$;

create or replace function line_shares_gateway(line_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from internet_line l join internet_line o on o.company_id = l.company_id and o.device_id = l.device_id
    and o.id <> l.id where l.id = line_in) $$;

/** Queues the evaluation of a ping that measures a line, once it has ended. */
create or replace function line_pinged() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job('line.pinged', json_build_object('companyId', new.company_id::text, 'runId', new.id::text),
    'line.pinged:' || new.id);
  return null;
end $$;

/**
 * What such a ping found. Its commands go, and so do earlier pings: they would be most of what is kept of a gateway. The last one
 * says what the gateway has in its diagnostics (`diagnosticRepo.findKept`).
 */
create or replace function line_ping_take(run_in bigint) returns table (
  line_id bigint, alone boolean, shares boolean, by_wan boolean, at timestamptz, target text, sent int, received int, min_ms real,
  avg_ms real, max_ms real
) language plpgsql security definer set search_path = public as $$
declare
  r diagnostic_run;
begin
  select * into r from diagnostic_run d where d.id = run_in and d.line_id is not null and d.state not in ('requested', 'running');
  if r.id is null then return; end if;
  delete from device_command c where c.device_id = r.device_id and c.state not in ('waiting', 'sent')
    and c.request->>'diagnostic' = r.id::text;
  -- Of those that somebody asked for the timeline tells.
  delete from device_timeline t where t.kind = 'inform.diagnostics_complete' and t.at >= r.started_at
    and t.id in (select l.id from device_timeline l where l.device_id = r.device_id order by l.id desc limit 20);
  delete from diagnostic_run d where d.device_id = r.device_id and d.kind = r.kind and d.line_id is not null and d.id < r.id
    and d.state not in ('requested', 'running');
  return query select l.id, line_by_gateway(l.id), line_shares_gateway(l.id), r.interface is not null,
    coalesce(r.ended_at, r.created_at), r.target, case when r.state = 'complete' then r.sent end,
    case when r.state = 'complete' then r.received end, r.min_ms, r.avg_ms, r.max_ms
  from internet_line l where l.id = r.line_id and l.device_id = r.device_id;
end $$;

/** The second vantage point of an outage that lasts at this moment: its gateway reached something by the line, or nothing. */
create or replace function line_gateway_said(line_in bigint, at_in timestamptz, reached boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update line_outage o set second_view = case when reached then 'disagrees' else 'agrees' end, second_by = 'ping', second_at = at_in
  where o.line_id = line_in and o.began_at <= at_in and coalesce(o.ended_at, 'infinity') > at_in;
  if found then
    insert into live_event (company_id, kind, subject_id, data)
    select l.company_id, 'line.changed', l.outlet_id, '{}' from internet_line l where l.id = line_in;
  end if;
end $$;

grant execute on function line_gateways_take, line_ping_take, line_gateway_said to {{login}};
