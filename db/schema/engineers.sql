-- Certificates of people of a company: what they may do, and until when.
create table engineer_certificate (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  person_id bigint not null,
  name text not null,
  number text not null default '',
  issuer text not null default '',
  -- Categories of work orders that need it.
  categories text[] not null default '{}',
  valid_from date,
  -- The last day; null: for ever.
  valid_until date,
  file_id bigint,
  file_name text not null default '',
  media_type text not null default '',
  added_at timestamptz not null default now(),
  added_by text not null,
  unique (company_id, id),
  foreign key (company_id, person_id) references member (company_id, person_id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete set null (file_id),
  check (valid_until >= valid_from)
);
create index engineer_certificate_person on engineer_certificate (company_id, person_id, valid_until);
create index engineer_certificate_ends on engineer_certificate (valid_until) where valid_until is not null;
create index engineer_certificate_file on engineer_certificate (company_id, file_id) where file_id is not null;
select netward_protect('engineer_certificate');

-- People of partner companies who work on orders without an account here.
create table external_engineer (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  partner text not null,
  phone text not null default '',
  skills text[] not null default '{}',
  regions text[] not null default '{}',
  note text not null default '',
  search text not null generated always as (' ' || search_text((name || ' ' || partner || ' ' || phone) collate "default")) stored,
  unique (company_id, id)
);
create index external_engineer_list on external_engineer (company_id, lower(name), id);
select netward_protect('external_engineer');

-- Who of a partner works on an order beside its assignee: a copy, since the entry may be of a company above.
create table work_order_external (
  company_id bigint not null,
  order_id bigint not null,
  name text not null,
  partner text not null,
  phone text not null,
  assigned_at timestamptz not null default now(),
  assigned_by text not null,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
select netward_protect('work_order_external');
select netward_follow_order('work_order_external');
