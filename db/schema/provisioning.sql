create table provision_template (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (length(name) between 1 and 100),
  latest_version int not null default 1,
  -- Null: not applied to any gateway.
  applied_version int,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index provision_template_name on provision_template (company_id, lower(name));
create index provision_template_company_name on provision_template (company_id, name, id);
create index provision_template_company_changed on provision_template (company_id, changed_at, id);
create index provision_template_all_name on provision_template (name, id);
create index provision_template_all_changed on provision_template (changed_at, id);
select netward_protect('provision_template');
-- A company reads templates from above only if they apply to it.
create policy applied_above on provision_template for select to {{company}}, {{tree}}
  using (applied_version is not null
    and company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company())));

-- Each edit adds a version; versions are immutable.
create table provision_version (
  company_id bigint not null,
  template_id bigint not null,
  number int not null,
  -- Conditions on gateways; empty: any. All tags must match.
  models text[] not null default '{}',
  manufacturers text[] not null default '{}',
  software_versions text[] not null default '{}',
  tags text[] not null default '{}',
  outlet_ids bigint[] not null default '{}',
  -- {values, objects, notifications} with variables; secrets by name.
  content jsonb not null,
  -- The author confirmed that it changes how the gateway is reached.
  acknowledged boolean not null default false,
  created_by_name text not null default '',
  created_at timestamptz not null default now(),
  -- Scope below the company: all companies, or the listed ones.
  below boolean not null default false,
  company_ids bigint[] not null default '{}',
  -- Range of software versions: from inclusive, below exclusive; '' for no bound.
  software_from text not null default '',
  software_below text not null default '',
  -- Region paths; the outlet is in or below one of them.
  regions text[] not null default '{}',
  -- Keeps added instances when the template no longer applies.
  objects_stay boolean not null default false,
  primary key (company_id, template_id, number),
  foreign key (company_id, template_id) references provision_template (company_id, id) on delete cascade
);
select netward_protect('provision_version', 'company_id', 'select, insert');
create policy applied_above on provision_version for select to {{company}}, {{tree}}
  using (below and (company_ids = '{}' or (select scope_company()) = any (company_ids))
    and company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company()))
    and exists (select from provision_template t where t.company_id = provision_version.company_id
      and t.id = provision_version.template_id and t.applied_version = provision_version.number));

create table provision_setting (
  company_id bigint primary key references company on delete cascade,
  check_hours int not null check (check_hours between 1 and 168)
);
select netward_protect('provision_setting', 'company_id', 'select, insert, update');

create table provision_secret (
  company_id bigint not null references company,
  name text not null check (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  value bytea not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, name)
);
select netward_protect('provision_secret', 'company_id', 'insert, update, delete');
grant select (company_id, name, changed_at) on provision_secret to {{company}}, {{tree}}, {{platform}};

-- Versions from above that a company with restricted consent has accepted.
create table provision_acceptance (
  company_id bigint not null references company on delete cascade,
  -- The template of a company above.
  template_id bigint not null,
  version int not null,
  accepted_by_name text not null,
  accepted_at timestamptz not null default now(),
  primary key (company_id, template_id, version)
);
create index provision_acceptance_template on provision_acceptance (template_id);
select netward_protect('provision_acceptance', 'company_id', 'select, insert, delete');
select netward_only_at_home('provision_acceptance');

-- A staged rollout of a version: some gateways try it first.
create table provision_rollout (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  template_id bigint not null,
  version int not null,
  -- Version to revert to; null if none was applied.
  before_version int,
  state text not null default 'trying' check (state in ('trying', 'stopped', 'applied', 'reverted')),
  -- Size of the trial: a number or a percentage.
  wanted int check (wanted between 1 and 10000),
  wanted_percent int check (wanted_percent between 1 and 50),
  -- The rollout stops when more than this percentage of the trial fails.
  most_failed_percent int not null check (most_failed_percent between 0 and 100),
  -- Null until chosen.
  devices int,
  started_at timestamptz not null default now(),
  started_by_name text not null,
  ended_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, template_id) references provision_template (company_id, id) on delete cascade,
  check ((wanted is null) <> (wanted_percent is null))
);
create unique index provision_rollout_open on provision_rollout (company_id, template_id)
  where state in ('trying', 'stopped');
create index provision_rollout_template on provision_rollout (company_id, template_id, id);
select netward_protect('provision_rollout', 'company_id', 'select, insert, update');

-- Gateways of the trial. `company_id` is the gateway's; the template may belong to a company above.
create table provision_trial (
  company_id bigint not null,
  device_id bigint not null,
  template_id bigint not null,
  rollout_id bigint not null,
  version int not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'failed')),
  primary key (company_id, device_id, template_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index provision_trial_rollout on provision_trial (rollout_id, outcome, device_id);
select netward_protect('provision_trial', 'company_id', 'select');
select netward_follow_device('provision_trial');

-- State of the templates on a gateway.
create table provision_state (
  device_id bigint not null,
  company_id bigint not null,
  state text not null check (state in ('applied', 'unverified', 'drifted', 'failed')),
  -- Revision that was last applied completely; '' for none.
  revision text not null default '',
  -- Differences of the last check: [{path, before, after, secret}].
  drift jsonb not null default '[]',
  -- Of [{path, code, text}].
  problems jsonb not null default '[]',
  unknowable text[] not null default '{}',
  -- [[id, version]] of the templates compared.
  templates jsonb not null default '[]',
  drifted_since timestamptz,
  checked_at timestamptz not null default clock_timestamp(),
  applied_at timestamptz,
  attempts int not null default 0,
  -- Next automatic check or attempt; null: none.
  next_at timestamptz,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index provision_state_drifted on provision_state (device_id) where state = 'drifted';
create index provision_state_next on provision_state (next_at) where next_at is not null;
select netward_protect('provision_state', 'company_id', 'select');
select netward_follow_device('provision_state');

-- Instances that sessions added for templates.
create table provision_object (
  company_id bigint not null,
  device_id bigint not null,
  -- Path of the instance: `Device.NAT.PortMapping.6.`.
  path text not null check (length(path) <= 300),
  table_path text not null,
  -- {name: value}. An instance with another key is not the one added.
  key jsonb not null,
  -- The last template that declared it; it may belong to a company above, or be deleted.
  template_id bigint not null,
  stays boolean not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (company_id, device_id, path),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index provision_object_template on provision_object (template_id);
select netward_protect('provision_object', 'company_id', 'select');
select netward_follow_device('provision_object');

create table provision_adding (
  company_id bigint not null,
  device_id bigint not null,
  -- [{table, key, before, templateId, stays}]; `before` lists the instances that existed already.
  objects jsonb not null,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_protect('provision_adding', 'company_id', 'select');
select netward_follow_device('provision_adding');

create table provision_read (
  company_id bigint not null,
  device_id bigint not null,
  -- The company of the template, which may be above that of the gateway.
  owner_id bigint not null,
  template_id bigint not null,
  version int not null,
  -- Includes a command that was queued already with the same paths.
  commands bigint[] not null,
  -- Equal for all gateways read at once.
  asked_at timestamptz not null,
  asked_by_name text not null,
  primary key (company_id, device_id, template_id, version),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  constraint provision_read_template foreign key (owner_id, template_id, version) references provision_version (company_id, template_id, number) on delete cascade
);
create index provision_read_version on provision_read (owner_id, template_id, version, asked_at);
select netward_protect('provision_read', 'company_id', 'select, insert, update');
select netward_follow_device('provision_read');

create table provision_preview (
  company_id bigint not null,
  template_id bigint not null,
  version int not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  matching int not null default 0,
  compared int not null default 0,
  started_at timestamptz not null default now(),
  started_by_name text not null,
  finished_at timestamptz,
  -- See PreviewFound of the contract. Null while running.
  found jsonb,
  -- The first gateways with unread parameters.
  unread bigint[] not null default '{}',
  primary key (company_id, template_id, version),
  foreign key (company_id, template_id, version) references provision_version (company_id, template_id, number) on delete cascade
);
create index provision_preview_running on provision_preview (started_at) where state = 'running';
select netward_protect('provision_preview', 'company_id', 'select, insert, update');

-- Lists from above omit companies without the product.
create policy with_product on provision_template as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('device_management'))::bigint[]));

insert into approval_kind values ('template', 'DMS_SERVER_DEVICE_TEMPLATE_EDIT', null);

-- Triggers: made after the functions.

create trigger template_settled after update of state on approval
  for each row when (old.state = 'pending' and new.kind = 'template') execute function template_settled();
create trigger template_gone after delete on provision_template for each row execute function template_gone();
create trigger provision_state_counted after insert or update of state, problems or delete on provision_state
  for each row execute function device_configured();
