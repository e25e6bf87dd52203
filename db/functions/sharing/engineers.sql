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
    o.id is null or ((e.skills = '{}' or o.category = any (e.skills)) and sharing_serves(e.regions, coalesce(t.region, ''))
      and l.open_orders < e.most_open and not coalesce(current_date between e.away_from and e.away_until, false)) as fits
  from sharing_redemption r
  join sharing_key k on k.company_id = r.key_company_id and k.id = r.key_id and k.kind = 'engineers'
  join company c on c.id = k.company_id
  left join work_order o on o.id = order_in and o.company_id = scope_company()
  left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
  cross join lateral sharing_engineers_of(k) e
  join person p on p.id = e.person_id
  cross join lateral (select count(*)::int as open_orders from (select from work_order w
    where w.assignee_id = e.person_id and w.open limit 1000) w) l
  where r.ended_at is null and sharing_is_live(k, r.company_id) and (order_in is null or o.id is not null)
    and r.company_id in (scope_company(), netward_setting('netward.home_id')::bigint)
  order by fits desc, c.name, 4, 2 limit 300 $$;

/**
 * Dispatches an order of the company acted in to a shared engineer, who gets a copy of what they need. An earlier assignment ends by
 * the trigger of the order.
 */
create or replace function sharing_dispatch(
  order_in bigint, redemption_in bigint, ref_in text, note_in text, out person_id bigint, out label text
) language plpgsql security definer set search_path = public as $$
declare
  o work_order;
  u record;
  e engineer;
  k sharing_key;
  r sharing_redemption;
  shown text;
  made bigint;
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
  select * into u from sharing_for_use(redemption_in, 'engineers');
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
  where c.id = o.company_id returning id into made;
  perform sharing_note(k, r.company_id, 'dispatch', false, o.number::int, made, note_in);
end $$;

grant execute on function shared_engineers, sharing_dispatch to {{company}}, {{tree}}, {{platform}};
