-- A campaign of many gateways takes them down by a job, portion by portion.

alter table campaign
  -- While its gateways are taken down: what it is to be once they are.
  add column becomes text check (becomes in ('draft', 'awaiting_approval', 'scheduled', 'paused')),
  -- Of `targets`, those that are not taken down yet.
  add column to_take int not null default 0;
alter table campaign drop constraint campaign_state_check;
alter table campaign add constraint campaign_state_check
  check (state in ('preparing', 'preparing_failed', 'draft', 'awaiting_approval', 'scheduled', 'running', 'paused',
    'completed', 'completed_with_failures', 'cancelled'));
alter table campaign add constraint campaign_becomes
  check ((becomes is not null) = (state in ('preparing', 'preparing_failed')));
create index campaign_preparing on campaign (id) where state = 'preparing';

-- Gateways that a campaign is still to take down, as they were found to fit when it was made.
create table campaign_portion (
  company_id bigint not null,
  campaign_id bigint not null,
  -- So many come before its first.
  place int not null,
  device_ids bigint[] not null,
  primary key (company_id, campaign_id, place),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
);
select netward_protect('campaign_portion', 'company_id', 'select, insert, delete');

/** How many gateways each ring of a campaign of the company acted in has, from the numbers that triggers keep. */
create function campaign_ring_sizes(campaign_in bigint) returns int[]
  language sql stable security definer set search_path = public as $$
  select array(
    select coalesce((select sum(k.n) from campaign_count k
      where k.company_id = c.company_id and k.campaign_id = c.id and k.ring = r.ring), 0)::int
    from generate_series(0, jsonb_array_length(c.rings) - 1) r (ring) order by r.ring)
  from campaign c where c.id = campaign_in and c.company_id = scope_company() $$;

/** As in 0045, also of those that are still to be taken down. */
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

/** As in 0049; of one that is being prepared nothing is wanted yet. */
create or replace function tell_campaigns() returns trigger language plpgsql security definer set search_path = public as $$
declare
  went_offline constant boolean := new.presence = 'offline' and old.presence <> 'offline';
  only_offline constant boolean := went_offline and new.software_version = old.software_version
    and new.state = old.state and new.guard = old.guard;
begin
  insert into campaign_told (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, went_offline
  from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  where t.device_id = new.id and (is_going_back(t.rollback)
    or t.state not in ('aborted', 'cancelled') and c.ended_at is null
      and c.state not in ('preparing', 'preparing_failed', 'draft', 'awaiting_approval')
      and not (only_offline and t.state = 'waiting'));
  return null;
end $$;

/** Campaigns that no job prepares any more: it was killed too often, or is gone. One that runs is locked. */
create function fail_lost_campaigns() returns void language plpgsql security definer set search_path = public as $$
begin
  with lost as (
    update campaign c set state = 'preparing_failed'
    where c.state = 'preparing' and not exists (select from graphile_worker._private_jobs j
      where j.key = 'campaign.prepare:' || c.company_id || ':' || c.id
        and (j.attempts < j.max_attempts or j.locked_at is not null))
    returning c.company_id, c.id)
  insert into live_event (company_id, kind, subject_id, data) select company_id, 'campaign.changed', id, '{}' from lost;
end $$;
grant execute on function fail_lost_campaigns to {{login}};
grant execute on function campaign_ring_sizes to {{company}}, {{tree}}, {{platform}};
