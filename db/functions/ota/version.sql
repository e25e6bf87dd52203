/** The patterns of a firmware's models as LIKE takes them. */
create or replace function firmware_patterns(models text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select replace(replace(replace(replace(lower(m), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%') from unnest(models) m) $$;

/** The numbers of a version, to compare two: `V2.10.3-b7` is {2,10,3,7}. */
create or replace function version_numbers(given text) returns numeric[] language sql immutable strict parallel safe as $$
  select array(select m[1]::numeric from regexp_matches(given, '(\d{1,18})', 'g') m) $$;

/** Whether the company whose programme a campaign is of still stands above the company of this transaction. */
create or replace function is_below(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from company_ancestor a where a.company_id = scope_company() and a.ancestor_id = company_in) $$;

/** False where either version has no numbers to compare. */
create or replace function is_newer(version text, than text) returns boolean language sql immutable parallel safe return
  cardinality(version_numbers(than)) > 0 and version_numbers(version) > version_numbers(than);

grant execute on function firmware_patterns, is_below, is_newer, version_numbers to {{company}}, {{tree}}, {{platform}};
