/** Before an outlet is written: a changed region or address is guessed from anew. */
create or replace function outlet_city_stale() returns trigger language plpgsql set search_path = public as $$
begin
  new.city_guessed := false;
  return new;
end $$;

create or replace function outlets_to_guess(most int) returns table (id bigint, region text, address text)
  language sql stable security definer set search_path = public as $$
  select o.id, o.region, o.address from outlet o where not o.city_guessed order by o.id limit most $$;

/** [{id, region, address, city}]: what changed meanwhile is guessed again. */
create or replace function outlets_guessed(guesses jsonb) returns void
  language sql security definer set search_path = public as $$
  update outlet o set city_guess = g.city, city_guessed = true
  from jsonb_to_recordset(guesses) g (id bigint, region text, address text, city text)
  where o.id = g.id and o.region = g.region and o.address = g.address $$;

/** An outage began, ended, moved or went: its ISP and city are looked at from there on. */
create or replace function carrier_mark() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (old.began_at, old.ended_at, old.second_view) is not distinct from (new.began_at, new.ended_at, new.second_view)
  then return null; end if;
  insert into carrier_due (isp, city, from_at)
  select l.isp, t.city, least(case when tg_op <> 'INSERT' then old.began_at end, case when tg_op <> 'DELETE' then new.began_at end)
  from internet_line l join outlet t on t.company_id = l.company_id and t.id = l.outlet_id
  where l.id = case when tg_op = 'DELETE' then old.line_id else new.line_id end and l.isp <> 'other' and t.city is not null;
  return null;
end $$;

/** These lines have another ISP or city, or may count now: the outages of their last day are looked at in this ISP and city. */
create or replace function carrier_mark_lines(lines bigint[], isp_in text, city_in text) returns void
  language sql security definer set search_path = public as $$
  insert into carrier_due (isp, city, from_at)
  select isp_in, city_in, min(o.began_at) from internet_line l
  join line_outage o on o.company_id = l.company_id and o.line_id = l.id
    and o.began_at > now() - interval '7 days' and coalesce(o.ended_at, 'infinity') > now() - interval '1 day'
  where l.id = any (lines) and isp_in <> 'other' and city_in is not null
  having count(*) > 0 $$;

create or replace function carrier_line_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform carrier_mark_lines(array[new.id], n.isp, o.city)
  from (values (old.isp, old.outlet_id), (new.isp, new.outlet_id)) n (isp, outlet_id)
  join outlet o on o.company_id = new.company_id and o.id = n.outlet_id;
  return null;
end $$;

create or replace function carrier_outlet_moved() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform carrier_mark_lines(g.lines, g.isp, n.city)
  from (select l.isp, array_agg(l.id) as lines from internet_line l
    where l.company_id = new.company_id and l.outlet_id = new.id group by l.isp) g
  cross join (values (old.city), (new.city)) n (city);
  return null;
end $$;

/** A company takes part again, or no more. */
create or replace function carrier_company_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform carrier_mark_lines(array_agg(l.id), l.isp, o.city)
  from internet_line l join outlet o on o.company_id = l.company_id and o.id = l.outlet_id
  where l.company_id = new.id and l.isp <> 'other' and o.city is not null group by l.isp, o.city;
  return null;
end $$;

/**
 * ISPs and cities to look at: those that are due, and those with an outage that lasts, from whose lines may have left. With all
 * outages of lines that matter from `base` on: {line, company, outlet, began, ended}, times in milliseconds. Companies that do
 * not take part are left out.
 */
create or replace function carrier_take(most int) returns table (isp text, city text, marked text, base double precision, outages jsonb)
  language sql stable security definer set search_path = public as $$
  with due as materialized (
    (select d.isp, d.city, array_agg(d.id)::text as marked, min(d.from_at) as from_at from carrier_due d
      group by 1, 2 order by min(d.id) limit most)
    union all
    select o.isp, o.city, null, o.began_at from carrier_outage o where o.ended_at is null
      and not exists (select from carrier_due d where d.isp = o.isp and d.city = o.city)
  ), based as materialized (
    select d.isp, d.city, d.marked, least(d.from_at, (select min(o.began_at) from carrier_outage o
      where o.isp = d.isp and o.city = d.city and coalesce(o.ended_at, 'infinity') >= d.from_at - interval '10 minutes')) as base
    from due d)
  select b.isp, b.city, b.marked, floor(extract(epoch from b.base) * 1000)::double precision,
    coalesce((select jsonb_agg(jsonb_build_object('line', l.id::text, 'company', l.company_id::text, 'outlet', l.outlet_id::text,
        'began', floor(extract(epoch from g.began_at) * 1000), 'ended', floor(extract(epoch from g.ended_at) * 1000))
        order by g.began_at, l.id)
      from outlet t join internet_line l on l.company_id = t.company_id and l.outlet_id = t.id and l.isp = b.isp
      join company c on c.id = l.company_id and c.status = 'active' and c.carrier_findings and 'link_testing' = any (c.products)
      join line_outage g on g.company_id = l.company_id and g.line_id = l.id and g.second_view <> 'disagrees'
        and coalesce(g.ended_at, 'infinity') > b.base - interval '10 minutes' and g.began_at > b.base - interval '7 days'
      where t.city = b.city), '[]')
  from based b $$;

/**
 * What was found of an ISP in a city from `base_in` on, in place of what was known: [{began, ended, lines: [{line, company, began,
 * ended}]}] in milliseconds. One that overlaps a known one is the same. Returns whether anything changed.
 */
create or replace function carrier_write(isp_in text, city_in text, marked_in text, base_in double precision, names_in jsonb, found_in jsonb)
  returns boolean language plpgsql security definer set search_path = public as $$
declare
  base constant timestamptz := to_timestamp(base_in / 1000);
  it record;
  known uuid;
  kept uuid[] := array[]::uuid[];
  changed boolean := false;
begin
  perform pg_advisory_xact_lock(7551, hashtext(isp_in || city_in));
  for it in select to_timestamp(f.began / 1000) as began_at, to_timestamp(f.ended / 1000) as ended_at, f.lines
    from jsonb_to_recordset(found_in) f (began double precision, ended double precision, lines jsonb) order by f.began
  loop
    select o.id into known from carrier_outage o where o.isp = isp_in and o.city = city_in and o.id <> all (kept)
      and o.began_at < coalesce(it.ended_at, 'infinity') and coalesce(o.ended_at, 'infinity') > it.began_at order by o.began_at limit 1;
    if known is null then
      insert into carrier_outage (isp, city, names, began_at, ended_at) values (isp_in, city_in, names_in, it.began_at, it.ended_at)
      returning id into known;
      changed := true;
    else
      update carrier_outage o set began_at = it.began_at, ended_at = it.ended_at
      where o.id = known and (o.began_at, o.ended_at) is distinct from (it.began_at, it.ended_at);
      changed := changed or found;
    end if;
    kept := kept || known;
    with wanted as (
      select n.line, n.company, to_timestamp(n.began / 1000) as began_at, to_timestamp(n.ended / 1000) as ended_at
      from jsonb_to_recordset(it.lines) n (line bigint, company bigint, began double precision, ended double precision)
      -- Meanwhile it may have been deleted.
      join internet_line l on l.company_id = n.company and l.id = n.line
    ), gone as (
      delete from carrier_outage_line k where k.outage_id = known and k.line_id not in (select line from wanted)
      returning k.company_id, k.line_id
    ), come as (
      insert into carrier_outage_line as k (outage_id, company_id, line_id, began_at, ended_at)
      select known, w.company, w.line, w.began_at, w.ended_at from wanted w
      on conflict (outage_id, line_id) do update set began_at = excluded.began_at, ended_at = excluded.ended_at
        where (k.began_at, k.ended_at) is distinct from (excluded.began_at, excluded.ended_at)
      returning k.company_id, k.line_id
    ), touched as (
      select * from gone union select * from come
    ), shown as (
      insert into live_event (company_id, kind, subject_id, data)
      select l.company_id, 'line.changed', l.outlet_id, '{}' from touched k join internet_line l on l.id = k.line_id
    )
    select changed or exists (select from touched) into changed;
  end loop;
  -- Their alarms stand behind nothing then.
  perform alarm_mark_path(l.company_id, l.outlet_id) from carrier_outage o join carrier_outage_line k on k.outage_id = o.id
    join internet_line l on l.id = k.line_id
  where o.isp = isp_in and o.city = city_in and o.id <> all (kept) and coalesce(o.ended_at, 'infinity') > base - interval '10 minutes';
  delete from carrier_outage o where o.isp = isp_in and o.city = city_in and o.id <> all (kept)
    and coalesce(o.ended_at, 'infinity') > base - interval '10 minutes';
  changed := changed or found;
  if changed then
    perform alarm_mark_path(l.company_id, l.outlet_id) from carrier_outage_line k join internet_line l on l.id = k.line_id
    where k.outage_id = any (kept);
  end if;
  delete from carrier_due d where d.id = any (marked_in::bigint[]);
  return changed;
end $$;

/**
 * Companies that an outage of a carrier that lasts is news for: with three lines of their own, from which they could tell
 * themselves, or once three other companies are affected. For definer functions only.
 */
create or replace function carrier_concerns(outage_in uuid) returns table (company_id bigint)
  language sql stable set search_path = public as $$
  select k.company_id from carrier_outage_line k where k.outage_id = outage_in group by k.company_id
  having count(*) >= 3 or (select count(distinct x.company_id) from carrier_outage_line x where x.outage_id = outage_in) > 3 $$;

/** Of the last day, those that last first. The lines that this request may see, with their names, at most 50. */
create or replace function carrier_own_lines(outage_in uuid) returns jsonb
  language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
    select l.id::text as "lineId", l.name as "lineName", t.id::text as "outletId", t.name as "outletName", c.id::text as "companyId",
      c.name as "companyName", k.began_at as "beganAt", k.ended_at as "endedAt"
    from carrier_outage_line k join internet_line l on l.id = k.line_id join outlet t on t.company_id = l.company_id and t.id = l.outlet_id
    join company c on c.id = l.company_id
    where k.outage_id = outage_in and k.company_id in (select visible_companies()) and sees_place(t.id, t.department_id)
    order by k.began_at, l.id limit 50) x $$;

/** The platform sees each outage, and how many lines and companies it has. */
create or replace function carrier_outages_of_platform() returns table (
  id uuid, isp text, city text, began_at timestamptz, ended_at timestamptz, lines int, companies int, own jsonb
) language sql stable security definer set search_path = public as $$
  select o.id, o.isp, o.city, o.began_at, o.ended_at, n.lines, n.companies, carrier_own_lines(o.id)
  from carrier_outage o
  cross join lateral (select count(*)::int as lines, count(distinct k.company_id)::int as companies from carrier_outage_line k
    where k.outage_id = o.id) n
  where o.ended_at is null or o.ended_at > now() - interval '1 day'
  order by (o.ended_at is null) desc, o.began_at desc, o.id limit 50 $$;

/** An MSP sees its own lines of an outage, and nothing that tells of others: it begins with the first of its own. */
create or replace function carrier_outages_of_tree() returns table (
  id uuid, isp text, city text, began_at timestamptz, ended_at timestamptz, lines int, companies int, own jsonb
) language sql stable security definer set search_path = public as $$
  select o.id, o.isp, o.city, mine.began_at, o.ended_at, null::int, null::int, carrier_own_lines(o.id)
  from carrier_outage o
  join lateral (select min(k.began_at) as began_at from carrier_outage_line k join internet_line l on l.id = k.line_id
    where k.outage_id = o.id and k.company_id in (select visible_companies()) and sees_place(l.outlet_id, l.department_id)) mine
    on mine.began_at is not null
  where o.ended_at is null or o.ended_at > now() - interval '1 day'
  order by (o.ended_at is null) desc, mine.began_at desc, o.id limit 50 $$;

/** A company learns that its ISP has an outage in its city: no names, no counts. */
create or replace function carrier_outages_of_company(line_in bigint, outlet_in bigint) returns table (
  id uuid, isp text, city text, began_at timestamptz, ended_at timestamptz, lines int, companies int, own jsonb
) language sql stable security definer set search_path = public as $$
  select o.id, o.isp, o.city, mine.began_at, o.ended_at, null::int, null::int, '[]'::jsonb
  from carrier_outage o
  join lateral (select min(k.began_at) as began_at from carrier_outage_line k join internet_line l on l.id = k.line_id
    where k.outage_id = o.id and k.company_id = scope_company() and sees_place(l.outlet_id, l.department_id)
      and (line_in is null or l.id = line_in) and (outlet_in is null or l.outlet_id = outlet_in)) mine on mine.began_at is not null
  where (o.ended_at is null or o.ended_at > now() - interval '1 day') and scope_company() in (select carrier_concerns(o.id))
  order by (o.ended_at is null) desc, mine.began_at desc, o.id limit 50 $$;

grant execute on function outlets_to_guess, outlets_guessed, carrier_take, carrier_write to {{login}};
grant execute on function carrier_outages_of_platform to {{platform}};
grant execute on function carrier_outages_of_tree to {{tree}};
grant execute on function carrier_outages_of_company to {{company}};
