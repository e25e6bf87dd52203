-- How outlets do, as modules/outlet-health computes it every two minutes: lists read it instead of counting.

create table outlet_health (
  outlet_id bigint primary key,
  company_id bigint not null,
  -- Null: fewer than two parts have data.
  score smallint check (score between 0 and 100),
  -- By the score; poor while the outlet is offline, whatever the score.
  band text not null default 'unknown' check (band in ('good', 'fair', 'poor', 'unknown')),
  offline boolean not null default false,
  -- Of its lines in 24 hours: minutes that count, and those within target.
  line_minutes int not null default 0,
  line_minutes_within int not null default 0,
  -- Devices that count in the online rate, and those online or overdue.
  devices int not null default 0,
  devices_online int not null default 0,
  -- Active alarms that neither maintenance nor another alarm explains.
  critical int not null default 0,
  major int not null default 0,
  minor int not null default 0,
  -- Gateways, those that drifted, and those that a firmware campaign left behind; one may be both.
  gateways int not null default 0,
  gateways_sound int not null default 0,
  drifted int not null default 0,
  outdated int not null default 0,
  -- Null: not computed yet.
  computed_at timestamptz,
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
) with (fillfactor = 70);
-- Without computed_at: an update that only moves it changes no index.
create index outlet_health_company on outlet_health (company_id, outlet_id);
create index outlet_health_company_score on outlet_health (company_id, score, outlet_id);
create index outlet_health_company_band on outlet_health (company_id, band, outlet_id);
create index outlet_health_company_best on outlet_health (company_id, score desc nulls last, outlet_id);
create index outlet_health_all_score on outlet_health (score, outlet_id);
create index outlet_health_all_best on outlet_health (score desc nulls last, outlet_id);
create index outlet_health_all_band on outlet_health (band, outlet_id);
select netward_protect('outlet_health', 'company_id', 'select');
-- Seen with its outlet.
alter policy company_scope on outlet_health using (company_id = (select scope_company())
  and case when (select whole_company()) then true
  else exists (select from outlet o where o.company_id = outlet_health.company_id and o.id = outlet_health.outlet_id) end);

-- Triggers: made after the functions.

create trigger outlet_health_begins after insert on outlet referencing new table as added
  for each statement execute function outlet_health_begins();
