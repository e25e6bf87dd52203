/** Evenly spread and always the same: 0 to `below` - 1. */
create or replace function spread_of(text_in text, below int) returns int language sql immutable as $$
  select (('x' || left(md5(text_in), 7))::bit(28)::int % below) $$;

/**
 * Plans this month's tests: for each person of each rota and each channel of its routes that reaches people, on one of the first 25
 * days, between 10:00 and 17:00 of the person, outside quiet hours. Who joins later follows the next day. Returns how many.
 */
create or replace function duty_tests_plan(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  insert into duty_test (company_id, rota_id, member_id, channel_id, month, due_at)
  select w.company_id, w.rota_id, w.member_id, w.channel_id, w.month, greatest(at.due,
      quiet_end(w.quiet_from, w.quiet_until, w.time_zone, at.due),
      (select max(quiet_end(o.quiet_from, o.quiet_until, o.time_zone, at.due)) from notice_route o
        where o.company_id = w.company_id and o.person_id = w.person_id and o.enabled))
  from (
    select distinct on (u.company_id, u.rota_id, u.member_id, r.channel_id) u.company_id, u.rota_id, u.member_id, r.channel_id,
      r.quiet_from, r.quiet_until, r.time_zone, m.person_id, coalesce(p.time_zone, a.time_zone) as zone,
      date_trunc('month', now() at time zone coalesce(p.time_zone, a.time_zone))::date as month,
      u.rota_id || '/' || u.member_id || '/' || r.channel_id || '/' || to_char(now(), 'YYYYMM') as seed
    from rota_turn u join rota a on a.company_id = u.company_id and a.id = u.rota_id
    join member m on m.company_id = u.company_id and m.id = u.member_id and m.status = 'enabled'
    join person p on p.id = m.person_id and p.disabled_at is null
    join company o on o.id = u.company_id and o.status = 'active'
    join notice_route r on r.company_id = u.company_id and r.rota_id = u.rota_id and r.enabled and not r.by_voice
    join integration_channel c on c.company_id = r.company_id and c.id = r.channel_id and c.kind < 10
    order by u.company_id, u.rota_id, u.member_id, r.channel_id, r.id) w
  cross join lateral (select (w.month + spread_of(w.seed, 25) + interval '10 hours'
    + make_interval(mins => spread_of(w.seed || 'm', 420))) at time zone w.zone as due) d
  cross join lateral (select case when d.due > now() then d.due else (date_trunc('day', now() at time zone w.zone)
    + interval '34 hours' + make_interval(mins => spread_of(w.seed || 'm', 420))) at time zone w.zone end as due) at
  where not exists (select from duty_test t where t.company_id = w.company_id and t.rota_id = w.rota_id
    and t.member_id = w.member_id and t.channel_id = w.channel_id and t.month = w.month)
  limit most
  on conflict do nothing;
  get diagnostics n = row_count;
  delete from duty_test where month < (now() - interval '1 year')::date;
  return n;
end $$;

/** Queues the tests that are due, each once. Those of paused channels wait. */
create or replace function duty_tests_queue(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with due as (
    update duty_test t set queued_at = now() where t.id in (
      select d.id from duty_test d join integration_channel c on c.company_id = d.company_id and c.id = d.channel_id
      where d.queued_at is null and d.due_at <= now() and not c.paused order by d.due_at, d.id limit most for update of d skip locked)
    returning t.id
  ), queued as (
    select graphile_worker.add_job('duty.test', json_build_object('testId', id), job_key := 'duty-test:' || id, max_attempts := 3)
    from due)
  select count(*) into n from queued;
  return n;
end $$;

/** A test that is to be sent now. Without a verified address of its kind there is none, which is its result. */
create or replace function duty_test_begin(test_in bigint) returns table (
  company_id bigint, company_code text, company_name text, is_platform boolean, prefix text, language text, time_zone text,
  kind smallint, settings jsonb, sealed bytea, email text, phone text, subject text, rota_id bigint, rota_name text
) language plpgsql security definer set search_path = public as $$
begin
  update duty_test t set state = 'no_address' from member m, person p, integration_channel c
    where t.id = test_in and t.state = 'planned' and m.company_id = t.company_id and m.id = t.member_id and p.id = m.person_id
      and c.company_id = t.company_id and c.id = t.channel_id
      and case when notice_by_application(c.kind) then notice_subject(m.company_id, c.id, p.id) is null
        when c.kind = 5 then p.email is null or p.email_verified_at is null
        else p.phone is null or p.phone_verified_at is null end;
  return query
  select t.company_id, o.code, o.name, o.kind = 'op', coalesce(o.prefix, ''), coalesce(p.language, o.language),
    coalesce(p.time_zone, o.time_zone), c.kind, c.settings, c.sealed, p.email, p.phone,
    notice_subject(m.company_id, c.id, p.id), a.id, a.name
  from duty_test t join company o on o.id = t.company_id
  join integration_channel c on c.company_id = t.company_id and c.id = t.channel_id
  join member m on m.company_id = t.company_id and m.id = t.member_id and m.status = 'enabled'
  join person p on p.id = m.person_id and p.disabled_at is null
  join rota a on a.company_id = t.company_id and a.id = t.rota_id
  where t.id = test_in and t.state = 'planned';
end $$;

create or replace function duty_test_done(test_in bigint, failure_in jsonb) returns void
  language sql security definer set search_path = public as $$
  update duty_test set state = case when failure_in is null then 'sent' else 'failed' end, sent_at = now(), failure = failure_in
  where id = test_in and state = 'planned' $$;

grant execute on function duty_test_begin, duty_test_done, duty_tests_plan, duty_tests_queue to {{login}};
