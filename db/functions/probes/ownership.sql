-- Which probe measures what. A device belongs to the probe of its outlet in whose ranges its address lies, both in those that
-- the console gives and in those of the probe's own configuration; otherwise to the pollers.

/** The probe that reaches an address of an outlet; null: none. The narrowest range decides, then the oldest probe. */
create or replace function probe_of(company_in bigint, outlet_in bigint, address_in inet) returns bigint
  language sql stable security definer set search_path = public as $$
  select p.id from probe_outlet o join probe p on p.id = o.probe_id cross join lateral unnest(o.ranges) r (range)
  where o.company_id = company_in and o.outlet_id = outlet_in and p.state = 'enrolled' and address_in <<= r.range
    and exists (select from unnest(p.local_ranges) l where address_in <<= l)
  order by masklen(r.range) desc, p.id limit 1 $$;

/** Runs before a row of `device_polling` is written with another transaction: the device may have another place. */
create or replace function device_polling_placed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.probe_id := (select probe_of(d.company_id, d.outlet_id, d.ip_address) from device d where d.id = new.device_id);
  -- The server may not reach it, and need not.
  if new.probe_id is not null and new.state = 'not_allowed' then new.state := 'waiting'; end if;
  return new;
end $$;

/** Runs after a device went from a poller or probe to another one. */
create or replace function device_polling_handed_over() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    update probe_hold set until = clock_timestamp()
    where subject_id = old.device_id and probe_id = old.probe_id and until is null;
    insert into polling_gone (device_id, share, probe_id) values (old.device_id, old.share, old.probe_id);
  end if;
  if new.probe_id is not null then
    insert into probe_hold (company_id, subject_id, probe_id) values (new.company_id, new.device_id, new.probe_id);
    update device set polling = new.state where id = new.device_id and polling is distinct from new.state;
  end if;
  return null;
end $$;

/** Devices of outlets may belong to another probe now. */
create or replace function probe_places_again(company_in bigint, outlets_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from device_polling p join device d on d.id = p.device_id
  where p.company_id = company_in and d.outlet_id = any (outlets_in) order by p.device_id for update of p;
  update device_polling p set changed_tx = pg_current_xact_id() from device d
  where d.id = p.device_id and p.company_id = company_in and d.outlet_id = any (outlets_in)
    and p.probe_id is distinct from probe_of(d.company_id, d.outlet_id, d.ip_address);
end $$;

create or replace function probe_outlet_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  it probe_outlet := case when tg_op = 'DELETE' then old else new end;
begin
  perform probe_places_again(it.company_id, array[it.outlet_id]);
  perform lines_place_again(it.company_id, array[it.outlet_id]);
  return null;
end $$;

create or replace function probe_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  outlets bigint[] := array(select outlet_id from probe_outlet where probe_id = new.id);
begin
  perform probe_places_again(new.company_id, outlets);
  if old.state <> new.state then perform lines_place_again(new.company_id, outlets); end if;
  return null;
end $$;

/** Of what a probe measured, by the moments in milliseconds: the places (from 1) of what it may write. */
create or replace function probe_owns(probe_in bigint, subjects_in bigint[], ats_in bigint[]) returns setof int
  language sql stable security definer set search_path = public as $$
  select w.n::int from unnest(subjects_in, ats_in) with ordinality w (subject_id, at, n)
  where exists (select from probe_hold h where h.subject_id = w.subject_id and h.probe_id = probe_in
      and to_timestamp(w.at / 1000.0) between h.since - interval '10 minutes' and coalesce(h.until, 'infinity') + interval '10 minutes')
    and not exists (select from device_polling p where p.device_id = w.subject_id and p.state = 'stopped'
      and to_timestamp(w.at / 1000.0) - interval '10 minutes' > p.since) $$;

grant execute on function probe_owns to {{login}};
grant execute on function probe_of to {{company}}, {{tree}}, {{platform}};
