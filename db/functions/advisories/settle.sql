/** What is compared: all advisories, and every brand, model and version in use. */
create or replace function advisory_inputs(out advisories jsonb, out builds jsonb)
  language sql stable security definer set search_path = public as $$
  select
    (select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'vendor', a.vendor, 'models', a.models,
      'firstVersion', a.first_version, 'lastVersion', a.last_version, 'fixedVersion', a.fixed_version)), '[]') from advisory a),
    (select coalesce(jsonb_agg(jsonb_build_array(b.manufacturer, b.model_name, b.software_version)), '[]') from (
      select distinct manufacturer, model_name, software_version from device_build
      where software_version <> '' and exists (select from advisory)) b) $$;

/**
 * Records which versions in use are affected, with the devices of each company at and below the publisher's.
 * `pairs_in`: [[advisory, manufacturer, model, version], …]. Cases open and close with what changed, and each change is
 * a point of the course. A repetition changes nothing.
 */
create or replace function advisory_settle(pairs_in jsonb) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n_gone int;
  n_set int;
begin
  -- A job and the sweep may meet.
  perform pg_advisory_xact_lock(hashtextextended('advisory.settle', 0));
  with wanted as materialized (
    select a.id as advisory_id, b.company_id, b.manufacturer, b.model_name, b.software_version, a.company_id as advisory_company_id,
      sum(b.n)::int as n
    from jsonb_array_elements(pairs_in) p
    join advisory a on a.id = (p->>0)::bigint
    join device_build b on b.manufacturer = p->>1 and b.model_name = p->>2 and b.software_version = p->>3
    join company_ancestor k on k.company_id = b.company_id and k.ancestor_id = a.company_id
    group by 1, 2, 3, 4, 5, 6 having sum(b.n) > 0
  ), gone as (
    delete from advisory_match m where not exists (
      select from wanted w where (w.advisory_id, w.company_id, w.manufacturer, w.model_name, w.software_version)
        = (m.advisory_id, m.company_id, m.manufacturer, m.model_name, m.software_version))
    returning 1
  ), matched as (
    insert into advisory_match as m (advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id, n)
    select advisory_id, company_id, manufacturer, model_name, software_version, advisory_company_id, n from wanted
    on conflict (advisory_id, company_id, manufacturer, model_name, software_version)
      do update set n = excluded.n where m.n <> excluded.n
    returning 1
  )
  select (select count(*) from gone), (select count(*) from matched) into n_gone, n_set;
  if n_gone + n_set = 0 then return 0; end if;

  with counted as (
    select advisory_id, company_id, advisory_company_id, sum(n)::int as affected from advisory_match group by 1, 2, 3
  ), differing as materialized (
    select coalesce(k.advisory_id, c.advisory_id) as advisory_id, coalesce(k.company_id, c.company_id) as company_id,
      coalesce(k.advisory_company_id, c.advisory_company_id) as advisory_company_id,
      coalesce(k.affected, 0) as affected, coalesce(k.affected, 0) - coalesce(c.affected, 0) as change
    from counted k full join advisory_case c on c.advisory_id = k.advisory_id and c.company_id = k.company_id
    where coalesce(k.affected, 0) <> coalesce(c.affected, 0)
  ), cases as (
    insert into advisory_case as c (advisory_id, company_id, advisory_company_id, affected, opened_at)
    select advisory_id, company_id, advisory_company_id, affected, now() from differing where affected > 0
    on conflict (advisory_id, company_id) do update set affected = excluded.affected, closed_at = null,
      opened_at = case when c.affected = 0 then now() else c.opened_at end
  ), closed as (
    update advisory_case c set affected = 0, closed_at = now() from differing d
    where d.affected = 0 and (c.advisory_id, c.company_id) = (d.advisory_id, d.company_id)
  ), points as (
    insert into advisory_point (advisory_id, company_id, advisory_company_id, at, change)
    select advisory_id, company_id, advisory_company_id, now(), change from differing
  )
  insert into live_event (company_id, kind, data) select distinct company_id, 'advisory.changed', '{}'::jsonb from differing;
  return n_gone + n_set;
end $$;

grant execute on function advisory_inputs, advisory_settle to {{login}};
