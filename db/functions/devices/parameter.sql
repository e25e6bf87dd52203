/**
 * Returns the parameters of one device whose path or value contains a text, ordered by path; a row without
 * path carries the total of an empty page. The caller found the device under row-level security; its scope is
 * checked again here, with the data scope of the roles. In a company below, only the object opened for
 * reading is visible.
 */
create or replace function search_parameters(device_in bigint, pattern_in text, limit_in int, offset_in int) returns table (
  total int, path text, value text, type text, writable boolean, is_object boolean, read_at timestamptz
) language sql stable security definer set search_path = public as $$
  with found as (
    select p.path, p.value, p.type, p.writable, p.is_object, p.read_at
    from device_parameter p join device d on d.id = p.device_id
    where p.device_id = device_in and (lower(p.path) like pattern_in or lower(p.value) like pattern_in)
      and case when d.company_id = scope_company() then
          netward_setting('netward.outlet_ids') is null and netward_setting('netward.department_ids') is null
            or d.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[])
            or d.department_id = any (netward_setting('netward.department_ids')::bigint[])
        else current_setting('role') in ('{{tree}}', '{{platform}}')
          and d.company_id = netward_setting('netward.looks_into')::bigint and sees_company(d.company_id) end)
  select counted.total, page.* from (select count(*)::int as total from found) counted
  left join (select * from found order by path limit limit_in offset offset_in) page on true
  order by page.path $$;

grant execute on function search_parameters to {{company}}, {{tree}}, {{platform}};
