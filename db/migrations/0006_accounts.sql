-- Accounts: companies that apply for a trial, invitations, one's own account.

-- ─── Trials ──────────────────────────────────────────────────────────────────────────────────────────────────

alter table company add column trial_ends_at timestamptz;
update company set trial_ends_at = now() + interval '15 days' where standing = 'trial';
create index company_trial_end on company (trial_ends_at) where standing = 'trial' and status = 'active';

create function company_trial() returns trigger language plpgsql set search_path = public as $$
begin
  if new.standing <> 'trial' then
    new.trial_ends_at := null;
  else
    new.trial_ends_at := coalesce(new.trial_ends_at, now() + interval '15 days');
  end if;
  return new;
end $$;
create trigger company_trial before insert or update of standing, trial_ends_at on company
  for each row execute function company_trial();

/** Freezes the companies whose trial is over, a portion at a time. Answers how many. */
create function freeze_ended_trials(most int) returns int
  language sql security definer set search_path = public as $$
  with over as (
    select id from company
    where standing = 'trial' and status = 'active' and trial_ends_at < now()
    order by trial_ends_at limit most for update skip locked),
  frozen as (
    update company c set status = 'frozen', frozen_because = 'ended' from over where c.id = over.id returning c.id),
  noted as (
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    select id, 'company.frozen', 'company', id::text, '{"because": "ended"}' from frozen),
  told as (
    insert into live_event (company_id, kind, subject_id) select id, 'company.changed', id from frozen)
  select count(*)::int from frozen $$;

-- ─── People and memberships ──────────────────────────────────────────────────────────────────────────────────

-- When the person last signed in here: what they do in other companies is not this one's to see.
alter table member add column last_sign_in_at timestamptz;
create index member_by_name on member (company_id, display_name, id);
create index member_by_age on member (company_id, created_at, id);

create function member_sign_in() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member set last_sign_in_at = new.created_at
  where company_id = new.company_id and person_id = new.person_id;
  return null;
end $$;
create trigger member_sign_in after insert on session for each row execute function member_sign_in();

/** Makes a person a member of a company. For definer functions alone. */
create function add_member(company_in bigint, person_in bigint, display_name_in text, built_in_in text) returns bigint
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

/** The person who has proved this phone or mail address. For definer functions alone. */
create function person_with(phone_in text, email_in text) returns bigint
  language sql stable set search_path = public as $$
  select p.id from person p
  where p.phone = phone_in and p.phone_verified_at is not null
     or lower(p.email) = lower(email_in) and p.email_verified_at is not null
  limit 1 $$;

/** What of an address somebody may see who is to recognise it, not to learn it. */
create function masked_phone(phone_in text) returns text
  language sql immutable set search_path = public as $$
  select case when phone_in is null then null
    else left(phone_in, greatest(length(phone_in) - 8, 2)) || '****' || right(phone_in, 4) end $$;

create function masked_email(email_in text) returns text
  language sql immutable set search_path = public as $$
  select case when email_in is null then null
    else left(email_in, 1) || '***' || substr(email_in, position('@' in email_in)) end $$;

/**
 * The members of the company acted in. A search looks at names alone: what is masked must not be found by guessing.
 * The user name of somebody whom another company made is that company's.
 */
create function page_members(
  search_in text, order_in text, descending boolean, limit_in int, offset_in int
) returns table (
  member_id bigint, person_id bigint, display_name text, user_name text, roles text[], status text,
  phone text, email text, created_at timestamptz, last_sign_in_at timestamptz
) language plpgsql stable security definer set search_path = public as $$
begin
  return query execute format($query$
    with page as (
      select m.* , case when p.home_company_id = m.company_id then p.user_name end as own_name,
        case when p.phone_verified_at is not null then p.phone end as own_phone,
        case when p.email_verified_at is not null then p.email end as own_email
      from member m join person p on p.id = m.person_id
      where m.company_id = scope_company() and ($1 = '' or strpos(lower(m.display_name), $1) > 0
        or p.home_company_id = m.company_id and strpos(p.user_name, $1) > 0)
      order by %1$s %2$s nulls last, m.id %2$s limit $2 offset $3)
    select page.id, page.person_id, page.display_name, page.own_name,
      array(select coalesce(mr.built_in, r.name) from member_role mr
        left join role r on r.company_id = mr.company_id and r.id = mr.role_id
        where mr.company_id = page.company_id and mr.member_id = page.id order by 1),
      page.status, masked_phone(page.own_phone), masked_email(page.own_email), page.created_at, page.last_sign_in_at
    from page
    order by %3$s %2$s nulls last, page.id %2$s $query$,
    case order_in when 'createdAt' then 'm.created_at' when 'lastSignInAt' then 'm.last_sign_in_at'
      when 'userName' then 'own_name' when 'status' then 'm.status' else 'm.display_name' end,
    case when descending then 'desc' else 'asc' end,
    case order_in when 'createdAt' then 'page.created_at' when 'lastSignInAt' then 'page.last_sign_in_at'
      when 'userName' then 'page.own_name' when 'status' then 'page.status' else 'page.display_name' end)
  using lower(coalesce(search_in, '')), limit_in, offset_in;
end $$;

/** How many members a search finds, counted to one above the cap at most. */
create function count_members(search_in text, most int) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from (
    select 1 from member m join person p on p.id = m.person_id
    where m.company_id = scope_company() and (coalesce(search_in, '') = ''
      or strpos(lower(m.display_name), lower(search_in)) > 0
      or p.home_company_id = m.company_id and strpos(p.user_name, lower(search_in)) > 0)
    limit most) found $$;

-- ─── Applications for a trial ────────────────────────────────────────────────────────────────────────────────

create table company_registration (
  id bigint generated always as identity primary key,
  -- The OP, who decides.
  company_id bigint not null references company on delete cascade,
  -- Below which company it will stand.
  parent_id bigint not null references company on delete cascade,
  parent_name text not null,
  company_name text not null,
  contact_name text not null,
  phone text,
  email text,
  -- Gone once it is decided.
  password_hash text,
  language text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  reason text,
  made_company_id bigint references company on delete set null,
  check ((phone is null) <> (email is null)),
  check ((state = 'waiting') = (password_hash is not null))
);
create index company_registration_page on company_registration (company_id, state, id desc);
-- One application of an address waits: another takes its place.
create unique index company_registration_phone on company_registration (company_id, phone) where state = 'waiting';
create unique index company_registration_email on company_registration (company_id, lower(email))
  where state = 'waiting';
create index company_registration_age on company_registration (created_at) where state = 'waiting';
select netward_protect('company_registration', 'company_id', '');
grant select (id, company_id, parent_id, parent_name, company_name, contact_name, phone, email, language, state,
  created_at, decided_at, decided_by, reason, made_company_id)
  on company_registration to {{company}}, {{tree}}, {{platform}};

/** Where a company that applies under this prefix will stand: below the MSP whose prefix it is, else below the OP. */
create function registration_parent(prefix_in text) returns company
  language sql stable set search_path = public as $$
  select c.* from company c
  where c.kind = 'op' or c.kind = 'middleman' and c.status = 'active' and c.prefix = nullif(lower(prefix_in), '')
  order by (c.kind = 'middleman') desc limit 1 $$;

/** Refuses an address that somebody has proved to be theirs. For definer functions alone. */
create function refuse_taken(phone_in text, email_in text) returns void
  language plpgsql stable set search_path = public as $$
begin
  if phone_in is not null and person_with(phone_in, null) is not null then
    raise exception 'account.phone_taken' using errcode = 'NW001';
  end if;
  if email_in is not null and person_with(null, email_in) is not null then
    raise exception 'account.email_taken' using errcode = 'NW001';
  end if;
end $$;

/** Creates a company on trial with its administrator, whose address is proved. For definer functions alone. */
create function found_company(
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

/** A company registers by itself, where nobody has to approve. */
create function register_company(
  prefix_in text, name_in text, codes_in text[], contact_name_in text, phone_in text, email_in text, hash_in text,
  request_in text
) returns table (company_id bigint, company_code text, person_id bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  parent company := registration_parent(prefix_in);
begin
  select f.company_id, f.company_code, f.person_id
    into register_company.company_id, register_company.company_code, register_company.person_id
    from found_company(parent.id, name_in, codes_in, contact_name_in, phone_in, email_in, hash_in) f;
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail, request_id)
  select c.id, 'company.registered', register_company.person_id, contact_name_in, 'company',
         register_company.company_id::text,
         jsonb_build_object('name', name_in, 'code', register_company.company_code), request_in
  from company c where c.id in (parent.id, register_company.company_id);
  insert into live_event (company_id, kind, subject_id)
  values (parent.id, 'company.changed', register_company.company_id);
  return next;
end $$;

/** A company applies: the operator decides. An earlier application of the address that still waits is replaced. */
create function apply_for_company(
  prefix_in text, name_in text, contact_name_in text, phone_in text, email_in text, hash_in text, language_in text,
  request_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  parent company := registration_parent(prefix_in);
  op bigint := (select id from company where kind = 'op');
  made bigint;
begin
  perform refuse_taken(phone_in, email_in);
  -- One after the other, so that two of the same address do not meet.
  perform pg_advisory_xact_lock(7551, hashtext(coalesce(phone_in, lower(email_in))));
  delete from company_registration r
  where r.company_id = op and r.state = 'waiting' and (r.phone = phone_in or lower(r.email) = lower(email_in));
  insert into company_registration (company_id, parent_id, parent_name, company_name, contact_name, phone, email,
                                    password_hash, language)
  values (op, parent.id, parent.name, name_in, contact_name_in, phone_in, email_in, hash_in, language_in)
  returning id into made;
  insert into audit_log (company_id, action, actor_name, subject_kind, subject_id, detail, request_id)
  values (op, 'registration.received', contact_name_in, 'registration', made::text,
          jsonb_build_object('companyName', name_in), request_in);
  insert into live_event (company_id, kind, subject_id) values (op, 'registration.changed', made);
  return made;
end $$;

/** Locks an application that still waits: of two who decide, the second is told. For definer functions alone. */
create function lock_registration(registration_in bigint) returns company_registration
  language plpgsql set search_path = public as $$
declare
  found company_registration;
begin
  select * into found from company_registration
    where id = registration_in and company_id = scope_company() for update;
  if found.id is null then raise exception 'registration.not_found' using errcode = 'NW001'; end if;
  if found.state <> 'waiting' then raise exception 'registration.decided' using errcode = 'NW001'; end if;
  return found;
end $$;

create function approve_registration(registration_in bigint, codes_in text[], actor_in text)
  returns table (company_id bigint, company_code text, company_name text, phone text, email text, language text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  asked company_registration := lock_registration(registration_in);
begin
  select f.company_id, f.company_code into approve_registration.company_id, approve_registration.company_code
    from found_company(asked.parent_id, asked.company_name, codes_in, asked.contact_name, asked.phone, asked.email,
                       asked.password_hash) f;
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

create function refuse_registration(registration_in bigint, reason_in text, actor_in text)
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

/** Forgets the applications that nobody decided within 30 days. */
create function expire_registrations() returns int
  language sql security definer set search_path = public as $$
  with gone as (
    delete from company_registration where state = 'waiting' and created_at < now() - interval '30 days'
    returning id, company_id),
  told as (
    insert into live_event (company_id, kind, subject_id) select company_id, 'registration.changed', id from gone)
  select count(*)::int from gone $$;

-- ─── Invitations ─────────────────────────────────────────────────────────────────────────────────────────────

create table invitation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  display_name text not null,
  phone text,
  email text,
  built_in text not null references built_in_role,
  -- Of the link sent last: an earlier one ends with it.
  ticket_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  sends int not null default 1,
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  check ((phone is null) <> (email is null))
);
create index invitation_page on invitation (company_id, id desc);
create index invitation_sent on invitation (company_id, sent_at);
create unique index invitation_open_phone on invitation (company_id, phone)
  where accepted_at is null and revoked_at is null;
create unique index invitation_open_email on invitation (company_id, lower(email))
  where accepted_at is null and revoked_at is null;
select netward_protect('invitation', 'company_id', 'insert, delete');
grant select (id, company_id, display_name, phone, email, built_in, invited_by, created_at, sent_at, sends, expires_at,
  accepted_at, revoked_at) on invitation to {{company}}, {{tree}}, {{platform}};
grant update (ticket_hash, sent_at, sends, expires_at, revoked_at) on invitation to {{company}}, {{tree}}, {{platform}};

/** Whether somebody who has proved this address is a member of the company acted in. Of others it tells nothing. */
create function is_member_with(phone_in text, email_in text) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from member where company_id = scope_company() and person_id = person_with(phone_in, email_in)) $$;

/** The invitation that a link opens, and the person who has proved its address, if anybody has. */
create function find_invitation(ticket_in bytea) returns table (
  company_id bigint, company_name text, company_prefix text, display_name text, invited_by text,
  phone text, email text, person_id bigint
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.prefix, i.display_name, i.invited_by, i.phone, i.email, person_with(i.phone, i.email)
  from invitation i join company c on c.id = i.company_id
  where i.ticket_hash = ticket_in and i.accepted_at is null and i.revoked_at is null and i.expires_at > now() $$;

/**
 * Makes the holder of a link a member: the person who has proved its address, whose password was checked, or, when
 * `person_in` is null, a new one, for whom the link proves the address. Of the names given the first free one is taken.
 */
create function accept_invitation(
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
  -- The address changed hands between the two steps.
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
  made := add_member(asked.company_id, holder, shown, asked.built_in);
  update invitation i set accepted_at = now() where i.id = asked.id;
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail, request_id)
  values (asked.company_id, 'invitation.accepted', holder, shown, 'member', made::text,
          jsonb_build_object('displayName', shown, 'role', asked.built_in), request_in);
  insert into live_event (company_id, kind, subject_id) values (asked.company_id, 'invitation.changed', asked.id),
    (asked.company_id, 'member.changed', made);
  return query select asked.company_id, holder;
exception when unique_violation then
  get stacked diagnostics violated = constraint_name;
  raise exception '%', case violated when 'member_company_id_person_id_key' then 'invitation.already_member'
    when 'person_home_company_id_user_name_key' then 'member.name_taken' else 'sign_in.wrong' end
    using errcode = 'NW001';
end $$;

-- ─── One's own account ───────────────────────────────────────────────────────────────────────────────────────

/** The addresses that the person of this transaction has proved: where changes of the account are told. */
create function own_addresses() returns table (phone text, email text)
  language sql stable security definer set search_path = public as $$
  select case when phone_verified_at is not null then phone end, case when email_verified_at is not null then email end
  from person where id = scope_person() $$;

/** Gives a person another name, in every company that they are a member of. For definer functions alone. */
create function rename_person(person_in bigint, name_in text) returns void
  language sql set search_path = public as $$
  update person set display_name = name_in where id = person_in;
  update org_node n set name = name_in from member m
    where m.person_id = person_in and n.company_id = m.company_id and n.id = m.os_id
      and n.type in (1, 2);
  update member set display_name = name_in where person_id = person_in $$;

create function rename_self(name_in text) returns void
  language sql security definer set search_path = public as $$ select rename_person(scope_person(), name_in) $$;

create function own_companies() returns table (company_id bigint, name text, roles text[], department text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name,
    array(select coalesce(mr.built_in, r.name) from member_role mr
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = m.company_id and mr.member_id = m.id order by 1),
    (select up.name from org_node n join org_node up on up.company_id = n.company_id and up.id = n.parent_id
      where n.company_id = m.company_id and n.id = m.os_id and up.type = 4)
  from member m join company c on c.id = m.company_id
  where m.person_id = scope_person() and m.status = 'enabled' order by c.name, c.id $$;

create function own_sessions() returns table (
  id bigint, company_name text, remote_address text, user_agent text, created_at timestamptz,
  last_seen_at timestamptz, expires_at timestamptz
) language sql stable security definer set search_path = public as $$
  select s.id, c.name, host(s.remote_address), coalesce(s.user_agent, ''), s.created_at, s.last_seen_at, s.expires_at
  from session s join company c on c.id = s.company_id
  where s.person_id = scope_person() and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
  order by s.last_seen_at desc, s.id desc $$;

/** Ends a session of one's own, or all but one. Answers how many ended. */
create function end_own_sessions(only_in bigint, but_in bigint) returns int
  language sql security definer set search_path = public as $$
  with gone as (
    update session set ended_at = now(), end_code = '40005'
    where person_id = scope_person() and ended_at is null and expires_at > now()
      and last_seen_at + make_interval(secs => idle_seconds) > now()
      and (only_in is null or id = only_in) and (but_in is null or id <> but_in)
    returning 1)
  select count(*)::int from gone $$;

/** Writes an address that a code has proved. Answers the one that it takes the place of. */
create function change_own_contact(phone_in text, email_in text) returns text
  language plpgsql security definer set search_path = public as $$
declare
  before person;
begin
  select * into before from person where id = scope_person() for update;
  -- A link that is on its way to the old address must not lead to the account any more.
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

create function own_account() returns table (
  user_name text, display_name text, phone text, email text, password_changed_at timestamptz, totp boolean,
  recovery_codes_left int
) language sql stable security definer set search_path = public as $$
  select p.user_name, p.display_name, case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end, p.password_changed_at,
    exists (select 1 from person_totp f where f.person_id = p.id and f.confirmed_at is not null),
    (select count(*)::int from person_recovery_code r where r.person_id = p.id and r.spent_at is null)
  from person p where p.id = scope_person() $$;

/** Whose account a first sign-in completes, with the addresses that whoever made it wrote down. */
create function account_to_complete(person_in bigint, company_in bigint) returns table (
  user_name text, display_name text, company_name text, phone text, email text, password_hash text
) language sql stable security definer set search_path = public as $$
  select p.user_name, p.display_name, c.name, p.phone, p.email, p.password_hash
  from person p join company c on c.id = coalesce(company_in, p.home_company_id)
  where p.id = person_in and p.must_complete $$;

/** Completes an account, once, with the ticket of the sign-in. The address given was proved by its code. */
create function complete_account(
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

-- ─── Second factor ───────────────────────────────────────────────────────────────────────────────────────────

/** Keeps a secret that is not confirmed yet; an earlier one that never was is replaced. */
create function begin_totp(secret_in bytea) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into person_totp as f (person_id, secret) values (scope_person(), secret_in)
  on conflict (person_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
    where f.confirmed_at is null;
  if not found then raise exception 'account.totp_on' using errcode = 'NW001'; end if;
end $$;

/** The recovery codes of the person of this transaction; the earlier ones end. For definer functions alone. */
create function write_recovery_codes(hashes_in bytea[]) returns void
  language sql set search_path = public as $$
  delete from person_recovery_code where person_id = scope_person();
  insert into person_recovery_code (person_id, hash) select scope_person(), h from unnest(hashes_in) h $$;

create function own_totp() returns table (secret bytea, confirmed boolean)
  language sql stable security definer set search_path = public as $$
  select secret, confirmed_at is not null from person_totp where person_id = scope_person() $$;

/** Turns the second factor on, if its secret is still the one whose code, of that step, was checked. */
create function confirm_totp(secret_in bytea, step_in bigint, hashes_in bytea[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update person_totp set confirmed_at = now(), last_step = step_in
  where person_id = scope_person() and confirmed_at is null and secret = secret_in;
  if not found then raise exception 'account.totp_off' using errcode = 'NW001'; end if;
  perform write_recovery_codes(hashes_in);
end $$;

create function renew_recovery_codes(hashes_in bytea[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from person_totp where person_id = scope_person() and confirmed_at is not null for update;
  if not found then raise exception 'account.totp_off' using errcode = 'NW001'; end if;
  perform write_recovery_codes(hashes_in);
end $$;

create function end_totp() returns void
  language plpgsql security definer set search_path = public as $$
begin
  delete from person_recovery_code where person_id = scope_person();
  delete from person_totp where person_id = scope_person() and confirmed_at is not null;
  if not found then raise exception 'account.totp_off' using errcode = 'NW001'; end if;
end $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function
  freeze_ended_trials, register_company, apply_for_company, expire_registrations, find_invitation, accept_invitation,
  account_to_complete, complete_account
  to {{login}};
grant execute on function
  page_members, count_members, approve_registration, refuse_registration, is_member_with, own_addresses, rename_self,
  own_companies, own_sessions, end_own_sessions, change_own_contact, own_account, own_totp, begin_totp, confirm_totp,
  renew_recovery_codes, end_totp
  to {{company}}, {{tree}}, {{platform}};
