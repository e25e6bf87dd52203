-- Campaigns whose step costs what it moves, live ones, backups and ways back, programmes, firmware in pieces.

-- What was sent to a device, and with which URL, is seen from above as its commands are.
select netward_behind_consent('device_transfer');

-- ─── Steps that cost what they move ──────────────────────────────────────────────────────────────────────────────

alter table campaign_target
  -- Waiting, and not to be asked as it is: looked at again when its device tells something new.
  add column parked boolean not null default false,
  -- Verified, and offline since, or offline more than once: it informs less than it did.
  add column lost boolean not null default false,
  -- How often it went offline since it was verified.
  add column drops int not null default 0;
-- Those that a step may ask, by when.
create index campaign_target_ready on campaign_target
  (campaign_id, ring, (coalesce(due_at, '-infinity'::timestamptz)), device_id) where state = 'waiting' and not parked;
create index campaign_target_parked on campaign_target (campaign_id, ring) where state = 'waiting' and parked;
create index campaign_target_changed on campaign_target (campaign_id, changed_at, device_id);

/** What a target counts as: while it is under way its states change without a word to anybody. */
create function target_standing(state text, lost boolean) returns text language sql immutable parallel safe return
  case when state in ('queued', 'sent', 'downloading', 'transferred') then 'under_way'
    when state = 'verified' and lost then 'lost' else state end;

-- How many targets of a ring count as what; kept by the triggers below.
create table campaign_count (
  company_id bigint not null,
  campaign_id bigint not null,
  ring int not null,
  standing text not null,
  n int not null,
  primary key (company_id, campaign_id, ring, standing),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
) with (fillfactor = 50);
select netward_protect('campaign_count', 'company_id', 'select');
-- Numbers of a whole company, as device_tally.
create policy whole_company on campaign_count as restrictive to {{company}} using ((select whole_company()));

create function count_targets() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    update campaign_count c set n = c.n - g.n
    from (select company_id, campaign_id, ring, target_standing(state, lost) as standing, count(*) as n from old_rows
      group by 1, 2, 3, 4) g
    where c.company_id = g.company_id and c.campaign_id = g.campaign_id and c.ring = g.ring and c.standing = g.standing;
  elsif tg_op = 'INSERT' then
    insert into campaign_count as c (company_id, campaign_id, ring, standing, n)
    select company_id, campaign_id, ring, target_standing(state, lost), count(*) from new_rows
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company_id, campaign_id, ring, standing) do update set n = c.n + excluded.n;
  else
    insert into campaign_count as c (company_id, campaign_id, ring, standing, n)
    select company_id, campaign_id, ring, standing, sum(n) from (
      select company_id, campaign_id, ring, target_standing(state, lost) as standing, 1 as n from new_rows
      union all
      select company_id, campaign_id, ring, target_standing(state, lost), -1 from old_rows) d
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (company_id, campaign_id, ring, standing) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger campaign_target_come after insert on campaign_target
  referencing new table as new_rows for each statement execute function count_targets();
create trigger campaign_target_moved after update on campaign_target
  referencing old table as old_rows new table as new_rows for each statement execute function count_targets();
create trigger campaign_target_gone after delete on campaign_target
  referencing old table as old_rows for each statement execute function count_targets();
insert into campaign_count (company_id, campaign_id, ring, standing, n)
select company_id, campaign_id, ring, target_standing(state, lost), count(*) from campaign_target group by 1, 2, 3, 4;

-- What devices of open campaigns told: added to by whoever changes them, taken by the next step. Nobody waits for a step.
create table campaign_told (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  campaign_id bigint not null,
  device_id bigint not null,
  went_offline boolean not null,
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
);
create index campaign_told_next on campaign_told (campaign_id, id);
select netward_protect('campaign_told', 'company_id', 'select, delete');

create function tell_campaigns() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_told (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, new.presence = 'offline' and old.presence <> 'offline'
  from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  where t.device_id = new.id and t.state not in ('aborted', 'cancelled') and c.ended_at is null
    and c.state not in ('draft', 'awaiting_approval');
  return null;
end $$;
create trigger device_campaigns after update of software_version, presence, state, guard on device for each row
  when (new.software_version <> old.software_version or new.presence <> old.presence or new.state <> old.state
    or new.guard <> old.guard)
  execute function tell_campaigns();

-- ─── Live campaigns ──────────────────────────────────────────────────────────────────────────────────────────────

alter table campaign
  -- Of a live one: gateways that come to fit until then are taken in. By these filters of the device list.
  add column live_until timestamptz,
  add column filters jsonb,
  add column live_looked_at timestamptz,
  add check ((live_until is null) = (filters is null));

-- ─── Backups of configurations ───────────────────────────────────────────────────────────────────────────────────

-- One configuration file of a gateway, as it sent it: it may hold secrets, and is sealed.
create table device_backup (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  device_id bigint not null,
  reason text not null check (reason in ('by_hand', 'campaign')),
  software_version text not null,
  -- Of the URL that it is sent to, which is good until its transfer has ended.
  token_hash bytea,
  token_until timestamptz,
  transfer_id bigint,
  stored_at timestamptz,
  size int,
  sha256 bytea,
  content bytea,
  -- Of the URL that the gateway fetches it back from.
  restore_hash bytea,
  restore_until timestamptz,
  restore_transfer_id bigint,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  unique (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  check ((stored_at is null) = (content is null) and (content is null) = (size is null) and (size is null) = (sha256 is null))
);
alter table device_backup alter column content set storage external;
create index device_backup_page on device_backup (company_id, device_id, id);
create index device_backup_token on device_backup (token_hash) where token_hash is not null;
create index device_backup_restore on device_backup (restore_hash) where restore_hash is not null;
create index device_backup_unstored on device_backup (created_at) where stored_at is null;
select netward_protect('device_backup');
select netward_follow_device('device_backup');
select netward_behind_consent('device_backup');

alter table campaign add column backup text not null default 'none' check (backup in ('none', 'try', 'require'));
alter table campaign_target
  add column backup_id bigint,
  add column backing_up boolean not null default false,
  add column backup text check (backup in ('stored', 'lacking'));

/** Which backup a URL is for, as long as its transfer is under way. */
create function backup_expected(hash_in bytea) returns bigint
  language sql stable security definer set search_path = public as $$
  select b.id from device_backup b join device_transfer x on x.id = b.transfer_id
  where b.token_hash = hash_in and b.token_until > now() and x.ended_at is null $$;

/** Keeps what a gateway sent, sealed; of one gateway the newest ten. */
create function store_backup(hash_in bytea, content_in bytea, size_in int, sha256_in bytea) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  b device_backup;
begin
  update device_backup set content = content_in, size = size_in, sha256 = sha256_in, stored_at = now()
  where id = backup_expected(hash_in) returning * into b;
  if b.id is null then return false; end if;
  delete from device_backup o where o.company_id = b.company_id and o.device_id = b.device_id and o.stored_at is not null
    and o.id not in (select k.id from device_backup k where k.company_id = b.company_id and k.device_id = b.device_id
      and k.stored_at is not null order by k.id desc limit 10);
  perform note_live(b.company_id, 'command.changed', b.device_id, '{}');
  return true;
end $$;

/** The backup that a gateway fetches back by its URL, as long as that transfer is under way. */
create function backup_download(hash_in bytea) returns table (backup_id bigint, content bytea)
  language sql stable security definer set search_path = public as $$
  select b.id, b.content from device_backup b join device_transfer x on x.id = b.restore_transfer_id
  where b.restore_hash = hash_in and b.restore_until > now() and x.ended_at is null and b.stored_at is not null $$;

/** Backups that never came. */
create function prune_backups() returns int language sql security definer set search_path = public as $$
  with gone as (delete from device_backup where stored_at is null and created_at < now() - interval '7 days' returning 1)
  select count(*)::int from gone $$;
grant execute on function backup_expected, store_backup, backup_download, prune_backups to {{login}};

-- ─── Ways back ───────────────────────────────────────────────────────────────────────────────────────────────────

-- One that comes back with a version that nobody wanted, or goes offline again and again, is brought back by itself.
alter table campaign add column auto_rollback boolean not null default false;
alter table campaign_target
  -- Reading which partitions it has, starting from the other one, or fetching its earlier version.
  add column rollback text check (rollback in ('wanted', 'reading', 'switching', 'fetching', 'done', 'failed')),
  add column rollback_command_id bigint,
  add column rollback_firmware_id bigint,
  add column rollback_due timestamptz,
  add column rollback_fault text;
create index campaign_target_rollback on campaign_target (campaign_id, rollback, device_id)
  where rollback in ('wanted', 'reading', 'switching', 'fetching');

/** As in 0029, and ended ones that gateways are still brought back of. */
create or replace function campaigns_due() returns table (company_id bigint, campaign_id bigint)
  language sql stable security definer set search_path = public as $$
  select m.company_id, m.id from campaign m join company c on c.id = m.company_id
  where c.status = 'active' and (
    m.ended_at is null and (m.state in ('running', 'paused', 'cancelled')
      or m.state = 'scheduled' and coalesce(m.start_at, now()) <= now())
    or m.id in (select t.campaign_id from campaign_target t
      where t.rollback in ('wanted', 'reading', 'switching', 'fetching')))
  order by m.id $$;

/** As in 0029; one that is brought back fetches its earlier version. */
create or replace function firmware_download(hash_in bytea)
  returns table (file_company_id bigint, file_id bigint, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.company_id, f.file_id, f.size, f.sha256
  from campaign_target t
  join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  join firmware f on f.state = 'released' and case when t.rollback = 'fetching' then f.id = t.rollback_firmware_id
    else f.company_id = c.firmware_company_id and f.id = c.firmware_id end
  where t.token_hash = hash_in and t.token_until > now()
    and (t.state in ('queued', 'sent', 'downloading') or t.rollback = 'fetching') $$;

/** Those of a ring that have failed or inform less. */
create function ring_failures(campaign_in bigint, ring_in int) returns int
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(n), 0)::int from campaign_count
  where company_id = scope_company() and campaign_id = campaign_in and ring = ring_in and standing in ('failed', 'lost') $$;
grant execute on function target_standing, ring_failures to {{company}}, {{tree}}, {{platform}};

-- ─── Firmware in parts ───────────────────────────────────────────────────────────────────────────────────────────

-- Megabytes of a file that is sent in parts.
alter table platform_setting add column firmware_limit int not null default 256 check (firmware_limit between 20 and 2000);
/** As in 0014, with the limit of firmware. */
create or replace function edit_platform_settings(changes jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  update platform_setting s set
    registration = n.registration, image_limit = n.image_limit, platform_name = n.platform_name,
    file_limit = n.file_limit, firmware_limit = n.firmware_limit, session_idle_minutes = n.session_idle_minutes,
    session_hours = n.session_hours, password_length = n.password_length, password_classes = n.password_classes,
    storage_cycle = n.storage_cycle, sync_interval = n.sync_interval, default_language = n.default_language
  from (select (jsonb_populate_record(p, changes - 'only_row')).* from platform_setting p) n;
end $$;

-- One file on its way into a draft. Its parts are chunks of a file that nothing refers to before it is whole.
create table firmware_upload (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  firmware_id bigint not null,
  file_id bigint not null,
  file_name text not null,
  size int not null check (size > 0),
  received int not null default 0 check (received between 0 and size),
  started_by_name text not null,
  touched_at timestamptz not null default now(),
  unique (company_id, firmware_id),
  foreign key (company_id, firmware_id) references firmware (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index firmware_upload_touched on firmware_upload (touched_at);
create index firmware_upload_file on firmware_upload (company_id, file_id);
select netward_protect('firmware_upload');

/** Those that nobody has gone on with for two days, with what had come of them. */
create function sweep_uploads() returns int language sql security definer set search_path = public as $$
  with gone as (
    delete from file f using firmware_upload u
    where u.touched_at < now() - interval '2 days' and f.company_id = u.company_id and f.id = u.file_id returning 1)
  select count(*)::int from gone $$;
grant execute on function sweep_uploads to {{login}};

-- ─── Programmes ──────────────────────────────────────────────────────────────────────────────────────────────────

-- One plan of an MSP or the platform for many tenants: each has a campaign of its own, which it sees and approves.
create table ota_programme (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null check (length(name) between 1 and 100),
  firmware_id bigint not null,
  version text not null,
  filters jsonb not null,
  plan jsonb not null,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  unique (company_id, id)
);
create index ota_programme_page on ota_programme (company_id, created_at, id);
select netward_protect('ota_programme');

create table ota_programme_tenant (
  company_id bigint not null,
  programme_id bigint not null,
  tenant_id bigint not null references company on delete cascade,
  tenant_name text not null,
  -- A campaign of the tenant's; null where it was refused.
  campaign_id bigint,
  refusal text,
  primary key (company_id, programme_id, tenant_id),
  foreign key (company_id, programme_id) references ota_programme (company_id, id) on delete cascade,
  check ((campaign_id is null) = (refusal is not null))
);
create index ota_programme_tenant_name on ota_programme_tenant (company_id, programme_id, tenant_name, tenant_id);
create index ota_programme_tenant_of on ota_programme_tenant (tenant_id);
select netward_protect('ota_programme_tenant');

-- Of a campaign that belongs to a programme: the company whose it is. Once that is above the tenant no more, it ends.
alter table campaign add column programme_company_id bigint;

/** Whether the company whose programme a campaign is of still stands above the company of this transaction. */
create function is_below(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from company_ancestor a where a.company_id = scope_company() and a.ancestor_id = company_in) $$;
grant execute on function is_below to {{company}}, {{tree}}, {{platform}};
alter table campaign add column programme_id bigint, add check ((programme_id is null) = (programme_company_id is null));
-- Once a tenant, however often it is asked.
create unique index campaign_programme on campaign (company_id, programme_company_id, programme_id)
  where programme_id is not null;
alter table campaign drop constraint campaign_stop_reason_check;
alter table campaign add constraint campaign_stop_reason_check
  check (stop_reason in ('failures', 'withdrawn', 'moved_away'));
create index campaign_target_aside on campaign_target (campaign_id) where backup is not null or rollback is not null;
