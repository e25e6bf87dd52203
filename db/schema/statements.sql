-- What companies used in a month, frozen when it is issued on the 3rd of the next one: no role changes a row.

create table monthly_statement (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Its first day, by the clock of `time_zone`.
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('customer', 'msp')),
  company_name text not null,
  time_zone text not null,
  -- StatementFigures of the contract; of an MSP the sums of its lines.
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  made_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index monthly_statement_month on monthly_statement (company_id, month);
create index monthly_statement_all on monthly_statement (month desc, id desc);
select netward_protect('monthly_statement', 'company_id', 'select');

-- Of an MSP: itself, and each customer that it had when the statement was issued.
create table statement_line (
  company_id bigint not null,
  statement_id bigint not null,
  -- Without a foreign key: the line stays after the customer is gone.
  customer_id bigint not null,
  customer_name text not null,
  figures jsonb not null,
  primary key (company_id, statement_id, customer_id),
  foreign key (company_id, statement_id) references monthly_statement (company_id, id) on delete cascade
);
select netward_protect('statement_line', 'company_id', 'select');

-- What would be counted by data that came after a statement was issued.
create table statement_correction (
  company_id bigint not null,
  statement_id bigint not null,
  -- {orders, sms, calls} of the company itself, as in figures.
  figures jsonb not null,
  noted_at timestamptz not null default now(),
  primary key (company_id, statement_id),
  foreign key (company_id, statement_id) references monthly_statement (company_id, id) on delete cascade
);
select netward_protect('statement_correction', 'company_id', 'select');
