-- A gateway that failed is tried again as often, and as soon, however often it is looked at meanwhile.

/** As in 0054, but that a comparison of a gateway that failed leaves its tries alone. */
create or replace function acs_provision_ended(device_in bigint, templates_in jsonb, told jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
  s provision_state;
  next_state text := told->>'state';
  due jsonb;
  looks boolean;
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
  if (told->>'settled')::boolean then
    delete from provision_adding where company_id = d.company_id and device_id = device_in;
  end if;
  select * into s from provision_state where device_id = device_in and company_id = d.company_id for update;
  -- What was refused before does not heal by looking.
  if next_state = 'drifted' and s.state = 'failed' then next_state := 'failed'; end if;
  -- What was committed may want a restart before it is in effect.
  if next_state = 'drifted' and s.state = 'unverified' and s.attempts < 5 then next_state := 'unverified'; end if;
  -- Who only looked has not tried: the next try comes when it was to come.
  looks := (told->>'check')::boolean and next_state = 'failed' and s.state = 'failed';
  insert into provision_state as p (device_id, company_id, state, revision, drift, problems, unknowable, templates,
    drifted_since, applied_at, attempts, next_at)
  values (device_in, d.company_id, next_state,
    case when next_state in ('applied', 'unverified') then told->>'revision' else coalesce(s.revision, '') end,
    case when next_state in ('drifted', 'failed') then told->'drift' else '[]' end, told->'problems',
    array(select jsonb_array_elements_text(told->'unknowable')), templates_in,
    case when next_state = 'drifted' then coalesce(s.drifted_since, clock_timestamp()) end,
    case when next_state in ('applied', 'unverified') and not (told->>'check')::boolean then clock_timestamp()
      else s.applied_at end,
    case when looks then s.attempts
      when next_state in ('failed', 'unverified') and s.state = next_state then s.attempts + 1
      when next_state = 'failed' then 1 else 0 end,
    case when looks then s.next_at
      when next_state = 'failed' and s.state = 'failed' and s.attempts >= 6 then null
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
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    values (d.company_id, d.msp_id, device_in, 'provision.' || next_state, jsonb_build_object('changed', told->'changed'));
  end if;
  if next_state in ('applied', 'failed') then perform trial_ended(d.company_id, device_in, templates_in, next_state); end if;
  due := provision_due_of(device_in);
  if due = '[]' and not provision_added(device_in) then
    delete from provision_state where device_id = device_in and company_id = d.company_id;
  elsif due <> templates_in then
    perform queue_provision(array[device_in], false);
  end if;
  insert into live_event (company_id, kind, subject_id, data) values (d.company_id, 'device.changed', device_in, '{}');
end $$;
