/**
 * A company's current entitlement of a kind: its package and its licences. Null: unlimited. On an
 * installation licensed by files, only those count; members are unlimited there until a file names them.
 */
create or replace function granted_of(company_in bigint, kind_in text, at_in timestamptz default now()) returns int
  language sql stable security definer set search_path = public as $$
  select case when by_files and kind_in = 'members' and licensed is null then null
    when by_files then least(coalesce(licensed, 0), 2000000000)::int
    when of_package is not null then least(of_package + coalesce(licensed, 0), 2000000000)::int end
  from company_package p join package_version v using (package_id, version)
  cross join lateral (select licence_mode() = 'files' as by_files, case kind_in when 'internet_lines' then v.internet_lines
    when 'devices' then v.devices when 'outlets' then v.outlets when 'work_orders' then v.work_orders
    else v.members end as of_package) m
  cross join lateral (
    select sum(l.quantity) as licensed from licence l where l.company_id = company_in and l.kind = kind_in
      and l.purpose = 'use' and l.revoked_at is null and l.starts_at <= at_in and (l.ends_at is null or l.ends_at > at_in)
      and (l.file_serial is not null or not by_files)) q
  where p.company_id = company_in $$;

create or replace function grant_changes_at(company_in bigint, kind_in text, at_in timestamptz default now())
  returns timestamptz
  language sql stable security definer set search_path = public as $$
  select min(at) from licence l, unnest(array[l.starts_at, l.ends_at]) at
  where l.company_id = company_in and l.kind = kind_in and l.purpose = 'use' and l.revoked_at is null and at > at_in $$;

/** Recalculates a company's entitlements, ordered by kind to prevent deadlocks. */
create or replace function refresh_entitlement(
  company_in bigint, kinds text[] default '{devices,internet_lines,members,outlets,work_orders}'
) returns void
  language plpgsql security definer set search_path = public as $$
declare
  k text;
  moment timestamptz;
begin
  foreach k in array kinds loop
    perform 1 from entitlement e where e.company_id = company_in and e.kind = k for update;
    -- Not the transaction's start time: grants made while this transaction waited have already started.
    moment := clock_timestamp();
    insert into entitlement as e (company_id, kind, granted, changes_at)
    values (company_in, k, granted_of(company_in, k, moment), grant_changes_at(company_in, k, moment))
    on conflict (company_id, kind) do update set granted = excluded.granted, changes_at = excluded.changes_at
      where (e.granted, e.changes_at) is distinct from (excluded.granted, excluded.changes_at);
  end loop;
end $$;

-- Runs after a company is created. Only definer functions, which run as the owner, create companies; one
-- created by hand as a superuser has no package and no limit.
create or replace function company_first_package() returns trigger language plpgsql set search_path = public as $$
begin
  if current_user <> '{{owner}}' then return null; end if;
  insert into company_package (company_id, package_id, version)
  select new.id, p.id, p.version from package p where p.code = case new.standing when 'trial' then 'trial' else 'basic' end;
  perform refresh_entitlement(new.id);
  return null;
end $$;

/** Recalculates entitlements where a licence began or ended. Returns the number of companies. */
create or replace function refresh_due_entitlements(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  due bigint;
  n int := 0;
begin
  for due in select distinct company_id from (
    select company_id from entitlement where changes_at <= now() order by changes_at limit most) d order by 1
  loop
    perform refresh_entitlement(due);
    perform note_live(due, 'licence.changed', null, '{}');
    n := n + 1;
  end loop;
  return n;
end $$;

grant execute on function refresh_due_entitlements to {{login}};
