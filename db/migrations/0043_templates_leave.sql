-- Templates by the regions of outlets; what they added goes with them; a way back that a company is asked about.

-- ─── By region ──────────────────────────────────────────────────────────────────────────────────────────────────────

alter table provision_version
  -- Paths: the outlet lies in one of them or below it.
  add column regions text[] not null default '{}',
  -- What it added to gateways stays when it is no longer for them.
  add column objects_stay boolean not null default false;

/** Whether an outlet lies in one of the regions or below it. */
create function outlet_in_regions(outlet_in bigint, regions_in text[]) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from outlet o cross join unnest(regions_in) r (region)
    where o.id = outlet_in and (o.region = r.region or starts_with(o.region, r.region || '/'))) $$;

create or replace function provision_fits(v provision_version, d device) returns boolean language sql stable as $$
  select d.state = 'claimed' and d.driver = 'cwmp'
    and (d.company_id = v.company_id or v.below)
    and (v.company_ids = '{}' or d.company_id = any (v.company_ids))
    and (v.models = '{}' or d.model_name = any (v.models))
    and (v.manufacturers = '{}' or d.manufacturer = any (v.manufacturers))
    and (v.software_versions = '{}' or d.software_version = any (v.software_versions))
    and (v.software_from = '' or version_numbers(d.software_version) >= version_numbers(v.software_from))
    and (v.software_below = '' or version_numbers(d.software_version) < version_numbers(v.software_below))
    and (v.tags = '{}' or d.tags @> v.tags)
    and (v.outlet_ids = '{}' or d.outlet_id = any (v.outlet_ids))
    and (v.regions = '{}' or outlet_in_regions(d.outlet_id, v.regions)) $$;

/** Other templates may fit where an outlet now lies elsewhere: found out by a job, once for all that one import changed. */
create function outlets_refit() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_job('provision.refit', json_build_object('companyId', k.company_id::text), max_attempts := 10,
      job_key := 'provision.refit:' || k.company_id)
    from (select distinct n.company_id from after n join before o on o.id = n.id where n.region <> o.region) k
    where exists (select from company_ancestor a join provision_template t on t.company_id = a.ancestor_id
      join provision_version v on v.company_id = t.company_id and v.template_id = t.id
      where a.company_id = k.company_id and v.regions <> '{}');
  return null;
end $$;
create trigger outlets_refit after update on outlet referencing old table as before new table as after
  for each statement execute function outlets_refit();

-- ─── What templates added ───────────────────────────────────────────────────────────────────────────────────────────

-- Instances that sessions added for templates, and nothing that was there before.
create table provision_object (
  company_id bigint not null,
  device_id bigint not null,
  -- Of the instance: `Device.NAT.PortMapping.6.`.
  path text not null check (length(path) <= 300),
  table_path text not null,
  -- {name: value}: what has another key by now is not what was added.
  key jsonb not null,
  -- That wanted it last; it may be of a company above, and gone.
  template_id bigint not null,
  stays boolean not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (company_id, device_id, path),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index provision_object_template on provision_object (template_id);
select netward_protect('provision_object', 'company_id', 'select');
select netward_follow_device('provision_object');

/** What its template says now, else what it said last. */
create function object_stays(o provision_object) returns boolean
  language sql stable security definer set search_path = public as $$
  select coalesce((select v.objects_stay from provision_template t join provision_version v
    on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
    where t.id = o.template_id), o.stays) $$;

/** Whether something is on a device that goes once no template wants it. */
create function provision_added(device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device d join provision_object o on o.company_id = d.company_id and o.device_id = d.id
    where d.id = device_in and not object_stays(o)) $$;

/** As in 0036, with what becomes of what they add. */
drop function provision_templates(bigint);
create function provision_templates(device_in bigint)
  returns table (template_id bigint, name text, version int, content jsonb, owner text, objects_stay boolean)
  language plpgsql stable security definer set search_path = public
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select t.id, t.name, v.number, v.content, case when a.depth > 0 then o.name end, v.objects_stay
  from device d
  join company_ancestor a on a.company_id = d.company_id
  join provision_template t on t.company_id = a.ancestor_id
  join company o on o.id = t.company_id
  left join provision_trial r on r.company_id = d.company_id and r.device_id = d.id and r.template_id = t.id
  join provision_version v on v.company_id = t.company_id and v.template_id = t.id
    and v.number = coalesce(r.version, t.applied_version)
  where d.id = device_in and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = t.id and k.version = v.number))
  order by t.name, t.id;
end $$;

/** As in 0036, with what sessions before this one added. */
drop function acs_provision(bigint);
create function acs_provision(device_in bigint) returns table (
  templates jsonb, variables jsonb, secrets jsonb, revision text, added jsonb
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
    coalesce((select s.revision from provision_state s where s.company_id = d.company_id and s.device_id = d.id), ''),
    coalesce((select jsonb_agg(jsonb_build_object('path', o.path, 'table', o.table_path, 'key', o.key,
      'templateId', o.template_id::text, 'stays', object_stays(o)) order by o.path)
      from provision_object o where o.company_id = d.company_id and o.device_id = d.id), '[]');
end $$;

/** As in 0027; after a reset nothing there is what was added. */
create or replace function device_wants_provision() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from provision_object where company_id = new.company_id and device_id = new.device_id;
  if provision_due_of(new.device_id) <> '[]' then perform queue_provision(array[new.device_id], false); end if;
  return null;
end $$;

/** As in 0027; what no template wants any more is cleared away by a session. */
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

/** As in 0036; where something is to be cleared away a session is wanted too. */
create or replace function provision_again(devices bigint[]) returns void language plpgsql set search_path = public as $$
declare
  held bigint[] := array(select x from unnest(devices) x where exists (select from provision_templates(x)) or provision_added(x));
begin
  -- In the order in which sessions take them: the device, then what is known of it.
  perform 1 from device d where d.id = any (devices) and d.id <> all (held) order by d.id for no key update;
  delete from provision_state where company_id = scope_company() and device_id = any (devices) and device_id <> all (held);
  perform queue_provision(held, false);
  perform enqueue('device.connect', jsonb_build_object('deviceId', x::text), 'device.connect:' || x) from unnest(held) x;
end $$;

/** As in 0027; where something is to be cleared away too. */
create or replace function provision_device(device_in bigint, check_in boolean) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from device d where d.id = device_in and d.company_id = scope_company() and d.state = 'claimed'
      and (exists (select from provision_templates(d.id)) or provision_added(d.id))) then return false; end if;
  perform queue_provision(array[device_in], check_in);
  perform enqueue('device.connect', jsonb_build_object('deviceId', device_in::text), 'device.connect:' || device_in);
  return true;
end $$;

/** As in 0036; `added` of what is told, where it changed, is all that templates added to the gateway and that is there. */
create or replace function acs_provision_ended(device_in bigint, templates_in jsonb, told jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  s provision_state;
  next_state text := told->>'state';
  due jsonb;
begin
  select * into d from device where id = device_in and state = 'claimed' for no key update;
  if d.id is null then return; end if;
  if told ? 'added' then
    delete from provision_object o where o.company_id = d.company_id and o.device_id = device_in
      and not told->'added' @> jsonb_build_array(jsonb_build_object('path', o.path));
    insert into provision_object as o (company_id, device_id, path, table_path, key, template_id, stays)
    select d.company_id, device_in, a->>'path', a->>'table', a->'key', (a->>'templateId')::bigint, (a->>'stays')::boolean
    from jsonb_array_elements(told->'added') a
    on conflict (company_id, device_id, path) do update set table_path = excluded.table_path, key = excluded.key,
      template_id = excluded.template_id, stays = excluded.stays;
  end if;
  select * into s from provision_state where device_id = device_in and company_id = d.company_id for update;
  -- What was refused before does not heal by looking.
  if next_state = 'drifted' and s.state = 'failed' then next_state := 'failed'; end if;
  -- What was committed may want a restart before it is in effect.
  if next_state = 'drifted' and s.state = 'unverified' and s.attempts < 5 then next_state := 'unverified'; end if;
  insert into provision_state as p (device_id, company_id, state, revision, drift, problems, unknowable, templates,
    drifted_since, applied_at, attempts, next_at)
  values (device_in, d.company_id, next_state,
    case when next_state in ('applied', 'unverified') then told->>'revision' else coalesce(s.revision, '') end,
    case when next_state in ('drifted', 'failed') then told->'drift' else '[]' end, told->'problems',
    array(select jsonb_array_elements_text(told->'unknowable')), templates_in,
    case when next_state = 'drifted' then coalesce(s.drifted_since, clock_timestamp()) end,
    case when next_state in ('applied', 'unverified') and not (told->>'check')::boolean then clock_timestamp()
      else s.applied_at end,
    case when next_state in ('failed', 'unverified') and s.state = next_state then s.attempts + 1
      when next_state = 'failed' then 1 else 0 end,
    case when next_state = 'failed' and s.state = 'failed' and s.attempts >= 6 then null
      when next_state = 'failed' then clock_timestamp() + interval '5 minutes' * 3 ^ case s.state when 'failed' then s.attempts else 0 end
      when next_state = 'unverified' then clock_timestamp() + interval '30 seconds' * 8 ^ case s.state when 'unverified' then s.attempts else 0 end
      else clock_timestamp() + interval '1 hour'
        * coalesce((select k.check_hours from provision_setting k where k.company_id = d.company_id), 24) end)
  on conflict (company_id, device_id) do update set state = excluded.state, revision = excluded.revision,
    drift = excluded.drift, problems = excluded.problems, unknowable = excluded.unknowable,
    templates = excluded.templates,
    drifted_since = excluded.drifted_since, checked_at = clock_timestamp(), applied_at = excluded.applied_at,
    attempts = excluded.attempts, next_at = excluded.next_at;
  if s.state is distinct from next_state or not (told->>'check')::boolean then
    perform note_timeline(d.company_id, device_in, 'provision.' || next_state,
      jsonb_build_object('changed', told->'changed'));
  end if;
  if next_state in ('applied', 'failed') then perform trial_ended(d.company_id, device_in, templates_in, next_state); end if;
  due := provision_due_of(device_in);
  if due = '[]' and not provision_added(device_in) then
    delete from provision_state where device_id = device_in and company_id = d.company_id;
  elsif due <> templates_in then
    perform queue_provision(array[device_in], false);
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/**
 * What a template of the company acted in added, wherever those gateways are, and what goes when it is no longer for them:
 * with another version, or, where that is null, with none.
 */
create function provision_leaving(template_in bigint, version_in int) returns table (devices int, objects int)
  language sql stable security definer set search_path = public as $$
  select count(distinct d.id)::int, count(*)::int
  from provision_template t join provision_object o on o.template_id = t.id
  join device d on d.company_id = o.company_id and d.id = o.device_id and d.state = 'claimed'
  left join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = version_in
  where t.id = template_in and t.company_id = scope_company()
    and not coalesce(v.objects_stay, object_stays(o)) and not coalesce(provision_fits(v, d), false) $$;

-- ─── Back, once the company says so ─────────────────────────────────────────────────────────────────────────────────

-- Asked for from above, of a company that wants to be asked.
alter table campaign_target drop constraint campaign_target_rollback_check;
alter table campaign_target add constraint campaign_target_rollback_check
  check (rollback in ('asked', 'wanted', 'reading', 'switching', 'fetching', 'done', 'failed'));

grant execute on function acs_provision to {{login}};
grant execute on function provision_templates, outlet_in_regions to {{company}}, {{tree}}, {{platform}};
grant execute on function provision_leaving to {{company}}, {{tree}}, {{platform}};
