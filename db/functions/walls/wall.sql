/**
 * The maker of a wall screen, as begin_request sees a person in their own company; no row once they are no member. `may`: whether
 * the screen may show anything by their rights. For definer functions only.
 */
create or replace function wall_maker(company_in bigint, member_in bigint) returns table (
  person_id bigint, os_id bigint, display_name text, kind text, administers boolean, may boolean, whole boolean
) language sql stable set search_path = public as $$
  select m.person_id, m.os_id, m.display_name, c.kind, coalesce(held.administers, false),
    m.status = 'enabled' and p.disabled_at is null and c.kind = any (k.kinds) and coalesce(held.needed, false),
    coalesce(held.whole, false)
  from member m join person p on p.id = m.person_id join company c on c.id = m.company_id
  join permission_kind k on k.code = 'DMS_SERVER_CENTER_WALL_SCREENS'
  left join lateral (
    select bool_or(mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end) as administers,
      bool_or(gives.needed) as needed, bool_or(gives.needed and coalesce(r.data_scope, 'company') = 'company') as whole
    from member_role mr
    left join built_in_role b on b.key = mr.built_in
    left join role r on r.company_id = mr.company_id and r.id = mr.role_id
    cross join lateral (select k.code = any (coalesce(b.permissions, r.permissions))) gives (needed)
    where mr.company_id = m.company_id and mr.member_id = m.id) held on true
  where m.company_id = company_in and m.id = member_in $$;

/** Why a wall screen shows nothing now at this address; null: it does. For definer functions only. */
create or replace function wall_refusal(w wall_screen, address_in inet) returns text
  language sql stable set search_path = public as $$
  select case
    when w.ended_at is not null or w.expires_at <= now()
      or not coalesce((select k.may from wall_maker(w.company_id, w.member_id) k), false) then 'wall.over'
    when not exists (select from company c where c.id = w.company_id and c.status = 'active') then 'wall.paused'
    when not exists (select from unnest(w.ranges) r (range) where address_in <<= r.range) then 'wall.wrong_address' end $$;

/**
 * Opens a session of a screen by the link's secret. Returns why not; null: it is open. A wall screen has at most fifty: one more
 * ends the one that was seen least recently.
 */
create or replace function open_wall(link_hash_in bytea, token_hash_in bytea, address_in inet) returns text
  language plpgsql security definer set search_path = public as $$
declare
  w wall_screen;
  refusal text;
begin
  select * into w from wall_screen s where s.token_hash = link_hash_in;
  if w.id is null then return 'wall.not_found'; end if;
  refusal := wall_refusal(w, address_in);
  if refusal is not null then return refusal; end if;
  insert into wall_session (token_hash, company_id, wall_id) values (token_hash_in, w.company_id, w.id);
  delete from wall_session d where d.token_hash in (
    select s.token_hash from wall_session s where s.company_id = w.company_id and s.wall_id = w.id and s.token_hash <> token_hash_in
    order by s.last_seen_at desc, s.token_hash offset 49);
  update wall_screen s set last_seen_at = now(), last_seen_address = address_in where s.id = w.id;
  return null;
end $$;

/**
 * As begin_request, for the session of a wall screen: it has the sight of its maker in their own company, and `wall` says to what
 * the request must keep. Whether the maker still has the right to a page, its panels check.
 */
create or replace function begin_wall_request(token_hash_in bytea, address_in inet) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean,
  outlet_ids bigint[], department_ids bigint[], wall jsonb
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  w wall_screen;
  m record;
begin
  select v.* into w from wall_session s join wall_screen v on v.company_id = s.company_id and v.id = s.wall_id
    where s.token_hash = token_hash_in and s.last_seen_at > now() - interval '1 day';
  if w.id is null then refusal := '40001'; return next; return; end if;
  refusal := wall_refusal(w, address_in);
  if refusal is not null then return next; return; end if;
  select * into m from wall_maker(w.company_id, w.member_id);
  session_id := 0;
  person_id := m.person_id;
  member_id := w.member_id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := w.company_id;
  company_id := w.company_id;
  root_id := w.company_id;
  identity := case when not m.administers then 4 when m.kind = 'op' then 1 when m.kind = 'middleman' then 2 else 3 end;
  role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
  acting := false;
  allowed := true;
  if not m.whole then
    select d.outlet_ids, d.department_ids into outlet_ids, department_ids
      from data_scope_of(w.company_id, w.member_id, m.os_id, 'DMS_SERVER_CENTER_WALL_SCREENS') d;
  end if;
  wall := jsonb_build_object('id', w.id::text, 'name', w.name, 'pages', w.pages, 'filters', w.filters, 'timeZone', w.time_zone,
    'language', w.language, 'look', w.look, 'expiresAt', to_char(w.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  return next;
end $$;

/** Records that a screen is in use, and where. */
create or replace function touch_wall(token_hash_in bytea, address_in inet) returns void
  language sql security definer set search_path = public as $$
  with seen as (
    update wall_session s set last_seen_at = now() where s.token_hash = token_hash_in returning s.company_id, s.wall_id)
  update wall_screen w set last_seen_at = now(), last_seen_address = address_in from seen
  where w.company_id = seen.company_id and w.id = seen.wall_id $$;

/** Ends wall screens for good whose maker left, is disabled, or lost the right to them; forgets old ones. */
create or replace function sweep_walls() returns void
  language sql security definer set search_path = public as $$
  with ended as (
    update wall_screen w set ended_at = now(), ended_because = 'rights'
    where w.ended_at is null and w.expires_at > now()
      and not coalesce((select k.may from wall_maker(w.company_id, w.member_id) k), false)
    returning w.company_id, w.id, w.name)
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  select e.company_id, 'wall.rights_lost', 'wall', e.id::text, jsonb_build_object('name', e.name) from ended e;
  delete from wall_session where last_seen_at < now() - interval '7 days';
  delete from wall_screen where least(ended_at, expires_at) < now() - interval '180 days' $$;

/** Wall screens of companies that lose a customer, which show that customer alone. For definer functions only. */
create or replace function walls_of_customers(going_in bigint[], lost_in bigint[]) returns setof wall_screen
  language sql stable set search_path = public as $$
  select * from wall_screen w where w.ended_at is null and w.expires_at > now() and w.company_id = any (lost_in)
    and (w.filters ->> 'companyId')::bigint = any (going_in) $$;

/** A customer leaves an MSP: wall screens that show it end there. For definer functions only. */
create or replace function end_walls_of_customers(going_in bigint[], lost_in bigint[]) returns void
  language sql set search_path = public as $$
  with ended as (
    update wall_screen w set ended_at = now(), ended_because = 'moved'
    where w.id in (select c.id from walls_of_customers(going_in, lost_in) c)
    returning w.company_id, w.id, w.name)
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  select e.company_id, 'wall.customer_left', 'wall', e.id::text, jsonb_build_object('name', e.name) from ended e $$;

grant execute on function begin_wall_request, open_wall, sweep_walls, touch_wall to {{login}};
