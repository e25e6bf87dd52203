/**
 * Whether what a template added stays without the template: per its current declaration, else its last one.
 */
create or replace function object_stays(o provision_object) returns boolean
  language sql stable security definer set search_path = public as $$
  select coalesce((select v.objects_stay from provision_template t join provision_version v
    on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
    where t.id = o.template_id), o.stays) $$;

/** Whether a device has something that is removed once no template requests it. */
create or replace function provision_added(device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device d join provision_object o on o.company_id = d.company_id and o.device_id = d.id
    where d.id = device_in and not object_stays(o)) $$;

/**
 * What a template of the company acted in added, wherever those gateways are, and what is removed when the
 * template stops targeting them: with another version, or with none if that is null.
 */
create or replace function provision_removals(template_in bigint, version_in int) returns table (devices int, objects int)
  language sql stable security definer set search_path = public as $$
  select count(distinct d.id)::int, count(*)::int
  from provision_template t join provision_object o on o.template_id = t.id
  join device d on d.company_id = o.company_id and d.id = o.device_id and d.state = 'claimed'
  left join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = version_in
  where t.id = template_in and t.company_id = scope_company()
    and not coalesce(v.objects_stay, object_stays(o)) and not coalesce(provision_fits(v, d), false) $$;

grant execute on function provision_removals to {{company}}, {{tree}}, {{platform}};
