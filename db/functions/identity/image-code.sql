create or replace function issue_image_code(id_in text, hash_in bytea, seconds_in int) returns void
  language sql security definer set search_path = public as $$
  insert into image_code (id, hash, expires_at) values (id_in, hash_in, now() + make_interval(secs => seconds_in)) $$;

/** Deleted at the first check, right or wrong. */
create or replace function take_image_code(id_in text) returns bytea
  language sql security definer set search_path = public as $$
  with gone as (delete from image_code where id = id_in returning hash, expires_at)
  select hash from gone where expires_at > now() $$;

grant execute on function issue_image_code, take_image_code to {{login}};
