/** Shows the approval's page and the lists of those concerned anew. For definer functions only. */
create or replace function approval_show(a approval) returns void language sql set search_path = public as $$
  select note_live(k, 'approval.changed', a.id, '{}') from (
    select a.company_id union select a.policy_company_id union select a.asker_home_id) of (k) $$;

/** Reports an approval to these people of a company, once each. For definer functions only. */
create or replace function approval_report(a approval, company_in bigint, people_in bigint[], notice_in text, note_in text)
  returns void language plpgsql set search_path = public as $$
begin
  insert into work_notice (company_id, recipient, event_company_id, event_id)
  select company_in, k, a.company_id, work_event_note(a.company_id, 'approval', notice_in, a.id,
    format('%s:%s', a.id, case when notice_in = 'asked' then a.step::text else notice_in end),
    jsonb_build_object('title', a.title, 'note', note_in, 'actorName', coalesce(
      case when notice_in = 'asked' then a.asked_by_name else netward_setting('netward.actor_name') end, '')))
  from unnest(people_in) k on conflict do nothing;
end $$;

/** Reports the present step to the people who can decide it and have no notice of it yet. For definer functions only. */
create or replace function approval_report_step(a approval) returns void language plpgsql set search_path = public as $$
declare
  home constant bigint := approval_home(a, a.step);
begin
  perform approval_report(a, home, array(
    select p.person_id from approval_people(a, a.step) p
    union
    select d.deputy_id from approval_people(a, a.step) p join approval_deputy d on d.company_id = home
      and d.person_id = p.person_id and d.deputy_id <> a.asked_by and now() >= d.starts_at and now() < d.ends_at), 'asked', a.note);
end $$;

/** Locks an approval, after its subject: as acts on the subject do. For definer functions only. */
create or replace function approval_lock(id_in bigint) returns approval language plpgsql set search_path = public as $$
declare
  a approval;
  subject constant text := (select k.subject_table from approval o join approval_kind k on k.kind = o.kind where o.id = id_in);
begin
  select * into a from approval o where o.id = id_in;
  if subject is not null then
    execute format('select from %I where company_id = $1 and id = $2 for no key update', subject) using a.company_id, a.subject_id;
  end if;
  select * into a from approval o where o.id = id_in for update;
  return a;
end $$;

/**
 * Asks for approval of a subject of the company acted in; null: no policy applies. `own_people`: the company's own people decide
 * too, whatever the policy says.
 */
create or replace function approval_ask(
  kind_in text, subject_in bigint, version_in int, title_in text, amount_in numeric, risk_in text, note_in text, own_people boolean
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  p approval_policy;
  a approval;
  steps_in jsonb;
begin
  if exists (select from approval o where o.company_id = scope_company() and o.kind = kind_in and o.subject_id = subject_in
    and o.state = 'pending') then raise exception 'approval.pending' using errcode = 'NW001'; end if;
  select * into p from approval_policy_of(scope_company(), kind_in, amount_in, risk_in);
  steps_in := coalesce(p.steps, '[]');
  if own_people and not steps_in @> '[{"by": "customer"}]' then steps_in := '[{"by": "customer", "mode": "any"}]' || steps_in; end if;
  if steps_in = '[]' then return null; end if;
  insert into approval (company_id, kind, subject_id, version, title, amount, risk, note, policy_company_id, steps, asked_by,
    asked_by_name, asker_home_id, department_id)
  values (scope_company(), kind_in, subject_in, version_in, title_in, amount_in, risk_in, note_in,
    coalesce(p.company_id, scope_company()), steps_in, scope_person(), netward_setting('netward.actor_name'),
    netward_setting('netward.home_id')::bigint,
    (select m.department_id from member m where m.company_id = coalesce(p.company_id, scope_company()) and m.person_id = scope_person()))
  returning * into a;
  perform approval_report_step(a), approval_show(a);
  return a.id;
end $$;

/** Ends a step that is decided, and the approval with its last one. For definer functions only. */
create or replace function approval_advance(id_in bigint) returns void language plpgsql set search_path = public as $$
declare
  a approval;
  ended boolean;
begin
  select * into a from approval where id = id_in;
  if exists (select from approval_decision d where d.approval_id = a.id and d.company_id = a.company_id and d.step = a.step
    and d.verdict = 'refused') then
    update approval set state = 'refused', ended_at = now() where id = a.id returning * into a;
  else
    ended := exists (select from approval_decision d where d.approval_id = a.id and d.company_id = a.company_id and d.step = a.step)
      and (a.steps->(a.step - 1)->>'mode' = 'any' or not exists (
        select from approval_people(a, a.step) p where not exists (select from approval_decision d
          where d.approval_id = a.id and d.company_id = a.company_id and d.step = a.step and d.person_id = p.person_id)));
    if ended and a.step = jsonb_array_length(a.steps) then
      update approval set state = 'approved', ended_at = now() where id = a.id returning * into a;
    elsif ended then
      update approval set step = step + 1, step_since = now() where id = a.id returning * into a;
      perform approval_report_step(a);
    end if;
  end if;
  if a.state <> 'pending' then
    perform approval_report(a, a.asker_home_id, array[a.asked_by], a.state, coalesce((select d.note from approval_decision d
      where d.approval_id = a.id and d.company_id = a.company_id order by d.at desc limit 1), ''));
  end if;
  perform approval_show(a);
end $$;

/**
 * Decides the step that the person read, in their own company, for themselves and those whose deputy they are. Of two people
 * the second finds the step over.
 */
create or replace function approval_decide(id_in bigint, step_in int, approve_in boolean, note_in text)
  returns table (state text, title text) language plpgsql security definer set search_path = public as $$
declare
  a approval;
  n int;
begin
  a := approval_lock(id_in);
  if a.id is null or not approval_seen(a) then raise exception 'approval.not_found' using errcode = 'NW001'; end if;
  if a.state <> 'pending' or a.step <> step_in then raise exception 'approval.over' using errcode = 'NW001'; end if;
  if approval_home(a, a.step) = netward_setting('netward.home_id')::bigint then
    insert into approval_decision (company_id, approval_id, step, person_id, name, by_id, by_name, verdict, note)
    select a.company_id, a.id, a.step, m.person_id, m.name, scope_person(), netward_setting('netward.actor_name'),
      case when approve_in then 'approved' else 'refused' end, note_in
    from approval_mine(a, scope_person()) m;
    get diagnostics n = row_count;
  end if;
  if coalesce(n, 0) = 0 then raise exception 'approval.not_yours' using errcode = 'NW001'; end if;
  perform approval_advance(a.id);
  return query select o.state, o.title from approval o where o.id = a.id;
end $$;

/** By who asked for it. */
create or replace function approval_withdraw(id_in bigint) returns text language plpgsql security definer set search_path = public as $$
declare
  a approval;
begin
  a := approval_lock(id_in);
  if a.id is null or not approval_seen(a) then raise exception 'approval.not_found' using errcode = 'NW001'; end if;
  if a.asked_by <> scope_person() then raise exception 'approval.not_yours' using errcode = 'NW001'; end if;
  if a.state <> 'pending' then raise exception 'approval.over' using errcode = 'NW001'; end if;
  update approval set state = 'withdrawn', ended_at = now() where id = a.id returning * into a;
  perform approval_show(a);
  return a.title;
end $$;

/** Its subject in the company acted in no longer needs the approval. */
create or replace function approval_drop(kind_in text, subject_in bigint) returns void
  language sql security definer set search_path = public as $$
  update approval a set state = 'withdrawn', ended_at = now()
  where a.company_id = scope_company() and a.kind = kind_in and a.subject_id = subject_in and a.state = 'pending' $$;

/**
 * Looks again who decides approvals that wait: reports them to a new head or deputy, and ends a step whose last open person has
 * left. Returns how many it looked at.
 */
create or replace function approval_look_again(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  a approval;
  n int := 0;
begin
  for a in select o.* from approval o where o.state = 'pending' and o.checked_at < now() - interval '1 minute'
    order by o.checked_at limit most
  loop
    n := n + 1;
    a := approval_lock(a.id);
    continue when a.id is null or a.state <> 'pending';
    update approval set checked_at = now() where id = a.id;
    perform approval_report_step(a);
    if a.steps->(a.step - 1)->>'mode' = 'all' then perform approval_advance(a.id); end if;
  end loop;
  return n;
end $$;

grant execute on function approval_ask, approval_decide, approval_drop, approval_withdraw to {{company}}, {{tree}}, {{platform}};
grant execute on function approval_look_again to {{login}};
