/**
 * Counts an attempt for each key (an account, an address) before it is judged, and returns the seconds to
 * wait; 0 admits it. Beyond a key's free attempts the delay doubles from one second up to five minutes; an
 * attempt that comes too early is not counted. A key that was quiet for 15 minutes starts over. Uses the wall
 * clock: an attempt that waited for the count of another began before that count was written, and would
 * mistake it for a delay.
 */
create or replace function reserve_sign_in(keys_in text[], free_in int[]) returns int
  language plpgsql security definer set search_path = public as $$
declare
  at timestamptz := clock_timestamp();
  wait int;
begin
  select coalesce(ceil(extract(epoch from max(f.blocked_until) - at)), 0)::int into wait
    from sign_in_failure f where f.key = any (keys_in) and f.blocked_until > at;
  if wait > 0 then return wait; end if;
  -- Fixed order, so that two attempts do not deadlock.
  insert into sign_in_failure as f (key, failures, last_at, blocked_until)
  select k, 1, at, at from unnest(keys_in) k order by k
  on conflict (key) do update set
    failures = case when f.last_at < at - interval '15 minutes' then 1 else f.failures + 1 end,
    last_at = at,
    blocked_until = case
      when f.last_at < at - interval '15 minutes' or f.failures + 1 <= free_in[array_position(keys_in, f.key)]
        then at
      else at + least(interval '5 minutes',
        interval '1 second' * power(2, least(f.failures - free_in[array_position(keys_in, f.key)], 9))) end;
  return 0;
end $$;

/**
 * Like reserve_sign_in, and also returns whether an image code is required: when a key has failed
 * `image_after_in` times within 15 minutes. If one is required but missing, nothing is counted, since nothing
 * is judged. If `here_in` is known, `anywhere_in` neither delays nor counts: the same statements run whether
 * it is known or not.
 */
create or replace function reserve_attempt(
  keys_in text[], free_in int[], image_after_in int[], image_given_in boolean, here_in text, anywhere_in text
) returns table (wait int, image_needed boolean)
  language plpgsql security definer set search_path = public as $$
declare
  known boolean := exists (select 1 from known_source k where k.key = here_in);
begin
  select array_agg(u.key order by n), array_agg(u.free order by n), array_agg(u.image order by n)
    into keys_in, free_in, image_after_in
    from unnest(keys_in, free_in, image_after_in) with ordinality u (key, free, image, n)
    where not known or u.key <> anywhere_in;
  -- Serialises attempts on one key: concurrent ones would all see the earlier count.
  perform pg_advisory_xact_lock(7551, k) from (select distinct hashtext(u) as k from unnest(keys_in) u order by 1) v;
  select coalesce(bool_or(f.failures >= image_after_in[array_position(keys_in, f.key)]), false) into image_needed
    from sign_in_failure f where f.key = any (keys_in) and f.last_at >= now() - interval '15 minutes';
  select coalesce(ceil(extract(epoch from max(f.blocked_until) - clock_timestamp())), 0)::int into wait
    from sign_in_failure f where f.key = any (keys_in) and f.blocked_until > clock_timestamp();
  if wait = 0 and (image_given_in or not image_needed) then
    wait := reserve_sign_in(keys_in, free_in);
  end if;
  return next;
end $$;

create or replace function forgive_sign_in(keys_in text[], address_in text) returns void
  language sql security definer set search_path = public as $$
  delete from sign_in_failure where key = any (keys_in);
  update sign_in_failure set failures = greatest(failures - 1, 0), blocked_until = now() where key = address_in $$;

/**
 * Records a successful attempt: clears its counts, returns the addresses their attempt, and marks the account
 * as known there.
 */
create or replace function note_good_attempt(here_in text[], anywhere_in text[], addresses_in text[]) returns void
  language sql security definer set search_path = public as $$
  -- Same order as attempts, to prevent deadlocks.
  select pg_advisory_xact_lock(7551, k)
    from (select distinct hashtext(u) as k from unnest(here_in || anywhere_in || addresses_in) u order by 1) v;
  select forgive_sign_in(here_in || anywhere_in, a) from unnest(addresses_in) a order by a;
  insert into known_source (key) select distinct k from unnest(here_in) k order by k
  on conflict (key) do update set last_at = now();
  delete from known_source where key in (
    select key from known_source where last_at < now() - interval '180 days' limit 100) $$;

/** Deletes stale rows. */
create or replace function prune_sign_in() returns void
  language sql security definer set search_path = public as $$
  delete from sent_code where created_at < now() - interval '1 day';
  delete from one_time_ticket where expires_at < now() - interval '1 day';
  delete from image_code where expires_at < now();
  -- Those that an SMS was sent for are counted by the statement of its month.
  delete from work_order_link where expires_at < now() - interval '1 day'
    and (sms is distinct from 'sent' or created_at < now() - interval '90 days');
  update outgoing_message set sealed = null, state = 'dropped', finished_at = now()
    where expires_at < now() and state = 'waiting';
  delete from outgoing_message where expires_at < now() - interval '7 days' $$;

grant execute on function note_good_attempt, prune_sign_in, reserve_attempt, reserve_sign_in to {{login}};
