/** The person who has proved this phone or mail address. For definer functions only. */
create or replace function person_with(phone_in text, email_in text) returns bigint
  language sql stable set search_path = public as $$
  select p.id from person p
  where p.phone = phone_in and p.phone_verified_at is not null
     or lower(p.email) = lower(email_in) and p.email_verified_at is not null
  limit 1 $$;

/** The person with this phone or mail address, verified. */
create or replace function person_at(channel_in text, address_in text) returns bigint
  language plpgsql stable security definer set search_path = public as $$
begin
  if channel_in = 'phone' then
    return (select id from person where phone = address_in and phone_verified_at is not null);
  end if;
  return (select id from person where lower(email) = lower(address_in) and email_verified_at is not null);
end $$;

/**
 * A person's verified addresses, the words that their password must not be, and the company whose prefix the
 * account carries.
 */
create or replace function contacts_of(person_in bigint)
  returns table (phone text, email text, names text[], company_id bigint, display_name text, prefix text)
  language sql stable security definer set search_path = public as $$
  select case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end,
    array_remove(array[p.user_name, p.display_name, c.name, c.code], null), c.id, p.display_name, coalesce(c.prefix, '')
  from person p left join company c on c.id = company_of_account(p.id) where p.id = person_in $$;

/** A person's sign-in name: the user name if a company keeps it unique, otherwise one of their addresses. */
create or replace function sign_in_name(p person) returns text language sql immutable as $$
  select case when p.home_company_id is not null then p.user_name
    else coalesce(case when p.email_verified_at is not null then p.email end,
                  case when p.phone_verified_at is not null then p.phone end, '') end $$;

/**
 * What remains between an authenticated person and a session: where it would open (the company named, else
 * that of the prefix, else the home company, else any other usable one), why it must not, and what is still
 * required.
 */
create or replace function sign_in_standing(person_in bigint, company_in bigint, prefix_in text) returns table (
  company_id bigint, refusal text, second_factor boolean, must_complete boolean, outside_only boolean
) language sql stable security definer set search_path = public as $$
  select m.company_id,
    case when p.disabled_at is not null or m.id is null or m.status <> 'enabled' then '40032'
         when c.status = 'deactivated' or c.frozen_because = 'ended' and c.status = 'frozen' then '40031'
         when c.status = 'frozen' then '40027' end,
    exists (select 1 from person_totp f where f.person_id = p.id and f.confirmed_at is not null),
    p.must_complete, coalesce(m.outside_only, false)
  from person p
  left join member m on m.person_id = p.id and (company_in is null or m.company_id = company_in)
  left join company c on c.id = m.company_id
  where p.id = person_in
  order by (m.status = 'enabled' and c.status = 'active') desc nulls last, m.outside_only,
           (c.prefix is not distinct from nullif(lower(prefix_in), '')) desc, (m.company_id = p.home_company_id) desc,
           m.company_id
  limit 1 $$;

create or replace function password_hash_of(person_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select password_hash from person where id = person_in $$;

/**
 * Sets a password: ends the person's sessions except `keep_in`, and every ticket obtainable with the old
 * password.
 */
create or replace function set_password(person_in bigint, hash_in text, keep_in bigint, messages_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  -- A request can change only its own person's password.
  if scope_person() <> person_in then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  update person set password_hash = hash_in, password_changed_at = now() where id = person_in;
  update session set ended_at = now(), end_code = '40005'
  where person_id = person_in and ended_at is null and id is distinct from keep_in;
  delete from one_time_ticket
  where person_id = person_in and purpose in ('reset_password', 'second_factor', 'complete_account', 'documents');
  perform queue_messages(messages_in);
end $$;

/** Language and time zone default to those of the company. Runs before a person of a company is inserted. */
create or replace function person_inherits() returns trigger language plpgsql set search_path = public as $$
begin
  select coalesce(new.language, c.language), coalesce(new.time_zone, c.time_zone) into new.language, new.time_zone
  from company c where c.id = new.home_company_id;
  return new;
end $$;

grant execute on function contacts_of, password_hash_of, person_at, sign_in_standing to {{login}};
grant execute on function set_password to {{login}}, {{company}}, {{tree}}, {{platform}};
