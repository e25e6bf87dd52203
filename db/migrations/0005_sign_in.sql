-- Signing in beyond name and password: codes, tickets, image codes, a second factor, and the messages that carry them.
-- All of these tables are reached by definer functions alone.

-- Made by somebody else for somebody: the first sign-in completes it.
alter table person
  add column must_complete boolean not null default false,
  add column password_changed_at timestamptz;

-- ─── Messages ────────────────────────────────────────────────────────────────────────────────────────────────

-- To whom and what is sealed, and removed once sent.
create table outgoing_message (
  id uuid primary key,
  channel text not null check (channel in ('phone', 'mail')),
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  -- Of no use after that.
  expires_at timestamptz not null,
  finished_at timestamptz
);
create index outgoing_message_age on outgoing_message (expires_at);
select netward_seal('outgoing_message');

-- What the outbox of a development or demonstration server keeps instead of sending it.
create table outbox_message (
  id uuid primary key,
  channel text not null,
  sealed bytea not null,
  at timestamptz not null default now()
);
create index outbox_message_order on outbox_message (at desc);
select netward_seal('outbox_message');

/** In the transaction of what it tells about: either both happen or none. */
create function queue_message(id_in uuid, channel_in text, sealed_in bytea, seconds_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into outgoing_message (id, channel, sealed, expires_at)
  values (id_in, channel_in, sealed_in, now() + make_interval(secs => seconds_in));
  perform graphile_worker.add_job('message.send', json_build_object('messageId', id_in),
    job_key := 'message:' || id_in, max_attempts := 12);
end $$;

/** `messages_in`: [{id, channel, sealed (base64), seconds}]. */
create function queue_messages(messages_in jsonb) returns void
  language sql security definer set search_path = public as $$
  select queue_message((m ->> 'id')::uuid, m ->> 'channel', decode(m ->> 'sealed', 'base64'), (m ->> 'seconds')::int)
  from jsonb_array_elements(messages_in) m $$;

/** What is still to be sent; nothing when it was sent or is of no use any more. */
create function take_message(id_in uuid) returns table (channel text, sealed bytea)
  language plpgsql security definer set search_path = public as $$
begin
  update outgoing_message m set state = 'dropped', sealed = null, finished_at = now()
  where m.id = id_in and m.state = 'waiting' and m.expires_at <= now();
  return query update outgoing_message m set attempts = m.attempts + 1
    where m.id = id_in and m.state = 'waiting' returning m.channel, m.sealed;
end $$;

create function finish_message(id_in uuid, state_in text) returns void
  language sql security definer set search_path = public as $$
  update outgoing_message set state = state_in, sealed = null, finished_at = now()
  where id = id_in and state = 'waiting' $$;

create function keep_in_outbox(id_in uuid, channel_in text, sealed_in bytea) returns void
  language sql security definer set search_path = public as $$
  insert into outbox_message (id, channel, sealed) values (id_in, channel_in, sealed_in) on conflict do nothing;
  delete from outbox_message where at < now() - interval '7 days' $$;

create function outbox(limit_in int) returns table (id uuid, channel text, sealed bytea, at timestamptz)
  language sql stable security definer set search_path = public as $$
  select id, channel, sealed, at from outbox_message order by at desc, id limit limit_in $$;

-- ─── Codes that are sent ─────────────────────────────────────────────────────────────────────────────────────

create table sent_code (
  id text primary key,
  purpose text not null,
  channel text not null check (channel in ('phone', 'mail')),
  -- HMACs: of the address, of what it is bound to, and of the code with all of them.
  address bytea not null,
  bound_to bytea not null,
  source text not null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index sent_code_address on sent_code (address, created_at desc);
create index sent_code_source on sent_code (source, created_at desc);
create index sent_code_age on sent_code (created_at);
select netward_seal('sent_code');

/**
 * Whether this address may be sent something now: once in `resend_in` seconds, `daily_in` times a day, and `source_in`
 * not more than `source_daily_in` times a day. Answers the seconds to wait, 0 with the place taken.
 */
create function reserve_code(
  id_in text, purpose_in text, channel_in text, address_in bytea, bound_in bytea, source_in text, hash_in bytea,
  seconds_in int, resend_in int, daily_in int, source_daily_in int, messages_in jsonb
) returns int language plpgsql security definer set search_path = public as $$
declare
  wait int;
begin
  -- Two requests for one address, or of one source, count one after the other.
  perform pg_advisory_xact_lock(7550, k) from (values (hashtext(encode(address_in, 'hex'))), (hashtext(source_in))) v (k)
    order by k;
  select greatest(
    (select ceil(extract(epoch from max(created_at) + make_interval(secs => resend_in) - now()))
      from sent_code where address = address_in),
    (select ceil(extract(epoch from created_at + interval '1 day' - now()))
      from sent_code where address = address_in order by created_at desc offset daily_in - 1 limit 1),
    (select ceil(extract(epoch from created_at + interval '1 day' - now()))
      from sent_code where source = source_in order by created_at desc offset source_daily_in - 1 limit 1),
    0)::int into wait;
  if wait > 0 then return wait; end if;
  insert into sent_code (id, purpose, channel, address, bound_to, source, code_hash, expires_at)
  values (id_in, purpose_in, channel_in, address_in, bound_in, source_in, hash_in,
    now() + make_interval(secs => seconds_in));
  perform queue_messages(messages_in);
  return 0;
end $$;

/** Counts a try before it is judged. Nothing when the code is not for this, spent, too old, or was tried five times. */
create function try_code(id_in text, purpose_in text, address_in bytea, bound_in bytea) returns bytea
  language sql security definer set search_path = public as $$
  update sent_code set tries = tries + 1
  where id = id_in and purpose = purpose_in and address = address_in and bound_to = bound_in
    and spent_at is null and expires_at > now() and tries < 5
  returning code_hash $$;

/** True for the one that spends it. */
create function spend_code(id_in text) returns boolean
  language sql security definer set search_path = public as $$
  with spent as (update sent_code set spent_at = now() where id = id_in and spent_at is null returning 1)
  select exists (select 1 from spent) $$;

-- ─── One-time tickets ────────────────────────────────────────────────────────────────────────────────────────

create table one_time_ticket (
  hash bytea primary key,
  purpose text not null,
  person_id bigint references person on delete cascade,
  company_id bigint references company on delete cascade,
  data jsonb not null default '{}',
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index one_time_ticket_person on one_time_ticket (person_id, purpose);
create index one_time_ticket_age on one_time_ticket (expires_at);
select netward_seal('one_time_ticket');

/** With `replaces_in` the earlier tickets of this person for this purpose end. */
create function issue_ticket(
  hash_in bytea, purpose_in text, person_in bigint, company_in bigint, data_in jsonb, seconds_in int, replaces_in boolean
) returns void language plpgsql security definer set search_path = public as $$
begin
  if replaces_in then delete from one_time_ticket where person_id = person_in and purpose = purpose_in; end if;
  insert into one_time_ticket (hash, purpose, person_id, company_id, data, expires_at)
  values (hash_in, purpose_in, person_in, company_in, data_in, now() + make_interval(secs => seconds_in));
end $$;

create function read_ticket(hash_in bytea, purpose_in text)
  returns table (person_id bigint, company_id bigint, data jsonb, expires_at timestamptz)
  language sql stable security definer set search_path = public as $$
  select person_id, company_id, data, expires_at from one_time_ticket
  where hash = hash_in and purpose = purpose_in and spent_at is null and expires_at > now() $$;

/** Counts a use of a ticket that may be tried `most_in` times. */
create function try_ticket(hash_in bytea, purpose_in text, most_in int)
  returns table (person_id bigint, company_id bigint, data jsonb, expires_at timestamptz)
  language sql security definer set search_path = public as $$
  update one_time_ticket t set tries = t.tries + 1
  where t.hash = hash_in and t.purpose = purpose_in and t.spent_at is null and t.expires_at > now() and t.tries < most_in
  returning t.person_id, t.company_id, t.data, t.expires_at $$;

/** A row for the one that spends it. */
create function spend_ticket(hash_in bytea, purpose_in text)
  returns table (person_id bigint, company_id bigint, data jsonb, expires_at timestamptz)
  language sql security definer set search_path = public as $$
  update one_time_ticket t set spent_at = now()
  where t.hash = hash_in and t.purpose = purpose_in and t.spent_at is null and t.expires_at > now()
  returning t.person_id, t.company_id, t.data, t.expires_at $$;

-- ─── Image codes ─────────────────────────────────────────────────────────────────────────────────────────────

create table image_code (
  id text primary key,
  hash bytea not null,
  expires_at timestamptz not null
);
create index image_code_age on image_code (expires_at);
select netward_seal('image_code');

create function issue_image_code(id_in text, hash_in bytea, seconds_in int) returns void
  language sql security definer set search_path = public as $$
  insert into image_code (id, hash, expires_at) values (id_in, hash_in, now() + make_interval(secs => seconds_in)) $$;

/** Gone with the first look at it, right or wrong. */
create function take_image_code(id_in text) returns bytea
  language sql security definer set search_path = public as $$
  with gone as (delete from image_code where id = id_in returning hash, expires_at)
  select hash from gone where expires_at > now() $$;

-- ─── Second factor (RFC 6238) ────────────────────────────────────────────────────────────────────────────────

create table person_totp (
  person_id bigint primary key references person on delete cascade,
  -- With the context totp:<person_id>.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The newest step that was used: it and what lies before it are of no use any more.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
select netward_seal('person_totp');

create table person_recovery_code (
  person_id bigint not null references person on delete cascade,
  hash bytea not null,
  spent_at timestamptz,
  primary key (person_id, hash)
);
select netward_seal('person_recovery_code');

create function totp_of(person_in bigint) returns table (secret bytea, confirmed boolean, last_step bigint)
  language sql stable security definer set search_path = public as $$
  select secret, confirmed_at is not null, last_step from person_totp where person_id = person_in $$;

/** True for the one that uses this step first. */
create function use_totp_step(person_in bigint, step_in bigint) returns boolean
  language sql security definer set search_path = public as $$
  with used as (update person_totp set last_step = step_in where person_id = person_in and last_step < step_in returning 1)
  select exists (select 1 from used) $$;

create function spend_recovery_code(person_in bigint, hash_in bytea) returns boolean
  language sql security definer set search_path = public as $$
  with spent as (
    update person_recovery_code set spent_at = now()
    where person_id = person_in and hash = hash_in and spent_at is null returning 1)
  select exists (select 1 from spent) $$;

-- ─── Signing in ──────────────────────────────────────────────────────────────────────────────────────────────

/** The person who has this phone or mail address, verified. */
create function person_at(channel_in text, address_in text) returns bigint
  language plpgsql stable security definer set search_path = public as $$
begin
  if channel_in = 'phone' then
    return (select id from person where phone = address_in and phone_verified_at is not null);
  end if;
  return (select id from person where lower(email) = lower(address_in) and email_verified_at is not null);
end $$;

/** The verified addresses of a person, the words that are no password of theirs, and the company that made the name. */
create function contacts_of(person_in bigint)
  returns table (phone text, email text, names text[], company_id bigint, display_name text, prefix text)
  language sql stable security definer set search_path = public as $$
  select case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end,
    array[p.user_name, p.display_name, c.name, c.code], c.id, p.display_name, coalesce(c.prefix, '')
  from person p join company c on c.id = p.home_company_id where p.id = person_in $$;

create function password_hash_of(person_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select password_hash from person where id = person_in $$;

/**
 * What stands between a person who has proved themselves and a session: where it would open (the company named, else
 * that of the prefix, else the home company, else any other that can be used), why it must not, and what is still wanted.
 */
create function sign_in_standing(person_in bigint, company_in bigint, prefix_in text) returns table (
  company_id bigint, refusal text, second_factor boolean, must_complete boolean
) language sql stable security definer set search_path = public as $$
  select m.company_id,
    case when p.disabled_at is not null or m.id is null or m.status <> 'enabled' then '40032'
         when c.status = 'deactivated' or c.frozen_because = 'ended' and c.status = 'frozen' then '40031'
         when c.status = 'frozen' then '40027' end,
    exists (select 1 from person_totp f where f.person_id = p.id and f.confirmed_at is not null),
    p.must_complete
  from person p
  left join member m on m.person_id = p.id and (company_in is null or m.company_id = company_in)
  left join company c on c.id = m.company_id
  where p.id = person_in
  order by (m.status = 'enabled' and c.status = 'active') desc nulls last,
           (c.prefix is not distinct from nullif(lower(prefix_in), '')) desc, (m.company_id = p.home_company_id) desc,
           m.company_id
  limit 1 $$;

/**
 * Opens a session unless the password, where one was proved, is not the person's any more: whoever changes it ends all
 * sessions, and one opened a moment later by the old one must not outlive that. A person has fifty open sessions: one more
 * ends the one that was not used for the longest time.
 */
create function open_proved_session(
  token_hash_in bytea, person_in bigint, company_in bigint, idle_in int, absolute_in int, address_in inet,
  agent_in text, password_hash_in text
) returns timestamptz language plpgsql security definer set search_path = public as $$
declare
  expires timestamptz;
begin
  perform 1 from person p where p.id = person_in and p.password_hash = coalesce(password_hash_in, p.password_hash)
    for share;
  if not found then return null; end if;
  expires := open_session(token_hash_in, person_in, company_in, idle_in, absolute_in, address_in, agent_in);
  update session set ended_at = now(), end_code = '40005' where id in (
    select s.id from session s where s.person_id = person_in and s.ended_at is null and s.token_hash <> token_hash_in
    order by s.last_seen_at desc, s.id desc offset 49);
  return expires;
end $$;

/**
 * Sets a password: ends the person's sessions but `keep_in`, and every ticket that the old one could have led to.
 */
create function set_password(person_in bigint, hash_in text, keep_in bigint, messages_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  -- A request changes the password of nobody but its own person.
  if scope_person() <> person_in then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  update person set password_hash = hash_in, password_changed_at = now() where id = person_in;
  update session set ended_at = now(), end_code = '40005'
  where person_id = person_in and ended_at is null and id is distinct from keep_in;
  delete from one_time_ticket
  where person_id = person_in and purpose in ('reset_password', 'second_factor', 'complete_account');
  perform queue_messages(messages_in);
end $$;

-- Where somebody has signed in to an account: failures from elsewhere do not delay attempts from there.
create table known_source (
  -- What an attempt on the account from there is counted under.
  key text primary key,
  last_at timestamptz not null default now()
);
create index known_source_age on known_source (last_at);
select netward_seal('known_source');

/**
 * As in 0001, by the clock: an attempt that waited for another one's count began before that was written, and would take
 * it for a delay.
 */
create or replace function reserve_sign_in(keys_in text[], free_in int[]) returns int
  language plpgsql security definer set search_path = public as $$
declare
  at timestamptz := clock_timestamp();
  wait int;
begin
  select coalesce(ceil(extract(epoch from max(f.blocked_until) - at)), 0)::int into wait
    from sign_in_failure f where f.key = any (keys_in) and f.blocked_until > at;
  if wait > 0 then return wait; end if;
  -- In one order, so that two attempts do not wait for each other.
  insert into sign_in_failure as f (key, failures, last_at, blocked_until)
  select k, 1, at, at from unnest(keys_in) k order by k
  on conflict (key) do update set
    failures = case when f.last_at < at - interval '15 minutes' then 1 else f.failures + 1 end,
    last_at = at,
    blocked_until = case
      when f.last_at < at - interval '15 minutes' or f.failures + 1 <= free_in[array_position(keys_in, f.key)]
        then at
      else at + least(interval '5 minutes',
        interval '1 second' * power(2, least(f.failures - free_in[array_position(keys_in, f.key)], 9))) end;
  return 0;
end $$;

/**
 * As reserve_sign_in, and says whether an image code is wanted: when a key has failed `image_after_in` times within 15
 * minutes. Without one at hand nothing is counted then, since nothing is judged. Where `here_in` is known,
 * `anywhere_in` neither delays nor counts: the same statements run whether it is or not.
 */
create function reserve_attempt(
  keys_in text[], free_in int[], image_after_in int[], image_given_in boolean, here_in text, anywhere_in text
) returns table (wait int, image_needed boolean)
  language plpgsql security definer set search_path = public as $$
declare
  known boolean := exists (select 1 from known_source k where k.key = here_in);
begin
  select array_agg(u.key order by n), array_agg(u.free order by n), array_agg(u.image order by n)
    into keys_in, free_in, image_after_in
    from unnest(keys_in, free_in, image_after_in) with ordinality u (key, free, image, n)
    where not known or u.key <> anywhere_in;
  -- Attempts on one key count one after the other: many at once would all see the count before them.
  perform pg_advisory_xact_lock(7551, k) from (select distinct hashtext(u) as k from unnest(keys_in) u order by 1) v;
  select coalesce(bool_or(f.failures >= image_after_in[array_position(keys_in, f.key)]), false) into image_needed
    from sign_in_failure f where f.key = any (keys_in) and f.last_at >= now() - interval '15 minutes';
  select coalesce(ceil(extract(epoch from max(f.blocked_until) - clock_timestamp())), 0)::int into wait
    from sign_in_failure f where f.key = any (keys_in) and f.blocked_until > clock_timestamp();
  if wait = 0 and (image_given_in or not image_needed) then
    wait := reserve_sign_in(keys_in, free_in);
  end if;
  return next;
end $$;

/** An attempt was good: its counts end, the addresses get their attempt back, and the account is known there. */
create function note_good_attempt(here_in text[], anywhere_in text[], addresses_in text[]) returns void
  language sql security definer set search_path = public as $$
  -- As attempts do: neither waits for what the other holds.
  select pg_advisory_xact_lock(7551, k)
    from (select distinct hashtext(u) as k from unnest(here_in || anywhere_in || addresses_in) u order by 1) v;
  select forgive_sign_in(here_in || anywhere_in, a) from unnest(addresses_in) a order by a;
  insert into known_source (key) select distinct k from unnest(here_in) k order by k
  on conflict (key) do update set last_at = now();
  delete from known_source where key in (
    select key from known_source where last_at < now() - interval '180 days' limit 100) $$;

/** Keeps a failed sign-in in the log of the company named, else of the person's, else of the OP: one statement for all. */
create function note_failed_sign_in(
  company_in bigint, person_in bigint, name_in text, detail_in jsonb, request_in text
) returns void language sql security definer set search_path = public as $$
  select note_refusal(coalesce(company_in, (select home_company_id from person where id = person_in)), person_in,
    coalesce(name_in, (select display_name from person where id = person_in), ''), 'sign_in.failed', detail_in, request_in) $$;

/** Queues the mail of a reset link: whether there is somebody to send it to is for the job to find out. */
create function request_reset_link(
  id_in text, address_in bytea, source_in text, resend_in int, daily_in int, source_daily_in int, sealed_in text
) returns int language plpgsql security definer set search_path = public as $$
declare
  wait int;
begin
  wait := reserve_code(id_in, 'reset_link', 'mail', address_in, ''::bytea, source_in, ''::bytea, 0,
    resend_in, daily_in, source_daily_in, '[]');
  if wait = 0 then
    perform graphile_worker.add_job('password.reset_link', json_build_object('sealed', sealed_in), max_attempts := 5);
  end if;
  return wait;
end $$;

/** Drops what is of no use any more. */
create function prune_sign_in() returns void
  language sql security definer set search_path = public as $$
  delete from sent_code where created_at < now() - interval '1 day';
  delete from one_time_ticket where expires_at < now() - interval '1 day';
  delete from image_code where expires_at < now();
  update outgoing_message set sealed = null, state = 'dropped', finished_at = now()
    where expires_at < now() and state = 'waiting';
  delete from outgoing_message where expires_at < now() - interval '7 days' $$;

/** Creates a person, whose first sign-in completes the account, and their membership in the company acted in. */
create or replace function create_member(
  user_name_in text, display_name_in text, password_hash_in text, email_in text, built_in_in text
) returns table (member_id bigint, person_id bigint) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  node bigint;
begin
  insert into person (home_company_id, user_name, display_name, password_hash, email, must_complete)
  values (scope_company(), lower(user_name_in), display_name_in, password_hash_in, email_in, true)
  returning id into create_member.person_id;
  insert into org_node (company_id, parent_id, type, name)
  select scope_company(), n.id, case when built_in_in like '%administrator' then 1 else 2 end, display_name_in
  from org_node n where n.company_id = scope_company() and n.parent_id is null returning id into node;
  insert into member (company_id, person_id, os_id, display_name)
  values (scope_company(), create_member.person_id, node, display_name_in) returning id into create_member.member_id;
  insert into member_role (company_id, member_id, built_in) values (scope_company(), create_member.member_id, built_in_in);
  return next;
exception when unique_violation then
  raise exception 'member.name_taken' using errcode = 'NW001';
end $$;

-- ─── Grants ──────────────────────────────────────────────────────────────────────────────────────────────────

grant execute on function
  queue_message, queue_messages, take_message, finish_message, keep_in_outbox, outbox, reserve_code, try_code, spend_code,
  issue_ticket, read_ticket, try_ticket, spend_ticket, issue_image_code, take_image_code, totp_of, use_totp_step,
  spend_recovery_code, person_at, contacts_of, password_hash_of, sign_in_standing, open_proved_session, set_password,
  reserve_attempt, note_good_attempt, note_failed_sign_in, request_reset_link, prune_sign_in
  to {{login}};
-- Only a good attempt forgives.
revoke execute on function forgive_sign_in from {{login}};
-- Inside a request's transaction, so that what is told and what happened are one.
grant execute on function queue_message, set_password to {{company}}, {{tree}}, {{platform}};
