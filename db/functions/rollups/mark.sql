-- Late data mark the hours that they change. The hour that runs is counted by the clock.

create or replace function rollup_mark(company_in bigint, outlet_in bigint, what_in text, from_in timestamptz, to_in timestamptz) returns void
  language sql set search_path = public as $$
  insert into rollup_due (company_id, outlet_id, what, from_at, to_at)
  select company_in, outlet_in, what_in, date_trunc('hour', greatest(from_in, now() - interval '99 days')), least(to_in, now())
  where from_in < now() and to_in > now() - interval '99 days' $$;

create or replace function rollup_mark_line_hour() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  -- A letter stands until the next test, which may lie in the next hour.
  perform rollup_mark(l.company_id, l.outlet_id, 'minutes', new.hour, new.hour + interval '2 hours')
  from internet_line l where l.id = new.line_id;
  return null;
end $$;

create or replace function rollup_mark_outage() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    perform rollup_mark(l.company_id, l.outlet_id, 'minutes', old.began_at, coalesce(old.ended_at, now()))
    from internet_line l where l.id = old.line_id;
  end if;
  if tg_op <> 'DELETE' then
    perform rollup_mark(l.company_id, l.outlet_id, 'minutes', new.began_at, coalesce(new.ended_at, now()))
    from internet_line l where l.id = new.line_id;
  end if;
  return null;
end $$;

create or replace function rollup_mark_window(w maintenance_window) returns void
  language sql set search_path = public as $$
  select rollup_mark(w.company_id, o, 'minutes', w.starts_at, w.ends_at)
  from unnest(case when w.whole_company then array[null]::bigint[] else w.outlet_ids end) o $$;

create or replace function rollup_mark_maintenance() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then perform rollup_mark_window(old); end if;
  if tg_op <> 'DELETE' then perform rollup_mark_window(new); end if;
  return null;
end $$;

/** New opening hours hold for the month that is open. */
create or replace function rollup_mark_outlet() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform rollup_mark(new.company_id, new.id, 'minutes', date_trunc('month', now() - interval '2 days'), now());
  return null;
end $$;

create or replace function rollup_mark_presence() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform rollup_mark(d.company_id, d.outlet_id, 'minutes', new.at, now()) from device d
  where d.id = new.device_id and d.outlet_id is not null;
  return null;
end $$;

create or replace function rollup_mark_moment(company_in bigint, at_in timestamptz) returns void
  language sql set search_path = public as $$
  insert into rollup_due (company_id, what, from_at, to_at)
  select company_in, 'events', date_trunc('hour', at_in), date_trunc('hour', at_in) + interval '1 hour'
  where at_in > now() - interval '99 days' $$;

create or replace function rollup_mark_alarm() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then perform rollup_mark_moment(old.company_id, old.raised_at); end if;
  if tg_op <> 'DELETE' then perform rollup_mark_moment(new.company_id, new.raised_at); end if;
  return null;
end $$;

create or replace function rollup_mark_order() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    perform rollup_mark_moment(old.company_id, old.created_at);
    perform rollup_mark_moment(old.company_id, old.resolved_at);
  end if;
  if tg_op <> 'DELETE' then
    perform rollup_mark_moment(new.company_id, new.created_at);
    perform rollup_mark_moment(new.company_id, new.resolved_at);
  end if;
  return null;
end $$;

/** Marks everything since a moment, of one company or of all: `npm run rollups`. @returns how many companies */
create or replace function rollup_rebuild(company_in bigint, from_in timestamptz) returns int
  language sql set search_path = public as $$
  with marked as (
    insert into rollup_due (company_id, what, from_at, to_at, anew)
    select c.id, w, date_trunc('hour', greatest(from_in, now() - interval '99 days')), now(), true
    from company c, unnest(array['minutes', 'events']) w where company_in is null or c.id = company_in returning company_id)
  select count(distinct company_id)::int from marked $$;
