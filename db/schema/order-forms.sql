-- What new work orders of a company begin with.
create table order_template (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  order_type text not null check (order_type in ('fault', 'carrier_fault', 'change', 'installation', 'inspection', 'request')),
  category text not null,
  impact text not null check (impact in ('high', 'medium', 'low')),
  urgency text not null check (urgency in ('high', 'medium', 'low')),
  title text not null,
  description text not null default '',
  -- [{text, required}]
  checklist jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array'),
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  tags text[] not null default '{}',
  assign text not null check (assign in ('usual', 'pool', 'person')),
  -- A person.
  assignee_id bigint,
  assignee_name text,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id),
  check ((assign = 'person') = (assignee_id is not null)),
  check ((assignee_id is null) = (assignee_name is null))
);
create unique index order_template_name on order_template (company_id, lower(name));
select netward_protect('order_template');

-- Points of the checklist of an order.
create table work_order_check (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  place int not null,
  text text not null,
  -- The order is not resolved before it is ticked.
  required boolean not null,
  done_at timestamptz,
  done_by text,
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  check ((done_at is null) = (done_by is null))
);
create index work_order_check_order on work_order_check (company_id, order_id, place);
select netward_protect('work_order_check', 'company_id', 'select, insert, update');
select netward_follow_order('work_order_check');

-- Orders that come again: of a template, for each place or device of the scope, so many days before each date.
create table order_plan (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  template_id bigint not null,
  -- PlanScope of the contract.
  scope jsonb not null,
  -- RRULE (RFC 5545) over days; the clock is that of each site.
  repeat_rule text not null check (length(repeat_rule) between 10 and 200),
  starts_on date not null,
  ends_on date,
  -- On the day, where the order is.
  due_time time not null,
  lead_days int not null check (lead_days between 0 and 60),
  -- None is made where the one before is open.
  skip_open boolean not null,
  paused_at timestamptz,
  -- The date whose orders are made next. Null: it is over.
  next_on date,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id),
  foreign key (company_id, template_id) references order_template (company_id, id),
  check (ends_on >= starts_on)
);
create unique index order_plan_name on order_plan (company_id, lower(name));
create index order_plan_template on order_plan (company_id, template_id);
create index order_plan_due on order_plan (next_on, id) where paused_at is null and next_on is not null;
select netward_protect('order_plan');

-- Dates of a plan whose orders are being made or were made.
create table order_plan_run (
  company_id bigint not null,
  plan_id bigint not null,
  occurs_on date not null,
  -- Places or devices of its scope when it began.
  targets int not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, plan_id, occurs_on),
  foreign key (company_id, plan_id) references order_plan (company_id, id) on delete cascade
);
select netward_protect('order_plan_run', 'company_id', 'select, insert, update');

-- One row a plan, date and target: two runs of the job make one order.
create table order_plan_order (
  company_id bigint not null,
  plan_id bigint not null,
  occurs_on date not null,
  target_kind text not null check (target_kind in ('outlet', 'device')),
  target_id bigint not null,
  -- Null: the one before was open.
  order_id bigint,
  primary key (company_id, plan_id, target_kind, target_id, occurs_on),
  foreign key (company_id, plan_id) references order_plan (company_id, id) on delete cascade,
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index order_plan_order_order on order_plan_order (company_id, order_id) where order_id is not null;
create index order_plan_order_run on order_plan_order (company_id, plan_id, occurs_on);
select netward_protect('order_plan_order', 'company_id', 'select, insert');
