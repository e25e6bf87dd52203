/**
 * Where a company that applies under this prefix is placed: below the MSP that owns the prefix, else below
 * the OP.
 */
create or replace function registration_parent(prefix_in text) returns company
  language sql stable set search_path = public as $$
  select c.* from company c
  where c.kind = 'op' or c.kind = 'middleman' and c.status = 'active' and c.prefix = nullif(lower(prefix_in), '')
  order by (c.kind = 'middleman') desc limit 1 $$;

/** Refuses an address that an account has already proved. For definer functions only. */
create or replace function refuse_taken(phone_in text, email_in text) returns void
  language plpgsql stable set search_path = public as $$
begin
  if phone_in is not null and person_with(phone_in, null) is not null then
    raise exception 'account.phone_taken' using errcode = 'NW001';
  end if;
  if email_in is not null and person_with(null, email_in) is not null then
    raise exception 'account.email_taken' using errcode = 'NW001';
  end if;
end $$;

/** Makes a person a member of a company. For definer functions only. */
create or replace function add_member(company_in bigint, person_in bigint, display_name_in text, built_in_in text) returns bigint
  language plpgsql set search_path = public as $$
declare
  node bigint;
  made bigint;
begin
  insert into org_node (company_id, parent_id, type, name)
  select company_in, n.id, case when built_in_in like '%administrator' then 1 else 2 end, display_name_in
  from org_node n where n.company_id = company_in and n.parent_id is null returning id into node;
  insert into member (company_id, person_id, os_id, display_name)
  values (company_in, person_in, node, display_name_in) returning id into made;
  insert into member_role (company_id, member_id, built_in) values (company_in, made, built_in_in);
  return made;
end $$;

/** Creates a company on trial with its administrator, whose address is proved. For definer functions only. */
create or replace function found_company(
  parent_in bigint, name_in text, codes_in text[], contact_name_in text, phone_in text, email_in text, hash_in text
) returns table (company_id bigint, company_code text, person_id bigint)
  language plpgsql set search_path = public as $$
#variable_conflict use_column
declare
  violated text;
begin
  perform refuse_taken(phone_in, email_in);
  insert into company (parent_id, kind, name, code, standing)
  select parent_in, 'company', name_in, code, 'trial' from unnest(codes_in) with ordinality c (code, n)
  where not exists (select 1 from company taken where taken.code = c.code) order by n limit 1
  returning id, code into found_company.company_id, found_company.company_code;
  insert into org_node (company_id, type, name) values (found_company.company_id, 16, name_in);
  insert into person (home_company_id, user_name, display_name, password_hash, password_changed_at,
                      phone, phone_verified_at, email, email_verified_at)
  values (found_company.company_id, 'admin', contact_name_in, hash_in, now(), phone_in,
          case when phone_in is not null then now() end, email_in, case when email_in is not null then now() end)
  returning id into found_company.person_id;
  perform add_member(found_company.company_id, found_company.person_id, contact_name_in, 'administrator');
  return next;
exception when unique_violation then
  get stacked diagnostics violated = constraint_name;
  raise exception '%', case violated when 'person_phone' then 'account.phone_taken'
    when 'person_email' then 'account.email_taken' else 'system.unavailable' end using errcode = 'NW001';
end $$;

/** Self-registration of a company, where no approval is required. */
create or replace function register_company(
  prefix_in text, name_in text, codes_in text[], contact_name_in text, phone_in text, email_in text, hash_in text,
  request_in text, accepted_in jsonb
) returns table (company_id bigint, company_code text, person_id bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  parent company := registration_parent(prefix_in);
begin
  select f.company_id, f.company_code, f.person_id
    into register_company.company_id, register_company.company_code, register_company.person_id
    from found_company(parent.id, name_in, codes_in, contact_name_in, phone_in, email_in, hash_in) f;
  perform accept_documents(register_company.person_id, accepted_in);
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail, request_id)
  select c.id, 'company.registered', register_company.person_id, contact_name_in, 'company',
         register_company.company_id::text,
         jsonb_build_object('name', name_in, 'code', register_company.company_code), request_in
  from company c where c.id in (parent.id, register_company.company_id);
  insert into live_event (company_id, kind, subject_id)
  values (parent.id, 'company.changed', register_company.company_id);
  return next;
end $$;

/** A company applies; the operator decides. Replaces an earlier pending application of the address. */
create or replace function apply_for_company(
  prefix_in text, name_in text, contact_name_in text, phone_in text, email_in text, hash_in text, language_in text,
  request_in text, accepted_in jsonb
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  parent company := registration_parent(prefix_in);
  op bigint := (select id from company where kind = 'op');
  made bigint;
begin
  perform refuse_taken(phone_in, email_in);
  -- Serialised, so that two registrations of one address do not collide.
  perform pg_advisory_xact_lock(7551, hashtext(coalesce(phone_in, lower(email_in))));
  delete from company_registration r
  where r.company_id = op and r.state = 'waiting' and (r.phone = phone_in or lower(r.email) = lower(email_in));
  insert into company_registration (company_id, parent_id, parent_name, company_name, contact_name, phone, email,
                                    password_hash, language, accepted)
  values (op, parent.id, parent.name, name_in, contact_name_in, phone_in, email_in, hash_in, language_in, accepted_in)
  returning id into made;
  insert into audit_log (company_id, action, actor_name, subject_kind, subject_id, detail, request_id)
  values (op, 'registration.received', contact_name_in, 'registration', made::text,
          jsonb_build_object('companyName', name_in), request_in);
  insert into live_event (company_id, kind, subject_id) values (op, 'registration.changed', made);
  return made;
end $$;

/**
 * Locks a pending application: of two concurrent decisions, the second gets an error. Users limited to a part
 * of the company find none. For definer functions only.
 */
create or replace function lock_registration(registration_in bigint) returns company_registration
  language plpgsql set search_path = public as $$
declare
  found company_registration;
begin
  select * into found from company_registration
    where id = registration_in and company_id = scope_company() and whole_company() for update;
  if found.id is null then raise exception 'registration.not_found' using errcode = 'NW001'; end if;
  if found.state <> 'waiting' then raise exception 'registration.decided' using errcode = 'NW001'; end if;
  return found;
end $$;

create or replace function approve_registration(registration_in bigint, codes_in text[], actor_in text)
  returns table (company_id bigint, company_code text, company_name text, phone text, email text, language text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  asked company_registration := lock_registration(registration_in);
  person bigint;
begin
  select f.company_id, f.company_code, f.person_id
    into approve_registration.company_id, approve_registration.company_code, person
    from found_company(asked.parent_id, asked.company_name, codes_in, asked.contact_name, asked.phone, asked.email,
                       asked.password_hash) f;
  perform accept_documents(person, asked.accepted);
  update company_registration r
  set state = 'approved', password_hash = null, decided_at = now(), decided_by = actor_in,
      made_company_id = approve_registration.company_id
  where r.id = asked.id;
  company_name := asked.company_name;
  phone := asked.phone;
  email := asked.email;
  language := asked.language;
  return next;
end $$;

create or replace function refuse_registration(registration_in bigint, reason_in text, actor_in text)
  returns table (company_name text, phone text, email text, language text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  asked company_registration := lock_registration(registration_in);
begin
  update company_registration r
  set state = 'refused', password_hash = null, decided_at = now(), decided_by = actor_in, reason = reason_in
  where r.id = asked.id;
  return query select asked.company_name, asked.phone, asked.email, asked.language;
end $$;

/** Deletes applications left undecided for 30 days. */
create or replace function expire_registrations() returns int
  language sql security definer set search_path = public as $$
  with gone as (
    delete from company_registration where state = 'waiting' and created_at < now() - interval '30 days'
    returning id, company_id),
  announced as (
    insert into live_event (company_id, kind, subject_id) select company_id, 'registration.changed', id from gone)
  select count(*)::int from gone $$;

grant execute on function apply_for_company, expire_registrations, register_company to {{login}};
grant execute on function approve_registration, refuse_registration to {{company}}, {{tree}}, {{platform}};
