-- Opening projects: many sites of a company that go into service, each with its steps and one installation order.
create table opening (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by text not null,
  -- The earliest planned day of a site that is not accepted, kept by triggers; null: none is left.
  next_on date,
  -- Who asked for the orders of its sites, in whose name the job makes them.
  orders_by text not null default '',
  unique (company_id, id)
);
-- The late ones first.
create index opening_company_next on opening (company_id, next_on, id);
create index opening_all_next on opening (next_on, id);
create index opening_company_created on opening (company_id, created_at, id);
create index opening_all_created on opening (created_at, id);
select netward_protect('opening');
create policy with_product on opening as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('work_orders'))::bigint[]));

create table opening_site (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  opening_id bigint not null,
  outlet_id bigint not null,
  -- The outlet's department, kept by triggers.
  department_id bigint,
  planned_on date not null,
  order_id bigint,
  -- When each step was done; by nobody: the console saw it.
  line_ordered_at timestamptz,
  line_ordered_by text not null default '',
  shipped_at timestamptz,
  shipped_by text not null default '',
  gateway_online_at timestamptz,
  gateway_online_by text not null default '',
  devices_found_at timestamptz,
  devices_found_by text not null default '',
  tested_at timestamptz,
  tested_by text not null default '',
  accepted_at timestamptz,
  accepted_by text not null default '',
  -- Of the link test when the step was done: [{line, state, loss, rtt, jitter, at, by}].
  link_test jsonb not null default '[]' check (jsonb_typeof(link_test) = 'array'),
  -- When the console last looked which steps are done.
  checked_at timestamptz not null default '-infinity',
  unique (company_id, id),
  unique (company_id, opening_id, outlet_id),
  foreign key (company_id, opening_id) references opening (company_id, id) on delete cascade,
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade,
  foreign key (company_id, order_id) references work_order (company_id, id) on delete set null (order_id)
);
create index opening_site_planned on opening_site (company_id, opening_id, (accepted_at is not null), planned_on, id);
create index opening_site_outlet on opening_site (company_id, outlet_id);
create unique index opening_site_order on opening_site (company_id, order_id) where order_id is not null;
create index opening_site_unordered on opening_site (company_id, opening_id, id) where order_id is null;
create index opening_site_checked on opening_site (checked_at)
  where accepted_at is null and (gateway_online_at is null or devices_found_at is null or tested_at is null);
select netward_protect('opening_site');
create policy with_product on opening_site as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('work_orders'))::bigint[]));

-- Triggers: made after the functions.

create trigger opening_site_department before insert or update of outlet_id, department_id on opening_site
  for each row execute function take_outlet_department();
create trigger opening_site_inserted after insert on opening_site referencing new table as changed
  for each statement execute function opening_next();
create trigger opening_site_updated after update on opening_site referencing new table as changed
  for each statement execute function opening_next();
create trigger opening_site_deleted after delete on opening_site referencing old table as changed
  for each statement execute function opening_next();
