-- Commands that TR-069 has beyond reads, sets and reboots, and transfers of files to and from a gateway.

alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check check (kind in ('reboot', 'factory_reset',
  'get_parameter_names', 'get_parameter_values', 'set_parameter_values', 'get_parameter_attributes',
  'set_parameter_attributes', 'set_credentials', 'add_object', 'delete_object', 'schedule_inform',
  'get_queued_transfers', 'get_rpc_methods', 'download', 'upload'));
-- An open factory reset is not doubled either.
create unique index device_command_one_factory_reset on device_command (company_id, device_id)
  where kind = 'factory_reset' and state in ('waiting', 'sent');

grant select (sends) on device_command to {{company}}, {{tree}}, {{platform}};

-- Null: never asked.
alter table device_parameter add column notification smallint;

-- ─── Transfers ───────────────────────────────────────────────────────────────────────────────────────────────────

-- One file on its way to a gateway or from it. Its command carries it out, and may be pruned before it; what the
-- command tells moves it (follow_transfer).
create table device_transfer (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  command_id bigint not null,
  -- By it the gateway tells of the end, in whatever session.
  command_key text not null check (length(command_key) between 1 and 32),
  direction text not null check (direction in ('download', 'upload')),
  file_type text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'started', 'transferred', 'failed', 'cancelled', 'expired')),
  fault_code text,
  fault_detail text,
  -- The job that is told of the end, and what its asker calls it.
  tell_task text,
  reference text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- The gateway said yes, and that it will tell of the end.
  accepted_at timestamptz,
  -- By the gateway's clock; null where it does not know.
  started_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  unique (company_id, device_id, command_key)
);
create index device_transfer_page on device_transfer (device_id, id desc);
create index device_transfer_command on device_transfer (command_id);
select netward_protect('device_transfer', 'company_id', 'select, insert');
select netward_follow_device('device_transfer');

/** How long a gateway may take from its yes to its TransferComplete: what it was told to wait, and what its asker allows. */
create function transfer_wait(request jsonb) returns interval language sql immutable as $$
  select make_interval(secs => coalesce((request->>'delaySeconds')::int, 0),
    mins => coalesce((request->>'minutesToComplete')::int, 60)) $$;

/** Commands that are not done by their answer, and not sent again while it may still be carried out. */
create function ends_by_evidence(kind text) returns boolean language sql immutable parallel safe
  return kind in ('reboot', 'factory_reset', 'download', 'upload');

/** The state of a transfer follows that of its command; its end is told to whoever asked for it. */
create function follow_transfer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  t device_transfer;
  next text := case new.state when 'waiting' then 'queued' when 'done' then 'transferred'
    when 'sent' then case when new.result is null then 'sent' else 'started' end else new.state end;
  over boolean := new.state in ('done', 'failed', 'expired', 'cancelled');
begin
  update device_transfer set state = next, fault_code = new.fault_code, fault_detail = new.fault_detail,
    sent_at = coalesce(new.sent_at, sent_at),
    accepted_at = case when next = 'started' then coalesce(accepted_at, clock_timestamp()) else accepted_at end,
    started_at = coalesce((new.result->>'startedAt')::timestamptz, started_at),
    completed_at = coalesce((new.result->>'completedAt')::timestamptz, completed_at),
    ended_at = case when over then clock_timestamp() end
  where command_id = new.id and state <> next returning * into t;
  if over and t.tell_task is not null then
    perform graphile_worker.add_job(t.tell_task, json_build_object('companyId', t.company_id::text,
      'transferId', t.id::text, 'deviceId', t.device_id::text, 'reference', t.reference, 'state', t.state),
      max_attempts := 10);
  end if;
  return null;
end $$;
create trigger device_command_transfer after update of state, result on device_command
  for each row when (new.kind in ('download', 'upload')) execute function follow_transfer();

/** What the end of a command leaves behind: a line of the timeline, and the screens told. */
create function note_command_end(command_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  select * into c from device_command where id = command_in;
  perform note_timeline(c.company_id, c.device_id, 'command.' || c.state,
    jsonb_build_object('commandId', c.id::text, 'kind', c.kind, 'fault', c.fault_code));
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
end $$;

/**
 * A gateway tells of the end of a transfer: in the same session, in a later one, with event 7 or without. Told twice it
 * changes nothing; told after its time it still counts. Firmware that loses the key means the one that is open.
 */
create function acs_transfer_complete(
  device_in bigint, key_in text, fault_in text, detail_in text, started_in timestamptz, completed_in timestamptz
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  t device_transfer;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  perform 1 from gateway where device_id = device_in for update;
  select * into t from device_transfer x where x.device_id = device_in and x.command_key = key_in;
  if t.id is null and key_in = '' then
    select * into t from device_transfer x where x.device_id = device_in and x.state in ('sent', 'started')
      and not exists (select from device_transfer o
        where o.device_id = device_in and o.state in ('sent', 'started') and o.id <> x.id);
  end if;
  if t.ended_at is null or t.fault_code = 'no_answer' then
    update device_command c set state = case when fault_in is null then 'done' else 'failed' end,
      fault_code = fault_in, fault_detail = detail_in, finished_at = clock_timestamp(), secret = null,
      result = coalesce(c.result, '{}') || jsonb_build_object('kind', c.kind, 'startedAt', started_in, 'completedAt', completed_in)
    -- One that waits to be sent again was sent before.
    where c.id = t.command_id and (c.state = 'sent' or c.state = 'waiting' and c.sends > 0
      or c.state = 'failed' and c.fault_code = 'no_answer');
    if found then
      perform note_command_end(t.command_id);
      return;
    end if;
  elsif t.state in ('transferred', 'failed') then
    return;
  end if;
  -- Of a transfer that nobody here asked for, or that was given up.
  perform note_timeline(d.company_id, device_in,
    case when fault_in is null then 'transfer_complete' else 'transfer_failed' end,
    jsonb_strip_nulls(jsonb_build_object('commandKey', key_in, 'fault', fault_in, 'faultText', detail_in)));
end $$;

-- ─── Commands ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Takes the lease for a session whose Inform came at `since_in`, unless a later one has it, and gives the commands
 * that wait. Reads and sets that an earlier session left without an answer wait again. What ends by evidence and was
 * never answered does too: had it been carried out, this Inform, which came later, would have brought the BOOT or the
 * TransferComplete that ends it. It goes out three times at most, for a gateway that reboots without a word must not
 * do so all day. An object is not added again: nobody knows whether it was.
 */
create or replace function acs_take_commands(device_in bigint, holder_in uuid, since_in timestamptz) returns table (
  id bigint, kind text, request jsonb, secret bytea
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  before uuid;
  lost bigint;
begin
  select g.lease_holder into before from gateway g where g.device_id = device_in for update;
  update gateway set lease_holder = holder_in, lease_since = since_in where device_id = device_in
    and (lease_holder is null or lease_holder = holder_in or lease_since < since_in);
  if not found then return; end if;
  for lost in
    update device_command set state = 'failed', fault_code = 'no_answer', finished_at = clock_timestamp()
    where device_id = device_in and state = 'sent' and kind = 'add_object' returning device_command.id
  loop
    perform note_command_end(lost);
  end loop;
  update device_command set state = 'waiting', sent_at = null
  where device_id = device_in and state = 'sent' and expires_at > now() and (not ends_by_evidence(kind)
    or result is null and sent_at < since_in and sends < 3 and before is distinct from holder_in);
  return query select c.id, c.kind, c.request, c.secret from device_command c
    where c.device_id = device_in and c.state = 'waiting' and c.expires_at > now()
      and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()
    order by c.id limit 50;
end $$;

create or replace function acs_command_sent(command_in bigint, holder_in uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  perform 1 from device_command o join gateway g on g.device_id = o.device_id
  where o.id = command_in and g.lease_holder = holder_in for no key update of g;
  if not found then return false; end if;
  update device_command set state = 'sent', sent_at = clock_timestamp(), sends = sends + 1
  where id = command_in and state = 'waiting' and expires_at > now() returning * into c;
  if c.id is null then return false; end if;
  if c.kind = 'factory_reset' then
    update gateway set expected_reset_until = greatest(expected_reset_until, now() + interval '1 hour')
    where device_id = c.device_id;
    perform note_timeline(c.company_id, c.device_id, 'reset.expected',
      jsonb_build_object('until', now() + interval '1 hour'));
  end if;
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
  return true;
end $$;

/**
 * What came of a command. `state_in` is `done`, `failed`, or `sent` (answered, and evidence is still to come: a BOOT,
 * a TransferComplete). `verify_in` are paths to read later: the gateway said "committed, not applied".
 */
create or replace function acs_command_ended(
  command_in bigint, holder_in uuid, state_in text, result_in jsonb, fault_in text, detail_in text, verify_in text[]
) returns void language plpgsql security definer set search_path = public as $$
declare
  c device_command;
begin
  perform 1 from device_command o join gateway g on g.device_id = o.device_id
  where o.id = command_in and g.lease_holder = holder_in for no key update of g;
  if not found then return; end if;
  update device_command o set state = state_in, result = result_in, fault_code = fault_in, fault_detail = detail_in,
    -- What was answered is not sent again.
    secret = null,
    expires_at = case when state_in = 'sent' and o.kind in ('download', 'upload')
      then clock_timestamp() + transfer_wait(o.request) else o.expires_at end,
    finished_at = case when state_in in ('done', 'failed') then clock_timestamp() end
  where o.id = command_in and o.state = 'sent' returning o.* into c;
  if c.id is null then return; end if;
  if state_in in ('done', 'failed') then
    perform note_timeline(c.company_id, c.device_id, 'command.' || state_in,
      jsonb_build_object('commandId', c.id::text, 'kind', c.kind, 'fault', fault_in));
  end if;
  if state_in = 'failed' and c.kind = 'factory_reset' then
    update gateway set expected_reset_until = null where device_id = c.device_id;
  end if;
  if cardinality(verify_in) > 0 then
    insert into device_command (company_id, device_id, kind, request, expires_at)
    values (c.company_id, c.device_id, 'get_parameter_values',
      jsonb_build_object('paths', verify_in, 'verifies', c.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day');
  end if;
  perform note_live(c.company_id, 'command.changed', c.device_id, jsonb_build_object('commandId', c.id::text));
end $$;

/** As in 0004, and a restart ends a factory reset too. */
create or replace function acs_inform(
  device_in bigint, at_in timestamptz, due_in timestamptz, facts_in text, told jsonb, events jsonb
) returns text language plpgsql security definer set search_path = public as $$
declare
  d device;
  g gateway;
  boot boolean := exists (select 1 from jsonb_array_elements(events) e where e->>'kind' in ('boot', 'bootstrap'));
  rebooted boolean := exists (select 1 from jsonb_array_elements(events) e
    where e->>'kind' = 'method' and e->>'code' ilike 'M%Reboot');
  moved boolean;
  news boolean;
  changes jsonb := '{}';
  next_presence text;
  e jsonb;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return 'released'; end if;
  select * into g from gateway where device_id = device_in for update;
  next_presence := case when due_in is null then d.presence else 'online' end;
  news := facts_in <> g.facts or boot;

  if d.software_version <> '' and told->>'softwareVersion' <> d.software_version then
    changes := changes || jsonb_build_object('softwareVersion', jsonb_build_array(d.software_version, told->>'softwareVersion'));
  end if;
  if d.hardware_version <> '' and told->>'hardwareVersion' <> d.hardware_version then
    changes := changes || jsonb_build_object('hardwareVersion', jsonb_build_array(d.hardware_version, told->>'hardwareVersion'));
  end if;
  if d.ip_address is not null and (told->>'ipAddress')::inet <> d.ip_address then
    changes := changes || jsonb_build_object('ipAddress', jsonb_build_array(host(d.ip_address), told->>'ipAddress'));
  end if;

  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address),
    data_model_root = coalesce(told->>'root', data_model_root),
    cwmp_version = coalesce(told->>'cwmpVersion', cwmp_version),
    connection_request_url = coalesce(told->>'url', connection_request_url),
    first_inform_at = coalesce(first_inform_at, at_in),
    last_boot_at = case when boot then at_in else last_boot_at end,
    presence = next_presence
  where id = device_in;
  insert into device_presence as p (device_id, company_id, last_inform_at, due_at)
  values (device_in, d.company_id, at_in, due_in)
  on conflict (device_id) do update set last_inform_at = greatest(p.last_inform_at, at_in), due_at = due_in;

  -- One unit has one address at a time: two that take turns, without a boot between, are two units.
  moved := g.last_address is not null and g.last_address <> (told->>'address')::inet and not boot;
  update gateway set
    facts = facts_in,
    last_address = (told->>'address')::inet,
    address_flips = case when not moved then address_flips
      when flips_since is null or flips_since < at_in - interval '10 minutes' then 1 else address_flips + 1 end,
    flips_since = case when moved and (flips_since is null or flips_since < at_in - interval '10 minutes')
      then at_in else flips_since end
  where device_id = device_in returning * into g;
  if g.address_flips >= 4 and d.guard = 'none' then
    perform acs_guard(device_in, 'duplicate', 'two_sources');
    d.guard := 'duplicate';
  end if;

  for e in select * from jsonb_array_elements(events) loop
    if e->>'kind' <> 'periodic' then
      perform note_timeline(d.company_id, device_in, 'inform.' || (e->>'kind'),
        jsonb_build_object('code', e->>'code', 'commandKey', e->>'commandKey'));
    end if;
  end loop;
  if next_presence <> d.presence then
    perform note_timeline(d.company_id, device_in, next_presence, '{}');
    perform note_live(d.company_id, 'device.presence', device_in, jsonb_build_object('presence', next_presence));
  end if;
  if changes <> '{}' then perform note_timeline(d.company_id, device_in, 'changed', changes); end if;
  if news then
    perform note_live(d.company_id, 'device.changed', device_in, '{}');
  end if;
  if boot or rebooted then
    with resolved as (
      update device_command c set state = 'done', finished_at = at_in,
        result = coalesce(result, '{}') || jsonb_build_object('kind', c.kind, 'seen', true)
      where c.device_id = device_in and c.kind in ('reboot', 'factory_reset')
        -- One that waits again was sent before: this is the restart that it asked for.
        and (c.state = 'sent' or c.state = 'waiting' and c.sends > 0) returning c.id, c.kind
    ), noted as (
      insert into device_timeline (company_id, device_id, kind, detail)
      select d.company_id, device_in, 'command.done', jsonb_build_object('commandId', id::text, 'kind', kind) from resolved
    )
    insert into live_event (company_id, kind, subject_id, data)
    select d.company_id, 'command.changed', device_in, jsonb_build_object('commandId', id::text) from resolved;
  end if;
  return d.guard;
end $$;

/** As in 0003; one that was released meanwhile has no credentials to speak of. */
create or replace function acs_unanswered(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  g gateway;
begin
  perform lock_device(device_in);
  update gateway set unanswered = unanswered + 1 where device_id = device_in returning * into g;
  if g.device_id is null or g.unanswered < 2 or g.ha1 is not null then return; end if;
  update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
  update device set credential_state = 'enrolment_url' where id = device_in and credential_state = 'setting';
  perform note_timeline(g.company_id, device_in, 'credentials.not_kept', '{}');
end $$;

/** Attributes as the gateway tells them, of parameters that are known. */
create function acs_attributes(device_in bigint, paths text[], notifications int[]) returns void
  language sql security definer set search_path = public as $$
  update device_parameter p set notification = k.notification
  from unnest(paths, notifications) as k (path, notification)
  where p.device_id = device_in and p.path = k.path $$;

/** An instance is gone: so is what was known below it. */
create function acs_object_deleted(device_in bigint, path_in text) returns void
  language sql security definer set search_path = public as $$
  delete from device_parameter where device_id = device_in and path >= path_in
    and path < left(path_in, -1) || '/' and path_in like '%.' $$;

/** As in 0014, with transfers. */
create or replace function prune_stored(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
  n int;
begin
  with oldest as (select id, at from device_timeline order by id limit most)
  delete from device_timeline t using oldest o where t.id = o.id and o.at < now() - keep;
  get diagnostics gone = row_count;
  with oldest as (select id, finished_at from device_command order by id limit most)
  delete from device_command c using oldest o where c.id = o.id and o.finished_at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, ended_at from device_transfer order by id limit most)
  delete from device_transfer t using oldest o where t.id = o.id and o.ended_at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, at from gateway_exchange order by id limit most)
  delete from gateway_exchange e using oldest o where e.id = o.id and o.at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, at from audit_log order by id limit most)
  delete from audit_log l using oldest o where l.id = o.id and o.at < now() - greatest(keep, interval '6 months');
  get diagnostics n = row_count;
  return greatest(gone, n);
end $$;

grant execute on function acs_transfer_complete, acs_attributes, acs_object_deleted to {{login}};
