-- What a session costs the database: fewer round trips between two commands, and no row is written that stays as it was.

/**
 * Between two commands of a session: keeps what was learned, tells what came of those in `ended_in`, and marks the next
 * one as sent. Answers as `acs_command_sent` does; null where there is none to send. What is told of an end is stored
 * with it: nobody sees the one without the other.
 */
create function acs_turn(
  device_in bigint, holder_in uuid, paths text[], parents text[], values_in text[], valued boolean[], types text[],
  writables boolean[], told jsonb, ended_in jsonb, next_in bigint
) returns boolean language plpgsql security definer set search_path = public as $$
declare
  e record;
begin
  if cardinality(paths) > 0 then
    perform acs_apply(device_in, paths, parents, values_in, valued, types, writables, told);
  end if;
  for e in select * from jsonb_to_recordset(ended_in) as r (id bigint, state text, result jsonb, fault text, detail text,
    verify text[])
  loop
    perform acs_command_ended(e.id, holder_in, e.state, e.result, e.fault, e.detail, e.verify);
  end loop;
  if next_in is null then return null; end if;
  return acs_command_sent(next_in, holder_in);
end $$;

/** As in 0003; a device that is told to be what it is stays unwritten. */
create or replace function acs_apply(
  device_in bigint, paths text[], parents text[], values_in text[], valued boolean[], types text[], writables boolean[],
  told jsonb
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  -- Only what tells of the device itself changes its rows.
  if told <> '{}' then perform lock_device(device_in); end if;
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  insert into device_parameter as p (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
  select d.company_id, device_in, k.path, k.parent, k.value, k.type, k.writable, k.path like '%.',
    case when k.valued then now() end
  from (select distinct on (u.path) u.* from unnest(paths, parents, values_in, valued, types, writables)
      as u (path, parent, value, valued, type, writable) order by u.path, u.valued desc) k
  on conflict (device_id, path) do update set
    value = case when excluded.read_at is null then p.value else excluded.value end,
    read_at = coalesce(excluded.read_at, p.read_at),
    type = coalesce(excluded.type, p.type),
    writable = coalesce(excluded.writable, p.writable)
  -- A name that is told again tells nothing.
  where excluded.read_at is not null or p.type is distinct from coalesce(excluded.type, p.type)
    or p.writable is distinct from coalesce(excluded.writable, p.writable);
  if told = '{}' then return; end if;
  update device set
    manufacturer = coalesce(told->>'manufacturer', manufacturer),
    model_name = coalesce(told->>'modelName', model_name),
    software_version = coalesce(told->>'softwareVersion', software_version),
    hardware_version = coalesce(told->>'hardwareVersion', hardware_version),
    ip_address = coalesce((told->>'ipAddress')::inet, ip_address),
    mac_address = coalesce((told->>'macAddress')::macaddr, mac_address)
  where id = device_in and (manufacturer, model_name, software_version, hardware_version, ip_address, mac_address)
    is distinct from (coalesce(told->>'manufacturer', manufacturer), coalesce(told->>'modelName', model_name),
      coalesce(told->>'softwareVersion', software_version), coalesce(told->>'hardwareVersion', hardware_version),
      coalesce((told->>'ipAddress')::inet, ip_address), coalesce((told->>'macAddress')::macaddr, mac_address));
  if (told->>'periodicInterval')::int is distinct from d.periodic_interval then
    perform expect_informs(device_in, (told->>'periodicInterval')::int);
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

/** As in 0014; an update that moves no count, as most are, costs one look at its rows. */
create or replace function device_count() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- One branch a kind of statement: a transition table exists only in its own.
  if tg_op = 'INSERT' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, count(*) as n from new_rows
      where state = 'claimed' group by 1, 2, 3, 4) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  elsif tg_op = 'DELETE' then
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guard <> 'none' as guarded, -count(*) as n from old_rows
      where state = 'claimed' group by 1, 2, 3, 4) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, msp_id, tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  else
    -- Every row stands in both tables, in one order or another.
    if not exists (select from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.company_id, n.msp_id, n.presence, n.guard, n.tags)
        is distinct from (o.state, o.company_id, o.msp_id, o.presence, o.guard, o.tags)) then
      return null;
    end if;
    perform device_add_tally(jsonb_agg(jsonb_build_array(company_id, msp_id, presence, guarded, n))) from (
      select company_id, msp_id, presence, guarded, sum(n) as n from (
        select company_id, msp_id, presence, guard <> 'none' as guarded, 1 as n from new_rows where state = 'claimed'
        union all
        select company_id, msp_id, presence, guard <> 'none', -1 from old_rows where state = 'claimed') both_rows
      group by 1, 2, 3, 4 having sum(n) <> 0) moved;
    insert into device_tag as t (company_id, msp_id, tag, n)
    select company_id, coalesce(max(msp_id) filter (where n > 0), max(msp_id)), tag, sum(n) from (
      select company_id, msp_id, unnest(tags) as tag, 1 as n from new_rows where state = 'claimed' and tags <> '{}'
      union all
      select company_id, msp_id, unnest(tags) as tag, -1 as n from old_rows where state = 'claimed' and tags <> '{}') moved
    group by 1, 3 having sum(n) <> 0 order by 1, 3
    on conflict (company_id, tag) do update set n = t.n + excluded.n;
  end if;
  return null;
end $$;

-- Sessions call them through `acs_turn`.
revoke execute on function acs_command_sent, acs_command_ended from {{login}};
grant execute on function acs_turn to {{login}};
