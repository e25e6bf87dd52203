-- Settings of the installation, files, logos; what the workbench counts.

-- One row: what concerns every company.
create table platform_setting (
  only_row boolean primary key default true check (only_row),
  registration text not null default 'approval' check (registration in ('closed', 'open', 'approval')),
  image_limit int not null default 2 check (image_limit between 1 and 5)
);
select netward_seal('platform_setting');
insert into platform_setting default values;

/** What the installation is set to: also for pages that nobody has signed in to. */
create function platform_settings() returns table (registration text, image_limit int)
  language sql stable security definer set search_path = public as $$
  select registration, image_limit from platform_setting $$;

/** Changes what is given; only out of the platform's own company, never while acting in another. */
create function edit_platform_settings(registration_in text, image_limit_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  update platform_setting set registration = coalesce(registration_in, registration),
    image_limit = coalesce(image_limit_in, image_limit);
end $$;

-- ─── Files ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Contents live here in chunks; a disk cache beside each process holds copies alone.

create table file (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Made by the server from the content under a key of its own: nobody can guess it or choose it.
  name text not null check (name ~ '^[a-z0-9]{32}\.[a-z]{3}$'),
  media_type text not null,
  size int not null check (size > 0),
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  unique (company_id, id),
  unique (company_id, name)
);
create index file_name on file (name);
select netward_protect('file');

create table file_chunk (
  company_id bigint not null,
  file_id bigint not null,
  position int not null,
  data bytea not null,
  primary key (company_id, file_id, position),
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
-- Images are packed already.
alter table file_chunk alter column data set storage external;
select netward_protect('file_chunk');

create table company_logo (
  company_id bigint primary key references company on delete cascade,
  file_id bigint not null,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
select netward_protect('company_logo');

/** A file that is somebody's logo: those alone are public. */
create function find_logo(name_in text) returns table (file_id bigint, media_type text, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.id, f.media_type, f.size, f.sha256 from file f
  join company_logo l on l.company_id = f.company_id and l.file_id = f.id
  where f.name = name_in $$;

create function logo_chunks(file_in bigint) returns table (data bytea)
  language sql stable security definer set search_path = public as $$
  select k.data from company_logo l
  join file_chunk k on k.company_id = l.company_id and k.file_id = l.file_id
  where l.file_id = file_in order by k.position $$;
create index company_logo_file on company_logo (file_id);

/** Whose name and logo the sign-in page shows under a prefix; that of a frozen company looks like one that nobody has. */
create function sign_in_branding(prefix_in text) returns table (name text, logo text)
  language sql stable security definer set search_path = public as $$
  select c.name, f.name from company c
  left join company_logo l on l.company_id = c.id
  left join file f on f.company_id = l.company_id and f.id = l.file_id
  where prefix_in <> '' and c.prefix = lower(prefix_in) and c.status = 'active' $$;

create function rename_company(name_in text) returns void
  language sql security definer set search_path = public as $$
  update company set name = name_in where id = scope_company();
  update org_node set name = name_in where company_id = scope_company() and parent_id is null $$;

grant execute on function platform_settings, find_logo, logo_chunks, sign_in_branding to {{login}};
grant execute on function platform_settings, edit_platform_settings, rename_company
  to {{company}}, {{tree}}, {{platform}};

-- ─── Workbench ───────────────────────────────────────────────────────────────────────────────────────────────
-- Recent events of a company, of an MSP and of all, each from an index of its own: never a scan over what others did.

alter table device_timeline add column msp_id bigint;
update device_timeline t set msp_id = d.msp_id from device d where d.id = t.device_id;
alter table device_timeline alter column msp_id set not null;
-- As for device.
alter table device_timeline alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);

create function device_timeline_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id;
  return new;
end $$;
create trigger device_timeline_set_msp before insert on device_timeline
  for each row when (new.msp_id is null) execute function device_timeline_set_msp();

drop policy tree_scope on device_timeline;
create policy tree_scope on device_timeline to {{tree}} using (msp_id in (select visible_msps()))
  with check (company_id = (select scope_company()));

/** Not what another entry beside it says, nor what the platform does by itself and succeeds in. */
create function event_worth_telling(kind text, detail jsonb) returns boolean
  language sql immutable parallel safe
  return kind not in ('inform.value_change', 'inform.periodic', 'inform.scheduled', 'inform.connection_request',
      'credentials.set', 'credentials.proved')
    and not (kind = 'command.done' and detail->>'kind' in ('get_parameter_names', 'get_parameter_values', 'set_credentials'));

create index device_timeline_company on device_timeline (company_id, id desc) where event_worth_telling(kind, detail);
create index device_timeline_msp on device_timeline (msp_id, id desc) where event_worth_telling(kind, detail);
create index device_timeline_all on device_timeline (id desc) where event_worth_telling(kind, detail);
create index device_timeline_failed_company on device_timeline (company_id, at, id) where kind = 'command.failed';
create index device_timeline_failed_msp on device_timeline (msp_id, at, id) where kind = 'command.failed';
create index device_timeline_failed on device_timeline (at, id) where kind = 'command.failed';
-- All of them, in whatever company, are few at any time.
create index device_guarded_all on device (guard, id) where state = 'claimed' and guard <> 'none';

grant execute on function event_worth_telling to {{company}}, {{tree}}, {{platform}};
