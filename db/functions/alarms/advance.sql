/**
 * Writes what evaluation found, all or nothing: {devices: [{id, revision, writes, due, events}], changes: [{device, rule, instance,
 * machine, alarm, transitions: [{kind, at, value, because, text, trap}]}], places: as `alarm_place` takes them}. Times in milliseconds.
 * `events`: the last one of `alarm_inbox` that was followed; null: none was looked at, and what is due already stays due.
 * It refuses with NW002 if another process changed one of the devices meanwhile.
 */
create or replace function alarm_advance(advance_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  change jsonb;
  written_ids bigint[];
  expected int;
  written int;
begin
  -- Devices before their alarms, as their own writers lock them.
  written_ids := array(select (k->>'id')::bigint from jsonb_array_elements(advance_in->'devices') k
    where (k->>'writes')::boolean);
  perform 1 from device d where d.id = any (written_ids) order by d.id for key share;
  perform 1 from internet_line l where l.id = any (written_ids) order by l.id for key share;
  if exists (
    select from jsonb_array_elements(advance_in->'devices') k left join alarm_subject a on a.subject_id = (k->>'id')::bigint
    where coalesce(a.revision, 0) <> (k->>'revision')::int)
  then
    raise exception 'alarm states have changed' using errcode = 'NW002';
  end if;
  select count(*) into expected from measured(written_ids);
  insert into alarm_subject as a (subject_id, company_id, revision, due_at)
  select d.id, d.company_id, (k->>'revision')::int + 1,
    case when k->>'events' is null and s.due_at <= clock_timestamp() then s.due_at
      else to_timestamp((k->>'due')::double precision / 1000) end
  from jsonb_array_elements(advance_in->'devices') k join measured(written_ids) d on d.id = (k->>'id')::bigint
  left join alarm_subject s on s.subject_id = d.id
  where (k->>'writes')::boolean order by d.id
  on conflict (subject_id) do update set revision = excluded.revision, due_at = excluded.due_at
    where a.revision = excluded.revision - 1;
  get diagnostics written = row_count;
  if written <> expected then raise exception 'alarm states have changed' using errcode = 'NW002'; end if;
  delete from alarm_inbox i using jsonb_array_elements(advance_in->'devices') k, measured(written_ids) d
  where d.id = (k->>'id')::bigint and i.company_id = d.company_id and i.device_id = d.id and i.id <= (k->>'events')::bigint;
  -- The sites of what is raised, in one order (alarm_grouped).
  perform pg_advisory_xact_lock(7571, k.site) from (
    select distinct hashint8(d.outlet_id) as site
    from jsonb_array_elements(advance_in->'changes') c join measured(written_ids) d on d.id = (c->>'device')::bigint
    where d.outlet_id is not null and c->'transitions' @> '[{"kind": "raised"}]' order by 1) k;
  for change in select * from jsonb_array_elements(advance_in->'changes') loop
    perform alarm_change(change);
  end loop;
  if jsonb_array_length(advance_in->'places') > 0 then perform alarm_place(advance_in->'places'); end if;
end $$;

/** One condition: its state, and for each transition the alarm and its timeline. */
create or replace function alarm_change(change jsonb) returns void language plpgsql set search_path = public as $$
declare
  d measured_subject;
  s alarm_state;
  current bigint;
  step jsonb;
begin
  select * into d from measured(array[(change->>'device')::bigint]);
  if not found then return; end if;
  select * into s from alarm_state k
    where k.subject_id = d.id and k.rule = change->>'rule' and k.instance = change->>'instance';
  current := s.alarm_id;
  for step in select * from jsonb_array_elements(change->'transitions') loop
    -- The key of a rule that only watches, as evaluation/rules.ts makes it.
    if change->>'rule' like '~%' then perform alarm_note_watch(d, change, step);
    else current := alarm_transition(d, current, change, step);
    end if;
  end loop;
  if jsonb_typeof(change->'machine') = 'null' then
    delete from alarm_state k
    where k.subject_id = d.id and k.rule = change->>'rule' and k.instance = change->>'instance';
  else
    insert into alarm_state (subject_id, rule, instance, company_id, machine, alarm_id)
    values (d.id, change->>'rule', change->>'instance', d.company_id, change->'machine', current)
    on conflict (subject_id, rule, instance) do update set machine = excluded.machine, alarm_id = excluded.alarm_id;
  end if;
end $$;

/** What a rule that only watches would have raised. */
create or replace function alarm_note_watch(d measured_subject, change jsonb, step jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  rule_in constant text := substr(change->>'rule', 2);
  at_in constant timestamptz := to_timestamp((step->>'at')::double precision / 1000);
begin
  if step->>'kind' = 'raised' then
    insert into alarm_watch (company_id, subject_id, rule, instance, label, value, text, raised_at)
    values (d.company_id, d.id, rule_in, change->>'instance',
      alarm_part_label(d, change->'alarm'->>'subject', change->>'instance'), (step->>'value')::double precision,
      step->>'text', at_in);
  elsif step->>'kind' = 'cleared' then
    update alarm_watch set cleared_at = greatest(at_in, raised_at)
    where subject_id = d.id and rule = rule_in and instance = change->>'instance' and cleared_at is null;
  end if;
end $$;

/** What people call a part of the device or line; its key where nobody does. */
create or replace function alarm_part_label(d measured_subject, subject_in text, instance_in text) returns text
  language sql stable set search_path = public as $$
  select coalesce((select p.label from metric_part p where p.company_id = d.company_id and p.subject_id = d.id
    and p.subject = subject_in and p.instance = instance_in), instance_in) $$;

/** The name of the device or line; of an alarm of the company itself that of the company. */
create or replace function alarm_subject_name(a alarm) returns text language sql stable set search_path = public as $$
  select coalesce((select d.name from device d where d.company_id = a.company_id and d.id = a.device_id),
    (select l.name from internet_line l where l.company_id = a.company_id and l.id = a.line_id),
    (select c.name from company c where c.id = a.company_id and a.subject_id is null), '') $$;

/** Returns the alarm that is active afterwards. */
create or replace function alarm_transition(d measured_subject, current bigint, change jsonb, step jsonb) returns bigint
  language plpgsql set search_path = public as $$
declare
  about constant jsonb := change->'alarm';
  kind_of constant text := step->>'kind';
  at_in constant timestamptz := to_timestamp((step->>'at')::double precision / 1000);
  of_alarm bigint := current;
begin
  if kind_of = 'raised' then
    insert into alarm (company_id, subject_id, outlet_id, department_id, rule, rule_name, metric, watches, instance, label,
      value, threshold, severity, raised_at, in_maintenance)
    values (d.company_id, d.id, d.outlet_id, d.department_id, change->>'rule', about->>'ruleName', about->>'metric', about->>'watches',
      change->>'instance',
      alarm_part_label(d, about->>'subject', change->>'instance'),
      (step->>'value')::double precision, (about->>'threshold')::double precision, about->>'severity', at_in,
      in_maintenance(d.company_id, d.outlet_id, d.id))
    returning id into of_alarm;
  elsif of_alarm is null then
    return null;
  elsif kind_of = 'cleared' then
    update alarm set state = 'cleared', cleared_at = greatest(at_in, raised_at), cleared_because = step->>'because', flapping = false,
      no_data_since = null
    where id = of_alarm;
  elsif kind_of in ('flapping', 'settled') then
    update alarm set flapping = kind_of = 'flapping' where id = of_alarm;
  else
    update alarm set no_data_since = case kind_of when 'no_data' then at_in end where id = of_alarm;
  end if;
  insert into alarm_event (company_id, alarm_id, subject_id, at, kind, detail)
  values (d.company_id, of_alarm, d.id, at_in, kind_of,
    jsonb_strip_nulls(jsonb_build_object('value', step->'value', 'because', step->'because', 'text', step->'text',
      'trap', step->'trap')));
  perform note_live(d.company_id, 'alarm.changed', d.id, jsonb_build_object('alarmId', of_alarm::text, 'kind', kind_of));
  return case when kind_of = 'cleared' then null else of_alarm end;
end $$;

grant execute on function alarm_advance to {{login}};
grant execute on function alarm_subject_name to {{company}}, {{tree}}, {{platform}};
