create table company_registration (
  id bigint generated always as identity primary key,
  -- The OP, which decides.
  company_id bigint not null references company on delete cascade,
  -- Its future parent company.
  parent_id bigint not null references company on delete cascade,
  parent_name text not null,
  company_name text not null,
  contact_name text not null,
  phone text,
  email text,
  -- Null after the decision.
  password_hash text,
  -- Versions of documents that the applicant accepted: {terms, privacy}.
  accepted jsonb not null default '{}',
  language text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  reason text,
  made_company_id bigint references company on delete set null,
  check ((phone is null) <> (email is null)),
  check ((state = 'waiting') = (password_hash is not null))
);
create index company_registration_page on company_registration (company_id, state, id desc);
-- One pending registration per address; a later one replaces it.
create unique index company_registration_phone on company_registration (company_id, phone) where state = 'waiting';
create unique index company_registration_email on company_registration (company_id, lower(email))
  where state = 'waiting';
create index company_registration_age on company_registration (created_at) where state = 'waiting';
select netward_protect('company_registration', 'company_id', '');
grant select (
  id, company_id, parent_id, parent_name, company_name, contact_name, phone, email, language, state,
  created_at, decided_at, decided_by, reason, made_company_id
) on company_registration to {{company}}, {{tree}}, {{platform}};
-- Members limited to outlets or departments do not see registrations.
create policy whole_company on company_registration as restrictive to {{company}} using ((select whole_company()));

-- Which versions of the platform's documents a person has accepted. Kept as long as the account.
create table document_acceptance (
  person_id bigint not null references person on delete cascade,
  kind text not null,
  version int not null,
  accepted_at timestamptz not null default now(),
  primary key (person_id, kind, version),
  foreign key (kind, version) references platform_document (kind, version)
);
create index document_acceptance_document on document_acceptance (kind, version);
select netward_seal('document_acceptance');

create table invitation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  display_name text not null,
  phone text,
  email text,
  -- Hash of the latest link; sending a link invalidates earlier ones.
  ticket_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  sends int not null default 1,
  expires_at timestamptz not null default now() + '7 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  -- Keys of built-in roles and ids of the company's own. Roles deleted before acceptance are skipped.
  roles text[] not null,
  department_id bigint,
  foreign key (company_id, department_id) references org_node (company_id, id) on delete set null (department_id),
  -- Neither address: the link was handed over in person and proves no address.
  check (num_nonnulls(phone, email) <= 1)
);
create index invitation_page on invitation (company_id, id desc);
create index invitation_sent on invitation (company_id, sent_at);
create unique index invitation_open_phone on invitation (company_id, phone)
  where accepted_at is null and revoked_at is null;
create unique index invitation_open_email on invitation (company_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invitation_department on invitation (company_id, department_id) where department_id is not null;
create index invitation_sent_phone on invitation (phone, sent_at) where phone is not null;
create index invitation_sent_email on invitation (lower(email), sent_at) where email is not null;
select netward_protect('invitation', 'company_id', 'insert, delete');
-- The department says where a person belongs. It does not limit who sees the row.
alter policy company_scope on invitation
  using (company_id = (select scope_company())) with check (company_id = (select scope_company()));
grant select (
  id, company_id, display_name, phone, email, invited_by, created_at, sent_at, sends, expires_at, accepted_at,
  revoked_at, roles, department_id
) on invitation to {{company}}, {{tree}}, {{platform}};
grant update (
  ticket_hash, sent_at, sends, expires_at, revoked_at
) on invitation to {{company}}, {{tree}}, {{platform}};
