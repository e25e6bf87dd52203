/** Runs after a device is added or gets another type: those with a running configuration have a row. */
create or replace function configuration_device_added() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if new.type in ('switch', 'router', 'firewall', 'wireless_controller', 'security_gateway') then
    insert into configuration_backup (device_id, company_id, next_at, reason)
    values (new.id, new.company_id, configuration_night_after(new.id, new.company_id, new.outlet_id, clock_timestamp()),
      case when not exists (select from configuration_way(new.company_id, new.id)) then 'no_credential' end)
    on conflict do nothing;
  else
    delete from configuration_backup where device_id = new.id;
  end if;
  return null;
end $$;

/** The next moment between 1:00 and 5:00 by the clock of the outlet, or else of the company; the same one for a device. */
create or replace function configuration_night_after(device_in bigint, company_in bigint, outlet_in bigint, after_in timestamptz)
  returns timestamptz language sql stable set search_path = public as $$
  with place as (
    select coalesce((select o.time_zone from outlet o where o.id = outlet_in),
      (select c.time_zone from company c where c.id = company_in), 'Asia/Shanghai') as zone
  )
  select min(moment) from place cross join lateral (
    select ((after_in at time zone zone)::date + n + time '01:00' + make_interval(secs => (device_in * 7919) % 14400))
      at time zone zone as moment from generate_series(0, 2) n) k
  where moment > after_in $$;

/** The storage interval of a company, with some hours less: nights are not exactly a day apart. */
create or replace function storage_gap(interval_in text) returns interval language sql immutable strict parallel safe
  return case interval_in when 'week' then interval '7 days' when 'two_weeks' then interval '14 days'
    when 'month' then interval '30 days' else interval '1 day' end - interval '8 hours';

/** Queues what is due by the clock: active companies with monitoring, devices with a sign-in. At most `most`. */
create or replace function configuration_due(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with due as (
    select b.device_id, b.company_id, d.outlet_id,
      d.state = 'claimed' and b.state not in ('queued', 'running')
        and (b.last_ok_at is null or b.last_ok_at <= now() - storage_gap(c.storage_interval))
        and c.status = 'active' and (c.kind <> 'company' or 'monitoring' = any (c.products)) as wanted
    from configuration_backup b
    join device d on d.company_id = b.company_id and d.id = b.device_id join company c on c.id = b.company_id
    where b.enabled and b.next_at <= now() order by b.next_at limit most for update of b skip locked
  ), moved as (
    update configuration_backup b set
      next_at = configuration_night_after(w.device_id, w.company_id, w.outlet_id, now()),
      state = case when w.wanted then 'queued' else b.state end,
      queued_at = case when w.wanted then now() else b.queued_at end,
      by_name = case when w.wanted then null else b.by_name end, tries = case when w.wanted then 0 else b.tries end
    from due w where b.device_id = w.device_id returning b.company_id, b.device_id, w.wanted
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'configuration.changed', device_id, '{}' from moved where wanted
  )
  select count(*) into n from moved;
  return n;
end $$;

/**
 * Takes queued backups, and those whose process is gone, for ten minutes: at most `most`. The sign-in is that of the
 * terminal: the device's own, else the first profile that fits. Nothing is read inside this transaction. At most four of a
 * company are under way.
 */
create or replace function take_configurations(most int) returns table (
  device_id bigint, company_id bigint, company_code text, run int, profile text, brand text, model_name text, description text,
  last_address text, protocol text, port int, encoding text, legacy boolean, username text, stored bytea, profile_id bigint
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  -- Devices that stall keep a place for minutes: those of one company do not take all.
  of_company constant int := 4;
begin
  if not exists (select from configuration_backup b where b.state in ('queued', 'running')) then return; end if;
  update configuration_backup b set state = 'failed', reason = 'interrupted', last_at = now()
  where b.state = 'running' and b.started_at < now() - interval '10 minutes' and b.tries >= 3;
  return query
    with waiting as (
      select b.device_id, b.company_id, b.by_name is null as by_clock, b.queued_at,
        row_number() over (partition by b.company_id order by b.by_name is null, b.queued_at) as place
      from configuration_backup b
      where b.state = 'queued' or b.state = 'running' and b.started_at < now() - interval '10 minutes'
    ), under_way as (
      select b.company_id, count(*) as n from configuration_backup b
      where b.state = 'running' and b.started_at >= now() - interval '10 minutes' group by 1
    ), chosen as (
      select w.device_id from waiting w left join under_way u on u.company_id = w.company_id
      where w.place + coalesce(u.n, 0) <= of_company order by w.by_clock, w.queued_at limit most
    ), next as (
      select b.device_id from configuration_backup b
      where b.device_id in (select c.device_id from chosen c)
        and (b.state = 'queued' or b.state = 'running' and b.started_at < now() - interval '10 minutes')
      for update skip locked
    ), taken as (
      update configuration_backup b set state = 'running', started_at = clock_timestamp(), run = b.run + 1, tries = b.tries + 1
      from next n where b.device_id = n.device_id returning b.*
    ), shown as (
      insert into live_event (company_id, kind, subject_id, data)
      select t.company_id, 'configuration.changed', t.device_id, '{}'::jsonb from taken t
    )
    select t.device_id, t.company_id, c.code, t.run, t.profile, d.manufacturer, d.model_name,
      coalesce(a.sys_description, ''), host(d.ip_address), coalesce(way.protocol, 'ssh'), coalesce(way.port, 22),
      coalesce(way.encoding, 'utf8'), coalesce(way.legacy, false), coalesce(way.username, ''), way.secret, way.id
    from taken t join company c on c.id = t.company_id
    join device d on d.company_id = t.company_id and d.id = t.device_id
    left join device_agent a on a.device_id = t.device_id
    left join lateral configuration_way(t.company_id, t.device_id) way on true;
end $$;

/** How a device is entered; no row: nothing is stored. `id`: of the profile, null where it is the device's own. */
create or replace function configuration_way(company_in bigint, device_in bigint) returns table (
  id bigint, protocol text, port int, encoding text, legacy boolean, username text, secret bytea
) language sql stable security definer set search_path = public as $$
  select null::bigint, a.protocol, a.port, a.encoding, a.legacy, a.username, a.secret from terminal_access a
  where a.company_id = company_in and a.device_id = device_in and a.own and a.secret is not null
  union all
  (select p.id, p.protocol, p.port, p.encoding, p.legacy, p.username, p.secret
  from terminal_profile p join device d on d.company_id = p.company_id and d.id = device_in
  where p.company_id = company_in and p.secret is not null
    and not exists (select from terminal_access a where a.company_id = company_in and a.device_id = device_in and a.own)
    and (p.model = '' or lower(p.model) = lower(d.model_name)) and (p.tag = '' or p.tag = any (d.tags))
  order by p.tag <> '' desc, p.model <> '' desc, p.id limit 1) $$;

/** Whether a device of the company acted in has a sign-in with a secret. */
create or replace function configuration_has_way(company_in bigint, device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from configuration_way(company_in, device_in)) and sees_company(company_in) $$;

/**
 * The result of an attempt: a configuration, or why there is none. What equals the current version moves its time alone. A
 * repeat, or the result of an attempt that another one replaced, changes nothing. Returns whether it was stored.
 */
create or replace function store_configuration(
  device_in bigint, run_in int, reason_in text, digest_in bytea, content_in bytea, bytes_in int, lines_in int, profile_in text
) returns boolean language plpgsql security definer set search_path = public as $$
declare
  b configuration_backup;
  current configuration_version;
  is_new boolean;
begin
  select * into b from configuration_backup k
    where k.device_id = device_in and k.run = run_in and k.state = 'running' for update;
  if not found then return false; end if;
  if reason_in is not null then
    update configuration_backup k set state = case reason_in when 'no_credential' then 'waiting' else 'failed' end,
      reason = reason_in, last_at = now() where k.device_id = device_in;
  else
    select * into current from configuration_version v
      where v.company_id = b.company_id and v.device_id = device_in order by v.id desc limit 1;
    is_new := current.digest is distinct from digest_in;
    if is_new then
      insert into configuration_version (company_id, device_id, digest, content, bytes, lines, profile, by_name)
      values (b.company_id, device_in, digest_in, content_in, bytes_in, lines_in, profile_in, b.by_name);
      if current.id is not null then
        insert into device_timeline (company_id, device_id, kind, detail)
        values (b.company_id, device_in, 'configuration.changed', '{}');
      end if;
    else
      update configuration_version v set last_at = now() where v.id = current.id;
    end if;
    update configuration_backup k set state = 'ok', reason = null, last_at = now(), last_ok_at = now(),
      changed_at = case when is_new and current.id is not null then now() else k.changed_at end,
      versions = k.versions + is_new::int
    where k.device_id = device_in;
  end if;
  insert into live_event (company_id, kind, subject_id, data) values (b.company_id, 'configuration.changed', device_in, '{}');
  return true;
end $$;

/** Deletes at most `most` versions that are older than the storage cycle of their company; the newest of a device stays. */
create or replace function prune_configurations(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with gone as (
    delete from configuration_version v where v.id in (
      select k.id from configuration_version k join company c on c.id = k.company_id cross join platform_setting p
      where k.last_at < now() - interval '3 months'
        and k.last_at < now() - make_interval(months => storage_months(coalesce(c.storage_cycle, p.storage_cycle)))
        and exists (select from configuration_version y where y.company_id = k.company_id and y.device_id = k.device_id and y.id > k.id)
      order by k.last_at limit most)
    returning v.device_id
  )
  update configuration_backup b set versions = b.versions - g.n
  from (select device_id, count(*)::int as n from gone group by 1) g where b.device_id = g.device_id;
  get diagnostics n = row_count;
  return n;
end $$;

grant execute on function configuration_due, prune_configurations, store_configuration, take_configurations to {{login}};
grant execute on function configuration_has_way to {{company}}, {{tree}}, {{platform}};
