/** Only the platform edits packages, with its full scope, and never while acting in another company. */
create or replace function require_platform() returns void language plpgsql stable security definer set search_path = public as $$
begin
  if not whole_company() or not exists (select 1 from company where id = scope_company() and kind = 'op') then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
end $$;

/** A company that the scope manages: one below it; a scope limited to a subtree excludes its own company. */
create or replace function require_below(company_in bigint) returns void
  language plpgsql stable security definer set search_path = public as $$
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
end $$;

create or replace function actor_company() returns text language sql stable security definer set search_path = public as $$
  select name from company where id = coalesce(netward_setting('netward.home_id')::bigint, scope_company()) $$;

/** Recorded in both logs: the company's own and, through the request's audit entry, the actor's. */
create or replace function notify_company(company_in bigint, action_in text, subject_kind_in text, subject_in text, actor_in text, detail_in jsonb)
  returns void language plpgsql security definer set search_path = public as $$
begin
  if company_in <> scope_company() then
    insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
      subject_kind, subject_id, detail)
    select company_in, action_in, scope_person(), actor_in, c.id, c.name, subject_kind_in, subject_in, detail_in
    from company c where c.id = netward_setting('netward.home_id')::bigint;
  end if;
  perform note_live(company_in, 'licence.changed', null, '{}');
end $$;

create or replace function note_licence(l licence, action_in text, before_in jsonb, actor_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  after_is constant jsonb := jsonb_build_object('quantity', l.quantity, 'startsAt', l.starts_at, 'endsAt', l.ends_at,
    'revokedAt', l.revoked_at);
begin
  insert into licence_history (company_id, licence_id, action, before, after, person_id, actor_name, actor_company_name)
  values (l.company_id, l.id, action_in, before_in, after_is, scope_person(), actor_in, actor_company());
  perform notify_company(l.company_id,
    case when action_in in ('renewed', 'enlarged', 'reduced') then 'licence.changed' else 'licence.' || action_in end, 'licence', l.id::text, actor_in,
    jsonb_build_object('kind', l.kind, 'before', before_in, 'after', after_is));
end $$;

create or replace function licence_values(l licence) returns jsonb language sql stable set search_path = public as $$
  select jsonb_build_object('quantity', l.quantity, 'startsAt', l.starts_at, 'endsAt', l.ends_at, 'revokedAt', l.revoked_at) $$;
