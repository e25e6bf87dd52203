-- Runbooks and notes of a company, which the assistant searches.
create table assistant_note (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  title text not null,
  text text not null,
  -- Words that it is found by (platform/words.ts).
  title_words tsvector not null,
  words tsvector not null,
  edited_at timestamptz not null default clock_timestamp(),
  edited_by text not null,
  unique (company_id, id)
);
create unique index assistant_note_title on assistant_note (company_id, lower(title));
create index assistant_note_edited on assistant_note (company_id, edited_at, id);
select netward_protect('assistant_note');
