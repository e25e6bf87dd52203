/**
 * Ancestors of one company that are neither another company nor its ancestors: they lose their access there.
 */
create or replace function parents_lost(company_in bigint, parent_in bigint) returns setof bigint
  language sql stable set search_path = public as $$
  select a.ancestor_id from company_ancestor a where a.company_id = company_in and a.depth > 0
  except select a.ancestor_id from company_ancestor a where a.company_id = parent_in $$;

/** Why a company cannot move below another; null if it can. */
create or replace function move_refusal(company_in bigint, parent_in bigint) returns text
  language plpgsql stable set search_path = public as $$
declare
  c company;
  p company;
begin
  select * into c from company where id = company_in;
  select * into p from company where id = parent_in;
  return case
    when c.id is null or c.parent_id is null then 'company.not_found'
    when p.id is null then 'company.parent_not_found'
    when p.kind = 'company' then 'company.parent_cannot_hold'
    when p.status <> 'active' then 'company.parent_not_active'
    when exists (select 1 from company_ancestor where company_id = parent_in and ancestor_id = company_in)
      then 'company.move_cycle'
    when c.parent_id = parent_in then 'company.move_same' end;
end $$;

/**
 * Both companies are below the scope's root; the root itself may be the new parent. For definer functions
 * only.
 */
create or replace function check_move(company_in bigint, parent_in bigint) returns void
  language plpgsql stable set search_path = public as $$
begin
  if company_in = scope_root() or not sees_company(company_in) or not whole_company() then
    raise exception 'company.not_found' using errcode = 'NW001';
  end if;
  if not sees_company(parent_in) then raise exception 'company.parent_not_found' using errcode = 'NW001'; end if;
end $$;

/** Records a pending move of a company below the scope's root. For definer functions only. */
create or replace function ask_for_move(company_in bigint, parent_in bigint, reason_in text, actor_in text, request_in text)
  returns company_move language plpgsql set search_path = public as $$
declare
  made company_move;
begin
  insert into company_move (company_id, from_id, from_name, to_id, to_name, reason, home_id, person_id, actor_name, request_id)
  select c.id, f.id, f.name, p.id, p.name, reason_in, netward_setting('netward.home_id')::bigint, scope_person(), actor_in,
    request_in
  from company c join company f on f.id = c.parent_id, company p where c.id = company_in and p.id = parent_in
  returning * into made;
  return made;
exception when unique_violation then
  raise exception 'company.moving' using errcode = 'NW001';
end $$;

/**
 * The transaction of a move: rights, staff grants, published roles, the logs of all companies concerned. The
 * MSP is looked up once, not per device, while the company is locked. For definer functions only.
 */
create or replace function change_parent(m company_move) returns void
  language plpgsql set search_path = public as $$
declare
  refusal text;
  c company;
  lost bigint[];
begin
  -- Serialised: of two moves that would put each company below the other, the second sees the first.
  perform pg_advisory_xact_lock(7552);
  perform 1 from company where id in (select companies_below(m.company_id)) order by id for update;
  perform 1 from company where id = m.to_id for key share;
  -- Checked after the wait: the requester may have lost either company meanwhile.
  refusal := case
    when not exists (select 1 from company_ancestor where company_id = m.company_id and ancestor_id = m.home_id and depth > 0)
      then 'company.not_found'
    when not exists (select 1 from company_ancestor where company_id = m.to_id and ancestor_id = m.home_id)
      then 'company.parent_not_found'
    else move_refusal(m.company_id, m.to_id) end;
  if refusal is not null then raise exception '%', refusal using errcode = 'NW001'; end if;
  select * into c from company where id = m.company_id;
  lost := array(select parents_lost(m.company_id, m.to_id));

  delete from msp_below b using msp_below s
  where s.ancestor_id = m.company_id and b.msp_id = s.msp_id and not exists (
    select 1 from company_ancestor i where i.ancestor_id = m.company_id and i.company_id = b.ancestor_id);
  insert into msp_below (ancestor_id, msp_id)
  select p.ancestor_id, s.msp_id from msp_below s cross join company_ancestor p
  where s.ancestor_id = m.company_id and p.company_id = m.to_id on conflict do nothing;
  -- Roles published by a lost company remain as copies, through a trigger on roles.
  delete from company_ancestor a using company_ancestor s
  where s.ancestor_id = m.company_id and a.company_id = s.company_id and not exists (
    select 1 from company_ancestor i where i.ancestor_id = m.company_id and i.company_id = a.ancestor_id);
  insert into company_ancestor (company_id, ancestor_id, depth)
  select s.company_id, p.ancestor_id, s.depth + 1 + p.depth from company_ancestor s cross join company_ancestor p
  where s.ancestor_id = m.company_id and p.company_id = m.to_id;
  update company set parent_id = m.to_id where id = m.company_id;

  delete from acting_grant g
  where g.target_company_id in (select companies_below(m.company_id)) and g.company_id = any (lost);
  delete from tenant_group_member g
  where g.target_company_id in (select companies_below(m.company_id)) and g.company_id = any (lost);
  -- What is on its way is dropped when it is due: `delivery_verdict`.
  update notice_route r set customer_ids = array(
    select k from unnest(r.customer_ids) k where k not in (select companies_below(m.company_id)))
  where r.company_id = any (lost) and r.customer_ids && array(select companies_below(m.company_id))::bigint[];
  perform sharing_part_ways(array(select companies_below(m.company_id)), lost);
  -- Services that the old MSP offered end there, with what was agreed to about them.
  perform assistant_end_lost_consents(null, array(select companies_below(m.company_id)));
  delete from assistant_offer_company k
  where k.customer_id in (select companies_below(m.company_id)) and k.company_id = any (lost);
  delete from assistant_choice k
  where k.company_id in (select companies_below(m.company_id)) and k.owner_id = any (lost);
  perform end_walls_of_customers(array(select companies_below(m.company_id)), lost);
  update acting_access a set state = 'ended', decided_at = coalesce(a.decided_at, now())
  where a.company_id in (select companies_below(m.company_id)) and a.actor_company_id = any (lost)
    and a.state in ('waiting', 'approved');
  update acting_visit v set ended_at = now()
  where v.company_id in (select companies_below(m.company_id)) and v.actor_company_id = any (lost) and v.ended_at is null;
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select k.id, 'company.moved', m.person_id, m.actor_name, h.id, h.name, 'company', m.company_id::text,
    jsonb_build_object('name', c.name, 'reason', m.reason,
      'before', jsonb_build_object('parent', m.from_name), 'after', jsonb_build_object('parent', m.to_name)), m.request_id
  from company k left join company h on h.id = m.home_id and h.id <> k.id
  where k.id in (m.company_id, m.from_id, m.to_id, m.home_id);
  insert into live_event (company_id, kind, subject_id)
  select k, 'company.changed', m.company_id from unnest(array[m.company_id, m.from_id, m.to_id]) k;

  -- Devices of an MSP's customers stay with that MSP.
  update company_move set state = case when c.kind = 'company' then 'moving' else 'done' end,
    devices = case when c.kind = 'company'
      then (select count(*) from device d where d.company_id = m.company_id and d.msp_id <> (select msp_of(m.company_id))) else 0 end,
    finished_at = case when c.kind = 'company' then null else now() end
  where id = m.id;
end $$;

/** Moves a company and everything below it to another parent. `move_portion` moves its devices afterwards. */
create or replace function move_company(company_in bigint, parent_in bigint, reason_in text, actor_in text, request_in text)
  returns bigint language plpgsql security definer set search_path = public as $$
declare
  m company_move;
  refusal text;
begin
  perform check_move(company_in, parent_in);
  refusal := move_refusal(company_in, parent_in);
  if refusal is not null then raise exception '%', refusal using errcode = 'NW001'; end if;
  m := ask_for_move(company_in, parent_in, reason_in, actor_in, request_in);
  perform change_parent(m);
  return m.id;
end $$;

/**
 * Queues moves of all companies directly below an MSP that leaves, one after the other. Returns the number
 * queued.
 */
create or replace function move_customers(msp_in bigint, parent_in bigint, reason_in text, actor_in text, request_in text)
  returns int language plpgsql security definer set search_path = public as $$
declare
  refusal text;
  child bigint;
  n int := 0;
begin
  perform check_move(msp_in, parent_in);
  refusal := move_refusal(msp_in, parent_in);
  -- Usually they move to the MSP's own parent.
  if refusal is not null and refusal <> 'company.move_same' then raise exception '%', refusal using errcode = 'NW001'; end if;
  for child in select c.id from company c where c.parent_id = msp_in and not exists (
    select 1 from company_move o where o.company_id = c.id and o.state in ('waiting', 'moving')) order by c.id
  loop
    perform ask_for_move(child, parent_in, reason_in, actor_in, request_in);
    n := n + 1;
  end loop;
  if n = 0 then raise exception 'company.nothing_to_move' using errcode = 'NW001'; end if;
  return n;
end $$;

/**
 * Moves at most `most` devices to the new MSP. Rows locked by another transaction are left for the next
 * batch.
 * @returns the number moved, null when all have moved
 */
create or replace function move_devices(m company_move, most int) returns int
  language plpgsql set search_path = public as $$
declare
  left_behind constant bigint[] := array(
    select d.id from device d where d.company_id = m.company_id and d.msp_id <> m.to_id order by d.id limit most);
  held bigint[];
begin
  if left_behind = '{}' then return null; end if;
  held := array(
    select p.device_id from device_presence p where p.device_id = any (left_behind) order by p.device_id
    for update skip locked);
  held := array(
    select d.id from device d
    where d.id = any (left_behind) and (d.id = any (held) or not exists (
      select 1 from device_presence p where p.device_id = d.id))
    order by d.id for update skip locked);
  update device_presence p set msp_id = m.to_id where p.device_id = any (held);
  update device d set msp_id = m.to_id where d.id = any (held);
  update company_move k set moved = k.moved + cardinality(held) where k.id = m.id;
  return cardinality(held);
end $$;

/**
 * Runs one batch of the oldest move that no other worker holds: at most `most` devices, or entries of theirs.
 * `told` is the company whose rights have just changed; `went`: something was done. No row: nothing to do.
 * Locks follow the order of all device writers (presence, device), and locked rows are left for the next
 * batch, so this never waits while others wait for it.
 */
create or replace function move_portion(most int)
  returns table (notified bigint, went boolean, name text, from_name text, to_name text, reason text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  m company_move;
  next bigint[];
  target regclass;
  n int;
begin
  select * into m from company_move k where k.state in ('waiting', 'moving')
    order by k.state, k.id limit 1 for update skip locked;
  if not found then return; end if;
  went := true;
  name := (select c.name from company c where c.id = m.company_id);
  from_name := m.from_name;
  to_name := m.to_name;
  reason := m.reason;
  if m.state = 'waiting' then
    begin
      perform change_parent(m);
      notified := m.company_id;
    exception when sqlstate 'NW001' then
      update company_move k set state = 'failed', failure = sqlerrm, finished_at = now() where k.id = m.id;
    end;
    return next;
    return;
  end if;

  if m.cursor is null then
    n := move_devices(m, most);
    if n is not null then
      went := n > 0;
      return next;
      return;
    end if;
    m.cursor := 0;
  end if;

  -- Timeline entries have no other writer after their creation.
  next := array(
    select d.id from device d where d.company_id = m.company_id and d.id > m.cursor order by d.id limit greatest(most / 5, 1));
  if cardinality(next) > 0 then
    update device_timeline t set msp_id = m.to_id where t.ctid = any (array(
      select e.ctid from device_timeline e where e.device_id = any (next) and e.msp_id <> m.to_id limit most * 10));
    get diagnostics n = row_count;
    update company_move k set cursor = case when n < most * 10 then next[cardinality(next)] else m.cursor end
    where k.id = m.id;
    return next;
    return;
  end if;

  -- All other rows that carry their company's MSP. Tags in the order that all writers use.
  perform 1 from device_tag g where g.company_id = m.company_id order by g.tag for update;
  for target in
    select a.attrelid::regclass from pg_attribute a join pg_class k on k.oid = a.attrelid
    where k.relnamespace = 'public'::regnamespace and k.relkind = 'r' and a.attname = 'msp_id'
      and not a.attisdropped and a.attgenerated = ''
      and exists (select 1 from pg_attribute o where o.attrelid = a.attrelid and o.attname = 'company_id'
        and not o.attisdropped)
  loop
    execute format('update %s set msp_id = $1 where company_id = $2 and msp_id <> $1', target)
      using m.to_id, m.company_id;
  end loop;
  update company_move k set state = 'done', finished_at = now() where k.id = m.id;
  insert into live_event (company_id, kind, subject_id) values (m.company_id, 'company.changed', m.company_id);
  return next;
end $$;

/** What a move would change, or has changed: for the drawer. `parent_in` may be null. */
create or replace function move_preview(company_in bigint, parent_in bigint) returns jsonb
  language plpgsql stable security definer set search_path = public as $$
begin
  perform check_move(company_in, coalesce(parent_in, scope_root()));
  return (select jsonb_build_object(
    'name', c.name, 'kind', c.kind, 'parentId', c.parent_id::text, 'parentName', f.name,
    'refusal', case when parent_in is not null then move_refusal(company_in, parent_in) end,
    'gateways', (select coalesce(sum(y.n), 0) from device_tally y where y.company_id in (select companies_below(c.id))),
    'below', (select count(*) - 1 from companies_below(c.id)),
    'children', (select count(*) from company k where k.parent_id = c.id),
    'members', (select count(*) from member m where m.company_id = c.id),
    'losing', case when parent_in is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('name', k.name,
        'people', (select count(distinct m.id) from member m
          join member_role r on r.company_id = m.company_id and r.member_id = m.id
          where m.company_id = k.id and m.status = 'enabled' and (r.built_in = 'administrator' or exists (
            select 1 from acting_grant g
            left join tenant_group_member gm on gm.company_id = g.company_id and gm.group_id = g.group_id
            where g.company_id = m.company_id and g.member_id = m.id
              and coalesce(g.target_company_id, gm.target_company_id) in (select companies_below(c.id)))))
        ) order by a.depth), '[]')
      from company_ancestor a join company k on k.id = a.ancestor_id
      where a.company_id = c.id and k.id in (select parents_lost(c.id, parent_in))) end,
    'sharingKeys', case when parent_in is null then 0 else (select count(*) from sharing_redemption r where r.ended_at is null
      and sharing_between(r, array(select companies_below(c.id)), array(select parents_lost(c.id, parent_in)))) end,
    'wallScreens', case when parent_in is null then 0 else (select count(*)
      from walls_of_customers(array(select companies_below(c.id)), array(select parents_lost(c.id, parent_in)))) end,
    'last', (select jsonb_build_object('state', m.state, 'devices', m.devices, 'moved', m.moved, 'toName', m.to_name,
        'failure', m.failure)
      from company_move m where m.company_id = c.id order by m.id desc limit 1),
    'leaving', (select count(*) from company_move m join company k on k.id = m.company_id
      where m.from_id = c.id and m.state in ('waiting', 'moving')))
  from company c join company f on f.id = c.parent_id where c.id = company_in);
end $$;

/** Possible new parents of a company: the platform and the MSPs that the scope sees. */
create or replace function move_targets(company_in bigint, search_in text, limit_in int)
  returns table (id bigint, name text, code text, kind text)
  language sql stable security definer set search_path = public as $$
  select p.id, p.name, p.code, p.kind from company_ancestor a join company p on p.id = a.company_id
  where a.ancestor_id = scope_root() and p.kind <> 'company' and p.status = 'active'
    and sees_company(company_in) and whole_company()
    and not exists (select 1 from company_ancestor i where i.ancestor_id = company_in and i.company_id = p.id)
    and (search_in = '' or strpos(lower(p.name), lower(search_in)) > 0 or strpos(p.code, lower(search_in)) > 0)
  order by p.kind desc, p.name, p.id limit limit_in $$;

grant execute on function move_company, move_customers, move_preview, move_targets
  to {{company}}, {{tree}}, {{platform}};
grant execute on function move_portion to {{login}};
