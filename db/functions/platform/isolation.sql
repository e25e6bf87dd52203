-- A setting reads as null before it is first set and as '' after the transaction that set it: both mean
-- "none", and every policy then sees nothing.
create or replace function netward_setting(name text) returns text
  language sql stable parallel safe
  return nullif(current_setting(name, true), '');

/** The company acted in. */
create or replace function scope_company() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('netward.company_id', true), '')::bigint;

/** The root company of what a tree request sees; it sees the companies below. */
create or replace function scope_root() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('netward.root_id', true), '')::bigint;

create or replace function scope_person() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('netward.person_id', true), '')::bigint;

/** Whether the company acted in is the OP. */
create or replace function scope_is_op() returns boolean
  language sql stable parallel safe security definer set search_path = public as $$
  select exists (select 1 from company where id = scope_company() and kind = 'op') $$;

/** Whether the scope sees a company. For policies on rows of a few companies out of many. */
create or replace function sees_company(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from company_ancestor where ancestor_id = scope_root() and company_id = company_in) $$;

/**
 * Companies that have left the scope's tree but whose rows are still in its index. Almost always empty. The
 * msp_id of a company's rows follows a move in batches: until it is updated, the old MSP's index still leads
 * to them, and the policies hide them from those who have lost the company.
 */
create or replace function companies_leaving() returns bigint[]
  language sql stable security definer parallel safe set search_path = public as $$
  select coalesce(array_agg(m.company_id), '{}') from company_move m
  where m.state = 'moving' and not exists (
    select from company_ancestor a where a.company_id = m.company_id
      and a.ancestor_id = nullif(current_setting('netward.root_id', true), '')::bigint) $$;

/** Customers without an active application of a product; lists from above omit them. Almost always empty. */
create or replace function companies_without(product_in text) returns bigint[]
  language plpgsql stable security definer parallel safe set search_path = public as $$
declare
  found bigint[];
begin
  -- As a literal, so that the planner matches the product's partial index.
  execute format('select coalesce(array_agg(id), ''{}'') from company where kind = ''company'' and not (%L = any (products))',
    product_in) into found;
  return found;
end $$;

/** Customers whose devices of no type are visible from above. */
create or replace function companies_without_both() returns bigint[]
  language sql stable security definer parallel safe set search_path = public as $$
  select coalesce(array_agg(k), '{}') from unnest(companies_without('device_management')) k
  where k = any (companies_without('monitoring')) $$;

/** For tables without a company: only definer functions read them. */
create or replace function netward_seal(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_all on %s to {{owner}} using (true) with check (true)', target);
  execute format('revoke all on %s from public', target);
end $$;

/**
 * Which of a company's rows its members see. begin_request names outlets and departments, or neither for all
 * rows. A row is visible if either matches.
 */
create or replace function netward_company_rows(target regclass, company_column name) returns text language plpgsql as $$
declare
  fits text;
begin
  select string_agg(
      format('%I = any ((select netward_setting(%L))::bigint[])', attname, 'netward.' || attname || 's'), ' or ')
    into fits from pg_attribute
    where attrelid = target and attname in ('outlet_id', 'department_id') and not attisdropped;
  return format('%I = (select scope_company())', company_column)
    -- A CASE, because the planner estimates it at half of the rows, but such an OR at almost none: it would
    -- then sort a whole company for one page.
    || case when fits is null then '' else format(' and case when (select netward_setting(''netward.outlet_ids'')) is null
      and (select netward_setting(''netward.department_ids'')) is null then true else %s end', fits) end;
end $$;

/**
 * Row-level security from one template. `company_column` holds the owner of the row. Where a role's data
 * scope can apply, the table has outlet_id, department_id, or both, and the company role sees only the rows
 * in the scope that the transaction names (none named: all).
 *   company: equality with the company acted in, served directly by an index
 *   tree: the companies below the root
 *   platform: all
 * USING limits reads; WITH CHECK is the company acted in, for the company role within that scope.
 */
create or replace function netward_protect(
  target regclass,
  company_column name default 'company_id',
  grants text default 'select, insert, update, delete'
) returns void language plpgsql as $$
declare
  own text := format('%I = (select scope_company())', company_column);
  seen text := netward_company_rows(target, company_column);
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_all on %s to {{owner}} using (true) with check (true)', target);
  execute format('create policy company_scope on %s to {{company}} using (%s) with check (%s)', target, seen, seen);
  execute format(
    'create policy tree_scope on %s to {{tree}} using (%I in (select visible_companies())) with check (%s)',
    target, company_column, own);
  execute format('create policy platform_scope on %s to {{platform}} using (true) with check (%s)', target, own);
  execute format('revoke all on %s from public', target);
  if grants <> '' then
    execute format('grant %s on %s to {{company}}, {{tree}}, {{platform}}', grants, target);
  end if;
end $$;

/** For tables of device data without an outlet or department: visible with the device. */
create or replace function netward_follow_device(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy with_its_device on %1$s as restrictive to {{company}} using (
       case when (select netward_setting(''netward.outlet_ids'')) is null
         and (select netward_setting(''netward.department_ids'')) is null then true
       else exists (select from device d where d.company_id = %1$s.company_id and d.id = %1$s.device_id) end)', target);
end $$;

/** As `netward_follow_device`, for what a device or an internet line has. */
create or replace function netward_follow_subject(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy with_its_subject on %1$s as restrictive to {{company}} using (
       case when (select netward_setting(''netward.outlet_ids'')) is null
         and (select netward_setting(''netward.department_ids'')) is null then true
       when %1$s.line_id is null
         then exists (select from device d where d.company_id = %1$s.company_id and d.id = %1$s.device_id)
       else exists (select from internet_line l where l.company_id = %1$s.company_id and l.id = %1$s.line_id) end)', target);
end $$;

/** For what belongs to a work order, without a place of its own: visible with the order. */
create or replace function netward_follow_order(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy with_its_order on %1$s as restrictive to {{company}} using (
       case when (select netward_setting(''netward.outlet_ids'')) is null
         and (select netward_setting(''netward.department_ids'')) is null then true
       else exists (select from work_order o where o.company_id = %1$s.company_id and o.id = %1$s.order_id) end)', target);
end $$;

/** As `netward_follow_device`, for what an internet line has. */
create or replace function netward_follow_line(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy with_its_line on %1$s as restrictive to {{company}} using (
       case when (select netward_setting(''netward.outlet_ids'')) is null
         and (select netward_setting(''netward.department_ids'')) is null then true
       else exists (select from internet_line l where l.company_id = %1$s.company_id and l.id = %1$s.line_id) end)', target);
end $$;

/**
 * Not decidable from above: only by members of the company itself, whatever permissions others hold while
 * acting in it.
 */
create or replace function netward_only_at_home(target regclass) returns void language plpgsql as $$
declare
  what text;
begin
  execute format(
    'create policy home_insert on %s as restrictive for insert to {{company}}, {{tree}}, {{platform}}
       with check (company_id = (select netward_setting(''netward.home_id'')::bigint))', target);
  foreach what in array array['update', 'delete'] loop
    execute format(
      'create policy home_%2$s on %1$s as restrictive for %2$s to {{company}}, {{tree}}, {{platform}}
         using (company_id = (select netward_setting(''netward.home_id'')::bigint))', target, what);
  end loop;
end $$;

/**
 * For tables of device internals: users from above can read them only in a company that they have entered for
 * reading.
 */
create or replace function netward_behind_consent(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy behind_consent on %s as restrictive for select to {{tree}}, {{platform}} using (
       company_id = (select scope_company()) or company_id = (select netward_setting(''netward.looks_into'')::bigint))', target);
end $$;

/** The MSPs at or below the scope's root. A device is in the tree exactly if its MSP is. */
create or replace function visible_msps() returns setof bigint
  language sql stable security definer parallel safe rows 5
  set search_path = public
  as $$ select msp_id from msp_below where ancestor_id = nullif(current_setting('netward.root_id', true), '')::bigint $$;

/** The companies below the scope's root, including the root. */
create or replace function visible_companies() returns setof bigint
  language sql stable security definer parallel safe rows 1000
  set search_path = public
  as $$ select company_id from company_ancestor
        where ancestor_id = nullif(current_setting('netward.root_id', true), '')::bigint $$;

/** Whether the roles that give this request's permission cover the whole company. */
create or replace function whole_company() returns boolean
  language sql stable parallel safe as $$
  select netward_setting('netward.outlet_ids') is null and netward_setting('netward.department_ids') is null $$;

/** Whether all outlets that a probe serves are in the data scope of this request. */
create or replace function probe_in_scope(probe_in bigint) returns boolean
  language plpgsql stable security definer set search_path = public as $$
begin
  return not exists (select from probe_outlet o where o.probe_id = probe_in
    and not coalesce(o.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[]), false));
end $$;

/**
 * Those of these companies that do not currently admit the person of this transaction: values of actions
 * there are hidden.
 */
create or replace function closed_companies(companies_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select s.company_id from acting_consent s
  where s.company_id = any (companies_in) and s.company_id <> scope_company()
    and current_setting('role') in ('{{tree}}', '{{platform}}')
    and acting_entry(s.company_id, scope_person()) like 'acting.%' $$;

grant execute on function closed_companies, companies_leaving, companies_without, companies_without_both, netward_setting, scope_company,
  probe_in_scope, scope_is_op, scope_person, scope_root, sees_company, visible_companies, visible_msps, whole_company to {{company}}, {{tree}}, {{platform}};
