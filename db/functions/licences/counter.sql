/** Usage level of a quota: 0 below 80 %, then 1; 2 used up; 3 exceeded. */
create or replace function use_level(used int, granted int) returns int language sql immutable set search_path = public as $$
  select case when granted is null or used = 0 or used * 5::bigint < granted * 4::bigint then 0
    when used < granted then 1 when used = granted then 2 else 3 end $$;

/**
 * Counts what one statement added (or removed) in one company. The row stays locked until the transaction
 * ends, so of two that request the last one the second waits and is refused. What the same transaction
 * released before, it may take again even if usage exceeds the grant: replacing is net zero.
 */
create or replace function count_use(company_in bigint, kind_in text, n int) returns void
  language plpgsql security definer set search_path = public as $$
declare
  e entitlement;
  freed constant text := format('netward.freed_%s_%s', kind_in, company_in);
  credit int;
  moment timestamptz;
begin
  if n = 0 then return; end if;
  update entitlement o set used = o.used + n where o.company_id = company_in and o.kind = kind_in returning o.* into e;
  if use_level(e.used, e.granted) <> use_level(e.used - n, e.granted) then
    perform note_live(company_in, 'licence.changed', null, '{}');
  end if;
  if n < 0 then
    perform set_config(freed, (coalesce(netward_setting(freed), '0')::int - n)::text, true);
    return;
  end if;
  if e.company_id is null then
    insert into entitlement as o (company_id, kind, used, granted, changes_at)
    values (company_in, kind_in, n, granted_of(company_in, kind_in), grant_changes_at(company_in, kind_in))
    on conflict (company_id, kind) do update set used = o.used + n returning o.* into e;
  end if;
  moment := clock_timestamp();
  if e.changes_at <= moment then
    update entitlement o set granted = granted_of(company_in, kind_in, moment),
      changes_at = grant_changes_at(company_in, kind_in, moment)
    where o.company_id = company_in and o.kind = kind_in returning o.* into e;
  end if;
  if e.used <= e.granted or e.granted is null then return; end if;
  credit := coalesce(netward_setting(freed), '0')::int;
  if credit < n then
    raise exception 'licence.exceeded' using errcode = 'NW001',
      detail = jsonb_build_object('kind', kind_in, 'name', '@licences.kinds.' || kind_in,
        'granted', e.granted, 'used', e.used - n)::text;
  end if;
  perform set_config(freed, (credit - n)::text, true);
end $$;

/** Refuses early what could not be added anyway; what is added later is counted then. */
create or replace function require_room(kind_in text, n int) returns void
  language plpgsql stable security definer set search_path = public as $$
declare
  e entitlement;
  may int;
begin
  select * into e from entitlement where company_id = scope_company() and kind = kind_in;
  may := case when e.changes_at <= now() then granted_of(e.company_id, kind_in) else e.granted end;
  if e.used + n > may then
    raise exception 'licence.exceeded' using errcode = 'NW001',
      detail = jsonb_build_object('kind', kind_in, 'name', '@licences.kinds.' || kind_in,
        'granted', may, 'used', e.used)::text;
  end if;
end $$;

-- Triggers that count devices, outlets, members and internet lines run once per statement, with one counter
-- update per company: a bulk insert must not pay per row.
create or replace function device_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'devices', n) from (
    select company_id, count(*)::int as n from added where state = 'claimed' group by 1 order by 1) s;
  return null;
end $$;

create or replace function device_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'devices', -n) from (
    select company_id, count(*)::int as n from gone where state = 'claimed' group by 1 order by 1) s;
  return null;
end $$;

-- Runs after a device changes state or company, per row but rarely: an Inform changes neither.
create or replace function device_use_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(old.company_id, 'devices', -1) where old.state = 'claimed';
  perform count_use(new.company_id, 'devices', 1) where new.state = 'claimed';
  return null;
end $$;

create or replace function outlet_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'outlets', n) from (select company_id, count(*)::int as n from added group by 1 order by 1) s;
  return null;
end $$;

create or replace function outlet_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'outlets', -n) from (select company_id, count(*)::int as n from gone group by 1 order by 1) s;
  return null;
end $$;

-- A disabled member takes no seat.
create or replace function member_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'members', n) from (
    select company_id, count(*)::int as n from added where status = 'enabled' group by 1 order by 1) s;
  return null;
end $$;

create or replace function member_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'members', -n) from (
    select company_id, count(*)::int as n from gone where status = 'enabled' group by 1 order by 1) s;
  return null;
end $$;

-- Runs after a member is enabled or disabled.
create or replace function member_use_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(new.company_id, 'members', case new.status when 'enabled' then 1 else -1 end);
  return null;
end $$;

-- Internet lines count against the quota, like devices, outlets and members.
create or replace function internet_line_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'internet_lines', n) from (
    select company_id, count(*)::int as n from added group by 1 order by 1) s;
  return null;
end $$;

create or replace function internet_line_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'internet_lines', -n) from (
    select company_id, count(*)::int as n from gone group by 1 order by 1) s;
  return null;
end $$;

grant execute on function require_room to {{company}}, {{tree}}, {{platform}};
