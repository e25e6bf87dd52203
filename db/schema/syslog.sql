-- Syslog of known devices, kept for 7 days.

create sequence syslog_message_id;
create table syslog_message (
  -- The day of its arrival (UTC) modulo 8: a partition is emptied the day before its turn comes again.
  slot smallint not null,
  id bigint not null default nextval('syslog_message_id'),
  company_id bigint not null,
  device_id bigint not null,
  -- Of the device when it arrived.
  outlet_id bigint,
  department_id bigint,
  at timestamptz not null,
  said_at timestamptz,
  severity smallint not null check (severity between 0 and 7),
  facility smallint not null check (facility between 0 and 23),
  app text not null default '',
  text text not null,
  -- Words that it is found by, each behind its company: a list of the index is one company's. Made by platform/words.ts.
  words tsvector not null,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) partition by list (slot);
create table syslog_message_0 partition of syslog_message for values in (0);
create table syslog_message_1 partition of syslog_message for values in (1);
create table syslog_message_2 partition of syslog_message for values in (2);
create table syslog_message_3 partition of syslog_message for values in (3);
create table syslog_message_4 partition of syslog_message for values in (4);
create table syslog_message_5 partition of syslog_message for values in (5);
create table syslog_message_6 partition of syslog_message for values in (6);
create table syslog_message_7 partition of syslog_message for values in (7);
create index syslog_message_company on syslog_message (company_id, at desc, id desc);
create index syslog_message_device on syslog_message (company_id, device_id, at desc, id desc);
create index syslog_message_severity on syslog_message (company_id, severity, at desc, id desc);
create index syslog_message_words on syslog_message using gin (words);
select netward_protect('syslog_message', 'company_id', 'select');
select netward_behind_consent('syslog_message');
-- Read through their parent alone.
select netward_protect('syslog_message_0', 'company_id', '');
select netward_protect('syslog_message_1', 'company_id', '');
select netward_protect('syslog_message_2', 'company_id', '');
select netward_protect('syslog_message_3', 'company_id', '');
select netward_protect('syslog_message_4', 'company_id', '');
select netward_protect('syslog_message_5', 'company_id', '');
select netward_protect('syslog_message_6', 'company_id', '');
select netward_protect('syslog_message_7', 'company_id', '');

-- Messages by hour and severity; severity 8 counts those that were dropped.
create table syslog_hour (
  company_id bigint not null,
  device_id bigint not null,
  hour timestamptz not null,
  severity smallint not null check (severity between 0 and 8),
  messages int not null,
  primary key (company_id, device_id, hour, severity),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index syslog_hour_old on syslog_hour (hour);
create index syslog_hour_company on syslog_hour (company_id, hour);
select netward_protect('syslog_hour', 'company_id', 'select');
select netward_follow_device('syslog_hour');
select netward_behind_consent('syslog_hour');
