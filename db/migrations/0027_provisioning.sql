-- Templates that say what gateways are to be like, and what each gateway is, compared with them.

alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check check (kind in ('reboot', 'factory_reset',
  'get_parameter_names', 'get_parameter_values', 'set_parameter_values', 'get_parameter_attributes',
  'set_parameter_attributes', 'set_credentials', 'add_object', 'delete_object', 'schedule_inform',
  'get_queued_transfers', 'get_rpc_methods', 'download', 'upload', 'provision'));
-- What is due is due once: it takes the templates as they are when it is sent.
create unique index device_command_one_provision on device_command (company_id, device_id)
  where kind = 'provision' and state in ('waiting', 'sent');

create table provision_template (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (length(name) between 1 and 100),
  latest_version int not null default 1,
  -- Null: gateways are not touched by it.
  applied_version int,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index provision_template_name on provision_template (company_id, lower(name));
create index provision_template_company_name on provision_template (company_id, name, id);
create index provision_template_company_changed on provision_template (company_id, changed_at, id);
create index provision_template_all_name on provision_template (name, id);
create index provision_template_all_changed on provision_template (changed_at, id);
select netward_protect('provision_template');

-- Every edit is a new one; none is changed.
create table provision_version (
  company_id bigint not null,
  template_id bigint not null,
  number int not null,
  -- Which gateways: empty means any. Tags: all of them.
  models text[] not null default '{}',
  manufacturers text[] not null default '{}',
  software_versions text[] not null default '{}',
  tags text[] not null default '{}',
  outlet_ids bigint[] not null default '{}',
  -- {values, objects, notifications} with variables to fill in; secrets by name alone.
  content jsonb not null,
  -- Somebody knows that it changes by what the gateway is reached.
  acknowledged boolean not null default false,
  created_by_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, template_id, number),
  foreign key (company_id, template_id) references provision_template (company_id, id) on delete cascade
);
select netward_protect('provision_version', 'company_id', 'select, insert');

create table provision_secret (
  company_id bigint not null references company,
  name text not null check (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  value bytea not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, name)
);
select netward_protect('provision_secret', 'company_id', 'select, insert, update, delete');
revoke select on provision_secret from {{company}}, {{tree}}, {{platform}};
grant select (company_id, name, changed_at) on provision_secret to {{company}}, {{tree}}, {{platform}};

-- What came of the templates on a gateway.
create table provision_state (
  device_id bigint not null,
  company_id bigint not null,
  state text not null check (state in ('applied', 'unverified', 'drifted', 'failed')),
  -- Of what was last applied whole; '' for nothing.
  revision text not null default '',
  -- Of [{path, before, after, secret}]: what the last check found.
  drift jsonb not null default '[]',
  -- Of [{path, code, text}].
  problems jsonb not null default '[]',
  unknowable text[] not null default '{}',
  -- [[id, version]] of what it was compared with.
  templates jsonb not null default '[]',
  drifted_since timestamptz,
  checked_at timestamptz not null default clock_timestamp(),
  applied_at timestamptz,
  attempts int not null default 0,
  -- When it is looked at, or tried, again; null: not by itself.
  next_at timestamptz,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index provision_state_next on provision_state (next_at) where next_at is not null;
select netward_protect('provision_state', 'company_id', 'select');
select netward_follow_device('provision_state');

/** Whether a version is for a device. */
create function provision_fits(v provision_version, d device) returns boolean language sql immutable as $$
  select d.state = 'claimed' and d.driver = 'cwmp' and d.company_id = v.company_id
    and (v.models = '{}' or d.model_name = any (v.models))
    and (v.manufacturers = '{}' or d.manufacturer = any (v.manufacturers))
    and (v.software_versions = '{}' or d.software_version = any (v.software_versions))
    and (v.tags = '{}' or d.tags @> v.tags)
    and (v.outlet_ids = '{}' or d.outlet_id = any (v.outlet_ids)) $$;

/**
 * The templates that are applied to a device, and their versions: what is due is due when it changes. In PL/pgSQL, which keeps
 * its plan: making one over all the indexes of a device takes a hundred times as long as running it, with each new device.
 */
create function provision_templates(device_in bigint) returns table (template_id bigint, name text, version int, content jsonb)
  language plpgsql stable set search_path = public as $$
begin
  return query select t.id, t.name, v.number, v.content
  from device d join provision_template t on t.company_id = d.company_id
  join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
  where d.id = device_in and provision_fits(v, d) order by t.name, t.id;
end $$;

/** Puts what is due into the queue of devices, each once: a check waits for the next session, the rest calls them in. */
create function queue_provision(devices bigint[], check_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into device_command (company_id, device_id, kind, request, expires_at)
  select d.company_id, d.id, 'provision', jsonb_build_object('check', check_in), now() + interval '1 year'
  from device d where d.id = any (devices) and d.state = 'claimed' and d.driver = 'cwmp' and d.guard = 'none'
  order by d.id
  on conflict (company_id, device_id) where kind = 'provision' and state in ('waiting', 'sent')
  do update set request = excluded.request where not check_in and device_command.state = 'waiting';
end $$;

/** [[id, version]] of what is applied to a device. */
create function provision_due_of(device_in bigint) returns jsonb language sql stable set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_array(t.template_id::text, t.version) order by t.name, t.template_id), '[]')
  from provision_templates(device_in) t $$;

/** A device that came or was reset is configured anew. */
create function device_wants_provision() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  device bigint := (to_jsonb(new)->>case when tg_table_name = 'device' then 'id' else 'device_id' end)::bigint;
begin
  if provision_due_of(device) <> '[]' then perform queue_provision(array[device], false); end if;
  return null;
end $$;

/** So is one to which other templates fit by now, or whose outlet is another. */
create function device_fits_others() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  due jsonb := provision_due_of(new.id);
  before jsonb := (select s.templates from provision_state s where s.company_id = new.company_id and s.device_id = new.id);
begin
  if due = '[]' then
    delete from provision_state where company_id = new.company_id and device_id = new.id;
  elsif before is null or due <> before or new.outlet_id is distinct from old.outlet_id then
    perform queue_provision(array[new.id], false);
  end if;
  return null;
end $$;
create trigger device_provision_new after insert on device
  for each row when (new.driver = 'cwmp') execute function device_wants_provision();
create trigger device_provision_changed
  after update of tags, outlet_id, model_name, manufacturer, software_version, guard on device
  for each row when (new.driver = 'cwmp' and new.state = 'claimed' and new.guard = 'none'
    and (new.tags, new.outlet_id, new.model_name, new.manufacturer, new.software_version, new.guard)
    is distinct from (old.tags, old.outlet_id, old.model_name, old.manufacturer, old.software_version, old.guard))
  execute function device_fits_others();
create trigger device_provision_reset after insert on device_timeline
  for each row when (new.kind = 'inform.bootstrap') execute function device_wants_provision();

/** What a template may fill in of a device; absent where there is nothing. */
create function provision_variables(d device) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'device.name', nullif(d.name, ''), 'device.serialNumber', nullif(d.serial_number, ''),
    'device.modelName', nullif(d.model_name, ''), 'company.name', c.name,
    'outlet.name', o.name, 'outlet.code', nullif(o.code, ''), 'outlet.timeZone', o.time_zone,
    'line.account', (select nullif(l.account, '') from internet_line l
      where l.device_id = d.id order by l.wan_name, l.id limit 1)))
  from company c left join outlet o on o.id = d.outlet_id where c.id = d.company_id $$;

/** What a session needs to provision a device. `revision` is of what was applied last. */
create function acs_provision(device_in bigint) returns table (
  templates jsonb, variables jsonb, secrets jsonb, revision text
) language sql stable security definer set search_path = public as $$
  select
    coalesce((select jsonb_agg(jsonb_build_object('id', t.template_id::text, 'name', t.name, 'version', t.version,
      'content', t.content)) from provision_templates(device_in) t), '[]'),
    provision_variables(d),
    coalesce((select jsonb_object_agg(s.name, jsonb_build_object('sealed', encode(s.value, 'base64'),
      'changedAt', s.changed_at)) from provision_secret s where s.company_id = d.company_id), '{}'),
    coalesce((select s.revision from provision_state s where s.device_id = d.id), '')
  from device d where d.id = device_in and d.state = 'claimed' $$;

/**
 * What came of it. `templates_in` are [[id, version]] as they were taken: when others are due by now it is queued anew. A
 * failure is tried again ever later, what is committed and not applied is looked at in a later session, the rest daily.
 */
create function acs_provision_ended(device_in bigint, templates_in jsonb, told jsonb) returns void
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
      else clock_timestamp() + interval '1 day' end)
  on conflict (company_id, device_id) do update set state = excluded.state, revision = excluded.revision,
    drift = excluded.drift, problems = excluded.problems, unknowable = excluded.unknowable,
    templates = excluded.templates,
    drifted_since = excluded.drifted_since, checked_at = clock_timestamp(), applied_at = excluded.applied_at,
    attempts = excluded.attempts, next_at = excluded.next_at;
  if s.state is distinct from next_state or not (told->>'check')::boolean then
    perform note_timeline(d.company_id, device_in, 'provision.' || next_state,
      jsonb_build_object('changed', told->'changed'));
  end if;
  due := provision_due_of(device_in);
  if due = '[]' then
    delete from provision_state where device_id = device_in and company_id = d.company_id;
  elsif due <> templates_in then
    perform queue_provision(array[device_in], false);
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/**
 * Queues a portion of the devices that a template is for, in the one version or the other, and asks them to call in.
 * Answers the last device; null at the end.
 */
create function provision_spread(template_in bigint, before_in int, version_in int, after_in bigint, most int)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  devices bigint[];
  held bigint[];
begin
  devices := array(select d.id from device d
    where d.company_id = scope_company() and d.id > after_in and d.state = 'claimed' and exists (
      select from provision_version v where v.company_id = d.company_id and v.template_id = template_in
        and v.number in (before_in, version_in) and provision_fits(v, d))
    order by d.id limit most);
  -- Where none is left nothing is to be reached, and nothing can drift.
  held := array(select x from unnest(devices) x where exists (select from provision_templates(x)));
  delete from provision_state where company_id = scope_company() and device_id = any (devices) and device_id <> all (held);
  perform queue_provision(held, false);
  perform enqueue('device.connect', jsonb_build_object('deviceId', x::text), 'device.connect:' || x) from unnest(held) x;
  return case when cardinality(devices) = most then devices[most] end;
end $$;

/** Asks for one device of the company: applied anew, or looked at. */
create function provision_device(device_in bigint, check_in boolean) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from device d where d.id = device_in and d.company_id = scope_company() and d.state = 'claimed'
      and exists (select from provision_templates(d.id))) then return false; end if;
  perform queue_provision(array[device_in], check_in);
  perform enqueue('device.connect', jsonb_build_object('deviceId', device_in::text), 'device.connect:' || device_in);
  return true;
end $$;

/** Queues what is due by the clock; answers how many. A gateway that is away is asked once it is back. */
create function provision_due(most int) returns int language plpgsql security definer set search_path = public as $$
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

grant execute on function acs_provision, acs_provision_ended, provision_due to {{login}};
grant execute on function provision_spread, provision_device to {{company}};
grant execute on function provision_templates, provision_variables, provision_fits to {{company}}, {{tree}}, {{platform}};
