-- A secret of a second factor that nobody confirms is good for a quarter of an hour.

drop function own_totp();
create function own_totp() returns table (secret bytea, confirmed boolean, expired boolean)
  language sql stable security definer set search_path = public as $$
  select secret, confirmed_at is not null, confirmed_at is null and created_at < now() - interval '15 minutes'
  from person_totp where person_id = scope_person() $$;

/** Turns the second factor on, if its secret is still the one whose code, of that step, was checked. */
create or replace function confirm_totp(secret_in bytea, step_in bigint, hashes_in bytea[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update person_totp set confirmed_at = now(), last_step = step_in
  where person_id = scope_person() and confirmed_at is null and secret = secret_in
    and created_at >= now() - interval '15 minutes';
  if not found then raise exception 'account.totp_expired' using errcode = 'NW001'; end if;
  perform write_recovery_codes(hashes_in);
end $$;

grant execute on function own_totp to {{company}}, {{tree}}, {{platform}};
