-- A company's own rules, and its copies of shipped ones (packages/contract/src/alarm-values.ts): a shipped rule has a row
-- only where the company changed it.
create table alarm_rule (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Of the shipped rule, and its version when the copy was made. Null: the company's own.
  code text collate "C",
  version int,
  name text,
  enabled boolean not null default true,
  -- It notes what it would raise, and raises nothing.
  watch boolean not null default false,
  -- When it raises by itself. Null while it watches: somebody chose so, and it watches until they confirm it.
  watch_until timestamptz,
  -- RuleDefinition of the contract.
  definition jsonb not null,
  -- Since when it opens work orders for what it raises; null: it does not. Kept by a trigger.
  orders_since timestamptz,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  -- Companies directly below get copies that follow it.
  published boolean not null default false,
  -- A copy: of the rule of the company above, which stands in that company; as it is there; and whether it follows. One that
  -- was changed here does not, until somebody gives the changes up.
  source_id bigint,
  source_company_name text,
  original jsonb,
  follows boolean not null default false,
  unique (company_id, id),
  check (num_nulls(source_id, source_company_name, original) in (0, 3) and (source_id is not null or not follows)),
  check (watch or watch_until is null),
  check (not published or source_id is null and code is null),
  check ((code is null) = (name is not null) and (code is null) = (version is null))
);
create unique index alarm_rule_code on alarm_rule (company_id, code) where code is not null;
create unique index alarm_rule_name on alarm_rule (company_id, lower(name)) where name is not null;
create unique index alarm_rule_source on alarm_rule (source_id, company_id) where source_id is not null;
create index alarm_rule_orders on alarm_rule (id) where orders_since is not null;
create index alarm_rule_watch_until on alarm_rule (watch_until) where watch_until is not null;
create index alarm_rule_published on alarm_rule (company_id) where published;
select netward_protect('alarm_rule');

-- Shipped rules as the last start of the newest release found them. One that an update brought or changed watches from
-- `since` on, and goes on raising as it was before; null: it is new.
create table shipped_rule (
  code text collate "C" primary key,
  version int not null,
  definition jsonb not null,
  since timestamptz,
  before jsonb,
  check (since is not null or before is null)
);
create index shipped_rule_since on shipped_rule (since) where since is not null;
select netward_seal('shipped_rule');

-- Companies that let an updated rule raise before its 7 days are over.
create table shipped_rule_confirmed (
  company_id bigint not null references company on delete cascade,
  code text collate "C" not null references shipped_rule on delete cascade,
  primary key (company_id, code)
);
create index shipped_rule_confirmed_code on shipped_rule_confirmed (code);
select netward_protect('shipped_rule_confirmed', 'company_id', '');

-- Counts up with each change of a rule. Evaluation reads it with each batch, and reads the rules again when it differs.
create table alarm_rule_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into alarm_rule_version (version) values (1);
select netward_seal('alarm_rule_version');

-- Devices and internet lines with conditions to follow. The revision changes with each transition and with all that
-- evaluation knows of the subject: two processes cannot advance the same state.
create table alarm_subject (
  subject_id bigint primary key,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  company_id bigint not null,
  revision int not null default 0,
  -- When time alone may change something: a state that lasts, values that stay away.
  due_at timestamptz,
  -- When it went offline or SNMP-silent, or came back.
  state_at timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create index alarm_subject_due on alarm_subject (due_at) where due_at is not null;
create index alarm_subject_company on alarm_subject (company_id);
select netward_protect('alarm_subject', 'company_id', '');

create table alarm (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  -- The device or the line. Null: the company itself, its quotas and campaigns.
  subject_id bigint,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  -- Of the subject, kept by a trigger: reads stay within a data scope without looking it up.
  outlet_id bigint,
  department_id bigint,
  -- The code of a shipped rule, or the id of the company's own.
  rule text collate "C" not null,
  -- The rule's own name when it was raised.
  rule_name text,
  metric text collate "C",
  -- The state of the device that its rule watches; null: a metric. Only these depend on the path to the device.
  watches text check (watches in ('offline', 'snmp_silent')),
  -- Which part of the subject, hostile text of the device; what people call it. Of the company: which quota, or campaign.
  instance text collate "C" not null,
  label text not null,
  value double precision,
  threshold double precision,
  severity text not null check (severity in ('critical', 'major', 'minor', 'warning', 'indeterminate')),
  -- The worst first.
  rank smallint not null generated always as (case severity when 'critical' then 1 when 'major' then 2 when 'minor' then 3
    when 'warning' then 4 else 5 end) stored,
  severity_by_hand boolean not null default false,
  state text not null default 'active' check (state in ('active', 'cleared')),
  raised_at timestamptz not null,
  cleared_at timestamptz,
  cleared_because text check (cleared_because in ('recovered', 'rule', 'no_data', 'quiet')),
  flapping boolean not null default false,
  no_data_since timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_until timestamptz,
  muted boolean not null default false,
  -- Announced work covers the device: kept by `maintenance_mark`.
  in_maintenance boolean not null default false,
  -- A person.
  assignee_id bigint,
  assignee_name text,
  -- The alarm of the device that cuts this one off: kept by `alarm_place`.
  behind_id bigint,
  -- Of its site: the id of the alarm that began the group. Kept by a trigger.
  group_id bigint not null,
  unique (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade,
  foreign key (company_id, behind_id) references alarm (company_id, id) on delete set null (behind_id),
  check ((state = 'cleared') = (cleared_at is not null))
);
-- Of what `alarm_facts` finds.
create index alarm_active_rule on alarm (rule, company_id, subject_id) where state = 'active';
create index alarm_active_company on alarm (company_id, raised_at, id) where state = 'active';
create index alarm_active_all on alarm (raised_at, id) where state = 'active';
create index alarm_active_severity on alarm (rank, raised_at, id) where state = 'active';
create index alarm_cleared_company on alarm (company_id, cleared_at, id) where state = 'cleared';
create index alarm_cleared_all on alarm (cleared_at, id) where state = 'cleared';
-- Of cleared ones, and of all.
create index alarm_raised_company on alarm (company_id, raised_at, id);
create index alarm_raised_all on alarm (raised_at, id);
create index alarm_subject_rule on alarm (subject_id, rule, instance, raised_at);
create index alarm_maintenance on alarm (id) where state = 'active' and in_maintenance;
create index alarm_outlet on alarm (outlet_id, raised_at, id) where state = 'active' and outlet_id is not null;
create index alarm_group on alarm (group_id, state, rank, raised_at, id);
create index alarm_behind on alarm (behind_id) where behind_id is not null;
create index alarm_paths on alarm (outlet_id) where state = 'active' and watches is not null;
create index alarm_acknowledged on alarm (acknowledged_until) where state = 'active' and acknowledged_until is not null;
select netward_protect('alarm', 'company_id', 'select');
grant update (severity, severity_by_hand, acknowledged_at, acknowledged_by, acknowledged_until, muted, assignee_id,
  assignee_name) on alarm to {{company}}, {{tree}}, {{platform}};
create policy with_product on alarm as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without_both())::bigint[]));

-- Conditions that are not simply good: from the first bad value until nothing of it counts any more.
create table alarm_state (
  subject_id bigint not null,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  rule text collate "C" not null,
  instance text collate "C" not null,
  company_id bigint not null,
  -- Machine of modules/alarms/machine.
  machine jsonb not null,
  alarm_id bigint,
  primary key (subject_id, rule, instance),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade,
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete set null (alarm_id)
);
create index alarm_state_alarm on alarm_state (alarm_id) where alarm_id is not null;
create index alarm_state_company on alarm_state (company_id, subject_id);
select netward_protect('alarm_state', 'company_id', '');

-- Traps and messages that rules over events match, until they are followed: written with what they are of, once each, and
-- deleted by `alarm_advance`, which refuses what another process has followed meanwhile.
create table alarm_inbox (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  -- Of evaluation: the code or id of the rule, behind a mark if it only watches.
  rule text collate "C" not null,
  clears boolean not null,
  -- The interface that it is about; empty: the device.
  instance text collate "C" not null,
  at timestamptz not null,
  -- So many came one after another.
  count int not null check (count between 1 and 20),
  text text not null,
  -- Of a trap what it means, as rules name it.
  trap text,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index alarm_inbox_device on alarm_inbox (company_id, device_id, id);
select netward_protect('alarm_inbox', 'company_id', '');

-- What rules that only watch would have raised.
create table alarm_watch (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- As the alarm's.
  subject_id bigint,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  rule text collate "C" not null,
  instance text collate "C" not null,
  label text not null,
  value double precision,
  -- Of an event.
  text text,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create index alarm_watch_rule on alarm_watch (company_id, rule, raised_at, id);
create index alarm_watch_subject on alarm_watch (rule, subject_id, instance) where cleared_at is null;
create index alarm_watch_of_subject on alarm_watch (company_id, subject_id);
create index alarm_watch_old on alarm_watch (raised_at);
select netward_protect('alarm_watch', 'company_id', 'select');
select netward_follow_subject('alarm_watch');

-- Outlets in which the paths to devices, or alarms that depend on them, changed.
create table alarm_path_due (
  outlet_id bigint primary key,
  company_id bigint not null,
  due_at timestamptz not null default now(),
  -- Of the last change: what was computed before it does not end the mark.
  marked_at timestamptz not null default clock_timestamp(),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create index alarm_path_due_at on alarm_path_due (due_at);
create index alarm_path_due_company on alarm_path_due (company_id, outlet_id);
select netward_protect('alarm_path_due', 'company_id', '');

-- The timeline of alarms, never changed. `tx` orders commits: delivery takes only events that no open transaction
-- can precede (as live_event).
create table alarm_event (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  company_id bigint not null,
  alarm_id bigint not null,
  -- As the alarm's.
  subject_id bigint,
  device_id bigint generated always as (case when subject_id % 2 = 1 then subject_id end) stored,
  line_id bigint generated always as (case when subject_id % 2 = 0 then subject_id end) stored,
  -- Of the sample, or of the act.
  at timestamptz not null default clock_timestamp(),
  noted_at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- {value, because, severity, comment, assigneeName}
  detail jsonb not null default '{}',
  actor_id bigint default scope_person(),
  actor_name text,
  -- Only if it is not the alarm's.
  actor_company_name text,
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete cascade
);
create index alarm_event_alarm on alarm_event (alarm_id, id);
create index alarm_event_done on alarm_event (actor_id, at) where kind = 'acknowledged';
create index alarm_event_order on alarm_event (tx, id);
select netward_protect('alarm_event', 'company_id', 'select, insert');
select netward_follow_subject('alarm_event');
create policy with_product on alarm_event as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without_both())::bigint[]));

-- Triggers: made after the functions.

create trigger alarm_rule_orders before insert or update on alarm_rule
  for each row execute function alarm_rule_orders();
create trigger alarm_rule_changed after insert or update or delete on alarm_rule
  for each row execute function alarm_rule_changed();
create trigger alarm_rule_published after insert or update or delete on alarm_rule
  for each row execute function alarm_rule_published();
create trigger alarm_rule_of_parent after insert or update of parent_id on company
  for each row execute function alarm_rule_of_parent();
create trigger alarm_follows_place after update of outlet_id, department_id on device for each row
  when ((new.outlet_id, new.department_id) is distinct from (old.outlet_id, old.department_id))
  execute function alarm_follows_place();
create trigger alarm_follows_line after update of outlet_id, department_id on internet_line for each row
  when ((new.outlet_id, new.department_id) is distinct from (old.outlet_id, old.department_id))
  execute function alarm_follows_place();
create trigger alarm_line_changed after update of outlet_id, department_id, type on internet_line for each row
  when ((new.outlet_id, new.department_id, new.type) is distinct from (old.outlet_id, old.department_id, old.type))
  execute function alarm_line_changed();
create trigger alarm_grouped before insert on alarm for each row execute function alarm_grouped();
create trigger alarm_event_describe before insert on alarm_event for each row execute function alarm_event_describe();
create trigger alarm_device_changed after update of presence, polling, tags, outlet_id, department_id, type, state on device
  for each row when (
    ((new.presence = 'offline'), (new.polling is not distinct from 'snmp_silent'))
      is distinct from ((old.presence = 'offline'), (old.polling is not distinct from 'snmp_silent'))
    or (new.tags, new.outlet_id, new.department_id, new.type, new.state)
      is distinct from (old.tags, old.outlet_id, old.department_id, old.type, old.state))
  execute function alarm_device_changed();
create trigger alarm_ports_marked after insert on device_port_mark
  referencing new table as marked for each statement execute function alarm_ports_marked();
create trigger alarm_ports_unmarked after delete on device_port_mark
  referencing old table as marked for each statement execute function alarm_ports_marked();
create trigger alarm_device_arrived after insert on device for each row when (new.presence = 'offline')
  execute function alarm_device_changed();
create trigger alarm_company_changed after update of status, products on company for each row
  when ((old.status, old.products) is distinct from (new.status, new.products)) execute function alarm_company_changed();
create trigger alarm_path_alarm after insert or delete or update of state, outlet_id on alarm
  for each row execute function alarm_path_changed();
create trigger alarm_path_topology after insert or update of content on topology
  for each row execute function alarm_path_topology();
