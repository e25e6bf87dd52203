/** Takes a snapshot of a company: closes the spans of what changed or went, and opens those of what is so now. */
create or replace function inventory_take(company_in bigint, by_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  before bigint;
  made bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('inventory.snapshot', company_in));
  select id into before from inventory_snapshot where company_id = company_in order by id desc limit 1;
  insert into inventory_snapshot (company_id, by_name) values (company_in, by_in) returning id into made;
  update inventory_span s set last_id = before
  where s.company_id = company_in and s.last_id is null and not exists (
    select from device d where d.company_id = company_in and d.id = s.device_id and d.state = 'claimed'
      and (d.outlet_id, d.department_id, d.name, d.type, d.manufacturer, d.model_name, d.software_version)
        is not distinct from (s.outlet_id, s.department_id, s.name, s.type, s.manufacturer, s.model_name, s.software_version)
      and d.serial_number = s.serial_number);
  insert into inventory_span (company_id, device_id, first_id, outlet_id, department_id, outlet_name, name, type, manufacturer,
    model_name, software_version, serial_number)
  select d.company_id, d.id, made, d.outlet_id, d.department_id, o.name, d.name, d.type, d.manufacturer, d.model_name,
    d.software_version, d.serial_number
  from device d left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id
  where d.company_id = company_in and d.state = 'claimed' and not exists (
    select from inventory_span s where s.company_id = company_in and s.device_id = d.id and s.last_id is null);
  update inventory_snapshot set devices = (select count(*) from inventory_span s
    where s.company_id = company_in and s.last_id is null) where id = made;
end $$;

/** By a person, in the company acted in; not twice within a minute. */
create or replace function inventory_take_now(by_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if exists (select from inventory_snapshot where company_id = scope_company() and at > clock_timestamp() - interval '1 minute') then
    raise exception 'inventory.snapshot_too_soon' using errcode = 'NW001';
  end if;
  perform inventory_take(scope_company(), by_in);
end $$;

/** Takes one due snapshot: the first at once, others at night by the clock of the company. Returns whether one was due. */
create or replace function inventory_due() returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  due bigint;
begin
  select c.id into due from company c
  left join lateral (select s.at from inventory_snapshot s where s.company_id = c.id order by s.at desc limit 1) l on true
  where c.status = 'active' and (c.kind <> 'company' or 'monitoring' = any (c.products))
    and case when l.at is null then exists (select from device d where d.company_id = c.id and d.state = 'claimed')
      else l.at <= now() - storage_gap(c.storage_interval) and extract(hour from now() at time zone c.time_zone) between 1 and 4 end
  order by c.id limit 1;
  if due is null then return false; end if;
  perform inventory_take(due, null);
  return true;
end $$;

/** Deletes at most `most` snapshots older than the storage cycle of their company, and spans that no snapshot shows any more. */
create or replace function inventory_prune(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  touched bigint[];
begin
  with gone as (
    delete from inventory_snapshot s where s.id in (
      select k.id from inventory_snapshot k join company c on c.id = k.company_id cross join platform_setting p
      where k.at < now() - make_interval(months => storage_months(coalesce(c.storage_cycle, p.storage_cycle)))
      order by k.at limit most) returning s.company_id
  )
  select array_agg(company_id) into touched from gone;
  delete from inventory_span s where s.company_id = any (touched)
    and s.last_id < (select min(k.id) from inventory_snapshot k where k.company_id = s.company_id);
  return coalesce(cardinality(touched), 0);
end $$;

grant execute on function inventory_due, inventory_prune to {{login}};
grant execute on function inventory_take_now to {{company}}, {{tree}}, {{platform}};
