/**
 * Deletes visits after three months and requests after a year (the audit log keeps both); a request stays
 * pending for a week.
 */
create or replace function prune_acting() returns void
  language sql security definer set search_path = public as $$
  delete from acting_visit where last_seen_at < now() - interval '90 days';
  update acting_visit set ended_at = last_seen_at where ended_at is null and last_seen_at < now() - interval '30 minutes';
  update acting_access set state = 'ended' where state = 'waiting' and asked_at < now() - interval '7 days';
  delete from acting_access where asked_at < now() - interval '1 year';
  delete from acting_end where until < now() $$;

grant execute on function prune_acting to {{login}};
