/** Runs when the approval of a campaign ends: it is scheduled, or a draft again. */
create or replace function campaign_settled() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  who constant text := netward_setting('netward.actor_name');
begin
  update campaign c set
    state = case when c.becomes is null then k.next else c.state end, becomes = case when c.becomes is not null then k.next end,
    approved_by_name = case when new.state = 'approved' then who else c.approved_by_name end
  from (select case when new.state = 'approved' then 'scheduled' else 'draft' end) k (next)
  where c.company_id = new.company_id and c.id = new.subject_id and coalesce(c.becomes, c.state) = 'awaiting_approval';
  perform note_live(new.company_id, 'campaign.changed', new.subject_id, '{}');
  return null;
end $$;

/** Runs when the approval of a rollback ends: its gateways go back, or keep their version. */
create or replace function rollback_settled() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update campaign_target t set changed_at = now(),
    rollback = case when new.state = 'approved' then 'wanted' end,
    rollback_in_window = t.rollback_in_window or new.state <> 'approved',
    rollback_due = case when new.state = 'approved' then now() + make_interval(hours => c.offline_hours) end
  from campaign c
  where c.company_id = new.company_id and c.id = new.subject_id and t.company_id = c.company_id and t.campaign_id = c.id
    and t.rollback = 'asked';
  perform note_live(new.company_id, 'campaign.changed', new.subject_id, '{}');
  return null;
end $$;
