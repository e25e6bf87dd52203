-- Who is notified of which alarms, and by what.
create table notice_route (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Of the company's own routes; a person's have none.
  name text,
  -- Whose own route it is: it notifies that person alone.
  person_id bigint,
  enabled boolean not null default true,
  -- Whose alarms: the company's own, those of all companies below it, or of chosen ones. Groups count as they are then.
  covers text not null default 'own' check (covers in ('own', 'below', 'chosen')),
  customer_ids bigint[] not null default '{}',
  customer_group_ids bigint[] not null default '{}',
  -- Of alarms, then of work: orders, approvals and rotas, as work_event.event names them.
  events text[] not null check (events <> '{}' and events <@ array['raised', 'cleared', 'severity_set', 'acknowledged', 'reminded',
    'order_created', 'order_assigned', 'order_refused', 'order_due', 'order_overdue', 'order_carrier_late', 'order_resolved',
    'order_reopened', 'order_resumed', 'approval_asked', 'approval_decided', 'handover', 'swap',
    'part_short', 'certificate', 'shared_order', 'report_issued']),
  -- It names events of work.
  of_work boolean not null generated always as (events && array['order_created', 'order_assigned', 'order_refused', 'order_due',
    'order_overdue', 'order_carrier_late', 'order_resolved', 'order_reopened', 'order_resumed', 'approval_asked', 'approval_decided',
    'handover', 'swap', 'part_short', 'certificate', 'shared_order', 'report_issued']) stored,
  -- Empty: all of them.
  severities text[] not null default '{}',
  rules text[] not null default '{}',
  outlet_ids bigint[] not null default '{}',
  -- Null: the bell of the console.
  channel_id bigint,
  -- By a call of the gateway instead of an SMS.
  by_voice boolean not null default false,
  -- Of mail, SMS and the bell; matched within the company alone. Robots and webhooks have none.
  member_ids bigint[] not null default '{}',
  -- Who is on call by it is notified too.
  rota_id bigint,
  -- Escalation: it notifies this much later, if nobody has acknowledged the alarm by then.
  after_minutes int check (after_minutes between 1 and 1440),
  -- Minutes of the day in which all but critical ones wait.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_until int check (quiet_until between 0 and 1439),
  -- Minute of the day at which all but critical ones are sent together. Null: at once.
  digest_at int check (digest_at between 0 and 1439),
  time_zone text not null,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  foreign key (company_id, person_id) references member (company_id, person_id) on delete cascade,
  constraint notice_route_rota foreign key (company_id, rota_id) references rota (company_id, id),
  check ((quiet_from is null) = (quiet_until is null)),
  check ((name is null) = (person_id is not null)),
  check (covers = 'chosen' or customer_ids = '{}' and customer_group_ids = '{}')
);
create unique index notice_route_name on notice_route (company_id, lower(name));
create index notice_route_own on notice_route (company_id, person_id) where person_id is not null;
create index notice_route_by_rota on notice_route (company_id, rota_id) where rota_id is not null;
create index notice_route_channel on notice_route (company_id, channel_id);
create index notice_route_above on notice_route (company_id) where enabled and covers <> 'own';
select netward_protect('notice_route');

-- How far events of alarms have become deliveries.
create table notice_cursor (
  one boolean primary key default true check (one),
  tx xid8 not null,
  id bigint not null
);
insert into notice_cursor (tx, id) values (pg_current_xact_id(), 0);
select netward_seal('notice_cursor');

-- One message through one channel: what was due for its recipient when it was formed.
create table notice_message (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null,
  channel_id bigint not null,
  -- As in `delivery`.
  recipient bigint not null,
  by_voice boolean not null default false,
  -- It says how many are left of a flood, instead of each.
  summary boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'unknown')),
  attempts int not null default 0,
  made_at timestamptz not null default now(),
  attempted_at timestamptz,
  -- Since when an attempt runs. One that is found running was interrupted: what came of it is unknown.
  sending_since timestamptz,
  next_at timestamptz,
  finished_at timestamptz,
  -- Why the last attempt failed: {reason, detail}.
  failure jsonb,
  -- The gateway that it goes through after others did not deliver it; null: its channel. `trail` has those before:
  -- [{channelId, name, why, detail, at}, …].
  through_id bigint,
  trail jsonb not null default '[]',
  -- Of an SMS or a call: its id at the vendor, and what the carrier reported of it.
  vendor_id text,
  receipt text check (receipt in ('awaited', 'delivered', 'refused', 'unknown')),
  receipt_code text,
  receipt_at timestamptz,
  receipt_asked int not null default 0,
  unique (company_id, id),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade
);
create unique index notice_message_waiting on notice_message (company_id, channel_id, recipient, by_voice) where state = 'waiting';
create index notice_message_channel on notice_message (company_id, channel_id, made_at desc, id);
create index notice_message_person on notice_message (company_id, recipient, made_at) where recipient <> 0;
create index notice_message_pace on notice_message (channel_id, greatest(made_at, attempted_at));
create index notice_message_vendor on notice_message (vendor_id) where vendor_id is not null;
create index notice_message_age on notice_message (made_at);
select netward_protect('notice_message', 'company_id', 'select');

-- Links of mails that acknowledge what the mail reports. The token stands in the link alone.
create table notice_link (
  token_hash bytea primary key,
  company_id bigint not null,
  message_id uuid not null,
  person_id bigint not null,
  expires_at timestamptz not null default now() + interval '24 hours',
  foreign key (company_id, message_id) references notice_message (company_id, id) on delete cascade
);
create index notice_link_age on notice_link (expires_at);
create index notice_link_message on notice_link (company_id, message_id);
select netward_protect('notice_link', 'company_id', '');

-- Calls that a vendor may still report a key of: what names the call there is kept as a hash, and counts once.
create table notice_call (
  channel_id bigint not null,
  reference_hash bytea not null,
  company_id bigint not null,
  message_id uuid not null,
  person_id bigint not null,
  vendor_id text not null,
  expires_at timestamptz not null default now() + interval '1 hour',
  acknowledged_at timestamptz,
  primary key (channel_id, reference_hash),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references notice_message (company_id, id) on delete cascade
);
create index notice_call_age on notice_call (expires_at);
create index notice_call_channel on notice_call (company_id, channel_id);
create index notice_call_message on notice_call (company_id, message_id);
select netward_protect('notice_call', 'company_id', '');

-- Cards with buttons that were sent to a person: what their buttons act on, once and within the time.
create table notice_card (
  message_id uuid primary key,
  company_id bigint not null,
  channel_id bigint not null,
  person_id bigint not null,
  act text not null check (act in ('acknowledge', 'accept', 'decide')),
  -- The order or the approval, and its step.
  subject_id bigint,
  step int,
  expires_at timestamptz not null default now() + interval '24 hours',
  done_at timestamptz,
  check ((subject_id is null) = (act = 'acknowledge')),
  check ((step is null) = (act <> 'decide')),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references notice_message (company_id, id) on delete cascade
);
create index notice_card_age on notice_card (expires_at);
create index notice_card_channel on notice_card (company_id, channel_id);
create index notice_card_message on notice_card (company_id, message_id);
select netward_protect('notice_card', 'company_id', '');

-- Receipts of SMS that a vendor reported before it answered that it takes the message.
create table notice_early_receipt (
  channel_id bigint not null,
  vendor_id text not null,
  company_id bigint not null,
  receipt text not null check (receipt in ('delivered', 'refused')),
  receipt_code text not null,
  reported_at timestamptz not null default now(),
  primary key (channel_id, vendor_id),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade
);
create index notice_early_receipt_age on notice_early_receipt (reported_at);
create index notice_early_receipt_channel on notice_early_receipt (company_id, channel_id);
select netward_protect('notice_early_receipt', 'company_id', '');

-- What happened to a work order, an approval, a rota or a report, and may be reported: each once.
create table work_event (
  id bigint generated always as identity primary key,
  -- Whose order, approval, rota, stock or engineer it is.
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('order', 'approval', 'rota', 'part', 'engineer', 'assignment', 'report')),
  notice text not null,
  -- As routes name it.
  event text not null generated always as (case
    when kind = 'order' and notice = 'due' and (detail->>'percent')::int >= 100 then 'order_overdue'
    when kind = 'order' then 'order_' || notice
    when kind = 'approval' then case notice when 'asked' then 'approval_asked' else 'approval_decided' end
    when kind = 'part' then 'part_short' when kind = 'engineer' then 'certificate'
    when kind = 'assignment' then 'shared_order' when kind = 'report' then notice
    when notice like 'swap%' then 'swap' else 'handover' end) stored,
  severity text not null check (severity in ('critical', 'major', 'minor', 'warning')),
  outlet_id bigint not null default 0,
  department_id bigint not null default 0,
  subject_id bigint not null,
  -- What made it happen.
  source text not null,
  -- {number, title, note, actorName, clock, percent}
  detail jsonb not null default '{}',
  -- Deliveries were made of it.
  collected boolean not null default false,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, kind, source, notice)
);
create index work_event_new on work_event (id) where not collected;
create index work_event_age on work_event (created_at);
select netward_protect('work_event', 'company_id', 'select');

-- The notification of one recipient about one event of an alarm or of work: once through each channel, and once by its calls.
create table delivery (
  id bigint generated always as identity primary key,
  -- Of the recipient: its route, its channel, its person.
  company_id bigint not null references company on delete cascade,
  -- Of the alarm: the same, or a company below. Null: it is about work.
  alarm_company_id bigint,
  event_id bigint,
  alarm_id bigint,
  -- Of the order, approval or rota: the same, or a company below.
  work_company_id bigint,
  work_event_id bigint,
  transition text not null,
  -- Null: the bell of the console.
  channel_id bigint,
  -- A person; 0: the group or the program behind the channel.
  recipient bigint not null,
  by_voice boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped', 'unknown')),
  -- Why it was dropped: cleared before it was sent, about an alarm whose raise the recipient did not get, acknowledged before
  -- it was escalated, out of its recipient's sight, or to somebody whom its application has no account of.
  dropped_because text check (dropped_because in ('over', 'unheard', 'acknowledged', 'unseen', 'unlinked')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- Held back since its recipient had too many messages: the summary of the flood counts it.
  capped boolean not null default false,
  -- Of an escalation: dropped once somebody has acknowledged the alarm.
  unless_acknowledged boolean not null default false,
  message_id uuid,
  sent_at timestamptz,
  -- Of the bell.
  read_at timestamptz,
  unique nulls not distinct (company_id, event_id, work_event_id, channel_id, recipient, by_voice),
  foreign key (alarm_company_id, alarm_id) references alarm (company_id, id) on delete cascade,
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references notice_message (company_id, id) on delete cascade,
  foreign key (work_company_id, work_event_id) references work_event (company_id, id) on delete cascade,
  check (num_nonnulls(alarm_company_id, event_id, alarm_id) = case when work_event_id is null then 3 else 0 end),
  check ((work_company_id is null) = (work_event_id is null)),
  check ((state = 'dropped') = (dropped_because is not null))
);
create index delivery_due on delivery (due_at) where state = 'waiting';
create index delivery_of_alarm on delivery (alarm_id, channel_id, recipient);
create index delivery_of_work on delivery (work_company_id, work_event_id) where work_event_id is not null;
create index delivery_message on delivery (message_id) where message_id is not null;
create index delivery_own on delivery (company_id, recipient, sent_at desc, id desc) where channel_id is null and state = 'sent';
create index delivery_unread on delivery (company_id, recipient) where channel_id is null and state = 'sent' and read_at is null;
create index delivery_lately on delivery (company_id, sent_at) where channel_id is not null and sent_at is not null;
create index delivery_channel on delivery (company_id, channel_id);
create index delivery_age on delivery (created_at);
create index delivery_failed on delivery (created_at desc, id desc) where state = 'failed';
select netward_protect('delivery', 'company_id', 'select');

-- A work event reported to one person: in the bell, and by mail. Its ids are those of deliveries, so that the bell is one list.
create table work_notice (
  id bigint primary key default nextval('delivery_id_seq'),
  -- Whose bell shows it.
  company_id bigint not null references company on delete cascade,
  recipient bigint not null,
  -- Of the event: the same company, or one below.
  event_company_id bigint not null,
  event_id bigint not null,
  -- Of its mail; `routed`: it is reported as its person, or their company, chose.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'routed')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  read_at timestamptz,
  unique (company_id, recipient, event_id),
  foreign key (event_company_id, event_id) references work_event (company_id, id) on delete cascade
);
create index work_notice_waiting on work_notice (id) where state = 'waiting';
create index work_notice_own on work_notice (company_id, recipient, created_at desc, id desc);
create index work_notice_unread on work_notice (company_id, recipient) where read_at is null;
create index work_notice_event on work_notice (event_company_id, event_id);
create index work_notice_age on work_notice (created_at);
select netward_protect('work_notice', 'company_id', '');

-- Message texts of a company that replace the shipped ones.
create table notice_template (
  company_id bigint not null references company on delete cascade,
  event text not null check (event in ('raised', 'cleared', 'severity_set', 'acknowledged', 'reminded')),
  form text not null check (form in ('mail', 'robot', 'webhook')),
  language text not null check (language in ('zh', 'en')),
  subject text not null,
  line text not null,
  edited_at timestamptz not null default now(),
  edited_by text not null,
  primary key (company_id, event, form, language)
);
select netward_protect('notice_template');

-- A message to each person of a rota once a month, by each way that would notify them, which they confirm.
create table duty_test (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  rota_id bigint not null,
  member_id bigint not null,
  channel_id bigint not null,
  -- Its first day.
  month date not null,
  due_at timestamptz not null,
  queued_at timestamptz,
  state text not null default 'planned' check (state in ('planned', 'sent', 'confirmed', 'failed', 'no_address')),
  sent_at timestamptz,
  confirmed_at timestamptz,
  -- Why it was not sent: {reason, detail}.
  failure jsonb,
  unique (company_id, id),
  unique (company_id, rota_id, member_id, channel_id, month),
  foreign key (company_id, rota_id) references rota (company_id, id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade,
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade
);
create index duty_test_due on duty_test (due_at) where queued_at is null;
create index duty_test_member on duty_test (company_id, member_id);
create index duty_test_channel on duty_test (company_id, channel_id);
create index duty_test_age on duty_test (month);
select netward_protect('duty_test', 'company_id', 'select, update');

-- Triggers: made after the functions.

create trigger work_notice_show after insert on work_notice referencing new table as written
  for each statement execute function work_notice_show();
