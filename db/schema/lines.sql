-- How internet lines are measured, and what was found. Values themselves are samples of the line (metrics.sql); here is what
-- lists, figures and the ledger of outages need of them.

-- What a company changed of a shipped profile; without a row it is as shipped (packages/contract/src/line-profiles.ts).
create table line_profile (
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('broadband', 'adsl', 'mobile', 'dedicated', 'vpn', 'satellite')),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  changed_at timestamptz not null default now(),
  changed_by text not null,
  primary key (company_id, kind)
);
select netward_protect('line_profile');

-- One row a line: how it is measured, and how it does.
create table line_standing (
  company_id bigint not null,
  line_id bigint primary key,
  -- Null: by the type of the line.
  profile text check (profile in ('broadband', 'adsl', 'mobile', 'dedicated', 'vpn', 'satellite')),
  -- Addresses of the line's own that replace those of its profile; empty: the profile's.
  isp_host text not null default '',
  business_host text not null default '',
  state text not null default 'unmeasured' check (state in ('up', 'down', 'blind', 'unmeasured')),
  since timestamptz not null default now(),
  measured_at timestamptz,
  measured_by text check (measured_by in ('probe', 'server', 'gateway')),
  -- Of the last minute with tests: the worst target.
  loss real,
  rtt real,
  jitter real,
  mos real,
  -- The probe that tests it from its outlet; null: none does. Kept by triggers.
  probe_id bigint,
  -- Whether it was within target in the last day and week, and as of when; null: nothing that was measured counts.
  day_target text check (day_target in ('within', 'outside', 'seldom')),
  week_target text check (week_target in ('within', 'outside', 'seldom')),
  judged_at timestamptz,
  -- Minutes from here on are new to the ledger of outages.
  unledgered_from timestamptz,
  -- When its throughput is tested next; null: not planned.
  throughput_at timestamptz,
  -- When its gateway is asked to ping next. Lines that nothing else measures come again, others once an outage begins.
  gateway_at timestamptz,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade,
  foreign key (company_id, probe_id) references probe (company_id, id) on delete set null (probe_id)
) with (fillfactor = 60);
create index line_standing_probe on line_standing (company_id, probe_id) where probe_id is not null;
create index line_standing_company_loss on line_standing (company_id, loss desc nulls last, line_id);
create index line_standing_company_rtt on line_standing (company_id, rtt desc nulls last, line_id);
create index line_standing_company_jitter on line_standing (company_id, jitter desc nulls last, line_id);
create index line_standing_company_mos on line_standing (company_id, mos desc nulls last, line_id);
create index line_standing_company_state on line_standing (company_id, state, line_id);
create index line_standing_all_loss on line_standing (loss desc nulls last, line_id);
create index line_standing_all_rtt on line_standing (rtt desc nulls last, line_id);
create index line_standing_all_jitter on line_standing (jitter desc nulls last, line_id);
create index line_standing_all_mos on line_standing (mos desc nulls last, line_id);
create index line_standing_company_day on line_standing (company_id, day_target, line_id) where day_target is not null;
create index line_standing_company_week on line_standing (company_id, week_target, line_id) where week_target is not null;
create index line_standing_outside_day on line_standing (line_id) where day_target = 'outside';
create index line_standing_outside_week on line_standing (line_id) where week_target = 'outside';
create index line_standing_judged on line_standing (judged_at nulls first) where measured_at is not null;
create index line_standing_measured on line_standing (measured_at) where state <> 'unmeasured';
create index line_standing_gateway on line_standing (gateway_at) where gateway_at is not null;
create index line_standing_unledgered on line_standing (unledgered_from) where unledgered_from is not null;
select netward_protect('line_standing', 'company_id', 'select');
create policy with_product on line_standing as restrictive for select to {{tree}}, {{platform}}
  using (company_id <> all ((select companies_without('link_testing'))::bigint[]));
select netward_follow_line('line_standing');
grant update (profile, isp_host, business_host) on line_standing to {{company}}, {{tree}}, {{platform}};

-- Minutes of an hour, a letter each: u(p), o (up, outside of its limits), d(own), b(lind), - nothing measured. Arrays hold the
-- worst target of each minute, so that order and repeats of values do not matter.
create table line_hour (
  company_id bigint not null,
  line_id bigint not null,
  hour timestamptz not null,
  minutes text not null default repeat('-', 60) check (minutes ~ '^[uodb-]{60}$'),
  loss real[] not null default array_fill(null::real, array[60]),
  rtt real[] not null default array_fill(null::real, array[60]),
  p95 real[] not null default array_fill(null::real, array[60]),
  jitter real[] not null default array_fill(null::real, array[60]),
  mos real[] not null default array_fill(null::real, array[60]),
  -- Targets that nothing came back from: a bit each, by the place in `testedParts` of the contract.
  failed smallint[] not null default array_fill(0::smallint, array[60]),
  -- Means of these arrays, and how many minutes each counts.
  tests int not null default 0,
  loss_mean real,
  rtt_mean real,
  p95_mean real,
  jitter_mean real,
  mos_mean real,
  primary key (line_id, hour),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
) with (fillfactor = 70);
create index line_hour_company on line_hour (company_id, hour);
create index line_hour_hour on line_hour (hour);
select netward_protect('line_hour', 'company_id', 'select');
select netward_follow_line('line_hour');

-- The 95th percentile of the use of a line in a day (UTC), of means of 5 minutes, in per cent of the contracted bandwidth. Null:
-- nothing was measured. Without samples that came later than some hours after it.
create table line_use_day (
  company_id bigint not null,
  line_id bigint not null,
  day date not null,
  down real,
  up real,
  primary key (line_id, day),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create index line_use_day_company on line_use_day (company_id, line_id);
create index line_use_day_day on line_use_day (day);
select netward_protect('line_use_day', 'company_id', 'select');
select netward_follow_line('line_use_day');

-- The ledger: derived from minutes; cause and responsibility are a person's, or a named rule's.
create table line_outage (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  line_id bigint not null,
  began_at timestamptz not null,
  -- Null: it lasts.
  ended_at timestamptz,
  down_minutes int not null check (down_minutes >= 0),
  -- The minute that lost most, of several the slowest, then the first; what it lost, and what its round trips took.
  worst_at timestamptz not null,
  worst_loss real,
  worst_rtt real,
  -- Targets that failed while it was down, as in `line_hour.failed`.
  failed smallint not null default 0,
  -- The gateway that carries the line reported meanwhile: then the line was not down.
  second_view text not null check (second_view in ('none', 'agrees', 'disagrees')),
  -- What says so: its Inform, or its own ping by the line, which no Inform corrects.
  second_by text not null default 'inform' check (second_by in ('inform', 'ping')),
  -- When that ping was over.
  second_at timestamptz,
  cause text not null default 'unknown' check (cause in ('isp', 'power', 'equipment', 'our_change', 'unknown')),
  responsibility text not null default 'unknown' check (responsibility in ('isp', 'customer', 'provider', 'unknown')),
  -- The rule that set cause and responsibility (ledger/cause-rules.ts); null: a person did, or nobody yet.
  cause_rule text check (cause_rule in ('maintenance', 'path', 'carrier')),
  cause_by text not null default '',
  cause_at timestamptz,
  note text not null default '',
  unique (company_id, id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade,
  check (ended_at > began_at)
);
create unique index line_outage_began on line_outage (company_id, line_id, began_at);
create index line_outage_company on line_outage (company_id, began_at, id);
create index line_outage_all on line_outage (began_at, id);
create index line_outage_uncaused on line_outage (began_at) where cause_at is null;

select netward_protect('line_outage', 'company_id', 'select');
select netward_follow_line('line_outage');
grant update (cause, responsibility, cause_rule, cause_by, cause_at, note) on line_outage to {{company}}, {{tree}}, {{platform}};

create table line_path (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  line_id bigint not null,
  at timestamptz not null,
  target text not null,
  moment text not null check (moment in ('healthy', 'onset', 'after_5_minutes', 'end', 'asked')),
  method text not null check (method in ('mtr', 'traceroute')),
  path jsonb not null,
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create unique index line_path_line on line_path (company_id, line_id, at, target, moment);

select netward_protect('line_path', 'company_id', 'select');
select netward_follow_line('line_path');

-- Whose networks hosts on paths are in: as the platform imported them, for everybody.
create table address_network (
  prefix cidr primary key,
  asn bigint not null check (asn between 0 and 4294967295),
  name text not null check (length(name) <= 100),
  imported_at timestamptz not null default now()
);
-- The narrowest prefix that holds an address.
create index address_network_prefix on address_network using gist (prefix inet_ops);
select netward_seal('address_network');

-- The last result of each test of a line.
create table line_test (
  company_id bigint not null,
  line_id bigint not null,
  target text not null,
  at timestamptz not null,
  result jsonb not null,
  primary key (line_id, target),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create index line_test_company on line_test (company_id, line_id);
select netward_protect('line_test', 'company_id', 'select');
select netward_follow_line('line_test');

-- Lines of one ISP in one city that go down together, whichever company has them (modules/lines/carrier). Who asks gets their
-- share of it from functions alone.
create table carrier_outage (
  -- Says nothing of how many there are.
  id uuid primary key default gen_random_uuid(),
  isp text not null,
  city text not null,
  -- {zh, en}: what alarms call it.
  names jsonb not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at > began_at)
);
create index carrier_outage_group on carrier_outage (isp, city, began_at);
create index carrier_outage_open on carrier_outage (began_at) where ended_at is null;
select netward_seal('carrier_outage');

create table carrier_outage_line (
  outage_id uuid not null references carrier_outage on delete cascade,
  company_id bigint not null,
  line_id bigint not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (outage_id, line_id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
create index carrier_outage_line_line on carrier_outage_line (company_id, line_id);
select netward_protect('carrier_outage_line', 'company_id', '');

-- ISPs and cities whose outages changed: from which moment on they are looked at anew.
-- A queue, since batches that mark several would wait for each other at one row of each.
create table carrier_due (
  id bigint generated always as identity primary key,
  isp text not null,
  city text not null,
  from_at timestamptz not null
);
create index carrier_due_group on carrier_due (isp, city);
select netward_seal('carrier_due');

-- Triggers: made after the functions.

create trigger internet_line_stands after insert on internet_line referencing new table as added
  for each statement execute function line_stands();
create trigger internet_line_placed after update of outlet_id, ip_address, type, device_id on internet_line
  for each row when ((old.outlet_id, old.ip_address, old.type, old.device_id)
    is distinct from (new.outlet_id, new.ip_address, new.type, new.device_id))
  execute function internet_line_placed();
create trigger internet_line_gone after delete on internet_line referencing old table as removed
  for each statement execute function internet_lines_gone();
create trigger line_standing_planned after update of profile, isp_host, business_host on line_standing
  for each row when (new.probe_id is not null) execute function line_standing_planned();
create trigger line_profile_planned after insert or update or delete on line_profile
  for each row execute function line_profile_planned();

create trigger line_outage_carrier after insert or delete or update of began_at, ended_at, second_view on line_outage
  for each row execute function carrier_mark();
create trigger internet_line_carrier after update of isp, outlet_id on internet_line
  for each row when ((old.isp, old.outlet_id) is distinct from (new.isp, new.outlet_id)) execute function carrier_line_changed();
-- Not `of city`: it is generated.
create trigger outlet_carrier after update on outlet
  for each row when (old.city is distinct from new.city) execute function carrier_outlet_moved();
create trigger company_carrier after update of carrier_findings, status, products on company
  for each row when ((old.carrier_findings, old.status, old.products) is distinct from (new.carrier_findings, new.status, new.products))
  execute function carrier_company_changed();
