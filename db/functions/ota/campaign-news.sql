/**
 * Reports the result of a transfer to the campaign that ordered it, including downloads of a rollback. Runs
 * after a transfer changes state.
 */
create or replace function note_transfer_for_campaign() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_news (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, false from campaign_target t
  -- By device: an index of everything in progress is large.
  where t.device_id = new.device_id and t.transfer_id = new.id
    and (target_standing(t.state, t.lost, false) = 'under_way' or t.rollback = 'fetching');
  return null;
end $$;

/**
 * Notes a device's reports and changes for the next step of its campaigns, without making the writer wait;
 * also for an ended campaign while it rolls gateways back. A waiting device that goes offline is noticed when
 * its turn comes; a campaign in preparation needs no news yet. Runs after the version, presence, state or
 * guard of a device has changed.
 */
create or replace function note_for_campaigns() returns trigger language plpgsql security definer set search_path = public as $$
declare
  went_offline constant boolean := new.presence = 'offline' and old.presence <> 'offline';
  only_offline constant boolean := went_offline and new.software_version = old.software_version
    and new.state = old.state and new.guard = old.guard;
begin
  insert into campaign_news (company_id, campaign_id, device_id, went_offline)
  select t.company_id, t.campaign_id, t.device_id, went_offline
  from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  where t.device_id = new.id and (is_going_back(t.rollback)
    or t.state not in ('aborted', 'cancelled') and c.ended_at is null
      and c.state not in ('preparing', 'preparing_failed', 'draft', 'awaiting_approval')
      and not (only_offline and t.state = 'waiting'));
  return null;
end $$;
