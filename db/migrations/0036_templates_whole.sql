-- Templates from above, tried on some gateways first, with what they would change counted on all.

-- ─── Which gateways ─────────────────────────────────────────────────────────────────────────────────────────────────

alter table provision_version
  -- For the companies below too: all of them, or those that are named.
  add column below boolean not null default false,
  add column company_ids bigint[] not null default '{}',
  -- By the numbers of the version: from the one, below the other; '' for no bound.
  add column software_from text not null default '',
  add column software_below text not null default '';
-- What a company reads of those above it is what applies to it, and nothing else.
create policy applied_above on provision_template for select to {{company}}, {{tree}}
  using (applied_version is not null
    and company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company())));
create policy applied_above on provision_version for select to {{company}}, {{tree}}
  using (below and (company_ids = '{}' or (select scope_company()) = any (company_ids))
    and company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company()))
    and exists (select from provision_template t where t.company_id = provision_version.company_id
      and t.id = provision_version.template_id and t.applied_version = provision_version.number));

-- Whoever lets nobody in freely says which versions from above may change its gateways.
create table provision_acceptance (
  company_id bigint not null references company on delete cascade,
  -- Of a company above.
  template_id bigint not null,
  version int not null,
  accepted_by_name text not null,
  accepted_at timestamptz not null default now(),
  primary key (company_id, template_id, version)
);
select netward_protect('provision_acceptance', 'company_id', 'select, insert, delete');
select netward_only_at_home('provision_acceptance');
create index provision_acceptance_template on provision_acceptance (template_id);
create function template_gone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from provision_acceptance where template_id = old.id;
  return null;
end $$;
create trigger template_gone after delete on provision_template for each row execute function template_gone();

/** Whether a company lets those above it change its gateways at any time: nobody asks, no hours, no lower ceiling. */
create function lets_provision(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select not exists (
      select from acting_consent s join built_in_role b on b.key = s.ceiling where s.company_id = company_in
        and (s.mode <> 'free' or s.from_minute is not null or 'DMS_SERVER_DEVICE_PARAMETER_SET' <> all (b.permissions)))
    and not exists (select from acting_end e where e.company_id = company_in and e.person_id is null
      and coalesce(e.until > now(), true)) $$;

/** Who wrote a template that is applied to the company acted in. */
create function template_owner(template_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from provision_template t join company c on c.id = t.company_id
  join company_ancestor a on a.ancestor_id = t.company_id and a.company_id = scope_company()
  where t.id = template_in $$;

create or replace function provision_fits(v provision_version, d device) returns boolean language sql immutable as $$
  select d.state = 'claimed' and d.driver = 'cwmp'
    and (d.company_id = v.company_id or v.below)
    and (v.company_ids = '{}' or d.company_id = any (v.company_ids))
    and (v.models = '{}' or d.model_name = any (v.models))
    and (v.manufacturers = '{}' or d.manufacturer = any (v.manufacturers))
    and (v.software_versions = '{}' or d.software_version = any (v.software_versions))
    and (v.software_from = '' or version_numbers(d.software_version) >= version_numbers(v.software_from))
    and (v.software_below = '' or version_numbers(d.software_version) < version_numbers(v.software_below))
    and (v.tags = '{}' or d.tags @> v.tags)
    and (v.outlet_ids = '{}' or d.outlet_id = any (v.outlet_ids)) $$;

-- ─── Tried first ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A version that some gateways take before the others do.
create table provision_rollout (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  template_id bigint not null,
  version int not null,
  -- What the gateways go back to: null where none was applied.
  before_version int,
  state text not null default 'trying' check (state in ('trying', 'stopped', 'applied', 'reverted')),
  -- How many are to try it: one of the two.
  wanted int check (wanted between 1 and 10000),
  wanted_percent int check (wanted_percent between 1 and 50),
  -- Of those that try it: when more fail it stops by itself.
  most_failed_percent int not null check (most_failed_percent between 0 and 100),
  -- Null until they are chosen.
  devices int,
  started_at timestamptz not null default now(),
  started_by_name text not null,
  ended_at timestamptz,
  unique (company_id, id),
  check ((wanted is null) <> (wanted_percent is null)),
  foreign key (company_id, template_id) references provision_template (company_id, id) on delete cascade
);
create unique index provision_rollout_open on provision_rollout (company_id, template_id)
  where state in ('trying', 'stopped');
create index provision_rollout_template on provision_rollout (company_id, template_id, id);
select netward_protect('provision_rollout', 'company_id', 'select, insert, update');

-- The gateways that try it. `company_id` is theirs; the template may be of a company above.
create table provision_trial (
  company_id bigint not null,
  device_id bigint not null,
  template_id bigint not null,
  rollout_id bigint not null,
  version int not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'failed')),
  primary key (company_id, device_id, template_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index provision_trial_rollout on provision_trial (rollout_id, outcome, device_id);
select netward_protect('provision_trial', 'company_id', 'select');
select netward_follow_device('provision_trial');

/**
 * The templates of a device and their versions, of its company and of those above that it lets. `owner` names a company
 * above. In PL/pgSQL, which keeps its plan: making one over all the indexes of a device takes a hundred times as long as
 * running it. Nothing is read from end to end: a plan from when the tables were small would go on doing so while they grow.
 */
drop function provision_templates(bigint);
create function provision_templates(device_in bigint)
  returns table (template_id bigint, name text, version int, content jsonb, owner text)
  language plpgsql stable security definer set search_path = public
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select t.id, t.name, v.number, v.content, case when a.depth > 0 then o.name end
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

-- ─── What came of it, where lists find it ───────────────────────────────────────────────────────────────────────────

-- Of the device itself, so that its lists have an index: null while nothing is wrong.
alter table device add column configuration text check (configuration in ('drifted', 'failed', 'conflict'));
create index device_company_configuration on device (company_id, configuration, name, id)
  where state = 'claimed' and configuration is not null;
create index device_msp_configuration on device (msp_id, configuration, name, id) include (company_id)
  where state = 'claimed' and configuration is not null;
create index device_all_configuration on device (configuration, name, id)
  where state = 'claimed' and configuration is not null;

create function device_configured() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  s provision_state := case tg_op when 'DELETE' then old else new end;
  now_is text := case when tg_op = 'DELETE' then null
    when s.state = 'failed' and s.problems @> '[{"code": "conflict"}]' then 'conflict'
    when s.state in ('drifted', 'failed') then s.state end;
begin
  update device set configuration = now_is where id = s.device_id and configuration is distinct from now_is;
  return null;
end $$;
create trigger provision_state_told after insert or update of state, problems or delete on provision_state
  for each row execute function device_configured();
update device d set configuration = case when s.problems @> '[{"code": "conflict"}]' and s.state = 'failed'
    then 'conflict' else s.state end
  from provision_state s where s.device_id = d.id and s.state in ('drifted', 'failed');

create or replace function search_devices(
  filters_in jsonb, sort_in text, descending_in boolean, limit_in int, offset_in int
) returns table (total int, ids bigint[])
  language plpgsql stable security definer set search_path = public as $$
declare
  most constant int := 10001;
  walked constant int := 20000;
  sampled constant int := 4000;
  rows_about float;
  term text;
  matching text;
  filter record;
  role constant text := current_setting('role');
  msps bigint[];
  leaving bigint[];
  seen text := 'd.state = ''claimed''';
  wanted text := '';
  source text := 'device d';
  sorting text := case sort_in when 'serialNumber' then 'd.serial_number' when 'modelName' then 'd.model_name'
    when 'claimedAt' then 'd.claimed_at' when 'lastInformAt' then 'p.last_inform_at' else 'd.name' end;
  direction text := case when descending_in then 'desc nulls last' else 'asc nulls last' end;
  tie text := case when descending_in then 'desc' else 'asc' end;
begin
  -- current_user is the definer here; the setting is the role that the request became.
  if role = '{{tree}}' then
    msps := array(select visible_msps());
    seen := seen || case when cardinality(msps) = 1 then format(' and d.msp_id = %L', msps[1])
      else format(' and d.msp_id = any (%L::bigint[])', msps) end;
    -- Out of sight with the move, however long its index leads there.
    leaving := companies_leaving();
    if leaving <> '{}' then seen := seen || format(' and d.company_id <> all (%L::bigint[])', leaving); end if;
  elsif role = '{{company}}' then
    seen := seen || ' and d.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (d.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or d.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role <> '{{platform}}' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if filters_in ? 'companyId' then
    seen := seen || format(' and d.company_id = %L', (filters_in->>'companyId')::bigint);
  end if;
  if filters_in ? 'outletId' then
    wanted := wanted || case when filters_in->>'outletId' = '0' then ' and d.outlet_id is null'
      else format(' and d.outlet_id = %L', (filters_in->>'outletId')::bigint) end;
  end if;
  if filters_in ? 'search' then
    -- Up to two letters begin a word: inside words they would be everywhere, and no index tells where.
    term := search_text(filters_in->>'search');
    matching := format('d.search like %L', case when char_length(term) < 3 then '% ' else '%' end
      || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if filters_in ? 'mac' then
    -- The search text leads to the rows, the column says that it is the address that fits.
    matching := concat_ws(' or ', matching, format(
      'd.search like %1$L and replace(d.mac_address::text, '':'', '''') like %1$L', '%' || (filters_in->>'mac') || '%'));
  end if;
  if matching is not null then wanted := wanted || ' and (' || matching || ')'; end if;
  for filter in
    select case e.key when 'modelName' then 'model_name' when 'softwareVersion' then 'software_version' else e.key end as name,
      array(select jsonb_array_elements_text(case jsonb_typeof(e.value) when 'array' then e.value
        else jsonb_build_array(e.value) end)) as among
    from jsonb_each(filters_in) e
    where e.key in ('presence', 'guard', 'type', 'tag', 'modelName', 'softwareVersion', 'configuration')
  loop
    wanted := wanted || case
      when filter.name = 'tag' then format(' and d.tags <> ''{}'' and d.tags && %L::text[]', filter.among)
      when cardinality(filter.among) = 1 then format(' and d.%I = %L', filter.name, filter.among[1])
      else format(' and d.%I = any (%L::text[])', filter.name, filter.among) end;
  end loop;
  if sort_in = 'lastInformAt' then source := source || ' left join device_presence p on p.device_id = d.id'; end if;

  -- In a large table a sample tells cheaply of a term that is so common that its matches need not be counted.
  select reltuples into rows_about from pg_class where oid = 'device'::regclass;
  if rows_about > 100000 and role <> '{{company}}' and not filters_in ? 'companyId' then
    execute format('select count(*)::int from device d tablesample system (%s) where %s %s',
      (100 * sampled / rows_about)::numeric, seen, wanted) into total;
    if total * (rows_about / sampled) > 3 * most then total := most; else total := null; end if;
  end if;
  if total is null then
    execute format(
      'with found as materialized (select d.id, %1$s as k from %2$s where %3$s %4$s limit %5$s)
       select (select count(*)::int from found),
         (select array_agg(id order by k %6$s, id %7$s)
          from (select id, k from found order by k %6$s, id %7$s limit $1 offset $2) page)',
      sorting, source, seen, wanted, most, direction, tie)
      into total, ids using limit_in, offset_in;
  end if;
  if total = most then
    ids := null;
    if sort_in <> 'lastInformAt' and coalesce(cardinality(msps), 1) = 1 then
      execute format(
        'select array_agg(id) from (
           select id from (select d.* from device d where %1$s order by %2$s %4$s, d.id %4$s limit %3$s) d
           where true %5$s limit $1 + $2) page',
        seen, sorting, walked, tie, wanted)
        into ids using limit_in, offset_in;
    end if;
    if coalesce(cardinality(ids), 0) = limit_in + offset_in then
      ids := ids[offset_in + 1:];
    else
      execute format(
        'with found as materialized (select d.id, %4$s as k from %1$s where %2$s %3$s)
         select array_agg(id) from (select id from found order by k %5$s, id %6$s limit $1 offset $2) page',
        source, seen, wanted, sorting, direction, tie)
        into ids using limit_in, offset_in;
    end if;
  end if;
  ids := coalesce(ids, '{}');
  return next;
end $$;

-- ─── How often gateways are compared ────────────────────────────────────────────────────────────────────────────────

create table provision_setting (
  company_id bigint primary key references company on delete cascade,
  check_hours int not null check (check_hours between 1 and 168)
);
select netward_protect('provision_setting', 'company_id', 'select, insert, update');

-- ─── Into the queues ────────────────────────────────────────────────────────────────────────────────────────────────

create or replace function acs_provision(device_in bigint) returns table (
  templates jsonb, variables jsonb, secrets jsonb, revision text
) language plpgsql stable security definer set search_path = public as $$
declare
  d device;
begin
  select * into d from device k where k.id = device_in and k.state = 'claimed';
  if d.id is null then return; end if;
  return query select
    coalesce((select jsonb_agg(jsonb_build_object('id', t.template_id::text, 'version', t.version, 'content', t.content,
      'name', t.name || coalesce(' (' || t.owner || ')', ''))) from provision_templates(device_in) t), '[]'),
    provision_variables(d),
    coalesce((select jsonb_object_agg(s.name, jsonb_build_object('sealed', encode(s.value, 'base64'),
      'changedAt', s.changed_at)) from provision_secret s where s.company_id = d.company_id), '{}'),
    coalesce((select s.revision from provision_state s where s.company_id = d.company_id and s.device_id = d.id), '');
end $$;

/**
 * Devices that came are configured: those of one statement together, by one query. It says what `provision_templates`
 * says of one that nobody chose to try anything.
 */
create function devices_want_provision() returns trigger
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
begin
  perform queue_provision(array(
    select distinct d.id from added n join device d on d.id = n.id
    join company_ancestor a on a.company_id = d.company_id
    join provision_template t on t.company_id = a.ancestor_id
    join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
    where d.guard = 'none' and provision_fits(v, d)
      and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
        where k.company_id = d.company_id and k.template_id = t.id and k.version = v.number))), false);
  return null;
end $$;
drop trigger device_provision_new on device;
create trigger device_provision_new after insert on device referencing new table as added
  for each statement execute function devices_want_provision();

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
  if due = '[]' then
    delete from provision_state where device_id = device_in and company_id = d.company_id;
  elsif due <> templates_in then
    perform queue_provision(array[device_in], false);
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** One that tries a version has taken it, or refused. When too many refuse, those that still wait keep what they have. */
create function trial_ended(company_in bigint, device_in bigint, templates_in jsonb, state_in text) returns void
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
    -- Before the row of the device: whoever stops it holds it, and then wants those rows.
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

/** The companies of a template that the scope may act on: its own, and with `below` those under it. */
create function provision_companies(template_in bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select a.company_id from provision_template t join company_ancestor a on a.ancestor_id = t.company_id
  where t.id = template_in and a.company_id in (select companies_below(scope_company()))
    and (a.depth = 0 or exists (select from provision_version v
      where v.company_id = t.company_id and v.template_id = t.id and v.below))
    and exists (select from device d where d.company_id = a.company_id)
  order by a.company_id $$;

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

/** Queues devices of the company anew and calls them in; where nothing is left for one, nothing can drift. */
create function provision_again(devices bigint[]) returns void language plpgsql set search_path = public as $$
declare
  held bigint[] := array(select x from unnest(devices) x where exists (select from provision_templates(x)));
begin
  -- In the order in which sessions take them: the device, then what is known of it.
  perform 1 from device d where d.id = any (devices) and d.id <> all (held) order by d.id for no key update;
  delete from provision_state where company_id = scope_company() and device_id = any (devices) and device_id <> all (held);
  perform queue_provision(held, false);
  perform enqueue('device.connect', jsonb_build_object('deviceId', x::text), 'device.connect:' || x) from unnest(held) x;
end $$;

/** A portion of the devices of the company for which other templates are due than they were compared with. */
create function provision_refit(after_in bigint, most int) returns bigint
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

/** Other templates from above apply to a company, and to those below it, once it belongs to others or lets them in. */
create function company_refits() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  it bigint := (coalesce(to_jsonb(new), to_jsonb(old))->>case tg_table_name when 'company' then 'id' else 'company_id' end)::bigint;
begin
  perform graphile_worker.add_job('provision.refit', json_build_object('companyId', c::text), max_attempts := 10,
      job_key := 'provision.refit:' || c)
    from companies_below(it) k (c) where tg_table_name = 'company' or c = it;
  return null;
end $$;
create trigger company_refits after update of parent_id on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function company_refits();
create trigger consent_refits after insert or update on acting_consent
  for each row execute function company_refits();
create trigger sent_out_refits after insert or delete on acting_end for each row execute function company_refits();

-- ─── A rollout ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** How many of the company's devices a version is for and may reach. */
create function provision_matching(template_in bigint, version_in int) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from device d join company_ancestor a on a.company_id = d.company_id
    join provision_version v on v.company_id = a.ancestor_id and v.template_id = template_in and v.number = version_in
  where d.company_id = scope_company() and d.state = 'claimed' and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = template_in and k.version = version_in)) $$;

/** The first of the company's devices to try a version: those that are there, in no order that a person could expect. */
create function provision_try(rollout_in bigint, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  r provision_rollout;
  chosen bigint[];
begin
  select k.* into r from provision_rollout k join company_ancestor a
    on a.ancestor_id = k.company_id and a.company_id = scope_company()
    where k.id = rollout_in and k.state = 'trying' and k.devices is null;
  if r.id is null then return 0; end if;
  chosen := array(select d.id from device d
    join provision_version v on v.company_id = r.company_id and v.template_id = r.template_id and v.number = r.version
    where d.company_id = scope_company() and d.state = 'claimed' and d.guard = 'none' and provision_fits(v, d)
      and (d.company_id = r.company_id or lets_provision(d.company_id) or exists (select from provision_acceptance k
        where k.company_id = d.company_id and k.template_id = r.template_id and k.version = r.version))
    order by d.presence <> 'online', hashint8(d.id # r.id), d.id limit most);
  insert into provision_trial (company_id, device_id, template_id, rollout_id, version)
  select scope_company(), x, r.template_id, r.id, r.version from unnest(chosen) x
  on conflict (company_id, device_id, template_id) do update
    set rollout_id = excluded.rollout_id, version = excluded.version, outcome = 'waiting';
  perform provision_again(chosen);
  return cardinality(chosen);
end $$;

/** Ends the trial of a portion of the company's devices: they take what is applied. Answers how many. */
create function provision_untry(rollout_in bigint, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  ended bigint[];
begin
  if not exists (select from provision_rollout r join company_ancestor a
      on a.ancestor_id = r.company_id and a.company_id = scope_company()
      where r.id = rollout_in and r.state in ('applied', 'reverted')) then return 0; end if;
  with gone as (
    delete from provision_trial t where t.company_id = scope_company() and t.device_id in (
      select k.device_id from provision_trial k where k.company_id = scope_company() and k.rollout_id = rollout_in
      order by k.device_id limit most) and t.rollout_id = rollout_in returning t.device_id)
  select array_agg(device_id) into ended from gone;
  if ended is null then return 0; end if;
  perform provision_again(ended);
  return cardinality(ended);
end $$;

/** What came of a rollout of the company acted in, wherever its gateways are. */
create function rollout_outcomes(rollout_in bigint) returns table (outcome text, n int)
  language sql stable security definer set search_path = public as $$
  select t.outcome, count(*)::int from provision_rollout r join provision_trial t on t.rollout_id = r.id
  where r.id = rollout_in and r.company_id = scope_company() group by t.outcome $$;

-- ─── What a version would change, on all ────────────────────────────────────────────────────────────────────────────

create table provision_preview (
  company_id bigint not null,
  template_id bigint not null,
  version int not null,
  state text not null default 'running' check (state in ('running', 'done')),
  matching int not null default 0,
  compared int not null default 0,
  changing int not null default 0,
  parameters int not null default 0,
  objects int not null default 0,
  unclear int not null default 0,
  started_at timestamptz not null default now(),
  started_by_name text not null,
  finished_at timestamptz,
  primary key (company_id, template_id, version),
  foreign key (company_id, template_id, version) references provision_version (company_id, template_id, number) on delete cascade
);
select netward_protect('provision_preview', 'company_id', 'select, insert, update');

/** The next of the company's devices that a version is for and may reach. */
create function provision_candidates(template_in bigint, version_in int, after_in bigint, most int)
  returns table (id bigint, name text, root text, variables jsonb)
  language sql stable security definer set search_path = public as $$
  select d.id, d.name, d.data_model_root, provision_variables(d) from device d
    join company_ancestor a on a.company_id = d.company_id
    join provision_version v on v.company_id = a.ancestor_id and v.template_id = template_in and v.number = version_in
  where d.company_id = scope_company() and d.id > after_in and d.state = 'claimed' and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = template_in and k.version = version_in))
  order by d.id limit most $$;

-- ─── Another hand ───────────────────────────────────────────────────────────────────────────────────────────────────

-- As the gateway told it last. Null: not yet, and what it tells first betrays nobody.
alter table gateway add column parameter_key text;
alter table device
  -- That of somebody else who changed it, until we do.
  add column foreign_key text,
  add column foreign_key_at timestamptz;

/**
 * `acs_inform`, and the ParameterKey: one that we did not set, and that was not there before, is of another hand, unless
 * the gateway was reset. It is told, and the gateway is compared with its templates.
 */
create function acs_told(
  device_in bigint, at_in timestamptz, due_in timestamptz, facts_in text, told jsonb, events jsonb
) returns text language plpgsql security definer set search_path = public as $$
declare
  guard text := acs_inform(device_in, at_in, due_in, facts_in, told, events);
  key text := told->>'parameterKey';
  before text;
  company bigint;
begin
  if guard = 'released' or key is null then return guard; end if;
  select g.parameter_key, g.company_id into before, company from gateway g where g.device_id = device_in;
  if before is not distinct from key then return guard; end if;
  update gateway set parameter_key = key where device_id = device_in;
  if (told->>'keyOurs')::boolean or events @> '[{"kind": "bootstrap"}]' then
    update device set foreign_key = null, foreign_key_at = null where id = device_in and foreign_key is not null;
  elsif before is not null then
    update device set foreign_key = key, foreign_key_at = at_in where id = device_in;
    perform note_timeline(company, device_in, 'parameter_key.foreign', jsonb_build_object('key', key));
    perform note_live(company, 'device.changed', device_in, '{}');
    if exists (select from provision_templates(device_in)) then perform queue_provision(array[device_in], true); end if;
  end if;
  return guard;
end $$;

-- ─── What Informs tell ──────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Values that Informs told of parameters that are known, `ages` milliseconds ago: of many gateways at once, and only those
 * that changed. What a session has written since is newer.
 */
create function acs_informed(devices bigint[], paths text[], values_in text[], ages int[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with told as (
    select distinct on (u.device, u.path) u.device, u.path collate "C" as path, u.value,
      clock_timestamp() - u.age * interval '1 millisecond' as at
    from unnest(devices, paths, values_in, ages) with ordinality as u (device, path, value, age, n)
    order by u.device, u.path, u.n desc
  ), wanted as (
    -- In the order in which a session writes the parameters of its gateway.
    select p.device_id, p.path, t.value from told t
    join device_parameter p on p.device_id = t.device and p.path = t.path
    where not p.is_object and (p.value is distinct from t.value or p.read_at is null)
      and coalesce(p.read_at < t.at, true)
      and exists (select from device d where d.id = t.device and d.state = 'claimed' and d.guard = 'none')
    order by p.device_id, p.path for no key update of p
  )
  update device_parameter p set value = w.value, read_at = now() from wanted w
  where p.device_id = w.device_id and p.path = w.path;
end $$;

grant execute on function acs_told, acs_informed to {{login}};
grant execute on function provision_templates to {{company}}, {{tree}}, {{platform}};
grant execute on function lets_provision, template_owner to {{company}}, {{tree}}, {{platform}};
grant execute on function provision_companies, provision_refit, provision_matching, provision_try, provision_untry,
  provision_candidates to {{company}};
grant execute on function rollout_outcomes to {{company}}, {{tree}}, {{platform}};
