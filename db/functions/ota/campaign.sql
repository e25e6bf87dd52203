/**
 * Whether the user sees every gateway that a campaign of the company acted in reaches, now and later,
 * including those still to be admitted.
 */
create or replace function sees_whole_campaign(campaign_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select whole_company() or exists (
    select from campaign c where c.id = campaign_in and c.company_id = scope_company() and c.live_until is null
      and not exists (
        select from (
          select t.device_id from campaign_target t where t.company_id = c.company_id and t.campaign_id = c.id
          union all
          select unnest(p.device_ids) from campaign_portion p where p.company_id = c.company_id and p.campaign_id = c.id) g
        join device d on d.company_id = c.company_id and d.id = g.device_id
        where d.state = 'claimed'
          and not coalesce(d.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[]), false)
          and not coalesce(d.department_id = any (netward_setting('netward.department_ids')::bigint[]), false))) $$;

/** Failures in each ring up to the open one; in the open ring also gateways that inform less often. */
create or replace function campaign_failures(campaign_in bigint) returns int[]
  language sql stable security definer set search_path = public as $$
  select array(
    select coalesce((select sum(k.n) from campaign_count k
      where k.company_id = c.company_id and k.campaign_id = c.id and k.ring = r.ring
        and (k.standing in ('failed', 'rolled_back') or k.standing = 'lost' and r.ring = c.ring)), 0)::int
    from generate_series(0, c.ring) r (ring) order by r.ring)
  from campaign c where c.company_id = scope_company() and c.id = campaign_in $$;

grant execute on function campaign_failures, sees_whole_campaign to {{company}}, {{tree}}, {{platform}};
