-- A run of a discovery. A poller carries it out in parts, and each part is committed with its finds: another poller goes on
-- where the last one ended.

/** When a schedule is due next, by the clock of the outlet, or else of the company. */
create or replace function discovery_due_after(job_in discovery_job, after_in timestamptz) returns timestamptz
  language sql stable set search_path = public as $$
  with place as (
    select coalesce((select o.time_zone from outlet o where o.id = job_in.outlet_id),
      (select c.time_zone from company c where c.id = job_in.company_id), 'Asia/Shanghai') as zone
  )
  select min(moment) from place cross join lateral (
    select ((after_in at time zone zone)::date + n + job_in.schedule_at) at time zone zone as moment,
      extract(isodow from (after_in at time zone zone)::date + n)::int as day
    from generate_series(0, 8) n) k
  where moment > after_in and (job_in.schedule = 'daily' or job_in.schedule = 'weekly' and day = job_in.schedule_day) $$;

/** Runs before a job is written: its next moment follows its schedule. */
create or replace function discovery_job_scheduled() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.next_at := case when new.schedule <> 'none' then discovery_due_after(new, clock_timestamp()) end;
  return new;
end $$;

/** Queues what is due. A job that still runs, or is paused, waits for its next moment. */
create or replace function discovery_due() returns void
  language sql security definer set search_path = public as $$
  with due as (
    select j.id, j.state in ('idle', 'done', 'cancelled') as free from discovery_job j
    where j.next_at <= now() order by j.next_at limit 500 for update skip locked
  ), moved as (
    update discovery_job j set next_at = discovery_due_after(j, now()),
      state = case when d.free then 'waiting' else j.state end, run = j.run + d.free::int,
      queued_at = case when d.free then now() else j.queued_at end,
      started_at = case when d.free then null else j.started_at end,
      ended_at = case when d.free then null else j.ended_at end, total = case when d.free then null else j.total end,
      checked = case when d.free then 0 else j.checked end, answered = case when d.free then 0 else j.answered end,
      taken = case when d.free then 0 else j.taken end, extras = case when d.free then '{}' else j.extras end,
      problem = case when d.free then null else j.problem end, owner = case when d.free then null else j.owner end
    from due d where j.id = d.id returning j.company_id, j.id, d.free)
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'discovery.changed', id, '{}' from moved where free $$;

/** The poller of that name, or the probe that `probe:<id>` names, is there. */
create or replace function scanner_lives(name_in text) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from poller p where p.name = name_in and p.until > clock_timestamp())
    or exists (select from probe p where name_in = 'probe:' || p.id and p.connected_to is not null) $$;

/**
 * The jobs that this poller or probe carries out now, with those that wait and those of pollers that are gone: at most `most` of
 * them, and one of a company.
 */
create or replace function poller_scans(name_in text, most int) returns table (
  id bigint, company_id bigint, company_code text, outlet_id bigint, ranges text[], neighbours boolean, credential_ids text[],
  port int, rate int, keeps_others boolean, run int, total int, checked int, extras text[]
) language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from discovery_job j where j.state in ('waiting', 'running')) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('poller.scans', 0));
  update discovery_job j set state = 'paused', problem = 'stopped', owner = null from company c
  where c.id = j.company_id and j.state in ('waiting', 'running')
    and not (c.status = 'active' and (c.kind <> 'company' or 'monitoring' = any (c.products)));
  update discovery_job j set state = 'running', owner = name_in, started_at = coalesce(j.started_at, clock_timestamp())
  where j.id in (
    select k.id from (
      select distinct on (o.company_id) o.id, o.queued_at from discovery_job o
      where (o.state = 'waiting' or o.state = 'running' and not coalesce(scanner_lives(o.owner), false))
        and not exists (select from discovery_job r
          where r.company_id = o.company_id and r.state = 'running' and scanner_lives(r.owner))
        and coalesce('probe:' || discovery_probe(o.company_id, o.outlet_id, o.ranges), '') =
          case when name_in like 'probe:%' then name_in else '' end
      order by o.company_id, o.state = 'waiting', o.queued_at, o.id) k
    order by k.queued_at, k.id
    limit greatest(0, most - (select count(*)::int from discovery_job m where m.owner = name_in and m.state = 'running')));
  return query select j.id, j.company_id, c.code, j.outlet_id, j.ranges::text[], j.neighbours, j.credential_ids::text[], j.port,
    j.rate, j.keeps_others, j.run, j.total, j.checked, j.extras
  from discovery_job j join company c on c.id = j.company_id
  where j.owner = name_in and j.state = 'running' order by j.queued_at, j.id;
end $$;

/**
 * What known devices and gateways of the job's outlet (without one: of its company) see around them: neighbours of LLDP and
 * CDP, ARP and ND, and lists of hosts (TR-181 Hosts.Host.{i}, TR-098 LANDevice.{i}.Hosts.Host.{i}). Hostile text.
 */
create or replace function poller_surroundings(job_in bigint, most int) returns table (address text, mac text, name text)
  language sql stable security definer set search_path = public as $$
  with job as (select * from discovery_job j where j.id = job_in),
  around as materialized (
    select n.content from device_neighbourhood n join device d on d.id = n.device_id join job j on j.company_id = n.company_id
    where d.state = 'claimed' and (j.outlet_id is null or d.outlet_id = j.outlet_id) limit 2000
  ), stations as materialized (
    select a->>'address' as address, a->>'mac' as mac from around cross join lateral jsonb_array_elements(content->'addresses') a
  ), seen as (
    select coalesce(n->>'address', s.address) as address, coalesce(s.mac, nullif(n->>'chassisId', '')) as mac, n->>'name' as name, 1 as rank
    from around cross join lateral jsonb_array_elements(content->'neighbours') n
    left join stations s on s.mac = lower(n->>'chassisId')
    union all
    select h.address, lower(h.mac), coalesce(h.name, ''), 2 from (
      select g.id, p.parent,
        max(p.value) filter (where p.path ~ '\.IPAddress$') as address,
        max(p.value) filter (where p.path ~ '\.(MACAddress|PhysAddress)$') as mac,
        max(p.value) filter (where p.path ~ '\.HostName$') as name,
        coalesce(max(p.value) filter (where p.path ~ '\.Active$'), '1') as active
      from job j
      join device g on g.company_id = j.company_id and g.type = 'smart_cpe' and g.state = 'claimed' and g.data_model_root is not null
        and (j.outlet_id is null or g.outlet_id = j.outlet_id)
      join device_parameter p on p.device_id = g.id
        and p.path >= g.data_model_root || case g.data_model_root when 'Device.' then 'Hosts.Host.' else 'LANDevice.' end
        and p.path < g.data_model_root || case g.data_model_root when 'Device.' then 'Hosts.Host/' else 'LANDevice/' end
        and p.path ~ 'Hosts\.Host\.[0-9]+\.(IPAddress|MACAddress|PhysAddress|HostName|Active)$'
      group by 1, 2) h
    where h.address <> '' and h.active not in ('0', 'false')
    union all
    select s.address, s.mac, '', 3 from stations s
  )
  select distinct on (s.address) s.address, coalesce(s.mac, ''), coalesce(s.name, '') from seen s
  where s.address is not null order by s.address, s.rank limit most $$;

/** The addresses of a run are known. False if it is no longer this poller's. */
create or replace function poller_scan_begins(name_in text, job_in bigint, run_in int, total_in int, extras_in text[], problem_in text)
  returns boolean language plpgsql security definer set search_path = public as $$
declare
  begun discovery_job;
begin
  update discovery_job j set total = total_in, extras = extras_in, problem = problem_in
  where j.id = job_in and j.run = run_in and j.owner = name_in and j.state = 'running' returning * into begun;
  -- What was never taken in and is gone for long.
  delete from discovery_find f where f.job_id = begun.id and f.device_id is null and not f.ignored
    and f.last_at < now() - interval '90 days';
  return begun.id is not null;
end $$;

/** Writes what a part of a run found. Returns the ids of all finds. */
create or replace function write_finds(job_in discovery_job, finds jsonb) returns bigint[]
  language plpgsql set search_path = public as $$
declare
  written bigint[];
begin
  with given as (
    select distinct on (k.address) k.* from jsonb_to_recordset(finds) as k (address inet, answers text, "credentialId" bigint,
      mac macaddr, "macVendor" text, name text, type text, vendor text, model text, version text, "serialNumber" text,
      "chassisId" text, "engineId" text, "objectId" text, description text, addresses text[])
    order by k.address
  ), kept as (
    insert into discovery_find as f (company_id, job_id, outlet_id, address, port, answers, credential_id, mac, mac_vendor, name,
      type, vendor, model, version, serial_number, chassis_id, engine_id, object_id, description, addresses, run)
    select job_in.company_id, job_in.id, job_in.outlet_id, g.address, job_in.port, g.answers,
      (select c.id from snmp_credential c where c.company_id = job_in.company_id and c.id = g."credentialId"), g.mac, g."macVendor",
      g.name, g.type, g.vendor, g.model, g.version, g."serialNumber", g."chassisId", g."engineId", g."objectId", g.description,
      coalesce(g.addresses, '{}'), job_in.run
    from given g
    on conflict (company_id, job_id, address, port) do update set answers = excluded.answers, credential_id = excluded.credential_id,
      mac = coalesce(excluded.mac, f.mac), mac_vendor = coalesce(nullif(excluded.mac_vendor, ''), f.mac_vendor),
      name = coalesce(nullif(excluded.name, ''), f.name),
      -- An agent that is silent today is still what it was.
      type = case when excluded.answers = 'snmp' then excluded.type else f.type end,
      vendor = coalesce(nullif(excluded.vendor, ''), f.vendor), model = coalesce(nullif(excluded.model, ''), f.model),
      version = coalesce(nullif(excluded.version, ''), f.version),
      serial_number = coalesce(nullif(excluded.serial_number, ''), f.serial_number),
      chassis_id = coalesce(nullif(excluded.chassis_id, ''), f.chassis_id),
      engine_id = coalesce(nullif(excluded.engine_id, ''), f.engine_id),
      object_id = coalesce(nullif(excluded.object_id, ''), f.object_id),
      description = coalesce(nullif(excluded.description, ''), f.description),
      addresses = case when excluded.addresses <> '{}' then excluded.addresses else f.addresses end,
      run = excluded.run, last_at = now()
    returning f.id)
  select coalesce(array_agg(id), '{}') into written from kept;
  return written;
end $$;

/**
 * A part of a run is done: its finds, and how far it is. A run that a person paused or cancelled meanwhile keeps them.
 * Returns whether it goes on.
 */
create or replace function poller_scan_notes(name_in text, job_in bigint, run_in int, checked_in int, answered_in int, finds jsonb)
  returns boolean language plpgsql security definer set search_path = public as $$
declare
  j discovery_job;
  is_end boolean;
begin
  select * into j from discovery_job where id = job_in for update;
  if j.id is null or j.run <> run_in or j.owner is distinct from name_in or j.state not in ('running', 'paused', 'cancelled')
  then return false; end if;
  perform settle_finds(write_finds(j, finds));
  is_end := j.state = 'running' and checked_in >= j.total;
  update discovery_job set checked = least(checked_in, total), answered = answered + answered_in,
    state = case when is_end then 'done' else state end, ended_at = case when is_end then now() else ended_at end,
    owner = case when j.state = 'running' and not is_end then owner end
  where id = job_in;
  if is_end then
    perform add_keyed_job('discovery.rules', json_build_object('companyId', j.company_id::text, 'jobId', j.id::text),
      'discovery.rules:' || j.id);
  end if;
  perform note_live(j.company_id, 'discovery.changed', j.id, '{}');
  return j.state = 'running' and not is_end;
end $$;

grant execute on function discovery_due, poller_scan_begins, poller_scan_notes, poller_scans, poller_surroundings to {{login}};
