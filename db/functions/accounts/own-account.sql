create or replace function own_account() returns table (
  user_name text, display_name text, phone text, email text, password_changed_at timestamptz, totp boolean,
  recovery_codes_left int
) language sql stable security definer set search_path = public as $$
  select sign_in_name(p), p.display_name, case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end, p.password_changed_at,
    exists (select 1 from person_totp f where f.person_id = p.id and f.confirmed_at is not null),
    (select count(*)::int from person_recovery_code r where r.person_id = p.id and r.spent_at is null)
  from person p where p.id = scope_person() $$;

/** The proved addresses of this transaction's person, which are notified of account changes. */
create or replace function own_addresses() returns table (phone text, email text)
  language sql stable security definer set search_path = public as $$
  select case when phone_verified_at is not null then phone end, case when email_verified_at is not null then email end
  from person where id = scope_person() $$;

create or replace function own_companies() returns table (company_id bigint, name text, roles text[], department text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name,
    array(select coalesce(mr.built_in, r.name) from member_role mr
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    (select up.name from org_node n join org_node up on up.company_id = n.company_id and up.id = n.parent_id
      where n.company_id = m.company_id and n.id = m.os_id and up.type = 4)
  from member m join company c on c.id = m.company_id
  where m.person_id = scope_person() and m.status = 'enabled' order by c.name, c.id $$;

create or replace function own_sessions() returns table (
  id bigint, company_name text, remote_address text, user_agent text, created_at timestamptz,
  last_seen_at timestamptz, expires_at timestamptz
) language sql stable security definer set search_path = public as $$
  select s.id, c.name, host(s.remote_address), coalesce(s.user_agent, ''), s.created_at, s.last_seen_at, s.expires_at
  from session s join company c on c.id = s.company_id
  where s.person_id = scope_person() and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
  order by s.last_seen_at desc, s.id desc $$;

/** Ends one of the person's own sessions, or all but one. Returns how many ended. */
create or replace function end_own_sessions(only_in bigint, but_in bigint) returns int
  language sql security definer set search_path = public as $$
  with gone as (
    update session set ended_at = now(), end_code = '40005'
    where person_id = scope_person() and ended_at is null and expires_at > now()
      and last_seen_at + make_interval(secs => idle_seconds) > now()
      and (only_in is null or id = only_in) and (but_in is null or id <> but_in)
    returning 1)
  select count(*)::int from gone $$;

/** Renames a person in every company that they are a member of. For definer functions only. */
create or replace function rename_person(person_in bigint, name_in text) returns void
  language sql set search_path = public as $$
  update person set display_name = name_in where id = person_in;
  update org_node n set name = name_in from member m
    where m.person_id = person_in and n.company_id = m.company_id and n.id = m.os_id
      and n.type in (1, 2);
  update member set display_name = name_in where person_id = person_in $$;

create or replace function rename_self(name_in text) returns void
  language sql security definer set search_path = public as $$ select rename_person(scope_person(), name_in) $$;

/** Stores the preferences of this transaction's person; null leaves a value unchanged. */
create or replace function set_preferences(language_in text, time_zone_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update person set language = coalesce(language_in, language), time_zone = coalesce(time_zone_in, time_zone)
  where id = scope_person();
end $$;

/** Stores an address proved by a code. Returns the address that it replaces. */
create or replace function change_own_contact(phone_in text, email_in text) returns text
  language plpgsql security definer set search_path = public as $$
declare
  before person;
begin
  select * into before from person where id = scope_person() for update;
  -- A link already sent to the old address must no longer open the account.
  delete from one_time_ticket where person_id = before.id and purpose = 'reset_password';
  if phone_in is not null then
    update person set phone = phone_in, phone_verified_at = now() where id = before.id;
    return case when before.phone_verified_at is not null then before.phone end;
  end if;
  update person set email = email_in, email_verified_at = now() where id = before.id;
  return case when before.email_verified_at is not null then before.email end;
exception when unique_violation then
  raise exception '%', case when phone_in is null then 'account.email_taken' else 'account.phone_taken' end
    using errcode = 'NW001';
end $$;

/** The account that a first sign-in completes, with the addresses that its creator entered. */
create or replace function account_to_complete(person_in bigint, company_in bigint) returns table (
  user_name text, display_name text, company_name text, phone text, email text, password_hash text
) language sql stable security definer set search_path = public as $$
  select p.user_name, p.display_name, c.name, p.phone, p.email, p.password_hash
  from person p join company c on c.id = coalesce(company_in, p.home_company_id)
  where p.id = person_in and p.must_complete $$;

/** Completes an account, once, with the ticket of the sign-in. The address was proved by its code. */
create or replace function complete_account(
  ticket_in bytea, name_in text, hash_in text, phone_in text, email_in text, request_in text
) returns table (person_id bigint, company_id bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  ticket record;
begin
  select t.person_id, t.company_id into ticket from spend_ticket(ticket_in, 'complete_account') t;
  if ticket.person_id is null then raise exception 'ticket.invalid' using errcode = 'NW001'; end if;
  update person p set must_complete = false,
    phone = coalesce(phone_in, p.phone), phone_verified_at = case when phone_in is null then p.phone_verified_at else now() end,
    email = coalesce(email_in, p.email), email_verified_at = case when email_in is null then p.email_verified_at else now() end
  where p.id = ticket.person_id and p.must_complete;
  if not found then raise exception 'ticket.invalid' using errcode = 'NW001'; end if;
  perform rename_person(ticket.person_id, name_in);
  perform set_password(ticket.person_id, hash_in, null, '[]');
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, request_id)
  select coalesce(ticket.company_id, p.home_company_id), 'account.completed', p.id, name_in, 'person', p.id::text, request_in
  from person p where p.id = ticket.person_id;
  return query select ticket.person_id, ticket.company_id;
exception when unique_violation then
  raise exception '%', case when phone_in is null then 'account.email_taken' else 'account.phone_taken' end
    using errcode = 'NW001';
end $$;

grant execute on function change_own_contact, set_preferences, end_own_sessions, own_account, own_addresses,
  own_companies, own_sessions, rename_self to {{company}}, {{tree}}, {{platform}};
grant execute on function account_to_complete, complete_account to {{login}};
