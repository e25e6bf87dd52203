-- A named group of an MSP's customers.
create table tenant_group (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (company_id, name),
  unique (company_id, id)
);
select netward_protect('tenant_group');

create table tenant_group_member (
  company_id bigint not null,
  group_id bigint not null,
  target_company_id bigint not null references company on delete cascade,
  primary key (company_id, group_id, target_company_id),
  foreign key (company_id, group_id) references tenant_group (company_id, id) on delete cascade
);
create index tenant_group_member_target on tenant_group_member (target_company_id);
select netward_protect('tenant_group_member');

-- A role that a member of an MSP or of the OP holds inside one tenant. Its row belongs to the member's company.
create table acting_grant (
  company_id bigint not null,
  member_id bigint not null,
  target_company_id bigint references company on delete cascade,
  built_in text references built_in_role,
  id bigint generated always as identity primary key,
  group_id bigint,
  role_id bigint,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  created_by_name text,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade,
  foreign key (company_id, group_id) references tenant_group (company_id, id) on delete cascade,
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade,
  check ((target_company_id is null) <> (group_id is null)),
  check ((built_in is null) <> (role_id is null))
);
create unique index acting_grant_once on acting_grant
  (company_id, member_id, coalesce(target_company_id, 0), coalesce(group_id, 0), coalesce(built_in, ''), coalesce(role_id, 0));
create index acting_grant_target on acting_grant (target_company_id) where target_company_id is not null;
create index acting_grant_group on acting_grant (company_id, group_id) where group_id is not null;
create index acting_grant_role on acting_grant (company_id, role_id) where role_id is not null;
create index acting_grant_page on acting_grant (company_id, id desc);
select netward_protect('acting_grant');

-- Without a row, the levels above enter without asking.
create table acting_consent (
  company_id bigint primary key references company on delete cascade,
  mode text not null default 'free' check (mode in ('free', 'request', 'never')),
  -- Minutes of the day in the tenant's time zone; a range may cross midnight. Both or neither.
  from_minute int check (from_minute between 0 and 1439),
  until_minute int check (until_minute between 0 and 1439),
  -- Upper limit of what a visitor holds here.
  ceiling text not null default 'administrator' references built_in_role,
  updated_at timestamptz not null default now(),
  check ((from_minute is null) = (until_minute is null) and from_minute is distinct from until_minute or from_minute is null)
);
select netward_protect('acting_consent', 'company_id', 'select, insert, update');
select netward_only_at_home('acting_consent');

-- Requests to enter, and emergency entries (break glass).
create table acting_access (
  id bigint generated always as identity primary key,
  -- The tenant's.
  company_id bigint not null references company on delete cascade,
  person_id bigint not null references person on delete cascade,
  actor_name text not null,
  actor_company_id bigint not null references company on delete cascade,
  actor_company_name text not null,
  how text not null check (how in ('request', 'break_glass')),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'ended')),
  reason text not null,
  hours int not null,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  -- End of an approved request.
  until timestamptz,
  check ((state = 'approved') <= (until is not null))
);
create index acting_access_page on acting_access (company_id, id desc);
create index acting_access_open on acting_access (company_id, person_id, until) where state = 'approved';
-- One pending request per person; a later one replaces it.
create unique index acting_access_waiting on acting_access (company_id, person_id) where state = 'waiting';
create index acting_access_person on acting_access (person_id, id desc);
select netward_protect('acting_access', 'company_id', 'select');
select netward_only_at_home('acting_access');

-- Visits from above, updated at most once a minute.
create table acting_visit (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  session_id bigint not null,
  person_id bigint not null references person on delete cascade,
  actor_name text not null,
  actor_company_id bigint not null references company on delete cascade,
  actor_company_name text not null,
  began_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The visitor left or was expelled.
  ended_at timestamptz
) with (fillfactor = 80);
create unique index acting_visit_open on acting_visit (company_id, session_id) where ended_at is null;
create index acting_visit_page on acting_visit (company_id, last_seen_at desc);
create index acting_visit_person on acting_visit (person_id, actor_company_id, last_seen_at desc);
create index acting_visit_age on acting_visit (last_seen_at);
select netward_protect('acting_visit', 'company_id', 'select');

-- Visitors that the tenant expelled: one person, or all if person_id is null; until a time, or until readmitted.
create table acting_end (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint references person on delete cascade,
  actor_name text,
  actor_company_name text,
  ended_at timestamptz not null default now(),
  ended_by text not null,
  until timestamptz
);
create unique index acting_end_once on acting_end (company_id, coalesce(person_id, 0));
select netward_protect('acting_end', 'company_id', 'select, delete');
select netward_only_at_home('acting_end');

-- Triggers: made after the functions.

create trigger consent_refits after insert or update on acting_consent
  for each row execute function company_refits();
create trigger sent_out_refits after insert or delete on acting_end for each row execute function company_refits();
