/** The test that a URL of our own test point serves, while its run is open. */
create or replace function diagnostic_test(hash_in bytea) returns table (run_id bigint, kind text, bytes int, seconds int)
  language sql stable security definer set search_path = public as $$
  select r.id, r.kind, (r.request->>'bytes')::int, (r.request->>'durationSeconds')::int from diagnostic_run r
  where r.token_hash = hash_in and r.state in ('requested', 'running') $$;

grant execute on function diagnostic_test to {{login}};
