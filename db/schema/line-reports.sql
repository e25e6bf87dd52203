-- Reports on internet lines: what was measured when they were made. Kept as they were, whatever becomes of the lines.

create table line_report (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('lines', 'outlet', 'comparison')),
  title text not null,
  subtitle text not null,
  -- Of its texts.
  language text not null check (language in ('zh', 'en')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  lines int not null,
  -- Who made it, and what that person may see may be a part of the company.
  author_id bigint not null,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  unique (company_id, id),
  check (to_at > from_at)
);
create index line_report_company on line_report (company_id, created_at desc, id desc);
create index line_report_all on line_report (created_at desc, id desc);
create index line_report_old on line_report (created_at);
select netward_protect('line_report', 'company_id', 'select, insert, delete');
create policy own_or_all on line_report as restrictive to {{company}} using (
  case when (select whole_company()) then true else author_id = (select scope_person()) end);
create policy with_product on line_report as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('link_testing'))::bigint[]));
