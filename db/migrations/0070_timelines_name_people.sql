-- The timeline of a gateway tells who did it or asked for it, what a transfer carried, and which templates and values it is about.

alter table device_timeline
  -- As the audit log names them; the company where it is another than that of the device.
  add column actor_name text,
  add column actor_company_name text;

-- From which company whoever asked for it acted, where it is another than that of the device.
alter table device_command add column created_by_company_name text;
grant select (created_by_company_name) on device_command to {{company}}, {{tree}}, {{platform}};

/** The company that the request comes from, where it acts in another. */
create function acted_from(company_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from company c
  where c.id = netward_setting('netward.home_id')::bigint and c.id <> company_in $$;

create function device_command_asked_from() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.created_by_company_name := acted_from(new.company_id);
  return new;
end $$;
create trigger device_command_asked_from before insert on device_command
  for each row when (new.created_by is not null) execute function device_command_asked_from();

/**
 * Without a condition of its own: that would be read anew in each statement of a session, which costs more than to be called.
 * What only reads changes nothing, and nobody is named for it.
 */
create function device_timeline_told() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  c device_command;
  s provision_state;
begin
  new.actor_name := netward_setting('netward.actor_name');
  if new.actor_name is not null then new.actor_company_name := acted_from(new.company_id); end if;
  if new.kind like 'command.%' then
    if new.detail->>'kind' like 'get\_%' or new.detail->>'kind' = 'set_credentials' then return new; end if;
    select * into c from device_command k where k.id = (new.detail->>'commandId')::bigint and k.device_id = new.device_id;
    if c.kind in ('download', 'upload') then
      new.detail := new.detail || jsonb_strip_nulls(jsonb_build_object('fileType', c.request->'fileType',
        'version', c.request->'version', 'takenAt', c.request->'takenAt'));
    elsif c.kind = 'provision' then
      new.detail := new.detail || jsonb_build_object('check', c.request->'check');
    end if;
  elsif new.kind like 'provision.%' then
    select * into s from provision_state p where p.company_id = new.company_id and p.device_id = new.device_id;
    -- A name may change, and a template go: it was this one then.
    new.detail := new.detail || jsonb_build_object('templates', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id::text, 'companyId', t.company_id::text, 'name', t.name,
        'version', (e.template->>1)::int, 'owner', case when t.company_id <> new.company_id then o.name end) order by e.n)
      from jsonb_array_elements(s.templates) with ordinality e (template, n)
      join provision_template t on t.id = (e.template->>0)::bigint join company o on o.id = t.company_id), '[]'));
    if new.kind = 'provision.drifted' then
      new.detail := new.detail || jsonb_build_object('drift',
        coalesce(jsonb_path_query_array(s.drift, '$[0 to 2]'), '[]'));
    else
      select * into c from device_command k where k.device_id = new.device_id and k.kind = 'provision'
        and k.request->>'check' is distinct from 'true' and (k.state = 'sent' or k.finished_at >= now())
      order by k.id desc limit 1;
    end if;
  elsif new.kind in ('replaced', 'replaces') and new.actor_name is null then
    -- One of the pool takes the place once it calls in: it was claimed for that.
    select l.actor_name, case when l.from_outside then l.acting_company_name end
      into new.actor_name, new.actor_company_name
    from audit_log l
    where l.company_id = new.company_id and l.action = 'gateway.claimed' and l.subject_kind = 'device'
      and l.subject_id = case new.kind when 'replaced' then new.device_id::text else new.detail->>'deviceId' end
    order by l.at desc limit 1;
  end if;
  if new.actor_name is null and c.id is not null then
    new.actor_name := c.created_by_name;
    new.actor_company_name := c.created_by_company_name;
  end if;
  return new;
end $$;
create trigger device_timeline_told before insert on device_timeline
  for each row execute function device_timeline_told();

/** As in 0027; whoever asks for it, or does what makes it due, stands in the queue. */
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
