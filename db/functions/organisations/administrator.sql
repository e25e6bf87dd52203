/**
 * Creates an administrator of a tenant, whose first sign-in replaces the password; called by those who manage
 * the tenant. If the tenant decides who may enter, no level above creates one.
 */
create or replace function create_administrator(
  company_in bigint, user_name_in text, name_in text, hash_in text, actor_in text, request_in text
) returns table (member_id bigint, company_code text) language plpgsql security definer set search_path = public as $$
declare
  person_made bigint;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  if exists (select from acting_consent where company_id = company_in) then
    raise exception 'acting.only_at_home' using errcode = 'NW001';
  end if;
  insert into person (home_company_id, user_name, display_name, password_hash, must_complete)
  values (company_in, lower(user_name_in), name_in, hash_in, true) returning id into person_made;
  member_id := join_company(company_in, person_made, name_in, array['administrator'], null);
  select c.code into company_code from company c where c.id = company_in;
  perform audit_company(company_in, 'company.administrator_created', actor_in,
    jsonb_build_object('displayName', name_in, 'userName', lower(user_name_in)), request_in);
  insert into live_event (company_id, kind, subject_id) values (company_in, 'member.changed', member_id);
  return next;
exception when unique_violation then
  raise exception 'member.name_taken' using errcode = 'NW001';
end $$;

grant execute on function create_administrator to {{company}}, {{tree}}, {{platform}};
