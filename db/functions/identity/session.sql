create or replace function find_sign_in(name_in text, prefix_in text) returns table (
  person_id bigint, display_name text, password_hash text, disabled boolean,
  company_id bigint, refusal text
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  at_sign int := position('@' in name_in);
  home bigint;
  plain text := name_in;
  found_id bigint;
begin
  select p.id into found_id from person p
    where lower(p.email) = lower(name_in) and p.email_verified_at is not null;
  if found_id is null then
    select p.id into found_id from person p where p.phone = name_in and p.phone_verified_at is not null;
  end if;
  if found_id is null then
    if at_sign > 0 then
      plain := left(name_in, at_sign - 1);
      select c.id into home from company c where c.code = lower(substr(name_in, at_sign + 1));
    elsif coalesce(prefix_in, '') <> '' then
      select c.id into home from company c where c.prefix = lower(prefix_in);
    else
      select c.id into home from company c where c.kind = 'op';
    end if;
    select p.id into found_id from person p where p.home_company_id = home and p.user_name = lower(plain);
  end if;
  if found_id is null then return; end if;
  -- The prefix's company first, then the home company, then any other usable one.
  return query
    select p.id, p.display_name, p.password_hash, p.disabled_at is not null, m.company_id,
      case when p.disabled_at is not null or m.id is null or m.status <> 'enabled' then '40032'
           when c.status = 'deactivated' or c.frozen_because = 'ended' and c.status = 'frozen' then '40031'
           when c.status = 'frozen' then '40027' end
    from person p
    left join member m on m.person_id = p.id
    left join company c on c.id = m.company_id
    where p.id = found_id
    order by (m.status = 'enabled' and c.status = 'active') desc nulls last,
             (c.prefix is not distinct from nullif(lower(prefix_in), '')) desc, (m.company_id = p.home_company_id) desc,
             m.company_id
    limit 1;
end $$;

create or replace function open_session(
  token_hash_in bytea, person_in bigint, company_in bigint, idle_in int, absolute_in int, address_in inet, agent_in text
) returns timestamptz language sql security definer set search_path = public as $$
  insert into session (token_hash, person_id, company_id, idle_seconds, expires_at, remote_address, user_agent)
  values (token_hash_in, person_in, company_in, idle_in, now() + make_interval(secs => absolute_in), address_in, agent_in)
  returning expires_at $$;

/**
 * Opens a session unless the proved password, if any, has since changed: a password change ends all sessions,
 * and a session opened a moment later with the old one must not outlive it. A person has at most fifty open
 * sessions: one more ends the least recently used. The company's log records the sign-in, since ended
 * sessions are soon deleted. `outside_in`: the channel that proved the person, with their subject there and that
 * service's session.
 */
create or replace function open_proved_session(
  token_hash_in bytea, person_in bigint, company_in bigint, idle_in int, absolute_in int, address_in inet,
  agent_in text, password_hash_in text, outside_in jsonb
) returns timestamptz language plpgsql security definer set search_path = public as $$
declare
  expires timestamptz;
begin
  perform 1 from person p where p.id = person_in and p.password_hash = coalesce(password_hash_in, p.password_hash)
    for share;
  if not found then return null; end if;
  expires := open_session(token_hash_in, person_in, company_in, idle_in, absolute_in, address_in, agent_in);
  if outside_in is not null then
    -- The channel may have been paused or the link removed since it proved the person.
    if not exists (
      select from sign_on_link l join integration_channel c on c.company_id = l.company_id and c.id = l.channel_id
      join member m on m.company_id = l.company_id and m.id = l.member_id
      where l.company_id = company_in and l.channel_id = (outside_in ->> 'channelId')::bigint
        and l.subject = outside_in ->> 'subject' and m.person_id = person_in and not c.paused)
    then raise exception 'sign_on.ended' using errcode = 'NW001'; end if;
    update session set outside = true where token_hash = token_hash_in;
    insert into sign_on_session (session_id, company_id, channel_id, subject, sid)
    select s.id, company_in, (outside_in ->> 'channelId')::bigint, outside_in ->> 'subject', outside_in ->> 'sid'
    from session s where s.token_hash = token_hash_in;
  end if;
  update session set ended_at = now(), end_code = '40005' where id in (
    select s.id from session s where s.person_id = person_in and s.ended_at is null and s.token_hash <> token_hash_in
    order by s.last_seen_at desc, s.id desc offset 49);
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail)
  select m.company_id, 'session.opened', m.person_id, m.display_name, 'person', m.person_id::text,
    jsonb_build_object('address', host(address_in), 'agent', agent_in)
      || case when outside_in is null then '{}' else jsonb_build_object('channel', (
        select c.name from integration_channel c where c.company_id = company_in and c.id = (outside_in ->> 'channelId')::bigint)) end
  from member m where m.company_id = company_in and m.person_id = person_in;
  return expires;
end $$;

/** Ends one session; a session already ended keeps its first reason. */
create or replace function end_session(session_in bigint, code_in text) returns void
  language sql security definer set search_path = public as $$
  update session set ended_at = now(), end_code = code_in
  where id = session_in and ended_at is null and (person_id = scope_person() or scope_person() is null) $$;

/** Runs after a session is opened. */
create or replace function member_sign_in() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member set last_sign_in_at = new.created_at
  where company_id = new.company_id and person_id = new.person_id;
  return null;
end $$;

/** Records what must survive a rollback: a refused action of a signed-in person, or a failed sign-in. */
create or replace function note_refusal(
  company_in bigint, person_in bigint, actor_in text, action_in text, detail_in jsonb, request_in text
) returns void language sql security definer set search_path = public as $$
  insert into audit_log (company_id, action, person_id, actor_name, detail, request_id)
  values (coalesce(company_in, (select id from company where kind = 'op')), action_in, person_in, actor_in, detail_in, request_in) $$;

/**
 * Records a failed sign-in in the log of the company named, else of the person's, else of the OP: one
 * statement for all cases.
 */
create or replace function note_failed_sign_in(
  company_in bigint, person_in bigint, name_in text, detail_in jsonb, request_in text
) returns void language sql security definer set search_path = public as $$
  select note_refusal(coalesce(company_in, company_of_account(person_in)), person_in,
    coalesce(name_in, (select display_name from person where id = person_in), ''), 'sign_in.failed', detail_in, request_in) $$;

/**
 * The permission codes that the person of this transaction holds in the company acted in; a company-wide code
 * requires a role for the whole company.
 */
create or replace function member_permissions() returns text[]
  language sql stable security definer set search_path = public as $$
  with home as (select nullif(current_setting('netward.home_id', true), '')::bigint as id),
  me as (
    select m.id, m.company_id from member m, home where m.person_id = scope_person() and m.company_id = home.id),
  consent as (
    select s.ceiling, acting_entry(s.company_id, scope_person()) as entry from acting_consent s, home
    where s.company_id = scope_company() and s.company_id <> home.id),
  given (permissions, everywhere) as (
    select coalesce(b.permissions, o.permissions), coalesce(o.data_scope, 'company') = 'company' from me
      join member_role r on r.company_id = me.company_id and r.member_id = me.id
      left join built_in_role b on b.key = r.built_in
      left join role o on o.company_id = r.company_id and o.id = r.role_id
      where me.company_id = scope_company()
    union all
    select b.permissions, true from me, built_in_role b
      where me.company_id <> scope_company() and b.key = 'administrator'
        and current_setting('netward.identity', true) in ('1', '2')
    union all
    select coalesce(b.permissions, o.permissions), coalesce(o.data_scope, 'company') = 'company' from me
      cross join lateral acting_grants_in(me.company_id, me.id, scope_company()) g
      left join built_in_role b on b.key = g.built_in
      left join role o on o.company_id = me.company_id and o.id = g.role_id
      where me.company_id <> scope_company() and current_setting('netward.identity', true) not in ('1', '2'))
  select coalesce(array_agg(k.code order by k.code), '{}')
  from permission_kind k join company c on c.id = scope_company() and c.kind = any (k.kinds)
  where exists (select from given g where k.code = any (g.permissions) and (g.everywhere or not k.undivided))
    -- Once a tenant has defined who may enter, no one from a level above holds, or can grant, the right to
    -- change that.
    and not (k.code = 'DMS_SERVER_AUTH_MANAGE_ACTING' and exists (select from consent))
    and not exists (select from consent s join built_in_role b on b.key = s.ceiling
      where s.entry <> 'break_glass' and k.code <> all (b.permissions)) $$;

/** The permission codes that the scope of this transaction holds; for an application, those granted to it. */
create or replace function held_permissions() returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(
    (select array_agg(k.code order by k.code) from application a
      join company c on c.id = a.company_id
      join permission_kind k on k.code = any (a.permissions) and c.kind = any (k.kinds)
      where a.person_id = scope_person() and a.company_id = scope_company()),
    member_permissions()) $$;

create or replace function my_account() returns table (user_name text, display_name text)
  language sql stable security definer set search_path = public as $$
  select sign_in_name(p), p.display_name from person p where p.id = scope_person() $$;

/** Language and time zone of the person of this transaction; null if not set anywhere. */
create or replace function my_preferences() returns table (language text, time_zone text)
  language sql stable security definer set search_path = public as $$
  select p.language, p.time_zone from person p where p.id = scope_person() $$;

grant execute on function find_sign_in, note_failed_sign_in, note_refusal, open_proved_session, open_session
  to {{login}};
grant execute on function end_session to {{login}}, {{company}}, {{tree}}, {{platform}};
grant execute on function held_permissions, member_permissions, my_account, my_preferences
  to {{company}}, {{tree}}, {{platform}};
