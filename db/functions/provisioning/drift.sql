-- Compares manual changes to declared values with templates at once, so that lists show the drift; values
-- that people added or filled in belong to them.

/**
 * Whether a template of a device declares one of the `touched` parameters, something in the instances among
 * them that were added or removed (these end in a dot), or a notification of `levels`. `[Key=value]` matches
 * any instance except those known by another key; a setting matches anything in its section.
 */
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
      -- Instance key: a different value means a different instance.
      select 'value', regexp_replace(array_to_string(s.parts[:n], '['), '\[[^]]*\]', '*', 'g') || '*.'
        || split_part(s.parts[n + 1], '=', 1), null, null, null
      from paths p cross join lateral string_to_array(p.path, '[') s (parts)
        cross join generate_series(1, cardinality(s.parts) - 1) n
      union all
      select 'value', o.at || '*.' || o.name, o.at, o.key, o.value from objects o
    ), wanted as (
      -- As a pattern: a number may match any instance.
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

/**
 * A command that changed a gateway has finished: if templates declare what it changed, the gateway is
 * compared with them, once for everything pending. Values committed but not applied (status 1) are compared
 * after they are read back. An instance that a user added or filled in never counts as left behind by a
 * template session, even if it is empty. Called by `command_moved`.
 */
create or replace function command_touches_templates(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
declare
  touched text[] := case new.kind
    when 'add_object' then array[(new.request->>'path') || (new.result->>'instanceNumber') || '.']
    when 'delete_object' then array[new.request->>'path']
    when 'set_parameter_values' then case when new.result->>'status' = '1' then '{}'::text[]
      else array(select jsonb_path_query(new.request, '$.values[*].path') #>> '{}') end
    when 'get_parameter_values' then array(select jsonb_path_query(new.request, '$.paths[*]') #>> '{}')
    when 'change_settings' then
      array(select jsonb_path_query(new.result, '$.changed[*].path') #>> '{}' where not new.result ? 'later')
      || array(select jsonb_path_query(new.request, '$.absent[*]') #>> '{}' where new.result->>'removed' <> '0')
    else '{}' end;
  levels text[] := case new.kind
    when 'set_parameter_attributes' then array(select jsonb_path_query(new.request, '$.changes[*].path') #>> '{}')
    else '{}' end;
begin
  update provision_adding a set objects = (
    select jsonb_agg(jsonb_set(o, '{before}', (o->'before') || coalesce((
      select jsonb_agg(distinct (o->>'table') || i.number || '.') from unnest(touched) t (path)
      cross join lateral substring(substr(t.path, length(o->>'table') + 1) from '^[0-9]+(?=[.])') i (number)
      where starts_with(t.path, o->>'table') and i.number is not null), '[]'))) from jsonb_array_elements(a.objects) o)
  where a.company_id = new.company_id and a.device_id = new.device_id and a.objects <> '[]';
  if (touched <> '{}' or levels <> '{}') and provision_declares(new.device_id, touched, levels) then
    perform queue_provision(array[new.device_id], true);
  end if;
end $$;

/**
 * Stores what is wrong with a device's configuration on the device, so that its lists have an index; null if
 * nothing is. Runs after each change to the state this derives from; writes only on change.
 */
create or replace function device_configured() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  s provision_state := case tg_op when 'DELETE' then old else new end;
  now_is text := case when tg_op = 'DELETE' then null
    when s.state = 'failed' and s.problems @> '[{"code": "conflict"}]' then 'conflict'
    when s.state in ('drifted', 'failed') then s.state end;
begin
  if exists (select from device d where d.id = s.device_id and d.configuration is distinct from now_is) then
    update device set configuration = now_is where id = s.device_id and configuration is distinct from now_is;
  end if;
  return null;
end $$;

/**
 * Whether a parameter or an instance may belong to a section of the vocabulary: where its fields are written,
 * and what finds them. The session that compares a setting resolves which of them it means, against the
 * gateway's tree.
 */
create or replace function is_of_section(path text, section text) returns boolean language sql immutable as $$
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

/**
 * The gateway reported values that differ from its templates, or match them again: lists and counts follow at
 * once. Anything that no session has compared yet, or that one found to fail, is left to a session. A session
 * confirms that an apparently resolved drift is over.
 */
create or replace function provision_informed(device_in bigint, drift_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  s provision_state;
begin
  select * into s from provision_state k where k.company_id = scope_company() and k.device_id = device_in for update;
  if s.state is null or s.state not in ('applied', 'drifted') then return; end if;
  if drift_in = '[]' then
    if s.state = 'drifted' then perform queue_provision(array[device_in], true); end if;
    return;
  end if;
  update provision_state set state = 'drifted', drift = drift_in, checked_at = clock_timestamp(),
    drifted_since = coalesce(drifted_since, clock_timestamp())
  where company_id = s.company_id and device_id = device_in;
  perform note_live(s.company_id, 'device.changed', device_in, '{}');
  if s.state = 'applied' then
    perform note_timeline(s.company_id, device_in, 'provision.drifted',
      jsonb_build_object('changed', jsonb_array_length(drift_in)));
  end if;
end $$;

grant execute on function provision_informed to {{company}}, {{tree}}, {{platform}};
