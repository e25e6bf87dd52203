/** Changes name, time_zone, language, storage_cycle, storage_interval and carrier_findings of the company acted in, where provided. */
create or replace function edit_company_settings(changes jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if changes ? 'time_zone' and not exists (
    select 1 from pg_timezone_names where name = changes->>'time_zone'
  ) then
    raise exception 'settings.time_zone_unknown' using errcode = 'NW001';
  end if;
  if storage_months(changes->>'storage_cycle') > (select storage_months(storage_cycle) from platform_setting) then
    raise exception 'settings.storage_cycle_too_long' using errcode = 'NW001';
  end if;
  update company c set name = n.name, time_zone = n.time_zone, language = n.language, storage_cycle = n.storage_cycle,
    storage_interval = n.storage_interval, carrier_findings = n.carrier_findings
  from (select (jsonb_populate_record(k, changes)).* from company k where k.id = scope_company()) n
  where c.id = scope_company();
  if changes ? 'name' then
    update org_node set name = changes->>'name' where company_id = scope_company() and parent_id is null;
  end if;
end $$;

grant execute on function edit_company_settings to {{company}}, {{tree}}, {{platform}};
