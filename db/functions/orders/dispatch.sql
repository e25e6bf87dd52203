/** What happens to new orders of the company acted in: its own setting, else that of the nearest company above. */
create or replace function dispatch_mode() returns table (mode text, company_id bigint, company_name text)
  language sql stable security definer set search_path = public as $$
  select d.mode, c.id, c.name from company_ancestor a
  join work_order_dispatch d on d.company_id = a.ancestor_id
  join company c on c.id = a.ancestor_id
  where a.company_id = scope_company() order by a.depth limit 1 $$;

/** Whether what a category needs of an engineer has not ended. For definer functions only. */
create or replace function engineer_certified(company_in bigint, person_in bigint, category_in text, day_in date) returns boolean
  language sql stable set search_path = public as $$
  select not exists (select from engineer_certificate k where k.company_id = company_in and k.person_id = person_in
      and category_in = any (k.categories) and k.valid_until < day_in)
    or exists (select from engineer_certificate k where k.company_id = company_in and k.person_id = person_in
      and category_in = any (k.categories) and coalesce(k.valid_until >= day_in, true) and coalesce(k.valid_from <= day_in, true)) $$;

/**
 * Engineers who may work on an order of the company acted in: those of its own people, and those above it who may act
 * there. `day_in` is today where the order is.
 */
create or replace function work_order_engineers(order_in bigint, day_in date) returns table (
  person_id bigint, name text, company_name text, skills text[], regions text[], most_open int, hours text, away boolean,
  certified boolean, open_orders int, visits jsonb
) language sql stable security definer set search_path = public as $$
  select e.person_id, m.display_name, c.name, e.skills, e.regions, e.most_open, e.hours,
    coalesce(day_in between e.away_from and e.away_until, false),
    engineer_certified(e.company_id, e.person_id, o.category, day_in),
    (select count(*)::int from (select from work_order k where k.assignee_id = e.person_id and k.open limit 1000) counted),
    (select coalesce(jsonb_agg(jsonb_build_object('from', v.starts_at - make_interval(mins => v.travel_minutes),
        'to', v.ends_at) order by v.starts_at), '[]')
      from work_order_visit v where v.engineer_id = e.person_id and v.state = 'planned' and v.ends_at > now()
        and v.starts_at < now() + interval '7 days')
  from work_order o join company_ancestor a on a.company_id = o.company_id
  join engineer e on e.company_id = a.ancestor_id
  join member m on m.company_id = e.company_id and m.person_id = e.person_id and m.status = 'enabled'
  join company c on c.id = e.company_id and c.status = 'active'
  where o.id = order_in and o.company_id = scope_company()
    and case when a.depth = 0 then exists (
        select from member_role mr left join built_in_role b on b.key = mr.built_in
        left join role r on r.company_id = mr.company_id and r.id = mr.role_id
        where mr.company_id = m.company_id and mr.member_id = m.id
          and 'DMS_SERVER_WORK_ORDER_EDIT' = any (coalesce(b.permissions, r.permissions)))
      else exists (select from member_role mr where mr.company_id = m.company_id and mr.member_id = m.id
          and mr.built_in in ('administrator', 'platform_administrator'))
        or exists (select from acting_grants_in(m.company_id, m.id, o.company_id)) end
  order by a.depth, m.display_name, e.person_id limit 500 $$;

/** The caller as an engineer of their own company. */
create or replace function own_engineer() returns table (skills text[], regions text[])
  language sql stable security definer set search_path = public as $$
  select e.skills, e.regions from engineer e
  where e.company_id = netward_setting('netward.home_id')::bigint and e.person_id = scope_person() $$;

/** Whether an engineer has a visit, with its travel, that overlaps; whatever the company of its order. */
create or replace function visit_overlaps(engineer_in bigint, from_in timestamptz, to_in timestamptz, order_in bigint)
  returns boolean language plpgsql volatile security definer set search_path = public as $$
begin
  -- Two appointments of one engineer are made one after the other.
  perform pg_advisory_xact_lock(7563, hashtext(engineer_in::text));
  return exists (select from work_order_visit v
    where v.engineer_id = engineer_in and v.state = 'planned' and v.order_id <> order_in
      and v.starts_at - make_interval(mins => v.travel_minutes) < to_in and v.ends_at > from_in);
end $$;

grant execute on function dispatch_mode, own_engineer, visit_overlaps, work_order_engineers
  to {{company}}, {{tree}}, {{platform}};
