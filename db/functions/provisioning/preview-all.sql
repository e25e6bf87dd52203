/** The next of the company's devices that a version is for and may reach. */
create or replace function provision_candidates(template_in bigint, version_in int, after_in bigint, most int)
  returns table (id bigint, name text, root text, variables jsonb)
  language sql stable security definer set search_path = public as $$
  select d.id, d.name, d.data_model_root, provision_variables(d) from device d
    join company_ancestor a on a.company_id = d.company_id
    join provision_version v on v.company_id = a.ancestor_id and v.template_id = template_in and v.number = version_in
  where d.company_id = scope_company() and d.id > after_in and d.state = 'claimed' and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = template_in and k.version = version_in))
  order by d.id limit most $$;

/**
 * Counts that no job goes on with: it was killed too often, or is gone. One that runs is locked, also in its last
 * attempt.
 */
create or replace function fail_lost_previews() returns void language plpgsql security definer set search_path = public as $$
begin
  update provision_preview p set state = 'failed', finished_at = clock_timestamp()
  where p.state = 'running' and not exists (select from graphile_worker._private_jobs j
    where j.key = 'provision.preview:' || p.company_id || ':' || p.template_id || ':' || p.version
      and (j.attempts < j.max_attempts or j.locked_at is not null));
end $$;

grant execute on function provision_candidates to {{company}};
grant execute on function fail_lost_previews to {{login}};
