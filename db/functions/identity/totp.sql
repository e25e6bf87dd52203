create or replace function totp_of(person_in bigint) returns table (secret bytea, confirmed boolean, last_step bigint)
  language sql stable security definer set search_path = public as $$
  select secret, confirmed_at is not null, last_step from person_totp where person_id = person_in $$;

/** True for the first caller that uses this step. */
create or replace function use_totp_step(person_in bigint, step_in bigint) returns boolean
  language sql security definer set search_path = public as $$
  with used as (update person_totp set last_step = step_in where person_id = person_in and last_step < step_in returning 1)
  select exists (select 1 from used) $$;

create or replace function spend_recovery_code(person_in bigint, hash_in bytea) returns boolean
  language sql security definer set search_path = public as $$
  with spent as (
    update person_recovery_code set spent_at = now()
    where person_id = person_in and hash = hash_in and spent_at is null returning 1)
  select exists (select 1 from spent) $$;

grant execute on function spend_recovery_code, totp_of, use_totp_step to {{login}};
