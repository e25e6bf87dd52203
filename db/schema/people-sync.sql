-- Members kept in step with the directory of a channel (WeCom, DingTalk, Microsoft Entra, Feishu, LDAP).

create table people_sync (
  company_id bigint not null references company on delete cascade,
  channel_id bigint not null,
  enabled boolean not null default false,
  -- Null: that of the platform.
  interval text check (interval in ('day', 'week', 'two_weeks', 'month')),
  adds_people boolean not null default true,
  -- Departments are made below it; not called department_id, which policies compare.
  below_id bigint,
  -- {name, department, roles}: 'directory' or 'console'.
  winners jsonb not null default '{"name": "directory", "department": "directory", "roles": "console"}',
  -- [{by, outsideId, name, role}]
  role_rules jsonb not null default '[]',
  -- Key of a built-in role, or id; null: the default role of the company.
  default_role text,
  leaver_rule text not null default 'head' check (leaver_rule in ('head', 'member', 'nobody')),
  leaver_member_id bigint,
  stop_share int not null default 10 check (stop_share between 1 and 100),
  stop_count int not null default 50 check (stop_count >= 0),
  -- The first dry run that was confirmed: nothing is written before.
  confirmed_at timestamptz,
  confirmed_by text,
  -- Where the next incremental reading begins, as the service wrote it.
  position text check (char_length(position) <= 20000),
  full_at timestamptz,
  next_at timestamptz not null default now(),
  edited_at timestamptz not null default now(),
  edited_by text not null default '',
  primary key (company_id, channel_id),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  foreign key (company_id, below_id) references org_node (company_id, id) on delete set null (below_id),
  foreign key (company_id, leaver_member_id) references member (company_id, id) on delete set null (leaver_member_id)
);
create index people_sync_due on people_sync (next_at) where enabled and confirmed_at is not null;
create index people_sync_below on people_sync (company_id, below_id) where below_id is not null;
create index people_sync_leaver on people_sync (company_id, leaver_member_id) where leaver_member_id is not null;
select netward_protect('people_sync');

create table people_sync_run (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  channel_id bigint not null,
  cause text not null check (cause in ('hand', 'schedule', 'event')),
  reading text not null check (reading in ('full', 'incremental', 'people')),
  -- Of a reading of people: whom an event named.
  subjects text[] not null default '{}',
  -- New identifiers of people, with the earlier ones, as events named them; the reading says whether it is so.
  renames jsonb not null default '{}',
  state text not null default 'reading' check (state in ('reading', 'waiting', 'applying', 'done', 'failed', 'stopped')),
  dry boolean not null default false,
  waits text check (waits in ('dry', 'first', 'limit')),
  why text,
  detail text not null default '',
  -- What the reading was in the end: a lost position makes an incremental one full.
  is_full boolean not null default false,
  position text,
  departments int not null default 0,
  people int not null default 0,
  counts jsonb not null default '{}',
  planned int not null default 0,
  applied int not null default 0,
  failed int not null default 0,
  -- The worker that carries it out, and until when without a sign of life.
  holder uuid,
  held_until timestamptz,
  started_by text not null default '',
  started_at timestamptz not null default now(),
  confirmed_by text,
  confirmed_at timestamptz,
  finished_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, channel_id) references people_sync (company_id, channel_id) on delete cascade
);
-- Never two of a channel at once.
create unique index people_sync_run_active on people_sync_run (company_id, channel_id) where state in ('reading', 'applying');
create index people_sync_run_order on people_sync_run (company_id, channel_id, started_at desc, id desc);
create index people_sync_run_open on people_sync_run (state) where state in ('reading', 'waiting', 'applying');
create index people_sync_run_age on people_sync_run (started_at);
select netward_protect('people_sync_run');

-- What a reading has found, until its run ends.
create table people_sync_staged (
  company_id bigint not null,
  run_id bigint not null,
  subject text not null,
  gone boolean not null default false,
  -- There, but not read: neither new nor gone.
  left_out boolean not null default false,
  active boolean not null default true,
  name text,
  user_name text,
  -- Null: the service does not report it.
  department_ids text[],
  group_ids text[],
  mobile text,
  mail text,
  identity text,
  primary key (company_id, run_id, subject),
  foreign key (company_id, run_id) references people_sync_run (company_id, id) on delete cascade
);
select netward_protect('people_sync_staged');

create table people_sync_staged_department (
  company_id bigint not null,
  run_id bigint not null,
  outside_id text not null,
  parent_outside_id text,
  name text,
  gone boolean not null default false,
  primary key (company_id, run_id, outside_id),
  foreign key (company_id, run_id) references people_sync_run (company_id, id) on delete cascade
);
select netward_protect('people_sync_staged_department');

-- Departments of a directory as the last reading found them, and which department here each one is.
create table people_sync_department (
  company_id bigint not null,
  channel_id bigint not null,
  outside_id text not null,
  parent_outside_id text,
  name text not null,
  node_id bigint,
  -- The synchronisation made it: it may remove it again.
  made boolean not null default false,
  primary key (company_id, channel_id, outside_id),
  foreign key (company_id, channel_id) references people_sync (company_id, channel_id) on delete cascade,
  foreign key (company_id, node_id) references org_node (company_id, id) on delete set null (node_id)
);
create index people_sync_department_node on people_sync_department (company_id, node_id) where node_id is not null;
select netward_protect('people_sync_department');

-- People whom the synchronisation follows. Others are never touched.
create table people_sync_person (
  company_id bigint not null,
  channel_id bigint not null,
  subject text not null,
  member_id bigint,
  -- Its fields follow this channel. Of several channels that know a member, one leads.
  leads boolean not null default true,
  -- Somebody answered that it is not to be followed.
  ignored boolean not null default false,
  gone_at timestamptz,
  -- The synchronisation disabled the member: only then it enables them again.
  disabled boolean not null default false,
  -- All departments there, the main one first: a member belongs to that one, and is found in the others.
  department_ids text[],
  -- Hashes, to notice a change: addresses belong to the account of the person.
  mail_hash bytea,
  mobile_hash bytea,
  -- Of the identifier that stays the same where `subject` changes.
  identity_hash bytea,
  primary key (company_id, channel_id, subject),
  foreign key (company_id, channel_id) references people_sync (company_id, channel_id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
create index people_sync_person_mail on people_sync_person (company_id, channel_id, mail_hash) where mail_hash is not null;
create index people_sync_person_mobile on people_sync_person (company_id, channel_id, mobile_hash) where mobile_hash is not null;
create index people_sync_person_identity on people_sync_person (company_id, channel_id, identity_hash) where identity_hash is not null;
create index people_sync_person_departments on people_sync_person using gin (department_ids);
create index people_sync_person_member on people_sync_person (company_id, member_id) where member_id is not null;
select netward_protect('people_sync_person');

-- What a run changes, in the order in which it is carried out.
create table people_sync_change (
  company_id bigint not null,
  run_id bigint not null,
  n int not null,
  act text not null check (act in ('add_department', 'rename_department', 'move_department', 'remove_department', 'add', 'link',
    'new_id', 'rename', 'move', 'roles', 'enable', 'disable', 'keep', 'ask')),
  -- Of the person or department, as it is shown.
  name text not null,
  subject text,
  outside_id text,
  member_id bigint,
  -- What the act needs: {name, userName, departmentId, parentId, nodeId, roles, give, take}; {before, after} as texts; handed.
  detail jsonb not null default '{}',
  reason text,
  state text not null default 'planned' check (state in ('planned', 'done', 'failed')),
  -- {code, params}
  failure jsonb,
  primary key (company_id, run_id, n),
  foreign key (company_id, run_id) references people_sync_run (company_id, id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete set null (member_id)
);
create index people_sync_change_act on people_sync_change (company_id, run_id, act, n);
create index people_sync_change_state on people_sync_change (company_id, run_id, state, n);
create index people_sync_change_member on people_sync_change (company_id, member_id) where member_id is not null;
select netward_protect('people_sync_change');

create table people_sync_question (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  channel_id bigint not null,
  subject text not null,
  kind text not null check (kind in ('same_address', 'same_user_name', 'same_name', 'other_channel', 'unlinked', 'address_changed', 'new_id')),
  name text not null,
  department text not null default '',
  -- Masked.
  mail text not null default '',
  mobile text not null default '',
  mail_hash bytea,
  mobile_hash bytea,
  member_id bigint,
  asked_at timestamptz not null default now(),
  answer text check (answer in ('link', 'create', 'ignore')),
  answered_by text,
  answered_at timestamptz,
  unique (company_id, id),
  check ((answer is null) = (answered_at is null)),
  foreign key (company_id, channel_id) references people_sync (company_id, channel_id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
create unique index people_sync_question_open on people_sync_question (company_id, channel_id, subject) where answer is null;
create index people_sync_question_order on people_sync_question (company_id, channel_id, asked_at desc, id desc);
create index people_sync_question_subject on people_sync_question (company_id, channel_id, subject, id desc);
create index people_sync_question_member on people_sync_question (company_id, member_id) where member_id is not null;
select netward_protect('people_sync_question');

-- Events of a service that wait for a reading; an empty subject stands for departments or for all of it.
create table people_sync_event (
  company_id bigint not null,
  channel_id bigint not null,
  subject text not null,
  -- The identifier that the person had before.
  was text,
  at timestamptz not null default now(),
  primary key (company_id, channel_id, subject),
  foreign key (company_id, channel_id) references people_sync (company_id, channel_id) on delete cascade
);
select netward_seal('people_sync_event');

-- Where Microsoft Graph reports changes of people. Other services get the address from their administrator.
create table directory_subscription (
  company_id bigint not null,
  channel_id bigint not null,
  -- As Graph names it; null: none is made yet.
  outside_id text,
  -- SHA-256 of what Graph repeats with every notification.
  state_hash bytea,
  -- Cloud, tenant and application.
  made_for text not null default '',
  until timestamptz,
  next_at timestamptz not null default now(),
  asked_at timestamptz,
  -- {reason, detail} of the last attempt.
  failure jsonb,
  primary key (company_id, channel_id),
  foreign key (company_id, channel_id) references people_sync (company_id, channel_id) on delete cascade
);
create index directory_subscription_due on directory_subscription (next_at);
select netward_protect('directory_subscription');
