-- Conversations with the assistant (operations.md 9). They belong to the company of the person who asks, also while they act in
-- a tenant (decisions.md 9): neither the tenant nor people above read them.
create table assistant_conversation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint not null references person on delete cascade,
  -- What it is about: the company itself, or a tenant acted in, with which it leaves.
  subject_company_id bigint not null references company on delete cascade,
  title text not null,
  -- Placeholders of masked values.
  memory jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);
create index assistant_conversation_list on assistant_conversation (person_id, company_id, subject_company_id, updated_at, id);
create index assistant_conversation_kept on assistant_conversation (company_id, updated_at);
create index assistant_conversation_subject on assistant_conversation (subject_company_id);
select netward_protect('assistant_conversation', 'company_id', '');
create policy of_its_person on assistant_conversation as restrictive to {{company}}
  using (coalesce((select netward_setting('netward.person_id')::bigint), person_id) = person_id);
grant select, insert, update, delete on assistant_conversation to {{company}};

-- A question and its answer.
create table assistant_message (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  conversation_id bigint not null,
  question text not null,
  recipe text,
  screen jsonb,
  at timestamptz not null default clock_timestamp(),
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
  answer text not null default '',
  -- Panels and curves beside the answer.
  parts jsonb not null default '[]',
  numbers jsonb not null default '[]',
  failure jsonb,
  feedback jsonb,
  model text,
  tokens bigint not null default 0,
  cost numeric(14, 6) not null default 0,
  ended_at timestamptz,
  stop_requested boolean not null default false,
  unique (company_id, id),
  foreign key (company_id, conversation_id) references assistant_conversation (company_id, id) on delete cascade,
  check ((state = 'running') = (ended_at is null))
);
create index assistant_message_list on assistant_message (company_id, conversation_id, id);
create unique index assistant_message_running on assistant_message (company_id, conversation_id) where state = 'running';
create index assistant_message_open on assistant_message (at) where state = 'running';
select netward_protect('assistant_message', 'company_id', '');
grant select, insert, update, delete on assistant_message to {{company}};

-- Calls of tools for an answer.
create table assistant_step (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  message_id bigint not null,
  tool text not null,
  input jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  result text,
  error text,
  at timestamptz not null default clock_timestamp(),
  milliseconds int,
  foreign key (company_id, message_id) references assistant_message (company_id, id) on delete cascade
);
create index assistant_step_list on assistant_step (company_id, message_id, id);
select netward_protect('assistant_step', 'company_id', '');
grant select, insert, update, delete on assistant_step to {{company}};

-- What left for a model, as it left.
create table assistant_sent (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  message_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  service text not null,
  model text not null,
  is_abroad boolean not null,
  request jsonb not null,
  -- [{kind, count}]
  masked jsonb not null,
  foreign key (company_id, message_id) references assistant_message (company_id, id) on delete cascade
);
create index assistant_sent_list on assistant_sent (company_id, message_id, id);
select netward_protect('assistant_sent', 'company_id', '');
grant select, insert, delete on assistant_sent to {{company}};

-- Acts that an answer proposes: a person carries them out, or not.
create table assistant_proposal (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  message_id bigint not null,
  kind text not null,
  state text not null default 'open' check (state in ('open', 'done', 'failed', 'dismissed')),
  subject jsonb,
  input jsonb not null,
  reason text not null,
  before text,
  outcome jsonb,
  decided_at timestamptz,
  foreign key (company_id, message_id) references assistant_message (company_id, id) on delete cascade,
  check ((state = 'open') = (decided_at is null))
);
create index assistant_proposal_list on assistant_proposal (company_id, message_id, id);
select netward_protect('assistant_proposal', 'company_id', '');
grant select, insert, update, delete on assistant_proposal to {{company}};
