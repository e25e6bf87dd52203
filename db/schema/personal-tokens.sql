-- Tokens of people for their own programs and agents: they read what tools of the assistant read, in one company.
create table personal_token (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- Whose rights it has; it goes with the membership.
  member_id bigint not null,
  person_id bigint not null references person on delete cascade,
  name text not null,
  token_hash bytea not null,
  -- Made in a session of a sign-in channel of the company.
  outside boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '90 days'),
  last_used_at timestamptz,
  ended_at timestamptz,
  -- Its person ended it, changed the password, or lost the membership.
  ended_because text check (ended_because in ('person', 'password', 'membership')),
  check ((ended_at is null) = (ended_because is null)),
  constraint personal_token_hash unique (token_hash),
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
create index personal_token_person on personal_token (person_id, created_at, id);
create index personal_token_member on personal_token (company_id, member_id);
create index personal_token_open on personal_token (id) where ended_at is null;
create index personal_token_age on personal_token (least(ended_at, expires_at));
select netward_seal('personal_token');

-- Triggers: made after the functions.

create trigger personal_tokens_follow_password after update of password_hash on person for each row
  when (old.password_hash is distinct from new.password_hash) execute function personal_tokens_follow_password();
