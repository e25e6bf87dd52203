-- Templates name settings by the words of people too: `settings` of their content.

/**
 * Whether a parameter, or an instance, may be of a section of the vocabulary: where its fields are written, and what finds them.
 * Which of them a setting means is known beside the gateway's tree, by the session that compares it.
 */
create function is_of_section(path text, section text) returns boolean language sql immutable as $$
  select case section
    when 'wifi' then path ~ '^(Device\.WiFi\.(SSID|AccessPoint|Radio)\.|InternetGatewayDevice\.LANDevice\.[0-9]+\.WLANConfiguration\.)'
    when 'wan' then path ~ '^(Device\.(IP\.Interface|PPP\.Interface|Ethernet|DHCPv4\.Client|DNS\.Client|NAT\.InterfaceSetting|Routing\.Router)\.|InternetGatewayDevice\.(WANDevice|Layer3Forwarding)\.)'
      and path !~ '\.PortMapping\.'
    when 'lan' then path ~ '^(Device\.IP\.Interface\.|InternetGatewayDevice\.LANDevice\.[0-9]+\.LANHostConfigManagement\.IPInterface\.)'
    when 'dhcp' then path ~ '^(Device\.DHCPv4\.Server\.Pool\.|InternetGatewayDevice\.LANDevice\.[0-9]+\.LANHostConfigManagement\.)'
      and path !~ '\.(DHCP)?StaticAddress\.'
    when 'time' then path ~ '^(InternetGateway)?Device\.Time\.'
    when 'account' then path ~ '^(Device\.Users\.User\.|InternetGatewayDevice\.(User\.|UserInterface\.X_HW_WebUserInfo\.|LANConfigSecurity\.|DeviceInfo\.X_CT-COM_TeleComAccount\.))'
    when 'cellular' then path ~ '^Device\.Cellular\.'
    else false end
$$;

/** As in 0056, and for settings whatever is of their section. */
create or replace function provision_declares(device_in bigint, touched text[], levels text[]) returns boolean
  language plpgsql stable security definer set search_path = public
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return exists (
    with content as materialized (
      select t.content from provision_templates(device_in) t
    ), paths as (
      select 'value' as kind, jsonb_path_query(c.content, '$.values[*].path') #>> '{}' as path from content c
      union all
      select 'level', jsonb_path_query(c.content, '$.notifications[*].path') #>> '{}' from content c
    ), objects as (
      select o->>'table' as at, o->'key'->0->>'name' as key, o->'key'->0->>'value' as value,
        jsonb_path_query(o, '$.*[*].name') #>> '{}' as name
      from content c cross join lateral jsonb_path_query(c.content, '$.objects[*]') o
    ), declared as (
      select p.kind, regexp_replace(p.path, '\[[^]]*\]', '*', 'g') as path,
        k.parts[1] as at, k.parts[2] as key, k.parts[3] as value
      from paths p left join lateral regexp_match(p.path, '^([^[]*)\[([^=]*)=([^]]*)\]') k (parts) on true
      union all
      -- What an instance is known by: with another value it is another's.
      select 'value', regexp_replace(array_to_string(s.parts[:n], '['), '\[[^]]*\]', '*', 'g') || '*.'
        || split_part(s.parts[n + 1], '=', 1), null, null, null
      from paths p cross join lateral string_to_array(p.path, '[') s (parts)
        cross join generate_series(1, cardinality(s.parts) - 1) n
      union all
      select 'value', o.at || '*.' || o.name, o.at, o.key, o.value from objects o
    ), wanted as (
      -- As a pattern: a number may stand where any instance is meant.
      select w.kind, w.path, '^' || regexp_replace(regexp_replace(w.path, '([^[:alnum:]_])', '\\\1', 'g'),
          '\\\.([0-9]+)(?=\\\.)', '\\.(\1|\*)', 'g')
        || case when w.path like '%.' then '' else '$' end as pattern
      from (select 'value' as kind, unnest(touched) as path union all select 'level', unnest(levels)) w
    )
    select 1 from wanted w join declared d on d.path ~ w.pattern and (d.kind = w.kind or w.path like '%.')
    cross join lateral array_to_string((string_to_array(w.path, '.'))[:cardinality(string_to_array(d.at, '.'))], '.') i (path)
    where w.path like '%.' or w.path = i.path || '.' || d.key or not exists (
      select from device_parameter p where p.device_id = device_in and p.path = i.path || '.' || d.key
        and p.read_at is not null and p.type like '%string' and p.value <> d.value and d.value not like '%{{%')
    union all
    select 1 from content c cross join lateral jsonb_path_query(c.content, '$.settings[*].section') s (section)
    join unnest(touched) t (path) on is_of_section(t.path, s.section #>> '{}'));
end $$;
