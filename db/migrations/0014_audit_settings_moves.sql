-- The audit log as a list, settings of the installation and of companies, moving a company to another parent.

-- ─── Audit log ───────────────────────────────────────────────────────────────────────────────────────────────

-- As device.msp_id: an MSP of 10,000 customers reads all of their logs from one index.
alter table audit_log add column msp_id bigint;
-- Somebody of the company named by acting_company_id acted here; otherwise one of this company acted there.
alter table audit_log add column from_outside boolean not null default false;
update audit_log l set msp_id = msp_of(l.company_id), from_outside = exists (
  select 1 from company_ancestor a where a.company_id = l.company_id and a.ancestor_id = l.acting_company_id and a.depth > 0);
alter table audit_log alter column msp_id set not null;
alter table audit_log alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);

-- Whose name stands in a log: what a search for a name goes through, instead of every entry.
create table audit_actor (
  company_id bigint not null references company on delete cascade,
  person_id bigint not null,
  name text not null,
  primary key (company_id, person_id, name)
);
create index audit_actor_name on audit_actor using gin (search_text(name) gin_trgm_ops) with (gin_pending_list_limit = 256);
select netward_protect('audit_actor', 'company_id', '');
insert into audit_actor select distinct company_id, person_id, actor_name from audit_log
  where person_id is not null and actor_name is not null;

create function audit_log_complete() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- A move of this company waits until this entry is written, or this waits for the move: it never stays behind.
  perform 1 from company where id = new.company_id for key share;
  new.msp_id := msp_of(new.company_id);
  new.from_outside := new.acting_company_id is not null and exists (
    select 1 from company_ancestor a
    where a.company_id = new.company_id and a.ancestor_id = new.acting_company_id and a.depth > 0);
  -- Whoever writes the same name at this moment keeps it: waiting for each other's logs, two acts could wait for ever.
  if new.person_id is not null and new.actor_name is not null and not exists (
      select from audit_actor a
      where (a.company_id, a.person_id, a.name) = (new.company_id, new.person_id, new.actor_name))
    and pg_try_advisory_xact_lock(hashtextextended(format('%s/%s/%s', new.company_id, new.person_id, new.actor_name), 7550)) then
    insert into audit_actor values (new.company_id, new.person_id, new.actor_name) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger audit_log_complete before insert on audit_log for each row execute function audit_log_complete();

drop policy tree_scope on audit_log;
create policy tree_scope on audit_log to {{tree}} using (msp_id in (select visible_msps()))
  with check (company_id = (select scope_company()));
-- Whoever is limited to a part of the company reads what was done to the outlets that they see.
create policy whole_company on audit_log as restrictive for select to {{company}} using (
  case when (select whole_company()) then true
  else subject_kind = 'outlet' and exists (select from outlet o
    where o.company_id = audit_log.company_id and o.id = case when subject_id ~ '^[0-9]{1,18}$' then subject_id::bigint end)
  end);

drop index audit_log_page, audit_log_action;
create index audit_log_page on audit_log (company_id, at desc, id desc);
create index audit_log_action on audit_log (company_id, action, at desc, id desc);
create index audit_log_kind on audit_log (company_id, subject_kind, at desc, id desc);
create index audit_log_actor on audit_log (company_id, person_id, at desc, id desc);
-- Over several companies each act once: what somebody of theirs did elsewhere stands there.
create index audit_log_msp on audit_log (msp_id, at desc, id desc) where acting_company_id is null or from_outside;
create index audit_log_all on audit_log (at desc, id desc) where acting_company_id is null or from_outside;
create index audit_log_all_action on audit_log (action, at desc, id desc) where acting_company_id is null or from_outside;
create index audit_log_all_actor on audit_log (person_id, at desc, id desc);
create index audit_log_subject on audit_log (subject_id, at desc, id desc) where subject_id is not null;
create index audit_log_request on audit_log (request_id) where request_id is not null;

/** The people whose name holds a text, in the log of one company or of all that the scope sees. */
create function audit_actors(name_in text, company_in bigint, limit_in int) returns bigint[]
  language plpgsql stable security definer set search_path = public as $$
declare
  role constant text := current_setting('role');
  pattern constant text := '%' || regexp_replace(search_text(name_in), '([\\%_])', '\\\1', 'g') || '%';
begin
  return array(
    select distinct a.person_id from audit_actor a
    where search_text(a.name) like pattern and (company_in is null or a.company_id = company_in)
      and case role when '{{platform}}' then true
        when '{{tree}}' then sees_company(a.company_id)
        else a.company_id = scope_company() and whole_company() end
    limit limit_in);
end $$;
grant execute on function audit_actors to {{company}}, {{tree}}, {{platform}};

/** As in 0005, and the log of the company keeps that somebody signed in: sessions that ended are soon forgotten. */
create or replace function open_proved_session(
  token_hash_in bytea, person_in bigint, company_in bigint, idle_in int, absolute_in int, address_in inet,
  agent_in text, password_hash_in text
) returns timestamptz language plpgsql security definer set search_path = public as $$
declare
  expires timestamptz;
begin
  perform 1 from person p where p.id = person_in and p.password_hash = coalesce(password_hash_in, p.password_hash)
    for share;
  if not found then return null; end if;
  expires := open_session(token_hash_in, person_in, company_in, idle_in, absolute_in, address_in, agent_in);
  update session set ended_at = now(), end_code = '40005' where id in (
    select s.id from session s where s.person_id = person_in and s.ended_at is null and s.token_hash <> token_hash_in
    order by s.last_seen_at desc, s.id desc offset 49);
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail)
  select m.company_id, 'session.opened', m.person_id, m.display_name, 'person', m.person_id::text,
    jsonb_build_object('address', host(address_in), 'agent', agent_in)
  from member m where m.company_id = company_in and m.person_id = person_in;
  return expires;
end $$;

-- ─── Settings ────────────────────────────────────────────────────────────────────────────────────────────────

alter table platform_setting
  add column platform_name text not null default 'Netward' check (char_length(platform_name) between 1 and 100),
  add column file_limit int not null default 20 check (file_limit between 1 and 20),
  -- How long a session lasts without a request, and in any case. For sessions that open from then on.
  add column session_idle_minutes int not null default 720 check (session_idle_minutes between 5 and 1440),
  add column session_hours int not null default 168 check (session_hours between 1 and 720),
  -- Stricter than the specification or as strict, never less.
  add column password_length int not null default 8 check (password_length between 8 and 20),
  add column password_classes int not null default 3 check (password_classes between 3 and 4),
  add column storage_cycle text not null default 'one_year'
    check (storage_cycle in ('three_months', 'six_months', 'one_year')),
  add column sync_interval text not null default 'day' check (sync_interval in ('day', 'week', 'two_weeks', 'month')),
  add column default_language text not null default 'zh' check (default_language in ('zh', 'en'));

create function platform_language() returns text
  language sql stable security definer set search_path = public as $$ select default_language from platform_setting $$;
/** What a sign-in page begins in: the language of the company whose prefix it has, else the platform's. */
create function sign_in_language(prefix_in text) returns text
  language sql stable security definer set search_path = public as $$
  select coalesce((select language from company where prefix_in <> '' and prefix = lower(prefix_in) and status = 'active'),
    platform_language()) $$;
-- Of a company that says nothing else when it is made.
alter table company alter column language set default platform_language();

drop function platform_settings();
/** What the installation is set to: also for pages that nobody has signed in to. */
create function platform_settings() returns platform_setting
  language sql stable security definer set search_path = public as $$ select s from platform_setting s $$;

drop function edit_platform_settings(text, int);
/** Changes what is given, by the names of the columns; only out of the platform's own company, never while acting in another. */
create function edit_platform_settings(changes jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  update platform_setting s set
    registration = n.registration, image_limit = n.image_limit, platform_name = n.platform_name,
    file_limit = n.file_limit, session_idle_minutes = n.session_idle_minutes, session_hours = n.session_hours,
    password_length = n.password_length, password_classes = n.password_classes, storage_cycle = n.storage_cycle,
    sync_interval = n.sync_interval, default_language = n.default_language
  from (select (jsonb_populate_record(p, changes - 'only_row')).* from platform_setting p) n;
end $$;

/** One after the other: what an audit entry says was there before was there. */
create function lock_platform_settings() returns void
  language sql security definer set search_path = public as $$ select from platform_setting for update $$;

/** Changes name, time_zone and language of the company acted in, where they are given. */
create function edit_company_settings(changes jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if changes ? 'time_zone' and not exists (
    select 1 from pg_timezone_names where name = changes->>'time_zone'
  ) then
    raise exception 'settings.time_zone_unknown' using errcode = 'NW001';
  end if;
  update company c set name = n.name, time_zone = n.time_zone, language = n.language
  from (select (jsonb_populate_record(k, changes)).* from company k where k.id = scope_company()) n
  where c.id = scope_company();
  if changes ? 'name' then
    update org_node set name = changes->>'name' where company_id = scope_company() and parent_id is null;
  end if;
end $$;
drop function rename_company(text);

grant execute on function platform_settings, sign_in_language to {{login}};
grant execute on function platform_settings, edit_platform_settings, lock_platform_settings, edit_company_settings
  to {{company}}, {{tree}}, {{platform}};

-- ─── Storage cycle ───────────────────────────────────────────────────────────────────────────────────────────

/**
 * Deletes, oldest first, at most `most` entries of each kind that are older than the storage cycle: what happened to
 * devices, finished commands, raw exchanges. The audit log, which holds the sign-ins, is kept six months at least.
 * Entries are numbered in the order of their time, near enough: only the first ones are looked at. Answers how many at
 * most were deleted of one kind.
 */
create function prune_stored(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
  n int;
begin
  with oldest as (select id, at from device_timeline order by id limit most)
  delete from device_timeline t using oldest o where t.id = o.id and o.at < now() - keep;
  get diagnostics gone = row_count;
  with oldest as (select id, finished_at from device_command order by id limit most)
  delete from device_command c using oldest o where c.id = o.id and o.finished_at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, at from gateway_exchange order by id limit most)
  delete from gateway_exchange e using oldest o where e.id = o.id and o.at < now() - keep;
  get diagnostics n = row_count;
  gone := greatest(gone, n);
  with oldest as (select id, at from audit_log order by id limit most)
  delete from audit_log l using oldest o where l.id = o.id and o.at < now() - greatest(keep, interval '6 months');
  get diagnostics n = row_count;
  return greatest(gone, n);
end $$;
grant execute on function prune_stored to {{login}};

-- ─── Moving a company ────────────────────────────────────────────────────────────────────────────────────────
-- Who may do what follows from company_ancestor, which changes in one short transaction. What indexes of MSPs hold of
-- the company's devices (msp_id) follows in portions: other writers wait for one of them at most. An insert asks for its
-- msp_id under a lock that a move, or a portion of it, excludes: it is either seen by the move, or sees it.

create or replace function device_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from company where id = new.company_id for key share;
  new.msp_id := msp_of(new.company_id);
  return new;
end $$;

create or replace function device_presence_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id for key share;
  return new;
end $$;

create or replace function device_timeline_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id for key share;
  return new;
end $$;

/** As in 0002; a device that goes to another MSP with its company counts in the other's tally, and leaves tags alone. */
create or replace function device_count() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- One branch a kind of statement: a transition table exists only in its own.
  if tg_op = 'INSERT' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, count(*) as n from new_rows
      where state = 'claimed' group by 1, 2, 3, 4) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  elsif tg_op = 'DELETE' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, -count(*) as n from old_rows
      where state = 'claimed' group by 1, 2, 3, 4) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  else
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guarded, sum(n) as n from (
        select company_id, msp_id, presence, guard <> 'none' as guarded, 1 as n from new_rows where state = 'claimed'
        union all
        select company_id, msp_id, presence, guard <> 'none', -1 from old_rows where state = 'claimed') both_rows
      group by 1, 2, 3, 4 having sum(n) <> 0) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, coalesce(max(msp_id) filter (where n > 0), max(msp_id)), tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}'
      union all
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  end if;
  return null;
end $$;

/** The sum of the differences of one company; none where a device only went to another MSP. */
create or replace function device_add_tally(moved jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if moved is null then return; end if;
  insert into device_tally
  select (m->>0)::bigint, m->>2, (m->>3)::boolean, sum((m->>4)::int) from jsonb_array_elements(moved) m
  group by 1, 2, 3 having sum((m->>4)::int) <> 0;
  insert into device_tally_msp
  select (m->>1)::bigint, m->>2, (m->>3)::boolean, sum((m->>4)::int) from jsonb_array_elements(moved) m
  group by 1, 2, 3 having sum((m->>4)::int) <> 0;
  if random() < 0.05 then
    perform device_fold_tally(
      array(select distinct (m->>0)::bigint from jsonb_array_elements(moved) m),
      array(select distinct (m->>1)::bigint from jsonb_array_elements(moved) m));
  end if;
end $$;

-- One company's move to another parent. The row is the moved company's: its new parents see it, its old ones do not.
create table company_move (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  from_id bigint not null,
  from_name text not null,
  to_id bigint not null,
  to_name text not null,
  -- waiting: one of an MSP that leaves. moving: its rights have changed, its devices follow.
  state text not null default 'waiting' check (state in ('waiting', 'moving', 'done', 'failed')),
  devices int not null default 0,
  moved int not null default 0,
  -- The last device whose timeline has followed; null while devices themselves do.
  cursor bigint,
  reason text not null,
  failure text,
  -- Who asked, for the log.
  home_id bigint not null,
  person_id bigint,
  actor_name text,
  request_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (company_id, id)
);
create unique index company_move_open on company_move (company_id) where state in ('waiting', 'moving');
create index company_move_next on company_move (state, id) where state in ('waiting', 'moving');
create index company_move_last on company_move (company_id, id desc);
select netward_protect('company_move', 'company_id', 'select');

/** Every company at or below one. For definer functions alone. */
create function companies_below(company_in bigint) returns setof bigint
  language sql stable set search_path = public as $$
  select company_id from company_ancestor where ancestor_id = company_in $$;

/** The companies above one that are not above, or are not, another: they lose what they could see and do there. */
create function parents_lost(company_in bigint, parent_in bigint) returns setof bigint
  language sql stable set search_path = public as $$
  select a.ancestor_id from company_ancestor a where a.company_id = company_in and a.depth > 0
  except select a.ancestor_id from company_ancestor a where a.company_id = parent_in $$;

/** Why a company cannot move below another; null when it can. */
create function move_refusal(company_in bigint, parent_in bigint) returns text
  language plpgsql stable set search_path = public as $$
declare
  c company;
  p company;
begin
  select * into c from company where id = company_in;
  select * into p from company where id = parent_in;
  return case
    when c.id is null or c.parent_id is null then 'company.not_found'
    when p.id is null then 'company.parent_not_found'
    when p.kind = 'company' then 'company.parent_cannot_hold'
    when p.status <> 'active' then 'company.parent_not_active'
    when exists (select 1 from company_ancestor where company_id = parent_in and ancestor_id = company_in)
      then 'company.move_cycle'
    when c.parent_id = parent_in then 'company.move_same' end;
end $$;

/**
 * The transaction that a move is: rights, staff grants, published roles, the log of all concerned. For definer functions
 * alone.
 */
create function change_parent(m company_move) returns void
  language plpgsql set search_path = public as $$
declare
  refusal text;
  c company;
  lost bigint[];
begin
  -- One at a time: of two that would put each company below the other, the second sees the first.
  perform pg_advisory_xact_lock(7552);
  perform 1 from company where id in (select companies_below(m.company_id)) order by id for update;
  perform 1 from company where id = m.to_id for key share;
  -- One that waited: whoever asked may have lost either company since.
  refusal := case
    when not exists (select 1 from company_ancestor where company_id = m.company_id and ancestor_id = m.home_id and depth > 0)
      then 'company.not_found'
    when not exists (select 1 from company_ancestor where company_id = m.to_id and ancestor_id = m.home_id)
      then 'company.parent_not_found'
    else move_refusal(m.company_id, m.to_id) end;
  if refusal is not null then raise exception '%', refusal using errcode = 'NW001'; end if;
  select * into c from company where id = m.company_id;
  lost := array(select parents_lost(m.company_id, m.to_id));

  delete from msp_below b using msp_below s
  where s.ancestor_id = m.company_id and b.msp_id = s.msp_id and not exists (
    select 1 from company_ancestor i where i.ancestor_id = m.company_id and i.company_id = b.ancestor_id);
  insert into msp_below (ancestor_id, msp_id)
  select p.ancestor_id, s.msp_id from msp_below s cross join company_ancestor p
  where s.ancestor_id = m.company_id and p.company_id = m.to_id on conflict do nothing;
  -- What was published from a company that is lost stays as a copy: a trigger of the roles.
  delete from company_ancestor a using company_ancestor s
  where s.ancestor_id = m.company_id and a.company_id = s.company_id and not exists (
    select 1 from company_ancestor i where i.ancestor_id = m.company_id and i.company_id = a.ancestor_id);
  insert into company_ancestor (company_id, ancestor_id, depth)
  select s.company_id, p.ancestor_id, s.depth + 1 + p.depth from company_ancestor s cross join company_ancestor p
  where s.ancestor_id = m.company_id and p.company_id = m.to_id;
  update company set parent_id = m.to_id where id = m.company_id;

  delete from acting_grant g
  where g.target_company_id in (select companies_below(m.company_id)) and g.company_id = any (lost);
  delete from tenant_group_member g
  where g.target_company_id in (select companies_below(m.company_id)) and g.company_id = any (lost);
  update acting_access a set state = 'ended', decided_at = coalesce(a.decided_at, now())
  where a.company_id in (select companies_below(m.company_id)) and a.actor_company_id = any (lost)
    and a.state in ('waiting', 'approved');
  update acting_visit v set ended_at = now()
  where v.company_id in (select companies_below(m.company_id)) and v.actor_company_id = any (lost) and v.ended_at is null;
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select k.id, 'company.moved', m.person_id, m.actor_name, h.id, h.name, 'company', m.company_id::text,
    jsonb_build_object('name', c.name, 'reason', m.reason,
      'before', jsonb_build_object('parent', m.from_name), 'after', jsonb_build_object('parent', m.to_name)), m.request_id
  from company k left join company h on h.id = m.home_id and h.id <> k.id
  where k.id in (m.company_id, m.from_id, m.to_id, m.home_id);
  insert into live_event (company_id, kind, subject_id)
  select k, 'company.changed', m.company_id from unnest(array[m.company_id, m.from_id, m.to_id]) k;

  -- The devices of an MSP's customers stay that MSP's.
  update company_move set state = case when c.kind = 'company' then 'moving' else 'done' end,
    devices = case when c.kind = 'company'
      then (select count(*) from device d where d.company_id = m.company_id and d.msp_id <> msp_of(m.company_id)) else 0 end,
    finished_at = case when c.kind = 'company' then null else now() end
  where id = m.id;
end $$;

/** Notes that a company, out of those below the scope's root, is to move. For definer functions alone. */
create function ask_for_move(company_in bigint, parent_in bigint, reason_in text, actor_in text, request_in text)
  returns company_move language plpgsql set search_path = public as $$
declare
  made company_move;
begin
  insert into company_move (company_id, from_id, from_name, to_id, to_name, reason, home_id, person_id, actor_name, request_id)
  select c.id, f.id, f.name, p.id, p.name, reason_in, netward_setting('netward.home_id')::bigint, scope_person(), actor_in,
    request_in
  from company c join company f on f.id = c.parent_id, company p where c.id = company_in and p.id = parent_in
  returning * into made;
  return made;
exception when unique_violation then
  raise exception 'company.moving' using errcode = 'NW001';
end $$;

/** Both companies are below the scope's root, which itself may be the new parent. For definer functions alone. */
create function check_move(company_in bigint, parent_in bigint) returns void
  language plpgsql stable set search_path = public as $$
begin
  if company_in = scope_root() or not sees_company(company_in) or not whole_company() then
    raise exception 'company.not_found' using errcode = 'NW001';
  end if;
  if not sees_company(parent_in) then raise exception 'company.parent_not_found' using errcode = 'NW001'; end if;
end $$;

/** Moves a company with all below it to another parent. Its devices follow by `move_portion`. */
create function move_company(company_in bigint, parent_in bigint, reason_in text, actor_in text, request_in text)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  m company_move;
  refusal text;
begin
  perform check_move(company_in, parent_in);
  refusal := move_refusal(company_in, parent_in);
  if refusal is not null then raise exception '%', refusal using errcode = 'NW001'; end if;
  m := ask_for_move(company_in, parent_in, reason_in, actor_in, request_in);
  perform change_parent(m);
  return m.id;
end $$;

/** An MSP leaves: all companies directly below it are to move, one after the other. Answers how many. */
create function move_customers(msp_in bigint, parent_in bigint, reason_in text, actor_in text, request_in text)
  returns int language plpgsql security definer set search_path = public as $$
declare
  refusal text;
  child bigint;
  n int := 0;
begin
  perform check_move(msp_in, parent_in);
  refusal := move_refusal(msp_in, parent_in);
  -- Its own parent is where they go most often.
  if refusal is not null and refusal <> 'company.move_same' then raise exception '%', refusal using errcode = 'NW001'; end if;
  for child in select c.id from company c where c.parent_id = msp_in and not exists (
    select 1 from company_move o where o.company_id = c.id and o.state in ('waiting', 'moving')) order by c.id
  loop
    perform ask_for_move(child, parent_in, reason_in, actor_in, request_in);
    n := n + 1;
  end loop;
  if n = 0 then raise exception 'company.nothing_to_move' using errcode = 'NW001'; end if;
  return n;
end $$;

/**
 * Does one portion of the oldest move that nobody else works at: at most `most` devices, or entries of theirs. `told`
 * is the company whose rights changed just now; `went` says that something was done. No row: there is nothing to do.
 * Locks are taken in the order of all that writes devices (presence, device), and what another holds is left for the
 * next portion, so that this waits for nobody while others wait for it.
 */
create function move_portion(most int)
  returns table (told bigint, went boolean, name text, from_name text, to_name text, reason text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  m company_move;
  wanted bigint[];
  held bigint[];
  next bigint[];
  target regclass;
  n int;
begin
  select * into m from company_move k where k.state in ('waiting', 'moving')
    order by k.state, k.id limit 1 for update skip locked;
  if not found then return; end if;
  went := true;
  name := (select c.name from company c where c.id = m.company_id);
  from_name := m.from_name;
  to_name := m.to_name;
  reason := m.reason;
  if m.state = 'waiting' then
    begin
      perform change_parent(m);
      told := m.company_id;
    exception when sqlstate 'NW001' then
      update company_move k set state = 'failed', failure = sqlerrm, finished_at = now() where k.id = m.id;
    end;
    return next;
    return;
  end if;

  if m.cursor is null then
    wanted := array(
      select d.id from device d where d.company_id = m.company_id and d.msp_id <> m.to_id order by d.id limit most);
    if cardinality(wanted) > 0 then
      held := array(
        select p.device_id from device_presence p where p.device_id = any (wanted) order by p.device_id
        for update skip locked);
      held := array(
        select d.id from device d
        where d.id = any (wanted) and (d.id = any (held) or not exists (
          select 1 from device_presence p where p.device_id = d.id))
        order by d.id for update skip locked);
      update device_presence p set msp_id = m.to_id where p.device_id = any (held);
      update device d set msp_id = m.to_id where d.id = any (held);
      update company_move k set moved = k.moved + cardinality(held) where k.id = m.id;
      went := cardinality(held) > 0;
      return next;
      return;
    end if;
    m.cursor := 0;
  end if;

  -- Nobody else writes an entry of a timeline once it is there.
  next := array(
    select d.id from device d where d.company_id = m.company_id and d.id > m.cursor order by d.id limit greatest(most / 5, 1));
  if cardinality(next) > 0 then
    update device_timeline t set msp_id = m.to_id where t.ctid = any (array(
      select e.ctid from device_timeline e where e.device_id = any (next) and e.msp_id <> m.to_id limit most * 10));
    get diagnostics n = row_count;
    update company_move k set cursor = case when n < most * 10 then next[cardinality(next)] else m.cursor end
    where k.id = m.id;
    return next;
    return;
  end if;

  -- Whatever else carries the MSP of its company. Tags in the order in which all write them.
  perform 1 from device_tag g where g.company_id = m.company_id order by g.tag for update;
  for target in
    select a.attrelid::regclass from pg_attribute a join pg_class k on k.oid = a.attrelid
    where k.relnamespace = 'public'::regnamespace and k.relkind = 'r' and a.attname = 'msp_id'
      and not a.attisdropped and a.attgenerated = ''
      and exists (select 1 from pg_attribute o where o.attrelid = a.attrelid and o.attname = 'company_id'
        and not o.attisdropped)
  loop
    execute format('update %s set msp_id = $1 where company_id = $2 and msp_id <> $1', target)
      using m.to_id, m.company_id;
  end loop;
  update company_move k set state = 'done', finished_at = now() where k.id = m.id;
  insert into live_event (company_id, kind, subject_id) values (m.company_id, 'company.changed', m.company_id);
  return next;
end $$;

/** What a move would change, or did: for the drawer. `parent_in` may be null. */
create function move_preview(company_in bigint, parent_in bigint) returns jsonb
  language plpgsql stable security definer set search_path = public as $$
begin
  perform check_move(company_in, coalesce(parent_in, scope_root()));
  return (select jsonb_build_object(
    'name', c.name, 'kind', c.kind, 'parentId', c.parent_id::text, 'parentName', f.name,
    'refusal', case when parent_in is not null then move_refusal(company_in, parent_in) end,
    'gateways', (select coalesce(sum(y.n), 0) from device_tally y where y.company_id in (select companies_below(c.id))),
    'below', (select count(*) - 1 from companies_below(c.id)),
    'children', (select count(*) from company k where k.parent_id = c.id),
    'members', (select count(*) from member m where m.company_id = c.id),
    'losing', case when parent_in is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('name', k.name,
        'people', (select count(distinct m.id) from member m
          join member_role r on r.company_id = m.company_id and r.member_id = m.id
          where m.company_id = k.id and m.status = 'enabled' and (r.built_in = 'administrator' or exists (
            select 1 from acting_grant g
            left join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
            where g.company_id = m.company_id and g.member_id = m.id
              and coalesce(g.target_company_id, gm.target_company_id) in (select companies_below(c.id)))))
        ) order by a.depth), '[]')
      from company_ancestor a join company k on k.id = a.ancestor_id
      where a.company_id = c.id and k.id in (select parents_lost(c.id, parent_in))) end,
    'last', (select jsonb_build_object('state', m.state, 'devices', m.devices, 'moved', m.moved, 'toName', m.to_name,
        'failure', m.failure)
      from company_move m where m.company_id = c.id order by m.id desc limit 1),
    'leaving', (select count(*) from company_move m join company k on k.id = m.company_id
      where m.from_id = c.id and m.state in ('waiting', 'moving')))
  from company c join company f on f.id = c.parent_id where c.id = company_in);
end $$;

/** Where a company could go: the platform and the MSPs that the scope sees. */
create function move_targets(company_in bigint, search_in text, limit_in int)
  returns table (id bigint, name text, code text, kind text)
  language sql stable security definer set search_path = public as $$
  select p.id, p.name, p.code, p.kind from company_ancestor a join company p on p.id = a.company_id
  where a.ancestor_id = scope_root() and p.kind <> 'company' and p.status = 'active'
    and sees_company(company_in) and whole_company()
    and not exists (select 1 from company_ancestor i where i.ancestor_id = company_in and i.company_id = p.id)
    and (search_in = '' or strpos(lower(p.name), lower(search_in)) > 0 or strpos(p.code, lower(search_in)) > 0)
  order by p.kind desc, p.name, p.id limit limit_in $$;

grant execute on function move_company, move_customers, move_preview, move_targets to {{company}}, {{tree}}, {{platform}};
grant execute on function move_portion to {{login}};
