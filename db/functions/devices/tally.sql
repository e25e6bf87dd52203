-- Counts claimed devices by company and by MSP without scanning. Each change adds a row with the difference,
-- so writers never wait for each other; occasionally a writer folds its company's rows into one. The sum is
-- exact.

/**
 * Maintains the counts of devices, of their tags, and of their models and versions. A device that moves to another MSP with its company
 * counts in that MSP's tally; tags are unaffected. An update that changes no count, as most do, costs one
 * pass over its rows. Runs after each statement that writes devices.
 */
create or replace function device_count() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- One branch per statement kind: each transition table exists only for its own kind.
  if tg_op = 'INSERT' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n, type))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, count(*) as n, type from new_rows
      where state = 'claimed' group by 1, 2, 3, 4, 6) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
    insert into device_build (company_id, msp_id, type, manufacturer, model_name, software_version, n)
    select company_id, msp_id, type, manufacturer, model_name, software_version, count(*) from new_rows
    where state = 'claimed' group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n, type))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, -count(*) as n, type from old_rows
      where state = 'claimed' group by 1, 2, 3, 4, 6) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
    insert into device_build (company_id, msp_id, type, manufacturer, model_name, software_version, n)
    select company_id, msp_id, type, manufacturer, model_name, software_version, -count(*) from old_rows
    where state = 'claimed' group by 1, 2, 3, 4, 5, 6;
  else
    -- Every row is in both tables, possibly in a different order.
    if not exists (select from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.company_id, n.msp_id, n.type, n.presence, n.guard, n.tags, n.manufacturer, n.model_name, n.software_version)
        is distinct from (o.state, o.company_id, o.msp_id, o.type, o.presence, o.guard, o.tags, o.manufacturer, o.model_name,
          o.software_version)) then
      return null;
    end if;
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n, type))) from (
      select company_id, msp_id, presence, guarded, sum(n) as n, type from (
        select company_id, msp_id, presence, guard <> 'none' as guarded, 1 as n, type from new_rows where state = 'claimed'
        union all
        select company_id, msp_id, presence, guard <> 'none', -1, type from old_rows where state = 'claimed') both_rows
      group by 1, 2, 3, 4, 6 having sum(n) <> 0) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, coalesce(max(msp_id) filter (where n > 0), max(msp_id)), tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}'
      union all
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
    insert into device_build (company_id, msp_id, type, manufacturer, model_name, software_version, n)
    select company_id, msp_id, type, manufacturer, model_name, software_version, sum(n) from (
      select company_id, msp_id, type, manufacturer, model_name, software_version, 1 as n from new_rows where state = 'claimed'
      union all
      select company_id, msp_id, type, manufacturer, model_name, software_version, -1 from old_rows where state = 'claimed') moved
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;
  end if;
  return null;
end $$;

/** The sum of the differences of one company; none if a device only moved to another MSP. */
create or replace function device_add_tally(moved jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if moved is null then return; end if;
  insert into device_tally
  select (m->>0)::bigint, m->>5, m->>2, (m->>3)::boolean, sum((m->>4)::int) from jsonb_array_elements(moved) m
  group by 1, 2, 3, 4 having sum((m->>4)::int) <> 0;
  insert into device_tally_msp
  select (m->>1)::bigint, m->>5, m->>2, (m->>3)::boolean, sum((m->>4)::int) from jsonb_array_elements(moved) m
  group by 1, 2, 3, 4 having sum((m->>4)::int) <> 0;
  if random() < 0.05 then
    perform device_fold_tally(
      array(select distinct (m->>0)::bigint from jsonb_array_elements(moved) m),
      array(select distinct (m->>1)::bigint from jsonb_array_elements(moved) m));
  end if;
end $$;

create or replace function device_fold_tally(companies_in bigint[], msps_in bigint[]) returns void
  language sql security definer set search_path = public as $$
  with gone as (
    delete from device_tally where ctid = any (array(
      select ctid from device_tally where company_id = any (companies_in) for update skip locked))
    returning company_id, type, presence, guarded, n)
  insert into device_tally select company_id, type, presence, guarded, sum(n) from gone group by 1, 2, 3, 4 having sum(n) <> 0;
  with gone as (
    delete from device_tally_msp where ctid = any (array(
      select ctid from device_tally_msp where msp_id = any (msps_in) for update skip locked))
    returning msp_id, type, presence, guarded, n)
  insert into device_tally_msp select msp_id, type, presence, guarded, sum(n) from gone group by 1, 2, 3, 4 having sum(n) <> 0;
  with gone as (
    delete from device_build where ctid = any (array(
      select ctid from device_build where company_id = any (companies_in) for update skip locked))
    returning company_id, msp_id, type, manufacturer, model_name, software_version, n)
  insert into device_build select company_id, msp_id, type, manufacturer, model_name, software_version, sum(n) from gone
  group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 $$;
