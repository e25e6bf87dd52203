create table application (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  product_id bigint not null references product,
  display_name text not null,
  -- File name; null shows the product's icon.
  icon text,
  -- Public; made by the server.
  app_id text not null,
  state text not null default 'activating'
    check (state in ('activating', 'normal', 'maintenance', 'abnormal', 'deactivated', 'deleted')),
  failure text,
  permissions text[] not null,
  maintenance_zh text not null default '',
  maintenance_until timestamptz,
  -- Number of the activation. Jobs of earlier activations do nothing.
  run int not null default 1,
  -- The service account: a person without membership that cannot sign in.
  person_id bigint references person,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  last_used_at timestamptz,
  maintenance_en text not null default '',
  stopped_by bigint references company on delete set null,
  -- `package`: the company's package no longer includes the product; a package that does resumes it.
  stopped_because text check (stopped_because = 'package'),
  unique (company_id, id),
  foreign key (company_id, icon) references file (company_id, name) on delete set null (icon),
  check ((state = 'maintenance') = (maintenance_until is not null))
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
create index application_stopped_by on application (stopped_by) where stopped_by is not null;
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

-- Triggers: made after the functions.

create trigger application_gives_product after insert or update of state on application
  for each row execute function application_gives_product();
