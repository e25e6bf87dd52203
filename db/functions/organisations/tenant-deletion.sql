/**
 * Warns of approaching end dates, each warning once: a trial on days 10 and 14 of its 15 (five days and one
 * day before its end), a contract 30 and 7 days before. Returns the number of companies warned.
 */
create or replace function warn_of_ends(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  near record;
  n int := 0;
begin
  for near in
    select c.id, c.expires_at, w.stage from company c
    cross join lateral (select case
      when c.expires_at < now() + case c.standing when 'trial' then interval '1 day' else interval '7 days' end then 2
      when c.expires_at < now() + case c.standing when 'trial' then interval '5 days' else interval '30 days' end then 1
      else 0 end as stage) w
    where c.status = 'active' and c.expires_at > now() and c.expires_at < now() + interval '30 days' and c.kind <> 'op'
      and w.stage > c.end_warned
    order by c.expires_at limit most for update of c skip locked
  loop
    update company set end_warned = near.stage where id = near.id;
    perform enqueue_notice(near.id, 'ending', jsonb_build_object('until', near.expires_at));
    n := n + 1;
  end loop;
  return n;
end $$;

/** Requests a deletion; starts its countdown and its export. */
create or replace function request_deletion(
  company_in bigint, days_in int, abandon_in boolean, reason_in text, actor_in text, request_in text
) returns timestamptz language plpgsql security definer set search_path = public as $$
declare
  due timestamptz := now() + make_interval(days => days_in);
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  insert into company_deletion (company_id, due_at, requested_by, requested_from, reason, abandon_gateways)
  values (company_in, due, actor_in, netward_setting('netward.home_id')::bigint, reason_in, abandon_in);
  perform audit_company(company_in, 'company.deletion_requested', actor_in,
    jsonb_build_object('name', (select name from company where id = company_in), 'reason', reason_in, 'dueAt', due), request_in);
  perform enqueue_notice(company_in, 'deletion', jsonb_build_object('reason', reason_in, 'until', due));
  perform graphile_worker.add_job('company.export', json_build_object('companyId', company_in::text),
    job_key := 'company.export:' || company_in, max_attempts := 10);
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
  return due;
end $$;

create or replace function cancel_deletion(company_in bigint, actor_in text, request_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  delete from file f using company_export_part p
    where p.company_id = company_in and f.company_id = p.company_id and f.id = p.file_id;
  delete from company_deletion where company_id = company_in and started_at is null;
  if not found then raise exception 'company.move_not_allowed' using errcode = 'NW001'; end if;
  perform audit_company(company_in, 'company.deletion_cancelled', actor_in,
    jsonb_build_object('name', (select name from company where id = company_in)), request_in);
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
end $$;

create or replace function find_deletion(company_in bigint) returns table (
  requested_at timestamptz, due_at timestamptz, requested_by text, reason text, export_state text, export_done int,
  export_total int, started boolean, parts jsonb
) language sql stable security definer set search_path = public as $$
  select d.requested_at, d.due_at, d.requested_by, d.reason, d.export_state, d.export_done, d.export_total,
    d.started_at is not null,
    coalesce((select jsonb_agg(jsonb_build_object('part', p.part, 'rows', p.rows, 'bytes', f.size, 'complete', p.complete,
        'sha256', encode(f.sha256, 'hex')) order by p.part)
      from company_export_part p join file f on f.company_id = p.company_id and f.id = p.file_id
      where p.company_id = d.company_id and p.finished), '[]')
  from company_deletion d where d.company_id = company_in and manages(company_in) $$;

/** Contents of an export: the tables that a tenant would ask for, as far as this installation has them. */
create or replace function export_parts() returns setof text
  language sql stable security definer set search_path = public as $$
  select part from unnest(array['company', 'org_node', 'member', 'role', 'outlet', 'internet_line', 'device',
    'device_timeline', 'application', 'licence', 'audit_log']) part
  where to_regclass('public.' || part) is not null $$;

/**
 * Some rows of a part, in id order; excludes sealed, hashed and secret values. Contacts that members have
 * verified are masked, as for those who manage the tenant.
 */
create or replace function export_rows(company_in bigint, part_in text, after_in bigint, limit_in int)
  returns table (id bigint, content jsonb) language plpgsql stable security definer set search_path = public as $$
begin
  if part_in not in (select export_parts()) then raise exception 'unknown part %', part_in; end if;
  if part_in = 'member' then
    return query select m.id, jsonb_build_object('id', m.id, 'display_name', m.display_name, 'user_name',
        case when p.home_company_id = m.company_id then p.user_name end, 'status', m.status,
        'email', case when p.email_verified_at is not null then masked_email(p.email) end,
        'phone', case when p.phone_verified_at is not null then masked_phone(p.phone) end,
        'roles', (select string_agg(coalesce(r.built_in, o.name), ' | ') from member_role r
          left join role o on o.company_id = r.company_id and o.id = r.role_id
          where r.company_id = m.company_id and r.member_id = m.id),
        'created_at', m.created_at, 'last_sign_in_at', m.last_sign_in_at)
      from member m join person p on p.id = m.person_id
      where m.company_id = company_in and m.id > after_in order by m.id limit limit_in;
    return;
  end if;
  return query execute format($query$
    select t.id, (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
      where key !~ '(hash|sealed|secret|password|token|search|_key$|^contact_note$)')
    from %I t where t.%I = $1 and t.id > $2 order by t.id limit $3 $query$,
    part_in, case part_in when 'company' then 'id' else 'company_id' end)
  using company_in, after_in, limit_in;
end $$;

/** Records an export's progress; refuses if the deletion was cancelled meanwhile. */
create or replace function note_export(company_in bigint, state_in text, done_in int, total_in int) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  update company_deletion set export_state = state_in, export_done = done_in, export_total = total_in
  where company_id = company_in and started_at is null;
  if not found then return false; end if;
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
  return true;
end $$;

/** Parts that an export still lacks: a restarted job skips the others. */
create or replace function missing_export_parts(company_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  select e.part from export_parts() e (part)
  where not exists (
    select 1 from company_export_part p where p.company_id = company_in and p.part = e.part and p.finished) $$;

/**
 * Begins a part, once, replacing one that was interrupted; returns the id of its file. Null if the deletion
 * was cancelled or the part exists. `name_in` is the server's own.
 */
create or replace function begin_export_part(company_in bigint, part_in text, name_in text) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  made bigint;
begin
  perform 1 from company_deletion where company_id = company_in and started_at is null for update;
  if not found or exists (select 1 from company_export_part p where p.company_id = company_in and p.part = part_in and p.finished)
  then
    return null;
  end if;
  delete from file f using company_export_part p
    where p.company_id = company_in and p.part = part_in and f.company_id = p.company_id and f.id = p.file_id;
  insert into file (company_id, name, media_type, size, sha256) values (company_in, name_in, 'text/csv', 1, '')
  returning id into made;
  insert into company_export_part (company_id, part, file_id, rows) values (company_in, part_in, made, 0);
  return made;
end $$;

/** Adds a piece; false if another worker has restarted the part, or the deletion was cancelled. */
create or replace function add_export_piece(company_in bigint, file_in bigint, position_in int, content_in bytea) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from company_export_part where company_id = company_in and file_id = file_in and not finished for update;
  if not found then return false; end if;
  insert into file_chunk (company_id, file_id, position, data) values (company_in, file_in, position_in, content_in);
  return true;
end $$;

create or replace function finish_export_part(
  company_in bigint, file_in bigint, rows_in int, size_in int, sha256_in bytea, complete_in boolean
) returns boolean language plpgsql security definer set search_path = public as $$
begin
  update company_export_part set finished = true, rows = rows_in, complete = complete_in
  where company_id = company_in and file_id = file_in and not finished;
  if not found then return false; end if;
  update file set size = size_in, sha256 = sha256_in where company_id = company_in and id = file_in;
  return true;
end $$;

/** Restarts a failed export. */
create or replace function retry_export(company_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update company_deletion set export_state = 'waiting'
  where company_id = company_in and manages(company_in) and export_state = 'failed';
  if not found then raise exception 'company.move_not_allowed' using errcode = 'NW001'; end if;
  perform graphile_worker.add_job('company.export', json_build_object('companyId', company_in::text),
    job_key := 'company.export:' || company_in, max_attempts := 10);
end $$;

/**
 * Who may download an export: those who manage the tenant, but only the platform if the tenant decides who
 * enters. Otherwise an MSP that the tenant keeps out could read everything by deactivating it and requesting
 * its deletion.
 */
create or replace function may_take_export(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select manages(company_in) and (exists (select 1 from company where id = scope_root() and kind = 'op')
    or not exists (select 1 from acting_consent where company_id = company_in)) $$;

/** One piece of a part of an export. */
create or replace function export_piece(company_in bigint, part_in text, position_in int) returns bytea
  language sql stable security definer set search_path = public as $$
  select k.data from company_export_part p
  join file_chunk k on k.company_id = p.company_id and k.file_id = p.file_id and k.position = position_in
  where p.company_id = company_in and p.part = part_in and p.finished and may_take_export(company_in) $$;

/** Companies whose countdown has ended and whose export is ready. */
create or replace function due_deletions() returns setof bigint
  language sql stable security definer set search_path = public as $$
  select d.company_id from company_deletion d join company c on c.id = d.company_id
  where d.due_at <= now() and c.status = 'deactivated' and (d.started_at is not null or d.export_state = 'done')
    and not exists (select 1 from company below where below.parent_id = c.id)
  order by d.due_at $$;

/**
 * Deletes a batch of a company's data, from whichever tables exist: tables referenced by others wait until
 * those are empty. May be called repeatedly. Returns whether anything remains; the company's gateways get
 * tombstones, and the last batch deletes the company itself. Accounts that it created for people who are
 * members elsewhere become their own, and a job informs each of them how they now sign in: no other company
 * gains what this one had.
 */
create or replace function delete_company_portion(company_in bigint, most int) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  going company;
  target record;
  part bigint;
  gone bigint := 0;
  op bigint := (select id from company where kind = 'op');
  homeless record;
begin
  select * into going from company where id = company_in for update;
  if going.id is null then return false; end if;
  if going.status <> 'deactivated' or not exists (select 1 from due_deletions() d where d = company_in) then return false; end if;
  update company_deletion set started_at = coalesce(started_at, now()) where company_id = company_in;
  insert into gateway_tombstone (company_id, oui, product_class, serial_number, tenant_name, tenant_code)
  select op, d.oui, d.product_class, d.serial_number, going.name, going.code from device d
  where d.company_id = company_in and d.state = 'claimed' and d.driver = 'cwmp' and d.serial_number <> ''
  on conflict do nothing;
  for target in
    select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'company_id'
      and not a.attisdropped and c.relname not in ('company_deletion', 'company_ancestor')
    order by c.oid desc
  loop
    begin
      execute format('delete from %s where ctid = any (array(select ctid from %1$s where company_id = $1 limit $2))', target.name)
        using company_in, most;
      get diagnostics part = row_count;
      gone := gone + part;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  if gone > 0 then
    update company_deletion set removed_rows = removed_rows + gone where company_id = company_in;
    return true;
  end if;
  for homeless in select id, user_name from person where home_company_id = company_in for update loop
    begin
      if exists (select 1 from member where person_id = homeless.id) then
        update person set home_company_id = null where id = homeless.id;
        perform graphile_worker.add_job('account.freed', json_build_object('personId', homeless.id::text,
          'companyName', going.name, 'signInName', homeless.user_name || '@' || going.code), max_attempts := 10);
      else
        delete from session where person_id = homeless.id;
        delete from person where id = homeless.id;
      end if;
    exception when foreign_key_violation then
      -- The person is still referenced: the account ends and its addresses become free.
      update person set home_company_id = null, user_name = 'gone-' || id, disabled_at = now(), email = null,
        email_verified_at = null, phone = null, phone_verified_at = null, password_hash = '' where id = homeless.id;
    end;
  end loop;
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  select at.id, 'company.deleted', 'company', company_in::text,
    jsonb_build_object('name', going.name, 'code', going.code, 'removedRows', d.removed_rows, 'requestedBy', d.requested_by)
  from company at, company_deletion d where at.id in (op, going.parent_id) and d.company_id = company_in;
  insert into live_event (company_id, kind, subject_id) values (going.parent_id, 'company.changed', company_in);
  delete from company where id = company_in;
  return false;
end $$;

/**
 * Where to inform a person how they now sign in, and in which language: that of a company in which they are
 * active.
 */
create or replace function freed_account(person_in bigint) returns table (phone text, email text, language text)
  language sql stable security definer set search_path = public as $$
  select case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end, coalesce(p.language, c.language, platform_language())
  from person p left join company c on c.id = company_of_account(p.id)
  where p.id = person_in and p.home_company_id is null and p.disabled_at is null $$;

grant execute on function add_export_piece, begin_export_part, delete_company_portion, due_deletions, export_parts,
  export_rows, finish_export_part, freed_account, missing_export_parts, note_export, warn_of_ends to {{login}};
grant execute on function cancel_deletion, export_piece, find_deletion, may_take_export, request_deletion, retry_export
  to {{company}}, {{tree}}, {{platform}};
