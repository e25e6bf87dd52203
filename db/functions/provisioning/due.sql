/**
 * Queues due work for devices, once per device: an apply replaces a pending check. The queue entry records
 * who requested the work or caused it.
 */
create or replace function queue_provision(devices bigint[], check_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into device_command as o (company_id, device_id, kind, request, expires_at, created_by, created_by_name)
  select d.company_id, d.id, 'provision', jsonb_build_object('check', check_in), now() + interval '1 year',
    netward_setting('netward.person_id')::bigint, netward_setting('netward.actor_name')
  from device d where d.id = any (devices) and d.state = 'claimed' and d.driver = 'cwmp' and d.guard = 'none'
  order by d.id
  on conflict (company_id, device_id) where kind = 'provision' and state in ('waiting', 'sent')
  do update set request = excluded.request,
    (created_by, created_by_name, created_by_company_name) = (select k.* from (values
      (excluded.created_by, excluded.created_by_name, excluded.created_by_company_name),
      (o.created_by, o.created_by_name, o.created_by_company_name)) k (id, name, company)
      where k.id is not null limit 1)
  where not check_in and o.state = 'waiting';
end $$;

/** [[id, version]] of what is applied to a device. */
create or replace function provision_due_of(device_in bigint) returns jsonb language sql stable set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_array(t.template_id::text, t.version) order by t.name, t.template_id), '[]')
  from provision_templates(device_in) t $$;

/**
 * Requeues devices of the company and asks them to call in; a device with nothing left to apply or clear away
 * cannot drift.
 */
create or replace function provision_again(devices bigint[]) returns void language plpgsql set search_path = public as $$
declare
  held bigint[] := array(select x from unnest(devices) x where exists (select from provision_templates(x)) or provision_added(x));
begin
  -- Session lock order: the device, then its known state.
  perform 1 from device d where d.id = any (devices) and d.id <> all (held) order by d.id for no key update;
  delete from provision_state where company_id = scope_company() and device_id = any (devices) and device_id <> all (held);
  perform queue_provision(held, false);
  perform enqueue('device.connect', jsonb_build_object('deviceId', x::text), 'device.connect:' || x) from unnest(held) x;
end $$;

/**
 * Requests that one device of the company be configured again or checked. False if it has nothing applied and
 * nothing to clear away.
 */
create or replace function provision_device(device_in bigint, check_in boolean) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from device d where d.id = device_in and d.company_id = scope_company() and d.state = 'claimed'
      and (exists (select from provision_templates(d.id)) or provision_added(d.id))) then return false; end if;
  perform queue_provision(array[device_in], check_in);
  perform enqueue('device.connect', jsonb_build_object('deviceId', device_in::text), 'device.connect:' || device_in);
  return true;
end $$;

/**
 * Queues a batch of the devices that a template targets in either version, and asks them to call in. Returns
 * the last device; null at the end.
 */
create or replace function provision_spread(template_in bigint, before_in int, version_in int, after_in bigint, most int)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  devices bigint[];
begin
  devices := array(select d.id from device d
    where d.company_id = scope_company() and d.id > after_in and d.state = 'claimed' and exists (
      select from provision_version v join company_ancestor a on a.company_id = d.company_id and a.ancestor_id = v.company_id
      where v.template_id = template_in and v.number in (before_in, version_in) and provision_fits(v, d))
    order by d.id limit most);
  perform provision_again(devices);
  return case when cardinality(devices) = most then devices[most] end;
end $$;

/** A batch of the company's devices whose due templates differ from those they were compared with. */
create or replace function provision_refit(after_in bigint, most int) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  devices bigint[] := array(select d.id from device d where d.company_id = scope_company() and d.id > after_in
    and d.state = 'claimed' and d.driver = 'cwmp' order by d.id limit most);
begin
  perform provision_again(array(select x from unnest(devices) x
    left join provision_state s on s.company_id = scope_company() and s.device_id = x
    where provision_due_of(x) <> coalesce(s.templates, '[]')));
  return case when cardinality(devices) = most then devices[most] end;
end $$;

/** Queues work that is due by time; returns the count. An offline gateway is asked once it is back. */
create or replace function provision_due(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  due record;
begin
  with taken as (
    select s.company_id, s.device_id from provision_state s where s.next_at <= now() order by s.next_at limit most
    for update skip locked
  ), moved as (
    update provision_state s set next_at = case when exists (select from device d
      where d.id = s.device_id and d.state = 'claimed') then now() + interval '1 day' end from taken
    where s.company_id = taken.company_id and s.device_id = taken.device_id returning s.device_id, s.state
  )
  select coalesce(array_agg(device_id) filter (where state = 'failed'), '{}') as failed,
    coalesce(array_agg(device_id) filter (where state <> 'failed'), '{}') as others into due from moved;
  perform queue_provision(due.failed, false);
  perform queue_provision(due.others, true);
  return cardinality(due.failed) + cardinality(due.others);
end $$;

/**
 * Configures new devices: all devices of one statement in one query. The query matches `provision_templates`
 * for a device that is not chosen for a trial. Runs after each insert of devices.
 */
create or replace function devices_want_provision() returns trigger
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  perform queue_provision(array(
    select distinct n.id from added n
    join company_ancestor a on a.company_id = n.company_id
    join provision_template t on t.company_id = a.ancestor_id
    join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
    where n.guard = 'none' and provision_fits(v, (select d from device d where d.id = n.id))
      and (a.depth = 0 or lets_provision(n.company_id) or exists (select from provision_acceptance k
        where k.company_id = n.company_id and k.template_id = t.id and k.version = v.number))), false);
  return null;
end $$;

/**
 * Configures a device again after a reset: everything added, or about to be added, is gone. Runs after the
 * timeline entry for its BOOTSTRAP.
 */
create or replace function device_wants_provision() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from provision_object where company_id = new.company_id and device_id = new.device_id;
  delete from provision_adding where company_id = new.company_id and device_id = new.device_id;
  if provision_due_of(new.device_id) <> '[]' then perform queue_provision(array[new.device_id], false); end if;
  return null;
end $$;

/**
 * Configures a device again when other templates match it or its outlet has changed; a session clears away
 * what no template requests any more. Runs after an update of the device fields that templates test, or of
 * its guard.
 */
create or replace function device_fits_others() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  due jsonb := provision_due_of(new.id);
  before jsonb := (select s.templates from provision_state s where s.company_id = new.company_id and s.device_id = new.id);
begin
  if due = '[]' and not provision_added(new.id) then
    delete from provision_state where company_id = new.company_id and device_id = new.id;
  elsif before is null or due <> before or new.outlet_id is distinct from old.outlet_id then
    perform queue_provision(array[new.id], false);
  end if;
  return null;
end $$;

/**
 * Reads again what a gateway committed but did not apply (status 1), at the restart that applies it: the
 * check half a minute after the command usually comes earlier. Runs after the timeline entry for the restart.
 */
create or replace function device_looks_again() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  -- Pending for half a minute and no longer needed: this is the restart.
  update device_command set request = request - 'notBefore' || '{"again": true}'
  where device_id = new.device_id and state = 'waiting' and kind = 'get_parameter_values' and request ? 'verifies';
  with looked as (
    update device_command set request = request || '{"again": true}'
    where device_id = new.device_id and kind = 'get_parameter_values' and state = 'done' and request ? 'verifies'
      and not request ? 'again'
    returning company_id, id, request
  ), paths as (
    select p.path, max(l.id) as last from looked l cross join lateral jsonb_array_elements_text(l.request->'paths') p (path)
    group by p.path
  )
  insert into device_command (company_id, device_id, kind, request, expires_at)
  select l.company_id, new.device_id, 'get_parameter_values', jsonb_build_object(
      -- At most as many as one call names.
      'paths', (select jsonb_agg(p.path order by p.last desc) from (select * from paths order by last desc limit 64) p),
      'verifies', l.request->'verifies', 'again', true), now() + interval '1 day'
  from looked l order by l.id desc limit 1;
  return null;
end $$;

/**
 * The restart that a gateway was waiting for: no template setting is pending any more, and the gateway is
 * compared. Runs after its timeline entry.
 */
create or replace function device_compared_after_restart() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update provision_state set drift = '[]' where device_id = new.device_id and company_id = new.company_id
    and state = 'unverified';
  if found then perform queue_provision(array[new.device_id], true); end if;
  return null;
end $$;

/**
 * Other templates from above apply to a company and those below it when its parent changes, and to the
 * company alone when it starts or stops admitting them. Runs after a change of its parent, its consent, or
 * who was sent out.
 */
create or replace function company_refits() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  it bigint := (coalesce(to_jsonb(new), to_jsonb(old))->>case tg_table_name when 'company' then 'id' else 'company_id' end)::bigint;
begin
  perform add_keyed_job('provision.refit', json_build_object('companyId', c::text), 'provision.refit:' || c)
    from companies_below(it) k (c) where tg_table_name = 'company' or c = it;
  return null;
end $$;

/**
 * Other templates may match when an outlet moves: a job determines this, once for all changes of one import.
 * Runs after each update of outlets.
 */
create or replace function outlets_refit() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job('provision.refit', json_build_object('companyId', k.company_id::text), 'provision.refit:' || k.company_id)
    from (select distinct n.company_id from after n join before o on o.id = n.id where n.region <> o.region) k
    where exists (select from company_ancestor a join provision_template t on t.company_id = a.ancestor_id
      join provision_version v on v.company_id = t.company_id and v.template_id = t.id
      where a.company_id = k.company_id and v.regions <> '{}');
  return null;
end $$;

/** Runs after a template is deleted. */
create or replace function template_gone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from provision_acceptance where template_id = old.id;
  return null;
end $$;

/**
 * Configures again those of these gateways whose templates depend on their line, and asks them to call in.
 */
create or replace function lines_want_provision(devices bigint[]) returns void
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
declare
  wanting constant bigint[] := array(select d.id from device d
    where d.id = any (devices) and d.state = 'claimed' and d.driver = 'cwmp' and d.guard = 'none'
      and not exists (select from company_deletion k where k.company_id = d.company_id and k.started_at is not null)
      and exists (select from provision_templates(d.id) t
        where t.content::text ~ '\{\{\s*(line\.account|secret\.line\.password)\s*\}\}'));
begin
  if wanting = '{}' then return; end if;
  perform queue_provision(wanting, false);
  perform add_keyed_job('device.connect', json_build_object('companyId', d.company_id::text, 'deviceId', d.id::text),
    'device.connect:' || d.id) from device d where d.id = any (wanting) order by d.id;
end $$;

/** After line passwords are set, changed or removed. */
create or replace function line_password_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform lines_want_provision(array(select l.device_id from changed c
    join internet_line l on l.company_id = c.company_id and l.id = c.line_id where l.device_id is not null));
  return null;
end $$;

/** After lines change: both the gateway that carries the line and the one that carried it before. */
create or replace function internet_line_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform lines_want_provision(array(select a.device_id from after a where a.device_id is not null));
  elsif tg_op = 'DELETE' then
    perform lines_want_provision(array(select b.device_id from before b where b.device_id is not null));
  else
    perform lines_want_provision(array(
      select k.device from before b join after a on a.company_id = b.company_id and a.id = b.id
      cross join lateral unnest(array[b.device_id, a.device_id]) k (device)
      where (b.device_id, b.wan_name, b.account) is distinct from (a.device_id, a.wan_name, a.account)
        and k.device is not null));
  end if;
  return null;
end $$;

grant execute on function provision_due to {{login}};
grant execute on function provision_device, provision_refit, provision_spread to {{company}};
