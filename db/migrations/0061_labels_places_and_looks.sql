-- ─── A claim by what the label says ──────────────────────────────────────────────────────────────────────────────────

drop function claim_by_label(text, text, text, bytea, bigint, bigint);
/**
 * A claim by serial number and the keyed hash of the secret on the label, `class_in` '' where the label has no product class:
 * an identity has one (TR-069 3.4.4), so that where the secret fits several, `ambiguous`, somebody must say which. `refused`,
 * whatever the cause. Whoever registers a serial writes the label secret that it likes: where another company registered the
 * same serial with another secret, or with none, the platform decides.
 */
create function claim_by_label(
  oui_in text, class_in text, serial_in text, label_hash_in bytea, outlet_in bigint, replaces_in bigint
) returns table (outcome text, product_class text)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  p gateway_pool;
  o gateway_pool;
  classes text[] := '{}';
begin
  perform check_place(outlet_in, replaces_in);
  for o in
    select * from gateway_pool k
    where k.oui = oui_in and k.serial_number = serial_in and (class_in = '' or k.product_class = class_in)
      and exists (select from pre_registration r where r.serial_number = serial_in and r.label_hash = label_hash_in
        and registration_fits(r, oui_in, k.product_class, serial_in, k.model_name))
    order by k.id for update
  loop
    -- Whether it is one of several tells something too: what keeps one of them from this company refuses them all.
    if pool_duplicate(o) or (o.claim_until > now() and o.claim_company_id <> scope_company())
      or exists (select from pre_registration r where r.serial_number = serial_in
        and r.company_id <> scope_company() and r.label_hash is distinct from label_hash_in
        and registration_fits(r, oui_in, o.product_class, serial_in, o.model_name)) then
      return query select 'refused', class_in;
      return;
    end if;
    p := o;
    classes := classes || o.product_class;
  end loop;
  if p.id is null then
    return query select 'refused', class_in;
    return;
  end if;
  if class_in = '' then
    -- What is registered for another class has only not called in yet.
    classes := array(
      select unnest(classes) union select r.product_class from pre_registration r
      where r.serial_number = serial_in and r.label_hash = label_hash_in and r.product_class is not null
        and r.state <> 'matched' and r.expires_at > now() and coalesce(r.oui, oui_in) = oui_in);
    if cardinality(classes) > 1 then
      return query select 'ambiguous', class_in;
      return;
    end if;
  end if;
  update gateway_pool k set claim_company_id = scope_company(), claim_until = now() + interval '15 minutes',
    claim_outlet_id = outlet_in, claim_replaces_id = replaces_in
  where k.id = p.id;
  perform note_live(scope_company(), 'pool.changed', p.id, '{}');
  return query select 'claimed', p.product_class;
end $$;
grant execute on function claim_by_label to {{company}}, {{tree}}, {{platform}};

-- ─── What is not in effect yet, and what drifted ─────────────────────────────────────────────────────────────────────

/**
 * As in 0057; but what differs beside what was committed and waits to be applied is drift at once. `told.drift` of a state
 * `unverified` is what waits.
 */
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
  -- What was committed may want a restart before it is in effect. Where more waits than is kept, nobody can tell it from drift.
  if next_state = 'drifted' and s.state = 'unverified' and s.attempts < 5
    and (jsonb_array_length(s.drift) >= 100 or not exists (select from jsonb_array_elements(told->'drift') n
      where not s.drift @> jsonb_build_array(jsonb_build_object('path', n->'path', 'after', n->'after')))) then
    next_state := 'unverified';
  end if;
  -- Who only looked has not tried: the next try comes when it was to come.
  looks := (told->>'check')::boolean and next_state = 'failed' and s.state = 'failed';
  insert into provision_state as p (device_id, company_id, state, revision, drift, problems, unknowable, templates,
    drifted_since, applied_at, attempts, next_at)
  values (device_in, d.company_id, next_state,
    case when next_state in ('applied', 'unverified') then told->>'revision' else coalesce(s.revision, '') end,
    case when next_state in ('drifted', 'failed', 'unverified') then told->'drift' else '[]' end, told->'problems',
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

/** The restart that a gateway was waiting for: nothing of what templates set waits any more, and it is compared. */
create function device_compared_after_restart() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update provision_state set drift = '[]' where device_id = new.device_id and company_id = new.company_id
    and state = 'unverified';
  if found then perform queue_provision(array[new.device_id], true); end if;
  return null;
end $$;
create trigger device_provision_restart after insert on device_timeline for each row
  when (new.kind = 'inform.boot' and not new.detail ? 'first') execute function device_compared_after_restart();
