/**
 * The account of a person as shown in a company's log: the user name, with the code of the company that they
 * act for if that company created the account; the app ID of an application. For an account created by a
 * third company, or by none, the masked address: its name must not be disclosed to this company. For definer
 * functions only.
 */
create or replace function audit_account(company_in bigint, person_in bigint, acting_in bigint) returns text
  language sql stable set search_path = public as $$
  select coalesce(
    (select a.app_id from application a where a.person_id = p.id),
    case when p.home_company_id = company_in then p.user_name
      when p.home_company_id = acting_in then p.user_name || '@' || (select c.code from company c where c.id = p.home_company_id)
      when p.email_verified_at is not null then masked_email(p.email)
      when p.phone_verified_at is not null then masked_phone(p.phone) end)
  from person p where p.id = person_in $$;

/** Stores the terms by which a person is found in a company's log. For definer functions only. */
create or replace function note_audit_actor(company_in bigint, person_in bigint, name_in text) returns void
  language plpgsql set search_path = public as $$
begin
  -- A concurrent writer of the same name wins: waiting for each other's logs could deadlock.
  if person_in is not null and name_in is not null and not exists (
      select from audit_actor a where (a.company_id, a.person_id, a.name) = (company_in, person_in, name_in))
    and pg_try_advisory_xact_lock(hashtextextended(format('%s/%s/%s', company_in, person_in, name_in), 7550)) then
    insert into audit_actor values (company_in, person_in, name_in) on conflict do nothing;
  end if;
end $$;

/**
 * Runs before each entry: sets which MSP reads it, whether a user from above acted, by which account, and
 * whose name and account the log shows.
 */
create or replace function audit_log_complete() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Serialises with a move of this company, so that the entry never stays behind.
  perform 1 from company where id = new.company_id for key share;
  new.msp_id := msp_of(new.company_id);
  new.from_outside := new.acting_company_id is not null and exists (
    select 1 from company_ancestor a
    where a.company_id = new.company_id and a.ancestor_id = new.acting_company_id and a.depth > 0);
  new.address := coalesce(new.address, new.detail->>'address', nullif(current_setting('netward.address', true), ''));
  new.actor_account := audit_account(new.company_id, new.person_id, new.acting_company_id);
  perform note_audit_actor(new.company_id, new.person_id, new.actor_name);
  perform note_audit_actor(new.company_id, new.person_id, new.actor_account);
  return new;
end $$;

/** Whether an entry records a change without effect: the same before and after, and otherwise only names. */
create or replace function is_idle_change(detail_in jsonb) returns boolean language sql immutable set search_path = public as $$
  select detail_in ? 'before' and detail_in ? 'after' and detail_in->'before' = detail_in->'after'
    and detail_in - '{before,after,name,displayName,code}'::text[] = '{}' $$;

/**
 * Writes the audit entry of an act, unless it changed nothing: in the company acted in and, if different, in
 * the actor's own.
 */
create or replace function write_audit(
  action_in text, actor_in text, subject_kind_in text, subject_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  home bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  acted bigint := scope_company();
begin
  if is_idle_change(detail_in) then return; end if;
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select acted, action_in, scope_person(), actor_in, case when home <> acted then home end,
         case when home <> acted then (select name from company where id = home) end,
         subject_kind_in, subject_in, detail_in, request_in;
  if home <> acted then
    insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                           subject_kind, subject_id, detail, request_id)
    select home, action_in, scope_person(), actor_in, acted, (select name from company where id = acted),
           subject_kind_in, subject_in, detail_in, request_in;
  end if;
end $$;

/** Records what happened automatically, without a person, in the company's own log. */
create or replace function note_audit(
  company_in bigint, action_in text, subject_kind_in text, subject_in text, detail_in jsonb
) returns void language sql set search_path = public as $$
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  values (company_in, action_in, subject_kind_in, subject_in, detail_in) $$;

/** An act on a company is recorded in its own log and in that of the company from which it was done. */
create or replace function audit_company(
  company_in bigint, action_in text, actor_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  home bigint := coalesce(nullif(current_setting('netward.home_id', true), '')::bigint, scope_company());
begin
  if is_idle_change(detail_in) then return; end if;
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select at.id, action_in, scope_person(), actor_in, other.id, other.name, 'company', company_in::text, detail_in, request_in
  from company at
  left join company other on other.id = case at.id when company_in then home else company_in end and other.id <> at.id
  where at.id in (company_in, home)
    and (at.id = home or exists (select 1 from company_ancestor a where a.company_id = at.id and a.ancestor_id = scope_root()));
end $$;

grant execute on function audit_company, write_audit to {{company}}, {{tree}}, {{platform}};
