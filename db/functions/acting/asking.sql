/**
 * Records what a user from above does about a tenant: in both logs, and as an event to the screens of both.
 * For definer functions only.
 */
create or replace function note_acting(
  action_in text, person_in bigint, actor_in text, home_in bigint, tenant_in bigint, detail_in jsonb, request_in text
) returns void language sql set search_path = public as $$
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select at.id, action_in, person_in, actor_in, other.id, other.name, 'company', tenant_in::text, detail_in, request_in
  from company at join company other on other.id = case at.id when home_in then tenant_in else home_in end
  where at.id in (home_in, tenant_in) order by at.id;
  insert into live_event (company_id, kind, subject_id, data)
  values (home_in, 'acting.changed', tenant_in, jsonb_build_object('what', action_in)),
    (tenant_in, 'acting.changed', null, jsonb_build_object('what', action_in)) $$;

/** Refuses users who are not at home in the company acted in. For definer functions only. */
create or replace function refuse_from_above() returns void language plpgsql stable set search_path = public as $$
begin
  if nullif(current_setting('netward.home_id', true), '')::bigint is distinct from scope_company() then
    raise exception 'acting.only_at_home' using errcode = 'NW001';
  end if;
end $$;

/** Requests access to a tenant. A person has at most one pending request; a new one replaces it. */
create or replace function acting_ask(tenant_in bigint, reason_in text, hours_in int, actor_in text, request_in text)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  entry text;
  made bigint;
begin
  if not acting_reach(tenant_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  entry := coalesce(acting_entry(tenant_in, scope_person()), 'free');
  if entry not like 'acting.%' then raise exception 'acting.open' using errcode = 'NW001'; end if;
  if entry = 'acting.never' then raise exception '%', entry using errcode = 'NW001'; end if;
  insert into acting_access as a (company_id, person_id, actor_name, actor_company_id, actor_company_name, how, reason, hours)
  select tenant_in, scope_person(), actor_in, h.id, h.name, 'request', reason_in, hours_in from company h where h.id = home
  on conflict (company_id, person_id) where state = 'waiting' do update
    set reason = excluded.reason, hours = excluded.hours, asked_at = now(), actor_name = excluded.actor_name,
      actor_company_id = excluded.actor_company_id, actor_company_name = excluded.actor_company_name
  returning id into made;
  perform note_acting('acting.asked', scope_person(), actor_in, home, tenant_in,
    jsonb_build_object('reason', reason_in, 'hours', hours_in), request_in);
  return made;
end $$;

/**
 * Admits a user for some hours, which also lifts their removal, or refuses (hours null). The user's home
 * company receives an event that names whose request was decided, for the screen that waits for the answer.
 */
create or replace function acting_decide(access_in bigint, hours_in int, actor_in text, request_in text) returns acting_access
  language plpgsql security definer set search_path = public as $$
declare
  asked acting_access;
begin
  perform refuse_from_above();
  select * into asked from acting_access where company_id = scope_company() and id = access_in for update;
  if asked.id is null then raise exception 'acting.request_not_found' using errcode = 'NW001'; end if;
  if asked.state <> 'waiting' then raise exception 'acting.request_decided' using errcode = 'NW001'; end if;
  update acting_access set state = case when hours_in is null then 'refused' else 'approved' end, decided_at = now(),
    decided_by = actor_in, hours = coalesce(hours_in, hours), until = now() + make_interval(hours => hours_in)
    where company_id = asked.company_id and id = access_in returning * into asked;
  if hours_in is not null then
    delete from acting_end where company_id = asked.company_id and person_id = asked.person_id;
  end if;
  perform note_acting(case when hours_in is null then 'acting.refused' else 'acting.approved' end, scope_person(), actor_in,
    asked.actor_company_id, asked.company_id,
    jsonb_strip_nulls(jsonb_build_object('name', asked.actor_name, 'hours', hours_in)), request_in);
  insert into live_event (company_id, kind, subject_id, data)
  values (asked.actor_company_id, 'acting.changed', asked.company_id,
    jsonb_build_object('answer', asked.state, 'personId', asked.person_id::text));
  return asked;
end $$;

/** Enters for an hour regardless of the tenant's decision; the tenant is notified. Returns the end time. */
create or replace function acting_break_glass(tenant_in bigint, reason_in text, actor_in text, request_in text)
  returns timestamptz language plpgsql security definer set search_path = public as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  ends timestamptz;
begin
  if not acting_reach(tenant_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  update acting_access set state = 'ended'
    where company_id = tenant_in and person_id = scope_person() and state = 'approved' and how = 'break_glass';
  insert into acting_access (company_id, person_id, actor_name, actor_company_id, actor_company_name, how, state, reason,
                             hours, decided_at, decided_by, until)
  select tenant_in, scope_person(), actor_in, h.id, h.name, 'break_glass', 'approved', reason_in, 1, now(), actor_in,
    now() + interval '1 hour' from company h where h.id = home
  returning until into ends;
  perform note_acting('acting.glass_broken', scope_person(), actor_in, home, tenant_in,
    jsonb_build_object('reason', reason_in, 'until', ends), request_in);
  return ends;
end $$;

/**
 * Removes a person, or (person null) all users from above: their admissions end, and none of them may enter
 * until the time stated or until the tenant admits them again. Returns how many visits ended.
 */
create or replace function acting_send_out(person_in bigint, until_in timestamptz, actor_in text, request_in text) returns int
  language plpgsql security definer set search_path = public as $$
declare
  here constant bigint := scope_company();
  who record;
  ended int;
begin
  perform refuse_from_above();
  select v.actor_name, v.actor_company_name into who from (
    select actor_name, actor_company_name, last_seen_at as at from acting_visit
      where company_id = here and person_id = person_in
    union all
    select actor_name, actor_company_name, asked_at from acting_access where company_id = here and person_id = person_in) v
    order by v.at desc limit 1;
  if person_in is not null and who.actor_name is null then
    raise exception 'acting.nobody_inside' using errcode = 'NW001';
  end if;
  -- Without it begin_request skips the check.
  insert into acting_consent (company_id) values (here) on conflict do nothing;
  insert into acting_end as e (company_id, person_id, actor_name, actor_company_name, ended_by, until)
  values (here, person_in, who.actor_name, who.actor_company_name, actor_in, until_in)
  on conflict (company_id, coalesce(person_id, 0)) do update
    set ended_at = now(), ended_by = excluded.ended_by, until = excluded.until, actor_name = excluded.actor_name,
      actor_company_name = excluded.actor_company_name;
  update acting_access set state = 'ended', decided_at = coalesce(decided_at, now())
    where company_id = here and person_id = coalesce(person_in, person_id)
      and (state = 'waiting' or state = 'approved' and until > now());
  with gone as (
    update acting_visit set ended_at = now()
      where company_id = here and person_id = coalesce(person_in, person_id) and ended_at is null
      returning actor_company_id, actor_name),
  homes as (select actor_company_id, string_agg(distinct actor_name, ', ') as names from gone group by 1),
  noted as (
    select note_acting('acting.sent_out', scope_person(), actor_in, h.actor_company_id, here,
      jsonb_build_object('name', h.names), request_in) from homes h)
  select count(*)::int + 0 * (select count(*)::int from noted) into ended from gone;
  if ended = 0 then
    insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail, request_id)
    values (here, 'acting.sent_out', scope_person(), actor_in, 'company', here::text,
      jsonb_strip_nulls(jsonb_build_object('name', who.actor_name)), request_in);
    insert into live_event (company_id, kind) values (here, 'acting.changed');
  end if;
  return ended;
end $$;

/** Ends the visit of a session: its person left. */
create or replace function leave_visit(session_in bigint, tenant_in bigint, request_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  v acting_visit;
begin
  update acting_visit set ended_at = now()
    where company_id = tenant_in and session_id = session_in and person_id = scope_person() and ended_at is null
    returning * into v;
  if found then
    perform note_acting('acting.left', v.person_id, v.actor_name, v.actor_company_id, tenant_in, '{}', request_in);
  end if;
end $$;

/** The companies above the one acted in, by name, nearest first. */
create or replace function companies_above() returns table (name text)
  language sql stable security definer set search_path = public as $$
  select c.name from company_ancestor a join company c on c.id = a.ancestor_id
  where a.company_id = scope_company() and a.depth > 0 order by a.depth $$;

grant execute on function acting_ask, acting_break_glass, acting_decide, acting_send_out, companies_above, leave_visit
  to {{company}}, {{tree}}, {{platform}};
