-- Systems that send alarms. Only the hash of a token is kept; null: revoked.
create table inbound_source (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  kind text not null check (kind in ('zabbix', 'alertmanager', 'generic')),
  token_hash bytea,
  token_hint text,
  -- Rows of external_alarm.
  alarms int not null default 0,
  last_at timestamptz,
  problem text check (problem in ('unreadable', 'too_many')),
  problem_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null,
  unique (company_id, id),
  check ((token_hash is null) = (token_hint is null)),
  check ((problem is null) = (problem_at is null))
);
create unique index inbound_source_name on inbound_source (company_id, lower(name));
select netward_protect('inbound_source');

-- What they raised, apart from alarms of ours. All text is hostile.
create table external_alarm (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  source_id bigint not null,
  -- Of the alarm in the other system, and of one of its episodes where a key comes back.
  key text collate "C" not null,
  episode text collate "C" not null,
  -- False: its end arrived, and its beginning has not yet.
  begun boolean not null,
  severity text not null check (severity in ('critical', 'major', 'minor', 'warning', 'indeterminate')),
  host text not null,
  address inet,
  name text not null,
  text text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- What its host means: one of these, or nothing that is known here. No `outlet_id`, which would be the place of the row.
  device_id bigint,
  line_id bigint,
  matched_outlet_id bigint,
  unique (company_id, source_id, key, episode),
  foreign key (company_id, source_id) references inbound_source (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete set null (line_id),
  foreign key (company_id, matched_outlet_id) references outlet (company_id, id) on delete set null (matched_outlet_id),
  check (num_nonnulls(device_id, line_id, matched_outlet_id) <= 1),
  check (begun or ended_at is not null)
);
create index external_alarm_company on external_alarm (company_id, started_at, id);
create index external_alarm_source on external_alarm (company_id, source_id, started_at, id);
create index external_alarm_device on external_alarm (company_id, device_id, started_at) where device_id is not null;
create index external_alarm_line on external_alarm (company_id, line_id, started_at) where line_id is not null;
create index external_alarm_outlet on external_alarm (company_id, matched_outlet_id, started_at)
  where matched_outlet_id is not null;
create index external_alarm_unmatched on external_alarm (started_at)
  where device_id is null and line_id is null and matched_outlet_id is null;
create index external_alarm_old on external_alarm (started_at);
select netward_protect('external_alarm', 'company_id', 'select');
-- Somebody of some outlets or departments sees alarms of what they see.
create policy with_its_match on external_alarm as restrictive to {{company}} using (
  case when (select netward_setting('netward.outlet_ids')) is null and (select netward_setting('netward.department_ids')) is null
    then true
  when device_id is not null
    then exists (select from device d where d.company_id = external_alarm.company_id and d.id = external_alarm.device_id)
  when line_id is not null
    then exists (select from internet_line l where l.company_id = external_alarm.company_id and l.id = external_alarm.line_id)
  else exists (select from outlet o where o.company_id = external_alarm.company_id and o.id = external_alarm.matched_outlet_id) end);
select netward_behind_consent('external_alarm');
