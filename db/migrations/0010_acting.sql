-- Data scopes of roles, grants to staff of an MSP, and what a tenant says about those who act in it.

-- ─── In which kinds of company a permission means anything ───────────────────────────────────────────────────────

-- Written at start from the contract. A role may name a code that its company has no use for: nobody holds it there.
create table permission_kind (
  code text primary key,
  kinds text[] not null
);
select netward_seal('permission_kind');

/** Writes what this version knows: an object of a list of kinds for each code. */
create function set_permission_kinds(kinds_in jsonb) returns void
  language sql security definer set search_path = public as $$
  delete from permission_kind where not kinds_in ? code;
  insert into permission_kind (code, kinds)
  select e.key, array(select jsonb_array_elements_text(e.value)) from jsonb_each(kinds_in) e
  on conflict (code) do update set kinds = excluded.kinds where permission_kind.kinds <> excluded.kinds $$;

-- ─── Outlets, as much as data scopes need of them ────────────────────────────────────────────────────────────────

create table outlet (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- The department that it belongs to, if any.
  department_id bigint,
  name text not null,
  -- What the template of policies looks at.
  outlet_id bigint generated always as (id) stored,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, department_id) references org_node (company_id, id)
);
create index outlet_company_name on outlet (company_id, name, id);
create index outlet_department on outlet (company_id, department_id) where department_id is not null;

-- ─── Data scope of a role ────────────────────────────────────────────────────────────────────────────────────────

alter table role
  add column data_scope text not null default 'company' check (data_scope in ('company', 'department', 'outlets')),
  add column outlet_ids bigint[] not null default '{}';

/** Whether the roles that give the permission of this request are limited to no part of the company. */
create function whole_company() returns boolean
  language sql stable parallel safe as $$
  select netward_setting('netward.outlet_ids') is null and netward_setting('netward.department_ids') is null $$;
grant execute on function whole_company to {{company}}, {{tree}}, {{platform}};

/**
 * What of a company's rows its members see. begin_request names outlets and departments, or neither: then all. A row
 * is seen when one of the two fits.
 */
create function netward_company_rows(target regclass, company_column name) returns text language plpgsql as $$
declare
  fits text;
begin
  select string_agg(
      format('%I = any ((select netward_setting(%L))::bigint[])', attname, 'netward.' || attname || 's'), ' or ')
    into fits from pg_attribute
    where attrelid = target and attname in ('outlet_id', 'department_id') and not attisdropped;
  return format('%I = (select scope_company())', company_column)
    -- A CASE, because the planner takes it for half of the rows, and an OR of this kind for next to none: it would
    -- then sort a whole company for one page.
    || case when fits is null then '' else format(' and case when (select netward_setting(''netward.outlet_ids'')) is null
      and (select netward_setting(''netward.department_ids'')) is null then true else %s end', fits) end;
end $$;

/** As in 0001, but for rows that have an outlet and a department. */
create or replace function netward_protect(
  target regclass,
  company_column name default 'company_id',
  grants text default 'select, insert, update, delete'
) returns void language plpgsql as $$
declare
  own text := format('%I = (select scope_company())', company_column);
  seen text := netward_company_rows(target, company_column);
begin
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

/** For tables of what belongs to a device and names neither outlet nor department: seen with its device. */
create function netward_follow_device(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy with_its_device on %1$s as restrictive to {{company}} using (
       case when (select netward_setting(''netward.outlet_ids'')) is null
         and (select netward_setting(''netward.department_ids'')) is null then true
       else exists (select from device d where d.company_id = %1$s.company_id and d.id = %1$s.device_id) end)', target);
end $$;

select netward_protect('outlet');
drop policy company_scope on device;
do $$ begin
  execute format('create policy company_scope on device to {{company}} using (%1$s) with check (%1$s)',
    netward_company_rows('device', 'company_id'));
end $$;
select netward_follow_device('device_presence');
select netward_follow_device('device_parameter');
select netward_follow_device('device_timeline');
select netward_follow_device('device_command');
select netward_follow_device('gateway_exchange');
-- Numbers of a whole company, as device_tally.
create policy whole_company on device_tag as restrictive to {{company}} using ((select whole_company()));
-- Companies that apply are no outlet's and no department's affair.
create policy whole_company on company_registration as restrictive to {{company}} using ((select whole_company()));
/** As in 0006, and not for somebody who is limited to a part of the company. */
create or replace function lock_registration(registration_in bigint) returns company_registration
  language plpgsql set search_path = public as $$
declare
  found company_registration;
begin
  select * into found from company_registration
    where id = registration_in and company_id = scope_company() and whole_company() for update;
  if found.id is null then raise exception 'registration.not_found' using errcode = 'NW001'; end if;
  if found.state <> 'waiting' then raise exception 'registration.decided' using errcode = 'NW001'; end if;
  return found;
end $$;

/** Departments of the member, with all below. None for somebody who stands outside of every department. */
create function departments_of(company_in bigint, os_in bigint) returns bigint[]
  language sql stable set search_path = public as $$
  with recursive below (id) as (
    select up.id from org_node n join org_node up on up.company_id = n.company_id and up.id = n.parent_id
    where n.company_id = company_in and n.id = os_in and up.type = 4
    union all
    select n.id from below b join org_node n on n.company_id = company_in and n.parent_id = b.id and n.type = 4)
  select coalesce(array_agg(id), '{}') from below $$;

-- ─── Staff that acts in tenants ──────────────────────────────────────────────────────────────────────────────────

-- Customers of an MSP under one name.
create table tenant_group (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (company_id, name),
  unique (company_id, id)
);
select netward_protect('tenant_group');

create table tenant_group_member (
  company_id bigint not null,
  group_id bigint not null,
  target_company_id bigint not null references company on delete cascade,
  primary key (company_id, group_id, target_company_id),
  foreign key (company_id, group_id) references tenant_group (company_id, id) on delete cascade
);
create index tenant_group_member_target on tenant_group_member (target_company_id);
select netward_protect('tenant_group_member');

-- A grant names a tenant or a group, and a role: a built-in one or one of the company that gives it.
alter table acting_grant drop constraint acting_grant_pkey;
alter table acting_grant
  add column id bigint generated always as identity primary key,
  alter target_company_id drop not null,
  alter built_in drop not null,
  add column group_id bigint,
  add column role_id bigint,
  add column expires_at timestamptz,
  add column created_at timestamptz not null default now(),
  add column created_by_name text,
  add check ((target_company_id is null) <> (group_id is null)),
  add check ((built_in is null) <> (role_id is null)),
  add foreign key (company_id, group_id) references tenant_group (company_id, id) on delete cascade,
  add foreign key (company_id, role_id) references role (company_id, id) on delete cascade;
create unique index acting_grant_once on acting_grant
  (company_id, member_id, coalesce(target_company_id, 0), coalesce(group_id, 0), coalesce(built_in, ''), coalesce(role_id, 0));
create index acting_grant_target on acting_grant (target_company_id) where target_company_id is not null;
create index acting_grant_group on acting_grant (company_id, group_id) where group_id is not null;
create index acting_grant_role on acting_grant (company_id, role_id) where role_id is not null;
create index acting_grant_page on acting_grant (company_id, id desc);
grant insert, update, delete on acting_grant to {{company}}, {{tree}}, {{platform}};

-- ─── What a tenant says about those who act in it ────────────────────────────────────────────────────────────────

/** Nobody decides this from above: only somebody at home in the company, whatever they hold while they act in it. */
create function netward_only_at_home(target regclass) returns void language plpgsql as $$
declare
  what text;
begin
  execute format(
    'create policy home_insert on %s as restrictive for insert to {{company}}, {{tree}}, {{platform}}
       with check (company_id = (select netward_setting(''netward.home_id'')::bigint))', target);
  foreach what in array array['update', 'delete'] loop
    execute format(
      'create policy home_%2$s on %1$s as restrictive for %2$s to {{company}}, {{tree}}, {{platform}}
         using (company_id = (select netward_setting(''netward.home_id'')::bigint))', target, what);
  end loop;
end $$;

-- No row: whoever may act from above enters freely.
create table acting_consent (
  company_id bigint primary key references company on delete cascade,
  mode text not null default 'free' check (mode in ('free', 'request', 'never')),
  -- Minutes of the day in the tenant's time zone; from 22:00 until 06:00 goes over midnight. Both or none.
  from_minute int check (from_minute between 0 and 1439),
  until_minute int check (until_minute between 0 and 1439),
  -- Nobody who acts here holds more than this built-in role does.
  ceiling text not null default 'administrator' references built_in_role,
  updated_at timestamptz not null default now(),
  check ((from_minute is null) = (until_minute is null) and from_minute is distinct from until_minute or from_minute is null)
);
select netward_protect('acting_consent', 'company_id', 'select, insert, update');
select netward_only_at_home('acting_consent');

-- Somebody from above who asked to enter, or broke the glass.
create table acting_access (
  id bigint generated always as identity primary key,
  -- The tenant's.
  company_id bigint not null references company on delete cascade,
  person_id bigint not null references person on delete cascade,
  actor_name text not null,
  actor_company_id bigint not null references company on delete cascade,
  actor_company_name text not null,
  how text not null check (how in ('request', 'break_glass')),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'ended')),
  reason text not null,
  hours int not null,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  -- Of one that was approved.
  until timestamptz,
  check ((state = 'approved') <= (until is not null))
);
create index acting_access_page on acting_access (company_id, id desc);
create index acting_access_open on acting_access (company_id, person_id, until) where state = 'approved';
-- One at a time waits: another takes its place.
create unique index acting_access_waiting on acting_access (company_id, person_id) where state = 'waiting';
create index acting_access_person on acting_access (person_id, id desc);
select netward_protect('acting_access', 'company_id', 'select');
select netward_only_at_home('acting_access');

-- Whom the tenant has sent out, a person or (person_id null) everybody, until a moment or until it lets them in again.
create table acting_end (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint references person on delete cascade,
  actor_name text,
  actor_company_name text,
  ended_at timestamptz not null default now(),
  ended_by text not null,
  until timestamptz
);
create unique index acting_end_once on acting_end (company_id, coalesce(person_id, 0));
select netward_protect('acting_end', 'company_id', 'select, delete');
select netward_only_at_home('acting_end');

-- Who is or was inside: written beside their requests, at most once a minute.
create table acting_visit (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  session_id bigint not null,
  person_id bigint not null references person on delete cascade,
  actor_name text not null,
  actor_company_id bigint not null references company on delete cascade,
  actor_company_name text not null,
  began_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Left, or sent out.
  ended_at timestamptz
) with (fillfactor = 80);
create unique index acting_visit_open on acting_visit (company_id, session_id) where ended_at is null;
create index acting_visit_page on acting_visit (company_id, last_seen_at desc);
create index acting_visit_person on acting_visit (person_id, actor_company_id, last_seen_at desc);
create index acting_visit_age on acting_visit (last_seen_at);
select netward_protect('acting_visit', 'company_id', 'select');

/**
 * Whether a person may act in a company now as far as it has a say: `free`, `approved`, `break_glass`, or the code of
 * the refusal. For companies that have said something; for definer functions alone.
 */
create function acting_entry(company_in bigint, person_in bigint) returns text
  language sql stable set search_path = public as $$
  select case
      when a.how = 'break_glass' then 'break_glass'
      when s.mode = 'never' then 'acting.never'
      -- What was approved before they were sent out has ended with it.
      when a.how = 'request' then 'approved'
      when exists (select from acting_end e where e.company_id = company_in
        and coalesce(e.person_id, person_in) = person_in and coalesce(e.until > now(), true)) then 'acting.ended'
      when s.mode = 'request' then 'acting.consent_needed'
      when s.from_minute is null then 'free'
      when case when s.from_minute < s.until_minute
          then here.minute >= s.from_minute and here.minute < s.until_minute
          else here.minute >= s.from_minute or here.minute < s.until_minute end then 'free'
      else 'acting.outside_hours' end
  from acting_consent s join company c on c.id = s.company_id
  cross join lateral (select (extract(hour from now() at time zone c.time_zone) * 60
    + extract(minute from now() at time zone c.time_zone))::int) here (minute)
  left join lateral (
    select a.how from acting_access a
    where a.company_id = company_in and a.person_id = person_in and a.state = 'approved' and a.until > now()
    order by a.how limit 1) a on true
  where s.company_id = company_in $$;

-- ─── What every request begins with ──────────────────────────────────────────────────────────────────────────────

/**
 * The grants by which a member may act in a tenant now. For definer functions alone; without a search path of its own, so
 * that it becomes a part of the statements that use it.
 */
create function acting_grants_in(company_in bigint, member_in bigint, tenant_in bigint)
  returns table (built_in text, role_id bigint)
  language sql stable as $$
  select g.built_in, g.role_id from acting_grant g
  where g.company_id = company_in and g.member_id = member_in and (g.expires_at is null or g.expires_at > now())
    and (g.target_company_id = tenant_in or exists (
      select from tenant_group_member gm where gm.company_id = g.company_id and gm.group_id = g.group_id
        and gm.target_company_id = tenant_in)) $$;

/** Outlets and departments to which the roles that give a permission are limited, when none of them has the whole
 * company. Departments come with the outlets that belong to them. For definer functions alone. */
create function data_scope_of(company_in bigint, member_in bigint, os_in bigint, needed text)
  returns table (outlet_ids bigint[], department_ids bigint[])
  language sql stable set search_path = public as $$
  with limited as (
    select r.data_scope, r.outlet_ids from member_role mr
    join role r on r.company_id = mr.company_id and r.id = mr.role_id
    where mr.company_id = company_in and mr.member_id = member_in
      and (needed is null or needed = any (r.permissions))),
  departments (ids) as (
    select case when exists (select from limited where data_scope = 'department')
      then departments_of(company_in, os_in) else '{}' end)
  select array(
      select unnest(l.outlet_ids) from limited l where l.data_scope = 'outlets'
      union
      select o.id from outlet o, departments d where o.company_id = company_in and o.department_id = any (d.ids)),
    (select ids from departments) $$;

drop function begin_request(bytea, bigint, bigint, boolean, text);
/**
 * As in 0009, and: a permission counts only in companies of a kind in which it means anything; `outlet_ids` and
 * `department_ids` are what the roles that give the permission are limited to, null for all; whoever acts in a tenant
 * holds what their grants give and the tenant allows.
 */
create function begin_request(
  token_hash_in bytea,
  company_in bigint,
  tenant_in bigint,
  proxy_in boolean,
  needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
  t record;
  entry text;
  closed boolean := false;
begin
  select s.id as session_id, s.person_id, s.ended_at, s.end_code, p.disabled_at,
         s.expires_at < now() or s.last_seen_at + make_interval(secs => s.idle_seconds) < now() as is_over,
         mm.id, mm.os_id, mm.company_id, mm.display_name, mm.status, c.kind, c.status as company_status,
         c.frozen_because, held.administers, held.needed as holds_needed, held.whole, k.kinds
    into m
    from session s
    join person p on p.id = s.person_id
    left join member mm on mm.person_id = s.person_id and mm.company_id = coalesce(company_in, s.company_id)
    left join company c on c.id = mm.company_id
    left join permission_kind k on k.code = begin_request.needed
    left join lateral (
      select bool_or(mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end)
          as administers,
        bool_or(gives.needed) as needed,
        bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
      from member_role mr
      left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      cross join lateral (select begin_request.needed is null
        or begin_request.needed = any (coalesce(b.permissions, r.permissions))) gives (needed)
      where mr.company_id = mm.company_id and mr.member_id = mm.id) held on true
    where s.token_hash = token_hash_in;
  if not found then
    return query select * from begin_application_request(token_hash_in, company_in, tenant_in, proxy_in, needed);
    return;
  end if;
  if m.ended_at is not null then refusal := coalesce(m.end_code, '40005'); return next; return; end if;
  if m.is_over then refusal := 'A0230'; return next; return; end if;
  if m.disabled_at is not null then refusal := '40032'; return next; return; end if;
  session_id := m.session_id;
  person_id := m.person_id;

  if m.id is null then refusal := 'company.not_found'; return next; return; end if;
  if m.status <> 'enabled' then refusal := '40032'; return next; return; end if;
  if m.company_status = 'frozen' then
    refusal := case m.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if m.company_status = 'deactivated' then refusal := '40031'; return next; return; end if;

  member_id := m.id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := m.company_id;
  identity := case when not coalesce(m.administers, false) then 4
    when m.kind = 'op' then 1 when m.kind = 'middleman' then 2 else 3 end;
  acting := coalesce(proxy_in, false) and tenant_in is not null and tenant_in <> m.company_id;

  if acting then
    -- Above a tenant, an administrator of the OP or of its MSP holds what an administrator of the tenant does.
    select c.id, c.kind, c.status, c.frozen_because, s.company_id is not null as has_said,
        identity <= 2 or held.granted as granted, identity <= 2 or held.whole as whole,
        case when identity <= 2 then begin_request.needed = any (b.permissions) else held.needed end as needed,
        begin_request.needed = any (ceiling.permissions) as below_ceiling
      into t
      from company_ancestor a join company c on c.id = a.company_id
      left join built_in_role b on b.key = 'administrator'
      left join acting_consent s on s.company_id = c.id
      left join built_in_role ceiling on ceiling.key = s.ceiling
      left join lateral (
        select count(*) > 0 as granted, bool_or(gives.needed) as needed,
          bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
        from acting_grants_in(m.company_id, m.id, c.id) g
        left join built_in_role gb on gb.key = g.built_in
        left join role r on r.company_id = m.company_id and r.id = g.role_id
        cross join lateral (select begin_request.needed is null
          or begin_request.needed = any (coalesce(gb.permissions, r.permissions))) gives (needed)
        where identity > 2) held on true
      where a.ancestor_id = m.company_id and a.company_id = tenant_in;
    if not found or not t.granted then
      refusal := 'company.not_found'; return next; return;
    end if;
    if t.status = 'frozen' and identity > 2 then
      refusal := case t.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
    end if;
    closed := t.status = 'deactivated';
    if closed and m.kind <> 'op' then refusal := '40031'; return next; return; end if;
    if t.has_said then
      entry := acting_entry(t.id, m.person_id);
      if entry like 'acting.%' then refusal := entry; return next; return; end if;
    end if;
    company_id := t.id;
    root_id := t.id;
    role := '{{company}}';
    allowed := needed is null or coalesce(t.needed and t.kind = any (m.kinds)
      and (not t.has_said or needed <> 'DMS_SERVER_AUTH_MANAGE_ACTING' and (entry = 'break_glass' or t.below_ceiling)),
      false);
    -- A role's outlets and departments are those of the company that it belongs to: none of them is here.
    if allowed and not t.whole then outlet_ids := '{}'; department_ids := '{}'; end if;
  else
    company_id := m.company_id;
    root_id := m.company_id;
    role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
    allowed := needed is null or coalesce(m.holds_needed and m.kind = any (m.kinds), false);
    if allowed and not coalesce(m.whole, false) then
      select s.outlet_ids, s.department_ids into outlet_ids, department_ids
        from data_scope_of(m.company_id, m.id, m.os_id, needed) s;
    end if;
  end if;
  if not allowed then refusal := 'permission.denied'; end if;
  -- What needs no permission is the session's own: signing out, a ticket.
  if closed and allowed and needed is not null and current_setting('transaction_read_only') = 'off' then
    refusal := 'company.read_only';
  end if;
  return next;
end $$;

/** The permission codes that the scope of this transaction holds. */
create or replace function held_permissions() returns text[]
  language sql stable security definer set search_path = public as $$
  with home as (select nullif(current_setting('netward.home_id', true), '')::bigint as id),
  me as (
    select m.id, m.company_id from member m, home where m.person_id = scope_person() and m.company_id = home.id),
  consent as (
    select s.ceiling, acting_entry(s.company_id, scope_person()) as entry from acting_consent s, home
    where s.company_id = scope_company() and s.company_id <> home.id),
  given (permissions) as (
    select coalesce(b.permissions, o.permissions) from me
      join member_role r on r.company_id = me.company_id and r.member_id = me.id
      left join built_in_role b on b.key = r.built_in
      left join role o on o.company_id = r.company_id and o.id = r.role_id
      where me.company_id = scope_company()
    union all
    select b.permissions from me, built_in_role b
      where me.company_id <> scope_company() and b.key = 'administrator'
        and current_setting('netward.identity', true) in ('1', '2')
    union all
    select coalesce(b.permissions, o.permissions) from me
      cross join lateral acting_grants_in(me.company_id, me.id, scope_company()) g
      left join built_in_role b on b.key = g.built_in
      left join role o on o.company_id = me.company_id and o.id = g.role_id
      where me.company_id <> scope_company() and current_setting('netward.identity', true) not in ('1', '2'))
  select coalesce(array_agg(k.code order by k.code), '{}')
  from permission_kind k join company c on c.id = scope_company() and c.kind = any (k.kinds)
  where exists (select from given g where k.code = any (g.permissions))
    -- Where a tenant has said who may enter, nobody from above holds, and so gives, the right to say otherwise.
    and not (k.code = 'DMS_SERVER_AUTH_MANAGE_ACTING' and exists (select from consent))
    and not exists (select from consent s join built_in_role b on b.key = s.ceiling
      where s.entry <> 'break_glass' and k.code <> all (b.permissions)) $$;

/** Whether the person of this transaction may act in a company as far as their own company has a say. */
create function acting_reach(tenant_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from company_ancestor a join member m on m.company_id = a.ancestor_id and m.person_id = scope_person()
    where a.ancestor_id = nullif(current_setting('netward.home_id', true), '')::bigint and a.company_id = tenant_in
      and a.depth > 0 and (current_setting('netward.identity', true) in ('1', '2')
        or exists (select from acting_grants_in(m.company_id, m.id, tenant_in)))) $$;

/**
 * The tenants that the member may act in, the first by name: below the own company for administrators, granted ones for
 * others. `search_in` is looked for in what the list of tenants looks in.
 */
create or replace function my_tenants(search_in text, limit_in int) returns setof company
  language plpgsql stable security definer set search_path = public as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  term constant text := search_text(btrim(coalesce(search_in, '')));
  pattern constant text := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  found_ids bigint[];
begin
  if coalesce(current_setting('netward.identity', true), '') not in ('1', '2') then
    return query
      select c.* from company c where c.id in (
          select coalesce(g.target_company_id, gm.target_company_id)
          from member m join acting_grant g on g.company_id = m.company_id and g.member_id = m.id
          left join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
          where m.company_id = home and m.person_id = scope_person() and (g.expires_at is null or g.expires_at > now()))
        and exists (select from company_ancestor a where a.ancestor_id = home and a.company_id = c.id and a.depth > 0)
        and (term = '' or c.search like pattern)
      order by c.name, c.id limit limit_in;
  elsif (select count(*) from (select from company_ancestor where ancestor_id = home limit 2000) few) = 2000 then
    if term <> '' then
      execute format('select array_agg(id) from (select c.id from company c where c.search like %L limit 2000) some_found', pattern)
        into found_ids;
    end if;
    if term <> '' and coalesce(cardinality(found_ids), 0) < 2000 then
      return query
        select c.* from company c
        where c.id = any (found_ids)
          and (select a.depth from company_ancestor a where a.ancestor_id = home and a.company_id = c.id) > 0
        order by c.name, c.id limit limit_in;
    else
      -- So many that a walk in order of name soon meets a page of them; what is added to the text keeps from its index.
      return query
        select c.* from company c
        where (term = '' or c.search || '' like pattern)
          and (select a.depth from company_ancestor a where a.ancestor_id = home and a.company_id = c.id) > 0
        order by c.name, c.id limit limit_in;
    end if;
  else
    return query
      select c.* from company_ancestor a join company c on c.id = a.company_id
      where a.ancestor_id = home and a.depth > 0 and (term = '' or c.search like pattern)
      order by c.name, c.id limit limit_in;
  end if;
end $$;

/** Those tenants for the switcher: what each says to the person now, and whether an answer is waited for. */
create function tenants_to_enter(search_in text, limit_in int) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.code, c.kind, c.status, c.parent_id,
    coalesce(acting_entry(c.id, scope_person()), 'free'),
    exists (select from acting_access a
      where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
  from my_tenants(search_in, limit_in) c $$;

/** The tenants that the person was in lately and may still enter, the latest first. */
create function recent_tenants(limit_in int) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.code, c.kind, c.status, c.parent_id,
    coalesce(acting_entry(c.id, scope_person()), 'free'),
    exists (select from acting_access a
      where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
  from (
    select v.company_id, max(v.last_seen_at) as at from (
      select v.company_id, v.last_seen_at from acting_visit v
      where v.person_id = scope_person()
        and v.actor_company_id = nullif(current_setting('netward.home_id', true), '')::bigint
      order by v.last_seen_at desc limit 200) v
    group by v.company_id order by 2 desc limit limit_in * 2) seen
  join company c on c.id = seen.company_id
  where acting_reach(c.id)
  order by seen.at desc limit limit_in $$;

-- ─── Grants to staff ─────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Of these tenants those in which the person of this transaction does not hold all of these codes, as far as they mean
 * anything there, for as long as until `until_in` (null: for good).
 */
create function tenants_not_to_grant(tenants_in bigint[], codes_in text[], until_in timestamptz)
  returns setof bigint language sql stable security definer set search_path = public as $$
  select t from unnest(tenants_in) t
  left join company_ancestor a on a.company_id = t and a.depth > 0
    and a.ancestor_id = nullif(current_setting('netward.home_id', true), '')::bigint
  left join company c on c.id = a.company_id
  where c.id is null or current_setting('netward.identity', true) not in ('1', '2') and exists (
    select from permission_kind k where k.code = any (codes_in) and c.kind = any (k.kinds) and not exists (
      select from member m
      join acting_grant g on g.company_id = m.company_id and g.member_id = m.id
      left join built_in_role b on b.key = g.built_in
      left join role r on r.company_id = g.company_id and r.id = g.role_id
      where m.company_id = a.ancestor_id and m.person_id = scope_person()
        and (g.expires_at is null or g.expires_at >= coalesce(until_in, 'infinity') and g.expires_at > now())
        and coalesce(r.data_scope, 'company') = 'company' and k.code = any (coalesce(b.permissions, r.permissions))
        and (g.target_company_id = t or exists (
          select from tenant_group_member gm where gm.company_id = g.company_id and gm.group_id = g.group_id
            and gm.target_company_id = t)))) $$;

/** For definer functions alone, and for the services of grants. */
create function is_administrator(company_in bigint, member_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select company_in = scope_company() and exists (select from member_role mr
    where mr.company_id = company_in and mr.member_id = member_in
      and mr.built_in in ('administrator', 'platform_administrator')) $$;

/** Members who may be given a grant: not those who administer the company, since they act everywhere below it. */
create function staff_members(search_in text, limit_in int) returns table (id bigint, display_name text)
  language plpgsql stable security definer set search_path = public as $$
begin
  return query
    select m.id, m.display_name from member m
    where m.company_id = scope_company() and m.status = 'enabled' and sees_department(m.department_id)
      and (coalesce(search_in, '') = '' or strpos(lower(m.display_name), lower(search_in)) > 0)
      and not is_administrator(m.company_id, m.id)
    order by m.display_name, m.id limit limit_in;
end $$;

-- ─── Entering and leaving ────────────────────────────────────────────────────────────────────────────────────────

/** What somebody from above does about a tenant: in the log of both, and on the screens of both. For definer functions. */
create function note_acting(
  action_in text, person_in bigint, actor_in text, home_in bigint, tenant_in bigint, detail_in jsonb, request_in text
) returns void language sql set search_path = public as $$
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select at.id, action_in, person_in, actor_in, other.id, other.name, 'company', tenant_in::text, detail_in, request_in
  from company at join company other on other.id = case at.id when home_in then tenant_in else home_in end
  where at.id in (home_in, tenant_in);
  insert into live_event (company_id, kind, subject_id)
  values (home_in, 'acting.changed', tenant_in), (tenant_in, 'acting.changed', null) $$;

/**
 * Notes that a session acts in a tenant. A visit begins with its first request, and anew when nothing was heard of it
 * for half an hour; it runs beside the request and again at most once a minute.
 */
create function touch_visit(session_in bigint, home_in bigint, tenant_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  begun bigint;
  s record;
begin
  select x.person_id, m.display_name, h.name into s from session x
    join member m on m.person_id = x.person_id and m.company_id = home_in join company h on h.id = home_in
    where x.id = session_in and x.ended_at is null;
  if not found then return; end if;
  update acting_visit v set ended_at = v.last_seen_at
    where v.company_id = tenant_in and v.session_id = session_in and v.ended_at is null
      and v.last_seen_at < now() - interval '30 minutes';
  update acting_visit v set last_seen_at = now()
    where v.company_id = tenant_in and v.session_id = session_in and v.ended_at is null;
  if found then return; end if;
  -- The request may have been let in before the tenant sent its person out.
  if acting_entry(tenant_in, s.person_id) like 'acting.%' then return; end if;
  insert into acting_visit (company_id, session_id, person_id, actor_name, actor_company_id, actor_company_name)
  values (tenant_in, session_in, s.person_id, s.display_name, home_in, s.name)
  on conflict (company_id, session_id) where ended_at is null do nothing returning id into begun;
  if begun is not null then
    perform note_acting('acting.entered', s.person_id, s.display_name, home_in, tenant_in, '{}', null);
  end if;
end $$;

/** Ends the visit of a session: its person left. */
create function leave_visit(session_in bigint, tenant_in bigint, request_in text) returns void
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

/** Asks a tenant to be let in. One question of a person waits; another takes its place. */
create function acting_ask(tenant_in bigint, reason_in text, hours_in int, actor_in text, request_in text)
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

/** Enters for an hour whatever the tenant says; it is told. Answers until when. */
create function acting_break_glass(tenant_in bigint, reason_in text, actor_in text, request_in text)
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

/** Refuses whoever is not at home in the company acted in. For definer functions alone. */
create function refuse_from_above() returns void language plpgsql stable set search_path = public as $$
begin
  if nullif(current_setting('netward.home_id', true), '')::bigint is distinct from scope_company() then
    raise exception 'acting.only_at_home' using errcode = 'NW001';
  end if;
end $$;

/** Lets somebody in for some hours, or (hours null) does not. What sent them out is over then. */
create function acting_decide(access_in bigint, hours_in int, actor_in text, request_in text) returns acting_access
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
  return asked;
end $$;

/**
 * Sends out a person, or (person null) everybody from above: what they were let in by ends, and until the moment given,
 * or until the tenant lets them in again, nobody of them enters. Answers how many visits ended.
 */
create function acting_send_out(person_in bigint, until_in timestamptz, actor_in text, request_in text) returns int
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
  -- Without it begin_request does not ask.
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

/** Who is in the company acted in now, and by what; those who were let in and are no more are out. */
create function acting_inside() returns table (
  person_id bigint, actor_name text, actor_company_name text, began_at timestamptz, last_seen_at timestamptz, how text
) language sql stable security definer set search_path = public as $$
  select v.person_id, max(v.actor_name), max(v.actor_company_name), min(v.began_at), max(v.last_seen_at), entry.how
  from acting_visit v
  cross join lateral (select coalesce(acting_entry(v.company_id, v.person_id), 'free')) entry (how)
  where v.company_id = scope_company() and v.ended_at is null and v.last_seen_at > now() - interval '5 minutes'
    and entry.how not like 'acting.%'
  group by v.person_id, entry.how order by max(v.last_seen_at) desc limit 200 $$;

/** The companies above the one acted in, by name, the nearest first. */
create function companies_above() returns table (name text)
  language sql stable security definer set search_path = public as $$
  select c.name from company_ancestor a join company c on c.id = a.ancestor_id
  where a.company_id = scope_company() and a.depth > 0 order by a.depth $$;

/** The tenants of a group of the company acted in, by name. */
create function group_tenants(group_in bigint, limit_in int, offset_in int) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from tenant_group_member gm join company c on c.id = gm.target_company_id
  where gm.company_id = scope_company() and gm.group_id = group_in
  order by c.name, c.id limit limit_in offset offset_in $$;

/** Forgets visits after three months and questions after a year (the audit log keeps both); a question waits a week. */
create function prune_acting() returns void
  language sql security definer set search_path = public as $$
  delete from acting_visit where last_seen_at < now() - interval '90 days';
  update acting_visit set ended_at = last_seen_at where ended_at is null and last_seen_at < now() - interval '30 minutes';
  update acting_access set state = 'ended' where state = 'waiting' and asked_at < now() - interval '7 days';
  delete from acting_access where asked_at < now() - interval '1 year';
  delete from acting_end where until < now() $$;

-- ─── Searches that apply the scope themselves ────────────────────────────────────────────────────────────────────

/** As in 0002, with the data scope of the roles. */
create or replace function search_parameters(device_in bigint, pattern_in text, limit_in int, offset_in int) returns table (
  total int, path text, value text, type text, writable boolean, is_object boolean, read_at timestamptz
) language sql stable security definer set search_path = public as $$
  with found as (
    select p.path, p.value, p.type, p.writable, p.is_object, p.read_at
    from device_parameter p join device d on d.id = p.device_id
    where p.device_id = device_in and (lower(p.path) like pattern_in or lower(p.value) like pattern_in)
      and case current_setting('role')
        when '{{platform}}' then true
        when '{{tree}}' then d.msp_id in (select visible_msps())
        when '{{company}}' then d.company_id = scope_company()
          and (netward_setting('netward.outlet_ids') is null and netward_setting('netward.department_ids') is null
            or d.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[])
            or d.department_id = any (netward_setting('netward.department_ids')::bigint[]))
        else false end)
  select counted.total, page.* from (select count(*)::int as total from found) counted
  left join (select * from found order by path limit limit_in offset offset_in) page on true
  order by page.path $$;

-- ─── Scopes of rights that are asked for beside that of the request ──────────────────────────────────────────────

/**
 * From here on the transaction sees what the roles that give this permission are limited to: for an answer that shows what
 * is another permission's than that of its endpoint.
 */
create function narrow_to(needed text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  me record;
  whole boolean;
  outlets bigint[];
  departments bigint[];
begin
  select m.id, m.os_id into me from member m where m.company_id = home and m.person_id = scope_person();
  -- A job, a gateway, an application: nobody whose roles would say.
  if not found then return; end if;
  if home <> scope_company() then
    whole := current_setting('netward.identity', true) in ('1', '2') or exists (
      select from acting_grants_in(home, me.id, scope_company()) g
      left join built_in_role b on b.key = g.built_in
      left join role r on r.company_id = home and r.id = g.role_id
      where coalesce(r.data_scope, 'company') = 'company' and needed = any (coalesce(b.permissions, r.permissions)));
    if not whole then outlets := '{}'; departments := '{}'; end if;
  elsif not exists (
      select from member_role mr
      left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = home and mr.member_id = me.id and coalesce(r.data_scope, 'company') = 'company'
        and needed = any (coalesce(b.permissions, r.permissions))) then
    select s.outlet_ids, s.department_ids into outlets, departments from data_scope_of(home, me.id, me.os_id, needed) s;
  end if;
  perform set_config('netward.outlet_ids', outlets::text, true),
    set_config('netward.department_ids', departments::text, true);
end $$;

-- What a stream may tell of devices is what its person sees of them.
alter table live_ticket add column outlet_ids bigint[], add column department_ids bigint[];

create or replace function open_live_ticket(hash_in bytea, session_in bigint, scope_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform narrow_to('DMS_SERVER_DEVICE_VIEW');
  insert into live_ticket (ticket_hash, session_id, scope, company_id, root_id, home_company_id, expires_at, outlet_ids,
                           department_ids)
  select hash_in, s.id, scope_in, scope_company(), scope_root(),
    nullif(current_setting('netward.home_id', true), '')::bigint, now() + interval '30 seconds',
    netward_setting('netward.outlet_ids')::bigint[], netward_setting('netward.department_ids')::bigint[]
  from session s where s.id = session_in and s.person_id = scope_person();
end $$;

drop function redeem_live_ticket(bytea);
create function redeem_live_ticket(hash_in bytea) returns table (
  session_id bigint, scope text, company_id bigint, root_id bigint, home_company_id bigint, outlet_ids text[],
  department_ids text[]
) language sql security definer set search_path = public as $$
  delete from live_ticket t using session s
  where t.ticket_hash = hash_in and t.expires_at > now() and s.id = t.session_id and s.ended_at is null
  returning t.session_id, t.scope, t.company_id, t.root_id, t.home_company_id, t.outlet_ids::text[],
    t.department_ids::text[] $$;

drop function live_events_after(xid8, bigint, int);
/** As in 0001, and of what is about a device or an outlet where it stands: `placed` says that it is. */
create function live_events_after(tx_in xid8, id_in bigint, limit_in int) returns table (
  tx xid8, id bigint, company_id bigint, ancestors bigint[], kind text, subject_id bigint, data jsonb, at timestamptz,
  placed boolean, outlet_id bigint, department_id bigint
) language sql stable security definer set search_path = public as $$
  select e.tx, e.id, e.company_id,
    array(select a.ancestor_id from company_ancestor a where a.company_id = e.company_id),
    e.kind, e.subject_id, e.data, e.at, e.kind ~ '^(device|command|outlet)\.',
    coalesce(d.outlet_id, o.id), coalesce(d.department_id, o.department_id)
  from live_event e
  left join device d on d.id = e.subject_id and e.kind ~ '^(device|command)\.'
  left join outlet o on o.id = e.subject_id and e.kind ~ '^outlet\.'
  where (e.tx, e.id) > (tx_in, id_in) and e.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by e.tx, e.id limit limit_in $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function begin_request, set_permission_kinds, touch_visit, prune_acting, redeem_live_ticket,
  live_events_after to {{login}};
grant execute on function narrow_to, acting_reach, tenants_to_enter, recent_tenants, tenants_not_to_grant, is_administrator,
  staff_members, group_tenants, companies_above, acting_inside, leave_visit, acting_ask, acting_break_glass, acting_decide, acting_send_out
  to {{company}}, {{tree}}, {{platform}};
