/**
 * Whether an account that has proved this address is a member of the company acted in. Reveals nothing about
 * other companies.
 */
create or replace function is_member_with(phone_in text, email_in text) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from member where company_id = scope_company() and person_id = person_with(phone_in, email_in)) $$;

/** The invitation that a link opens, and the person who has proved its address, if any. */
create or replace function find_invitation(ticket_in bytea) returns table (
  company_id bigint, company_name text, company_prefix text, display_name text, invited_by text,
  phone text, email text, person_id bigint
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.prefix, i.display_name, i.invited_by, i.phone, i.email, person_with(i.phone, i.email)
  from invitation i join company c on c.id = i.company_id
  where i.ticket_hash = ticket_in and i.accepted_at is null and i.revoked_at is null and i.expires_at > now() $$;

/**
 * Makes the holder of a link a member, with the roles and department of the invitation: the person who has
 * proved its address and whose password was checked, or, if `person_in` is null, a new person, for whom the
 * link proves the address. Uses the first free one of the candidate names.
 */
create or replace function accept_invitation(
  ticket_in bytea, person_in bigint, user_names_in text[], display_name_in text, hash_in text, request_in text
) returns table (company_id bigint, person_id bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  asked invitation;
  home company;
  holder bigint;
  shown text;
  made bigint;
  violated text;
begin
  select * into asked from invitation i
    where i.ticket_hash = ticket_in and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    for update;
  if asked.id is null then raise exception 'ticket.invalid' using errcode = 'NW001'; end if;
  select * into home from company c where c.id = asked.company_id;
  if home.status <> 'active' then
    raise exception '%', case when home.status = 'frozen' and home.frozen_because is distinct from 'ended'
      then '40027' else '40031' end using errcode = 'NW001';
  end if;
  holder := person_with(asked.phone, asked.email);
  -- The address moved to another account between the two steps.
  if holder is distinct from person_in then raise exception 'sign_in.wrong' using errcode = 'NW001'; end if;
  if holder is null then
    shown := coalesce(display_name_in, asked.display_name);
    insert into person (home_company_id, user_name, display_name, password_hash, password_changed_at,
                        phone, phone_verified_at, email, email_verified_at)
    select asked.company_id, name, shown, hash_in, now(), asked.phone, case when asked.phone is not null then now() end,
           asked.email, case when asked.email is not null then now() end
    from unnest(user_names_in) with ordinality c (name, n)
    where cardinality(user_names_in) = 1
      or not exists (select 1 from person p where p.home_company_id = asked.company_id and p.user_name = c.name)
    order by n limit 1
    returning id into holder;
  else
    select p.display_name into shown from person p where p.id = holder and p.disabled_at is null;
    if not found then raise exception '40032' using errcode = 'NW001'; end if;
  end if;
  made := join_company(asked.company_id, holder, shown, asked.roles, asked.department_id);
  update invitation i set accepted_at = now() where i.id = asked.id;
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail, request_id)
  values (asked.company_id, 'invitation.accepted', holder, shown, 'member', made::text,
          jsonb_build_object('displayName', shown, 'roles', to_jsonb(asked.roles)), request_in);
  insert into live_event (company_id, kind, subject_id) values (asked.company_id, 'invitation.changed', asked.id),
    (asked.company_id, 'member.changed', made);
  return query select asked.company_id, holder;
exception when unique_violation then
  get stacked diagnostics violated = constraint_name;
  raise exception '%', case violated when 'member_company_id_person_id_key' then 'invitation.already_member'
    when 'person_home_company_id_user_name_key' then 'member.name_taken' else 'sign_in.wrong' end
    using errcode = 'NW001';
end $$;

grant execute on function is_member_with to {{company}}, {{tree}}, {{platform}};
grant execute on function accept_invitation, find_invitation to {{login}};
