/** Number of the company's devices that a version targets and may reach. */
create or replace function provision_matching(template_in bigint, version_in int) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from device d join company_ancestor a on a.company_id = d.company_id
    join provision_version v on v.company_id = a.ancestor_id and v.template_id = template_in and v.number = version_in
  where d.company_id = scope_company() and d.state = 'claimed' and d.type = 'smart_cpe' and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = template_in and k.version = version_in)) $$;

/** The company's first devices to try a version: those that are present, in an unpredictable order. */
create or replace function provision_try(rollout_in bigint, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  r provision_rollout;
  chosen bigint[];
begin
  select k.* into r from provision_rollout k join company_ancestor a
    on a.ancestor_id = k.company_id and a.company_id = scope_company()
    where k.id = rollout_in and k.state = 'trying' and k.devices is null;
  if r.id is null then return 0; end if;
  chosen := array(select d.id from device d
    join provision_version v on v.company_id = r.company_id and v.template_id = r.template_id and v.number = r.version
    where d.company_id = scope_company() and d.state = 'claimed' and d.type = 'smart_cpe' and d.guard = 'none'
      and provision_fits(v, d)
      and (d.company_id = r.company_id or lets_provision(d.company_id) or exists (select from provision_acceptance k
        where k.company_id = d.company_id and k.template_id = r.template_id and k.version = r.version))
    order by d.presence <> 'online', hashint8(d.id # r.id), d.id limit most);
  insert into provision_trial (company_id, device_id, template_id, rollout_id, version)
  select scope_company(), x, r.template_id, r.id, r.version from unnest(chosen) x
  on conflict (company_id, device_id, template_id) do update
    set rollout_id = excluded.rollout_id, version = excluded.version, outcome = 'waiting';
  perform provision_again(chosen);
  return cardinality(chosen);
end $$;

/** Ends the trial for a batch of the company's devices: they take what is applied. Returns the count. */
create or replace function provision_untry(rollout_in bigint, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  ended bigint[];
begin
  if not exists (select from provision_rollout r join company_ancestor a
      on a.ancestor_id = r.company_id and a.company_id = scope_company()
      where r.id = rollout_in and r.state in ('applied', 'reverted')) then return 0; end if;
  with gone as (
    delete from provision_trial t where t.company_id = scope_company() and t.device_id in (
      select k.device_id from provision_trial k where k.company_id = scope_company() and k.rollout_id = rollout_in
      order by k.device_id limit most) and t.rollout_id = rollout_in returning t.device_id)
  select array_agg(device_id) into ended from gone;
  if ended is null then return 0; end if;
  perform provision_again(ended);
  return cardinality(ended);
end $$;

/** Results of a rollout of the company acted in, wherever its gateways are. */
create or replace function rollout_outcomes(rollout_in bigint) returns table (outcome text, n int)
  language sql stable security definer set search_path = public as $$
  select t.outcome, count(*)::int from provision_rollout r join provision_trial t on t.rollout_id = r.id
  where r.id = rollout_in and r.company_id = scope_company() group by t.outcome $$;

grant execute on function provision_matching, provision_try, provision_untry to {{company}};
grant execute on function rollout_outcomes to {{company}}, {{tree}}, {{platform}};
