/** A name that no other role of the company has. For definer functions only. */
create or replace function free_role_name(company_in bigint, name_in text, publisher_in text, origin_in bigint) returns text
  language sql stable set search_path = public as $$
  select n.name from unnest(array[name_in, format('%s (%s)', name_in, publisher_in), format('%s #%s', name_in, origin_in)])
    with ordinality n (name, place)
  where not exists (select 1 from role r where r.company_id = company_in and r.name = n.name
    and r.origin_role_id is distinct from origin_in)
  order by n.place limit 1 $$;

/**
 * Reports the new state of a copy to its company: in its log, if it changed, and on its screens. For definer
 * functions.
 */
create or replace function note_received(had_in role, made_in role) returns void
  language plpgsql set search_path = public as $$
declare
  before constant jsonb := coalesce((had_in).narrowed_from, case when (had_in).id is not null then jsonb_build_object(
    'name', (had_in).name, 'permissions', (had_in).permissions, 'dataScope', (had_in).data_scope) end);
  after constant jsonb := jsonb_build_object(
    'name', (made_in).name, 'permissions', (made_in).permissions, 'dataScope', (made_in).data_scope);
begin
  insert into live_event (company_id, kind, subject_id)
  values ((made_in).company_id, 'role.changed', (made_in).id);
  if before = after then return; end if;
  insert into audit_log (company_id, action, acting_company_id, acting_company_name, subject_kind, subject_id, detail)
  values ((made_in).company_id, 'role.received', (made_in).origin_company_id, (made_in).published_by, 'role',
    (made_in).id::text, jsonb_build_object('before', before, 'after', after));
end $$;

/**
 * Creates or renews the copy of a role in a company below, limited to what that company can use. A detached
 * copy belongs to its company, unless it was detached in this same transaction, which moves the company. For
 * definer functions only.
 */
create or replace function copy_role(origin_in role, publisher_in text, company_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  codes text[] := codes_of_use(company_in, (origin_in).permissions);
  had role;
  made role;
  called text := free_role_name(company_in, (origin_in).name, publisher_in, (origin_in).id);
begin
  select * into had from role where company_id = company_in and origin_role_id = (origin_in).id for update;
  if had.detached_at < now() or had.id is null and cardinality(codes) = 0 then return; end if;
  if had.id is not null and had.detached_at is null and had.origin_version = (origin_in).version
    and had.permissions = codes then return; end if;
  if had.id is null then
    insert into role (company_id, name, description, permissions, data_scope, origin_company_id, origin_role_id,
                      origin_version, published_by, updated_by)
    values (company_in, called, (origin_in).description, codes, (origin_in).data_scope, (origin_in).company_id,
            (origin_in).id, (origin_in).version, publisher_in, publisher_in)
    returning * into made;
  else
    update role set name = called, description = (origin_in).description, permissions = codes,
      data_scope = (origin_in).data_scope, origin_version = (origin_in).version, published_by = publisher_in,
      detached_at = null, narrowed_from = null, version = version + 1, updated_at = now(), updated_by = publisher_in
    where company_id = company_in and id = had.id returning * into made;
  end if;
  perform note_received(had, made);
end $$;

/** Ends the copies in companies that a role is no longer published to. For definer functions only. */
create or replace function withdraw_copies(company_in bigint, role_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  copy record;
begin
  for copy in
    select r.company_id, r.id, role_in_use(r.company_id, r.id) as used from role r
    where r.origin_company_id = company_in and r.origin_role_id = role_in and r.detached_at is null
      and not exists (
        select 1 from role_publication p where p.company_id = company_in and p.role_id = role_in
          and (p.to_all or exists (select 1 from role_publication_target t where t.company_id = p.company_id
            and t.role_id = p.role_id and t.target_company_id = r.company_id)))
    order by r.company_id for update
  loop
    if copy.used then
      update role set detached_at = now() where company_id = copy.company_id and id = copy.id;
    else
      delete from role where company_id = copy.company_id and id = copy.id;
    end if;
    insert into live_event (company_id, kind, subject_id) values (copy.company_id, 'role.changed', copy.id);
  end loop;
end $$;

/** Publishes a role of the company acted in, to all companies below or to these; a job makes the copies. */
create or replace function publish_role(role_in bigint, to_all_in boolean, companies_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  origin role := lock_role(role_in);
begin
  if is_following(origin) then raise exception 'role.following' using errcode = 'NW001'; end if;
  if origin.data_scope = 'outlets' or (select kind from company where id = origin.company_id) = 'company' then
    raise exception 'role.not_publishable' using errcode = 'NW001';
  end if;
  perform refuse_grant(codes_of_use(origin.company_id, origin.permissions), origin.data_scope, '{}');
  if not to_all_in and exists (
      select 1 from unnest(companies_in) c where not exists (
        select 1 from company_ancestor a where a.ancestor_id = origin.company_id and a.company_id = c and a.depth > 0)) then
    raise exception 'company.not_found' using errcode = 'NW001';
  end if;
  insert into role_publication (company_id, role_id, to_all, total) values (origin.company_id, origin.id, to_all_in, 0)
  on conflict (company_id, role_id) do update set to_all = excluded.to_all, done = 0, reached = 0, finished_at = null;
  delete from role_publication_target where company_id = origin.company_id and role_id = origin.id;
  if not to_all_in then
    insert into role_publication_target (company_id, role_id, target_company_id)
    select distinct origin.company_id, origin.id, c from unnest(companies_in) c;
  end if;
  update role_publication set total = count_reached(company_id, role_id)
  where company_id = origin.company_id and role_id = origin.id;
end $$;

/** Makes the copies for the next companies. Returns whether there may be more; safe to repeat at any time. */
create or replace function publish_portion(company_in bigint, role_in bigint, most int) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  p role_publication;
  origin role;
  publisher text := (select name from company where id = company_in);
  target bigint;
  made int := 0;
begin
  select * into origin from role where company_id = company_in and id = role_in for share;
  select * into p from role_publication where company_id = company_in and role_id = role_in for update;
  if p.role_id is null or p.finished_at is not null then return false; end if;
  for target in
    select a.company_id from company_ancestor a
    where a.ancestor_id = company_in and a.depth > 0 and a.company_id > p.reached
      and (p.to_all or exists (select 1 from role_publication_target t where t.company_id = company_in
        and t.role_id = role_in and t.target_company_id = a.company_id))
    order by a.company_id limit most
  loop
    perform copy_role(origin, publisher, target);
    made := made + 1;
  end loop;
  if made < most then perform withdraw_copies(company_in, role_in); end if;
  update role_publication set done = done + made, reached = coalesce(target, reached),
    finished_at = case when made < most then now() end
  where company_id = company_in and role_id = role_in;
  insert into live_event (company_id, kind, subject_id) values (company_in, 'role.changed', role_in);
  return made = most;
end $$;

create or replace function unpublish_role(role_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  origin role := lock_role(role_in);
begin
  delete from role_publication where company_id = origin.company_id and role_id = origin.id;
  if not found then raise exception 'role.not_found' using errcode = 'NW001'; end if;
  perform withdraw_copies(origin.company_id, origin.id);
end $$;

/**
 * Makes a published copy the company's own role, as it is now: this company then decides what the role
 * grants, so the person of this transaction must hold that as far as it reaches.
 */
create or replace function detach_role(role_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  copy role := lock_role(role_in);
begin
  if not is_following(copy) then raise exception 'role.not_following' using errcode = 'NW001'; end if;
  perform refuse_grant(codes_of_use(copy.company_id, copy.permissions), copy.data_scope, copy.outlet_ids);
  if copy.narrowed_from is not null then perform note_received(copy, copy); end if;
  update role set detached_at = now(), narrowed_from = null, version = version + 1
  where company_id = copy.company_id and id = copy.id;
end $$;

/**
 * Reports a copy to its company now if it has already lost something and becomes the company's own before the
 * job reports it. Runs before the copy is detached.
 */
create or replace function notify_before_detaching() returns trigger language plpgsql set search_path = public as $$
begin
  perform note_received(old, new);
  new.narrowed_from := null;
  return new;
end $$;

/**
 * A company placed below another gets what that one publishes to it; copies from a company it is no longer
 * below become its own. A move takes both steps, also for companies that stay above: their copies continue to
 * follow. Runs after a company is placed below another or leaves it.
 */
create or replace function follow_publications() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  origin role;
  changed constant company_ancestor := case tg_op when 'DELETE' then old else new end;
  step constant int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'DELETE' then
    update role set detached_at = now() where company_id = old.company_id and origin_company_id = old.ancestor_id
      and detached_at is null;
  end if;
  for origin in
    select r.* from role_publication p join role r on r.company_id = p.company_id and r.id = p.role_id
    where p.company_id = changed.ancestor_id and (p.to_all or exists (
      select 1 from role_publication_target t where t.company_id = p.company_id and t.role_id = p.role_id
        and t.target_company_id = changed.company_id))
    -- Concurrent changes to the role wait, and their job then finds this company.
    for share of r
  loop
    if tg_op = 'INSERT' then
      perform copy_role(origin, (select name from company where id = origin.company_id), new.company_id);
    end if;
    update role_publication p set total = p.total + step,
      done = p.done + case when p.finished_at is not null or p.reached >= changed.company_id then step else 0 end
    where p.company_id = origin.company_id and p.role_id = origin.id;
  end loop;
  return null;
end $$;

/**
 * Companies that a role of the company acted in is published to, if they were selected and are still below
 * it.
 */
create or replace function publication_targets(role_in bigint) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from role_publication_target t join company c on c.id = t.target_company_id
  where t.company_id = scope_company() and t.role_id = role_in and exists (
    select 1 from company_ancestor a where a.company_id = c.id and a.ancestor_id = scope_company() and a.depth > 0)
  order by c.name, c.id $$;

/**
 * Number of copies that follow a role, and of people who have one of them, counted to at most one above the
 * cap.
 */
create or replace function count_copies(role_in bigint) returns table (copies int, holders int)
  language sql stable security definer set search_path = public as $$
  with copy as (
    select company_id, id from role where origin_company_id = scope_company() and origin_role_id = role_in
      and detached_at is null)
  select (select count(*)::int from copy), (select count(*)::int from (
    select from copy c join member_role mr on mr.company_id = c.company_id and mr.role_id = c.id limit 10001) had) $$;

grant execute on function count_copies, detach_role, publication_targets, publish_role, unpublish_role
  to {{company}}, {{tree}}, {{platform}};
grant execute on function publish_portion to {{login}};
