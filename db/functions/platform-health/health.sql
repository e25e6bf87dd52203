-- What the operator reads of the platform itself: never while acting in another company, and no text of a tenant's messages or jobs.

create or replace function health_only_platform() returns void language plpgsql security definer set search_path = public as $$
begin
  if not scope_is_op() then raise exception 'permission.denied' using errcode = 'NW001'; end if;
end $$;

/**
 * Jobs of the queue by task. Waiting: due, and no worker has it. Later: not due yet, or put off after an attempt that failed.
 * Failed: no attempt is left.
 */
create or replace function health_jobs() returns table (
  task text, waiting int, later int, running int, failed int, oldest_at timestamptz
) language plpgsql stable security definer set search_path = public as $$
begin
  return query select t.identifier::text,
    count(*) filter (where k.state = 'waiting')::int, count(*) filter (where k.state = 'later')::int,
    count(*) filter (where k.state = 'running')::int, count(*) filter (where k.state = 'failed')::int,
    min(j.run_at) filter (where k.state = 'waiting')
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  cross join lateral (select case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
    when j.run_at > now() then 'later' else 'waiting' end as state) k
  group by 1;
end $$;

/** Keeps how the platform does now: repeated at will, it changes what it kept in these five minutes only for the worse. */
create or replace function health_keep() returns void language plpgsql security definer set search_path = public as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('health.keep', 0)) then return; end if;
  delete from health_late;
  -- A round is due every minute, and values every five; silent devices are asked too.
  insert into health_late (company_id, probe_id, poller, devices, oldest_at)
  select p.company_id, p.probe_id, case when p.probe_id is null then s.owner end, count(*), min(coalesce(p.last_poll_at, p.since))
  from device_polling p join device d on d.id = p.device_id and d.state = 'claimed' and d.ip_address is not null
  join poller_share s on s.share = p.share
  where p.state not in ('stopped', 'not_allowed', 'no_credential')
    and coalesce(p.last_poll_at, p.since) < now() - interval '10 minutes'
  group by 1, 2, 3;
  insert into health_point as h (at, late, waiting, running, failed)
  select date_bin('5 minutes', now(), 'epoch'), (select coalesce(sum(l.devices), 0) from health_late l),
    coalesce(sum(j.waiting), 0), coalesce(sum(j.running), 0), coalesce(sum(j.failed), 0) from health_jobs() j
  on conflict (at) do update set late = greatest(h.late, excluded.late), waiting = greatest(h.waiting, excluded.waiting),
    running = greatest(h.running, excluded.running), failed = greatest(h.failed, excluded.failed);
  delete from health_point where at < now() - interval '30 days';
  delete from metric_day where day < (now() at time zone 'UTC')::date - 31;
end $$;

/** Jobs, and the figures at the top of the page. */
create or replace function health_now() returns table (
  late bigint, late_companies int, kept_at timestamptz, failed_deliveries int, samples_per_second double precision, database_bytes bigint,
  refusing int
) language plpgsql stable security definer set search_path = public as $$
begin
  perform health_only_platform();
  return query select (select coalesce(sum(l.devices), 0)::bigint from health_late l),
    (select count(distinct l.company_id)::int from health_late l),
    (select max(p.at) from health_point p where p.late is not null),
    (select count(*)::int from (select 1 from delivery d where d.state = 'failed' and d.created_at > now() - interval '24 hours'
      limit 10001) n),
    -- Processes say what they wrote once a minute: of the last five minutes that are over.
    (select p.samples / 300.0::float8 from health_point p where p.at = date_bin('5 minutes', now(), 'epoch') - interval '5 minutes'),
    pg_database_size(current_database()),
    (select count(distinct m.company_id)::int from metric_day m where m.refused_at > now() - interval '1 hour');
end $$;

create or replace function health_queue() returns table (
  task text, waiting int, later int, running int, failed int, oldest_at timestamptz
) language plpgsql stable security definer set search_path = public as $$
begin
  perform health_only_platform();
  return query select * from health_jobs();
end $$;

/** The last 24 hours, without the five minutes that run. */
create or replace function health_course() returns setof health_point
  language plpgsql stable security definer set search_path = public as $$
begin
  perform health_only_platform();
  return query select p.* from health_point p
    where p.at > now() - interval '24 hours' and p.at < date_bin('5 minutes', now(), 'epoch') order by p.at;
end $$;

create or replace function health_late_rows() returns table (
  company_id bigint, company_name text, probe_id bigint, asked_by text, devices int, oldest_at timestamptz
) language plpgsql stable security definer set search_path = public as $$
begin
  perform health_only_platform();
  return query select l.company_id, c.name, l.probe_id, coalesce(b.name, l.poller), l.devices, l.oldest_at
    from health_late l join company c on c.id = l.company_id
    left join probe b on b.company_id = l.company_id and b.id = l.probe_id;
end $$;

/**
 * What companies measure: series, samples a day by the days that are over, and what these take over the storage cycle.
 * `sample_bytes`: what a sample of the last whole week takes, with its rollups; before that week is over, and where
 * VictoriaMetrics keeps the samples, 2.
 */
create or replace function health_series_rows() returns table (
  company_id bigint, company_name text, series bigint, series_limit bigint, own_limit int, samples bigint, bytes double precision,
  refused bigint, refused_at timestamptz, sample_bytes double precision, measured boolean
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'UTC')::date;
  size double precision;
begin
  perform health_only_platform();
  -- The last whole week that was measured from its first day on.
  select sum(pg_total_relation_size(to_regclass(format('%s_%s', p.parent, p.first_day))))
      / nullif((select sum(m.samples) from metric_day m
        where m.day >= date '1970-01-01' + w.first_day and m.day < date '1970-01-01' + w.end_day), 0)
    into size from (
      select k.first_day, k.end_day from metric_partition k
      where k.parent = 'metric_hour_12' and k.end_day < metric_day_of(now())
        and exists (select from metric_day m where m.day = date '1970-01-01' + k.first_day)
      order by k.end_day desc limit 1) w
    join metric_partition p on p.first_day = w.first_day and p.parent like 'metric\_hour\_%'
    group by w.first_day, w.end_day;
  if size = 0 then size := null; end if;
  return query
    select c.id, c.name, coalesce(t.n, 0)::bigint, coalesce(l.series, s.series_limit)::bigint, l.series, k.samples,
      k.samples * coalesce(size, 2) * storage_months(coalesce(c.storage_cycle, s.storage_cycle)) * 30.4,
      coalesce(k.refused, 0), k.refused_at, coalesce(size, 2), size is not null
    from company c cross join platform_setting s
    left join (select y.company_id, sum(y.n) as n from metric_series_tally y group by 1) t on t.company_id = c.id
    left join metric_limit l on l.company_id = c.id
    left join (
      select m.company_id, round(avg(m.samples) filter (where m.day between today - 7 and today - 1))::bigint as samples,
        sum(m.refused) filter (where m.day >= today - 1)::bigint as refused, max(m.refused_at) as refused_at
      from metric_day m where m.day >= today - 7 group by 1) k on k.company_id = c.id
    where t.n > 0 or l.series is not null or k.samples > 0 or k.refused > 0;
end $$;

/** Sets how many series a company may have; null: as the platform's setting says. Returns what it was. */
create or replace function health_set_series_limit(company_in bigint, series_in int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  before int;
begin
  perform health_only_platform();
  perform 1 from company c where c.id = company_in for key share;
  if not found then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  select l.series into before from metric_limit l where l.company_id = company_in for update;
  if series_in is null then
    delete from metric_limit l where l.company_id = company_in;
  else
    insert into metric_limit (company_id, series) values (company_in, series_in)
    on conflict (company_id) do update set series = excluded.series;
  end if;
  return before;
end $$;

grant execute on function health_keep to {{login}};
grant execute on function health_now, health_queue, health_course, health_late_rows, health_series_rows, health_set_series_limit
  to {{company}}, {{tree}}, {{platform}};
