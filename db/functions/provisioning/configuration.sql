/**
 * Templates and versions applied to a device, or those it is trying; work becomes due when this result
 * changes. Templates from above apply only if the company admits or has accepted them. PL/pgSQL because it
 * caches the plan: planning over all indexes of a device takes a hundred times as long as execution, and
 * would repeat for each new device.
 */
create or replace function provision_templates(device_in bigint)
  returns table (template_id bigint, name text, version int, content jsonb, owner text, objects_stay boolean)
  language plpgsql stable security definer set search_path = public
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  d device;
begin
  select * into d from device k where k.id = device_in;
  if d.id is null then return; end if;
  return query select t.id, t.name, v.number, v.content, case when a.depth > 0 then o.name end, v.objects_stay
  from company_ancestor a
  join provision_template t on t.company_id = a.ancestor_id
  join company o on o.id = t.company_id
  left join provision_trial r on r.company_id = d.company_id and r.device_id = device_in and r.template_id = t.id
  join provision_version v on v.company_id = t.company_id and v.template_id = t.id
    and v.number = coalesce(r.version, t.applied_version)
  where a.company_id = d.company_id and provision_fits(v, d)
    and (a.depth = 0 or lets_provision(d.company_id) or exists (select from provision_acceptance k
      where k.company_id = d.company_id and k.template_id = t.id and k.version = v.number))
  order by t.name, t.id;
end $$;

/** Whether a version targets a device. */
create or replace function provision_fits(v provision_version, d device) returns boolean language sql stable as $$
  select d.state = 'claimed' and d.driver = 'cwmp'
    and (d.company_id = v.company_id or v.below)
    and (v.company_ids = '{}' or d.company_id = any (v.company_ids))
    and (v.models = '{}' or d.model_name = any (v.models))
    and (v.manufacturers = '{}' or d.manufacturer = any (v.manufacturers))
    and (v.software_versions = '{}' or d.software_version = any (v.software_versions))
    and (v.software_from = '' or version_numbers(d.software_version) >= version_numbers(v.software_from))
    and (v.software_below = '' or version_numbers(d.software_version) < version_numbers(v.software_below))
    and (v.tags = '{}' or d.tags @> v.tags)
    and (v.outlet_ids = '{}' or d.outlet_id = any (v.outlet_ids))
    and (v.regions = '{}' or outlet_in_regions(d.outlet_id, v.regions)) $$;

/** Whether an outlet is in one of the regions or below it. */
create or replace function outlet_in_regions(outlet_in bigint, regions_in text[]) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from outlet o cross join unnest(regions_in) r (region)
    where o.id = outlet_in and (o.region = r.region or starts_with(o.region, r.region || '/'))) $$;

/** Device values that a template may fill in; absent if there are none. */
create or replace function provision_variables(d device) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'device.name', nullif(d.name, ''), 'device.serialNumber', nullif(d.serial_number, ''),
    'device.modelName', nullif(d.model_name, ''), 'company.name', c.name,
    'outlet.name', o.name, 'outlet.code', nullif(o.code, ''), 'outlet.timeZone', o.time_zone,
    'line.account', (select nullif(l.account, '') from internet_line l
      where l.device_id = d.id order by l.wan_name, l.id limit 1)))
  from company c left join outlet o on o.id = d.outlet_id where c.id = d.company_id $$;

grant execute on function outlet_in_regions, provision_fits, provision_templates, provision_variables
  to {{company}}, {{tree}}, {{platform}};
