/** Fields of a pre-registration that are left open match anything. */
create or replace function registration_fits(
  r pre_registration, oui_in text, class_in text, serial_in text, model_in text
) returns boolean language sql stable set search_path = public as $$
  select r.serial_number = serial_in and r.state <> 'matched' and r.expires_at > now()
    and (r.oui is null or r.oui = oui_in)
    and (r.product_class is null or r.product_class = class_in)
    and (r.model_name is null or upper(r.model_name) in (upper(model_in), upper(class_in))) $$;

/** Whether both could mean the same gateway; fields left open in one match anything. */
create or replace function registrations_meet(a pre_registration, b pre_registration) returns boolean
  language sql stable set search_path = public as $$
  select a.serial_number = b.serial_number and a.company_id <> b.company_id
    and a.state <> 'matched' and b.state <> 'matched' and a.expires_at > now() and b.expires_at > now()
    and coalesce(a.oui = b.oui, true) and coalesce(a.product_class = b.product_class, true)
    and coalesce(upper(a.model_name) = upper(b.model_name), true) $$;

/**
 * One page of registrations that overlap another company's, by serial number; `total` is capped at 10,001.
 */
create or replace function registration_conflicts(search_in text, limit_in int, offset_in int) returns table (
  id bigint, oui text, product_class text, model_name text, serial_number text, company_id bigint, company_name text,
  has_label_secret boolean, created_at timestamptz, expires_at timestamptz, total bigint
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  if netward_setting('netward.identity') is distinct from '1' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  return query
    with met as (
      select r.*, c.name as company from pre_registration r join company c on c.id = r.company_id
      where r.state <> 'matched' and r.expires_at > now()
        -- Few rows match; the remaining fields are not compared.
        and r.serial_number in (select k.serial_number from pre_registration k where k.state <> 'matched'
          group by k.serial_number having min(k.company_id) <> max(k.company_id))
        and (search_in is null or strpos(lower((r.serial_number || ' ' || c.name) collate "default"), lower(search_in)) > 0)
        and exists (select 1 from pre_registration o where o.serial_number = r.serial_number
          and o.state <> 'matched' and o.company_id <> r.company_id
          and registrations_meet((select x from pre_registration x where x.id = r.id), o)))
    select m.id, m.oui, m.product_class, m.model_name, m.serial_number, m.company_id, m.company, m.has_label_secret,
      m.created_at, m.expires_at, (select count(*) from (select 1 from met limit 10001) capped)
    from met m order by m.serial_number, m.id limit limit_in offset offset_in;
end $$;

/**
 * Keeps one registration; overlapping ones of other companies end, and appear to those companies as expired.
 */
create or replace function settle_registration(registration_in bigint) returns table (serial_number text, company_name text, ended int)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  kept pre_registration;
begin
  if netward_setting('netward.identity') is distinct from '1' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  select r.* into kept from pre_registration r where r.id = registration_in and r.state <> 'matched' and r.expires_at > now()
    for update;
  if kept.id is null then raise exception 'pre_registration.not_found' using errcode = 'NW001'; end if;
  update pre_registration o set expires_at = now(), state = 'waiting' where o.serial_number = kept.serial_number
    and registrations_meet(kept, o);
  get diagnostics ended = row_count;
  update pre_registration r set state = 'waiting' where r.id = kept.id;
  select c.name into company_name from company c where c.id = kept.company_id;
  serial_number := kept.serial_number;
  perform note_live(kept.company_id, 'pool.changed', null, '{}');
  return next;
end $$;

/**
 * The companies that registered an identity that belongs to none; two suffice to show that there is more than
 * one.
 */
create or replace function acs_registrants(oui_in text, class_in text, serial_in text, model_in text) returns table (
  company_id bigint, company_status text
) language sql stable security definer set search_path = public as $$
  select distinct r.company_id, c.status
  from pre_registration r join company c on c.id = r.company_id
  where r.serial_number = serial_in and registration_fits(r, oui_in, class_in, serial_in, model_in)
  limit 2 $$;

grant execute on function registration_conflicts, settle_registration to {{company}}, {{tree}}, {{platform}};
grant execute on function acs_registrants to {{login}};
