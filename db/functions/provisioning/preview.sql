/** The company's next device that a version targets and may reach. */
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
 * Counts that no job continues: the job was killed too often or is gone. A running job is locked, including
 * in its last attempt.
 */
create or replace function fail_lost_previews() returns void language plpgsql security definer set search_path = public as $$
begin
  update provision_preview p set state = 'failed', finished_at = clock_timestamp()
  where p.state = 'running' and not exists (select from graphile_worker._private_jobs j
    where j.key = 'provision.preview:' || p.company_id || ':' || p.template_id || ':' || p.version
      and (j.attempts < j.max_attempts or j.locked_at is not null));
end $$;

/**
 * Gateways that were asked within the last week for what a version of the company acted in declares, wherever
 * they are.
 * `answered_values` and `answered_levels`: what they reported within the last hour, or reported as absent.
 */
create or replace function provision_reads(template_in bigint, version_in int) returns table (
  device_id bigint, asked_at timestamptz, asked_by_name text, state text, away boolean,
  answered_values text[], answered_levels text[]
) language sql stable security definer set search_path = public as $$
  select r.device_id, r.asked_at, r.asked_by_name, c.state, d.presence <> 'online', c.answered_values, c.answered_levels
  from provision_read r
  join device d on d.company_id = r.company_id and d.id = r.device_id and d.state = 'claimed'
  cross join lateral (
    select case when bool_or(k.state in ('waiting', 'sent')) then 'waiting' when bool_and(k.answered) then 'done' else 'failed' end as state,
      coalesce(array_agg(p.path) filter (where k.kind = 'get_parameter_values' and k.lately), '{}') as answered_values,
      coalesce(array_agg(p.path) filter (where k.kind = 'get_parameter_attributes' and k.lately), '{}') as answered_levels
    from (
      select o.kind, o.state, o.request, o.answered, o.answered and o.finished_at > now() - interval '1 hour' as lately
      from (select *, state = 'done' or state = 'failed' and fault_code = '9005' as answered from device_command
        where device_command.device_id = r.device_id and id = any (r.commands)) o
    ) k cross join lateral jsonb_array_elements_text(k.request->'paths') p (path)
  ) c
  where r.owner_id = scope_company() and r.template_id = template_in and r.version = version_in
    and r.asked_at > now() - interval '7 days' and c.state is not null
    and exists (select from company_ancestor a where a.company_id = r.company_id and a.ancestor_id = r.owner_id) $$;

grant execute on function provision_candidates to {{company}};
grant execute on function fail_lost_previews to {{login}};
grant execute on function provision_reads to {{company}}, {{tree}}, {{platform}};
