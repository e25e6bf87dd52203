-- Array entries at the same index belong to one gateway. Rows are found by `= any` of known keys: plans are
-- kept, and one made while a table is small would scan all of it.

/**
 * What a session needs to provision a device. `line` is the internet line whose account, with its password,
 * is in `provision_variables`; `revision` is the one last applied; `added` is what templates added there.
 */
create or replace function acs_provision(device_in bigint) returns table (
  templates jsonb, variables jsonb, secrets jsonb, line jsonb, revision text, added jsonb
) language plpgsql stable security definer set search_path = public as $$
declare
  d device;
begin
  select * into d from device k where k.id = device_in and k.state = 'claimed';
  if d.id is null then return; end if;
  return query select
    coalesce((select jsonb_agg(jsonb_build_object('id', t.template_id::text, 'version', t.version, 'content', t.content,
      'name', t.name || coalesce(' (' || t.owner || ')', ''), 'objectsStay', t.objects_stay))
      from provision_templates(device_in) t), '[]'),
    provision_variables(d),
    coalesce((select jsonb_object_agg(s.name, jsonb_build_object('sealed', encode(s.value, 'base64'),
      'changedAt', s.changed_at)) from provision_secret s where s.company_id = d.company_id), '{}'),
    (select jsonb_build_object('id', l.id::text, 'name', l.name, 'outletName', o.name, 'password', (
        select jsonb_build_object('sealed', encode(p.value, 'base64'), 'changedAt', l.id || ' ' || p.changed_at)
        from line_password p where p.company_id = l.company_id and p.line_id = l.id))
      from internet_line l join outlet o on o.company_id = l.company_id and o.id = l.outlet_id
      where l.company_id = d.company_id and l.device_id = d.id order by l.wan_name, l.id limit 1),
    coalesce((select s.revision from provision_state s where s.company_id = d.company_id and s.device_id = d.id), ''),
    coalesce((select jsonb_agg(jsonb_build_object('path', o.path, 'table', o.table_path, 'key', o.key,
      'templateId', o.template_id::text, 'stays', object_stays(o)) order by o.path)
      from provision_object o where o.company_id = d.company_id and o.device_id = d.id), '[]');
end $$;

/**
 * Records what sessions that hold the lease are about to add for templates, since a session may be cut off
 * before it reports. Empty: the additions have been reported.
 */
create or replace function acs_provisions_adding(devices bigint[], holders uuid[], addings jsonb[]) returns void
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
      select u.device from unnest(devices, companies, addings) u (device, company, adding)
      where u.company is not null and u.adding = '[]'));
  end if;
end $$;

/**
 * A gateway that tries a version has accepted or refused it. If too many refuse, those still waiting keep
 * their current version.
 */
create or replace function trial_ended(company_in bigint, device_in bigint, templates_in jsonb, state_in text) returns void
  language plpgsql set search_path = public as $$
declare
  tried provision_trial;
  r provision_rollout;
begin
  for tried in
    select t.* from provision_trial t where t.company_id = company_in and t.device_id = device_in
      and templates_in @> jsonb_build_array(jsonb_build_array(t.template_id::text, t.version))
      and t.outcome <> case state_in when 'failed' then 'failed' else 'done' end
    order by t.rollout_id
  loop
    -- Locked before the device row: stopping a rollout locks this row and then the device rows.
    select * into r from provision_rollout where id = tried.rollout_id for update;
    update provision_trial t set outcome = case state_in when 'failed' then 'failed' else 'done' end
    where t.company_id = company_in and t.device_id = device_in and t.template_id = tried.template_id
      and t.rollout_id = tried.rollout_id;
    if r.state = 'trying' and state_in = 'failed' and r.devices is not null
      and 100 * (select count(*) from provision_trial t where t.rollout_id = r.id and t.outcome = 'failed')
        > r.devices * r.most_failed_percent then
      update provision_rollout set state = 'stopped' where id = r.id;
      delete from provision_trial t where t.rollout_id = r.id and t.outcome = 'waiting';
      perform note_live(r.company_id, 'template.changed', r.template_id, '{}');
    end if;
  end loop;
end $$;

/**
 * Stores the instances that templates added, as named by the gateways, and clears the announced additions.
 */
create or replace function acs_objects_added(devices bigint[], companies bigint[], outcomes jsonb[]) returns void
  language plpgsql set search_path = public as $$
begin
  if exists (select from unnest(outcomes) o where o->'report' ? 'added') then
    delete from provision_object o using unnest(devices, outcomes) u (device, outcome)
    where o.company_id = any (companies) and o.device_id = any (devices) and o.device_id = u.device
      and u.outcome->'report' ? 'added'
      and not u.outcome->'report'->'added' @> jsonb_build_array(jsonb_build_object('path', o.path));
    insert into provision_object as o (company_id, device_id, path, table_path, key, template_id, stays)
    select u.company, u.device, a->>'path', a->>'table', a->'key', (a->>'templateId')::bigint, (a->>'stays')::boolean
    from unnest(devices, companies, outcomes) u (device, company, outcome)
    cross join lateral jsonb_array_elements(u.outcome->'report'->'added') a where u.company is not null
    on conflict (company_id, device_id, path) do update set table_path = excluded.table_path, key = excluded.key,
      template_id = excluded.template_id, stays = excluded.stays;
  end if;
  if exists (select from unnest(outcomes) o where (o->'report'->>'settled')::boolean) then
    delete from provision_adding a where a.company_id = any (companies) and a.device_id = any (array(
      select u.device from unnest(devices, outcomes) u (device, outcome) where (u.outcome->'report'->>'settled')::boolean));
  end if;
end $$;

/** The state after a run of the templates: `told` is its outcome, `before` the previous state. */
create or replace function provision_state_after(report jsonb, before provision_state) returns text
  language sql immutable as $$
  select case
  -- A read does not clear an earlier refusal.
  when report->>'state' = 'drifted' and (before).state = 'failed' then 'failed'
  -- Committed values may need a restart to take effect. Where more is pending than is kept, it cannot be
  -- distinguished from drift.
  when report->>'state' = 'drifted' and (before).state = 'unverified' and (before).attempts < 5
    and (jsonb_array_length((before).drift) >= 100 or not exists (
      select from jsonb_array_elements(report->'drift') k
      where not (before).drift @> jsonb_build_array(jsonb_build_object('path', k->'path', 'after', k->'after'))))
    then 'unverified'
  else report->>'state' end $$;

/**
 * Removes the state of gateways that no template applies to any more, and queues those whose templates
 * changed meanwhile.
 */
create or replace function provision_what_is_due(devices bigint[], companies bigint[], outcomes jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  bare bigint[];
  others bigint[];
begin
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

/** Stores the template outcomes of gateways whose rows are locked: `{templates, told}` each. */
create or replace function acs_provisions_ended(devices bigint[], outcomes jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  companies constant bigint[] := companies_of(devices);
  tried record;
  states text[];
  before text[];
begin
  perform acs_objects_added(devices, companies, outcomes);
  perform from provision_state s where s.company_id = any (companies) and s.device_id = any (devices)
    order by s.device_id for update;
  with report as materialized (
    select u.n, u.device, u.company, u.outcome->'templates' as templates, u.outcome->'report' as report, s, n.state,
      -- A read-only pass is not an attempt: the next attempt keeps its time.
      (u.outcome->'report'->>'check')::boolean and n.state = 'failed' and s.state = 'failed' as looks
    from unnest(devices, companies, outcomes) with ordinality u (device, company, outcome, n)
    left join lateral (select * from provision_state k
      where k.company_id = u.company and k.device_id = u.device limit 1) s on true
    cross join lateral provision_state_after(u.outcome->'report', s) n (state)
    where u.company is not null
  ), written as (
    insert into provision_state as p (device_id, company_id, state, revision, drift, problems, unknowable, templates,
      drifted_since, applied_at, attempts, next_at)
    select t.device, t.company, t.state,
      case when t.state in ('applied', 'unverified') then t.report->>'revision' else coalesce((t.s).revision, '') end,
      case when t.state in ('drifted', 'failed', 'unverified') then t.report->'drift' else '[]' end, t.report->'problems',
      array(select jsonb_array_elements_text(t.report->'unknowable')), t.templates,
      case when t.state = 'drifted' then coalesce((t.s).drifted_since, clock_timestamp()) end,
      case when t.state in ('applied', 'unverified') and not (t.report->>'check')::boolean then clock_timestamp()
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
    from report t
    on conflict (company_id, device_id) do update set state = excluded.state, revision = excluded.revision,
      drift = excluded.drift, problems = excluded.problems, unknowable = excluded.unknowable,
      templates = excluded.templates,
      drifted_since = excluded.drifted_since, checked_at = clock_timestamp(), applied_at = excluded.applied_at,
      attempts = excluded.attempts, next_at = excluded.next_at
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select t.company, 'device.changed', t.device, '{}' from report t
  )
  select array_agg(t.state order by u.n), array_agg((t.s).state order by u.n) into states, before
  from generate_subscripts(devices, 1) u (n) left join report t on t.n = u.n;
  -- A separate statement, so that it reports what is already written.
  insert into device_timeline (company_id, msp_id, device_id, kind, detail)
  select u.company, d.msp_id, u.device, 'provision.' || u.state,
    jsonb_build_object('changed', u.outcome->'report'->'changed')
  from unnest(devices, companies, outcomes, states, before) u (device, company, outcome, state, before)
  cross join lateral (select k.msp_id from device k where k.id = u.device limit 1) d
  where u.state is not null and (u.before is distinct from u.state or not (u.outcome->'report'->>'check')::boolean);
  for tried in
    select u.company, u.device, u.outcome->'templates' as templates, u.state
    from unnest(devices, companies, outcomes, states) u (device, company, outcome, state)
    where u.state in ('applied', 'failed') and exists (
      select from provision_trial t where t.company_id = u.company and t.device_id = u.device)
    order by u.device
  loop
    perform trial_ended(tried.company, tried.device, tried.templates, tried.state);
  end loop;
  perform provision_what_is_due(devices, companies, outcomes);
end $$;
