/**
 * Ends a run whose differences were carried out, or that found none: what was read becomes what is known about the people whom
 * it follows. A person whose changed address was asked about keeps the old one until the answer.
 */
create or replace function people_sync_finish(run_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r people_sync_run;
begin
  update people_sync_run set state = 'done', finished_at = clock_timestamp(), holder = null
  where id = run_in and company_id = scope_company() and state in ('reading', 'applying') returning * into r;
  if r.id is null then return; end if;
  insert into people_sync_person as k (company_id, channel_id, subject, member_id, leads, department_ids, mail_hash, mobile_hash,
    identity_hash)
  select r.company_id, r.channel_id, s.subject, l.member_id,
    not exists (select from people_sync_person o where o.company_id = l.company_id and o.member_id = l.member_id
      and o.channel_id <> r.channel_id and o.leads),
    s.department_ids, sha256(convert_to(lower(s.mail), 'UTF8')), sha256(convert_to(s.mobile, 'UTF8')),
    sha256(convert_to(s.identity, 'UTF8'))
  from people_sync_staged s
  join sign_on_link l on l.company_id = s.company_id and l.channel_id = r.channel_id and l.subject = s.subject
  where s.company_id = r.company_id and s.run_id = r.id and not s.gone and not s.left_out and s.active
    and not exists (select from people_sync_question q where q.company_id = s.company_id and q.channel_id = r.channel_id
      and q.subject = s.subject and q.answer is null)
  on conflict (company_id, channel_id, subject) do update set member_id = excluded.member_id, gone_at = null,
    department_ids = coalesce(excluded.department_ids, k.department_ids), mail_hash = coalesce(excluded.mail_hash, k.mail_hash),
    mobile_hash = coalesce(excluded.mobile_hash, k.mobile_hash), identity_hash = coalesce(excluded.identity_hash, k.identity_hash)
  where not k.ignored;
  update people_sync_person k set gone_at = now()
  where k.company_id = r.company_id and k.channel_id = r.channel_id and k.gone_at is null and case when r.is_full
    then not exists (select from people_sync_staged s where s.company_id = k.company_id and s.run_id = r.id and s.subject = k.subject)
    else exists (select from people_sync_staged s where s.company_id = k.company_id and s.run_id = r.id and s.subject = k.subject
      and s.gone) end
    -- Whether they have a new identifier is asked: until the answer they have not gone.
    and not exists (select from people_sync_question q where q.company_id = k.company_id and q.channel_id = k.channel_id
      and q.member_id = k.member_id and q.kind = 'new_id' and q.answer is null);
  -- Of two channels that know a member the other one leads from now on.
  update people_sync_person o set leads = true from people_sync_person k
  where k.company_id = r.company_id and k.channel_id = r.channel_id and k.gone_at is not null and k.leads
    and o.company_id = k.company_id and o.member_id = k.member_id and o.channel_id <> k.channel_id and o.gone_at is null;
  update people_sync_person k set leads = false
  where k.company_id = r.company_id and k.channel_id = r.channel_id and k.gone_at is not null and k.leads
    and exists (select from people_sync_person o where o.company_id = k.company_id and o.member_id = k.member_id
      and o.channel_id <> k.channel_id and o.leads);
  if r.is_full and r.departments > 0 then
    delete from people_sync_department d where d.company_id = r.company_id and d.channel_id = r.channel_id
      and (d.node_id is null or not d.made) and not exists (select from people_sync_staged_department s
        where s.company_id = d.company_id and s.run_id = r.id and s.outside_id = d.outside_id);
  end if;
  update people_sync s set full_at = case when r.is_full then r.started_at else s.full_at end,
    position = case when r.reading = 'people' then s.position else r.position end
  where s.company_id = r.company_id and s.channel_id = r.channel_id;
  perform people_sync_forget(r.company_id, r.id);
  perform people_sync_note(r, 'people_sync.finished');
end $$;

/** Deletes what a reading found. For definer functions only. */
create or replace function people_sync_forget(company_in bigint, run_in bigint) returns void
  language plpgsql set search_path = public as $$
begin
  delete from people_sync_staged where company_id = company_in and run_id = run_in;
  delete from people_sync_staged_department where company_id = company_in and run_id = run_in;
end $$;

/** The log shows runs that changed something, failed, or were made by hand. For definer functions only. */
create or replace function people_sync_note(r people_sync_run, action_in text) returns void
  language plpgsql set search_path = public as $$
begin
  perform note_live(r.company_id, 'people_sync.changed', r.channel_id, '{}');
  if action_in = 'people_sync.finished' and r.applied = 0 and r.cause <> 'hand' then return; end if;
  perform note_audit(r.company_id, action_in, 'integration_channel', r.channel_id::text, jsonb_build_object(
    'name', (select c.name from integration_channel c where c.company_id = r.company_id and c.id = r.channel_id),
    'people', r.people, 'counts', r.counts, 'failed', r.failed, 'why', r.why));
end $$;

/** Ends a run before its end. What it has carried out stays. */
create or replace function people_sync_end(run_in bigint, state_in text, why_in text, detail_in text) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  r people_sync_run;
begin
  update people_sync_run set state = state_in, why = why_in, detail = left(detail_in, 500), finished_at = clock_timestamp(), holder = null
  where id = run_in and company_id = scope_company() and state in ('reading', 'waiting', 'applying') returning * into r;
  if r.id is null then return false; end if;
  perform people_sync_forget(r.company_id, r.id);
  -- A failed reading is tried again soon; events that it was for are read with it.
  if r.cause <> 'hand' and state_in = 'failed' then
    update people_sync set next_at = least(next_at, now() + interval '1 hour')
    where company_id = r.company_id and channel_id = r.channel_id;
  end if;
  perform people_sync_note(r, 'people_sync.failed');
  return true;
end $$;

/** Adds the job of a run. For definer functions only. */
create or replace function people_sync_enqueue(company_in bigint, run_in bigint) returns void
  language sql set search_path = public as $$
  select add_keyed_job('people-sync.run', json_build_object('companyId', company_in::text, 'runId', run_in::text),
    'people-sync:' || run_in) $$;

/**
 * Begins what is due: runs by the clock and by events of channels that are in use, of companies that are. Ends runs whose job is
 * gone, and differences that nobody confirmed. Deletes old history.
 */
create or replace function people_sync_tend() returns void language plpgsql security definer set search_path = public as $$
declare
  s record;
  made bigint;
begin
  for s in
    select r.company_id, r.id, 'expired' as why from people_sync_run r
    where r.state = 'waiting' and coalesce(r.confirmed_at, r.started_at) < now() - interval '3 days'
    union all
    select r.company_id, r.id, 'interrupted' from people_sync_run r
    where r.state in ('reading', 'applying') and coalesce(r.held_until, r.started_at) < now() - interval '1 minute'
      and not exists (select from graphile_worker._private_jobs j where j.key = 'people-sync:' || r.id
        and (j.attempts < j.max_attempts or j.locked_at is not null))
  loop
    perform set_config('netward.company_id', s.company_id::text, true);
    perform people_sync_end(s.id, case s.why when 'expired' then 'stopped' else 'failed' end, s.why, '');
  end loop;
  for s in
    select y.company_id, y.channel_id, y.next_at <= now() as due, e.everything, e.subjects, e.renames,
      case coalesce(y.interval, p.sync_interval) when 'day' then interval '1 day' when 'week' then interval '7 days'
        when 'two_weeks' then interval '14 days' else interval '1 month' end as every,
      y.position is not null and y.full_at > now() - interval '7 days' as has_position
    from people_sync y cross join platform_setting p
    join company o on o.id = y.company_id and o.status = 'active'
    join integration_channel c on c.company_id = y.company_id and c.id = y.channel_id and not c.paused
    left join lateral (select bool_or(v.subject = '') as everything, array_agg(v.subject) as subjects,
        jsonb_object_agg(v.subject, v.was) filter (where v.was is not null) as renames, min(v.at) as since
      from people_sync_event v where v.company_id = y.company_id and v.channel_id = y.channel_id) e on true
    where y.enabled and y.confirmed_at is not null and (y.next_at <= now() or e.since < now() - interval '5 seconds')
      and not exists (select from people_sync_run r where r.company_id = y.company_id and r.channel_id = y.channel_id
        and r.state in ('reading', 'applying'))
    for update of y skip locked
  loop
    insert into people_sync_run (company_id, channel_id, cause, reading, subjects, renames)
    values (s.company_id, s.channel_id, case when s.due then 'schedule' else 'event' end,
      case when s.due and not s.has_position then 'full' when s.due or s.everything then 'incremental' else 'people' end,
      case when s.due or s.everything then '{}' else s.subjects end, coalesce(s.renames, '{}'))
    returning id into made;
    delete from people_sync_event where company_id = s.company_id and channel_id = s.channel_id;
    update people_sync set next_at = case when s.due then now() + s.every else next_at end
    where company_id = s.company_id and channel_id = s.channel_id;
    perform people_sync_enqueue(s.company_id, made);
    perform note_live(s.company_id, 'people_sync.changed', s.channel_id, '{}');
  end loop;
  delete from people_sync_run where id in (select id from people_sync_run
    where started_at < now() - interval '90 days' and state in ('done', 'failed', 'stopped') order by started_at limit 20);
end $$;

grant execute on function people_sync_tend to {{login}};
grant execute on function people_sync_finish to {{company}};
grant execute on function people_sync_end to {{company}}, {{tree}}, {{platform}};
