-- Firmware of a library, and campaigns that bring it to gateways by rings.

-- ─── The library ─────────────────────────────────────────────────────────────────────────────────────────────────

create table firmware (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- As gateways tell it: a campaign is verified by it.
  version text not null check (length(version) between 1 and 64),
  -- Empty: of every maker.
  manufacturer text not null default '',
  -- Names of models or product classes, `*` for any part.
  models text[] not null check (cardinality(models) between 1 and 50),
  -- Gateways below it are left out; empty: none.
  minimum_version text not null default '',
  notes_zh text not null default '',
  notes_en text not null default '',
  signed_by text not null default '',
  state text not null default 'draft' check (state in ('draft', 'released', 'withdrawn')),
  file_id bigint,
  file_name text not null default '',
  size int,
  sha256 bytea,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  unique (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id),
  check ((file_id is null) = (size is null) and (file_id is null) = (sha256 is null)),
  check (state = 'draft' or file_id is not null)
);
create index firmware_page on firmware (company_id, created_at, id);
create index firmware_version on firmware (company_id, version, id);
select netward_protect('firmware');
-- What a company above has released serves those below it.
create policy released_above on firmware for select to {{company}}, {{tree}}
  using (state = 'released' and company_id in (select a.ancestor_id from company_ancestor a where a.company_id = (select scope_company())));

/** The patterns of a firmware's models as LIKE takes them. */
create function firmware_patterns(models text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select replace(replace(replace(replace(lower(m), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%') from unnest(models) m) $$;

/** The numbers of a version, to compare two: `V2.10.3-b7` is {2,10,3,7}. */
create function version_numbers(given text) returns numeric[] language sql immutable strict parallel safe as $$
  select array(select m[1]::numeric from regexp_matches(given, '(\d{1,18})', 'g') m) $$;
grant execute on function firmware_patterns, version_numbers to {{company}}, {{tree}}, {{platform}};

-- ─── Campaigns ───────────────────────────────────────────────────────────────────────────────────────────────────

-- What a company asks of those who upgrade its gateways from above.
create table ota_setting (
  company_id bigint primary key references company on delete cascade,
  approval boolean not null
);
select netward_protect('ota_setting', 'company_id', 'select, insert, update');

create table campaign (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  state text not null default 'draft' check (state in ('draft', 'awaiting_approval', 'scheduled', 'running', 'paused',
    'completed', 'completed_with_failures', 'cancelled')),
  -- Why it was paused by itself.
  stop_reason text check (stop_reason in ('failures', 'withdrawn')),
  firmware_company_id bigint not null,
  firmware_id bigint not null,
  -- As the firmware had it: what gateways have to come back with.
  version text not null,
  -- Of {kind, value, soakMinutes}; the last one takes the rest.
  rings jsonb not null check (jsonb_array_length(rings) between 1 and 10),
  ring_sizes int[] not null default '{}',
  -- The ring that is open, from 0; null before the first.
  ring int,
  ring_opened_at timestamptz,
  -- All of the open ring have ended: its soak time counts from here.
  ring_settled_at timestamptz,
  -- Failures of the open ring that somebody went on in spite of.
  forgiven int not null default 0,
  start_at timestamptz,
  upgrade_window text not null default 'any' check (upgrade_window in ('any', 'closed_hours', 'daily')),
  -- Minutes of the day, of `daily`; over midnight where it ends before it begins.
  from_minute int check (from_minute between 0 and 1439),
  to_minute int check (to_minute between 0 and 1439),
  -- For gateways that stand in no outlet.
  time_zone text not null,
  max_concurrent int not null check (max_concurrent between 1 and 1000),
  per_minute int not null check (per_minute between 1 and 1000),
  retries int not null check (retries between 0 and 5),
  retry_minutes int not null check (retry_minutes between 1 and 1440),
  offline_hours int not null check (offline_hours between 1 and 720),
  verify_minutes int not null check (verify_minutes between 1 and 1440),
  max_failure_percent int not null check (max_failure_percent between 0 and 100),
  -- Sent in the minute that began then.
  minute_began timestamptz,
  minute_sent int not null default 0,
  -- Of all its targets, as of the last step: exact numbers are counted from the targets.
  targets int not null default 0,
  verified int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  approved_by_name text,
  started_at timestamptz,
  ended_at timestamptz,
  unique (company_id, id),
  check ((upgrade_window = 'daily') = (from_minute is not null and to_minute is not null))
);
create index campaign_page on campaign (company_id, created_at, id);
create index campaign_all on campaign (created_at, id);
create index campaign_firmware on campaign (firmware_company_id, firmware_id);
-- Those that a step may move.
create index campaign_open on campaign (id) where ended_at is null and state <> 'draft';
select netward_protect('campaign');

create table campaign_target (
  company_id bigint not null,
  campaign_id bigint not null,
  device_id bigint not null,
  ring int not null,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'downloading', 'transferred',
    'verified', 'failed', 'aborted', 'cancelled')),
  from_version text not null,
  transfer_id bigint,
  -- Of the URL of its file, which is good until the transfer has ended.
  token_hash bytea,
  token_until timestamptz,
  attempts int not null default 0,
  -- Waiting: not before. Transferred: back with the new version until then.
  due_at timestamptz,
  fault_code text,
  fault_detail text,
  bytes_sent int not null default 0,
  changed_at timestamptz not null default now(),
  primary key (company_id, campaign_id, device_id),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) with (fillfactor = 80);
create index campaign_target_state on campaign_target (campaign_id, ring, state, device_id);
create index campaign_target_open on campaign_target (campaign_id, state)
  where state in ('queued', 'sent', 'downloading', 'transferred');
create index campaign_target_device on campaign_target (device_id);
create index campaign_target_token on campaign_target (token_hash) where token_hash is not null;
select netward_protect('campaign_target');
select netward_follow_device('campaign_target');

/** Campaigns that have a step to take. One that was cancelled has, until all that was under way has ended. */
create function campaigns_due() returns table (company_id bigint, campaign_id bigint)
  language sql stable security definer set search_path = public as $$
  select m.company_id, m.id from campaign m join company c on c.id = m.company_id
  where m.ended_at is null and c.status = 'active' and (m.state in ('running', 'paused', 'cancelled')
    or m.state = 'scheduled' and coalesce(m.start_at, now()) <= now())
  order by m.id $$;

-- ─── The files of gateways ───────────────────────────────────────────────────────────────────────────────────────

/** What the URL of a target is good for, as long as its transfer is under way. */
create function firmware_download(hash_in bytea) returns table (file_company_id bigint, file_id bigint, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.company_id, f.file_id, f.size, f.sha256
  from campaign_target t
  join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  join firmware f on f.company_id = c.firmware_company_id and f.id = c.firmware_id and f.state = 'released'
  where t.token_hash = hash_in and t.token_until > now() and t.state in ('queued', 'sent', 'downloading') $$;

create function firmware_chunk(company_in bigint, file_in bigint, position_in int) returns bytea
  language sql stable security definer set search_path = public as $$
  select data from file_chunk c where c.company_id = company_in and c.file_id = file_in and c.position = position_in
    and exists (select 1 from firmware f where f.company_id = company_in and f.file_id = file_in) $$;

/** A gateway has begun to fetch its file, or has got so far. */
create function note_download(hash_in bytea, bytes_in int) returns void
  language sql security definer set search_path = public as $$
  update campaign_target set state = 'downloading', bytes_sent = greatest(bytes_sent, bytes_in), changed_at = now()
  where token_hash = hash_in and state in ('queued', 'sent', 'downloading') $$;

grant execute on function campaigns_due, firmware_download, firmware_chunk, note_download to {{login}};
