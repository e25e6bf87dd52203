-- The ledger of outages, which the worker derives from minutes (modules/lines/ledger).

/** Lines with new minutes, and all that the ledger needs: their minutes from the hour of the first change on. */
create or replace function line_ledger_due(most int) returns table (
  line_id bigint, from_at timestamptz, unledgered timestamptz, first_hour timestamptz, minutes text
) language sql stable security definer set search_path = public as $$
  select d.line_id, d.from_at, d.unledgered_from, date_trunc('hour', d.from_at),
    (select string_agg(coalesce(h.minutes, repeat('-', 60)), '' order by g)
      from generate_series(date_trunc('hour', d.from_at), date_trunc('hour', now()), interval '1 hour') g
      left join line_hour h on h.line_id = d.line_id and h.hour = g)
  from (
    select s.line_id, s.unledgered_from, greatest(now() - interval '35 days', least(s.unledgered_from, (
      select min(o.began_at) from line_outage o where o.line_id = s.line_id
        and coalesce(o.ended_at, 'infinity') >= s.unledgered_from - interval '10 minutes'))) as from_at
    from line_standing s where s.unledgered_from is not null order by s.unledgered_from limit most) d $$;

/**
 * Outages of a line from a moment on replace those that the ledger had; an outage that overlaps one keeps its cause. Before a line
 * counts as down its gateway is asked: one that reported since says otherwise.
 */
create or replace function line_ledger_write(
  line_in bigint, from_in timestamptz, unledgered_in timestamptz, outages jsonb, state_in text, since_in timestamptz
) returns void language plpgsql security definer set search_path = public as $$
declare
  it record;
  old line_outage;
  reported timestamptz;
  has_gateway boolean;
  view text;
  changed boolean := false;
begin
  perform 1 from line_standing s where s.line_id = line_in for update;
  if not found then return; end if;
  select p.last_inform_at, l.device_id is not null into reported, has_gateway from internet_line l
    left join device_presence p on p.device_id = l.device_id where l.id = line_in;
  delete from line_outage o where o.line_id = line_in and o.began_at >= from_in and not exists (
    select from jsonb_to_recordset(outages) n ("beganAt" timestamptz, "endedAt" timestamptz)
    where n."beganAt" < coalesce(o.ended_at, 'infinity') and coalesce(n."endedAt", 'infinity') > o.began_at);
  for it in select * from jsonb_to_recordset(outages)
    n ("beganAt" timestamptz, "endedAt" timestamptz, "downMinutes" int, "worstAt" timestamptz) order by "beganAt"
  loop
    select * into old from line_outage o where o.line_id = line_in and o.began_at < coalesce(it."endedAt", 'infinity')
      and coalesce(o.ended_at, 'infinity') > it."beganAt" order by o.began_at limit 1;
    view := case when not has_gateway or reported is null then 'none'
      when old.second_view = 'disagrees' then 'disagrees'
      when reported > it."beganAt" + interval '1 minute' and reported < coalesce(it."endedAt", 'infinity') then 'disagrees'
      else 'agrees' end;
    if old.id is null then
      insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, second_view)
      select l.company_id, l.id, it."beganAt", it."endedAt", it."downMinutes", it."worstAt", view
      from internet_line l where l.id = line_in;
      changed := true;
    else
      -- One that was two: the later one goes.
      delete from line_outage o where o.line_id = line_in and o.id <> old.id and o.began_at < coalesce(it."endedAt", 'infinity')
        and coalesce(o.ended_at, 'infinity') > it."beganAt";
      update line_outage o set began_at = it."beganAt", ended_at = it."endedAt", down_minutes = it."downMinutes",
        worst_at = it."worstAt", second_view = view where o.id = old.id;
    end if;
  end loop;
  changed := changed or exists (select from line_standing s where s.line_id = line_in and s.state <> state_in);
  update line_standing s set state = state_in, since = case when s.state = state_in then s.since else since_in end,
    unledgered_from = case when s.unledgered_from = unledgered_in then null else s.unledgered_from end
  where s.line_id = line_in;
  if changed then
    insert into live_event (company_id, kind, subject_id, data)
    select l.company_id, 'line.changed', l.outlet_id, '{}' from internet_line l where l.id = line_in;
  end if;
end $$;

/** Minutes and paths beyond their time: figures of days are kept elsewhere. */
create or replace function line_prune(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  delete from line_hour where ctid in (select ctid from line_hour where hour < now() - interval '100 days' limit most);
  get diagnostics n = row_count;
  delete from line_path where id in (
    select id from line_path where at < now() - interval '100 days'
      or (moment = 'healthy' and at < now() - interval '8 days') order by id limit most);
  return n;
end $$;

grant execute on function line_ledger_due, line_ledger_write, line_prune to {{login}};
