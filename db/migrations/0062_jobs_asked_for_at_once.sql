-- A job that two transactions ask for at the same moment is there for both.

/**
 * A job by its key. Where another transaction has asked for it, add_job waits; if a worker takes the job in the moment in
 * which that transaction commits, add_job changes nothing and answers nothing, and the worker does not see yet what this
 * transaction did. So it is asked again: a job that a worker has taken makes room for the next.
 */
create function add_keyed_job(task text, payload json, job_key text, run_at timestamptz default now()) returns void
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

/** As in 0001. */
create or replace function enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
  returns void language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job(task, (payload || jsonb_build_object('companyId', scope_company()::text))::json,
    enqueue.job_key, coalesce(enqueue.run_at, now()));
end $$;

/** As in 0035. */
create or replace function step_check_later(company_in bigint, check_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job('device.check_step', json_build_object('companyId', company_in::text,
    'checkId', check_in::text), 'device.check_step:' || check_in);
end $$;

/** As in 0036. */
create or replace function company_refits() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  it bigint := (coalesce(to_jsonb(new), to_jsonb(old))->>case tg_table_name when 'company' then 'id' else 'company_id' end)::bigint;
begin
  perform add_keyed_job('provision.refit', json_build_object('companyId', c::text), 'provision.refit:' || c)
    from companies_below(it) k (c) where tg_table_name = 'company' or c = it;
  return null;
end $$;

/** As in 0043. */
create or replace function outlets_refit() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform add_keyed_job('provision.refit', json_build_object('companyId', k.company_id::text), 'provision.refit:' || k.company_id)
    from (select distinct n.company_id from after n join before o on o.id = n.id where n.region <> o.region) k
    where exists (select from company_ancestor a join provision_template t on t.company_id = a.ancestor_id
      join provision_version v on v.company_id = t.company_id and v.template_id = t.id
      where a.company_id = k.company_id and v.regions <> '{}');
  return null;
end $$;
