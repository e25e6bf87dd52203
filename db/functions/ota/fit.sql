/** The patterns of a firmware's models as LIKE takes them. */
create or replace function firmware_patterns(models text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select replace(replace(replace(replace(lower(m), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%') from unnest(models) m) $$;

/** The numbers of a version, to compare two: `V2.10.3-b7` is {2,10,3,7}. */
create or replace function version_numbers(given text) returns numeric[] language sql immutable strict parallel safe as $$
  select array(select m[1]::numeric from regexp_matches(given, '(\d{1,18})', 'g') m) $$;

/** False where either version has no numbers to compare. */
create or replace function is_newer(version text, than text) returns boolean language sql immutable parallel safe return
  cardinality(version_numbers(than)) > 0 and version_numbers(version) > version_numbers(than);

/** Hardware versions as they are compared. */
create or replace function hardware_names(versions text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select lower(btrim(v)) from unnest(versions) v) $$;

/** Whether a firmware of these hardware versions is for a device that tells this one; of one that tells none nobody knows. */
create or replace function fits_hardware(versions text[], told text) returns boolean language sql immutable parallel safe return
  versions = '{}' or lower(btrim(told)) = any (hardware_names(versions));

grant execute on function firmware_patterns, fits_hardware, hardware_names, is_newer, version_numbers
  to {{company}}, {{tree}}, {{platform}};
