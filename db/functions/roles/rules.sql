/** Which of these codes have a meaning in a company. For definer functions only. */
create or replace function codes_of_use(company_in bigint, codes_in text[]) returns text[]
  language sql stable set search_path = public as $$
  select coalesce(array_agg(distinct k.code order by k.code), '{}')
  from company c join permission_kind k on c.kind = any (k.kinds) and k.code = any (codes_in)
  where c.id = company_in $$;

/** What a role names. For definer functions only. */
create or replace function role_permissions(company_in bigint, built_in_in text, role_in bigint) returns text[]
  language sql stable set search_path = public as $$
  select coalesce(
    (select b.permissions from built_in_role b where b.key = built_in_in),
    (select r.permissions from role r where r.company_id = company_in and r.id = role_in), '{}') $$;

/** Refuses to grant what the person of this transaction does not hold. For definer functions only. */
create or replace function refuse_grant(codes_in text[], data_scope_in text, outlet_ids_in bigint[]) returns void
  language plpgsql stable set search_path = public as $$
declare
  reason text;
begin
  select n.because into reason from not_to_grant(codes_in, data_scope_in, outlet_ids_in) n limit 1;
  if found then raise exception '%', reason using errcode = 'NW001'; end if;
end $$;

/** A role of the company acted in, locked. For definer functions only. */
create or replace function lock_role(role_in bigint) returns role
  language plpgsql set search_path = public as $$
declare
  found_role role;
begin
  select * into found_role from role where company_id = scope_company() and id = role_in for update;
  if found_role.id is null then raise exception 'role.not_found' using errcode = 'NW001'; end if;
  return found_role;
end $$;

/** Whether a copy still follows its role. For definer functions only. */
create or replace function is_following(role_in role) returns boolean
  language sql immutable set search_path = public as $$
  select (role_in).origin_role_id is not null and (role_in).detached_at is null $$;

/** Number of companies that a publication targets. For definer functions only. */
create or replace function count_reached(company_in bigint, role_in bigint) returns int
  language sql stable set search_path = public as $$
  select count(*)::int from role_publication p
  join company_ancestor a on a.ancestor_id = p.company_id and a.depth > 0
  where p.company_id = company_in and p.role_id = role_in
    and (p.to_all or exists (select 1 from role_publication_target t where t.company_id = p.company_id
      and t.role_id = p.role_id and t.target_company_id = a.company_id)) $$;

/** Which of these codes the person of this transaction may not grant with this data scope, and why. */
create or replace function not_to_grant(codes_in text[], data_scope_in text, outlet_ids_in bigint[])
  returns table (code text, because text)
  language sql stable security definer set search_path = public as $$
  select c.code, case when r.code is null then 'role.not_held' else 'role.scope_too_wide' end
  from unnest(codes_in) c (code) left join my_reach() r on r.code = c.code
  where r.code is null or not (r.everywhere or data_scope_in = 'outlets' and outlet_ids_in <@ r.outlets)
  order by 2, 1 $$;

grant execute on function not_to_grant to {{company}}, {{tree}}, {{platform}};
