/** Windows that come again and whose occurrence is over. Times in milliseconds. */
create or replace function maintenance_over(most int) returns table (
  id bigint, rule text, time_zone text, first_at double precision, starts_at double precision, ends_at double precision,
  lasts double precision
) language sql stable security definer set search_path = public as $$
  select w.id, w.repeat_rule, w.time_zone, extract(epoch from w.first_at) * 1000, extract(epoch from w.starts_at) * 1000,
    extract(epoch from w.ends_at) * 1000, w.lasts_s * 1000.0
  from maintenance_window w where w.repeat_rule is not null and w.ends_at <= now() order by w.ends_at limit most $$;

/**
 * The next occurrence of a window that comes again; null: there is none. The one that is over stays on record. Another
 * process may have been faster: then nothing changes.
 */
create or replace function maintenance_advance(window_in bigint, over_at double precision, next_start double precision) returns void
  language plpgsql security definer set search_path = public as $$
declare
  w maintenance_window;
begin
  select * into w from maintenance_window where id = window_in and repeat_rule is not null for update;
  if not found or abs(extract(epoch from w.ends_at) * 1000 - over_at) > 1 or w.ends_at > now() then return; end if;
  if next_start is null then
    update maintenance_window set repeat_rule = null, time_zone = null, first_at = null where id = w.id;
    return;
  end if;
  insert into maintenance_window (company_id, name, reason, whole_company, outlet_ids, device_ids, starts_at, ends_at, lasts_s,
    entered_at, entered_by, entered_by_company_name, approved_at, approved_by, ended_by, series_id)
  values (w.company_id, w.name, w.reason, w.whole_company, w.outlet_ids, w.device_ids, w.starts_at, w.ends_at, w.lasts_s,
    w.entered_at, w.entered_by, w.entered_by_company_name, w.approved_at, w.approved_by, w.ended_by, w.id);
  update maintenance_window set starts_at = to_timestamp(next_start / 1000),
    ends_at = to_timestamp(next_start / 1000) + make_interval(secs => w.lasts_s), ended_by = null
  where id = w.id;
end $$;

grant execute on function maintenance_over, maintenance_advance to {{login}};
