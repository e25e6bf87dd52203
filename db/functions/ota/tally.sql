/** The state under which a target is counted: state changes while it is in progress are not reported. */
create or replace function target_standing(state text, lost boolean, worse boolean) returns text language sql immutable parallel safe return
  case when state in ('queued', 'sent', 'downloading', 'transferred') then 'under_way'
    when state = 'verified' and lost then 'lost' when state = 'verified' and worse then 'worse' else state end;

/**
 * Maintains the number of targets of a ring by counted state. Runs after each statement that writes targets.
 */
create or replace function count_targets() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    update campaign_count c set n = c.n - g.n
    from (select company_id, campaign_id, ring, target_standing(state, lost, worsened is not null and not worsened_accepted) as standing, count(*) as n from old_rows
      group by 1, 2, 3, 4) g
    where c.company_id = g.company_id and c.campaign_id = g.campaign_id and c.ring = g.ring and c.standing = g.standing;
  elsif tg_op = 'INSERT' then
    insert into campaign_count as c (company_id, campaign_id, ring, standing, n)
    select company_id, campaign_id, ring, target_standing(state, lost, worsened is not null and not worsened_accepted), count(*) from new_rows
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company_id, campaign_id, ring, standing) do update set n = c.n + excluded.n;
  else
    insert into campaign_count as c (company_id, campaign_id, ring, standing, n)
    select company_id, campaign_id, ring, standing, sum(n) from (
      select company_id, campaign_id, ring, target_standing(state, lost, worsened is not null and not worsened_accepted) as standing, 1 as n from new_rows
      union all
      select company_id, campaign_id, ring, target_standing(state, lost, worsened is not null and not worsened_accepted), -1 from old_rows) d
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (company_id, campaign_id, ring, standing) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

/**
 * A target's counts in addition to its standing: whether it is backed up, and the progress of its rollback.
 */
create or replace function target_asides(backup text, rollback text) returns text[] language sql immutable parallel safe return
  array_remove(array[backup, case when is_going_back(rollback) then 'open' else rollback end], null);

/**
 * Compares targets before and after a statement; writes nothing if these counts did not change. Runs after
 * each update of targets.
 */
create or replace function count_asides() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_aside as c (company_id, campaign_id, aside, n)
  select company_id, campaign_id, aside, sum(n) from (
    select company_id, campaign_id, unnest(target_asides(backup, rollback)) as aside, 1 as n from new_rows
    where coalesce(backup, rollback) is not null
    union all
    select company_id, campaign_id, unnest(target_asides(backup, rollback)), -1 from old_rows
    where coalesce(backup, rollback) is not null) d
  group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  on conflict (company_id, campaign_id, aside) do update set n = c.n + excluded.n;
  return null;
end $$;

/**
 * Subtracts targets deleted with their device; new targets never have additional counts. Runs after targets
 * are deleted.
 */
create or replace function uncount_asides() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update campaign_aside c set n = c.n - g.n
  from (select company_id, campaign_id, unnest(target_asides(backup, rollback)) as aside, count(*) as n from old_rows
    where coalesce(backup, rollback) is not null group by 1, 2, 3) g
  where c.company_id = g.company_id and c.campaign_id = g.campaign_id and c.aside = g.aside;
  return null;
end $$;

grant execute on function target_asides, target_standing to {{company}}, {{tree}}, {{platform}};
