-- Written at start from the contract. A role may contain a code that has no effect in its company's kind.
create table permission_kind (
  code text primary key,
  kinds text[] not null,
  -- Held only through roles for the whole company, not for departments or outlets.
  undivided boolean not null default false
);
select netward_seal('permission_kind');

-- Permissions of the built-in roles, written at start from the contract.
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
  data_scope text not null default 'company' check (data_scope in ('company', 'department', 'outlets')),
  outlet_ids bigint[] not null default '{}',
  -- Version for optimistic locking.
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  -- The published role that this is a copy of, and the version copied.
  origin_company_id bigint,
  origin_role_id bigint,
  origin_version int,
  -- Name of the publishing company, which the receiver cannot read otherwise.
  published_by text,
  -- When it was detached; it no longer follows its origin.
  detached_at timestamptz,
  -- Permissions and data scope before the last reduction, until a job has reported it.
  narrowed_from jsonb,
  unique (company_id, name),
  unique (company_id, id),
  constraint role_origin foreign key (origin_company_id, origin_role_id) references role (company_id, id) on delete set null
);
-- One copy per company, attached or not: a detached copy is not recreated.
create unique index role_copy on role (company_id, origin_role_id) where origin_role_id is not null;
create index role_copies on role (origin_company_id, origin_role_id, company_id) where origin_role_id is not null;
create index role_by_age on role (company_id, created_at, id);
create index role_by_change on role (company_id, updated_at, id);
create index role_by_size on role (company_id, cardinality(permissions), id);
select netward_protect('role', 'company_id', 'select');

-- Role of members created by synchronisation; without a row: user_layer.
create table default_role (
  company_id bigint primary key references company on delete cascade,
  built_in text references built_in_role,
  role_id bigint,
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade,
  check ((built_in is null) <> (role_id is null))
);
select netward_protect('default_role', 'company_id', 'select');

-- A role published to chosen companies below its own, or to all. A job makes the copies, a portion at
-- a time in the order of the companies' ids: `reached` is the last one.
create table role_publication (
  company_id bigint not null,
  role_id bigint not null,
  to_all boolean not null,
  total int not null,
  done int not null default 0,
  reached bigint not null default 0,
  finished_at timestamptz,
  primary key (company_id, role_id),
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade
);
select netward_protect('role_publication', 'company_id', 'select');

create table role_publication_target (
  company_id bigint not null,
  role_id bigint not null,
  target_company_id bigint not null references company on delete cascade,
  primary key (company_id, role_id, target_company_id),
  foreign key (company_id, role_id) references role_publication (company_id, role_id) on delete cascade
);
create index role_publication_target_company on role_publication_target (target_company_id);
select netward_protect('role_publication_target', 'company_id', 'select');

-- Triggers: made after the functions.

create trigger role_detached before update of detached_at on role
  for each row when (new.detached_at is not null and new.narrowed_from is not null) execute function notify_before_detaching();
