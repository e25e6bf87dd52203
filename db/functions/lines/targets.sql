-- Whether lines are within target, which TypeScript judges from minutes that count (modules/lines/target).

/**
 * Lines to be judged, those that were not for longest first, with all that counts in 7 days. Times in milliseconds; `minutes`: by
 * hour; `doubted` and `works`: pairs [from, to], `to` null: it lasts.
 */
create or replace function line_targets_due(most int) returns table (
  line_id bigint, measured_by text, profile text, settings jsonb, business_hours text, time_zone text, created_at double precision,
  minutes jsonb, doubted jsonb, works jsonb
) language sql stable security definer set search_path = public as $$
  select s.line_id, s.measured_by, k.profile, (select p.settings from line_profile p
      where p.company_id = l.company_id and p.kind = k.profile),
    o.business_hours, o.time_zone, floor(extract(epoch from l.created_at) * 1000)::double precision,
    (select jsonb_object_agg((extract(epoch from h.hour) * 1000)::bigint, h.minutes) from line_hour h
      where h.line_id = s.line_id and h.hour > now() - interval '7 days 1 hour'),
    (select jsonb_agg(jsonb_build_array((extract(epoch from d.began_at) * 1000)::bigint, (extract(epoch from d.ended_at) * 1000)::bigint))
      from line_outage d where d.company_id = l.company_id and d.line_id = l.id and d.second_view = 'disagrees'
      and coalesce(d.ended_at, 'infinity') > now() - interval '7 days 1 hour'),
    (select jsonb_agg(jsonb_build_array((extract(epoch from w.starts_at) * 1000)::bigint, (extract(epoch from w.ends_at) * 1000)::bigint))
      from maintenance_window w where w.company_id = l.company_id and w.ends_at > now() - interval '7 days 1 hour'
      and w.starts_at < now() and (not w.late or w.approved_at is not null)
      and (w.whole_company or l.outlet_id = any (w.outlet_ids)))
  from (
    select s.* from line_standing s
    where s.measured_at is not null and (s.judged_at is null or s.judged_at < now() - interval '1 hour'
        or s.week_target is null and s.judged_at < now() - interval '5 minutes')
      and (s.measured_at > now() - interval '8 days' or s.week_target is not null)
    order by s.judged_at nulls first limit most) s
  join internet_line l on l.id = s.line_id
  cross join lateral (select coalesce(s.profile, line_profile_of(l.type)) as profile) k
  join outlet o on o.company_id = l.company_id and o.id = l.outlet_id $$;

/** [{lineId, day, week}] */
create or replace function line_targets_write(targets jsonb) returns void
  language sql security definer set search_path = public as $$
  with given as (
    select * from jsonb_to_recordset(targets) t ("lineId" bigint, day text, week text)
  ), locked as (
    select s.line_id from line_standing s where s.line_id in (select "lineId" from given) order by s.line_id for update
  )
  update line_standing s set day_target = g.day, week_target = g.week, judged_at = now()
  from given g join locked k on k.line_id = g."lineId" where s.line_id = g."lineId" $$;

grant execute on function line_targets_due, line_targets_write to {{login}};
