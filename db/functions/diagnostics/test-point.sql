/** The test that a URL of our own test point serves, while it is open: a diagnostic of a gateway, or a test of a line. */
create or replace function diagnostic_test(hash_in bytea) returns table (run_id text, kind text, bytes int, seconds int)
  language sql stable security definer set search_path = public as $$
  select r.id::text, r.kind, (r.request->>'bytes')::int, (r.request->>'durationSeconds')::int from diagnostic_run r
  where r.token_hash = hash_in and r.state in ('requested', 'running')
  union all
  select 'line ' || r.id, case r.test->>'direction' when 'down' then 'download' else 'upload' end, (r.test->>'mostBytes')::int, null
  from line_run r where r.token_hash = hash_in and r.state = 'running' $$;

grant execute on function diagnostic_test to {{login}};
