/** The version of the rules, and the companies of devices: a row at least. */
create or replace function alarm_event_rules(devices bigint[]) returns table (version bigint, device_id bigint, company_id bigint)
  language sql stable security definer set search_path = public as $$
  select v.version, d.id, d.company_id from alarm_rule_version v left join device d on d.id = any (devices) and d.state = 'claimed' $$;

/**
 * Keeps events that rules matched until evaluation follows them: [{deviceId, at, instance, rule, clears, count, text, trap}], `at` in
 * milliseconds. A device that floods has 2,000 waiting at most. Called in the transaction that writes what they are of.
 */
create or replace function alarm_note_events(events_in jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  noted bigint[];
begin
  with given as (
    select d.company_id, d.id as device_id, e.*
    from rows from (jsonb_to_recordset(events_in) as ("deviceId" bigint, at double precision, instance text, rule text, clears boolean,
      count int, text text, trap text)) with ordinality e ("deviceId", at, instance, rule, clears, count, text, trap, n)
    join device d on d.id = e."deviceId" and d.state = 'claimed'
    where (select count(*) from (select from alarm_inbox i where i.company_id = d.company_id and i.device_id = d.id limit 2000) i) < 2000
  ), kept as (
    insert into alarm_inbox (company_id, device_id, rule, clears, instance, at, count, text, trap)
    select company_id, device_id, rule, clears, instance, least(to_timestamp(at / 1000), clock_timestamp()), count, text, trap
    from given order by device_id, n returning device_id
  )
  select array_agg(distinct device_id) into noted from kept;
  -- Evaluation looks at the device, with a revision that it has not seen.
  insert into alarm_subject as a (subject_id, company_id, revision, due_at)
  select d.id, d.company_id, 1, now() from device d where d.id = any (noted) order by d.id
  on conflict (subject_id) do update set revision = a.revision + 1, due_at = least(a.due_at, now());
end $$;

grant execute on function alarm_event_rules to {{login}};
