-- The ledger of outages, which TypeScript derives from minutes (modules/lines/ledger).

/** Seconds between two tests of a line as shipped: `shippedProfiles` of the contract says the same, as a test proves. */
create or replace function line_every(profile_in text) returns int language sql immutable parallel safe
  return case when profile_in in ('mobile', 'satellite') then 300 else 60 end;

/**
 * Lines with new minutes, and lines of which nothing came for long, with all that the ledger needs: their minutes from the hour of
 * the first change on. `lines_in`: these alone; null: any.
 */
create or replace function line_ledger_due(lines_in bigint[], most int) returns table (
  line_id bigint, from_at timestamptz, unledgered timestamptz, first_hour timestamptz, minutes text, every_seconds int
) language sql stable security definer set search_path = public as $$
  with due as (
    select s.line_id, s.unledgered_from, s.unledgered_from as changed_at, s.company_id, s.profile, s.measured_by
    from line_standing s where s.unledgered_from is not null and (lines_in is null or s.line_id = any (lines_in))
    union all
    select s.line_id, null, s.measured_at, s.company_id, s.profile, s.measured_by from line_standing s
    where lines_in is null and s.unledgered_from is null and s.state <> 'unmeasured' and s.measured_at < now() - interval '130 minutes'
    order by 3 limit most)
  select d.line_id, d.from_at, d.unledgered_from, date_trunc('hour', d.from_at),
    (select string_agg(coalesce(h.minutes, repeat('-', 60)), '' order by g)
      from generate_series(date_trunc('hour', d.from_at), date_trunc('hour', now()), interval '1 hour') g
      left join line_hour h on h.line_id = d.line_id and h.hour = g), d.every_seconds
  from (
    select u.line_id, u.unledgered_from, greatest(now() - interval '35 days', least(u.changed_at, (
        select min(o.began_at) from line_outage o where o.line_id = u.line_id and o.company_id = u.company_id
          and coalesce(o.ended_at, 'infinity') >= u.changed_at - interval '130 minutes'))) as from_at,
      case when u.measured_by = 'gateway' then 900 else coalesce((p.settings->>'everySeconds')::int, line_every(k.kind)) end
        as every_seconds
    from due u join internet_line l on l.id = u.line_id
    cross join lateral (select coalesce(u.profile, line_profile_of(l.type)) as kind) k
    left join line_profile p on p.company_id = l.company_id and p.kind = k.kind) d $$;

/** Of the minutes in which a line was down: the worst of them, and the targets that failed in any. */
create or replace function line_worst(line_in bigint, from_in timestamptz, until_in timestamptz, out worst_at timestamptz,
  out worst_loss real, out worst_rtt real, out failed smallint) language sql stable set search_path = public as $$
  with down as (
    select h.hour + make_interval(mins => u.n::int - 1) as at, u.loss, u.rtt, u.failed
    from line_hour h cross join unnest(h.loss, h.rtt, h.failed) with ordinality u (loss, rtt, failed, n)
    where h.line_id = line_in and h.hour >= date_trunc('hour', from_in) and h.hour < coalesce(until_in, 'infinity')
      and substr(h.minutes, u.n::int, 1) = 'd')
  select (array_agg(at order by loss desc nulls last, rtt desc nulls last, at))[1],
    (array_agg(loss order by loss desc nulls last, rtt desc nulls last, at))[1],
    (array_agg(rtt order by loss desc nulls last, rtt desc nulls last, at))[1], bit_or(down.failed)
  from down where at >= from_in and at < coalesce(until_in, 'infinity') $$;

/** The same of an outage in the ledger. While it lasts only its new minutes are compared with what it had. */
create or replace function line_outage_worst(old line_outage, line_in bigint, from_in timestamptz, until_in timestamptz,
  new_from timestamptz, out worst_at timestamptz, out worst_loss real, out worst_rtt real, out failed smallint)
  language plpgsql stable set search_path = public as $$
declare
  is_longer constant boolean := coalesce(old.began_at = from_in and old.worst_at < date_trunc('minute', new_from)
    and new_from > now() - interval '10 minutes', false);
begin
  select * into worst_at, worst_loss, worst_rtt, failed from line_worst(line_in,
    case when is_longer then date_trunc('minute', new_from) else from_in end, until_in);
  if not is_longer then return; end if;
  if worst_at is null or (coalesce(worst_loss, -1), coalesce(worst_rtt, -1)) <= (coalesce(old.worst_loss, -1), coalesce(old.worst_rtt, -1)) then
    worst_at := old.worst_at;
    worst_loss := old.worst_loss;
    worst_rtt := old.worst_rtt;
  end if;
  failed := coalesce(failed, 0::smallint) | old.failed;
end $$;

/**
 * Outages of a line from a moment on replace those that the ledger had; an outage that overlaps one keeps its cause. Before a line
 * counts as down its gateway is asked: one that carries no other line and reported since says otherwise, and so does one whose ping
 * by the line is answered (gateways.sql). A line that its gateway measures has no second vantage point.
 */
create or replace function line_ledger_write(
  line_in bigint, from_in timestamptz, unledgered_in timestamptz, outages jsonb, state_in text, since_in timestamptz
) returns void language plpgsql security definer set search_path = public as $$
declare
  it record;
  old line_outage;
  w record;
  reported timestamptz;
  informs boolean;
  pings boolean;
  is_pinged boolean;
  view text;
  changed boolean := false;
begin
  perform 1 from line_standing s where s.line_id = line_in for update;
  if not found then return; end if;
  select p.last_inform_at, l.device_id is not null and s.measured_by is distinct from 'gateway' and not line_shares_gateway(l.id),
    l.device_id is not null and s.measured_by is distinct from 'gateway' into reported, informs, pings
  from internet_line l join line_standing s on s.line_id = l.id left join device_presence p on p.device_id = l.device_id
  where l.id = line_in;
  delete from line_outage o where o.line_id = line_in and o.began_at >= from_in and not exists (
    select from jsonb_to_recordset(outages) n ("beganAt" timestamptz, "endedAt" timestamptz)
    where n."beganAt" < coalesce(o.ended_at, 'infinity') and coalesce(n."endedAt", 'infinity') > o.began_at);
  for it in select * from jsonb_to_recordset(outages)
    n ("beganAt" timestamptz, "endedAt" timestamptz, "downMinutes" int) order by "beganAt"
  loop
    select * into old from line_outage o where o.line_id = line_in and o.began_at < coalesce(it."endedAt", 'infinity')
      and coalesce(o.ended_at, 'infinity') > it."beganAt" order by o.began_at limit 1;
    -- A ping that was answered while the line came up again contradicts nothing.
    is_pinged := old.second_by = 'ping' and not (old.second_view = 'disagrees'
      and coalesce(it."endedAt", 'infinity') < old.second_at + interval '3 minutes');
    view := case when is_pinged then old.second_view
      when not coalesce(informs, false) or reported is null then 'none'
      when old.second_view = 'disagrees' and old.second_by = 'inform' then 'disagrees'
      when reported > it."beganAt" + interval '1 minute' and reported < coalesce(it."endedAt", 'infinity') then 'disagrees'
      else 'agrees' end;
    select * into w from line_outage_worst(old, line_in, it."beganAt", it."endedAt", unledgered_in);
    if old.id is null then
      insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, worst_loss, worst_rtt, failed,
        second_view)
      select l.company_id, l.id, it."beganAt", it."endedAt", it."downMinutes", coalesce(w.worst_at, it."beganAt"), w.worst_loss,
        w.worst_rtt, coalesce(w.failed, 0::smallint), view
      from internet_line l where l.id = line_in;
      changed := true;
      if pings and it."endedAt" is null then update line_standing s set gateway_at = now() where s.line_id = line_in; end if;
    else
      -- One that was two: the later one goes.
      delete from line_outage o where o.line_id = line_in and o.id <> old.id and o.began_at < coalesce(it."endedAt", 'infinity')
        and coalesce(o.ended_at, 'infinity') > it."beganAt";
      update line_outage o set began_at = it."beganAt", ended_at = it."endedAt", down_minutes = it."downMinutes",
        worst_at = coalesce(w.worst_at, it."beganAt"), worst_loss = w.worst_loss, worst_rtt = w.worst_rtt,
        failed = coalesce(w.failed, 0::smallint), second_view = view,
        second_by = case when is_pinged then 'ping' else 'inform' end where o.id = old.id;
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

/** Several lines at once: objects {lineId, from, unledgered, outages, state, since}. */
create or replace function line_ledgers_write(ledgers jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform line_ledger_write((e->>'lineId')::bigint, (e->>'from')::timestamptz, (e->>'unledgered')::timestamptz, e->'outages',
    e->>'state', (e->>'since')::timestamptz) from (select * from jsonb_array_elements(ledgers) x (e) order by (e->>'lineId')::bigint) o;
end $$;

/**
 * Outages of the last day that nobody has given a cause, the newest first, with what the rules of causes judge by. `before_at`,
 * `before_id`: those that come after this one; null: from the first. That a line is in an outage of its carrier is for its company
 * to know only where the outage is.
 */
create or replace function line_causes_due(before_at timestamptz, before_id bigint, most int) returns table (
  id bigint, began_at text, measured_by text, in_maintenance boolean, in_carrier_outage boolean, onset jsonb, healthy jsonb
) language sql stable security definer set search_path = public as $$
  select o.id, o.began_at::text, s.measured_by, exists (select from maintenance_window w
      where w.company_id = o.company_id and w.starts_at <= o.began_at and w.ends_at > o.began_at
        and (not w.late or w.approved_at is not null) and (w.whole_company or l.outlet_id = any (w.outlet_ids))),
    exists (select from carrier_outage_line k
      where k.company_id = o.company_id and k.line_id = o.line_id and k.began_at < coalesce(o.ended_at, 'infinity')
        and coalesce(k.ended_at, 'infinity') > o.began_at and k.company_id in (select carrier_concerns(k.outage_id))),
    n.path, (select p.path from line_path p where p.company_id = o.company_id and p.line_id = o.line_id and p.moment = 'healthy'
      and p.target = n.target and p.at < o.began_at order by p.at desc limit 1)
  from line_outage o join internet_line l on l.id = o.line_id join line_standing s on s.line_id = l.id
  left join lateral (select p.path, p.target from line_path p where p.company_id = o.company_id and p.line_id = o.line_id
    and p.moment = 'onset' and p.at between o.began_at - interval '2 minutes' and o.began_at + interval '15 minutes'
    order by p.at limit 1) n on true
  where o.cause_at is null and o.began_at > now() - interval '1 day' and o.second_view <> 'disagrees'
    and (before_id is null or (o.began_at, o.id) < (before_at, before_id))
  order by o.began_at desc, o.id desc limit most $$;

/** What the rules of causes say; a person who was faster is right. */
create or replace function line_causes_write(causes jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with said as (
    update line_outage o set cause = c.cause, responsibility = c.responsibility, cause_rule = c.rule, cause_at = now()
    from jsonb_to_recordset(causes) c (id bigint, cause text, responsibility text, rule text)
    where o.id = c.id and o.cause_at is null returning o.company_id, o.line_id)
  insert into live_event (company_id, kind, subject_id, data)
  select distinct s.company_id, 'line.changed', l.outlet_id, '{}'::jsonb from said s join internet_line l on l.id = s.line_id;
end $$;

grant execute on function line_ledger_due, line_ledgers_write, line_causes_due, line_causes_write, line_prune to {{login}};
