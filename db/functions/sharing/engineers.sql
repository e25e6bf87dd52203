/** Whether one of the regions, or one above it, is that of a place; none: everywhere. For definer functions only. */
create or replace function sharing_serves(regions_in text[], region_in text) returns boolean
  language sql immutable set search_path = public as $$
  select regions_in = '{}' or exists (select from unnest(regions_in) r where region_in = r or starts_with(region_in, r || '/')) $$;

/** Engineers in the scope of a key who can work: people of its company. For definer functions only. */
create or replace function sharing_engineers_of(k sharing_key) returns setof engineer
  language sql stable set search_path = public as $$
  select e.* from engineer e
  join member m on m.company_id = e.company_id and m.person_id = e.person_id and m.status = 'enabled'
  where e.company_id = k.company_id
    and (k.skills = '{}' or e.skills = '{}' or e.skills && k.skills)
    and (k.regions = '{}' or e.regions = '{}' or exists (select from unnest(e.regions) r
      where sharing_serves(k.regions, r) or exists (select from unnest(k.regions) s where starts_with(s, r || '/'))))
  order by m.display_name, e.person_id limit 200 $$;

/** What the company of a redemption calls an engineer. For definer functions only. */
create or replace function sharing_engineer_name(k sharing_key, salt_in uuid, person_in bigint) returns text
  language sql stable set search_path = public as $$
  select case when 'name' = any (k.fields) then (select m.display_name from member m
      where m.company_id = k.company_id and m.person_id = person_in)
    else upper(left(sharing_ref(salt_in, 'engineer/' || person_in), 4)) end $$;

/** Whether an engineer fits an order: skill, region, load and absence. For definer functions only. */
create or replace function sharing_fits(o work_order, region_in text, e engineer, day_in date) returns boolean
  language sql stable set search_path = public as $$
  select (e.skills = '{}' or o.category = any (e.skills)) and sharing_serves(e.regions, coalesce(region_in, ''))
    and sharing_load(e.person_id) < e.most_open and not coalesce(day_in between e.away_from and e.away_until, false) $$;

/** Open orders of an engineer, up to 1,000. For definer functions only. */
create or replace function sharing_load(person_in bigint) returns int
  language sql stable set search_path = public as $$
  select count(*)::int from (select from work_order w where w.assignee_id = person_in and w.open limit 1000) w $$;

/**
 * Engineers of other companies for an order of the company acted in, by the keys that it has redeemed, or the company of people from
 * above; `order_in` null: all of them. A column that the key does not show is null. `fits`: skill, region, load and absence.
 */
create or replace function shared_engineers(order_in bigint) returns table (
  redemption_id bigint, ref text, company_name text, name text, phone text, skills text[], regions text[], open_orders int,
  most_open int, usable boolean, fits boolean
) language sql stable security definer set search_path = public as $$
  select r.id, sharing_ref(r.salt, 'engineer/' || e.person_id), c.name, sharing_engineer_name(k, r.salt, e.person_id),
    case when 'phone' = any (k.fields) and p.phone_verified_at is not null then p.phone end,
    case when 'skills' = any (k.fields) then e.skills end,
    case when 'regions' = any (k.fields) then e.regions end,
    case when 'load' = any (k.fields) then l.open_orders end,
    case when 'load' = any (k.fields) then e.most_open end,
    k.mode = 'use' and coalesce(k.uses < k.most_uses, true),
    o.id is null or sharing_fits(o, t.region, e, (now() at time zone o.time_zone)::date) as fits
  from sharing_redemption r
  join sharing_key k on k.company_id = r.key_company_id and k.id = r.key_id and k.kind = 'engineers'
  join company c on c.id = k.company_id
  left join work_order o on o.id = order_in and o.company_id = scope_company()
  left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
  cross join lateral sharing_engineers_of(k) e
  join person p on p.id = e.person_id
  cross join lateral (select sharing_load(e.person_id) as open_orders) l
  where r.ended_at is null and sharing_is_live(k, r.company_id) and (order_in is null or o.id is not null)
    and r.company_id in (scope_company(), netward_setting('netward.home_id')::bigint)
  order by fits desc, c.name, 4, 2 limit 300 $$;

/**
 * Dispatches an order of the company acted in to a shared engineer, who gets a copy of what they need. An earlier assignment ends by
 * the trigger of the order. `rule_of_in`: a company whose keys count too, since its rule dispatches.
 */
create or replace function sharing_dispatch(
  order_in bigint, redemption_in bigint, ref_in text, note_in text, rule_of_in bigint default null, out person_id bigint, out label text
) language plpgsql security definer set search_path = public as $$
declare
  o work_order;
  u record;
  e engineer;
  k sharing_key;
  r sharing_redemption;
  shown text;
  made order_assignment;
begin
  select * into o from work_order w where w.company_id = scope_company() and w.id = order_in for no key update;
  if o.id is null or not (whole_company() or coalesce(o.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[]), false)
      or coalesce(o.department_id = any (netward_setting('netward.department_ids')::bigint[]), false)) then
    raise exception 'work_order.not_found' using errcode = 'NW001';
  end if;
  if o.state not in ('new', 'assigned', 'accepted', 'in_progress', 'suspended') then
    raise exception 'work_order.wrong_state' using errcode = 'NW001';
  end if;
  -- Its approval stays among its own people.
  if o.type = 'change' then raise exception 'sharing.change_order' using errcode = 'NW001'; end if;
  select * into u from sharing_for_use(redemption_in, 'engineers', rule_of_in);
  k := u.k;
  r := u.r;
  select * into e from sharing_engineers_of(k) x where sharing_ref(r.salt, 'engineer/' || x.person_id) = ref_in;
  if e.person_id is null then raise exception 'sharing.gone' using errcode = 'NW001'; end if;
  if exists (select from order_assignment a where a.order_company_id = o.company_id and a.order_id = o.id and a.ended_at is null
      and a.engineer_id = e.person_id) then
    raise exception 'sharing.dispatched_already' using errcode = 'NW001';
  end if;
  person_id := e.person_id;
  shown := sharing_engineer_name(k, r.salt, e.person_id);
  label := left(format('%s · %s', shown, (select c.name from company c where c.id = k.company_id)), 200);
  update sharing_key s set uses = s.uses + 1 where s.company_id = k.company_id and s.id = k.id;
  update work_order_pause p set ends_at = now() where p.company_id = o.company_id and p.order_id = o.id and p.ends_at is null;
  update work_order w set state = 'assigned', assignee_id = e.person_id, pooled_at = null, suspended_until = null,
    assignee_name = label
  where w.company_id = o.company_id and w.id = o.id;
  insert into order_assignment (company_id, key_id, redeemer_id, order_company_id, order_id, order_number, engineer_id,
    engineer_name, shown_name, company_name, title, description, category, priority, outlet_name, address, contact_name,
    contact_phone, time_zone, resolve_due, visit_starts_at, visit_ends_at, dispatched_by)
  select k.company_id, k.id, r.company_id, o.company_id, o.id, o.number, e.person_id, m.display_name, shown,
    c.name, o.title, o.description, o.category, o.priority, coalesce(t.name, ''), coalesce(t.address, ''), o.contact_name,
    o.contact_phone, o.time_zone, o.resolve_due, v.starts_at, v.ends_at, coalesce(netward_setting('netward.actor_name'), '')
  from company c
  join member m on m.company_id = k.company_id and m.person_id = e.person_id
  left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
  left join work_order_visit v on v.company_id = o.company_id and v.order_id = o.id and v.state = 'planned'
  where c.id = o.company_id returning * into made;
  perform sharing_note(k, r.company_id, 'dispatch', false, o.number::int, made.id, note_in);
  perform order_assignment_report(made, 'shared_assigned', note_in);
end $$;

/**
 * Dispatches an order of the company acted in by rule to the shared engineer who fits best, by the keys of that company, of the one
 * whose setting decides, or of people from above: those who work now (`hours_in`: calendars that are open) and have no appointment,
 * then by load. Null: nobody fits, or somebody else used the key up.
 */
create or replace function sharing_dispatch_by_rule(
  order_in bigint, day_in date, hours_in text[], out person_id bigint, out label text
) language plpgsql security definer set search_path = public as $$
declare
  best record;
  rule_of constant bigint := (select d.company_id from dispatch_mode() d);
begin
  select r.id as redemption_id, sharing_ref(r.salt, 'engineer/' || e.person_id) as ref into best
  from work_order o
  left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
  join sharing_redemption r on r.company_id in (o.company_id, netward_setting('netward.home_id')::bigint, rule_of) and r.ended_at is null
  join sharing_key k on k.company_id = r.key_company_id and k.id = r.key_id and k.kind = 'engineers' and k.mode = 'use'
    and coalesce(k.uses < k.most_uses, true) and sharing_is_live(k, r.company_id)
  cross join lateral sharing_engineers_of(k) e
  where o.id = order_in and o.company_id = scope_company() and o.type <> 'change' and sharing_fits(o, t.region, e, day_in)
    and engineer_certified(e.company_id, e.person_id, o.category, day_in)
  order by e.hours = any (hours_in) and not exists (select from work_order_visit v where v.engineer_id = e.person_id
      and v.state = 'planned' and now() >= v.starts_at - make_interval(mins => v.travel_minutes) and now() < v.ends_at) desc,
    sharing_load(e.person_id)::float / e.most_open, e.person_id, r.id
  limit 1;
  if best.ref is null then return; end if;
  select d.person_id, d.label into person_id, label
  from sharing_dispatch(order_in, best.redemption_id, best.ref, '', rule_of) d;
exception when sqlstate 'NW001' then
  person_id := null;
end $$;

grant execute on function shared_engineers, sharing_dispatch, sharing_dispatch_by_rule to {{company}}, {{tree}}, {{platform}};
