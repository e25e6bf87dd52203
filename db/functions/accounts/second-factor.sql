/** Stores an unconfirmed secret; replaces an earlier one that was never confirmed. */
create or replace function begin_totp(secret_in bytea) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into person_totp as f (person_id, secret) values (scope_person(), secret_in)
  on conflict (person_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
    where f.confirmed_at is null;
  if not found then raise exception 'account.totp_on' using errcode = 'NW001'; end if;
end $$;

/**
 * Sets the recovery codes of this transaction's person; earlier ones become invalid. For definer functions
 * only.
 */
create or replace function write_recovery_codes(hashes_in bytea[]) returns void
  language sql set search_path = public as $$
  delete from person_recovery_code where person_id = scope_person();
  insert into person_recovery_code (person_id, hash) select scope_person(), h from unnest(hashes_in) h $$;

create or replace function renew_recovery_codes(hashes_in bytea[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from person_totp where person_id = scope_person() and confirmed_at is not null for update;
  if not found then raise exception 'account.totp_off' using errcode = 'NW001'; end if;
  perform write_recovery_codes(hashes_in);
end $$;

create or replace function end_totp() returns void
  language plpgsql security definer set search_path = public as $$
begin
  delete from person_recovery_code where person_id = scope_person();
  delete from person_totp where person_id = scope_person() and confirmed_at is not null;
  if not found then raise exception 'account.totp_off' using errcode = 'NW001'; end if;
end $$;

create or replace function own_totp() returns table (secret bytea, confirmed boolean, expired boolean)
  language sql stable security definer set search_path = public as $$
  select secret, confirmed_at is not null, confirmed_at is null and created_at < now() - interval '15 minutes'
  from person_totp where person_id = scope_person() $$;

/** Enables the second factor if its secret is still the one whose code, of that step, was checked. */
create or replace function confirm_totp(secret_in bytea, step_in bigint, hashes_in bytea[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update person_totp set confirmed_at = now(), last_step = step_in
  where person_id = scope_person() and confirmed_at is null and secret = secret_in
    and created_at >= now() - interval '15 minutes';
  if not found then raise exception 'account.totp_expired' using errcode = 'NW001'; end if;
  perform write_recovery_codes(hashes_in);
end $$;

grant execute on function begin_totp, confirm_totp, end_totp, own_totp, renew_recovery_codes
  to {{company}}, {{tree}}, {{platform}};
