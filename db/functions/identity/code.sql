/**
 * Whether a message may be sent to this address now: once per `resend_in` seconds, `daily_in` times a day,
 * and at most `source_daily_in` times a day for `source_in`. Returns the seconds to wait; 0 reserves the
 * slot.
 */
create or replace function reserve_code(
  id_in text, purpose_in text, channel_in text, address_in bytea, bound_in bytea, source_in text, hash_in bytea,
  seconds_in int, resend_in int, daily_in int, source_daily_in int, messages_in jsonb
) returns int language plpgsql security definer set search_path = public as $$
declare
  wait int;
begin
  -- Serialises the counting of requests for one address, or from one source.
  perform pg_advisory_xact_lock(7550, k) from (values (hashtext(encode(address_in, 'hex'))), (hashtext(source_in))) v (k)
    order by k;
  select greatest(
    (select ceil(extract(epoch from max(created_at) + make_interval(secs => resend_in) - now()))
      from sent_code where address = address_in),
    (select ceil(extract(epoch from created_at + interval '1 day' - now()))
      from sent_code where address = address_in order by created_at desc offset daily_in - 1 limit 1),
    (select ceil(extract(epoch from created_at + interval '1 day' - now()))
      from sent_code where source = source_in order by created_at desc offset source_daily_in - 1 limit 1),
    0)::int into wait;
  if wait > 0 then return wait; end if;
  insert into sent_code (id, purpose, channel, address, bound_to, source, code_hash, expires_at)
  values (id_in, purpose_in, channel_in, address_in, bound_in, source_in, hash_in,
    now() + make_interval(secs => seconds_in));
  perform queue_messages(messages_in);
  return 0;
end $$;

/**
 * Counts an attempt before it is judged. Returns nothing if the code is for another purpose, used, expired,
 * or was tried five times.
 */
create or replace function try_code(id_in text, purpose_in text, address_in bytea, bound_in bytea) returns bytea
  language sql security definer set search_path = public as $$
  update sent_code set tries = tries + 1
  where id = id_in and purpose = purpose_in and address = address_in and bound_to = bound_in
    and spent_at is null and expires_at > now() and tries < 5
  returning code_hash $$;

/** True for the caller that uses it up. */
create or replace function spend_code(id_in text) returns boolean
  language sql security definer set search_path = public as $$
  with spent as (update sent_code set spent_at = now() where id = id_in and spent_at is null returning 1)
  select exists (select 1 from spent) $$;

grant execute on function reserve_code, spend_code, try_code to {{login}};
