-- The next ring opens once most of the one before is verified: gateways that are offline hold nobody up.

alter table campaign
  -- So much of a ring has to be verified before the next one opens; 100: all of it has to have ended.
  add column advance_percent int not null default 100 check (advance_percent between 1 and 100);
update ota_programme set plan = '{"advancePercent": 100}' || plan;

-- By ring, since those that are left behind can still fail.
alter table campaign
  alter column forgiven drop default,
  alter column forgiven type int[]
    using case when ring is null then '{}'::int[] else array_fill(0, array[ring]) || forgiven end,
  alter column forgiven set default '{}';

drop function ring_failures(bigint, int);
/** What has failed in each ring up to the open one; in that one those too that inform less. */
create function campaign_failures(campaign_in bigint) returns int[]
  language sql stable security definer set search_path = public as $$
  select array(
    select coalesce((select sum(k.n) from campaign_count k
      where k.company_id = c.company_id and k.campaign_id = c.id and k.ring = r.ring
        and (k.standing in ('failed', 'rolled_back') or k.standing = 'lost' and r.ring = c.ring)), 0)::int
    from generate_series(0, c.ring) r (ring) order by r.ring)
  from campaign c where c.company_id = scope_company() and c.id = campaign_in $$;
grant execute on function campaign_failures to {{company}}, {{tree}}, {{platform}};
