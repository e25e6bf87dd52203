-- What every request begins with.

/**
 * As in 0001, in fewer statements: every request begins with it, and a statement costs more to start than to run. And a
 * frozen tenant is entered by administrators of the OP and of its MSP alone; a deactivated one by the OP, which reads
 * there and changes nothing. A transaction that is not read-only is one of an endpoint that writes.
 */
create or replace function begin_request(
  token_hash_in bytea,
  company_in bigint,
  tenant_in bigint,
  proxy_in boolean,
  needed text
) returns table (
  refusal text, role text, session_id bigint, person_id bigint, member_id bigint, os_id bigint, actor_name text,
  home_company_id bigint, company_id bigint, root_id bigint, identity int, acting boolean, allowed boolean
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  m record;
  t record;
  closed boolean := false;
begin
  select s.id as session_id, s.person_id, s.ended_at, s.end_code, p.disabled_at,
         s.expires_at < now() or s.last_seen_at + make_interval(secs => s.idle_seconds) < now() as is_over,
         mm.id, mm.os_id, mm.company_id, mm.display_name, mm.status, c.kind, c.status as company_status,
         c.frozen_because, held.administers, held.needed as holds_needed
    into m
    from session s
    join person p on p.id = s.person_id
    left join member mm on mm.person_id = s.person_id and mm.company_id = coalesce(company_in, s.company_id)
    left join company c on c.id = mm.company_id
    left join lateral (
      select bool_or(mr.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end)
          as administers,
        bool_or(begin_request.needed = any (coalesce(b.permissions, r.permissions))) as needed
      from member_role mr
      left join built_in_role b on b.key = mr.built_in
      left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = mm.company_id and mr.member_id = mm.id) held on true
    where s.token_hash = token_hash_in;
  if not found then refusal := '40001'; return next; return; end if;
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

  member_id := m.id;
  os_id := m.os_id;
  actor_name := m.display_name;
  home_company_id := m.company_id;
  identity := case when not coalesce(m.administers, false) then 4
    when m.kind = 'op' then 1 when m.kind = 'middleman' then 2 else 3 end;
  acting := coalesce(proxy_in, false) and tenant_in is not null and tenant_in <> m.company_id;

  if acting then
    -- Above a tenant, an administrator of the OP or of its MSP holds what an administrator of the tenant does.
    select c.id, c.status, c.frozen_because, g.built_in, b.permissions into t
      from company_ancestor a join company c on c.id = a.company_id
      left join acting_grant g on g.company_id = m.company_id and g.member_id = m.id and g.target_company_id = c.id
      left join built_in_role b on b.key = case when identity <= 2 then 'administrator' else g.built_in end
      where a.ancestor_id = m.company_id and a.company_id = tenant_in;
    if not found or (identity > 2 and t.built_in is null) then
      refusal := 'company.not_found'; return next; return;
    end if;
    if t.status = 'frozen' and identity > 2 then
      refusal := case t.frozen_because when 'ended' then '40031' else '40027' end; return next; return;
    end if;
    closed := t.status = 'deactivated';
    if closed and m.kind <> 'op' then refusal := '40031'; return next; return; end if;
    company_id := t.id;
    root_id := t.id;
    role := '{{company}}';
    allowed := needed is null or coalesce(needed = any (t.permissions), false);
  else
    company_id := m.company_id;
    root_id := m.company_id;
    role := case identity when 1 then '{{platform}}' when 2 then '{{tree}}' else '{{company}}' end;
    allowed := needed is null or coalesce(m.holds_needed, false);
  end if;
  if not allowed then refusal := 'permission.denied'; end if;
  -- What needs no permission is the session's own: signing out, a ticket.
  if closed and allowed and needed is not null and current_setting('transaction_read_only') = 'off' then
    refusal := 'company.read_only';
  end if;
  return next;
end $$;
