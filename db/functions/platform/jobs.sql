/**
 * Adds a job by its key; if two transactions add it concurrently, it exists for both. add_job waits while
 * another transaction adds the same key; if a worker takes the job at the moment that transaction commits,
 * add_job changes and returns nothing, and the worker does not yet see this transaction's writes. So retry: a
 * job that a worker has taken makes room for the next.
 */
create or replace function add_keyed_job(task text, payload json, job_key text, run_at timestamptz default now()) returns void
  language plpgsql security definer set search_path = public as $$
begin
  for attempt in 1..10 loop
    if (graphile_worker.add_job(task, payload, job_key := add_keyed_job.job_key, run_at := add_keyed_job.run_at,
        max_attempts := 10)).id is not null then
      return;
    end if;
  end loop;
  raise exception 'the job % was not taken', job_key;
end $$;

/**
 * The only path from a request to the job queue. The job stores the company acted in, and derives its scope
 * anew.
 */
create or replace function enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
  returns void language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job(task, (payload || jsonb_build_object('companyId', scope_company()::text))::json,
    enqueue.job_key, coalesce(enqueue.run_at, now()));
end $$;

grant execute on function enqueue to {{company}}, {{tree}}, {{platform}};
