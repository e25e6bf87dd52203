/** The account by which an application acts. It is never deleted: the audit log names it. */
create or replace function application_account(application_in bigint) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  a application;
begin
  select * into a from application where id = application_in and company_id = scope_company() for update;
  if a.id is null then raise exception 'application.not_found' using errcode = 'NW001'; end if;
  if a.person_id is null then
    -- User names of people never contain a colon; disabled applications are refused.
    insert into person (home_company_id, user_name, display_name, password_hash, disabled_at)
    values (a.company_id, 'application:' || a.id, a.display_name, '', now()) returning id into a.person_id;
    update application set person_id = a.person_id where id = a.id;
  end if;
  return a.person_id;
end $$;

/** Ends expired maintenances. */
create or replace function end_maintenances() returns int
  language sql security definer set search_path = public as $$
  with products as (
    update product set state = 'normal', maintenance_until = null, updated_at = now()
    where state = 'maintenance' and maintenance_until < now() returning id),
  applications as (
    update application set state = 'normal', maintenance_until = null, stopped_by = null, changed_at = now()
    where state = 'maintenance' and maintenance_until < now() returning id, company_id),
  over as (
    select (select id from company where kind = 'op') as company_id, 'product' as kind, id from products
    union all select company_id, 'application', id from applications),
  noted as (
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    select company_id, kind || '.maintenance_over', kind, id::text,
           '{"before": {"state": "maintenance"}, "after": {"state": "normal"}}' from over),
  announced as (
    insert into live_event (company_id, kind, subject_id) select company_id, kind || '.changed', id from over)
  select count(*)::int from over $$;

/**
 * Activations without progress for half an hour have failed: no worker picks them up. Returns them, so that
 * their companies can be notified.
 */
create or replace function end_stuck_activations() returns table (company_id bigint, display_name text)
  language sql security definer set search_path = public as $$
  with stuck as (
    update application a set state = 'abnormal', failure = 'timed_out', changed_at = now()
    where a.state = 'activating' and a.changed_at < now() - interval '30 minutes'
    returning a.id, a.company_id, a.display_name),
  steps as (
    update application_step s set state = 'failed', at = now() from stuck
    where s.company_id = stuck.company_id and s.application_id = stuck.id and s.state = 'running'),
  noted as (
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    select stuck.company_id, 'application.activation_failed', 'application', id::text, '{"failure": "timed_out"}'
    from stuck),
  announced as (
    insert into live_event (company_id, kind, subject_id)
    select stuck.company_id, 'application.changed', id from stuck)
  select stuck.company_id, stuck.display_name from stuck $$;

/**
 * What currently blocks a product for the people of a company: in maintenance or disabled, by the platform
 * for all companies or by the company's own application of it, or without an active application. The platform
 * and MSPs need none of their own. `missing` states why there is none: activating, abnormal, not_activated,
 * or not_in_package. `level`: of the company that disabled it.
 */
create or replace function product_stops(company_in bigint, identity_in int) returns table (
  code text, product_id bigint, product_code text, product_name_zh text, product_name_en text, message_zh text,
  message_en text, until timestamptz, missing text, level text
) language sql stable security definer set search_path = public as $$
  select case s.state when 'maintenance' then 'application.maintenance' when 'missing' then 'application.missing'
      else 'application.disabled' end,
    s.id, s.code, s.name_zh, s.name_en, s.message_zh, s.message_en, s.until, s.missing,
    case when s.state in ('deactivated', 'deleted') then s.level end
  from (
    select p.state, p.id, p.code, p.name_zh, p.name_en, p.maintenance_zh as message_zh, p.maintenance_en as message_en,
      p.maintenance_until as until, null as missing, 'op' as level
    from product p where p.state in ('maintenance', 'deactivated', 'deleted')
    union all
    select a.state, p.id, p.code, p.name_zh, p.name_en, a.maintenance_zh, a.maintenance_en, a.maintenance_until, null,
      coalesce(state_author(a.stopped_by, a.company_id)->>'level', 'company')
    from application a join product p on p.id = a.product_id
    where a.company_id = company_in and a.state in ('maintenance', 'deactivated') and a.stopped_because is null
    union all
    select 'missing', p.id, p.code, p.name_zh, p.name_en, '', '', null,
      coalesce(nullif(a.state, 'deactivated'), case when exists (
          select from company_package k join package_version v using (package_id, version)
          where k.company_id = c.id and package_names(v.products, p.code, p.type))
        then 'not_activated' else 'not_in_package' end), null
    from company c
    join product p on p.type = 'console' and p.state in ('normal', 'maintenance') and p.code <> all (c.products)
    left join application a on a.company_id = c.id and a.product_id = p.id and a.state <> 'deleted'
    where c.id = company_in and c.kind = 'company'
      and (a.state is distinct from 'deactivated' or a.stopped_because = 'package')) s
  -- Expired by the clock, even before the sweep. The platform may read what it repairs.
  where s.state <> 'maintenance' or (s.until > now() and identity_in <> 1) $$;

grant execute on function application_account, product_stops to {{company}}, {{tree}}, {{platform}};
grant execute on function end_maintenances, end_stuck_activations to {{login}};
