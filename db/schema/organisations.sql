create table company (
  id bigint generated always as identity primary key,
  parent_id bigint references company,
  kind text not null check (kind in ('op', 'middleman', 'company')),
  name text not null,
  code text not null unique,
  prefix text unique,
  standing text not null default 'formal' check (standing in ('trial', 'poc', 'formal')),
  status text not null default 'active' check (status in ('active', 'frozen', 'deactivated')),
  -- Reason of the freeze: `hand` answers 40027, `ended` (trial or contract) 40031.
  frozen_because text check (frozen_because in ('hand', 'ended')),
  time_zone text not null default 'Asia/Shanghai',
  created_at timestamptz not null default now(),
  trial_ends_at timestamptz,
  -- The MSP has extended the trial; only the platform extends it further.
  trial_extended boolean not null default false,
  abbreviation text not null default '',
  -- Lower case. Selects the sign-in page by host name; it grants nothing.
  domain text unique check (domain = lower(domain)),
  delivery text not null default 'saas' check (delivery in ('saas', 'self_hosted')),
  contact_person text not null default '',
  contact_phone text not null default '',
  contact_mail text not null default '',
  contact_note text not null default '',
  -- The platform's language unless given at creation.
  language text not null default platform_language() check (language in ('zh', 'en')),
  contract_ends_at timestamptz,
  -- Reason given for the last change of state.
  state_reason text not null default '',
  state_changed_at timestamptz not null default now(),
  -- Freezing and deactivating end sessions in the company: those opened earlier are refused. The session belongs
  -- to a person and stays valid in other companies.
  sessions_ended_at timestamptz,
  -- Warnings sent about the end: 1 the early one, 2 the last one.
  end_warned smallint not null default 0,
  expires_at timestamptz generated always as (
      case standing
      when 'trial' then trial_ends_at
      else contract_ends_at
      end) stored,
  search text generated always as (' ' || search_text(((((((name || ' ') || code) || ' ') || abbreviation) || ' ') || COALESCE(domain, '')))) stored,
  -- The company that set the state. Only it or one above it may undo that.
  state_by bigint references company on delete set null,
  -- Codes of products with an active application, kept by a trigger on application: every request and
  -- every list from above reads it.
  products text[] not null default '{}',
  -- How long samples are kept; null: as long as the platform keeps them, which is the most in any case.
  storage_cycle text check (storage_cycle in ('three_months', 'six_months', 'one_year')),
  -- How often snapshots of the inventory and backups of configurations are stored.
  storage_interval text not null default 'day' check (storage_interval in ('day', 'week', 'two_weeks', 'month')),
  -- Its lines help to find outages of carriers, and it hears of them.
  carrier_findings boolean not null default true,
  check ((kind = 'op') = (parent_id is null)),
  -- A host name selects the sign-in page of the prefix.
  constraint company_domain_prefix check (domain is null or prefix is not null)
);
create unique index company_one_op on company (kind) where kind = 'op';
create index company_parent on company (parent_id);
create index company_name on company (name, id);
create index company_search on company using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index company_created on company (created_at, id);
create index company_contract_end on company (parent_id, contract_ends_at) where contract_ends_at is not null;
create index company_status on company (status, name, id);
create index company_expires on company (expires_at, id);
-- The children of a company in each order of the list.
create index company_children on company (parent_id, name, id);
create index company_children_code on company (parent_id, code, id);
create index company_children_created on company (parent_id, created_at, id);
create index company_children_expires on company (parent_id, expires_at, id);
create index company_children_status on company (parent_id, status, name, id);
create index company_end on company (expires_at) where status = 'active' and expires_at is not null;
create index company_domain_below on company (reverse(domain) text_pattern_ops) where domain is not null;
-- Rare values, by name: a list filtered by them would otherwise walk over all others.
create index company_msps on company (name, id) where kind = 'middleman';
create index company_trials on company (name, id) where standing = 'trial';
create index company_pocs on company (name, id) where standing = 'poc';
create index company_self_hosted on company (name, id) where delivery = 'self_hosted';
create index company_without_device_management on company (id)
  where kind = 'company' and not ('device_management' = any (products));
create index company_without_monitoring on company (id) where kind = 'company' and not ('monitoring' = any (products));
create index company_without_link_testing on company (id)
  where kind = 'company' and not ('link_testing' = any (products));
create index company_without_firmware on company (id) where kind = 'company' and not ('firmware' = any (products));
create index company_without_work_orders on company (id) where kind = 'company' and not ('work_orders' = any (products));
create index company_without_assistant on company (id) where kind = 'company' and not ('assistant' = any (products));
create index company_state_by on company (state_by) where state_by is not null;
select netward_protect('company', 'id', 'select');

-- Every pair of a company and one above it, itself included (depth 0).
create table company_ancestor (
  company_id bigint not null references company on delete cascade,
  ancestor_id bigint not null references company on delete cascade,
  depth int not null,
  primary key (ancestor_id, company_id)
);
create index company_ancestor_of on company_ancestor (company_id);
select netward_protect('company_ancestor', 'company_id', 'select');

-- The MSPs (the OP counts as one) at or below each company, for requests over a tree. An MSP may have
-- 10,000 customers, but few MSPs below it.
create table msp_below (
  ancestor_id bigint not null references company on delete cascade,
  msp_id bigint not null references company on delete cascade,
  primary key (ancestor_id, msp_id)
);
select netward_seal('msp_below');

-- Direct children of a company by the filters of the list. A change adds rows with the difference, so that writers
-- never block each other; now and then one folds the rows of its parent. The sum is exact.
create table tenant_tally (
  parent_id bigint not null,
  kind text not null,
  standing text not null,
  status text not null,
  delivery text not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index tenant_tally_parent on tenant_tally (parent_id);
select netward_seal('tenant_tally');

-- A company's move to another parent. The row belongs to the moved company: its new parents see it.
create table company_move (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  from_id bigint not null,
  from_name text not null,
  to_id bigint not null,
  to_name text not null,
  -- waiting: queued with others of an MSP. moving: rights have changed, devices follow.
  state text not null default 'waiting' check (state in ('waiting', 'moving', 'done', 'failed')),
  devices int not null default 0,
  moved int not null default 0,
  -- The last device whose timeline has moved; null while devices move.
  cursor bigint,
  reason text not null,
  failure text,
  -- The requester, for the audit log.
  home_id bigint not null,
  person_id bigint,
  actor_name text,
  request_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (company_id, id)
);
create unique index company_move_open on company_move (company_id) where state in ('waiting', 'moving');
create index company_move_next on company_move (state, id) where state in ('waiting', 'moving');
create index company_move_last on company_move (company_id, id desc);
select netward_protect('company_move', 'company_id', 'select');

-- A requested deletion: its countdown and the export before it.
create table company_deletion (
  company_id bigint primary key references company on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  requested_by text not null,
  reason text not null,
  abandon_gateways boolean not null,
  export_state text not null default 'waiting' check (export_state in ('waiting', 'running', 'done', 'failed')),
  export_done int not null default 0,
  export_total int not null default 0,
  -- From this time on it cannot be cancelled.
  started_at timestamptz,
  removed_rows bigint not null default 0,
  requested_from bigint references company on delete set null
);
create index company_deletion_due on company_deletion (due_at);
create index company_deletion_requested_from on company_deletion (requested_from) where requested_from is not null;
select netward_protect('company_deletion', 'company_id', 'select');

create table company_export_part (
  company_id bigint not null references company_deletion on delete cascade,
  part text not null,
  file_id bigint not null,
  rows int not null,
  -- False while a job writes the part. A part is served only when finished.
  finished boolean not null default false,
  -- False if the part was cut at the size limit of a file.
  complete boolean not null default true,
  primary key (company_id, part)
);
create index company_export_part_file on company_export_part (company_id, file_id);
select netward_protect('company_export_part', 'company_id', 'select');

-- Triggers: made after the functions.

create trigger company_closure after insert on company for each row execute function company_closure();
-- Triggers of one event fire in order of name: this one after company_closure.
create trigger company_msp after insert on company for each row when (new.kind <> 'company')
  execute function msp_closure();
create trigger company_ends_sessions before update of status on company
  for each row when (new.status <> old.status and new.status <> 'active') execute function company_ends_sessions();
create trigger company_trial before insert or update of standing, trial_ends_at, contract_ends_at on company
  for each row execute function company_trial();
create trigger company_package after insert on company for each row when (new.kind <> 'op')
  execute function company_first_package();
create trigger company_tally_insert after insert on company for each row when (new.kind <> 'op')
  execute function tenant_tally_count();
create trigger company_tally_delete after delete on company for each row when (old.kind <> 'op')
  execute function tenant_tally_count();
create trigger company_tally_update after update of parent_id, kind, standing, status, delivery on company for each row
  when (new.kind <> 'op' and (old.parent_id, old.kind, old.standing, old.status, old.delivery)
    is distinct from (new.parent_id, new.kind, new.standing, new.status, new.delivery))
  execute function tenant_tally_count();
create trigger company_refits after update of parent_id on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function company_refits();
create trigger follow_publications after insert on company_ancestor
  for each row when (new.depth > 0) execute function follow_publications();
create trigger leave_publications after delete on company_ancestor
  for each row when (old.depth > 0) execute function follow_publications();
