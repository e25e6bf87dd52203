-- Gateways that wait at the same moment are taken in, and have their turns, in one statement: what a statement costs beside its
-- rows was most of what a session cost.

drop function acs_admit(bigint, text, text, text, text, text, text, inet, text, text, text, timestamptz, jsonb, boolean,
  int, int, jsonb, text, jsonb, boolean, double precision);
drop function acs_credentials_setting(bigint, bytea, text, bytea);
drop function acs_turn(bigint, uuid, text[], text[], text[], boolean[], text[], boolean[], jsonb, jsonb, bigint,
  timestamptz, boolean);
drop function acs_apply(bigint, text[], text[], text[], boolean[], text[], boolean[], jsonb);
drop function acs_credentials_answered(bigint, boolean, int, text, boolean);
drop function acs_commands_ended(bigint, uuid, jsonb);
drop function acs_take_commands(bigint, uuid, timestamptz);
drop function acs_provision_ended(bigint, jsonb, jsonb);
drop function acs_provision_adding(bigint, uuid, jsonb);

-- In all that follows entries of arrays at the same place belong to one gateway. Rows are found by `= any` of what is known
-- before: plans are kept, and one made while a table is small would read all of it for as long.

/** The companies that claim these devices; null where none does. */
create function companies_of(devices bigint[]) returns bigint[] language sql stable set search_path = public as $$
  select array_agg(d.company_id order by u.n) from unnest(devices) with ordinality u (device, n)
  left join lateral (select k.company_id from device k where k.id = u.device and k.state = 'claimed' limit 1) d on true $$;

/**
 * Stores what was read; a row belongs to `devices[owner]`, and its path is told once. `tolds` is what of it tells of the
 * devices themselves, which are held, so that nobody else adds to their parameters.
 */
create function acs_apply(
  devices bigint[], tolds jsonb[], owners int[], paths text[], parents text[], values_in text[], valued boolean[],
  types text[], writables boolean[]
) returns void language plpgsql set search_path = public as $$
declare
  few constant int := 40;
  companies constant bigint[] := companies_of(devices);
  fresh constant boolean[] := array(
    select case when u.device is not null then
      not exists (select from device_parameter p where p.device_id = u.device offset few) end
    from unnest(devices) with ordinality u (device, n) order by u.n);
  known_devices bigint[];
  known_paths text[];
begin
  select array_agg(p.device_id), array_agg(p.path) into known_devices, known_paths from device_parameter p
    where p.device_id = any (array(select u.device from unnest(devices, fresh) u (device, fresh) where u.fresh));
  -- Nobody has to look for each row once more that is not there yet.
  if true = any (fresh) then
    insert into device_parameter (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
    select companies[k.owner], devices[k.owner], k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
      case when k.valued then now() end
    from unnest(owners, paths, parents, values_in, valued, types, writables)
      as k (owner, path, parent, value, valued, type, writable)
    where companies[k.owner] is not null and fresh[k.owner] and (devices[k.owner], k.path) not in (
      select * from unnest(known_devices, known_paths));
  end if;
  if false = any (fresh) or known_devices is not null then
    insert into device_parameter as p (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
    select companies[k.owner], devices[k.owner], k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
      case when k.valued then now() end
    from unnest(owners, paths, parents, values_in, valued, types, writables)
      as k (owner, path, parent, value, valued, type, writable)
    where companies[k.owner] is not null and (not fresh[k.owner] or (devices[k.owner], k.path) in (
      select * from unnest(known_devices, known_paths)))
    -- As whoever else writes several of them does.
    order by devices[k.owner], k.path collate "C"
    on conflict (device_id, path) do update set
      value = case when excluded.read_at is null then p.value else excluded.value end,
      read_at = coalesce(excluded.read_at, p.read_at),
      type = coalesce(excluded.type, p.type),
      writable = coalesce(excluded.writable, p.writable)
    -- A name that is told again tells nothing.
    where excluded.read_at is not null or p.type is distinct from coalesce(excluded.type, p.type)
      or p.writable is distinct from coalesce(excluded.writable, p.writable);
  end if;
  if not '{}'::jsonb <> any (tolds) then return; end if;
  update device d set
    manufacturer = coalesce(u.told->>'manufacturer', d.manufacturer),
    model_name = coalesce(u.told->>'modelName', d.model_name),
    software_version = coalesce(u.told->>'softwareVersion', d.software_version),
    hardware_version = coalesce(u.told->>'hardwareVersion', d.hardware_version),
    ip_address = coalesce((u.told->>'ipAddress')::inet, d.ip_address),
    mac_address = coalesce((u.told->>'macAddress')::macaddr, d.mac_address)
  from unnest(devices, tolds) u (device, told)
  where d.id = any (devices) and d.id = u.device and d.state = 'claimed' and u.told <> '{}'
    and (coalesce(u.told->>'manufacturer', d.manufacturer), coalesce(u.told->>'modelName', d.model_name),
      coalesce(u.told->>'softwareVersion', d.software_version), coalesce(u.told->>'hardwareVersion', d.hardware_version),
      coalesce((u.told->>'ipAddress')::inet, d.ip_address), coalesce((u.told->>'macAddress')::macaddr, d.mac_address))
    is distinct from (d.manufacturer, d.model_name, d.software_version, d.hardware_version, d.ip_address, d.mac_address);
  if exists (select from unnest(tolds) told where told ? 'periodicInterval') then
    perform expect_informs(u.device, (u.told->>'periodicInterval')::int)
    from unnest(devices, companies, tolds) u (device, company, told)
    where u.company is not null and (u.told->>'periodicInterval')::int is distinct from (
      select d.periodic_interval from device d where d.id = u.device);
  end if;
  insert into live_event (company_id, kind, subject_id, data)
  select u.company, 'device.changed', u.device, '{}' from unnest(devices, companies, tolds) u (device, company, told)
  where u.company is not null and u.told <> '{}';
end $$;

/** What gateways, which are held, said to credentials of their own: {accepted, interval, fault, hasten}. */
create function acs_credentials_answered(devices bigint[], answers jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  jobs int;
begin
  with asked as materialized (
    select d.*, a.*, a.accepted and a.interval is not null and d.presence <> 'online' as arrives,
      t.kind is distinct from a.what as is_news, g.ha1 is not null as has_own
    from unnest(devices, answers) u (device, answer)
    cross join lateral (select (u.answer->>'accepted')::boolean as accepted, (u.answer->>'interval')::int as interval,
      u.answer->>'fault' as fault, (u.answer->>'hasten')::boolean as hasten,
      case when (u.answer->>'accepted')::boolean then 'credentials.set' else 'credentials.refused' end as what) a
    cross join lateral (select k.id, k.company_id, k.msp_id, k.presence, k.periodic_interval, k.connection_request_url
      from device k where k.id = u.device and k.state = 'claimed' limit 1) d
    -- Answered before, or proved by now: nothing is left to note.
    cross join lateral (select k.ha1 from gateway k where k.device_id = u.device and k.pending_ha1 is not null limit 1) g
    left join lateral (select t.kind
      from (select * from device_timeline where device_id = u.device order by id desc limit 200) t
      where t.at > now() - interval '1 hour' and t.kind in (
        'credentials.set', 'credentials.refused', 'credentials.proved', 'inform.boot', 'inform.bootstrap')
      order by t.id desc limit 1) t on true
  ), moved as (
    -- The interval alone changes no index, of which the row has those thirty.
    update device d set
      periodic_interval = case when a.accepted then a.interval else d.periodic_interval end,
      presence = case when a.arrives then 'online' else d.presence end,
      credential_state = case when a.accepted then d.credential_state when a.has_own then 'own'
        when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    from asked a where d.id = any (devices) and d.id = a.id and (not a.accepted
      or a.interval is not null and (a.arrives or a.periodic_interval is distinct from a.interval))
  ), awaited as (
    update device_presence p set due_at = p.last_inform_at + make_interval(secs => a.interval * 2.5)
    from asked a where p.device_id = any (devices) and p.device_id = a.id and a.accepted and a.interval is not null
      and p.due_at is distinct from p.last_inform_at + make_interval(secs => a.interval * 2.5)
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select a.company_id, a.msp_id, a.id, n.kind, n.detail from asked a cross join lateral (values
      (a.arrives, 'online', '{}'::jsonb),
      (a.is_news, a.what, case when a.accepted then '{}' else jsonb_build_object('fault', a.fault) end)
    ) n (wanted, kind, detail) where n.wanted
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select a.company_id, n.kind, a.id, n.data from asked a cross join lateral (values
      (a.arrives, 'device.presence', '{"presence": "online"}'::jsonb), (true, 'device.changed', '{}')) n (wanted, kind, data)
    where n.wanted
  )
  -- A worker that is killed over it leaves it to the next one; the job does nothing once they are proved.
  select count(graphile_worker.add_job('device.connect',
    json_build_object('companyId', a.company_id::text, 'deviceId', a.id::text, 'untilProved', true),
    job_key := 'device.connect:' || a.id, run_at := now() + interval '3 seconds', max_attempts := 5)) into jobs
  from asked a where a.is_news and a.accepted and a.hasten and a.connection_request_url is not null;
  update gateway set pending_ha1 = null, pending_connection_password = null
  where device_id = any (array(select u.device from unnest(devices, answers) u (device, answer)
    where not (u.answer->>'accepted')::boolean)) and pending_ha1 is not null;
end $$;

/** What gateways answered, as far as their sessions have the lease: [{id, state, result, fault, detail, verify}] each. */
create function acs_commands_ended(devices bigint[], holders uuid[], endeds jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  told_ids constant bigint[] := array(
    select (e->>'id')::bigint from unnest(endeds) ended cross join lateral jsonb_array_elements(ended) e);
  ids bigint[];
begin
  with told as materialized (
    select u.device, d.msp_id, r.* from unnest(devices, holders, endeds) u (device, holder, ended)
    cross join lateral (select from gateway g where g.device_id = u.device and g.lease_holder = u.holder limit 1) g
    cross join lateral (select k.msp_id from device k where k.id = u.device limit 1) d
    cross join lateral jsonb_to_recordset(u.ended)
      as r (id bigint, state text, result jsonb, fault text, detail text, verify text[])
  ), ended as (
    update device_command o set state = t.state, result = nullif(t.result, 'null'), fault_code = t.fault,
      fault_detail = t.detail,
      -- What was answered is not sent again.
      secret = null,
      expires_at = case when t.state = 'sent' and o.kind in ('download', 'upload')
        then clock_timestamp() + transfer_wait(o.request) else o.expires_at end,
      finished_at = case when t.state in ('done', 'failed') then clock_timestamp() end
    from told t where o.id = any (told_ids) and o.id = t.id and o.device_id = t.device and o.state = (select 'sent')
    returning o.id, o.company_id, o.device_id, t.msp_id, o.kind, o.state, o.result, o.fault_code
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select e.company_id, e.msp_id, e.device_id,
      'command.' || case when e.state = 'done' and applies_later(e.kind, e.result) then 'later' else e.state end,
      jsonb_build_object('commandId', e.id::text, 'kind', e.kind, 'fault', e.fault_code)
    from ended e where e.state in ('done', 'failed') order by e.id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select e.company_id, 'command.changed', e.device_id, jsonb_build_object('commandId', e.id::text)
    from ended e order by e.id
  )
  select array_agg(e.id) into ids from ended e;
  if exists (select from unnest(endeds) ended where ended @? '$[*].verify[*]') then
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select o.company_id, o.device_id, 'get_parameter_values',
      jsonb_build_object('paths', t.verify, 'verifies', o.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day'
    from unnest(endeds) ended cross join lateral jsonb_to_recordset(ended) t (id bigint, verify jsonb)
    join device_command o on o.id = any (ids) and o.id = t.id
    where jsonb_array_length(t.verify) > 0;
  end if;
  if exists (select from unnest(endeds) ended where ended @> '[{"state": "failed"}]') then
    update gateway set expected_reset_until = null where device_id = any (array(
      select o.device_id from device_command o where o.id = any (ids) and o.state = 'failed' and o.kind = 'factory_reset'));
  end if;
end $$;

/**
 * Gives the lease of queues to sessions whose Inform came last, and what waits in them; the reads and templates that come
 * first in a queue are marked as sent.
 */
create function acs_take_commands(devices bigint[], holders uuid[], sinces timestamptz[]) returns table (
  device bigint, id bigint, kind text, request jsonb, secret bytea, sent boolean
) language plpgsql set search_path = public as $$
#variable_conflict use_column
declare
  mine bigint[];
  c record;
  due bigint[];
  first bigint[];
  marked bigint[];
begin
  mine := array(
    select u.device from unnest(devices, holders, sinces) u (device, holder, since) cross join lateral (
      select from gateway g where g.device_id = u.device
        and (g.lease_holder is null or g.lease_holder = u.holder or g.lease_since < u.since) limit 1) g);
  for c in
    select o.id, o.kind, o.result is null and o.sent_at < u.since and o.sends < 3
      and g.lease_holder is distinct from u.holder as again, o.expires_at > now() as good
    from unnest(devices, holders, sinces) u (device, holder, since)
    join device_command o on o.device_id = any (mine) and o.device_id = u.device and o.state = 'sent'
    join gateway g on g.device_id = any (mine) and g.device_id = o.device_id
    order by o.id
  loop
    if c.kind = 'add_object' then
      update device_command o set state = 'failed', fault_code = 'no_answer', finished_at = clock_timestamp()
      where o.id = c.id and o.state = (select 'sent');
      perform note_command_end(c.id);
    elsif c.good and (not ends_by_evidence(c.kind) or c.again) then
      update device_command o set state = 'waiting', sent_at = null where o.id = c.id and o.state = (select 'sent');
    end if;
  end loop;
  update gateway g set lease_holder = u.holder, lease_since = u.since
  from unnest(devices, holders, sinces) u (device, holder, since)
  where g.device_id = any (mine) and g.device_id = u.device
    and (g.lease_holder, g.lease_since) is distinct from (u.holder, u.since);
  select array_agg(k.id order by k.device_id, k.id), array_agg(k.id) filter (where k.ahead) into due, first
  from (
    select o.id, o.device_id, row_number() over queue as place,
      bool_and(o.kind like 'get\_%' or o.kind = 'provision') over queue as ahead
    from device_command o
    -- Found by their device alone: planned while the table is small, a look at what has not expired would read the index of
    -- all that has not, for as long as the plan is kept.
    where o.device_id = any (mine) and o.state in ('waiting', 'sent') and o.state = (select 'waiting')
      and o.expires_at > now() and coalesce((o.request->>'notBefore')::timestamptz, now()) <= now()
    window queue as (partition by o.device_id order by o.id)
  ) k where k.place <= 50;
  if due is null then return; end if;
  if first is not null then
    with marked as (
      update device_command o set state = 'sent', sent_at = clock_timestamp(), sends = o.sends + 1
      where o.id = any (first) and o.state = (select 'waiting') returning o.id, o.company_id, o.device_id
    ), shown as (
      insert into live_event (company_id, kind, subject_id, data)
      select m.company_id, 'command.changed', m.device_id, jsonb_build_object('commandId', m.id::text) from marked m
    )
    select array_agg(m.id) into marked from marked m;
  end if;
  return query select o.device_id, o.id, o.kind, o.request, o.secret, o.id = any (marked) is true
    from device_command o where o.id = any (due) order by o.device_id, o.id;
end $$;

/** What came of the templates of gateways, which are held: {templates, told} each. */
create function acs_provisions_ended(devices bigint[], outcomes jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  companies constant bigint[] := companies_of(devices);
  tried record;
  states text[];
  before text[];
  bare bigint[];
  others bigint[];
begin
  if exists (select from unnest(outcomes) o where o->'told' ? 'added') then
    delete from provision_object o using unnest(devices, outcomes) u (device, outcome)
    where o.company_id = any (companies) and o.device_id = any (devices) and o.device_id = u.device
      and u.outcome->'told' ? 'added'
      and not u.outcome->'told'->'added' @> jsonb_build_array(jsonb_build_object('path', o.path));
    insert into provision_object as o (company_id, device_id, path, table_path, key, template_id, stays)
    select u.company, u.device, a->>'path', a->>'table', a->'key', (a->>'templateId')::bigint, (a->>'stays')::boolean
    from unnest(devices, companies, outcomes) u (device, company, outcome)
    cross join lateral jsonb_array_elements(u.outcome->'told'->'added') a where u.company is not null
    on conflict (company_id, device_id, path) do update set table_path = excluded.table_path, key = excluded.key,
      template_id = excluded.template_id, stays = excluded.stays;
  end if;
  if exists (select from unnest(outcomes) o where (o->'told'->>'settled')::boolean) then
    delete from provision_adding a where a.company_id = any (companies) and a.device_id = any (array(
      select u.device from unnest(devices, outcomes) u (device, outcome) where (u.outcome->'told'->>'settled')::boolean));
  end if;
  perform from provision_state s where s.company_id = any (companies) and s.device_id = any (devices)
    order by s.device_id for update;
  with told as materialized (
    select u.n, u.device, u.company, u.outcome->'templates' as templates, u.outcome->'told' as told, s, n.state,
      -- Who only looked has not tried: the next try comes when it was to come.
      (u.outcome->'told'->>'check')::boolean and n.state = 'failed' and s.state = 'failed' as looks
    from unnest(devices, companies, outcomes) with ordinality u (device, company, outcome, n)
    left join lateral (select * from provision_state k
      where k.company_id = u.company and k.device_id = u.device limit 1) s on true
    cross join lateral (select case
      -- What was refused before does not heal by looking.
      when u.outcome->'told'->>'state' = 'drifted' and s.state = 'failed' then 'failed'
      -- What was committed may want a restart before it is in effect. Where more waits than is kept, nobody can tell it from drift.
      when u.outcome->'told'->>'state' = 'drifted' and s.state = 'unverified' and s.attempts < 5
        and (jsonb_array_length(s.drift) >= 100 or not exists (
          select from jsonb_array_elements(u.outcome->'told'->'drift') k
          where not s.drift @> jsonb_build_array(jsonb_build_object('path', k->'path', 'after', k->'after'))))
        then 'unverified'
      else u.outcome->'told'->>'state' end as state) n
    where u.company is not null
  ), written as (
    insert into provision_state as p (device_id, company_id, state, revision, drift, problems, unknowable, templates,
      drifted_since, applied_at, attempts, next_at)
    select t.device, t.company, t.state,
      case when t.state in ('applied', 'unverified') then t.told->>'revision' else coalesce((t.s).revision, '') end,
      case when t.state in ('drifted', 'failed', 'unverified') then t.told->'drift' else '[]' end, t.told->'problems',
      array(select jsonb_array_elements_text(t.told->'unknowable')), t.templates,
      case when t.state = 'drifted' then coalesce((t.s).drifted_since, clock_timestamp()) end,
      case when t.state in ('applied', 'unverified') and not (t.told->>'check')::boolean then clock_timestamp()
        else (t.s).applied_at end,
      case when t.looks then (t.s).attempts
        when t.state in ('failed', 'unverified') and (t.s).state = t.state then (t.s).attempts + 1
        when t.state = 'failed' then 1 else 0 end,
      case when t.looks then (t.s).next_at
        when t.state = 'failed' and (t.s).state = 'failed' and (t.s).attempts >= 6 then null
        when t.state = 'failed' then clock_timestamp()
          + interval '5 minutes' * 3 ^ case (t.s).state when 'failed' then (t.s).attempts else 0 end
        when t.state = 'unverified' then clock_timestamp()
          + interval '30 seconds' * 8 ^ case (t.s).state when 'unverified' then (t.s).attempts else 0 end
        else clock_timestamp() + interval '1 hour'
          * coalesce((select k.check_hours from provision_setting k where k.company_id = t.company), 24) end
    from told t
    on conflict (company_id, device_id) do update set state = excluded.state, revision = excluded.revision,
      drift = excluded.drift, problems = excluded.problems, unknowable = excluded.unknowable,
      templates = excluded.templates,
      drifted_since = excluded.drifted_since, checked_at = clock_timestamp(), applied_at = excluded.applied_at,
      attempts = excluded.attempts, next_at = excluded.next_at
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select t.company, 'device.changed', t.device, '{}' from told t
  )
  select array_agg(t.state order by u.n), array_agg((t.s).state order by u.n) into states, before
  from generate_subscripts(devices, 1) u (n) left join told t on t.n = u.n;
  -- A statement of its own: what is told there is what is written by now.
  insert into device_timeline (company_id, msp_id, device_id, kind, detail)
  select u.company, d.msp_id, u.device, 'provision.' || u.state,
    jsonb_build_object('changed', u.outcome->'told'->'changed')
  from unnest(devices, companies, outcomes, states, before) u (device, company, outcome, state, before)
  cross join lateral (select k.msp_id from device k where k.id = u.device limit 1) d
  where u.state is not null and (u.before is distinct from u.state or not (u.outcome->'told'->>'check')::boolean);
  for tried in
    select u.company, u.device, u.outcome->'templates' as templates, u.state
    from unnest(devices, companies, outcomes, states) u (device, company, outcome, state)
    where u.state in ('applied', 'failed') and exists (
      select from provision_trial t where t.company_id = u.company and t.device_id = u.device)
    order by u.device
  loop
    perform trial_ended(tried.company, tried.device, tried.templates, tried.state);
  end loop;
  select array_agg(k.device) filter (where k.bare), array_agg(k.device) filter (where not k.bare and k.due <> k.templates)
    into bare, others
  from (
    select t.device, t.templates, t.due, case when t.due = '[]' then not provision_added(t.device) else false end as bare
    from (
      select u.device, u.outcome->'templates' as templates, provision_due_of(u.device) as due
      from unnest(devices, companies, outcomes) u (device, company, outcome) where u.company is not null offset 0
    ) t
  ) k;
  if bare is not null then
    delete from provision_state s where s.company_id = any (companies) and s.device_id = any (bare);
  end if;
  if others is not null then perform queue_provision(others, false); end if;
end $$;

/** Writes down what sessions that have the lease are about to add for templates; with nothing, that what they added is told. */
create function acs_provisions_adding(devices bigint[], holders uuid[], addings jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  companies constant bigint[] := companies_of(array(
    select (select g.device_id from gateway g where g.device_id = u.device and g.lease_holder = u.holder)
    from unnest(devices, holders) with ordinality u (device, holder, n) order by u.n));
begin
  insert into provision_adding (company_id, device_id, objects)
  select u.company, u.device, u.adding from unnest(devices, companies, addings) u (device, company, adding)
  where u.company is not null and u.adding <> '[]'
  on conflict (company_id, device_id) do update set objects = excluded.objects;
  if '[]' = any (addings) then
    delete from provision_adding a where a.company_id = any (companies) and a.device_id = any (array(
      select u.device from unnest(devices, addings) u (device, adding) where u.adding = '[]'));
  end if;
end $$;

/**
 * Holds the rows of gateways, the device before the gateway and its commands; of those in `written` more is written than their
 * queue.
 * @returns the gateways, with null for each whose rows somebody else holds, unless it `waits`
 */
create function hold_gateways(devices bigint[], written bigint[], waits boolean) returns bigint[]
  language plpgsql set search_path = public as $$
declare
  held bigint[];
begin
  if waits then
    perform lock_device(d) from unnest(written) d;
    perform from device d where d.id = any (devices) and d.id <> all (written) for key share;
    perform from gateway g where g.device_id = any (devices) for no key update;
    return devices;
  end if;
  held := array(select d.id from device_presence p join device d on d.id = p.device_id
    where p.device_id = any (written) and d.id = any (written)
    for update of p skip locked for no key update of d skip locked);
  held := held || array(select d.id from device d where d.id = any (devices) and d.id <> all (written)
    for key share skip locked);
  held := array(select g.device_id from gateway g where g.device_id = any (held) for no key update skip locked);
  return array(select case when u.device = any (held) then u.device end
    from unnest(devices) with ordinality u (device, n) order by u.n);
end $$;

/**
 * Of each gateway stores what its session learned, tells its news, and marks `next` as sent, or takes what waits since its
 * Inform, or `asks`, as `request` of one row, what templates want of it and what a session before was about to add.
 * A gateway whose rows somebody else holds is `busy`, and nothing is done of its turn, unless it alone `waits`.
 */
create function acs_turns(
  devices bigint[], holders uuid[], tolds jsonb[], newses jsonb[], nexts bigint[], sinces timestamptz[], asks boolean[],
  owners int[], paths text[], parents text[], values_in text[], valued boolean[], types text[], writables boolean[],
  waits boolean
) returns table (n int, id bigint, kind text, request jsonb, secret bytea, sent boolean)
language plpgsql security definer
set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  read constant bigint[] := array(select devices[o.n] from (select distinct unnest(owners) as n) o);
  -- Those of which more is written than their queue.
  written constant bigint[] := read || array(
    select u.device from unnest(devices, newses) u (device, news) where u.news ?| '{credentials,provisioned}');
  those bigint[];
  theirs uuid[];
  what jsonb[];
  taken record;
  before bigint;
begin
  if exists (select from unnest(newses) news where news ? 'provisioned') then
    -- Whoever stops a rollout holds it and then wants the rows of its gateways: it comes before them here too.
    those := array(select t.rollout_id from unnest(devices, newses) u (device, news)
      cross join lateral (select k.company_id from device k where k.id = u.device limit 1) d
      join provision_trial t on t.company_id = d.company_id and t.device_id = u.device where u.news ? 'provisioned');
    perform from provision_rollout r where r.id = any (those) order by r.id for update;
  end if;
  devices := hold_gateways(devices, written, waits);
  return query select u.n::int, null::bigint, 'busy'::text, null::jsonb, null::bytea, null::boolean
    from unnest(devices) with ordinality u (device, n) where u.device is null;

  if cardinality(read) > 0 then
    perform acs_apply(array(select case when u.device = any (read) then u.device end
        from unnest(devices) with ordinality u (device, n) order by u.n),
      -- Below, with all else that an accepted interval changes.
      array(select case when (u.news->'credentials'->>'accepted')::boolean then u.told - 'periodicInterval' else u.told end
        from unnest(tolds, newses) with ordinality u (told, news, n) order by u.n),
      owners, paths, parents, values_in, valued, types, writables);
  end if;
  select array_agg(u.device), array_agg(u.news->'credentials') into those, what
    from unnest(devices, newses) u (device, news) where u.device is not null and u.news ? 'credentials';
  if those is not null then perform acs_credentials_answered(those, what); end if;
  select array_agg(u.device), array_agg(u.holder), array_agg(u.news->'ended') into those, theirs, what
    from unnest(devices, holders, newses) u (device, holder, news) where u.device is not null and u.news->'ended' <> '[]';
  if those is not null then perform acs_commands_ended(those, theirs, what); end if;
  -- After the end of its command: other templates are due by now only where none is open.
  select array_agg(u.device), array_agg(u.news->'provisioned') into those, what
    from unnest(devices, newses) u (device, news) where u.device is not null and u.news ? 'provisioned';
  if those is not null then perform acs_provisions_ended(those, what); end if;
  select array_agg(u.device), array_agg(u.holder), array_agg(u.news->'adding') into those, theirs, what
    from unnest(devices, holders, newses) u (device, holder, news) where u.device is not null and u.news ? 'adding';
  if those is not null then perform acs_provisions_adding(those, theirs, what); end if;
  if exists (select from unnest(newses) news where news ? 'back') then
    update device_command c set state = 'waiting', sent_at = null, sends = c.sends - 1
    from unnest(devices, holders, newses) u (device, holder, news)
    where c.device_id = any (devices) and c.device_id = u.device and c.state = 'sent' and u.news ? 'back'
      and c.id in (select b::bigint from jsonb_array_elements_text(u.news->'back') b)
      and exists (select from gateway g where g.device_id = u.device and g.lease_holder = u.holder);
  end if;

  return query select u.n::int, u.next, null::text, null::jsonb, null::bytea, true
    from unnest(devices, holders, nexts) with ordinality u (device, holder, next, n)
    where u.device is not null and u.next is not null and acs_command_sent(u.next, u.holder);
  return query select u.n::int, null::bigint, 'templates'::text,
      to_jsonb(p) || jsonb_build_object('adding', coalesce((select a.objects from provision_adding a
        where a.company_id = g.company_id and a.device_id = u.device), '[]')), null::bytea, true
    from unnest(devices, holders, asks) with ordinality u (device, holder, asks, n)
    cross join lateral (select k.company_id from gateway k
      where k.device_id = u.device and k.lease_holder = u.holder limit 1) g
    cross join lateral acs_provision(u.device) p
    where u.asks;
  select array_agg(u.device), array_agg(u.holder), array_agg(u.since) into those, theirs, sinces
    from unnest(devices, holders, sinces) u (device, holder, since) where u.device is not null and u.since is not null;
  if those is null then return; end if;
  for taken in select * from acs_take_commands(those, theirs, sinces) loop
    n := array_position(devices, taken.device);
    -- What comes first goes out now, whatever it is.
    sent := taken.sent or taken.device is distinct from before and acs_command_sent(taken.id, holders[n]);
    before := taken.device;
    id := taken.id;
    kind := taken.kind;
    request := taken.request;
    secret := taken.secret;
    return next;
  end loop;
end $$;

-- ─── Gateways that are taken in ──────────────────────────────────────────────────────────────────────────────────────────

/** A gateway that may become this company's, as its Inform tells of it. `n`: its place among those that came with it. */
create type gateway_arrival as (
  n int, oui text, class text, serial text, manufacturer text, model text, how text, address inet, guard text, name text,
  username text, open_until timestamptz, commands jsonb, registered_only boolean, told jsonb, facts text, events jsonb,
  is_given boolean, overdue_seconds double precision
);

/**
 * Takes gateways into one company. `registered_only`: where it is not pre-registered it `waits`. `is_given`: its session gives
 * it credentials of its own. `overdue_seconds`: its session tells it how often to call in, and after that time without an
 * Inform it is offline; until then it is online, as its Inform has just come. Null: nobody will know when it is overdue.
 * @throws NW001 where the company has used up its devices, NW003 where more of several come than the company takes in:
 *   none of them is taken in, and each is to be asked for alone.
 */
create function acs_admits(company_in bigint, arrivals jsonb, per_hour int, per_day int) returns table (
  n int, refusal text, device_id bigint, company_id bigint, company_code text, company_status text, guard text,
  credential_state text, enrolled_by text, username text, ha1 bytea, pending_ha1 bytea, facts text, last_address text,
  data_model_root text, periodic_interval int, reset_expected boolean, has_commands boolean, unanswered int,
  url_company_id bigint, stun_offer text, udp_told text
) language plpgsql security definer
set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  came constant gateway_arrival[] := array(select a from jsonb_populate_recordset(null::gateway_arrival, arrivals) a order by a.n);
  registered bigint[];
  registered_names text[];
  -- By place; null where it was refused.
  made bigint[];
  msps bigint[];
  this_hour constant timestamptz := date_trunc('hour', now());
  day_count bigint;
  hour_count int;
  full_up boolean := false;
  untold boolean;
  described jsonb;
begin
  select array_agg(r.id order by a.n), array_agg(r.name order by a.n) into registered, registered_names
  from unnest(came) a left join lateral (
    select r.id, r.name from pre_registration r
    where r.company_id = company_in and r.serial_number = a.serial
      and registration_fits(r, a.oui, a.class, a.serial, a.model) order by r.id limit 1) r on true;

  -- A look, so that who comes far too late costs little. What counts is counted last: all others of the company wait for it.
  select coalesce(max(t.enrolled) filter (where t.hour = this_hour), 0), coalesce(sum(t.enrolled), 0)
    into hour_count, day_count from enrolment_tally t
    where t.company_id = company_in and t.hour > now() - interval '24 hours';
  full_up := (hour_count >= per_hour or day_count >= per_day) and exists (
    select from unnest(came) a where not a.registered_only or registered[a.n] is not null);
  if not full_up then
  begin
    with added as (
      insert into device (company_id, name, type, driver, manufacturer, oui, product_class, serial_number, model_name,
        software_version, hardware_version, ip_address, mac_address, data_model_root, cwmp_version, connection_request_url,
        first_inform_at, last_boot_at, enrolled_by, credential_state, guard, presence)
      select company_in,
        coalesce(nullif(a.name, ''), nullif(registered_names[a.n], ''), nullif(a.serial, ''), a.class, '-'),
        'smart_cpe', 'cwmp', coalesce(a.told->>'manufacturer', a.manufacturer), a.oui, a.class, a.serial,
        coalesce(a.told->>'modelName', a.model), coalesce(a.told->>'softwareVersion', ''),
        coalesce(a.told->>'hardwareVersion', ''), (a.told->>'ipAddress')::inet, (a.told->>'macAddress')::macaddr,
        a.told->>'root', a.told->>'cwmpVersion', a.told->>'url', now(),
        case when a.events @? '$[*] ? (@.kind == "boot" || @.kind == "bootstrap")' then now() end, a.how,
        case when a.is_given then 'setting' when a.how = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end, a.guard,
        case when a.overdue_seconds is null then 'unknown' else 'online' end
      from unnest(came) a where not a.registered_only or registered[a.n] is not null order by a.oui, a.class, a.serial, a.n
      on conflict (oui, product_class, serial_number) where state = 'claimed' and driver = 'cwmp' do nothing
      returning id, msp_id, oui, product_class, serial_number
    )
    select array_agg(d.id order by a.n), array_agg(d.msp_id order by a.n) into made, msps
    from (select c.*, row_number() over (partition by c.oui, c.class, c.serial order by c.n) as turn
      from unnest(came) c) a
    left join added d on a.turn = 1 and d.oui = a.oui and d.product_class = a.class and d.serial_number = a.serial;
    with here as materialized (
      select a.*, made[a.n] as id, msps[a.n] as msp from unnest(came) a where made[a.n] is not null
    ), awaited as (
      insert into device_presence (device_id, company_id, msp_id, last_inform_at, due_at)
      select h.id, company_in, h.msp, now(), now() + make_interval(secs => h.overdue_seconds) from here h
    ), known as (
      insert into gateway (device_id, company_id, username, last_address, open_until, facts, parameter_key)
      select h.id, company_in, h.username, h.address, h.open_until, h.facts, h.told->>'parameterKey' from here h
    ), matched as (
      update pre_registration set state = 'matched' where id = any (registered) and id in (
        select registered[h.n] from here h)
    ), found as (
      delete from gateway_pool p using here h
      where p.oui = h.oui and p.product_class = h.class and p.serial_number = h.serial
    ), asked as (
      insert into device_command (company_id, device_id, kind, request, expires_at)
      select company_in, h.id, c.command->>'kind', c.command->'request', now() + interval '7 days'
      from here h cross join lateral jsonb_array_elements(h.commands) with ordinality c (command, place)
      order by h.n, c.place
    ), noted as (
      insert into device_timeline (company_id, msp_id, device_id, kind, detail)
      select company_in, h.msp, h.id, l.line->>0, l.line->1
      from here h cross join lateral jsonb_array_elements(
        jsonb_build_array(jsonb_build_array('claimed', jsonb_build_object('by', h.how)))
        || case h.guard when 'duplicate' then
          '[["guard.duplicate", {"because": "placeholder_serial"}]]'::jsonb else '[]' end
        || coalesce((select jsonb_agg(jsonb_build_array('inform.' || (e->>'kind'),
            jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey')
            || case e->>'kind' when 'bootstrap' then '{"first": true}'::jsonb else '{}' end))
          from jsonb_array_elements(h.events) e where e->>'kind' <> 'periodic'), '[]')
        || case when h.overdue_seconds is null then '[]' else '[["online", {}]]'::jsonb end)
        with ordinality l (line, place)
      order by h.n, l.place
    ), audited as (
      insert into audit_log (company_id, action, subject_kind, subject_id, detail)
      select company_in, 'gateway.enrolled', 'device', h.id::text,
        jsonb_build_object('serialNumber', h.serial, 'oui', h.oui, 'by', h.how, 'address', host(h.address))
      from here h order by h.n
    ), shown as (
      insert into live_event (company_id, kind, subject_id, data)
      select company_in, l.kind, h.id, l.data from here h cross join lateral (values
        (true, 'device.added', '{}'::jsonb), (h.overdue_seconds is not null, 'device.presence', '{"presence": "online"}')
      ) l (wanted, kind, data) where l.wanted order by h.n
    )
    insert into enrolment_tally as t (company_id, hour, enrolled)
    select company_in, this_hour, count(*) from here having count(*) > 0
    on conflict (company_id, hour) do update set enrolled = t.enrolled + excluded.enrolled returning t.enrolled
    into hour_count;
    select sum(t.enrolled) into day_count from enrolment_tally t
      where t.company_id = company_in and t.hour > now() - interval '24 hours';
    if hour_count > per_hour or day_count > per_day then raise exception 'full' using errcode = 'NW003'; end if;
  exception when sqlstate 'NW003' then
    if cardinality(came) > 1 then raise; end if;
    full_up := true;
    made := array[null::bigint];
  end;
  end if;

  if full_up then
    insert into enrolment_tally (company_id, hour) values (company_in, this_hour) on conflict do nothing;
    select t.enrolled, t.told_at is null into hour_count, untold from enrolment_tally t
      where t.company_id = company_in and t.hour = this_hour for update;
    select sum(t.enrolled) into day_count from enrolment_tally t
      where t.company_id = company_in and t.hour > now() - interval '24 hours';
    if untold then
      update enrolment_tally t set told_at = now() where t.company_id = company_in and t.hour = this_hour;
      select jsonb_build_object('company', c.name, 'thisHour', hour_count, 'lastDay', day_count,
          'address', host(came[1].address))
        into described from company c where c.id = company_in;
      perform note_audit(c.id, 'enrolment.limit_reached', 'company', company_in::text, described)
        from company c where c.kind = 'op' or c.id = company_in;
    end if;
  end if;
  return query select a.n, case when d.id is not null then null
        when a.registered_only and registered[a.n] is null then 'waits' when full_up then 'limit' else 'taken' end,
      d.id, d.company_id, c.code, c.status, d.guard, d.credential_state, d.enrolled_by, a.username, null::bytea, null::bytea,
      a.facts, host(a.address), d.data_model_root, d.periodic_interval, false, true, 0, null::bigint, '', null::text
    from unnest(came) a
    left join lateral (select * from device k where k.id = made[a.n] limit 1) d on true
    cross join lateral (select x.code, x.status from company x where x.id = company_in limit 1) c;
end $$;

/** Credentials of their own that sessions are about to give to gateways. */
create function acs_credentials_setting(devices bigint[], ha1s bytea[], usernames text[], passwords bytea[]) returns void
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  -- Who was taken in for it is `setting` already.
  update device set credential_state = 'setting'
  where id = any (devices) and state = 'claimed' and credential_state <> 'setting';
  update gateway g set pending_ha1 = u.ha1, connection_username = u.username, pending_connection_password = u.password,
    unanswered = 0
  from unnest(devices, ha1s, usernames, passwords) u (device, ha1, username, password)
  where g.device_id = any (devices) and g.device_id = u.device;
end $$;

grant execute on function acs_turns, acs_admits, acs_credentials_setting to {{login}};
