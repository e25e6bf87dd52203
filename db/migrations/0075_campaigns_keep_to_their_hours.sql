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
