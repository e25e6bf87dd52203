-- Keys by which a company shares engineers or spare parts with another: what, which fields of it, for whom, until when.
create table sharing_key (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  -- The first characters of the secret: enough to recognise it, too few to guess it.
  prefix text not null,
  secret_hash bytea not null,
  kind text not null check (kind in ('engineers', 'parts')),
  -- Of engineers; empty: all.
  skills text[] not null default '{}',
  regions text[] not null default '{}',
  -- Of parts; no models: all of the warehouse.
  warehouse_id bigint,
  model_ids bigint[] not null default '{}',
  -- What the other company sees.
  fields text[] not null,
  mode text not null check (mode in ('read', 'use')),
  -- What becomes of running work when the key ends.
  on_end text not null check (on_end in ('finish', 'stop')),
  -- Null: for any company that holds it. Without a reference: a key never becomes one for any company.
  for_company_id bigint,
  expires_at timestamptz not null,
  most_uses int check (most_uses between 1 and 100000),
  uses int not null default 0,
  created_at timestamptz not null default now(),
  created_by text not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('revoked', 'expired', 'company')),
  ended_by text,
  unique (company_id, id),
  constraint sharing_key_secret unique (secret_hash),
  constraint sharing_key_uses check (uses <= most_uses),
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  check ((kind = 'parts') = (warehouse_id is not null)),
  check ((ended_at is null) = (ended_because is null))
);
create index sharing_key_list on sharing_key (company_id, created_at, id);
create index sharing_key_name on sharing_key (company_id, lower(name), id);
create index sharing_key_warehouse on sharing_key (company_id, warehouse_id) where warehouse_id is not null;
create index sharing_key_expires on sharing_key (expires_at) where ended_at is null;
select netward_protect('sharing_key', 'company_id', '');
grant select (id, company_id, name, prefix, kind, skills, regions, warehouse_id, model_ids, fields, mode, on_end, for_company_id,
  expires_at, most_uses, uses, created_at, created_by, ended_at, ended_because, ended_by) on sharing_key
  to {{company}}, {{tree}}, {{platform}};
grant insert (company_id, name, prefix, secret_hash, kind, skills, regions, warehouse_id, model_ids, fields, mode, on_end,
  for_company_id, expires_at, most_uses, created_by), update (name, skills, regions, model_ids, fields, mode, expires_at, most_uses)
  on sharing_key to {{company}}, {{tree}}, {{platform}};

-- Keys of other companies that a company has redeemed.
create table sharing_redemption (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  key_company_id bigint not null,
  key_id bigint not null,
  -- Names of what is shared are hashes with it: they are of use to this company alone.
  salt uuid not null default gen_random_uuid(),
  redeemed_at timestamptz not null default now(),
  redeemed_by text not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('given_back', 'moved', 'company')),
  unique (company_id, id),
  unique (company_id, key_company_id, key_id),
  constraint sharing_redemption_key foreign key (key_company_id, key_id) references sharing_key (company_id, id) on delete cascade,
  check ((ended_at is null) = (ended_because is null))
);
create index sharing_redemption_of_key on sharing_redemption (key_company_id, key_id);
-- Functions alone write and read it.
select netward_protect('sharing_redemption', 'company_id', '');

-- Secrets that did not fit, for the limit of a company.
create table sharing_failure (
  company_id bigint not null references company on delete cascade,
  at timestamptz not null default clock_timestamp()
);
create index sharing_failure_recent on sharing_failure (company_id, at);
select netward_protect('sharing_failure', 'company_id', '');

-- Orders of another company that an engineer of this one carries out, with a copy of what the engineer needs.
create table order_assignment (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  key_id bigint not null,
  redeemer_id bigint not null,
  order_company_id bigint not null,
  order_id bigint not null,
  order_number int not null,
  -- A person of this company, and what the order's company calls them.
  engineer_id bigint not null,
  engineer_name text not null,
  shown_name text not null,
  state text not null default 'assigned' check (state in ('assigned', 'accepted', 'in_progress', 'resolved', 'refused',
    'withdrawn', 'ended')),
  company_name text not null,
  title text not null,
  description text not null,
  category text not null,
  priority smallint not null,
  outlet_name text not null,
  address text not null,
  contact_name text not null,
  contact_phone text not null,
  time_zone text not null,
  resolve_due timestamptz,
  visit_starts_at timestamptz,
  visit_ends_at timestamptz,
  dispatched_at timestamptz not null default now(),
  dispatched_by text not null,
  ended_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, key_id) references sharing_key (company_id, id) on delete cascade,
  constraint order_assignment_order foreign key (order_company_id, order_id) references work_order (company_id, id)
    on delete cascade,
  check ((state in ('assigned', 'accepted', 'in_progress')) = (ended_at is null))
);
create unique index order_assignment_one on order_assignment (order_company_id, order_id) where ended_at is null;
create index order_assignment_of_order on order_assignment (order_company_id, order_id, id);
create index order_assignment_list on order_assignment (company_id, (ended_at is not null), dispatched_at desc, id desc);
create index order_assignment_engineer on order_assignment (company_id, engineer_id, dispatched_at) where ended_at is null;
create index order_assignment_key on order_assignment (company_id, key_id, id);
select netward_protect('order_assignment', 'company_id', 'select');

-- Parts of another company that are kept for an order: a mirror of the reservation in the owner's ledger.
create table shared_part (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  redemption_id bigint not null,
  owner_company_id bigint not null,
  reservation_id bigint not null,
  order_company_id bigint not null,
  order_id bigint not null,
  origin_name text not null,
  category text not null,
  -- Empty or null where the key does not show it.
  model text not null,
  warehouse text not null,
  address text not null,
  serial text,
  quantity int not null,
  used int not null,
  state text not null default 'reserved' check (state in ('reserved', 'issued', 'freed')),
  reserved_at timestamptz not null default now(),
  reserved_by text not null,
  ended_at timestamptz,
  unique (company_id, id),
  foreign key (company_id, redemption_id) references sharing_redemption (company_id, id) on delete cascade,
  constraint shared_part_reservation foreign key (owner_company_id, reservation_id) references part_reservation (company_id, id)
    on delete cascade
);
create index shared_part_of_order on shared_part (company_id, order_id, id);
create unique index shared_part_of_reservation on shared_part (company_id, owner_company_id, reservation_id);
create index shared_part_reservation_of on shared_part (owner_company_id, reservation_id);
create index shared_part_redemption on shared_part (company_id, redemption_id) where state = 'reserved';
select netward_protect('shared_part', 'company_id', 'select');

-- What was done with a key, by either company; both read it.
create table sharing_use (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  key_id bigint not null,
  -- The company that redeemed the key.
  redeemer_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  act text not null,
  -- By the company of the key; otherwise by the other one.
  by_issuer boolean not null,
  actor_name text not null,
  -- What the other company reads instead: the key may hide names.
  shown_name text not null,
  order_number int,
  assignment_id bigint,
  note text not null default '',
  quantity int,
  foreign key (company_id, key_id) references sharing_key (company_id, id) on delete cascade
);
create index sharing_use_list on sharing_use (company_id, key_id, id desc);
create index sharing_use_assignment on sharing_use (company_id, assignment_id, id) where assignment_id is not null;
select netward_protect('sharing_use', 'company_id', 'select');

-- Triggers: made after the functions.

create trigger sharing_key_narrowed before update on sharing_key for each row execute function sharing_key_narrowed();
create trigger order_assignment_followed after update on work_order for each row when (old.assignee_id is not null)
  execute function order_assignment_follow();
create trigger order_assignment_visited after insert or update on work_order_visit for each row
  execute function order_assignment_visit();
create trigger order_assignment_left before delete on order_assignment for each row when (old.ended_at is null)
  execute function order_assignment_leave();
create trigger shared_part_followed after update on part_reservation for each row
  when ((new.state, new.used) is distinct from (old.state, old.used)) execute function shared_part_follow();
create trigger sharing_member_disabled after update of status on member for each row
  when (new.status = 'disabled' and old.status <> 'disabled') execute function sharing_member_left();
create trigger sharing_member_deleted after delete on member for each row execute function sharing_member_left();
create trigger sharing_company_stopped after update of status on company for each row
  when (new.status <> 'active' and old.status = 'active') execute function sharing_company_stopped();
