/**
 * Whether a tenant exists below the scope's company, and whether one has an administrator; `waiting_id` is
 * the first without one.
 */
create or replace function first_steps() returns table (tenant boolean, administrator boolean, waiting_id bigint)
  language sql stable security definer set search_path = public as $$
  with below as materialized (
    select a.company_id as id from company_ancestor a
    where a.ancestor_id = scope_root() and a.depth > 0 and whole_company()),
  administered as materialized (
    select distinct b.id from below b join member_role r on r.company_id = b.id and r.built_in = 'administrator')
  select exists (select from below), exists (select from administered),
    (select min(b.id) from below b where not exists (select from administered a where a.id = b.id)) $$;

grant execute on function first_steps to {{company}}, {{tree}}, {{platform}};
