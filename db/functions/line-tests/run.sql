-- Tests of lines on demand: who takes them, what comes of them.

/** Tests that people of the company acted in asked for in the last minute, one by one. A second call waits for the first. */
create or replace function line_runs_asked() returns int
  language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('line_run', scope_company()));
  return (select count(*)::int from line_run r where r.company_id = scope_company() and not r.scheduled and r.batch_id is null
    and r.created_at > now() - interval '1 minute');
end $$;

grant execute on function line_runs_asked to {{company}}, {{tree}}, {{platform}};

create or replace function line_run_changed(run line_run) returns void
  language sql security definer set search_path = public as $$
  select note_live(run.company_id, 'line_test.changed', l.outlet_id,
    jsonb_build_object('runId', run.id::text, 'lineId', run.line_id::text, 'state', run.state))
  from internet_line l where l.id = run.line_id $$;

/**
 * Tests that a collector takes now: those from outside for any poller (`process_in` null), or those of probes that are connected
 * to this process. Of throughput four at once, and one a probe: they share the test point.
 */
create or replace function line_runs_take(owner_in text, process_in text, most int) returns table (
  id bigint, probe_id bigint, line_id bigint, company_code text, outlet_id bigint, test jsonb, url bytea
) language plpgsql security definer set search_path = public as $$
declare
  it record;
  run line_run;
  busy int := (select count(*) from line_run r where r.state = 'running' and r.kind = 'throughput' and r.owner is not null);
begin
  for it in
    select r.id, r.kind, s.probe_id as probe, l.outlet_id as outlet, c.code
    from line_run r join internet_line l on l.id = r.line_id join company c on c.id = r.company_id
    join line_standing s on s.line_id = r.line_id left join probe p on p.id = s.probe_id and p.connected_to = process_in
    where r.state = 'waiting' and r.test is not null and r.give_up_at > now() and c.status = 'active'
      and (c.kind <> 'company' or 'link_testing' = any (c.products))
      and case when process_in is null then r.vantage = 'server' else r.vantage = 'probe' and p.id is not null end
      and (r.kind <> 'throughput' or busy < 4 and not exists (
        select from line_run o where o.state = 'running' and o.kind = 'throughput' and o.owner = 'probe:' || s.probe_id))
    order by r.id limit most for update of r skip locked
  loop
    continue when it.kind = 'throughput' and busy >= 4;
    if it.kind = 'throughput' then busy := busy + 1; end if;
    update line_run r set state = 'running', owner = case when process_in is null then owner_in else 'probe:' || it.probe end,
      started_at = clock_timestamp(), give_up_at = clock_timestamp() + interval '2 minutes'
    where r.id = it.id returning r.* into run;
    perform line_run_changed(run);
    return query select run.id, it.probe::bigint, run.line_id, it.code::text, it.outlet::bigint, run.test, run.url;
  end loop;
end $$;

/** Of these tests, those that somebody stopped, and those that were given up. */
create or replace function line_runs_stopped(runs bigint[]) returns table (id bigint, over boolean)
  language sql stable security definer set search_path = public as $$
  select k.id, r.state is distinct from 'running' from unnest(runs) k (id) left join line_run r on r.id = k.id
  where r.stop_asked_at is not null or r.state is distinct from 'running' $$;

/** What a collector found: so far, or in the end. What it does not hold is left out. */
create or replace function line_run_found(run_in bigint, owner_in text, result_in jsonb, done_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r line_run;
begin
  update line_run set result = coalesce(result_in, result), passed = (coalesce(result_in, result)->>'passed')::boolean,
    bytes = coalesce((result_in->'throughput'->>'bytes')::bigint, bytes),
    bits_per_second = case when done_in then (coalesce(result_in, result)->'throughput'->>'bitsPerSecond')::float8 end, ended_at = case when done_in then clock_timestamp() end,
    state = case when not done_in then 'running' when stop_asked_at is not null then 'stopped'
      when coalesce(result_in, result) is null then 'failed' else 'done' end,
    problem = case when done_in and stop_asked_at is null and coalesce(result_in, result) is null then 'no_answer' end
  where id = run_in and owner = owner_in and state = 'running' returning * into r;
  if r.id is null then return; end if;
  perform line_run_changed(r);
  perform line_run_measured(r);
end $$;

/** What was moved counts as a measured bandwidth: the worker writes it as values of the line. */
create or replace function line_run_measured(run line_run) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if run.state = 'done' and run.kind = 'throughput' then
    perform add_keyed_job('line_test.measured', json_build_object('companyId', run.company_id::text, 'runId', run.id::text),
      'line_test.measured:' || run.id);
  end if;
end $$;

/** What a gateway calls an address may be none. */
create or replace function inet_or_null(text_in text) returns inet language plpgsql immutable as $$
begin
  return text_in::inet;
exception when invalid_text_representation then return null;
end $$;

/** Addresses that a gateway resolved, of the family that is asked for. */
create or replace function line_run_answers(run diagnostic_run, test jsonb) returns setof inet
  language sql immutable set search_path = public as $$
  select inet_or_null(a) from jsonb_path_query(run.result, '$.answers[*].addresses[*]') x (j), lateral (select x.j #>> '{}') t (a)
  where inet_or_null(a) is not null and family(inet_or_null(a)) = case test->>'record' when 'AAAA' then 6 else 4 end $$;

/** Whether what a gateway found is good; of names, whether each answer of the kind that is asked for is an expected one. */
create or replace function line_run_passed(test jsonb, run diagnostic_run) returns boolean
  language sql immutable set search_path = public as $$
  select case run.kind when 'ping' then run.received > 0 when 'traceroute' then true
    when 'name_lookup' then coalesce((run.result->>'succeeded')::int, 0) > 0 and (
      jsonb_array_length(coalesce(test->'expected', '[]')) = 0
      or exists (select from line_run_answers(run, test) a) and not exists (
        select from line_run_answers(run, test) a where not exists (
          select from jsonb_array_elements_text(test->'expected') e where a <<= e::inet)))
    else run.mbit_s > 0 end $$;

/** A test that a gateway does follows its diagnostic. */
create or replace function line_run_follows() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  r line_run;
begin
  update line_run set
    state = case new.state when 'running' then 'running' when 'complete' then 'done' when 'cancelled' then 'stopped' else 'failed' end,
    problem = case new.state when 'failed' then 'gateway' when 'expired' then 'no_answer' end,
    started_at = new.started_at, ended_at = new.ended_at,
    passed = case when new.state = 'complete' then line_run_passed(test, new) end, bits_per_second = new.mbit_s * 1000000,
    bytes = case when new.state in ('requested', 'running') then bytes when new.started_at is null then 0
      else coalesce((new.result->>'testBytes')::bigint, (new.result->>'totalBytes')::bigint, bytes) end
  where diagnostic_id = new.id and state in ('waiting', 'running') returning * into r;
  if r.id is not null then
    perform line_run_changed(r);
    perform line_run_measured(r);
  end if;
  return null;
end $$;

/** Tests that nobody took in time, or whose collector fell silent. Those of gateways follow their diagnostics. */
create or replace function line_runs_give_up() returns int
  language plpgsql security definer set search_path = public as $$
declare
  r line_run;
  n int := 0;
begin
  for r in
    update line_run set problem = case when stop_asked_at is not null then null when state = 'waiting' then 'not_taken' else 'no_answer' end,
      state = case when stop_asked_at is null then 'failed' else 'stopped' end, ended_at = clock_timestamp(),
      bytes = case when state = 'waiting' then 0 else bytes end
    where state in ('waiting', 'running') and give_up_at < now() and diagnostic_id is null returning *
  loop
    perform line_run_changed(r);
    n := n + 1;
  end loop;
  return n;
end $$;

/** Tests beyond the storage cycle. Returns how many. */
create or replace function prune_line_runs(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  n int;
begin
  with oldest as (select id, ended_at from line_run order by id limit most)
  delete from line_run r using oldest o where r.id = o.id and o.ended_at < now() - keep;
  get diagnostics n = row_count;
  with oldest as (select id, created_at from line_run_batch order by id limit most)
  delete from line_run_batch b using oldest o where b.id = o.id and o.created_at < now() - keep;
  return n;
end $$;

grant execute on function line_runs_take, line_runs_stopped, line_run_found, line_runs_give_up, prune_line_runs to {{login}};

/** Whether the probe of a line is there now. */
create or replace function probe_is_connected(probe_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from probe p where p.id = probe_in and p.state = 'enrolled' and p.connected_to is not null
    and p.seen_at > now() - interval '2 minutes') $$;

grant execute on function probe_is_connected to {{company}}, {{tree}}, {{platform}};
