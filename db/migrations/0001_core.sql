-- Companies, people, sessions, isolation, audit, live events.
-- {{owner}}, {{login}}, {{company}}, {{tree}} and {{platform}} are the roles of this database (their names carry
-- the database's name, since roles are cluster-wide); they exist before the first migration runs.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- No function is everybody's: each is granted to whom it is for.
alter default privileges revoke execute on functions from public;

-- ─── Scope of the transaction ────────────────────────────────────────────────────────────────────────────────
-- A setting reads as null before it was ever set and as '' after the transaction that set it: both are "none",
-- and every policy then sees nothing.

create function netward_setting(name text) returns text
  language sql stable parallel safe
  return nullif(current_setting(name, true), '');

/** The company acted in. */
create function scope_company() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('netward.company_id', true), '')::bigint;

/** The company below which a tree request sees. */
create function scope_root() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('netward.root_id', true), '')::bigint;

create function scope_person() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('netward.person_id', true), '')::bigint;

/**
 * Row-level security by one template. `company_column` holds the owner of the row. Where a role's data scope can
 * apply, the table has outlet_id or department_id, and the company role sees only the rows in the scope that the
 * transaction names (none named: all).
 *   company:  equality with the company acted in, which an index serves at once
 *   tree:     the companies below the root
 *   platform: all
 * USING is what may be seen, WITH CHECK is the company acted in.
 */
create function netward_protect(
  target regclass,
  company_column name default 'company_id',
  grants text default 'select, insert, update, delete'
) returns void language plpgsql as $$
declare
  own text := format('%I = (select scope_company())', company_column);
  seen text := own;
  scoped record;
begin
  for scoped in
    select attname from pg_attribute
    where attrelid = target and attname in ('outlet_id', 'department_id') and not attisdropped
  loop
    seen := seen || format(
      -- A CASE, because the planner takes it for half of the rows, and an OR of this kind for next to none: it would
      -- then sort a whole company for one page.
      ' and case when (select netward_setting(%L)) is null then true else %I = any ((select netward_setting(%L))::bigint[]) end',
      'netward.' || scoped.attname || 's', scoped.attname, 'netward.' || scoped.attname || 's');
  end loop;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_all on %s to {{owner}} using (true) with check (true)', target);
  execute format('create policy company_scope on %s to {{company}} using (%s) with check (%s)', target, seen, seen);
  execute format(
    'create policy tree_scope on %s to {{tree}} using (%I in (select visible_companies())) with check (%s)',
    target, company_column, own);
  execute format('create policy platform_scope on %s to {{platform}} using (true) with check (%s)', target, own);
  execute format('revoke all on %s from public', target);
  if grants <> '' then
    execute format('grant %s on %s to {{company}}, {{tree}}, {{platform}}', grants, target);
  end if;
end $$;

/** For tables without a company: nobody but definer functions reads them. */
create function netward_seal(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_all on %s to {{owner}} using (true) with check (true)', target);
  execute format('revoke all on %s from public', target);
end $$;

-- ─── Companies ───────────────────────────────────────────────────────────────────────────────────────────────

create table company (
  id bigint generated always as identity primary key,
  parent_id bigint references company,
  kind text not null check (kind in ('op', 'middleman', 'company')),
  name text not null,
  code text not null unique,
  prefix text unique,
  standing text not null default 'formal' check (standing in ('trial', 'poc', 'formal')),
  status text not null default 'active' check (status in ('active', 'frozen', 'deactivated')),
  -- Why it is frozen: by hand answers 40027, an ended trial or contract 40031.
  frozen_because text check (frozen_because in ('hand', 'ended')),
  time_zone text not null default 'Asia/Shanghai',
  created_at timestamptz not null default now(),
  check ((kind = 'op') = (parent_id is null))
);
create unique index company_one_op on company (kind) where kind = 'op';
create index company_parent on company (parent_id);
create index company_name on company (name, id);

-- Every pair of a company and one above it, itself included (depth 0).
create table company_ancestor (
  company_id bigint not null references company on delete cascade,
  ancestor_id bigint not null references company on delete cascade,
  depth int not null,
  primary key (ancestor_id, company_id)
);
create index company_ancestor_of on company_ancestor (company_id);

/** The companies below the scope's root, the root included. */
create function visible_companies() returns setof bigint
  language sql stable security definer parallel safe rows 1000
  set search_path = public
  as $$ select company_id from company_ancestor
        where ancestor_id = nullif(current_setting('netward.root_id', true), '')::bigint $$;

select netward_protect('company', 'id', 'select');
select netward_protect('company_ancestor', 'company_id', 'select');

create function company_closure() returns trigger language plpgsql security definer
  set search_path = public as $$
begin
  insert into company_ancestor (company_id, ancestor_id, depth)
  select new.id, a.ancestor_id, a.depth + 1 from company_ancestor a where a.company_id = new.parent_id
  union all select new.id, new.id, 0;
  return null;
end $$;
create trigger company_closure after insert on company for each row execute function company_closure();

-- ─── Organisation tree, people, members, roles ───────────────────────────────────────────────────────────────

-- Nodes of a company's organisation: the company itself, departments (4), users (2) and administrators (1).
create table org_node (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  parent_id bigint,
  type int not null check (type in (99999, 16, 8, 4, 2, 1)),
  name text not null,
  unique (company_id, id),
  foreign key (company_id, parent_id) references org_node (company_id, id)
);
create unique index org_node_root on org_node (company_id) where parent_id is null;
create index org_node_parent on org_node (company_id, parent_id);
select netward_protect('org_node');

-- One account of one human being, whatever companies they are a member of.
create table person (
  id bigint generated always as identity primary key,
  -- The company that made the user name, within which it is unique.
  home_company_id bigint not null references company,
  user_name text not null,
  display_name text not null,
  email text,
  email_verified_at timestamptz,
  phone text,
  phone_verified_at timestamptz,
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (home_company_id, user_name)
);
create unique index person_email on person (lower(email)) where email_verified_at is not null;
create unique index person_phone on person (phone) where phone_verified_at is not null;
select netward_seal('person');

create table member (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint not null references person,
  os_id bigint not null,
  display_name text not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  unique (company_id, person_id),
  unique (company_id, id),
  foreign key (company_id, os_id) references org_node (company_id, id)
);
create index member_person on member (person_id);
select netward_protect('member', 'company_id', 'select, update');

-- What the built-in roles hold; written at start from the contract.
create table built_in_role (
  key text primary key,
  permissions text[] not null
);
select netward_seal('built_in_role');

create table role (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  description text not null default '',
  permissions text[] not null,
  unique (company_id, name),
  unique (company_id, id)
);
select netward_protect('role');

create table member_role (
  company_id bigint not null,
  member_id bigint not null,
  built_in text references built_in_role,
  role_id bigint,
  check ((built_in is null) <> (role_id is null)),
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade,
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade
);
create unique index member_role_built_in on member_role (company_id, member_id, built_in) where built_in is not null;
create unique index member_role_own on member_role (company_id, member_id, role_id) where role_id is not null;
select netward_protect('member_role', 'company_id', 'select');

-- A role that a member of an MSP or of the OP holds inside one tenant. Its row belongs to the member's company.
create table acting_grant (
  company_id bigint not null,
  member_id bigint not null,
  target_company_id bigint not null references company on delete cascade,
  built_in text not null references built_in_role,
  primary key (company_id, member_id, target_company_id),
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
select netward_protect('acting_grant', 'company_id', 'select');

-- ─── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  person_id bigint not null references person,
  -- The company that it opened: other memberships are reached by X-Company-Id.
  company_id bigint not null references company on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_seconds int not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- 40001, 40002, 40005, A0230: what the next request is answered.
  end_code text,
  remote_address inet,
  user_agent text
) with (fillfactor = 80);
create index session_person on session (person_id) where ended_at is null;
select netward_seal('session');

-- Failures by account and by address, for the growing delay. Written outside the request's transaction.
create table sign_in_failure (
  key text primary key,
  failures int not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index sign_in_failure_age on sign_in_failure (last_at);
select netward_seal('sign_in_failure');

-- ─── Audit and live events ───────────────────────────────────────────────────────────────────────────────────

create table audit_log (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  at timestamptz not null default clock_timestamp(),
  action text not null,
  person_id bigint,
  actor_name text,
  -- Set when somebody of another company acted in this one, or this company's person acted in another.
  acting_company_id bigint,
  acting_company_name text,
  subject_kind text,
  subject_id text,
  detail jsonb not null default '{}',
  request_id text
);
create index audit_log_page on audit_log (company_id, id desc);
create index audit_log_action on audit_log (company_id, action, id desc);
select netward_protect('audit_log', 'company_id', 'select');

-- What live screens follow. `tx` orders commits: a reader takes only what no open transaction can still precede.
create table live_event (
  id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  company_id bigint not null,
  kind text not null,
  subject_id bigint,
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  primary key (tx, id)
);
create index live_event_age on live_event (at);
select netward_protect('live_event', 'company_id', 'select, insert');

-- One-time tickets that open a live stream: a WebSocket carries no Bearer header.
create table live_ticket (
  ticket_hash bytea primary key,
  session_id bigint not null references session on delete cascade,
  scope text not null,
  company_id bigint not null,
  root_id bigint,
  expires_at timestamptz not null
);
select netward_seal('live_ticket');

-- ─── Functions that the login role may call before it becomes a request role ─────────────────────────────────

/**
 * Resolves a request in one round trip: the session, the company acted in, the scope and whether the session holds
 * `needed`. Gives one row; `refusal` is the error code when the request must not go on. The caller then becomes
 * `role` and sets the settings in the same statement.
 */
create function begin_request(
  token_hash_in bytea,
  company_in bigint,
  tenant_in bigint,
  proxy_in boolean,
  needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  s record;
  m record;
  t record;
  held text[];
begin
  select x.id, x.person_id, x.company_id, x.ended_at, x.end_code, x.expires_at,
         x.last_seen_at + make_interval(secs => x.idle_seconds) as idle_at, p.disabled_at
    into s from session x join person p on p.id = x.person_id where x.token_hash = token_hash_in;
  if s is null then refusal := '40001'; return next; return; end if;
  if s.ended_at is not null then refusal := coalesce(s.end_code, '40005'); return next; return; end if;
  if s.expires_at < now() or s.idle_at < now() then refusal := 'A0230'; return next; return; end if;
  if s.disabled_at is not null then refusal := '40032'; return next; return; end if;
  session_id := s.id;
  person_id := s.person_id;

  select mm.id, mm.os_id, mm.company_id, mm.display_name, mm.status, c.kind, c.status as company_status,
         c.frozen_because,
         array(select r.built_in from member_role r where r.company_id = mm.company_id and r.member_id = mm.id
               and r.built_in is not null) as built_in
    into m from member mm join company c on c.id = mm.company_id
    where mm.person_id = s.person_id and mm.company_id = coalesce(company_in, s.company_id);
  if m is null then refusal := 'company.not_found'; return next; return; end if;
  if m.status <> 'enabled' then refusal := '40032'; return next; return; end if;
  if m.company_status = 'frozen' then
    refusal := case m.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if m.company_status = 'deactivated' then refusal := '40031'; return next; return; end if;

  member_id := m.id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := m.company_id;
  identity := case
    when m.kind = 'op' and m.built_in @> array['platform_administrator'] then 1
    when m.kind = 'middleman' and m.built_in @> array['administrator'] then 2
    when m.kind = 'company' and m.built_in @> array['administrator'] then 3
    else 4 end;
  acting := coalesce(proxy_in, false) and tenant_in is not null and tenant_in <> m.company_id;

  if acting then
    select c.id, c.status, c.frozen_because, g.built_in into t
      from company_ancestor a join company c on c.id = a.company_id
      left join acting_grant g on g.company_id = m.company_id and g.member_id = m.id and g.target_company_id = c.id
      where a.ancestor_id = m.company_id and a.company_id = tenant_in;
    if t is null or (identity > 2 and t.built_in is null) then
      refusal := 'company.not_found'; return next; return;
    end if;
    -- Above a tenant, an administrator of the OP or of its MSP holds what an administrator of the tenant does.
    select case when identity <= 2 then
        (select permissions from built_in_role where key = 'administrator')
      else (select permissions from built_in_role where key = t.built_in) end into held;
    company_id := t.id;
    root_id := t.id;
    role := '{{company}}';
  else
    company_id := m.company_id;
    root_id := m.company_id;
    role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
    if needed is not null then
      select array_agg(distinct code) into held from (
        select unnest(b.permissions) as code from built_in_role b where b.key = any (m.built_in)
        union all
        select unnest(r.permissions) from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
          where mr.company_id = m.company_id and mr.member_id = m.id) codes;
    end if;
  end if;
  allowed := needed is null or coalesce(needed = any (held), false);
  if not allowed then refusal := 'permission.denied'; end if;
  return next;
end $$;

/** The permission codes that the scope of this transaction holds. */
create function held_permissions() returns text[]
  language sql stable security definer set search_path = public as $$
  with me as (
    select m.id, m.company_id from member m
    where m.person_id = scope_person() and m.company_id = nullif(current_setting('netward.home_id', true), '')::bigint)
  select case
    when nullif(current_setting('netward.home_id', true), '')::bigint <> scope_company() then
      coalesce(
        (select b.permissions from acting_grant g join built_in_role b on b.key = g.built_in, me
          where g.company_id = me.company_id and g.member_id = me.id and g.target_company_id = scope_company()),
        (select permissions from built_in_role where key = 'administrator'))
    else (
      select coalesce(array_agg(distinct code order by code), '{}') from (
        select unnest(b.permissions) as code
          from me join member_role r on r.company_id = me.company_id and r.member_id = me.id
          join built_in_role b on b.key = r.built_in
        union all
        select unnest(o.permissions)
          from me join member_role r on r.company_id = me.company_id and r.member_id = me.id
          join role o on o.company_id = r.company_id and o.id = r.role_id) codes)
    end $$;

/** Notes that the session is in use, at most once a minute. */
create function touch_session(session_in bigint) returns void
  language sql security definer set search_path = public as $$
  update session set last_seen_at = now() where id = session_in and last_seen_at < now() - interval '1 minute' $$;

create function find_sign_in(name_in text, prefix_in text) returns table (
  person_id bigint, display_name text, password_hash text, disabled boolean,
  company_id bigint, refusal text
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  at_sign int := position('@' in name_in);
  home bigint;
  plain text := name_in;
  found_id bigint;
begin
  select p.id into found_id from person p
    where lower(p.email) = lower(name_in) and p.email_verified_at is not null;
  if found_id is null then
    select p.id into found_id from person p where p.phone = name_in and p.phone_verified_at is not null;
  end if;
  if found_id is null then
    if at_sign > 0 then
      plain := left(name_in, at_sign - 1);
      select c.id into home from company c where c.code = lower(substr(name_in, at_sign + 1));
    elsif coalesce(prefix_in, '') <> '' then
      select c.id into home from company c where c.prefix = lower(prefix_in);
    else
      select c.id into home from company c where c.kind = 'op';
    end if;
    select p.id into found_id from person p where p.home_company_id = home and p.user_name = lower(plain);
  end if;
  if found_id is null then return; end if;
  -- The prefix's company first, then the home company, then any other that can be used.
  return query
    select p.id, p.display_name, p.password_hash, p.disabled_at is not null, m.company_id,
      case when p.disabled_at is not null or m.id is null or m.status <> 'enabled' then '40032'
           when c.status = 'deactivated' or c.frozen_because = 'ended' and c.status = 'frozen' then '40031'
           when c.status = 'frozen' then '40027' end
    from person p
    left join member m on m.person_id = p.id
    left join company c on c.id = m.company_id
    where p.id = found_id
    order by (m.status = 'enabled' and c.status = 'active') desc nulls last,
             (c.prefix is not distinct from nullif(lower(prefix_in), '')) desc, (m.company_id = p.home_company_id) desc,
             m.company_id
    limit 1;
end $$;

create function open_session(
  token_hash_in bytea, person_in bigint, company_in bigint, idle_in int, absolute_in int, address_in inet, agent_in text
) returns timestamptz language sql security definer set search_path = public as $$
  insert into session (token_hash, person_id, company_id, idle_seconds, expires_at, remote_address, user_agent)
  values (token_hash_in, person_in, company_in, idle_in, now() + make_interval(secs => absolute_in), address_in, agent_in)
  returning expires_at $$;

/** Ends one session; an ended one keeps its first reason. */
create function end_session(session_in bigint, code_in text) returns void
  language sql security definer set search_path = public as $$
  update session set ended_at = now(), end_code = code_in
  where id = session_in and ended_at is null and (person_id = scope_person() or scope_person() is null) $$;

/**
 * Counts an attempt for each key (an account, an address) before it is judged, and answers the seconds to wait: 0 lets
 * it through. Beyond the free attempts of a key the delay doubles from one second up to five minutes; an attempt that
 * comes too early is not counted. A key that was quiet for 15 minutes begins anew.
 */
create function reserve_sign_in(keys_in text[], free_in int[]) returns int
  language plpgsql security definer set search_path = public as $$
declare
  wait int;
begin
  select coalesce(ceil(extract(epoch from max(blocked_until) - now())), 0)::int into wait
    from sign_in_failure where key = any (keys_in) and blocked_until > now();
  if wait > 0 then return wait; end if;
  -- In one order, so that two attempts do not wait for each other.
  insert into sign_in_failure as f (key, failures, last_at, blocked_until)
  select k, 1, now(), now() from unnest(keys_in) k order by k
  on conflict (key) do update set
    failures = case when f.last_at < now() - interval '15 minutes' then 1 else f.failures + 1 end,
    last_at = now(),
    blocked_until = case
      when f.last_at < now() - interval '15 minutes' or f.failures + 1 <= free_in[array_position(keys_in, f.key)]
        then now()
      else now() + least(interval '5 minutes',
        interval '1 second' * power(2, least(f.failures - free_in[array_position(keys_in, f.key)], 9))) end;
  return 0;
end $$;

create function forgive_sign_in(keys_in text[], address_in text) returns void
  language sql security definer set search_path = public as $$
  delete from sign_in_failure where key = any (keys_in);
  update sign_in_failure set failures = greatest(failures - 1, 0), blocked_until = now() where key = address_in $$;

/** What must outlive a rollback: a refused act of somebody who is signed in, or a failed sign-in. */
create function note_refusal(
  company_in bigint, person_in bigint, actor_in text, action_in text, detail_in jsonb, request_in text
) returns void language sql security definer set search_path = public as $$
  insert into audit_log (company_id, action, person_id, actor_name, detail, request_id)
  values (coalesce(company_in, (select id from company where kind = 'op')), action_in, person_in, actor_in, detail_in, request_in) $$;

/** Writes the audit entry of an act: in the company acted in and, when that is another, in the actor's own. */
create function write_audit(
  action_in text, actor_in text, subject_kind_in text, subject_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  home bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  acted bigint := scope_company();
begin
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select acted, action_in, scope_person(), actor_in, case when home <> acted then home end,
         case when home <> acted then (select name from company where id = home) end,
         subject_kind_in, subject_in, detail_in, request_in;
  if home <> acted then
    insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                           subject_kind, subject_id, detail, request_id)
    select home, action_in, scope_person(), actor_in, acted, (select name from company where id = acted),
           subject_kind_in, subject_in, detail_in, request_in;
  end if;
end $$;

/** The companies that the person of this transaction is a member of. */
create function my_companies() returns setof company
  language sql stable security definer set search_path = public as $$
  select c.* from member m join company c on c.id = m.company_id
  where m.person_id = scope_person() and m.status = 'enabled' order by c.name $$;

create function my_account() returns table (user_name text, display_name text)
  language sql stable security definer set search_path = public as $$
  select user_name, display_name from person where id = scope_person() $$;

/** The tenants that the member may act in: below the own company for administrators, granted ones for others. */
create function my_tenants(search_in text, limit_in int) returns setof company
  language sql stable security definer set search_path = public as $$
  select c.* from company_ancestor a join company c on c.id = a.company_id
  where a.ancestor_id = nullif(current_setting('netward.home_id', true), '')::bigint
    and a.depth > 0
    and (coalesce(search_in, '') = '' or strpos(lower(c.name), lower(search_in)) > 0 or strpos(c.code, lower(search_in)) > 0)
    and (current_setting('netward.identity', true) in ('1', '2') or exists (
      select 1 from acting_grant g join member m on m.company_id = g.company_id and m.id = g.member_id
      where g.company_id = a.ancestor_id and m.person_id = scope_person() and g.target_company_id = c.id))
  order by c.name, c.id limit limit_in $$;

/** Creates a company below one that the scope may manage; the caller's rights were checked by begin_request. */
create function create_company(
  parent_in bigint, kind_in text, name_in text, code_in text, prefix_in text, standing_in text
) returns company language plpgsql security definer set search_path = public as $$
declare
  parent company;
  made company;
begin
  select c.* into parent from company c join company_ancestor a on a.company_id = c.id
    where c.id = parent_in and a.ancestor_id = scope_root() for update of c;
  if parent.id is null then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  if parent.kind = 'company' then raise exception 'company.parent_cannot_hold' using errcode = 'NW001'; end if;
  insert into company (parent_id, kind, name, code, prefix, standing)
  values (parent_in, kind_in, name_in, code_in, prefix_in, standing_in) returning * into made;
  insert into org_node (company_id, type, name)
  values (made.id, case kind_in when 'middleman' then 8 else 16 end, name_in);
  return made;
exception when unique_violation then
  raise exception 'company.code_taken' using errcode = 'NW001';
end $$;

/** Creates a person and their membership in the company acted in. */
create function create_member(
  user_name_in text, display_name_in text, password_hash_in text, email_in text, built_in_in text
) returns table (member_id bigint, person_id bigint) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  node bigint;
begin
  insert into person (home_company_id, user_name, display_name, password_hash, email)
  values (scope_company(), lower(user_name_in), display_name_in, password_hash_in, email_in)
  returning id into create_member.person_id;
  insert into org_node (company_id, parent_id, type, name)
  select scope_company(), n.id, case when built_in_in like '%administrator' then 1 else 2 end, display_name_in
  from org_node n where n.company_id = scope_company() and n.parent_id is null returning id into node;
  insert into member (company_id, person_id, os_id, display_name)
  values (scope_company(), create_member.person_id, node, display_name_in) returning id into create_member.member_id;
  insert into member_role (company_id, member_id, built_in) values (scope_company(), create_member.member_id, built_in_in);
  return next;
exception when unique_violation then
  raise exception 'member.name_taken' using errcode = 'NW001';
end $$;

-- ─── Live stream ─────────────────────────────────────────────────────────────────────────────────────────────

create function open_live_ticket(hash_in bytea, session_in bigint, scope_in text) returns void
  language sql security definer set search_path = public as $$
  insert into live_ticket (ticket_hash, session_id, scope, company_id, root_id, expires_at)
  select hash_in, s.id, scope_in, scope_company(), scope_root(), now() + interval '30 seconds'
  from session s where s.id = session_in and s.person_id = scope_person() $$;

create function redeem_live_ticket(hash_in bytea)
  returns table (session_id bigint, scope text, company_id bigint, root_id bigint)
  language sql security definer set search_path = public as $$
  delete from live_ticket t using session s
  where t.ticket_hash = hash_in and t.expires_at > now() and s.id = t.session_id and s.ended_at is null
  returning t.session_id, t.scope, t.company_id, t.root_id $$;

/** Which of these sessions have ended: their streams are closed. */
create function ended_sessions(ids_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select i from unnest(ids_in) i left join session s on s.id = i
  where s.id is null or s.ended_at is not null or s.expires_at < now() $$;

/**
 * Events after a cursor, with the companies above each one's own. Only those of transactions that ended before the
 * oldest one still open, so that none can appear behind the cursor later.
 */
create function live_events_after(tx_in xid8, id_in bigint, limit_in int) returns table (
  tx xid8, id bigint, company_id bigint, ancestors bigint[], kind text, subject_id bigint, data jsonb, at timestamptz
) language sql stable security definer set search_path = public as $$
  select e.tx, e.id, e.company_id,
    array(select a.ancestor_id from company_ancestor a where a.company_id = e.company_id),
    e.kind, e.subject_id, e.data, e.at
  from live_event e
  where (e.tx, e.id) > (tx_in, id_in) and e.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by e.tx, e.id limit limit_in $$;

/** Where the stream stands now, and the newest event that is no longer kept. */
create function live_horizon() returns table (tx xid8, pruned xid8)
  language plpgsql stable security definer set search_path = public as $$
begin
  return query select pg_snapshot_xmin(pg_current_snapshot()),
    (select i.value::xid8 from installation i where i.key = 'live_pruned');
end $$;

-- ─── Platform ────────────────────────────────────────────────────────────────────────────────────────────────

-- Facts about this installation, such as the fingerprint of the master key that its secrets are sealed with.
create table installation (
  key text primary key,
  value text not null
);
select netward_seal('installation');

-- Which workers live: the jobs of one that is not heard of any more are freed.
create table worker_heartbeat (
  process_id uuid primary key,
  worker_ids text[] not null,
  at timestamptz not null
);
select netward_seal('worker_heartbeat');

/** Drops what no stream can resume from any more. */
create function prune_live_events() returns void
  language sql security definer set search_path = public as $$
  with gone as (delete from live_event where at < now() - interval '1 hour' returning tx)
  insert into installation (key, value)
  select 'live_pruned', max(tx)::text from gone having max(tx) is not null
  on conflict (key) do update set value = excluded.value;
  delete from live_ticket where expires_at < now();
  delete from sign_in_failure where last_at < now() - interval '1 day';
  delete from session where expires_at < now() - interval '7 days' or ended_at < now() - interval '7 days' $$;

/** Keeps the first value ever given for a key and answers it. */
create function installation_fact(key_in text, value_in text) returns text
  language plpgsql security definer set search_path = public as $$
begin
  insert into installation (key, value) values (key_in, value_in) on conflict do nothing;
  return (select value from installation where key = key_in);
end $$;

/** Writes what the built-in roles hold in this version. */
create function set_built_in_role(key_in text, permissions_in text[]) returns void
  language sql security definer set search_path = public as $$
  insert into built_in_role (key, permissions) values (key_in, permissions_in)
  on conflict (key) do update set permissions = excluded.permissions
    where built_in_role.permissions <> excluded.permissions $$;

/**
 * Creates the OP and its first administrator when there is none. Answers the person's id, or null when it was there:
 * of two starters one creates it.
 */
create function create_operator(company_name_in text, user_name_in text, display_name_in text, hash_in text)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  op bigint;
  root bigint;
  node bigint;
  made_person bigint;
  made_member bigint;
begin
  perform pg_advisory_xact_lock(7549);
  if exists (select 1 from company where kind = 'op') then return null; end if;
  insert into company (kind, name, code) values ('op', company_name_in, 'platform') returning id into op;
  insert into org_node (company_id, type, name) values (op, 99999, company_name_in) returning id into root;
  insert into org_node (company_id, parent_id, type, name) values (op, root, 1, display_name_in) returning id into node;
  insert into person (home_company_id, user_name, display_name, password_hash)
    values (op, user_name_in, display_name_in, hash_in) returning id into made_person;
  insert into member (company_id, person_id, os_id, display_name)
    values (op, made_person, node, display_name_in) returning id into made_member;
  insert into member_role (company_id, member_id, built_in) values (op, made_member, 'platform_administrator');
  return made_person;
end $$;

create function operator_exists() returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from company where kind = 'op') $$;

-- ─── Jobs ────────────────────────────────────────────────────────────────────────────────────────────────────

/** The only way from a request to the job queue. The job gets the company acted in, and derives its scope anew. */
create function enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
  returns void language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_job(
    task, (payload || jsonb_build_object('companyId', scope_company()::text))::json,
    job_key := enqueue.job_key, run_at := coalesce(enqueue.run_at, now()), max_attempts := 10);
end $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function
  begin_request, find_sign_in, open_session, end_session, reserve_sign_in, forgive_sign_in,
  note_refusal, touch_session, redeem_live_ticket, ended_sessions, live_events_after,
  live_horizon, prune_live_events, installation_fact, set_built_in_role, create_operator, operator_exists
  to {{login}};
grant execute on function
  netward_setting, scope_company, scope_root, scope_person, visible_companies, held_permissions, write_audit,
  my_companies, my_account, my_tenants, create_company, create_member, open_live_ticket, end_session, enqueue
  to {{company}}, {{tree}}, {{platform}};
