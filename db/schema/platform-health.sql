-- How the platform itself does (modules/platform-health), read by its operator alone.

-- The worst of each five minutes; the samples are those written in them. Kept for 30 days.
create table health_point (
  at timestamptz primary key,
  samples bigint not null default 0,
  -- Null: nothing looked in these five minutes.
  late int,
  waiting int,
  running int,
  failed int
);
select netward_seal('health_point');

-- Devices whose last round is overdue, by who asks them: made anew every minute, since one index by due time would have to be
-- written with each round of each device.
create table health_late (
  company_id bigint not null references company on delete cascade,
  -- The probe that asks them; null: a poller.
  probe_id bigint,
  -- The poller that holds their shares; null: no process does.
  poller text,
  devices int not null,
  oldest_at timestamptz not null,
  unique nulls not distinct (company_id, probe_id, poller)
);
select netward_protect('health_late', 'company_id', '');
