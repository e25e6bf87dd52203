-- What the workbench keeps of a person: what they follow, what they opened last, and when they were here.

create table personal_item (
  person_id bigint not null references person on delete cascade,
  kind text not null check (kind in ('device', 'outlet', 'order', 'line')),
  subject_id bigint not null,
  starred_at timestamptz,
  seen_at timestamptz,
  primary key (person_id, kind, subject_id)
);
select netward_seal('personal_item');

create table personal_visit (
  person_id bigint not null references person on delete cascade,
  -- The company acted in.
  company_id bigint not null references company on delete cascade,
  last_at timestamptz not null,
  -- Of the visit before; a visit ends with half an hour without a request.
  before_at timestamptz,
  primary key (person_id, company_id)
);
create index personal_visit_company on personal_visit (company_id);
select netward_seal('personal_visit');
