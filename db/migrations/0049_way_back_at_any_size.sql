-- A way back costs what it moves, as the way forward does; a count that nobody goes on with has failed.

-- ─── Ways back ───────────────────────────────────────────────────────────────────────────────────────────────────────

alter table campaign_target
  -- Wanted back, and not to be reached: looked at again when its device tells something new.
  add column rollback_parked boolean not null default false;

/** Whether a target is on its way back, or is to be. */
create function is_going_back(rollback text) returns boolean language sql immutable parallel safe return
  coalesce(rollback in ('wanted', 'reading', 'switching', 'fetching'), false);
grant execute on function is_going_back to {{company}}, {{tree}}, {{platform}};

-- Each of these fits the one query that it is for and no other: until the numbers of a table are taken anew the planner
-- knows of none that goes back, and takes any index that fits.
drop index campaign_target_rollback, campaign_target_aside;
create index campaign_target_aside on campaign_target (campaign_id) where coalesce(backup, rollback) is not null;
-- Those under way, of whom there are as many as a campaign has at a time.
create index campaign_target_rollback on campaign_target (campaign_id, device_id)
  where rollback in ('reading', 'switching', 'fetching');
-- Those that a step may begin with.
create index campaign_target_wanted on campaign_target (campaign_id, device_id)
  where rollback = 'wanted' and not rollback_parked;
-- Those whose time is up.
create index campaign_target_rollback_due on campaign_target (campaign_id, rollback_due) where is_going_back(rollback);

/** As in 0041; of an ended campaign too, as long as it brings its gateways back. */
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
      and c.state not in ('draft', 'awaiting_approval') and not (only_offline and t.state = 'waiting'));
  return null;
end $$;

/** As in 0041, and of what one fetches on its way back. */
create or replace function tell_campaign_of_transfer() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_told (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, false from campaign_target t
  -- By its device: an index of all that are under way has many.
  where t.device_id = new.device_id and t.transfer_id = new.id
    and (target_standing(t.state, t.lost) = 'under_way' or t.rollback = 'fetching');
  return null;
end $$;

/** As in 0037; of campaigns that bring gateways back one look at each, however many those are. */
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
  where c.status = 'active' and (
    m.ended_at is null and (m.state in ('running', 'paused', 'cancelled')
      or m.state = 'scheduled' and coalesce(m.start_at, now()) <= now())
    or m.id in (select id from back))
  order by m.id $$;

-- ─── Counts of what a template would change ─────────────────────────────────────────────────────────────────────────

alter table provision_preview drop constraint provision_preview_state_check;
alter table provision_preview add constraint provision_preview_state_check check (state in ('running', 'done', 'failed'));
create index provision_preview_running on provision_preview (started_at) where state = 'running';

/** Counts that no job goes on with: it was killed too often, or is gone. One that runs is locked, also in its last attempt. */
create function fail_lost_previews() returns void language plpgsql security definer set search_path = public as $$
begin
  update provision_preview p set state = 'failed', finished_at = clock_timestamp()
  where p.state = 'running' and not exists (select from graphile_worker._private_jobs j
    where j.key = 'provision.preview:' || p.company_id || ':' || p.template_id || ':' || p.version
      and (j.attempts < j.max_attempts or j.locked_at is not null));
end $$;
grant execute on function fail_lost_previews to {{login}};
