-- A company's package determines what it may use: the products that it names are activated with it.

/** Whether a package names a product: by its code, or all of the console. */
create or replace function package_names(products text[], code_in text, type_in text) returns boolean
  language sql immutable parallel safe
  return coalesce(code_in = any (products), type_in = 'console');

/**
 * Gives companies the published products that their packages name: one company, one product, or all. Leaves
 * an existing application unchanged, except one that an earlier package disabled.
 */
create or replace function activate_products(company_in bigint, product_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  with back as (
    update application a set state = 'normal', failure = null, stopped_by = null, stopped_because = null, changed_at = now()
    from company_package k join package_version v using (package_id, version), product p
    where k.company_id = a.company_id and p.id = a.product_id
      and a.state = 'deactivated' and a.stopped_because = 'package' and p.state in ('normal', 'maintenance')
      and package_names(v.products, p.code, p.type)
      and (company_in is null or a.company_id = company_in) and (product_in is null or a.product_id = product_in)
    returning a.id, a.company_id),
  made as (
    insert into application (company_id, product_id, display_name, app_id, state, permissions)
    select k.company_id, p.id, case c.language when 'en' then p.name_en else p.name_zh end,
      'app-' || substr(md5(gen_random_uuid()::text), 1, 16), 'normal', '{}'
    from company_package k join package_version v using (package_id, version) join company c on c.id = k.company_id
    join product p on p.state in ('normal', 'maintenance') and package_names(v.products, p.code, p.type)
    where c.kind <> 'op' and (company_in is null or k.company_id = company_in) and (product_in is null or p.id = product_in)
    order by k.company_id, p.id
    on conflict (company_id, product_id) where state <> 'deleted' do nothing
    returning id, company_id)
  insert into live_event (company_id, kind, subject_id)
  select company_id, 'application.changed', id from (table back union all table made) changed;
end $$;

/**
 * Runs after a company gets a package. Disables products that the package does not name, with their tokens,
 * until a package names them again; MSPs need no product of their own and lose none.
 */
create or replace function company_package_products() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  with gone as (
    -- A company created with this package briefly had its initial one.
    update application a set state = case when a.created_at = now() then 'deleted' else 'deactivated' end, failure = null, maintenance_until = null, stopped_because = 'package',
      stopped_by = coalesce(netward_setting('netward.home_id')::bigint, c.parent_id), changed_at = now()
    from company c, package_version v, product p
    where a.company_id = new.company_id and c.id = a.company_id and c.kind = 'company'
      and v.package_id = new.package_id and v.version = new.version and p.id = a.product_id and p.type = 'console'
      and a.state in ('activating', 'normal', 'maintenance', 'abnormal')
      and not package_names(v.products, p.code, p.type)
    returning a.id, a.company_id),
  announced as (
    insert into live_event (company_id, kind, subject_id) select company_id, 'application.changed', id from gone)
  delete from application_session s using gone where s.company_id = gone.company_id and s.application_id = gone.id;
  perform activate_products(new.company_id, null);
  return null;
end $$;

/**
 * Runs after an application is added or changes state. Maintenance affects people only: the company keeps the
 * product.
 */
create or replace function application_gives_product() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  active text[];
begin
  -- Of two concurrent changes, the second sees the first.
  perform 1 from company where id = new.company_id for no key update;
  select coalesce(array_agg(p.code order by p.code), '{}') into active
    from application a join product p on p.id = a.product_id
    where a.company_id = new.company_id and a.state in ('normal', 'maintenance');
  update company set products = active where id = new.company_id and products <> active;
  return null;
end $$;

/**
 * Whether the package of the company acted in names a product; MSPs and the platform may use every product
 * offered.
 */
create or replace function may_activate(product_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select c.kind <> 'company' or p.type = 'service' or exists (
    select from company_package k join package_version v using (package_id, version)
    where k.company_id = c.id and package_names(v.products, p.code, p.type))
  from company c, product p where c.id = scope_company() and p.id = product_in $$;

/** The platform has published a product: companies whose packages name it get it. */
create or replace function activate_published(product_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform require_platform();
  perform activate_products(null, product_in);
end $$;

grant execute on function activate_published, may_activate to {{company}}, {{tree}}, {{platform}};
