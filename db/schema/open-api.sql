create table application_key (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  application_id bigint not null,
  -- SHA-256 of 256 random bits.
  hash bytea not null,
  hint text not null,
  -- Key of an activation's self-test, valid while it runs.
  trial boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text,
  -- The person who issued it, or took it over.
  created_by_id bigint,
  expires_at timestamptz,
  last_used_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, application_id) references application (company_id, id) on delete cascade
);
create index application_key_of on application_key (company_id, application_id, id);
create index application_key_end on application_key (expires_at) where expires_at is not null;
select netward_protect('application_key', 'company_id', 'insert, update, delete');
grant select (
  id, company_id, application_id, hint, trial, created_at, created_by, created_by_id, expires_at, last_used_at
) on application_key to {{company}}, {{tree}}, {{platform}};

-- Access tokens of applications. Revoking a key ends its tokens.
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
grant select (
  id, company_id, application_id, expires_at
) on application_session to {{company}}, {{tree}}, {{platform}};

-- Stored answers for repeated POSTs (Idempotency-Key), sealed.
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

-- Rate limit per application (GCRA). Losing it in a crash costs nothing.
create unlogged table application_rate (
  application_id bigint primary key,
  until timestamptz not null
);
select netward_seal('application_rate');

-- Sources of failed attempts with an application's keys, so that the audit log is not flooded. Losing
-- it in a crash costs nothing.
create unlogged table application_refusal (
  application_id bigint not null,
  -- Empty: all sources beyond the first twenty.
  source text not null,
  reported_at timestamptz not null,
  unreported int not null default 0,
  primary key (application_id, source)
);
create index application_refusal_age on application_refusal (reported_at);
select netward_seal('application_refusal');
