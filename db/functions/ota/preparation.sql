/**
 * The number of gateways in each ring of a campaign of the company acted in, from the counts that triggers
 * maintain.
 */
create or replace function campaign_ring_sizes(campaign_in bigint) returns int[]
  language sql stable security definer set search_path = public as $$
  select array(
    select coalesce((select sum(k.n) from campaign_count k
      where k.company_id = c.company_id and k.campaign_id = c.id and k.ring = r.ring), 0)::int
    from generate_series(0, jsonb_array_length(c.rings) - 1) r (ring) order by r.ring)
  from campaign c where c.id = campaign_in and c.company_id = scope_company() $$;

/**
 * Campaigns whose preparation job was killed too often or is gone. A campaign with a running job is locked.
 */
create or replace function fail_lost_campaigns() returns void language plpgsql security definer set search_path = public as $$
begin
  with lost as (
    update campaign c set state = 'preparing_failed'
    where c.state = 'preparing' and not exists (select from graphile_worker._private_jobs j
      where j.key = 'campaign.prepare:' || c.company_id || ':' || c.id
        and (j.attempts < j.max_attempts or j.locked_at is not null))
    returning c.company_id, c.id)
  insert into live_event (company_id, kind, subject_id, data) select company_id, 'campaign.changed', id, '{}' from lost;
end $$;

grant execute on function campaign_ring_sizes to {{company}}, {{tree}}, {{platform}};
grant execute on function fail_lost_campaigns to {{login}};
