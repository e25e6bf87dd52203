/** A firmware's model patterns as LIKE patterns. */
create or replace function firmware_patterns(models text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select replace(replace(replace(replace(lower(m), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%') from unnest(models) m) $$;

/** Whether a version is released for its model, another one is, or none is: of devices in sight. */
create or replace function firmware_standing(company_in bigint, manufacturer_in text, model_in text, version_in text) returns text
  language sql stable security definer set search_path = public as $$
  select case when bool_or(f.version = version_in) then 'approved' when count(*) = 0 then 'unknown' else 'old' end from firmware f
  where f.company_id = company_in and f.state = 'released' and lower(model_in) like any (firmware_patterns(f.models))
    and (f.manufacturer = '' or lower(f.manufacturer) = lower(manufacturer_in)) $$;

/** The numbers of a version, for comparison: `V2.10.3-b7` is {2,10,3,7}. */
create or replace function version_numbers(given text) returns numeric[] language sql immutable strict parallel safe as $$
  select array(select m[1]::numeric from regexp_matches(given, '(\d{1,18})', 'g') m) $$;

/** False if either version has no numbers to compare. */
create or replace function is_newer(version text, than text) returns boolean language sql immutable parallel safe return
  cardinality(version_numbers(than)) > 0 and version_numbers(version) > version_numbers(than);

/** Hardware versions normalised for comparison. */
create or replace function hardware_names(versions text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select lower(btrim(v)) from unnest(versions) v) $$;

/**
 * Whether a firmware for these hardware versions fits a device that reports this one; unknown if the device
 * reports none.
 */
create or replace function fits_hardware(versions text[], reported text) returns boolean language sql immutable parallel safe return
  versions = '{}' or lower(btrim(reported)) = any (hardware_names(versions));

grant execute on function firmware_patterns, firmware_standing, fits_hardware, hardware_names, is_newer, version_numbers
  to {{company}}, {{tree}}, {{platform}};
