-- Who is on call.

create table rota (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  time_zone text not null,
  note text not null default '',
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id)
);
create unique index rota_name on rota (company_id, lower(name));
select netward_protect('rota');

-- The first layer that covers a moment decides.
create table rota_layer (
  company_id bigint not null,
  rota_id bigint not null,
  position int not null,
  name text not null,
  starts_on date not null,
  handover_minute int not null check (handover_minute between 0 and 1439),
  period text not null check (period in ('day', 'week')),
  length int not null check (length between 1 and 52),
  -- ISO weekdays; empty: all.
  days int[] not null default '{}',
  calendar text not null default 'all' check (calendar in ('all', 'workdays', 'days_off')),
  from_minute int check (from_minute between 0 and 1439),
  to_minute int check (to_minute between 0 and 1439),
  primary key (company_id, rota_id, position),
  foreign key (company_id, rota_id) references rota (company_id, id) on delete cascade,
  check ((from_minute is null) = (to_minute is null))
);
select netward_protect('rota_layer');

create table rota_turn (
  company_id bigint not null,
  rota_id bigint not null,
  layer int not null,
  position int not null,
  member_id bigint not null,
  primary key (company_id, rota_id, layer, position),
  foreign key (company_id, rota_id, layer) references rota_layer (company_id, rota_id, position) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
create index rota_turn_member on rota_turn (company_id, member_id);
select netward_protect('rota_turn');

-- Who is on call now, for what runs in the database. A row that is missing or over is computed anew. Whatever changes
-- the rota ends it early and leaves the member, so that an alarm meanwhile still finds somebody.
create table rota_duty (
  company_id bigint not null,
  rota_id bigint not null,
  -- Null: nobody.
  member_id bigint,
  until timestamptz not null,
  primary key (company_id, rota_id),
  foreign key (company_id, rota_id) references rota (company_id, id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
create index rota_duty_until on rota_duty (until);
create index rota_duty_member on rota_duty (company_id, member_id) where member_id is not null;
select netward_protect('rota_duty', 'company_id', 'select, update');

-- Somebody stands in for a time: entered by an editor, or asked of a colleague, whose consent it needs.
create table rota_change (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  rota_id bigint not null,
  member_id bigint not null,
  asked_by bigint,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null check (state in ('asked', 'standing', 'declined', 'withdrawn')),
  reason text not null default '',
  entered_by text not null,
  entered_at timestamptz not null default now(),
  -- The last that stands decides.
  stands_since timestamptz,
  unique (company_id, id),
  foreign key (company_id, rota_id) references rota (company_id, id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade,
  foreign key (company_id, asked_by) references member (company_id, id) on delete cascade,
  check (ends_at > starts_at),
  check ((state = 'standing') = (stands_since is not null))
);
create index rota_change_time on rota_change (company_id, rota_id, ends_at);
create index rota_change_member on rota_change (company_id, member_id);
create index rota_change_asker on rota_change (company_id, asked_by) where asked_by is not null;
select netward_protect('rota_change');

create table rota_handover (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  rota_id bigint not null,
  -- Their names stay when they leave.
  from_member_id bigint,
  from_name text not null,
  to_member_id bigint,
  to_name text not null,
  written_at timestamptz not null default now(),
  -- The end of the shift that it was made for; null: written during the shift.
  shift_ended_at timestamptz,
  -- By who hands over. Null: what is found in the data is all that it says so far.
  completed_at timestamptz,
  open int not null,
  unacknowledged int not null,
  -- As found when it was made: alarms that are active, the worst first; of these what is watched; orders with a promise.
  open_ids bigint[] not null default '{}',
  watched_ids bigint[] not null default '{}',
  promised_ids bigint[] not null default '{}',
  watched text not null default '',
  promised text not null default '',
  reminded_at timestamptz,
  accepted_at timestamptz,
  unique (company_id, id),
  unique (company_id, rota_id, shift_ended_at),
  foreign key (company_id, rota_id) references rota (company_id, id) on delete cascade,
  foreign key (company_id, from_member_id) references member (company_id, id) on delete set null (from_member_id),
  foreign key (company_id, to_member_id) references member (company_id, id) on delete set null (to_member_id)
);
create index rota_handover_page on rota_handover (company_id, rota_id, id desc);
create index rota_handover_from on rota_handover (company_id, from_member_id) where from_member_id is not null;
create index rota_handover_member on rota_handover (company_id, to_member_id) where to_member_id is not null;
create index rota_handover_late on rota_handover (shift_ended_at) where accepted_at is null and reminded_at is null;
select netward_protect('rota_handover');

-- Days that the platform imported, before those that a library knows.
create table holiday (
  day date primary key,
  off boolean not null,
  name text not null
);
select netward_seal('holiday');

-- Triggers: made after the functions.

create trigger rota_turns_gone after delete on rota_turn referencing old table as old_rows
  for each statement execute function rota_turns_gone();
create trigger rota_member_moved after update of status on member
  for each row when (old.status <> new.status) execute function rota_member_moved();
