-- A campaign keeps to hours in which nobody is disturbed, also where nobody knows when an outlet is open; a firmware that is
-- older than what a gateway has is for it only where its campaign says so.

-- Of `closed_hours` the minutes are those of the night in which gateways are upgraded whose outlet has no hours.
alter table campaign drop constraint campaign_check;
update campaign set from_minute = 60, to_minute = 300 where upgrade_window = 'closed_hours';
alter table campaign add constraint campaign_hours
  check ((upgrade_window <> 'any') = (from_minute is not null and to_minute is not null));

alter table campaign add column allow_downgrade boolean not null default false;
update ota_programme set plan = '{"allowDowngrade": false}' || plan;

/** False where either version has no numbers to compare. */
create function is_newer(version text, than text) returns boolean language sql immutable parallel safe return
  cardinality(version_numbers(than)) > 0 and version_numbers(version) > version_numbers(than);
grant execute on function is_newer to {{company}}, {{tree}}, {{platform}};

-- One that is brought back waits for the hours of its campaign, unless whoever asked for it wanted it at once.
alter table campaign_target
  add column rollback_in_window boolean not null default true,
  -- Wanted, but not before.
  add column rollback_from timestamptz,
  -- Nor begun after, however many windows it misses.
  add column rollback_until timestamptz;
update campaign_target set rollback_in_window = false where rollback = 'asked' or is_going_back(rollback);
-- Those that a step may begin with, the longest due first.
drop index campaign_target_wanted;
create index campaign_target_wanted
  on campaign_target (campaign_id, coalesce(rollback_from, '-infinity'::timestamptz), device_id)
  where rollback = 'wanted' and not rollback_parked;
-- Whoever says yes to them is to know.
create index campaign_target_asked_at_once on campaign_target (campaign_id)
  where rollback = 'asked' and not rollback_in_window;
