-- What can need an approval. A module adds its own line, and a trigger on `approval` that does what follows a decision.
create table approval_kind (
  kind text primary key,
  -- People of the subject's company who may change it decide as the customer.
  permission text not null,
  -- The table whose row is locked before its approval, as acts on the subject do.
  subject_table text
);
select netward_seal('approval_kind');

-- Who approves what before it happens: the steps of a kind, from an amount or a risk on.
create table approval_policy (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null references approval_kind,
  name text not null,
  enabled boolean not null default true,
  -- Also for companies below that have none of the kind.
  for_below boolean not null default false,
  -- Either makes it apply; without both it always does.
  from_amount numeric(12, 2) check (from_amount > 0),
  from_risk text check (from_risk in ('low', 'medium', 'high')),
  -- ApprovalStep of the contract.
  steps jsonb not null,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id)
);
create unique index approval_policy_name on approval_policy (company_id, kind, lower(name));
create index approval_policy_list on approval_policy (company_id, lower(name), id);
select netward_protect('approval_policy');

-- One request for approval of a work order, a campaign, or a version of a template, of the company that owns it.
create table approval (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null references approval_kind,
  subject_id bigint not null,
  -- Of a template.
  version int,
  title text not null,
  amount numeric(12, 2),
  risk text check (risk in ('low', 'medium', 'high')),
  note text not null default '',
  -- The company whose departments, roles and people the steps name: its own, or one above.
  policy_company_id bigint not null references company on delete cascade,
  -- As they were when it was asked for.
  steps jsonb not null,
  -- The one that is decided now, from 1.
  step int not null default 1,
  step_since timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn')),
  -- A person, and their department in the company of the policy.
  asked_by bigint not null,
  asked_by_name text not null,
  asker_home_id bigint not null,
  department_id bigint,
  asked_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When the sweep last looked who decides it.
  checked_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index approval_open on approval (company_id, kind, subject_id) where state = 'pending';
create index approval_subject on approval (company_id, kind, subject_id, id);
create index approval_of_policy on approval (policy_company_id, state);
create index approval_check on approval (checked_at) where state = 'pending';
select netward_protect('approval', 'company_id', '');

-- What was decided in each step, by whom, and for whom as a deputy.
create table approval_decision (
  company_id bigint not null,
  approval_id bigint not null,
  step int not null,
  -- Whose decision it is.
  person_id bigint not null,
  name text not null,
  by_id bigint not null,
  by_name text not null,
  verdict text not null check (verdict in ('approved', 'refused')),
  note text not null default '',
  at timestamptz not null default now(),
  primary key (company_id, approval_id, step, person_id),
  foreign key (company_id, approval_id) references approval (company_id, id) on delete cascade
);
create index approval_decision_done on approval_decision (by_id, at);
select netward_protect('approval_decision', 'company_id', '');

-- Who decides for a member while they are absent.
create table approval_deputy (
  company_id bigint not null,
  person_id bigint not null,
  deputy_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (company_id, person_id),
  foreign key (company_id, person_id) references member (company_id, person_id) on delete cascade,
  foreign key (company_id, deputy_id) references member (company_id, person_id) on delete cascade,
  check (starts_at < ends_at and person_id <> deputy_id)
);
create index approval_deputy_of on approval_deputy (company_id, deputy_id);
select netward_protect('approval_deputy', 'company_id', '');
