/**
 * A session, its person's membership of a company (the session's unless another is named) and what its roles
 * grant for a permission. Without `security definer` and settings, so that the planner inlines it into the
 * caller's statement.
 */
create or replace function session_member(token_hash_in bytea, company_in bigint, needed_in text) returns table (
  session_id bigint, person_id bigint, ended_at timestamptz, end_code text, disabled_at timestamptz, is_over boolean,
  id bigint, os_id bigint, company_id bigint, display_name text, status text, kind text, company_status text,
  frozen_because text, ended_here boolean, administers boolean, holds_needed boolean, whole boolean, kinds text[],
  undivided boolean
) language sql stable as $$
  select s.id, s.person_id, s.ended_at, s.end_code, p.disabled_at,
    s.expires_at < now() or s.last_seen_at + make_interval(secs => s.idle_seconds) < now(),
    mm.id, mm.os_id, mm.company_id, mm.display_name, mm.status, c.kind, c.status, c.frozen_because,
    -- Also where a sign-in channel is now the only way in.
    s.created_at < c.sessions_ended_at or mm.outside_only and not s.outside, held.administers, held.needed, held.whole, k.kinds, k.undivided
  from session s
  join person p on p.id = s.person_id
  left join member mm on mm.person_id = s.person_id and mm.company_id = coalesce(company_in, s.company_id)
    -- A sign-in channel opens its own company alone.
    and (mm.company_id = s.company_id or not s.outside)
  left join company c on c.id = mm.company_id
  left join permission_kind k on k.code = needed_in
  left join lateral (
    select bool_or(mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end)
        as administers,
      bool_or(gives.needed) as needed,
      bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
    from member_role mr
    left join built_in_role b on b.key = mr.built_in
    left join role r on r.company_id = mr.company_id and r.id = mr.role_id
    cross join lateral (select needed_in is null or needed_in = any (coalesce(b.permissions, r.permissions))) gives (needed)
    where mr.company_id = mm.company_id and mr.member_id = mm.id) held on true
  where s.token_hash = token_hash_in $$;

/**
 * A tenant below a company, and the permissions a member of that company holds there: an administrator
 * (`identity_in` 1 or 2) the same as one of the tenant, all others what their grants give. No row if the
 * tenant is not below the company.
 */
create or replace function acting_target(
  home_in bigint, member_in bigint, identity_in int, tenant_in bigint, needed_in text
) returns table (
  id bigint, kind text, status text, frozen_because text, has_said boolean, granted boolean, whole boolean,
  needed boolean, below_ceiling boolean
) language sql stable as $$
  select c.id, c.kind, c.status, c.frozen_because, s.company_id is not null,
    identity_in <= 2 or held.granted, identity_in <= 2 or held.whole,
    case when identity_in <= 2 then needed_in = any (b.permissions) else held.needed end,
    needed_in = any (ceiling.permissions)
  from company_ancestor a join company c on c.id = a.company_id
  left join built_in_role b on b.key = 'administrator'
  left join acting_consent s on s.company_id = c.id
  left join built_in_role ceiling on ceiling.key = s.ceiling
  left join lateral (
    select count(*) > 0 as granted, bool_or(gives.needed) as needed,
      bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
    from acting_grants_in(home_in, member_in, c.id) g
    left join built_in_role gb on gb.key = g.built_in
    left join role r on r.company_id = home_in and r.id = g.role_id
    cross join lateral (select needed_in is null
      or needed_in = any (coalesce(gb.permissions, r.permissions))) gives (needed)
    where identity_in > 2) held on true
  where a.ancestor_id = home_in and a.company_id = tenant_in $$;

/**
 * Resolves a request in one round trip: the session, the company acted in, the scope and whether the session
 * holds
 * `needed`. Returns one row; `refusal` is the error code if the request must stop. The caller then becomes
 * `role` and sets the settings in the same statement. Uses few statements: every request begins with it, and
 * a statement costs more to start than to run. A permission counts only in companies of a kind where it has
 * meaning, and company-wide permissions are not held for a part of a company; `outlet_ids` and
 * `department_ids` limit the roles that give the permission, null for all. A user acting in a tenant holds
 * what their grants give and the tenant allows; an admitted user is admitted through the company that they
 * requested from. If its company was frozen or deactivated since a session was opened, the session has ended
 * there, and continues in the person's other companies. Only administrators of the OP and of its MSP can
 * enter a frozen tenant; only the OP can enter a deactivated one, read-only. A transaction that is not
 * read-only belongs to an endpoint that writes.
 */
create or replace function begin_request(
  token_hash_in bytea, company_in bigint, tenant_in bigint, proxy_in boolean, needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
  t record;
  entry text;
  closed boolean := false;
begin
  select * into m from session_member(token_hash_in, company_in, begin_request.needed);
  if not found then
    return query select * from begin_application_request(token_hash_in, company_in, tenant_in, proxy_in, needed);
    return;
  end if;
  if m.ended_at is not null then refusal := coalesce(m.end_code, '40005'); return next; return; end if;
  if m.is_over then refusal := 'A0230'; return next; return; end if;
  if m.disabled_at is not null then refusal := '40032'; return next; return; end if;
  session_id := m.session_id;
  person_id := m.person_id;

  if m.id is null then refusal := 'company.not_found'; return next; return; end if;
  if m.status <> 'enabled' then refusal := '40032'; return next; return; end if;
  if m.company_status = 'frozen' then
    refusal := case m.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if m.company_status = 'deactivated' then refusal := '40031'; return next; return; end if;
  if m.ended_here then refusal := '40005'; return next; return; end if;

  member_id := m.id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := m.company_id;
  identity := case when not coalesce(m.administers, false) then 4
    when m.kind = 'op' then 1 when m.kind = 'middleman' then 2 else 3 end;
  acting := coalesce(proxy_in, false) and tenant_in is not null and tenant_in <> m.company_id;

  if acting then
    select * into t from acting_target(m.company_id, m.id, identity, tenant_in, begin_request.needed);
    if not found or not t.granted then
      refusal := 'company.not_found'; return next; return;
    end if;
    if t.status = 'frozen' and identity > 2 then
      refusal := case t.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
    end if;
    closed := t.status = 'deactivated';
    if closed and m.kind <> 'op' then refusal := '40031'; return next; return; end if;
    if t.has_said then
      entry := acting_entry(t.id, m.person_id, m.company_id);
      if entry like 'acting.%' then refusal := entry; return next; return; end if;
    end if;
    company_id := t.id;
    root_id := t.id;
    role := '{{company}}';
    allowed := needed is null or coalesce(t.needed and t.kind = any (m.kinds) and (t.whole or not m.undivided)
      and (not t.has_said or needed <> 'DMS_SERVER_AUTH_MANAGE_ACTING' and (entry = 'break_glass' or t.below_ceiling)), false);
    -- A role's outlets and departments belong to its own company, so none apply here.
    if allowed and not t.whole then outlet_ids := '{}'; department_ids := '{}'; end if;
  else
    company_id := m.company_id;
    root_id := m.company_id;
    role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
    allowed := needed is null
      or coalesce(m.holds_needed and m.kind = any (m.kinds) and (m.whole or not m.undivided), false);
    if allowed and not coalesce(m.whole, false) then
      select s.outlet_ids, s.department_ids into outlet_ids, department_ids
        from data_scope_of(m.company_id, m.id, m.os_id, needed) s;
    end if;
  end if;
  if not allowed then refusal := 'permission.denied'; end if;
  -- Session-level actions need no permission: signing out, a ticket.
  if closed and allowed and needed is not null and current_setting('transaction_read_only') = 'off' then
    refusal := 'company.read_only';
  end if;
  return next;
end $$;

/**
 * What begin_request returns for an application's access token. An application acts only in its own company,
 * as the account created for it, and only within its permissions: endpoints that need no permission,
 * including the own account, are for people. Its session id is negative, so that it never matches a person's
 * session.
 */
create or replace function begin_application_request(
  token_hash_in bytea, company_in bigint, tenant_in bigint, proxy_in boolean, needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  a record;
begin
  select s.id as session_id, s.expires_at < now() as is_over, k.expires_at < now() as key_is_over, k.trial,
         a.company_id, a.state, a.permissions, a.person_id, a.display_name || ' (' || a.app_id || ')' as name,
         p.state as product_state, c.kind, c.status, c.frozen_because, kinds.kinds,
         s.created_at < c.sessions_ended_at as ended_here
    into a
    from application_session s
    join application_key k on k.company_id = s.company_id and k.id = s.key_id
    join application a on a.company_id = s.company_id and a.id = s.application_id
    join product p on p.id = a.product_id
    join company c on c.id = a.company_id
    left join permission_kind kinds on kinds.code = begin_application_request.needed
    where s.token_hash = token_hash_in;
  if not found then refusal := '40001'; return next; return; end if;
  if a.is_over then refusal := 'A0230'; return next; return; end if;
  if a.key_is_over then refusal := '40005'; return next; return; end if;
  if a.status = 'frozen' then
    refusal := case a.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
  end if;
  if a.status = 'deactivated' then refusal := '40031'; return next; return; end if;
  if a.ended_here then refusal := '40005'; return next; return; end if;
  if a.product_state not in ('normal', 'maintenance')
    or not (a.state in ('normal', 'maintenance') or a.trial and a.state = 'activating') then
    refusal := '40032'; return next; return;
  end if;
  if company_in <> a.company_id or proxy_in and tenant_in <> a.company_id then
    refusal := 'company.not_found'; return next; return;
  end if;
  session_id := -a.session_id;
  person_id := a.person_id;
  actor_name := a.name;
  home_company_id := a.company_id;
  company_id := a.company_id;
  root_id := a.company_id;
  identity := 4;
  acting := false;
  role := '{{company}}';
  allowed := coalesce(needed = any (a.permissions) and a.kind = any (a.kinds), false);
  if not allowed then refusal := 'permission.denied';
  elsif a.state = 'maintenance' or a.product_state = 'maintenance' then refusal := 'application.maintenance';
  end if;
  return next;
end $$;

/**
 * Complements begin_request: why the product stops the request, with the message for its users; null if it
 * does not. A customer needs an active application of the product; the company acted in decides, and MSPs and
 * the platform need none. For an application in maintenance, which begin_request itself refuses, returns the
 * message only. Three small lookups cover the usual case (not stopped): the check runs with every request,
 * and would otherwise be a third of the database cost of beginning one.
 */
create or replace function request_stop(
  refusal_in text, product_in text, company_in bigint, person_in bigint, identity_in integer
) returns jsonb language plpgsql stable security definer set search_path = public as $$
begin
  if refusal_in is null
    and not exists (select from product p where p.code = product_in and p.state in ('maintenance', 'deactivated', 'deleted'))
    and not exists (select from application a
      where a.company_id = company_in and a.state in ('maintenance', 'deactivated'))
    and exists (select from company c
      where c.id = company_in and (c.kind <> 'company' or product_in = any (c.products))) then
    return null;
  end if;
  return (
    select jsonb_build_object('code', s.code, 'productCode', s.product_code, 'productNameZh', s.product_name_zh,
      'productNameEn', s.product_name_en,
      'messageZh', case s.code when 'application.maintenance' then s.message_zh else '' end,
      'messageEn', case s.code when 'application.maintenance' then s.message_en else '' end,
      'until', case s.code when 'application.maintenance' then to_char(s.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
      'productId', s.product_id::text, 'missing', s.missing, 'level', s.level)
    from product_stops(company_in, identity_in) s
    where case refusal_in
      when 'application.maintenance' then s.code = refusal_in and s.product_code = (
        select p.code from application a join product p on p.id = a.product_id where a.person_id = person_in)
      else refusal_in is null and s.product_code = product_in end
    -- Permanent causes first; among maintenances, the one that lasts longest.
    order by s.code, s.until desc limit 1);
end $$;

/** Records that a session is in use, and with which of its person's memberships. */
create or replace function touch_session(session_in bigint, home_in bigint default null) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update session set last_seen_at = now() where id = session_in and last_seen_at < now() - interval '1 minute';
  insert into member_activity as a (company_id, member_id, last_active_at)
  select m.company_id, m.id, now() from session s
    join member m on m.person_id = s.person_id and m.company_id = coalesce(home_in, s.company_id)
    where s.id = session_in and s.ended_at is null
  on conflict (company_id, member_id) do update set last_active_at = excluded.last_active_at
    where a.last_active_at < excluded.last_active_at - interval '30 seconds';
end $$;

/**
 * Records that a session acts in a tenant, with the company the person came from. A visit starts with its
 * first request, and a new one starts after half an hour without requests; runs in parallel with the request,
 * and again at most once a minute.
 */
create or replace function touch_visit(session_in bigint, home_in bigint, tenant_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  begun bigint;
  s record;
begin
  select x.person_id, m.display_name, h.name into s from session x
    join member m on m.person_id = x.person_id and m.company_id = home_in join company h on h.id = home_in
    where x.id = session_in and x.ended_at is null;
  if not found then return; end if;
  update acting_visit v set ended_at = v.last_seen_at
    where v.company_id = tenant_in and v.session_id = session_in and v.ended_at is null
      and v.last_seen_at < now() - interval '30 minutes';
  update acting_visit v set last_seen_at = now()
    where v.company_id = tenant_in and v.session_id = session_in and v.ended_at is null;
  if found then return; end if;
  -- The tenant may have removed the person after the request was admitted.
  if acting_entry(tenant_in, s.person_id, home_in) like 'acting.%' then return; end if;
  insert into acting_visit (company_id, session_id, person_id, actor_name, actor_company_id, actor_company_name)
  values (tenant_in, session_in, s.person_id, s.display_name, home_in, s.name)
  on conflict (company_id, session_id) where ended_at is null do nothing returning id into begun;
  if begun is not null then
    perform note_acting('acting.entered', s.person_id, s.display_name, home_in, tenant_in, '{}', null);
  end if;
end $$;

grant execute on function begin_request, request_stop, touch_session, touch_visit to {{login}};
