/**
 * Campaigns with a step due. A cancelled campaign has steps until everything in progress has ended, and so
 * does an ended one that still rolls gateways back: these take one index lookup each, however many gateways
 * they roll back.
 */
create or replace function campaigns_due() returns table (company_id bigint, campaign_id bigint)
  language sql stable security definer set search_path = public as $$
  with recursive back (id) as (
    (select t.campaign_id from campaign_target t where is_going_back(t.rollback)
      order by t.campaign_id limit 1)
    union all
    select (select t.campaign_id from campaign_target t where is_going_back(t.rollback)
      and t.campaign_id > back.id order by t.campaign_id limit 1)
    from back where back.id is not null
  )
  select m.company_id, m.id from campaign m join company c on c.id = m.company_id
  where c.status = 'active' and (c.kind <> 'company' or 'firmware' = any (c.products)) and (
    m.ended_at is null and (m.state in ('running', 'paused', 'cancelled')
      or m.state = 'scheduled' and coalesce(m.start_at, now()) <= now())
    or m.id in (select id from back))
  order by m.id $$;

/** Running campaigns with gateways that were upgraded in the last 25 hours: their lines are compared. */
create or replace function campaigns_comparing_lines() returns table (company_id bigint, campaign_id bigint)
  language sql stable security definer set search_path = public as $$
  select m.company_id, m.id from campaign m join company c on c.id = m.company_id
  where c.status = 'active' and (c.kind <> 'company' or c.products @> '{firmware,link_testing}')
    and m.ended_at is null and m.state = 'running'
    and exists (select from campaign_target t
      where t.campaign_id = m.id and t.changed_at > now() - interval '25 hours' and t.state = 'verified')
  order by m.id $$;

/** Whether the company that owns a campaign's programme is still above the company of this transaction. */
create or replace function is_below(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from company_ancestor a where a.company_id = scope_company() and a.ancestor_id = company_in) $$;

grant execute on function campaigns_comparing_lines, campaigns_due to {{login}};
grant execute on function is_below to {{company}}, {{tree}}, {{platform}};
