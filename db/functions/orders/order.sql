/** Numbers count up within a company, without gaps: its orders are made one after the other. */
create or replace function work_order_numbered() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into work_order_counter as c (company_id, last) values (new.company_id, 1)
  on conflict (company_id) do update set last = c.last + 1 returning last into new.number;
  return new;
end $$;

create or replace function work_order_event_describe() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.actor_id := scope_person();
  new.actor_name := netward_setting('netward.actor_name');
  new.home_company_id := netward_setting('netward.home_id')::bigint;
  new.actor_company_name := case when new.actor_name is not null then acted_from(new.company_id) end;
  return new;
end $$;

/**
 * Who can carry out orders of the company acted in: its members who may change orders, and from above those colleagues of
 * the caller who may act there.
 */
create or replace function work_order_people(search_in text, person_in bigint, most int)
  returns table (person_id bigint, name text, company_name text, open_orders int)
  language sql stable security definer set search_path = public as $$
  select p.person_id, p.display_name, c.name,
    (select count(*)::int from (select from work_order o where o.assignee_id = p.person_id and o.open
      and o.company_id in (select visible_companies()) limit 1000) counted)
  from (
    select m.* from member m where m.company_id = scope_company() and m.status = 'enabled' and exists (
      select from member_role mr left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id
        and 'DMS_SERVER_WORK_ORDER_EDIT' = any (coalesce(b.permissions, r.permissions)))
    union all
    select m.* from member m
    where m.company_id = netward_setting('netward.home_id')::bigint and m.company_id <> scope_company()
      and m.status = 'enabled'
      and (exists (select from member_role mr where mr.company_id = m.company_id and mr.member_id = m.id
          and mr.built_in in ('administrator', 'platform_administrator'))
        or exists (select from acting_grants_in(m.company_id, m.id, scope_company())))
      and not exists (select from member own where own.company_id = scope_company() and own.person_id = m.person_id)
  ) p join company c on c.id = p.company_id
  where (person_in is null or p.person_id = person_in)
    and (search_in = '' or strpos(lower(p.display_name), lower(search_in)) > 0)
  order by p.company_id = scope_company() desc, p.display_name, p.person_id limit most $$;

grant execute on function work_order_people to {{company}}, {{tree}}, {{platform}};

/** Orders whose text contains a term, at most `limit_in`, unordered: as `search_outlet_rows`. */
create or replace function search_work_orders(open_in boolean, term_in text, limit_in int) returns setof bigint
  language plpgsql stable security definer set search_path = public as $$
declare
  role constant text := current_setting('role');
  seen text;
begin
  if role = '{{company}}' then
    seen := 'o.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (o.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or o.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role = '{{tree}}' then
    seen := 'o.company_id in (select visible_companies())';
  elsif role = '{{platform}}' then
    seen := 'true';
  else
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if open_in is not null then seen := seen || format(' and o.open = %L', open_in); end if;
  return query execute format('select o.id from work_order o where %s and o.search like %L limit %s',
    seen, search_pattern(term_in), limit_in);
end $$;

grant execute on function search_work_orders to {{company}}, {{tree}}, {{platform}};
