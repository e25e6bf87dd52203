/**
 * The tenants that the person may act in, the first by name: those below the own company for administrators,
 * granted ones for others. `search_in` searches the same fields as the list of tenants.
 */
create or replace function my_tenants(search_in text, limit_in int) returns setof company
  language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  home constant bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  pattern constant text := tenant_pattern(search_in);
  found_ids bigint[];
begin
  if coalesce(current_setting('netward.identity', true), '') in ('1', '2') then
    found_ids := find_tenants(
      case when exists (select from company where id = home and kind = 'op') then null
        else array(select b.msp_id from msp_below b where b.ancestor_id = home) end,
      jsonb_build_object('search', search_in), 'name', false, limit_in, 0);
    return query
      select c.* from unnest(found_ids) with ordinality found (id, nth) join company c on c.id = found.id order by found.nth;
    return;
  end if;
  return query
    select c.* from company c where c.id in (
        select coalesce(g.target_company_id, gm.target_company_id)
        from member m join acting_grant g on g.company_id = m.company_id and g.member_id = m.id
        left join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
        where m.company_id = home and m.person_id = scope_person() and (g.expires_at is null or g.expires_at > now()))
      and exists (select from company_ancestor a where a.ancestor_id = home and a.company_id = c.id and a.depth > 0)
      and (pattern is null or c.search like pattern)
    order by c.name, c.id limit limit_in;
end $$;

/**
 * The same for the switcher: each tenant's current decision for the person, and whether a request is pending.
 * Evaluated only for tenants that have set a policy.
 */
create or replace function tenants_to_enter(search_in text, limit_in int) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select c.id, c.name, c.code, c.kind, c.status, c.parent_id,
      case when exists (select from acting_consent s where s.company_id = c.id)
        then coalesce(acting_entry(c.id, scope_person()), 'free') else 'free' end,
      exists (select from acting_access a
        where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
    from my_tenants(search_in, limit_in) c;
end $$;

/** One of them, `tenant_in`, instead of a search. */
create or replace function tenant_to_enter(tenant_in bigint) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.code, c.kind, c.status, c.parent_id, coalesce(acting_entry(c.id, scope_person()), 'free'),
    exists (select from acting_access a
      where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
  from company c where c.id = tenant_in and acting_reach(tenant_in) $$;

/** The tenants that the person visited recently and may still enter, latest first. */
create or replace function recent_tenants(limit_in int) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.code, c.kind, c.status, c.parent_id,
    coalesce(acting_entry(c.id, scope_person()), 'free'),
    exists (select from acting_access a
      where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
  from (
    select v.company_id, max(v.last_seen_at) as at from (
      select v.company_id, v.last_seen_at from acting_visit v
      where v.person_id = scope_person()
        and v.actor_company_id = nullif(current_setting('netward.home_id', true), '')::bigint
      order by v.last_seen_at desc limit 200) v
    group by v.company_id order by 2 desc limit limit_in * 2) seen
  join company c on c.id = seen.company_id
  where acting_reach(c.id)
  order by seen.at desc limit limit_in $$;

grant execute on function my_tenants, recent_tenants, tenant_to_enter, tenants_to_enter
  to {{company}}, {{tree}}, {{platform}};
