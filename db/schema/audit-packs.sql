-- Audit packs: what happened in a company in a period, as a workbook for its auditors. Read in the company acted in alone: those above
-- act inside for it, so that the company's access policy and its log apply.

create table audit_pack (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  company_name text not null,
  -- First and last day by the clock of `time_zone`, and the same as moments.
  from_on date not null,
  to_on date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  time_zone text not null,
  language text not null check (language in ('zh', 'en')),
  author_name text not null,
  author_account text,
  -- The company that its author came from; null: the company's own.
  author_company_name text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Counts its attempts: an attempt that another one replaced stores nothing more.
  run int not null default 0,
  -- Sheets that are complete, of how many, and the rows written so far.
  sheets_done int not null default 0,
  sheets_total int not null default 0,
  rows_done int not null default 0,
  -- [{sheet, rows, sha256}]
  sheets jsonb not null default '[]' check (jsonb_typeof(sheets) = 'array'),
  size int,
  sha256 bytea,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  unique (company_id, id),
  check (to_on >= from_on and to_at > from_at),
  check ((state = 'done') = (sha256 is not null) and (sha256 is null) = (size is null))
);
create index audit_pack_page on audit_pack (company_id, created_at desc, id desc);
create index audit_pack_old on audit_pack (created_at);
-- One at a time: each reads a whole company.
create unique index audit_pack_open on audit_pack (company_id) where state in ('waiting', 'running');
select netward_protect('audit_pack');
create policy whole_company on audit_pack as restrictive to {{company}} using ((select whole_company()));
create policy acted_in on audit_pack as restrictive to {{tree}}, {{platform}} using (company_id = (select scope_company()));

create table audit_pack_chunk (
  company_id bigint not null,
  pack_id bigint not null,
  position int not null,
  -- Stored uncompressed: a workbook is compressed already.
  data bytea not null,
  primary key (company_id, pack_id, position),
  foreign key (company_id, pack_id) references audit_pack (company_id, id) on delete cascade
);
alter table audit_pack_chunk alter data set storage external;
select netward_protect('audit_pack_chunk', 'company_id', 'select, insert, delete');
create policy whole_company on audit_pack_chunk as restrictive to {{company}} using ((select whole_company()));
create policy acted_in on audit_pack_chunk as restrictive to {{tree}}, {{platform}} using (company_id = (select scope_company()));
