-- A firmware that is older than what a gateway has is for it only where its campaign says so.

alter table campaign add column allow_downgrade boolean not null default false;
update ota_programme set plan = '{"allowDowngrade": false}' || plan;

/** False where either version has no numbers to compare. */
create function is_newer(version text, than text) returns boolean language sql immutable parallel safe return
  cardinality(version_numbers(than)) > 0 and version_numbers(version) > version_numbers(than);
grant execute on function is_newer to {{company}}, {{tree}}, {{platform}};
