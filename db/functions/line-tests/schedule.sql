-- Tests of throughput that profiles schedule.

/** What tests of throughput of a line may have moved since the month began where its outlet stands, in bytes. */
create or replace function line_moved_in_month(line_in bigint, zone_in text) returns bigint
  language sql stable set search_path = public as $$
  select coalesce(sum(r.bytes), 0)::bigint from line_run r
  where r.line_id = line_in and r.kind = 'throughput'
    and r.created_at >= date_trunc('month', now() at time zone zone_in) at time zone zone_in $$;

/** Lines whose throughput is due, or not planned yet. */
create or replace function line_throughput_due(most int) returns table (
  line_id bigint, company_id bigint, planned_at timestamptz, days int, megabytes int, left_bytes bigint, time_zone text,
  business_hours text, last_direction text
) language sql stable security definer set search_path = public as $$
  select s.line_id, s.company_id, s.throughput_at, n.days, n.megabytes,
    n.month_megabytes::bigint * 1000000 - line_moved_in_month(s.line_id, o.time_zone), o.time_zone, o.business_hours,
    (select r.test->>'direction' from line_run r where r.line_id = s.line_id and r.kind = 'throughput' and r.scheduled
      order by r.created_at desc limit 1)
  from line_profile p join company c on c.id = p.company_id
  cross join lateral (select coalesce((p.settings->>'throughputDays')::int, 0) as days,
    coalesce((p.settings->>'throughputMegabytes')::int, 20) as megabytes,
    coalesce((p.settings->>'throughputMonthMegabytes')::int, 1500) as month_megabytes) n
  join internet_line l on l.company_id = p.company_id
  join line_standing s on s.line_id = l.id and coalesce(s.profile, line_profile_of(l.type)) = p.kind
  join outlet o on o.company_id = l.company_id and o.id = l.outlet_id
  where n.days > 0 and c.status = 'active' and (c.kind <> 'company' or 'link_testing' = any (c.products))
    and (s.throughput_at is null or s.throughput_at <= now())
  order by s.throughput_at nulls first limit most $$;

/** When the throughput of lines is tested next: objects {lineId, at}. */
create or replace function line_throughput_plan(plans jsonb) returns void
  language sql security definer set search_path = public as $$
  update line_standing s set throughput_at = p.at from jsonb_to_recordset(plans) p ("lineId" bigint, at timestamptz)
  where s.line_id = p."lineId" $$;

grant execute on function line_throughput_due, line_throughput_plan to {{login}};
grant execute on function line_moved_in_month to {{company}}, {{tree}}, {{platform}};
