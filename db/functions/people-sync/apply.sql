/** The department here of a department of the directory; the base of the synchronisation for null. For definer functions only. */
create or replace function people_sync_node(company_in bigint, channel_in bigint, outside_in text) returns bigint
  language sql stable set search_path = public as $$
  select coalesce(
    (select d.node_id from people_sync_department d where d.company_id = company_in and d.channel_id = channel_in
      and d.outside_id = outside_in),
    (select s.below_id from people_sync s where s.company_id = company_in and s.channel_id = channel_in),
    (select n.id from org_node n where n.company_id = company_in and n.parent_id is null)) $$;

/**
 * Carries out what a run plans for departments, but for removals, in one transaction: two moves of it may form a circle in
 * between. A department that is gone here since is made again by the next run. Returns how many.
 */
create or replace function people_sync_departments(run_in bigint) returns int
  language plpgsql security definer set search_path = public as $$
declare
  r people_sync_run;
  c people_sync_change;
  parent bigint;
  node bigint;
  n_done int := 0;
begin
  perform lock_organisation();
  select * into r from people_sync_run where id = run_in and company_id = scope_company() and state = 'applying';
  for c in select * from people_sync_change k where k.company_id = r.company_id and k.run_id = r.id and k.state = 'planned'
    and k.act in ('add_department', 'rename_department', 'move_department') order by k.n
  loop
    parent := people_sync_node(r.company_id, r.channel_id, c.detail->>'parent');
    if c.act = 'add_department' then
      select o.id into node from org_node o
      where o.company_id = r.company_id and o.id = (c.detail->>'nodeId')::bigint and o.type = 4;
      if node is null then
        insert into org_node (company_id, parent_id, type, name) values (r.company_id, parent, 4, c.name) returning id into node;
      end if;
      update people_sync_department d set node_id = node, made = c.detail->>'nodeId' is null
      where d.company_id = r.company_id and d.channel_id = r.channel_id and d.outside_id = c.outside_id;
    else
      update org_node o set name = case c.act when 'rename_department' then c.name else o.name end,
        parent_id = case c.act when 'move_department' then parent else o.parent_id end
      from people_sync_department d
      where d.company_id = r.company_id and d.channel_id = r.channel_id and d.outside_id = c.outside_id
        and o.company_id = d.company_id and o.id = d.node_id and o.type = 4;
    end if;
    update people_sync_change k set state = 'done' where k.company_id = r.company_id and k.run_id = r.id and k.n = c.n;
    n_done := n_done + 1;
  end loop;
  -- What people changed here since the plan was made must not end in a circle.
  if exists (
      with recursive up (id, above, steps) as (
        select d.node_id, o.parent_id, 1 from people_sync_department d join org_node o on o.company_id = d.company_id and o.id = d.node_id
        where d.company_id = r.company_id and d.channel_id = r.channel_id
        union all
        select u.id, o.parent_id, u.steps + 1 from up u join org_node o on o.company_id = r.company_id and o.id = u.above
        where u.steps < 64)
      select from up where steps = 64) then
    raise exception 'department.below_itself' using errcode = 'NW001';
  end if;
  return n_done;
end $$;

/** Removes departments that the synchronisation made and nothing belongs to; the others stay, with the reason. */
create or replace function people_sync_remove_departments(run_in bigint) returns int
  language plpgsql security definer set search_path = public as $$
declare
  r people_sync_run;
  c record;
  n_done int := 0;
begin
  perform lock_organisation();
  select * into r from people_sync_run where id = run_in and company_id = scope_company() and state = 'applying';
  for c in select k.n, d.node_id, d.outside_id from people_sync_change k
    left join people_sync_department d on d.company_id = k.company_id and d.channel_id = r.channel_id
      and d.outside_id = k.outside_id and d.made
    where k.company_id = r.company_id and k.run_id = r.id and k.state = 'planned' and k.act = 'remove_department' order by k.n
  loop
    begin
      delete from org_node o where o.company_id = r.company_id and o.id = c.node_id and o.type = 4;
      delete from people_sync_department d
      where d.company_id = r.company_id and d.channel_id = r.channel_id and d.outside_id = c.outside_id;
      update people_sync_change k set state = 'done' where k.company_id = r.company_id and k.run_id = r.id and k.n = c.n;
    exception when foreign_key_violation then
      update people_sync_change k set state = 'failed', failure = '{"code": "department.not_empty", "params": {}}'
      where k.company_id = r.company_id and k.run_id = r.id and k.n = c.n;
    end;
    n_done := n_done + 1;
  end loop;
  return n_done;
end $$;

/**
 * Makes new people, with user names that are free in the company, and links them. Addresses are not taken over: the service's
 * word proves none of them here. The password is one that nobody knows. Who was linked meanwhile is left alone.
 */
create or replace function people_sync_add(run_in bigint, numbers int[], password_hash_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r people_sync_run;
  c people_sync_change;
  base text;
  candidate text;
  suffix int;
  -- The next number of each name that was given out.
  numbered jsonb := '{}'::jsonb;
  holders bigint[] := array[]::bigint[];
  nodes bigint[] := array[]::bigint[];
  made int[] := array[]::int[];
  holder bigint;
  node bigint;
begin
  select * into r from people_sync_run where id = run_in and company_id = scope_company() and state = 'applying';
  -- As signing in for the first time does: names and the link stay unique without a retry.
  perform pg_advisory_xact_lock(hashtextextended('sign_on_admit', r.company_id));
  for c in select * from people_sync_change k where k.company_id = r.company_id and k.run_id = r.id and k.n = any (numbers)
    and not exists (select from sign_on_link l where l.company_id = r.company_id and l.channel_id = r.channel_id
      and l.subject = k.subject) order by k.n
  loop
    base := people_sync_user_name(c.detail->>'userName');
    suffix := coalesce((numbered->>base)::int, 1);
    loop
      candidate := case suffix when 1 then base else base || suffix end;
      exit when not exists (select from person p where p.home_company_id = r.company_id and p.user_name = candidate);
      -- Where many have one name, as with a service that reports none, the search begins behind them.
      suffix := case suffix when 20 then 1 + (select count(*) from person p
        where p.home_company_id = r.company_id and starts_with(p.user_name, base)) else suffix + 1 end;
    end loop;
    numbered := jsonb_set(numbered, array[base], to_jsonb(suffix + 1));
    insert into person (home_company_id, user_name, display_name, password_hash)
    values (r.company_id, candidate, c.name, password_hash_in) returning id into holder;
    insert into org_node (company_id, parent_id, type, name)
    values (r.company_id, people_sync_node(r.company_id, r.channel_id, c.detail->>'department'), 2, c.name) returning id into node;
    holders := holders || holder;
    nodes := nodes || node;
    made := made || c.n;
  end loop;
  insert into member (company_id, person_id, os_id, display_name)
  select r.company_id, m.person_id, m.os_id, k.name from unnest(holders, nodes, made) m (person_id, os_id, n)
  join people_sync_change k on k.company_id = r.company_id and k.run_id = r.id and k.n = m.n;
  update people_sync_change k set member_id = m.id from unnest(holders, made) h (person_id, n)
  join member m on m.company_id = r.company_id and m.person_id = h.person_id
  where k.company_id = r.company_id and k.run_id = r.id and k.n = h.n;
  insert into member_role (company_id, member_id, built_in, role_id)
  select distinct k.company_id, k.member_id, b.key, o.id
  from people_sync_change k cross join lateral jsonb_array_elements_text(k.detail->'roles') u (ref)
  left join built_in_role b on b.key = u.ref
  left join role o on o.company_id = k.company_id and o.id = case when u.ref ~ '^[0-9]{1,18}$' then u.ref::bigint end
  where k.company_id = r.company_id and k.run_id = r.id and k.n = any (made) and (b.key is not null or o.id is not null);
  update org_node o set type = 1 from member m join member_role g on g.company_id = m.company_id and g.member_id = m.id
  where m.company_id = r.company_id and m.person_id = any (holders) and g.built_in like '%administrator'
    and o.company_id = m.company_id and o.id = m.os_id;
  insert into sign_on_link (company_id, channel_id, member_id, subject, shown, linked_by)
  select k.company_id, r.channel_id, k.member_id, k.subject, k.name, 'channel' from people_sync_change k
  where k.company_id = r.company_id and k.run_id = r.id and k.n = any (made);
end $$;

/** Names of members in this company. The account's own name belongs to its person. */
create or replace function people_sync_rename(run_in bigint, numbers int[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update member m set display_name = k.detail->>'after' from people_sync_change k
  where k.company_id = scope_company() and k.run_id = run_in and k.n = any (numbers)
    and m.company_id = k.company_id and m.id = k.member_id;
  update org_node o set name = m.display_name from people_sync_change k join member m on m.company_id = k.company_id and m.id = k.member_id
  where k.company_id = scope_company() and k.run_id = run_in and k.n = any (numbers)
    and o.company_id = m.company_id and o.id = m.os_id and o.type in (1, 2);
end $$;

/** Entries in the log about members whom a run changed. */
create or replace function people_sync_log(run_in bigint, numbers int[]) returns void
  language sql security definer set search_path = public as $$
  insert into audit_log (company_id, action, actor_name, subject_kind, subject_id, detail)
  select k.company_id, case k.act when 'add' then 'member.created' when 'link' then 'sign_on.linked' when 'new_id' then 'sign_on.linked'
      when 'move' then 'member.moved'
      when 'enable' then 'member.status_changed' when 'disable' then 'member.status_changed' else 'member.changed' end,
    c.name, 'member', k.member_id::text,
    jsonb_build_object('displayName', k.name, 'channel', c.name) || case k.act
      when 'add' then jsonb_build_object('department', k.detail->>'after', 'roles', to_jsonb(role_names(
        array(select jsonb_array_elements_text(k.detail->'roles')))))
      when 'link' then jsonb_build_object('subject', k.subject)
      when 'new_id' then jsonb_build_object('subject', k.subject, 'before', k.detail->>'before')
      when 'move' then jsonb_build_object('before', jsonb_build_object('department', k.detail->>'before'),
        'after', jsonb_build_object('department', k.detail->>'after'))
      when 'rename' then jsonb_build_object('before', jsonb_build_object('displayName', k.detail->>'before'),
        'after', jsonb_build_object('displayName', k.detail->>'after'))
      when 'roles' then jsonb_build_object('given', to_jsonb(role_names(array(select jsonb_array_elements_text(k.detail->'give')))),
        'taken', to_jsonb(role_names(array(select jsonb_array_elements_text(k.detail->'take')))))
      else jsonb_build_object('before', jsonb_build_object('status', case k.act when 'enable' then 'disabled' else 'enabled' end),
        'after', jsonb_build_object('status', k.act || 'd')) end
  from people_sync_change k join people_sync_run r on r.company_id = k.company_id and r.id = k.run_id
  join integration_channel c on c.company_id = r.company_id and c.id = r.channel_id
  where k.company_id = scope_company() and k.run_id = run_in and k.n = any (numbers) and k.member_id is not null $$;

grant execute on function people_sync_departments, people_sync_remove_departments, people_sync_add, people_sync_rename,
  people_sync_log to {{company}};
