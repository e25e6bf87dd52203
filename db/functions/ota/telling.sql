/**
 * What comes of a transfer is told to the campaign that ordered it, also of what a gateway fetches on its way back.
 * Runs after a transfer has moved on.
 */
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

/**
 * What a device tells of itself, or what is done to it, is told to the next step of its campaigns, which nobody waits
 * for: also of an ended one, as long as it brings its gateways back. One that waits and goes offline is seen to be when
 * its turn comes; of a campaign that is being prepared nothing is wanted yet. Runs after the version, presence, state
 * or guard of a device has changed.
 */
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
