/** Runs after a company is created: records its ancestors. */
create or replace function company_closure() returns trigger language plpgsql security definer
  set search_path = public as $$
begin
  insert into company_ancestor (company_id, ancestor_id, depth)
  select new.id, a.ancestor_id, a.depth + 1 from company_ancestor a where a.company_id = new.parent_id
  union all select new.id, new.id, 0;
  return null;
end $$;

/** Runs after an MSP is created, and after `company_closure`: triggers of one event fire in name order. */
create or replace function msp_closure() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into msp_below (ancestor_id, msp_id)
  select a.ancestor_id, new.id from company_ancestor a where a.company_id = new.id
  on conflict do nothing;
  return null;
end $$;

/** The nearest MSP, or the OP, at or above a company. */
create or replace function msp_of(company_in bigint) returns bigint
  language sql stable security definer set search_path = public
  as $$ select a.ancestor_id from company_ancestor a join company c on c.id = a.ancestor_id
        where a.company_id = company_in and c.kind <> 'company' order by a.depth limit 1 $$;

/** Every company at or below a company. For definer functions only. */
create or replace function companies_below(company_in bigint) returns setof bigint
  language sql stable set search_path = public as $$
  select company_id from company_ancestor where ancestor_id = company_in $$;
