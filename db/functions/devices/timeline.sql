create or replace function note_timeline(company_in bigint, device_in bigint, kind_in text, detail_in jsonb) returns void
  language sql set search_path = public as $$
  insert into device_timeline (company_id, device_id, kind, detail) values (company_in, device_in, kind_in, detail_in) $$;

/** The company that the request comes from, if it acts in another. */
create or replace function acted_from(company_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from company c
  where c.id = netward_setting('netward.home_id')::bigint and c.id <> company_in $$;

/**
 * Runs before insert of a command that a person requests: records the requesting company if it differs from
 * the device's.
 */
create or replace function device_command_asked_from() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.created_by_company_name := acted_from(new.company_id);
  return new;
end $$;

/**
 * Runs before insert of each entry: records who did or requested it, what a transfer carried, and which
 * templates and values it concerns. Has no WHEN condition: parsing it in each statement of a session would
 * cost more than the call. Reads change nothing, so they record no person.
 */
create or replace function device_timeline_describe() returns trigger
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
    -- Names change and templates are deleted: this records which one applied.
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
    -- A pool device takes the place once it connects: it was claimed for that place.
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
