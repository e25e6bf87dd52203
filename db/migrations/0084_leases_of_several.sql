-- What a session that has lost its lease says of what it adds counts for nothing, whoever of its company has a turn beside it.

/** As in 0069. */
create or replace function acs_provisions_adding(devices bigint[], holders uuid[], addings jsonb[]) returns void
  language plpgsql set search_path = public as $$
declare
  companies constant bigint[] := companies_of(array(
    select (select g.device_id from gateway g where g.device_id = u.device and g.lease_holder = u.holder)
    from unnest(devices, holders) with ordinality u (device, holder, n) order by u.n));
begin
  insert into provision_adding (company_id, device_id, objects)
  select u.company, u.device, u.adding from unnest(devices, companies, addings) u (device, company, adding)
  where u.company is not null and u.adding <> '[]'
  on conflict (company_id, device_id) do update set objects = excluded.objects;
  if '[]' = any (addings) then
    delete from provision_adding a where a.company_id = any (companies) and a.device_id = any (array(
      select u.device from unnest(devices, companies, addings) u (device, company, adding)
      where u.company is not null and u.adding = '[]'));
  end if;
end $$;
