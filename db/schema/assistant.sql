-- Model services of a company, what it agreed to send there, its budgets, and the ledger of all calls (operations.md 9).
create table assistant_provider (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  preset text not null,
  form text not null check (form in ('openai', 'anthropic')),
  address text not null,
  -- The key; null: the service asks for none.
  sealed bytea,
  -- As the service listed them.
  models text[] not null default '{}',
  models_read_at timestamptz,
  model text not null,
  is_abroad boolean not null,
  most_output int not null check (most_output between 256 and 65536),
  -- [{model, since, input, cached, output}]: yuan for a million tokens.
  prices jsonb not null default '[]',
  -- The first one is tried first.
  place int not null,
  paused boolean not null default false,
  failing_since timestamptz,
  failure jsonb,
  -- It asked not to be called before.
  waits_until timestamptz,
  used_at timestamptz,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id),
  check ((failing_since is null) = (failure is null))
);
create unique index assistant_provider_name on assistant_provider (company_id, lower(name));
create index assistant_provider_place on assistant_provider (company_id, place, id);
select netward_protect('assistant_provider');

-- Budgets and limits. Its row is locked by each reservation: a company's reservations happen one after another.
create table assistant_setting (
  company_id bigint primary key references company on delete cascade,
  month_cost numeric(12, 2) check (month_cost >= 0),
  month_tokens bigint check (month_tokens > 0),
  day_cost numeric(12, 2) check (day_cost >= 0),
  day_tokens bigint check (day_tokens > 0),
  per_minute int not null default 20 check (per_minute > 0),
  at_once int not null default 3 check (at_once > 0),
  -- [{feature, providerId, model}]
  routes jsonb not null default '[]',
  -- Days that conversations are kept; null: the usual ones.
  kept_days int check (kept_days between 7 and 1095),
  -- The month and the share of its budget that administrators were notified of.
  noted_month date,
  noted_share smallint
);
select netward_protect('assistant_setting');

-- A service that a company above offers to all companies below, or to chosen ones. They pay by these prices; the key stays where
-- it is.
create table assistant_offer (
  company_id bigint not null references company on delete cascade,
  provider_id bigint not null,
  for_all boolean not null,
  -- As those of the service itself.
  prices jsonb not null default '[]',
  -- Tokens of each company in a month; null: as many as its budget allows.
  month_tokens bigint check (month_tokens > 0),
  edited_at timestamptz not null default now(),
  edited_by text not null,
  primary key (company_id, provider_id),
  foreign key (company_id, provider_id) references assistant_provider (company_id, id) on delete cascade
);
select netward_protect('assistant_offer');

create table assistant_offer_company (
  company_id bigint not null references company on delete cascade,
  provider_id bigint not null,
  customer_id bigint not null references company on delete cascade,
  primary key (company_id, provider_id, customer_id),
  foreign key (company_id, provider_id) references assistant_offer (company_id, provider_id) on delete cascade
);
create index assistant_offer_company_customer on assistant_offer_company (customer_id);
select netward_protect('assistant_offer_company');

-- What a company makes of a service that is offered to it.
create table assistant_choice (
  company_id bigint not null references company on delete cascade,
  owner_id bigint not null,
  provider_id bigint not null,
  hidden boolean not null default false,
  -- Among its own services; null: after them.
  place int,
  primary key (company_id, provider_id),
  constraint assistant_choice_offer foreign key (owner_id, provider_id)
    references assistant_offer (company_id, provider_id) on delete cascade
);
create index assistant_choice_offer on assistant_choice (owner_id, provider_id);
select netward_protect('assistant_choice');

-- What the company agreed to. Rows are never changed but by their end.
create table assistant_consent (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Whose service it is: its own, or that of a company above.
  owner_id bigint not null,
  provider_id bigint,
  provider_name text not null,
  address text not null,
  is_abroad boolean not null,
  contents text[] not null,
  masked text[] not null,
  given_at timestamptz not null default now(),
  given_by text not null,
  ended_at timestamptz,
  ended_by text,
  ended_because text check (ended_because in ('person', 'changed', 'removed', 'not_offered')),
  check ((ended_at is null) = (ended_because is null)),
  constraint assistant_consent_service foreign key (owner_id, provider_id)
    references assistant_provider (company_id, id) on delete set null (provider_id)
);
create unique index assistant_consent_open on assistant_consent (company_id, provider_id) where ended_at is null;
create index assistant_consent_list on assistant_consent (company_id, given_at);
create index assistant_consent_service on assistant_consent (owner_id, provider_id);
select netward_protect('assistant_consent', 'company_id', 'select, insert, update');
select netward_only_at_home('assistant_consent');

-- The ledger. A reserved row holds the most that the call can take; settled, what it took.
create table assistant_call (
  id bigint generated always as identity primary key,
  -- Who pays: the company of the person who asks.
  company_id bigint not null references company on delete cascade,
  -- The company acted in. Null: deleted.
  subject_id bigint references company on delete set null,
  person_id bigint references person on delete set null,
  person_name text not null,
  feature text not null,
  -- Whose service it is: its own, or that of a company above.
  owner_id bigint not null,
  provider_id bigint,
  provider_name text not null,
  model text not null,
  state text not null default 'reserved' check (state in ('reserved', 'settled')),
  outcome text check (outcome in ('done', 'failed', 'cut', 'cancelled', 'abandoned')),
  -- With the cached ones.
  input bigint not null check (input >= 0),
  cached bigint not null default 0 check (cached between 0 and input),
  output bigint not null check (output >= 0),
  -- The service did not report them.
  estimated boolean not null default true,
  -- Input and output as the service reported them, to be compared with its bill; null: it reported nothing.
  reported bigint check (reported >= 0),
  -- Yuan, by the price of the day.
  cost numeric(14, 6) not null check (cost >= 0),
  price jsonb,
  at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  -- In the time zone of the company.
  day date not null,
  check ((state = 'settled') = (settled_at is not null)),
  check ((state = 'settled') = (outcome is not null)),
  constraint assistant_call_service foreign key (owner_id, provider_id)
    references assistant_provider (company_id, id) on delete set null (provider_id)
);
create index assistant_call_list on assistant_call (company_id, at, id);
create index assistant_call_day on assistant_call (company_id, day) include (state, input, cached, output, cost, estimated);
create index assistant_call_person on assistant_call (person_id, at);
create index assistant_call_provider on assistant_call (company_id, provider_id, day);
create index assistant_call_service on assistant_call (owner_id, provider_id);
create index assistant_call_owner on assistant_call (owner_id, day) where owner_id <> company_id;
create index assistant_call_subject on assistant_call (subject_id);
create index assistant_call_open on assistant_call (at) where state = 'reserved';
select netward_protect('assistant_call', 'company_id', 'select, insert, update');

-- Lists from above omit companies without the product.
create policy with_product on assistant_call as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('assistant'))::bigint[]));

-- Requests for more than a budget that is used up, and what was granted on top of it.
create table assistant_request (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint not null references person on delete cascade,
  person_name text not null,
  kind text not null check (kind in ('day', 'month')),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'refused')),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  answer text not null default '',
  cost numeric(12, 2) check (cost > 0),
  tokens bigint check (tokens > 0),
  -- The day, or the first day of the month, whose budget the grant raises.
  holds date,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'granted') = (holds is not null))
);
create unique index assistant_request_open on assistant_request (company_id, person_id) where state = 'open';
create index assistant_request_list on assistant_request (company_id, (state = 'open') desc, asked_at desc, id desc);
create index assistant_request_person on assistant_request (person_id, asked_at);
create index assistant_request_holds on assistant_request (company_id, kind, holds) where state = 'granted';
select netward_protect('assistant_request', 'company_id', 'select, insert, update');
