-- Links that show pages of charts on a screen without a person: which pages, narrowed how, from which addresses, until when.
create table wall_screen (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Who made it, and whose rights it has. Null: no member any more.
  member_id bigint,
  made_by text not null,
  name text not null,
  -- Of the secret of the link.
  token_hash bytea not null,
  -- Codes of pages, in the order in which they are shown.
  pages text[] not null check (cardinality(pages) between 1 and 4),
  -- By what the pages are narrowed, as their panels take it.
  filters jsonb not null default '{}',
  ranges cidr[] not null check (cardinality(ranges) between 1 and 20),
  time_zone text not null,
  language text not null check (language in ('zh', 'en')),
  look text not null check (look in ('light', 'dark', 'clock')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '90 days'),
  ended_at timestamptz,
  -- A person ended it, its maker lost the right to it, or the customer that it shows moved to another MSP.
  ended_because text check (ended_because in ('person', 'rights', 'moved')),
  ended_by text,
  last_seen_at timestamptz,
  last_seen_address inet,
  check ((ended_at is null) = (ended_because is null)),
  unique (company_id, id),
  constraint wall_screen_token unique (token_hash),
  foreign key (company_id, member_id) references member (company_id, id) on delete set null (member_id)
);
create index wall_screen_list on wall_screen (company_id, created_at, id);
create index wall_screen_name on wall_screen (company_id, lower(name), id);
create index wall_screen_expires on wall_screen (company_id, expires_at, id);
create index wall_screen_seen on wall_screen (company_id, last_seen_at, id);
create index wall_screen_open on wall_screen (id) where ended_at is null;
create index wall_screen_member on wall_screen (company_id, member_id);
select netward_protect('wall_screen', 'company_id', '');
select netward_only_at_home('wall_screen');
grant select (id, company_id, member_id, made_by, name, pages, filters, ranges, time_zone, language, look, created_at, expires_at,
  ended_at, ended_because, ended_by, last_seen_at, last_seen_address) on wall_screen to {{company}}, {{tree}}, {{platform}};
grant insert (company_id, member_id, made_by, name, token_hash, pages, filters, ranges, time_zone, language, look, expires_at),
  update (ended_at, ended_because, ended_by) on wall_screen to {{company}}, {{tree}}, {{platform}};

-- A screen that opened the link. It is not a session of a person: begin_request does not know it.
create table wall_session (
  token_hash bytea primary key,
  company_id bigint not null references company on delete cascade,
  wall_id bigint not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  foreign key (company_id, wall_id) references wall_screen (company_id, id) on delete cascade
);
create index wall_session_wall on wall_session (company_id, wall_id, last_seen_at);
create index wall_session_age on wall_session (last_seen_at);
select netward_seal('wall_session');
