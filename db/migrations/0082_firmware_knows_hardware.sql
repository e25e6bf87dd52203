-- Revisions of one model need files of their own.

-- As gateways tell them; empty: of every one.
alter table firmware add column hardware_versions text[] not null default '{}' check (cardinality(hardware_versions) <= 50);

/** Hardware versions as they are compared. */
create function hardware_names(versions text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select lower(btrim(v)) from unnest(versions) v) $$;

/** Whether a firmware of these hardware versions is for a device that tells this one; of one that tells none nobody knows. */
create function fits_hardware(versions text[], told text) returns boolean language sql immutable parallel safe return
  versions = '{}' or lower(btrim(told)) = any (hardware_names(versions));
grant execute on function hardware_names, fits_hardware to {{company}}, {{tree}}, {{platform}};
