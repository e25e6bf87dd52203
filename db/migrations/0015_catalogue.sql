-- Products of the platform, applications of tenants, and the open API that applications sign in to.

-- ─── Products ────────────────────────────────────────────────────────────────────────────────────────────────
-- The platform's: every company reads them, the OP alone writes.

create table product (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_zh text not null,
  name_en text not null,
  description_zh text not null default '',
  description_en text not null default '',
  category text not null check (category in ('network', 'quality', 'service', 'intelligence')),
  type text not null check (type in ('console', 'service')),
  version text not null,
  -- The file's name. It belongs to the OP.
  icon_company_id bigint,
  icon text,
  state text not null default 'activating'
    check (state in ('activating', 'normal', 'maintenance', 'abnormal', 'deactivated', 'deleted')),
  failure text,
  maintenance_zh text not null default '',
  maintenance_en text not null default '',
  maintenance_until timestamptz,
  updated_at timestamptz not null default now(),
  check ((state = 'maintenance') = (maintenance_until is not null)),
  foreign key (icon_company_id, icon) references file (company_id, name) on delete set null
);
create index product_maintenance on product (maintenance_until) where state = 'maintenance';
create index product_icon on product (icon) where icon is not null;

/** Whether the company acted in is the OP. */
create function scope_is_op() returns boolean
  language sql stable parallel safe security definer set search_path = public as $$
  select exists (select 1 from company where id = scope_company() and kind = 'op') $$;

alter table product enable row level security;
alter table product force row level security;
create policy owner_all on product to {{owner}} using (true) with check (true);
create policy everybody_reads on product for select to {{company}}, {{tree}}, {{platform}} using (true);
create policy company_scope on product to {{company}} using ((select scope_is_op())) with check ((select scope_is_op()));
create policy tree_scope on product to {{tree}} using ((select scope_is_op())) with check ((select scope_is_op()));
create policy platform_scope on product to {{platform}}
  using ((select scope_is_op())) with check ((select scope_is_op()));
revoke all on product from public;
grant select, insert, update on product to {{company}}, {{tree}}, {{platform}};

insert into product (code, name_zh, name_en, description_zh, description_en, category, type, version, state) values
  ('device_management', '设备管理', 'Device management',
   '网关零配置开局、批量操作、参数与在线状态。',
   'Zero-touch provisioning of gateways, batch operations, parameters and presence.',
   'network', 'console', '1.0', 'normal'),
  ('monitoring', '网络监控', 'Monitoring',
   '指标、告警与运营中心大屏。', 'Metrics, alarms and the charts of the operations centre.',
   'network', 'console', '0.0', 'activating'),
  ('link_testing', '线路拨测', 'Link testing',
   '丢包率、往返时延、抖动与线路质量报告。', 'Packet loss, round-trip time, jitter and line quality reports.',
   'quality', 'console', '0.0', 'activating'),
  ('firmware', '固件升级', 'Firmware',
   '固件库与分批次灰度升级任务。', 'The firmware library and upgrade campaigns by rings.',
   'network', 'console', '0.0', 'activating'),
  ('work_orders', '工单服务', 'Work orders',
   '派单、时效、备件与评价。', 'Assignment, service levels, spare parts and ratings.',
   'service', 'console', '0.0', 'activating'),
  ('assistant', '智能助手', 'Assistant',
   '用自然语言查询与处理网络问题。', 'Ask about the network, and solve its problems, in plain words.',
   'intelligence', 'console', '0.0', 'activating');

-- ─── Applications ────────────────────────────────────────────────────────────────────────────────────────────

create table application (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  product_id bigint not null references product,
  display_name text not null,
  -- The file's name; without one the product's icon is shown.
  icon text,
  -- Public; made by the server.
  app_id text not null,
  state text not null default 'activating'
    check (state in ('activating', 'normal', 'maintenance', 'abnormal', 'deactivated', 'deleted')),
  failure text,
  permissions text[] not null,
  maintenance_message text not null default '',
  maintenance_until timestamptz,
  -- Counts the activations: a job of an earlier one does nothing.
  run int not null default 1,
  -- The account that it acts by: of a person who can never sign in, and is a member of nothing.
  person_id bigint references person,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (company_id, id),
  check ((state = 'maintenance') = (maintenance_until is not null)),
  foreign key (company_id, icon) references file (company_id, name) on delete set null (icon)
);
create unique index application_app_id on application (app_id);
create unique index application_one_of_product on application (company_id, product_id) where state <> 'deleted';
create index application_by_age on application (company_id, created_at, id) where state <> 'deleted';
create index application_by_name on application (company_id, display_name, id) where state <> 'deleted';
create index application_of_product on application (product_id) where state <> 'deleted';
create index application_maintenance on application (maintenance_until) where state = 'maintenance';
create index application_activating on application (changed_at) where state = 'activating';
create index application_icon on application (company_id, icon) where icon is not null;
create index application_person on application (person_id);
select netward_protect('application');

create table application_step (
  company_id bigint not null,
  application_id bigint not null,
  step text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  at timestamptz not null default now(),
  primary key (company_id, application_id, step),
  foreign key (company_id, application_id) references application (company_id, id) on delete cascade
);
select netward_protect('application_step');

create table application_key (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  application_id bigint not null,
  -- SHA-256 of 256 random bits.
  hash bytea not null,
  hint text not null,
  -- Of the self-test of an activation: good while that runs, and for nothing else.
  trial boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text,
  expires_at timestamptz,
  last_used_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, application_id) references application (company_id, id) on delete cascade
);
create index application_key_of on application_key (company_id, application_id, id);
create index application_key_end on application_key (expires_at) where expires_at is not null;
select netward_protect('application_key', 'company_id', 'insert, update, delete');
grant select (id, company_id, application_id, hint, trial, created_at, created_by, expires_at, last_used_at)
  on application_key to {{company}}, {{tree}}, {{platform}};

-- Access tokens of applications. Revoking a key takes its tokens along.
create table application_session (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  application_id bigint not null,
  key_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (company_id, application_id) references application (company_id, id) on delete cascade,
  foreign key (company_id, key_id) references application_key (company_id, id) on delete cascade
);
create unique index application_session_token on application_session (token_hash);
create index application_session_of on application_session (company_id, application_id, expires_at);
create index application_session_key on application_session (company_id, key_id);
create index application_session_end on application_session (expires_at);
select netward_protect('application_session', 'company_id', 'delete');
grant select (id, company_id, application_id, expires_at) on application_session to {{company}}, {{tree}}, {{platform}};

-- What a repeated POST of an application is answered (Idempotency-Key), sealed.
create table application_answer (
  company_id bigint not null,
  person_id bigint not null references person on delete cascade,
  key text not null,
  request_hash bytea not null,
  -- Null while the first one runs.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (company_id, person_id, key)
);
create index application_answer_age on application_answer (created_at);
create index application_answer_person on application_answer (person_id);
select netward_protect('application_answer');

-- When the calls that were let through would be over at the rate allowed (GCRA). Losing it in a crash costs nothing.
create unlogged table application_rate (
  application_id bigint primary key,
  until timestamptz not null
);
select netward_seal('application_rate');

/** An image that everybody may see who knows its name: of a product, of an application. */
create function find_icon(name_in text) returns table (file_id bigint, media_type text, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.id, f.media_type, f.size, f.sha256 from file f
  where f.name = name_in and (
    exists (select 1 from product p where p.icon = f.name and p.icon_company_id = f.company_id)
    or exists (select 1 from application a where a.company_id = f.company_id and a.icon = f.name)) $$;

create function icon_chunks(file_in bigint) returns table (data bytea)
  language sql stable security definer set search_path = public as $$
  select k.data from file f join file_chunk k on k.company_id = f.company_id and k.file_id = f.id
  where f.id = file_in and (
    exists (select 1 from product p where p.icon = f.name and p.icon_company_id = f.company_id)
    or exists (select 1 from application a where a.company_id = f.company_id and a.icon = f.name))
  order by k.position $$;

/** The account by which an application acts. Once made it stays: the audit log names it. */
create function application_account(application_in bigint) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  a application;
begin
  select * into a from application where id = application_in and company_id = scope_company() for update;
  if a.id is null then raise exception 'application.not_found' using errcode = 'NW001'; end if;
  if a.person_id is null then
    -- No user name of a person has a colon, and whoever is disabled is not let in.
    insert into person (home_company_id, user_name, display_name, password_hash, disabled_at)
    values (a.company_id, 'application:' || a.id, a.display_name, '', now()) returning id into a.person_id;
    update application set person_id = a.person_id where id = a.id;
  end if;
  return a.person_id;
end $$;

-- ─── Open API ────────────────────────────────────────────────────────────────────────────────────────────────

/** Ten calls a second, and a hundred at once. Answers the seconds to wait; 0 lets the call through. */
create function take_application_call(application_in bigint) returns int
  language plpgsql security definer set search_path = public as $$
declare
  each interval := '100 milliseconds';
  burst interval := '10 seconds';
  at timestamptz := clock_timestamp();
  due timestamptz;
begin
  insert into application_rate as r (application_id, until) values (application_in, at + each)
  on conflict (application_id) do update set until = greatest(r.until, at) + each
    where r.until < at + burst
  returning until into due;
  if due is not null then return 0; end if;
  select until into due from application_rate where application_id = application_in;
  return greatest(1, ceil(extract(epoch from due - burst - at)))::int;
end $$;

/** As take_application_call, by the token of a call; 0 for one that is none: it is refused for that. */
create function take_open_call(token_hash_in bytea) returns int
  language sql security definer set search_path = public as $$
  select coalesce((select take_application_call(s.application_id) from application_session s
    where s.token_hash = token_hash_in), 0) $$;

/**
 * Opens a session for an app ID and the hash of its key. `refusal`: `wrong` (an app ID that is none, a key that is not
 * its own or is over), `inactive` (the application, its product or its company cannot be used), `wait` (too many).
 */
create function open_application_session(
  app_id_in text, key_hash_in bytea, token_hash_in bytea, seconds_in int
) returns table (refusal text, wait int) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  a record;
begin
  wait := 0;
  select a.id, a.company_id, a.state, k.id as key_id, k.trial, k.expires_at, c.status, p.state as product_state into a
    from application a
    join application_key k on k.company_id = a.company_id and k.application_id = a.id and k.hash = key_hash_in
    join company c on c.id = a.company_id
    join product p on p.id = a.product_id
    where a.app_id = app_id_in and (k.expires_at is null or k.expires_at > now());
  if not found then refusal := 'wrong'; return next; return; end if;
  if a.status <> 'active' or a.product_state not in ('normal', 'maintenance')
    or not (a.state in ('normal', 'maintenance') or a.trial and a.state = 'activating') then
    refusal := 'inactive'; return next; return;
  end if;
  wait := take_application_call(a.id);
  if wait > 0 then refusal := 'wait'; return next; return; end if;
  insert into application_session (company_id, application_id, key_id, token_hash, expires_at)
  values (a.company_id, a.id, a.key_id, token_hash_in,
          least(now() + make_interval(secs => seconds_in), coalesce(a.expires_at, 'infinity')));
  update application_key set last_used_at = now() where id = a.key_id;
  update application set last_used_at = now() where id = a.id and not a.trial;
  return next;
end $$;

/**
 * What begin_request answers for the access token of an application. It acts in its own company alone, as the account
 * made for it, and does what its permissions name: what needs none is for people, and so is their own account. Its id of
 * a session is negative: no person's session is meant by it.
 */
create function begin_application_request(
  token_hash_in bytea, company_in bigint, tenant_in bigint, proxy_in boolean, needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  a record;
begin
  select s.id as session_id, s.expires_at < now() as is_over, k.expires_at < now() as key_is_over, k.trial,
         a.company_id, a.state, a.permissions, a.person_id, a.display_name || ' (' || a.app_id || ')' as name,
         p.state as product_state, c.kind, c.status, c.frozen_because, kinds.kinds
    into a
    from application_session s
    join application_key k on k.company_id = s.company_id and k.id = s.key_id
    join application a on a.company_id = s.company_id and a.id = s.application_id
    join product p on p.id = a.product_id
    join company c on c.id = a.company_id
    left join permission_kind kinds on kinds.code = begin_application_request.needed
    where s.token_hash = token_hash_in;
  if not found then refusal := '40001'; return next; return; end if;
  if a.is_over then refusal := 'A0230'; return next; return; end if;
  if a.key_is_over then refusal := '40005'; return next; return; end if;
  if a.status = 'frozen' then
    refusal := case a.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if a.status = 'deactivated' then refusal := '40031'; return next; return; end if;
  if a.product_state not in ('normal', 'maintenance')
    or not (a.state in ('normal', 'maintenance') or a.trial and a.state = 'activating') then
    refusal := '40032'; return next; return;
  end if;
  if company_in <> a.company_id or proxy_in and tenant_in <> a.company_id then
    refusal := 'company.not_found'; return next; return;
  end if;
  session_id := -a.session_id;
  person_id := a.person_id;
  actor_name := a.name;
  home_company_id := a.company_id;
  company_id := a.company_id;
  root_id := a.company_id;
  identity := 4;
  acting := false;
  role := '{{company}}';
  allowed := coalesce(needed = any (a.permissions) and a.kind = any (a.kinds), false);
  if not allowed then refusal := 'permission.denied';
  elsif a.state = 'maintenance' or a.product_state = 'maintenance' then refusal := 'application.maintenance';
  end if;
  return next;
end $$;

/** What members hold is told apart from what applications do. */
alter function held_permissions() rename to member_permissions;

/** The permission codes that the scope of this transaction holds: of an application, those that it was given. */
create function held_permissions() returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(
    (select array_agg(k.code order by k.code) from application a
      join company c on c.id = a.company_id
      join permission_kind k on k.code = any (a.permissions) and c.kind = any (k.kinds)
      where a.person_id = scope_person() and a.company_id = scope_company()),
    member_permissions()) $$;
grant execute on function held_permissions to {{company}}, {{tree}}, {{platform}};

-- ─── By the clock ────────────────────────────────────────────────────────────────────────────────────────────

/** Ends the maintenances whose time is over. */
create function end_maintenances() returns int
  language sql security definer set search_path = public as $$
  with products as (
    update product set state = 'normal', maintenance_until = null, updated_at = now()
    where state = 'maintenance' and maintenance_until < now() returning id),
  applications as (
    update application set state = 'normal', maintenance_until = null, changed_at = now()
    where state = 'maintenance' and maintenance_until < now() returning id, company_id),
  over as (
    select (select id from company where kind = 'op') as company_id, 'product' as kind, id from products
    union all select company_id, 'application', id from applications),
  noted as (
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    select company_id, kind || '.maintenance_over', kind, id::text,
           '{"before": {"state": "maintenance"}, "after": {"state": "normal"}}' from over),
  told as (
    insert into live_event (company_id, kind, subject_id) select company_id, kind || '.changed', id from over)
  select count(*)::int from over $$;

/**
 * Activations that nothing happened to for half an hour have failed: no worker takes them on any more. Answers which, to
 * tell whom they are of.
 */
create function end_stuck_activations() returns table (company_id bigint, display_name text)
  language sql security definer set search_path = public as $$
  with stuck as (
    update application a set state = 'abnormal', failure = 'timed_out', changed_at = now()
    where a.state = 'activating' and a.changed_at < now() - interval '30 minutes'
    returning a.id, a.company_id, a.display_name),
  steps as (
    update application_step s set state = 'failed', at = now() from stuck
    where s.company_id = stuck.company_id and s.application_id = stuck.id and s.state = 'running'),
  noted as (
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    select stuck.company_id, 'application.activation_failed', 'application', id::text, '{"failure": "timed_out"}'
    from stuck),
  told as (
    insert into live_event (company_id, kind, subject_id)
    select stuck.company_id, 'application.changed', id from stuck)
  select stuck.company_id, stuck.display_name from stuck $$;

/** Drops what is of no use any more. */
create function prune_open_api() returns void
  language sql security definer set search_path = public as $$
  delete from application_session where expires_at < now() - interval '1 day';
  delete from application_key where expires_at < now() - interval '1 day';
  delete from application_answer where created_at < now() - interval '24 hours';
  delete from application_rate where until < now() $$;

grant execute on function
  find_icon, icon_chunks, take_open_call, open_application_session, end_maintenances, end_stuck_activations,
  prune_open_api
  to {{login}};
grant execute on function scope_is_op, application_account to {{company}}, {{tree}}, {{platform}};
