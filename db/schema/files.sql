create table file (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Keyed hash of the content, made by the server: it cannot be guessed or chosen.
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

alter table company_export_part add foreign key (company_id, file_id) references file (company_id, id) on delete cascade;

create table file_chunk (
  company_id bigint not null,
  file_id bigint not null,
  position int not null,
  -- Stored uncompressed: images are compressed already.
  data bytea not null,
  primary key (company_id, file_id, position),
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
alter table file_chunk alter data set storage external;
select netward_protect('file_chunk');
