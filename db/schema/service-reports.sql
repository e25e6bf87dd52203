-- Reports on a week, a month or a quarter of a customer, and when they are made. An issued report stays as it was.

create table service_report (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- The company that reports: an MSP above, or the customer itself. Its drafts are its own.
  maker_company_id bigint not null references company on delete cascade,
  maker_name text not null,
  period text not null check (period in ('weekly', 'monthly', 'quarterly')),
  from_on date not null,
  to_on date not null,
  time_zone text not null,
  language text not null check (language in ('zh', 'en')),
  state text not null default 'draft' check (state in ('draft', 'issued')),
  version int not null default 1,
  title text not null,
  author_name text not null,
  -- What its author writes on the first page.
  done_text text not null default '',
  asked_text text not null default '',
  -- Addresses that get it by mail once it is issued.
  recipients text[] not null default '{}',
  -- KeptFigures of modules/service-reports: the report can be made again from them.
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  as_of timestamptz not null default now(),
  -- What it said when it was issued.
  blocks jsonb check (jsonb_typeof(blocks) = 'array'),
  created_at timestamptz not null default clock_timestamp(),
  issued_at timestamptz,
  -- When its mails were queued.
  mailed_at timestamptz,
  unique (company_id, id),
  check (to_on > from_on),
  check ((state = 'issued') = (issued_at is not null)),
  check ((state = 'issued') = (blocks is not null))
);
create unique index service_report_period on service_report (company_id, maker_company_id, period, from_on);
create index service_report_company on service_report (company_id, created_at desc, id desc);
create index service_report_all on service_report (created_at desc, id desc);
create index service_report_maker on service_report (maker_company_id);
select netward_protect('service_report');
create policy issued_or_own on service_report as restrictive for select to {{company}}, {{tree}}, {{platform}}
  using (state = 'issued' or maker_company_id = (select netward_setting('netward.home_id')::bigint));
create policy draft_update on service_report as restrictive for update to {{company}}, {{tree}}, {{platform}}
  using (state = 'draft' and maker_company_id = (select netward_setting('netward.home_id')::bigint))
  -- Also when it is issued.
  with check (maker_company_id = (select netward_setting('netward.home_id')::bigint));
create policy draft_delete on service_report as restrictive for delete to {{company}}, {{tree}}, {{platform}}
  using (state = 'draft' and maker_company_id = (select netward_setting('netward.home_id')::bigint));

-- Of those who make it: the customer does not see them.
create table service_report_comment (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  report_id bigint not null,
  author_name text not null,
  comment text not null,
  created_at timestamptz not null default now(),
  foreign key (company_id, report_id) references service_report (company_id, id) on delete cascade
);
create index service_report_comment_report on service_report_comment (company_id, report_id, id);
select netward_protect('service_report_comment', 'company_id', 'select, insert');
create policy with_own_report on service_report_comment as restrictive to {{company}}, {{tree}}, {{platform}} using (
  exists (select from service_report r where r.company_id = service_report_comment.company_id
    and r.id = service_report_comment.report_id
    and r.maker_company_id = (select netward_setting('netward.home_id')::bigint)));

create table report_schedule (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  maker_company_id bigint not null references company on delete cascade,
  maker_name text not null,
  period text not null check (period in ('weekly', 'monthly', 'quarterly')),
  language text not null check (language in ('zh', 'en')),
  -- A draft waits for somebody who issues it.
  review boolean not null,
  recipients text[] not null default '{}',
  -- The first day after the period that is reported on next.
  next_on date not null,
  edited_by text not null,
  unique (company_id, id)
);
create unique index report_schedule_period on report_schedule (company_id, maker_company_id, period);
create index report_schedule_next on report_schedule (next_on, id);
create index report_schedule_company on report_schedule (company_id, next_on, id);
create index report_schedule_maker on report_schedule (maker_company_id);
select netward_protect('report_schedule');
create policy own_schedule on report_schedule as restrictive to {{company}}, {{tree}}, {{platform}}
  using (maker_company_id = (select netward_setting('netward.home_id')::bigint));

insert into approval_kind values ('service_report', 'DMS_SERVER_REPORT_EDIT', 'service_report');

-- Triggers: made after the functions.

create trigger service_report_settled after update of state on approval
  for each row when (old.state = 'pending' and new.kind = 'service_report') execute function service_report_settled();
