/** Daily usage of every company; kept for 90 days. */
create or replace function snapshot_usage() returns void language sql security definer set search_path = public as $$
  insert into usage_snapshot (company_id, kind, day, used, granted)
  select company_id, kind, current_date, used, granted from entitlement
  on conflict do nothing;
  delete from usage_snapshot where day < current_date - 90;
  -- After usage falls below 80 %, the next rise sends the notice again.
  delete from licence_notice n using entitlement e
  where e.company_id = n.company_id and n.key = 'usage:' || e.kind || ':80'
    and (e.granted is null or e.used * 5::bigint < e.granted * 4::bigint) $$;

/** Companies due a notice: 80 % used, or a licence that ends within 30, 7 or 1 days. */
create or replace function licence_notice_companies(most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select company_id from (
    select e.company_id from entitlement e
    where e.granted is not null and e.used * 5::bigint >= e.granted * 4::bigint and e.used > 0 and not exists (
      select 1 from licence_notice n where n.company_id = e.company_id and n.key = 'usage:' || e.kind || ':80')
    union
    select l.company_id from licence l
    where l.revoked_at is null and l.ends_at > now() and l.ends_at <= now() + interval '30 days' and not exists (
      select 1 from licence_notice n where n.company_id = l.company_id and n.key = format('licence:%s:%s', l.id,
        case when l.ends_at <= now() + interval '1 day' then 1 when l.ends_at <= now() + interval '7 days' then 7 else 30 end))
  ) due order by 1 limit most $$;

/** Takes the notices due to the company acted in; each is returned once. */
create or replace function take_licence_notices() returns table (what text, kind text, used int, granted int, ends_at timestamptz, days int)
  language sql security definer set search_path = public as $$
  with usage_due as (
    insert into licence_notice (company_id, key)
    select e.company_id, 'usage:' || e.kind || ':80' from entitlement e
    where e.company_id = scope_company() and e.granted is not null and e.used * 5::bigint >= e.granted * 4::bigint and e.used > 0
    on conflict do nothing returning split_part(key, ':', 2) as kind),
  ending as (
    select l.id, l.kind, l.ends_at, case when l.ends_at <= now() + interval '1 day' then 1
      when l.ends_at <= now() + interval '7 days' then 7 else 30 end as days
    from licence l where l.company_id = scope_company() and l.revoked_at is null
      and l.ends_at > now() and l.ends_at <= now() + interval '30 days'),
  licence_due as (
    insert into licence_notice (company_id, key) select scope_company(), format('licence:%s:%s', id, days) from ending
    on conflict do nothing returning key)
  select 'usage', e.kind, e.used, e.granted, null::timestamptz, null::int
  from usage_due u join entitlement e on e.company_id = scope_company() and e.kind = u.kind
  union all
  select 'ending', n.kind, null, null, n.ends_at, n.days from ending n
  join licence_due d on d.key = format('licence:%s:%s', n.id, n.days) $$;

grant execute on function licence_notice_companies, snapshot_usage to {{login}};
grant execute on function take_licence_notices to {{company}}, {{tree}}, {{platform}};
