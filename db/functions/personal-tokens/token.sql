/** The tokens of this transaction's person in all of their companies. */
create or replace function own_personal_tokens() returns table (
  id bigint, name text, company_name text, created_at timestamptz, expires_at timestamptz, last_used_at timestamptz,
  ended_at timestamptz, ended_because text
) language sql stable security definer set search_path = public as $$
  select t.id, t.name, c.name, t.created_at, t.expires_at, t.last_used_at, t.ended_at, t.ended_because
  from personal_token t join company c on c.id = t.company_id
  where t.person_id = scope_person() and least(t.ended_at, t.expires_at) > now() - interval '30 days'
  order by (t.ended_at is null and t.expires_at > now()) desc, t.created_at desc, t.id desc $$;

/** Makes a token in the company that the person is a member of here; at most `most_in` that are not over. */
create or replace function make_personal_token(session_in bigint, name_in text, hash_in bytea, days_in int, most_in int) returns table (
  id bigint, expires_at timestamptz
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  -- Two that are made at once count each other; a password changed meanwhile ends this one.
  perform 1 from person p where p.id = scope_person() for no key update;
  if (select count(*) from personal_token t where t.person_id = scope_person() and t.ended_at is null and t.expires_at > now())
    >= most_in then
    raise exception 'personal_token.too_many' using errcode = 'NW001', detail = jsonb_build_object('most', most_in)::text;
  end if;
  -- Only an open session makes one.
  return query insert into personal_token as t (company_id, member_id, person_id, name, token_hash, outside, expires_at)
    select m.company_id, m.id, m.person_id, name_in, hash_in, s.outside, now() + make_interval(days => days_in)
    from session s join member m on m.person_id = s.person_id and m.company_id = nullif(current_setting('netward.home_id', true), '')::bigint
    where s.id = session_in and s.person_id = scope_person() and s.ended_at is null
    returning t.id, t.expires_at;
  if not found then raise exception '40005' using errcode = 'NW001'; end if;
end $$;

/** Ends one of the person's own tokens. Returns its name; null: there is no such token, or it is over. */
create or replace function end_own_personal_token(token_in bigint) returns text
  language sql security definer set search_path = public as $$
  update personal_token set ended_at = now(), ended_because = 'person'
  where id = token_in and person_id = scope_person() and ended_at is null and expires_at > now()
  returning name $$;

/** Ends tokens with what they rest on, and notes it. For definer functions only. */
create or replace function end_personal_tokens(tokens_in bigint[], because_in text) returns void
  language sql set search_path = public as $$
  with ended as (
    update personal_token set ended_at = now(), ended_because = because_in
    where id = any (tokens_in) and ended_at is null
    returning company_id, id, name, person_id)
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  select e.company_id, 'personal_token.rights_lost', 'personal_token', e.id::text,
    jsonb_build_object('name', e.name, 'because', because_in) from ended e $$;

/** Runs after a password is set: a person who knew the old one may have made tokens. */
create or replace function personal_tokens_follow_password() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform end_personal_tokens(array(select id from personal_token where person_id = new.id and ended_at is null
    and expires_at > now()), 'password');
  return null;
end $$;

/**
 * As begin_request, for a personal token: it has the rights of its person in one company, never acts in another, and only
 * the server's list of reading endpoints comes here. Its session id is far below those of applications, and matches none.
 */
create or replace function begin_personal_request(
  token_hash_in bytea, company_in bigint, tenant_in bigint, proxy_in boolean, needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
begin
  select t.id as token_id, t.person_id, t.ended_at, t.expires_at <= now() as is_over, p.disabled_at, mm.id, mm.os_id,
    mm.company_id, mm.display_name, mm.status, c.kind, c.status as company_status, c.frozen_because,
    t.created_at < c.sessions_ended_at or mm.outside_only and not t.outside as ended_here,
    held.administers, held.needed as holds_needed, held.whole, k.kinds, k.undivided
  into m
  from personal_token t
  join person p on p.id = t.person_id
  join member mm on mm.company_id = t.company_id and mm.id = t.member_id
  join company c on c.id = t.company_id
  left join permission_kind k on k.code = begin_personal_request.needed
  left join lateral (
    select bool_or(mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end) as administers,
      bool_or(gives.needed) as needed, bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
    from member_role mr
    left join built_in_role b on b.key = mr.built_in
    left join role r on r.company_id = mr.company_id and r.id = mr.role_id
    cross join lateral (select begin_personal_request.needed is null
      or begin_personal_request.needed = any (coalesce(b.permissions, r.permissions))) gives (needed)
    where mr.company_id = mm.company_id and mr.member_id = mm.id) held on true
  where t.token_hash = token_hash_in;
  if not found then
    return query select * from begin_request(token_hash_in, company_in, tenant_in, proxy_in, begin_personal_request.needed);
    return;
  end if;
  if m.ended_at is not null or m.ended_here then refusal := '40005'; return next; return; end if;
  if m.is_over then refusal := 'A0230'; return next; return; end if;
  if m.disabled_at is not null or m.status <> 'enabled' then refusal := '40032'; return next; return; end if;
  person_id := m.person_id;
  if m.company_status = 'frozen' then
    refusal := case m.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if m.company_status = 'deactivated' then refusal := '40031'; return next; return; end if;
  if company_in <> m.company_id or proxy_in and tenant_in <> m.company_id then
    refusal := 'company.not_found'; return next; return;
  end if;
  session_id := -4000000000000000 - m.token_id;
  member_id := m.id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := m.company_id;
  company_id := m.company_id;
  root_id := m.company_id;
  identity := case when not coalesce(m.administers, false) then 4
    when m.kind = 'op' then 1 when m.kind = 'middleman' then 2 else 3 end;
  role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
  acting := false;
  allowed := begin_personal_request.needed is null
    or coalesce(m.holds_needed and m.kind = any (m.kinds) and (m.whole or not m.undivided), false);
  if allowed and not coalesce(m.whole, false) then
    select s.outlet_ids, s.department_ids into outlet_ids, department_ids
      from data_scope_of(m.company_id, m.id, m.os_id, begin_personal_request.needed) s;
  end if;
  if not allowed then refusal := 'permission.denied'; end if;
  return next;
end $$;

/** Records that a token is in use; its session id comes from begin_personal_request. */
create or replace function touch_personal_token(session_in bigint) returns void
  language sql security definer set search_path = public as $$
  update personal_token set last_used_at = now()
  where id = -4000000000000000 - session_in and (last_used_at is null or last_used_at < now() - interval '1 minute') $$;

/** Ends tokens for good whose person is disabled; forgets old ones. */
create or replace function sweep_personal_tokens() returns void
  language sql security definer set search_path = public as $$
  select end_personal_tokens(array(
    select t.id from personal_token t join member m on m.company_id = t.company_id and m.id = t.member_id
    join person p on p.id = t.person_id
    where t.ended_at is null and t.expires_at > now() and (m.status <> 'enabled' or p.disabled_at is not null)), 'membership');
  delete from personal_token where least(ended_at, expires_at) < now() - interval '180 days' $$;

grant execute on function own_personal_tokens, make_personal_token, end_own_personal_token to {{company}}, {{tree}}, {{platform}};
grant execute on function begin_personal_request, touch_personal_token, sweep_personal_tokens to {{login}};
