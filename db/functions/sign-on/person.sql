/** The person linked to a subject of a channel, whose use is noted; null: nobody is. */
create or replace function sign_on_person(company_in bigint, channel_in bigint, subject_in text, shown_in text) returns bigint
  language sql security definer set search_path = public as $$
  update sign_on_link l set used_at = now(), shown = shown_in
  from member m
  where l.company_id = company_in and l.channel_id = channel_in and l.subject = subject_in
    and m.company_id = l.company_id and m.id = l.member_id
  returning m.person_id $$;

/**
 * Makes a new person of whom a channel proved, with a user name that is free in the company. Addresses are not taken over:
 * the service's word proves none of them here. Null: somebody else made the link meanwhile.
 */
create or replace function sign_on_admit(
  company_in bigint, channel_in bigint, subject_in text, shown_in text, user_name_in text, display_name_in text,
  password_hash_in text, role_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  base text := coalesce(nullif(left(trim(both '.-_' from regexp_replace(lower(user_name_in), '[^a-z0-9._-]+', '', 'g')), 40), ''), 'user');
  made bigint;
  member_made bigint;
begin
  -- One at a time in a company: names and the link stay unique without a retry.
  perform pg_advisory_xact_lock(hashtextextended('sign_on_admit', company_in));
  if exists (select from sign_on_link where company_id = company_in and channel_id = channel_in and subject = subject_in)
  then return null; end if;
  insert into person (home_company_id, user_name, display_name, password_hash)
  select company_in, candidate, display_name_in, password_hash_in
  from (select case n when 1 then base else base || n end as candidate, n from generate_series(1, 10000) n) c
  where not exists (select from person p where p.home_company_id = company_in and p.user_name = candidate)
  order by n limit 1 returning id into made;
  member_made := join_company(company_in, made, display_name_in, array[role_in], null);
  insert into sign_on_link (company_id, channel_id, member_id, subject, shown, linked_by, used_at)
  values (company_in, channel_in, member_made, subject_in, shown_in, 'channel', now());
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail)
  select company_in, 'sign_on.admitted', made, display_name_in, 'member', member_made::text,
    jsonb_build_object('channel', c.name, 'role', role_in, 'subject', subject_in)
  from integration_channel c where c.company_id = company_in and c.id = channel_in;
  return made;
end $$;

/** Links a person's own account after they proved both: their password here, the subject at the service. */
create or replace function sign_on_link_own(
  company_in bigint, channel_in bigint, person_in bigint, subject_in text, shown_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  own member;
begin
  select m.* into own from member m
  where m.company_id = company_in and m.person_id = person_in and m.status = 'enabled' for update;
  if not found then raise exception 'sign_on.refused' using errcode = 'NW001'; end if;
  if exists (select from sign_on_link where company_id = company_in and channel_id = channel_in
    and subject = subject_in and member_id <> own.id)
  then raise exception 'sign_on.linked_elsewhere' using errcode = 'NW001'; end if;
  delete from sign_on_link where company_id = company_in and channel_id = channel_in and member_id = own.id;
  insert into sign_on_link (company_id, channel_id, member_id, subject, shown, linked_by)
  values (company_in, channel_in, own.id, subject_in, shown_in, 'self');
  insert into audit_log (company_id, action, person_id, actor_name, subject_kind, subject_id, detail)
  select company_in, 'sign_on.linked', person_in, own.display_name, 'member', own.id::text,
    jsonb_build_object('channel', c.name, 'subject', subject_in)
  from integration_channel c where c.company_id = company_in and c.id = channel_in;
end $$;

/** The service says that a person signed out there: their sessions of this channel end. Returns how many. */
create or replace function sign_on_end(company_in bigint, channel_in bigint, subject_in text, sid_in text) returns int
  language plpgsql security definer set search_path = public as $$
declare
  gone int;
begin
  update session s set ended_at = now(), end_code = '40005'
  from sign_on_session o
  where o.session_id = s.id and s.ended_at is null and o.company_id = company_in and o.channel_id = channel_in
    and coalesce(subject_in, sid_in) is not null
    and (subject_in is null or o.subject = subject_in) and (sid_in is null or o.sid = sid_in);
  get diagnostics gone = row_count;
  return gone;
end $$;

/** Notes that an identifier of a logout token, or a message of a directory, was used; false: it was before. */
create or replace function sign_on_once(hash_in bytea, company_in bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  insert into one_time_ticket (hash, purpose, company_id, expires_at, spent_at)
  values (hash_in, 'sso_logout', company_in, now() + interval '1 hour', now()) on conflict do nothing;
  return found;
end $$;

grant execute on function sign_on_admit, sign_on_end, sign_on_link_own, sign_on_once, sign_on_person to {{login}};
