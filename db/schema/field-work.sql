-- Engineers of a company: what they can do (categories of work orders), where (regions of sites) and when. An empty list: all.
create table engineer (
  company_id bigint not null,
  person_id bigint not null,
  skills text[] not null default '{}',
  regions text[] not null default '{}',
  most_open int not null default 10 check (most_open between 1 and 200),
  hours text not null default '5x8' check (hours in ('5x8', '7x12', '7x24')),
  away_from date,
  away_until date,
  primary key (company_id, person_id),
  foreign key (company_id, person_id) references member (company_id, person_id) on delete cascade,
  check ((away_from is null) = (away_until is null)),
  check (away_until >= away_from)
);
select netward_protect('engineer');

-- What happens to new orders of a company and of its customers that have no setting of their own.
create table work_order_dispatch (
  company_id bigint primary key references company on delete cascade,
  mode text not null check (mode in ('manual', 'pool', 'rule'))
);
select netward_protect('work_order_dispatch', 'company_id', 'select, insert, update');

-- Whom an engineer asked for help.
create table work_order_helper (
  company_id bigint not null,
  order_id bigint not null,
  person_id bigint not null,
  name text not null,
  asked_at timestamptz not null default now(),
  primary key (company_id, order_id, person_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index work_order_helper_person on work_order_helper (person_id, order_id);
select netward_protect('work_order_helper', 'company_id', 'select, insert');
select netward_follow_order('work_order_helper');

-- Visits of an order: the one that is planned, those that were moved or cancelled, and arrivals.
create table work_order_visit (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  state text not null default 'planned' check (state in ('planned', 'moved', 'cancelled', 'arrived')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Before it starts.
  travel_minutes int not null default 0 check (travel_minutes between 0 and 1440),
  -- A person.
  engineer_id bigint not null,
  engineer_name text not null,
  arrived_at timestamptz,
  -- Only where the person allowed it.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_metres double precision check (accuracy_metres >= 0),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  check (ends_at >= starts_at),
  check ((latitude is null) = (longitude is null)),
  check ((state = 'arrived') = (arrived_at is not null))
);
create index work_order_visit_order on work_order_visit (company_id, order_id, id);
create unique index work_order_visit_one on work_order_visit (company_id, order_id) where state = 'planned';
create index work_order_visit_company on work_order_visit (company_id, starts_at, id) where state in ('planned', 'arrived');
create index work_order_visit_all on work_order_visit (starts_at, id) where state in ('planned', 'arrived');
create index work_order_visit_engineer on work_order_visit (engineer_id, starts_at) where state = 'planned';
select netward_protect('work_order_visit', 'company_id', 'select, insert, update');
select netward_follow_order('work_order_visit');

-- Signatures of customers, drawn on the engineer's phone.
create table work_order_signature (
  company_id bigint not null,
  order_id bigint not null,
  file_id bigint not null,
  signer text not null,
  signed_at timestamptz not null default now(),
  taken_by text not null,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index work_order_signature_file on work_order_signature (company_id, file_id);
select netward_protect('work_order_signature');
select netward_follow_order('work_order_signature');

-- Links of people without an account, by the hash of their token: they show the progress of an order and take its rating.
create table work_order_link (
  token_hash bytea primary key,
  company_id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('rating', 'report')),
  -- The ticket of a rating follows from it and a key of the server. A link that was ended comes back with another one.
  salt uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Of a rating that the contact was asked for: once.
  mailed boolean not null default false,
  sms text check (sms in ('waiting', 'sending', 'sent', 'failed')),
  unique (company_id, order_id, kind),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index work_order_link_expires on work_order_link (expires_at);
select netward_protect('work_order_link', 'company_id', 'select, insert, update, delete');
select netward_follow_order('work_order_link');

create table work_order_rating (
  company_id bigint not null,
  order_id bigint not null,
  score smallint not null check (score between 1 and 5),
  comment text not null default '',
  -- Who had resolved it.
  assignee_id bigint,
  rated_at timestamptz not null default now(),
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index work_order_rating_assignee on work_order_rating (assignee_id, rated_at) where assignee_id is not null;
select netward_protect('work_order_rating', 'company_id', 'select');
select netward_follow_order('work_order_rating');

-- QR stickers of sites and devices. The token follows from the id, the generation and a key of the server.
create table work_sticker (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  outlet_id bigint not null,
  device_id bigint,
  generation int not null default 1,
  token_hash bytea,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- Null: in force.
  ended_at timestamptz,
  unique (company_id, id),
  unique nulls not distinct (company_id, outlet_id, device_id),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index work_sticker_token on work_sticker (token_hash) where token_hash is not null;
create index work_sticker_device on work_sticker (company_id, device_id) where device_id is not null;
select netward_protect('work_sticker');

-- Orders that were reported by a sticker.
create table work_report (
  company_id bigint not null,
  order_id bigint not null,
  sticker_id bigint not null,
  created_at timestamptz not null default now(),
  -- The phone was proved by a code.
  proved boolean not null,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, sticker_id) references work_sticker (company_id, id) on delete cascade
);
create index work_report_sticker on work_report (company_id, sticker_id, created_at);
select netward_protect('work_report', 'company_id', 'select, insert');
select netward_follow_order('work_report');
