/** Internet lines whose gateway and WAN are known, of these gateways and of companies that test links. */
create or replace function line_wans(devices bigint[]) returns table (
  device_id bigint, line_id bigint, wan_name text, down_mbps double precision, up_mbps double precision
) language sql stable security definer set search_path = public as $$
  select l.device_id, l.id, l.wan_name, l.down_mbps, l.up_mbps
  from internet_line l join company c on c.id = l.company_id
  where l.device_id = any (devices) and l.wan_name <> '' and c.status = 'active' and 'link_testing' = any (c.products) $$;

grant execute on function line_wans to {{login}};
