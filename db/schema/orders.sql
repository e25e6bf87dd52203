-- Service agreements: from when until when which service hours and targets hold for a company's work orders.
create table service_agreement (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  starts_on date not null,
  ends_on date,
  note text not null default '',
  -- Counts up with each change; deadlines name the one by which they were computed.
  version int not null default 1,
  -- ServiceLevel of the contract.
  level jsonb not null,
  -- Yuan by AgreementPrice; null: none is agreed.
  prices jsonb not null default '{}',
  edited_at timestamptz not null default now(),
  edited_by text not null,
  -- The customer's own people agreed to this version.
  agreed_at timestamptz,
  agreed_by text,
  unique (company_id, id),
  check (ends_on >= starts_on),
  check ((agreed_at is null) = (agreed_by is null))
);
create unique index service_agreement_name on service_agreement (company_id, lower(name));
create index service_agreement_start on service_agreement (starts_on, id);
create index service_agreement_end on service_agreement (ends_on) where ends_on is not null;
create index service_agreement_by_name on service_agreement (lower(name), id);
select netward_protect('service_agreement');
create policy with_product on service_agreement as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('work_orders'))::bigint[]));

-- What each version said.
create table service_agreement_version (
  company_id bigint not null,
  agreement_id bigint not null,
  version int not null,
  level jsonb not null,
  prices jsonb not null default '{}',
  edited_at timestamptz not null default now(),
  edited_by text not null,
  primary key (company_id, agreement_id, version),
  foreign key (company_id, agreement_id) references service_agreement (company_id, id) on delete cascade
);
select netward_protect('service_agreement_version', 'company_id', 'select, insert');

-- Numbers of a company's work orders.
create table work_order_counter (
  company_id bigint primary key references company on delete cascade,
  last bigint not null
);
select netward_protect('work_order_counter', 'company_id', '');

-- Work orders that count against the free ones of the package, by contract year.
create table work_order_year (
  company_id bigint not null references company on delete cascade,
  year_from date not null,
  used int not null,
  primary key (company_id, year_from)
);
select netward_protect('work_order_year', 'company_id', '');

create table work_order (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  number bigint not null,
  -- Counts up with each change: who changes an older one is refused.
  version int not null default 1,
  type text not null check (type in ('fault', 'carrier_fault', 'change', 'installation', 'inspection', 'request')),
  category text not null,
  title text not null,
  description text not null default '',
  impact text not null check (impact in ('high', 'medium', 'low')),
  urgency text not null check (urgency in ('high', 'medium', 'low')),
  priority smallint not null check (priority between 1 and 4),
  state text not null default 'new' check (state in ('new', 'assigned', 'accepted', 'in_progress', 'suspended', 'resolved',
    'closed', 'cancelled')),
  open boolean not null generated always as (state not in ('closed', 'cancelled')) stored,
  -- Place of the subject when the order was made: it stays where the work was.
  outlet_id bigint,
  department_id bigint,
  device_id bigint,
  line_id bigint,
  alarm_id bigint,
  subject_name text not null default '',
  is_gateway boolean not null default false,
  contact_name text not null default '',
  contact_phone text not null default '',
  contact_email text not null default '',
  -- A person.
  assignee_id bigint,
  assignee_name text,
  -- Offered to engineers since then: the first who takes it has it.
  pooled_at timestamptz,
  -- The customer's rating.
  score smallint check (score between 1 and 5),
  tags text[] not null default '{}',
  -- CustomValues of the contract, by the ids of `work_order_field`.
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  time_zone text not null default 'Asia/Shanghai',
  created_at timestamptz not null default now(),
  created_by text not null,
  -- By which its deadlines were computed, also if it has been deleted since. Null: the usual targets.
  agreement_id bigint,
  agreement_version int,
  respond_due timestamptz,
  resolve_due timestamptz,
  due_by_hand boolean not null default false,
  responded_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- Moments of warnings: [{clock, percent, at}], the earliest first; those sent are taken out.
  warnings jsonb not null default '[]',
  -- Sent: `resolve:80`. A deadline that moves sends none of them again.
  warned text[] not null default '{}',
  next_warning_at timestamptz,
  suspended_until timestamptz,
  cause text,
  solution text not null default '',
  -- Of a change: how likely it does harm, and what it costs. Both decide who approves it.
  risk text check (risk in ('low', 'medium', 'high')),
  amount numeric(12, 2) check (amount >= 0),
  -- Contract year in which it counts against the free ones of the package; null: it does not count.
  counted_in date,
  -- Beyond the free ones, with the price that was agreed then, if any.
  beyond_package boolean not null default false,
  price numeric(12, 2),
  -- It closes once none of its alarms is active, by the rule that opened it.
  closes_with_alarm boolean not null default false,
  -- Of the order in the file that it was imported from: `glpi:4711`. The same is not imported twice.
  foreign_key text,
  -- As device.search.
  search text not null generated always as (' ' || number::text || ' ' || search_text((title || ' ' || subject_name || ' '
    || contact_name) collate "default")) stored,
  unique (company_id, id),
  unique (company_id, number),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete set null (outlet_id),
  foreign key (company_id, department_id) references org_node (company_id, id) on delete set null (department_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete set null (line_id),
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete set null (alarm_id),
  check ((assignee_id is null) = (assignee_name is null))
-- Counts read an index alone where the map of visible pages is fresh.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The list in each order it offers, within one company and over all; ended ones never stand in the way of open ones.
-- Counts read an index alone, without the rows: of 500 companies 24 -> 2.6 ms for 10,000 orders. Differences by company and state,
-- as device_tally, would read a row for each company instead.
create index work_order_company_created on work_order (company_id, open, created_at, id) include (state, outlet_id, department_id);
create index work_order_company_due on work_order (company_id, open, resolve_due, id);
create index work_order_company_priority on work_order (company_id, open, priority, created_at, id);
create index work_order_company_state on work_order (company_id, state, resolve_due, id) include (open, outlet_id, department_id);
create index work_order_all_created on work_order (open, created_at, id) include (company_id, state);
create index work_order_all_due on work_order (open, resolve_due, id);
create index work_order_all_priority on work_order (open, priority, created_at, id);
create index work_order_all_state on work_order (state, resolve_due, id) include (open, company_id);
-- What was resolved, or due, in a period.
create index work_order_company_resolved on work_order (company_id, resolved_at, id) where resolved_at is not null;
create index work_order_company_resolve_due on work_order (company_id, resolve_due, id) where resolve_due is not null;
create index work_order_all_resolved on work_order (resolved_at, id) where resolved_at is not null;
create index work_order_company_respond_due on work_order (company_id, respond_due, id) where respond_due is not null;
create index work_order_all_respond_due on work_order (respond_due, id) where respond_due is not null;
create index work_order_all_resolve_due on work_order (resolve_due, id) where resolve_due is not null;
create index work_order_assignee on work_order (assignee_id, open, created_at, id) where assignee_id is not null;
create index work_order_pool on work_order (company_id, created_at, id) where pooled_at is not null;
create index work_order_score on work_order (company_id, score, created_at) where score is not null;
create index work_order_outlet on work_order (company_id, outlet_id) where outlet_id is not null;
create index work_order_department on work_order (company_id, department_id) where department_id is not null;
create index work_order_device on work_order (company_id, device_id) where device_id is not null;
create index work_order_line on work_order (company_id, line_id) where line_id is not null;
-- One open order an alarm.
create unique index work_order_alarm on work_order (company_id, alarm_id) where alarm_id is not null and
  state not in ('closed', 'cancelled');
create unique index work_order_foreign on work_order (company_id, foreign_key) where foreign_key is not null;
-- Of the reference: alarms are pruned.
create index work_order_of_alarm on work_order (company_id, alarm_id) where alarm_id is not null;
create index work_order_closing on work_order (id) where closes_with_alarm;
create index work_order_tags on work_order using gin (company_id, tags) with (gin_pending_list_limit = 256);
create index work_order_custom on work_order using gin (company_id, custom jsonb_path_ops) with (gin_pending_list_limit = 256);
create index work_order_search on work_order using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index work_order_all_search on work_order using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index work_order_warning on work_order (next_warning_at) where next_warning_at is not null;
create index work_order_suspended on work_order (suspended_until) where state = 'suspended' and suspended_until is not null;
create index work_order_resolved on work_order (resolved_at) where state = 'resolved';
select netward_protect('work_order', 'company_id', 'select, insert, update');
create policy with_product on work_order as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('work_orders'))::bigint[]));

-- What a company asks for beside the fixed fields of one type of its orders. Archived, it keeps the values that orders have.
create table work_order_field (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  order_type text not null check (order_type in ('fault', 'carrier_fault', 'change', 'installation', 'inspection', 'request')),
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'yes_no')),
  label_zh text not null default '',
  label_en text not null default '',
  required boolean not null default false,
  -- Of a choice: [{key, labelZh, labelEn, archived}].
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  place int not null,
  archived_at timestamptz,
  unique (company_id, id),
  check (label_zh <> '' or label_en <> '')
);
create index work_order_field_place on work_order_field (company_id, order_type, place, id);
select netward_protect('work_order_field', 'company_id', 'select, insert, update');
create policy with_product on work_order_field as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('work_orders'))::bigint[]));

-- The history of an order, never changed.
create table work_order_event (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- {note, name, reason, until, cause, clock, percent, fields, custom}
  detail jsonb not null default '{}',
  -- Only the author's own company reads it.
  internal boolean not null default false,
  actor_id bigint,
  actor_name text,
  -- Whose people the author belongs to; its name only if it is not the order's.
  home_company_id bigint,
  actor_company_name text,
  -- Of a note or a file that waited on the author's phone: it may be sent again, and is taken once.
  draft_key uuid,
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create unique index work_order_event_draft on work_order_event (company_id, order_id, actor_id, draft_key)
  where draft_key is not null;
create index work_order_event_order on work_order_event (company_id, order_id, id);
-- What a person has finished.
create index work_order_event_done on work_order_event (actor_id, at, id) where kind in ('resolve', 'close', 'cancel');
select netward_protect('work_order_event', 'company_id', 'select, insert');
select netward_follow_order('work_order_event');
create policy internal_at_home on work_order_event as restrictive for select to {{company}}, {{tree}}, {{platform}}
  using (not internal or home_company_id = (select netward_setting('netward.home_id')::bigint));

-- The ledger: times at which its clocks do not count. Suspended for a reason that counts, they are not in it.
create table work_order_pause (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  reason text not null check (reason in ('customer', 'carrier', 'resolved')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  check (ends_at >= starts_at)
);
create index work_order_pause_order on work_order_pause (company_id, order_id, starts_at);
create unique index work_order_pause_one on work_order_pause (company_id, order_id) where ends_at is null;
select netward_protect('work_order_pause', 'company_id', 'select, insert, update');
select netward_follow_order('work_order_pause');

create table work_order_watcher (
  company_id bigint not null,
  order_id bigint not null,
  person_id bigint not null,
  name text not null,
  primary key (company_id, order_id, person_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index work_order_watcher_person on work_order_watcher (person_id, order_id);
select netward_protect('work_order_watcher', 'company_id', 'select, insert, delete');
select netward_follow_order('work_order_watcher');

create table work_order_relation (
  company_id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('duplicate_of', 'caused_by', 'parent')),
  other_id bigint not null,
  primary key (company_id, order_id, kind, other_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references work_order (company_id, id) on delete cascade,
  check (order_id <> other_id)
);
create index work_order_relation_other on work_order_relation (company_id, other_id);
select netward_protect('work_order_relation', 'company_id', 'select, insert, delete');
select netward_follow_order('work_order_relation');

-- All alarms that an order was made for or that joined it; `alarm_id` of the order is the last of them.
create table work_order_alarm_link (
  company_id bigint not null,
  order_id bigint not null,
  alarm_id bigint not null,
  primary key (company_id, order_id, alarm_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete cascade
);
create index work_order_alarm_link_alarm on work_order_alarm_link (company_id, alarm_id);
select netward_protect('work_order_alarm_link', 'company_id', 'select');
select netward_follow_order('work_order_alarm_link');

-- Of a carrier fault: what the ISP said of it.
create table work_order_carrier (
  company_id bigint not null,
  order_id bigint not null,
  isp text not null check (isp in ('telecom', 'unicom', 'mobile', 'broadnet', 'other')),
  -- Its name, when it is another.
  isp_name text not null default '',
  -- Its number of the fault.
  ticket text not null default '',
  reported_at timestamptz,
  promised_at timestamptz,
  restored_at timestamptz,
  -- Yuan.
  compensation numeric(12, 2) check (compensation >= 0),
  note text not null default '',
  -- The promise whose passing was reported.
  chased_at timestamptz,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index work_order_carrier_promise on work_order_carrier (promised_at) where restored_at is null and promised_at is not null;
select netward_protect('work_order_carrier', 'company_id', 'select, insert, update, delete');
select netward_follow_order('work_order_carrier');

-- Pictures and files of an order.
create table work_order_file (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  file_id bigint not null,
  name text not null,
  media_type text not null,
  added_at timestamptz not null default now(),
  added_by text not null,
  unique (company_id, order_id, file_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index work_order_file_content on work_order_file (company_id, file_id);
select netward_protect('work_order_file', 'company_id', 'select, insert, delete');
select netward_follow_order('work_order_file');

-- Replies by mail, each once; one from somebody who is not known to be a correspondent waits for a person.
create table work_order_mail (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  message_hash bytea not null,
  state text not null check (state in ('taken', 'waiting', 'accepted', 'discarded')),
  -- Why it waits.
  reason text check (reason in ('stranger', 'unproved')),
  from_address text not null,
  from_name text not null,
  -- Of one that waits alone.
  subject text not null default '',
  note text not null default '',
  -- Names of attachments that were not kept: too large, too many or of another kind.
  left_out text[] not null default '{}',
  received_at timestamptz not null,
  finished_at timestamptz,
  finished_by text,
  unique (company_id, id),
  unique (company_id, order_id, message_hash),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade
);
create index work_order_mail_waiting on work_order_mail (company_id, order_id) where state = 'waiting';
select netward_protect('work_order_mail', 'company_id', 'select, insert, update');
select netward_follow_order('work_order_mail');

-- Attachments of a mail that waits.
create table work_order_mail_file (
  company_id bigint not null,
  order_id bigint not null,
  mail_id bigint not null,
  file_id bigint not null,
  name text not null,
  media_type text not null,
  primary key (company_id, mail_id, file_id),
  foreign key (company_id, mail_id) references work_order_mail (company_id, id) on delete cascade,
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index work_order_mail_file_order on work_order_mail_file (company_id, order_id);
create index work_order_mail_file_content on work_order_mail_file (company_id, file_id);
select netward_protect('work_order_mail_file', 'company_id', 'select, insert, delete');
select netward_follow_order('work_order_mail_file');

-- Filters of the list of orders under a name: of one person, or shared with the people of the company.
create table work_order_view (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint not null,
  person_name text not null,
  name text not null,
  shared boolean not null,
  -- As the address of the list has them.
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  unique (company_id, id)
);
create unique index work_order_view_name on work_order_view (company_id, person_id, lower(name));
create index work_order_view_shared on work_order_view (company_id, lower(name)) where shared;
select netward_protect('work_order_view');

-- Alarms of a person, current and done.
create index alarm_assigned on alarm (assignee_id, raised_at) where state = 'active' and assignee_id is not null;
create index alarm_assigned_cleared on alarm (assignee_id, cleared_at) where state = 'cleared' and assignee_id is not null;

insert into approval_kind values ('change_order', 'DMS_SERVER_WORK_ORDER_EDIT', 'work_order');

-- Triggers: made after the functions.

create trigger change_order_settled after update of state on approval
  for each row when (old.state = 'pending' and new.kind = 'change_order') execute function change_order_settled();
create trigger work_order_numbered before insert on work_order for each row execute function work_order_numbered();
create trigger work_order_alarm_linked after insert or update of alarm_id on work_order
  for each row when (new.alarm_id is not null) execute function work_order_alarm_linked();
create trigger work_order_event_describe before insert on work_order_event
  for each row execute function work_order_event_describe();
create trigger work_order_event_report after insert on work_order_event
  for each row execute function work_order_event_report();
