/** Lines of one company whose use is measured and whose percentile of a day is not kept yet; no row: there are none. */
create or replace function line_use_due(day_in date, most int) returns table (company_id bigint, line_ids bigint[])
  language sql stable security definer set search_path = public as $$
  with due as (
    select l.company_id, l.id from internet_line l
    where exists (select from metric_series s where s.subject_id = l.id and s.metric = 'line_use'
        and (s.ended_at is null or s.ended_at >= day_in))
      and not exists (select from line_use_day u where u.line_id = l.id and u.day = day_in)
  )
  select d.company_id, (array_agg(d.id order by d.id))[1:most] from due d group by 1 order by 1 limit 1 $$;

/** Keeps percentiles of a day: [{lineId, down, up}]. They are kept for 400 days. */
create or replace function line_use_keep(company_in bigint, day_in date, lines_in jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into line_use_day (company_id, line_id, day, down, up)
  select l.company_id, l.id, day_in, n.down, n.up
  from jsonb_to_recordset(lines_in) n ("lineId" bigint, down real, up real)
  join internet_line l on l.company_id = company_in and l.id = n."lineId"
  on conflict (line_id, day) do nothing;
  delete from line_use_day where day < day_in - 400 $$;
grant execute on function line_use_due, line_use_keep to {{login}};
