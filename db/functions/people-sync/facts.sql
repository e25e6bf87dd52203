/** The user name that an account of this sign-in name gets, before a number makes it unique. */
create or replace function people_sync_user_name(given text) returns text
  language sql immutable set search_path = public as $$
  select coalesce(nullif(left(trim(both '.-_' from regexp_replace(lower(split_part(coalesce(given, ''), '@', 1)),
    '[^a-z0-9._-]+', '', 'g')), 40), ''), 'user') $$;

/** Whether a reading says that an identifier is no longer in the directory. For definer functions only. */
create or replace function people_sync_absent(r people_sync_run, subject_in text) returns boolean
  language sql stable set search_path = public as $$
  select case when r.is_full
    then not exists (select from people_sync_staged s where s.company_id = r.company_id and s.run_id = r.id and s.subject = subject_in)
    else exists (select from people_sync_staged s where s.company_id = r.company_id and s.run_id = r.id and s.subject = subject_in
      and s.gone) end $$;

/**
 * A member of the company who may be a person of the directory whom no link names. Addresses are compared here alone, and only
 * for members: whether another company's people have them is not said. A member whose own identifier is no longer there may
 * have got this one. For definer functions only.
 */
create or replace function people_sync_candidate(r people_sync_run, s people_sync_staged, was_in bigint)
  returns table (kind text, member_id bigint, display_name text)
  language sql stable set search_path = public as $$
  with found as (
    select 0 as rank, 'new_id' as kind, o.member_id as id from people_sync_person o
    where o.company_id = s.company_id and o.channel_id = r.channel_id and o.subject <> s.subject and not o.ignored
      and (o.identity_hash = sha256(convert_to(s.identity, 'UTF8')) or o.mail_hash = sha256(convert_to(lower(s.mail), 'UTF8'))
        or o.mobile_hash = sha256(convert_to(s.mobile, 'UTF8')))
    union all
    select 1, 'unlinked', was_in where was_in is not null
    union all
    select 2, case when exists (select from people_sync_person o where o.company_id = m.company_id and o.member_id = m.id
        and o.channel_id <> r.channel_id) then 'other_channel' else 'same_address' end, m.id
    from person p join member m on m.person_id = p.id and m.company_id = s.company_id
    where p.email_verified_at is not null and lower(p.email) = lower(s.mail)
      or p.phone_verified_at is not null and p.phone = s.mobile
    union all
    select 3, 'same_user_name', m.id from member m
    where m.company_id = s.company_id and s.user_name <> '' and m.user_name = people_sync_user_name(s.user_name)
    union all
    select 4, 'same_name', m.id from member m where m.company_id = s.company_id and m.display_name = s.name)
  select case when l.subject is null then f.kind else 'new_id' end, m.id, m.display_name
  from found f join member m on m.company_id = s.company_id and m.id = f.id
  left join sign_on_link l on l.company_id = m.company_id and l.channel_id = r.channel_id and l.member_id = m.id
  where case when l.subject is null then f.rank > 0
    -- Names say little about people who left long ago.
    else people_sync_absent(r, l.subject) and (f.rank in (0, 2) or not exists (select from people_sync_person k
      where k.company_id = l.company_id and k.channel_id = l.channel_id and k.subject = l.subject and k.gone_at is not null)) end
  order by f.rank, f.id limit 1 $$;

/** Whether another channel follows a member and still finds the person. For definer functions only. */
create or replace function people_sync_elsewhere(company_in bigint, channel_in bigint, member_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select exists (select from people_sync_person o where o.company_id = company_in and o.member_id = member_in
    and o.channel_id <> channel_in and o.gone_at is null and not o.ignored) $$;

/**
 * What is known here about a person. `was`: the identifier by which they are known, where an event named a new one and the
 * earlier one is no longer there. For definer functions only.
 */
create or replace function people_sync_fact(r people_sync_run, s people_sync_staged) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_build_object(
    'read', jsonb_build_object('subject', s.subject, 'gone', s.gone, 'active', s.active, 'name', s.name, 'userName', s.user_name,
      'departmentIds', s.department_ids, 'groupIds', s.group_ids),
    'was', case when l.subject is null then w.subject end,
    'renaming', case when m.id is null then null
      when exists (select from people_sync_change c where c.company_id = r.company_id and c.run_id = r.id and c.member_id = m.id
        and c.act = 'new_id') then 'moved'
      when exists (select from people_sync_question q where q.company_id = r.company_id and q.channel_id = r.channel_id
        and q.member_id = m.id and q.kind = 'new_id' and q.answer is null) then 'asked' end,
    'member', case when m.id is not null then jsonb_build_object('id', m.id::text, 'name', m.display_name, 'status', m.status,
      'departmentId', m.department_id::text, 'departmentName', (select case when n.parent_id is null then '' else n.name end
        from org_node n where n.company_id = m.company_id and n.id = m.department_id),
      'roles', (select coalesce(jsonb_agg(coalesce(g.built_in, g.role_id::text)), '[]') from member_role g
        where g.company_id = m.company_id and g.member_id = m.id)) end,
    'followed', case when k.subject is not null and (k.ignored or m.id is not null and k.member_id = m.id)
      then jsonb_build_object('leads', k.leads, 'ignored', k.ignored, 'disabled', k.disabled,
        'addressChanged', k.mail_hash <> sha256(convert_to(lower(s.mail), 'UTF8')) is true
          or k.mobile_hash <> sha256(convert_to(s.mobile, 'UTF8')) is true) end,
    'elsewhere', m.id is not null and people_sync_elsewhere(s.company_id, r.channel_id, m.id),
    'candidate', case
      when m.id is null and s.active and not s.gone and coalesce(not k.ignored, true) then
        (select jsonb_build_object('kind', c.kind, 'memberId', c.member_id::text, 'name', c.display_name)
          from people_sync_candidate(r, s, k.member_id) c)
      -- They came in by the new identifier before the event, and were admitted as somebody new.
      when l.member_id <> w.member_id then (select jsonb_build_object('kind', 'new_id', 'memberId', o.id::text, 'name', o.display_name)
        from member o where o.company_id = w.company_id and o.id = w.member_id) end,
    'answeredNew', coalesce((select q.answer = 'create' from people_sync_question q where q.company_id = s.company_id
      and q.channel_id = r.channel_id and q.subject = s.subject order by q.id desc limit 1), false))
  from (select) one
  left join sign_on_link l on l.company_id = s.company_id and l.channel_id = r.channel_id and l.subject = s.subject
  left join lateral (select o.* from sign_on_link o
    join people_sync_person p on p.company_id = o.company_id and p.channel_id = o.channel_id and p.subject = o.subject
    where s.active and not s.gone and o.company_id = s.company_id and o.channel_id = r.channel_id
      and o.subject = r.renames->>s.subject and o.subject <> s.subject and p.member_id = o.member_id and p.gone_at is null
      and people_sync_absent(r, o.subject)) w on true
  left join member m on m.company_id = s.company_id and m.id = coalesce(l.member_id, w.member_id)
  left join people_sync_person k on k.company_id = s.company_id and k.channel_id = r.channel_id
    and k.subject = case when l.subject is null then coalesce(w.subject, s.subject) else s.subject end $$;

/**
 * Facts about the next people of a reading, in the order of their subjects: those who are there, or those who have gone. Who
 * is there comes first: a person who has gone may be one of them under a new identifier.
 */
create or replace function people_sync_facts(run_in bigint, gone_in boolean, after_in text, most int) returns setof jsonb
  language sql stable security definer set search_path = public rows 1000 as $$
  select people_sync_fact(r, s) from people_sync_run r
  join people_sync_staged s on s.company_id = r.company_id and s.run_id = r.id
  where r.id = run_in and r.company_id = scope_company() and s.gone = gone_in and not s.left_out and s.subject > after_in
  order by s.subject limit most $$;

/** Of a full reading: facts about people who are followed and were not read. */
create or replace function people_sync_missing(run_in bigint, after_in text, most int) returns setof jsonb
  language sql stable security definer set search_path = public rows 1000 as $$
  select people_sync_fact(r,
    (r.company_id, r.id, k.subject, true, false, true, null, null, null, null, null, null, null)::people_sync_staged)
  from people_sync_run r join people_sync_person k on k.company_id = r.company_id and k.channel_id = r.channel_id
  where r.id = run_in and r.company_id = scope_company() and k.gone_at is null and k.subject > after_in
    and not exists (select from people_sync_staged s where s.company_id = r.company_id and s.run_id = r.id and s.subject = k.subject)
  order by k.subject limit most $$;

/** Asks who people are, with masked addresses; a question that is open is asked again about the latest reading. */
create or replace function people_sync_ask(run_in bigint, asked jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into people_sync_question as q (company_id, channel_id, subject, kind, name, department, mail, mobile, mail_hash,
    mobile_hash, member_id)
  select r.company_id, r.channel_id, s.subject, a.kind, a.name, coalesce(d.name, ''), coalesce(masked_email(s.mail), ''),
    coalesce(masked_phone(s.mobile), ''), sha256(convert_to(lower(s.mail), 'UTF8')), sha256(convert_to(s.mobile, 'UTF8')),
    a.member_id
  from jsonb_to_recordset(asked) a (subject text, kind text, name text, member_id bigint)
  join people_sync_run r on r.id = run_in and r.company_id = scope_company()
  join people_sync_staged s on s.company_id = r.company_id and s.run_id = r.id and s.subject = a.subject
  left join people_sync_department d on d.company_id = r.company_id and d.channel_id = r.channel_id
    and d.outside_id = s.department_ids[1]
  on conflict (company_id, channel_id, subject) where answer is null
  do update set kind = excluded.kind, name = excluded.name, department = excluded.department, mail = excluded.mail,
    mobile = excluded.mobile, mail_hash = excluded.mail_hash, mobile_hash = excluded.mobile_hash, member_id = excluded.member_id $$;

grant execute on function people_sync_ask, people_sync_facts, people_sync_missing to {{company}};
