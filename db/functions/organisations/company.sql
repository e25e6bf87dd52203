/** Companies of the person of this transaction that this session opens (session_member): of a sign-in channel its own alone. */
create or replace function my_companies(session_in bigint) returns setof company
  language sql stable security definer set search_path = public as $$
  select c.* from session s join member m on m.person_id = s.person_id join company c on c.id = m.company_id
  where s.id = session_in and s.person_id = scope_person() and m.status = 'enabled'
    and case when s.outside then m.company_id = s.company_id else not m.outside_only end order by c.name $$;

/** Below the scope's root, excluding the root itself: companies that the company acted in may manage. */
create or replace function manages(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from company_ancestor a
    where a.company_id = company_in and a.ancestor_id = scope_root() and a.depth > 0)
    and whole_company() $$;

/**
 * The company whose log and prefix apply to an entry about an account: the one that created it, else one in
 * which its person is active. This gives that company no rights.
 */
create or replace function company_of_account(person_in bigint) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce(p.home_company_id, (
    select m.company_id from member m join company c on c.id = m.company_id where m.person_id = p.id
    order by (m.status = 'enabled' and c.status = 'active') desc, m.company_id limit 1))
  from person p where p.id = person_in $$;

/** Runs before a company's standing or an end date is written: a trial has an end date and no contract. */
create or replace function company_trial() returns trigger language plpgsql set search_path = public as $$
begin
  if new.standing <> 'trial' then
    new.trial_ends_at := null;
  else
    new.trial_ends_at := coalesce(new.trial_ends_at, now() + interval '15 days');
    new.contract_ends_at := null;
  end if;
  -- A new end date is warned of again.
  if tg_op = 'UPDATE' and (new.trial_ends_at, new.contract_ends_at) is distinct from (old.trial_ends_at, old.contract_ends_at)
  then
    new.end_warned := 0;
  end if;
  return new;
end $$;

/**
 * The company that set a state, as {level, name, above}. A state set by a level above can be undone only by
 * that level or one above it; `above` is set if the request comes from a lower one. A company that `of_in`
 * has left counts as above `of_in` only.
 */
create or replace function state_author(by_in bigint, of_in bigint) returns jsonb
  language sql stable security definer set search_path = public as $$
  select jsonb_build_object('level', c.kind, 'name', c.name, 'above', c.id <> h.home
    and not exists (select from company_ancestor a where a.company_id = c.id and a.ancestor_id = h.home)
    and (h.home = of_in or exists (select from company_ancestor a where a.company_id = of_in and a.ancestor_id = c.id)))
  from company c, (select netward_setting('netward.home_id')::bigint as home) h where c.id = by_in $$;

/** Companies below the one acted in, by name. */
create or replace function companies_below(search_in text, limit_in int) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from company_ancestor a join company c on c.id = a.company_id
  where a.ancestor_id = scope_company() and a.depth > 0
    and (search_in = '' or strpos(lower(c.name), lower(search_in)) > 0 or strpos(c.code, lower(search_in)) > 0)
  order by c.name, c.id limit limit_in $$;

/** Freezes companies whose trial or contract has ended, in batches. Returns the number frozen. */
create or replace function freeze_ended_trials(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  ended record;
  n int := 0;
begin
  for ended in
    select id, standing, expires_at from company
    where status = 'active' and expires_at < now() and kind <> 'op'
    order by expires_at limit most for update skip locked
  loop
    update company set status = 'frozen', frozen_because = 'ended', state_reason = '', state_by = null, state_changed_at = now()
    where id = ended.id;
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    values (ended.id, 'company.frozen', 'company', ended.id::text,
      jsonb_build_object('because', 'ended', 'standing', ended.standing, 'endsAt', ended.expires_at));
    insert into live_event (company_id, kind, subject_id) values (ended.id, 'company.changed', ended.id);
    perform enqueue_notice(ended.id, 'ended', jsonb_build_object('until', ended.expires_at));
    n := n + 1;
  end loop;
  return n;
end $$;

grant execute on function companies_below(text, integer), manages, my_companies, state_author to {{company}}, {{tree}}, {{platform}};
grant execute on function freeze_ended_trials to {{login}};
