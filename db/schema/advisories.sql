-- Advisories: flaws of versions, and where such versions run.

create table advisory (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  code text not null,
  title text not null,
  -- First words of a brand.
  vendor text not null,
  -- With `*` as wildcard, sorted; empty: all of the vendor.
  models text[] not null default '{}',
  -- Empty: no bound.
  first_version text not null default '',
  last_version text not null default '',
  fixed_version text not null default '',
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  -- The worst first.
  rank smallint not null generated always as (case severity when 'critical' then 1 when 'high' then 2 when 'medium' then 3
    else 4 end) stored,
  cvss double precision check (cvss between 0 and 10),
  url text not null default '',
  note text not null default '',
  published_on date,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id),
  check (last_version <> '' or fixed_version <> '')
);
create unique index advisory_code on advisory (company_id, lower(code), lower(vendor), models);
create index advisory_page on advisory (company_id, published_on, id);
select netward_protect('advisory');
-- Companies below see what companies above publish.
create policy published_above on advisory for select to {{company}}, {{tree}}
  using (company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company())));
create policy with_product on advisory as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('monitoring'))::bigint[]));

-- Versions in use that an advisory affects, by company; `advisory_settle` keeps it.
create table advisory_match (
  advisory_id bigint not null,
  company_id bigint not null,
  manufacturer text not null,
  model_name text not null,
  software_version text not null,
  advisory_company_id bigint not null,
  -- Devices of the whole company: not for people of some outlets.
  n int not null,
  primary key (advisory_id, company_id, manufacturer, model_name, software_version),
  foreign key (advisory_company_id, advisory_id) references advisory (company_id, id) on delete cascade,
  foreign key (company_id) references company on delete cascade
);
create index advisory_match_build on advisory_match (company_id, model_name, software_version, manufacturer);
select netward_protect('advisory_match', 'company_id', '');
grant select (advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id) on advisory_match
  to {{company}}, {{tree}}, {{platform}};
create policy with_product on advisory_match as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('monitoring'))::bigint[]));

-- What a company was last compared by: advisories, its versions in use, the companies above it. One that differs from
-- `advisory_due` is compared again.
create table advisory_settled (
  company_id bigint primary key references company on delete cascade,
  signature numeric not null
);
select netward_protect('advisory_settled', 'company_id', '');

-- Of a company: open while devices are affected, closed by the version that the last of them reports.
create table advisory_case (
  advisory_id bigint not null,
  company_id bigint not null,
  advisory_company_id bigint not null,
  affected int not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (advisory_id, company_id),
  foreign key (advisory_company_id, advisory_id) references advisory (company_id, id) on delete cascade,
  foreign key (company_id) references company on delete cascade,
  check ((affected = 0) = (closed_at is not null))
);
create index advisory_case_company on advisory_case (company_id, advisory_id);
select netward_protect('advisory_case', 'company_id', 'select');
-- Counts of a whole company, as in device_tally.
create policy whole_company on advisory_case as restrictive to {{company}} using ((select whole_company()));
create policy with_product on advisory_case as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('monitoring'))::bigint[]));

-- Its course, as differences: those of several companies add up.
create table advisory_point (
  id bigint generated always as identity primary key,
  advisory_id bigint not null,
  company_id bigint not null,
  advisory_company_id bigint not null,
  at timestamptz not null,
  change int not null,
  foreign key (advisory_company_id, advisory_id) references advisory (company_id, id) on delete cascade,
  foreign key (company_id) references company on delete cascade
);
create index advisory_point_course on advisory_point (advisory_id, at);
create index advisory_point_company on advisory_point (company_id);
select netward_protect('advisory_point', 'company_id', 'select');
create policy whole_company on advisory_point as restrictive to {{company}} using ((select whole_company()));
create policy with_product on advisory_point as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('monitoring'))::bigint[]));
