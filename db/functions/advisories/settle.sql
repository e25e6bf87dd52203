/**
 * Companies whose advisories, versions in use or companies above have changed since they were last compared, with the
 * signature of what is there now. Sums of hashes: they do not depend on an order, and stay when counts are folded.
 */
create or replace function advisory_due() returns table (company_id text, signature text)
  language sql stable security definer set search_path = public as $$
  with rules as materialized (
    select sum(hashtextextended(jsonb_build_array(a.id, a.vendor, a.models, a.first_version, a.last_version,
      a.fixed_version)::text, 0)::numeric) as hash from advisory a
  ), used as (
    select b.company_id, sum(b.n * hashtextextended(concat_ws(E'\n', b.manufacturer, b.model_name, b.software_version), 1)::numeric)
      as hash from device_build b where b.software_version <> '' group by 1
  ), above as (
    select k.company_id, sum(hashint8extended(k.ancestor_id, 2)::numeric) as hash from company_ancestor k group by 1
  )
  select k.company_id::text, (r.hash + k.hash + coalesce(u.hash, 0))::text
  -- Null without advisories.
  from rules r join above k on r.hash is not null left join used u on u.company_id = k.company_id
  left join advisory_settled s on s.company_id = k.company_id
  where s.signature is distinct from r.hash + k.hash + coalesce(u.hash, 0) order by k.company_id $$;

create or replace function advisory_rules() returns jsonb
  language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'vendor', a.vendor, 'models', a.models,
    'firstVersion', a.first_version, 'lastVersion', a.last_version, 'fixedVersion', a.fixed_version)), '[]') from advisory a $$;

/** Every brand, model and version that companies have used. */
create or replace function advisory_builds(companies_in bigint[]) returns jsonb
  language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_array(b.manufacturer, b.model_name, b.software_version)), '[]') from (
    select distinct manufacturer, model_name, software_version from device_build
    where company_id = any (companies_in) and software_version <> '') b $$;

/**
 * Records which versions in use of some companies are affected, by advisories of companies at and above them.
 * `pairs_in`: [[advisory, manufacturer, model, version], …]. Cases open and close with what changed, and each change is
 * a point of the course. A repetition changes nothing. `due_in`: [[company, signature], …] as `advisory_due` gave them
 * before anything else was read, so that what changed meanwhile is due again.
 */
create or replace function advisory_settle(pairs_in jsonb, due_in jsonb) returns int
  language plpgsql security definer set search_path = public
  -- The planner takes pairs for few, and would compare each version with each pair.
  set enable_nestloop = off as $$
declare
  companies bigint[] := array(select (d->>0)::bigint from jsonb_array_elements(due_in) d);
  n_gone int;
  n_set int;
begin
  -- A job and the sweep may meet.
  perform pg_advisory_xact_lock(hashtextextended('advisory.settle', 0));
  with pair as materialized (
    select (p->>0)::bigint as advisory_id, p->>1 as manufacturer, p->>2 as model_name, p->>3 as software_version
    from jsonb_array_elements(pairs_in) p
  ), used as materialized (
    select company_id, manufacturer, model_name, software_version, sum(n)::int as n from device_build
    where company_id = any (companies) and software_version <> '' group by 1, 2, 3, 4 having sum(n) > 0
  ), wanted as materialized (
    select a.id as advisory_id, u.company_id, u.manufacturer, u.model_name, u.software_version,
      a.company_id as advisory_company_id, u.n
    from used u join pair p using (manufacturer, model_name, software_version) join advisory a on a.id = p.advisory_id
    join company_ancestor k on k.company_id = u.company_id and k.ancestor_id = a.company_id
  ), gone as (
    delete from advisory_match m where m.company_id = any (companies) and not exists (
      select from wanted w where (w.advisory_id, w.company_id, w.manufacturer, w.model_name, w.software_version)
        = (m.advisory_id, m.company_id, m.manufacturer, m.model_name, m.software_version))
    returning 1
  ), differing as (
    select advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id, n from wanted
    except select advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id, n
    from advisory_match where company_id = any (companies)
  ), matched as (
    insert into advisory_match as m (advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id, n)
    select advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id, n from differing
    on conflict (advisory_id, company_id, manufacturer, model_name, software_version) do update set n = excluded.n
    returning 1
  )
  select (select count(*) from gone), (select count(*) from matched) into n_gone, n_set;
  insert into advisory_settled as s (company_id, signature)
  select c.id, (d->>1)::numeric from jsonb_array_elements(due_in) d join company c on c.id = (d->>0)::bigint
  on conflict (company_id) do update set signature = excluded.signature;
  if n_gone + n_set = 0 then return 0; end if;

  with counted as (
    select advisory_id, company_id, advisory_company_id, sum(n)::int as affected from advisory_match
    where company_id = any (companies) group by 1, 2, 3
  ), differing as materialized (
    select coalesce(k.advisory_id, c.advisory_id) as advisory_id, coalesce(k.company_id, c.company_id) as company_id,
      coalesce(k.advisory_company_id, c.advisory_company_id) as advisory_company_id,
      coalesce(k.affected, 0) as affected, coalesce(k.affected, 0) - coalesce(c.affected, 0) as change
    from counted k full join (select * from advisory_case where company_id = any (companies)) c on c.advisory_id = k.advisory_id and c.company_id = k.company_id
    where coalesce(k.affected, 0) <> coalesce(c.affected, 0)
  ), cases as (
    insert into advisory_case as c (advisory_id, company_id, advisory_company_id, affected, opened_at)
    select advisory_id, company_id, advisory_company_id, affected, now() from differing where affected > 0
    on conflict (advisory_id, company_id) do update set affected = excluded.affected, closed_at = null,
      opened_at = case when c.affected = 0 then now() else c.opened_at end
  ), closed as (
    update advisory_case c set affected = 0, closed_at = now() from differing d
    where d.affected = 0 and c.company_id = any (companies) and (c.advisory_id, c.company_id) = (d.advisory_id, d.company_id)
  ), points as (
    insert into advisory_point (advisory_id, company_id, advisory_company_id, at, change)
    select advisory_id, company_id, advisory_company_id, now(), change from differing
  )
  insert into live_event (company_id, kind, data) select distinct company_id, 'advisory.changed', '{}'::jsonb from differing;
  return n_gone + n_set;
end $$;

grant execute on function advisory_due, advisory_rules, advisory_builds, advisory_settle to {{login}};
