-- Tenants, whole: what a search finds in their tree, an import with packages and administrators, an export in pieces, the
-- accounts that a deleted tenant made, what new people inherit.

-- ─── The tree ────────────────────────────────────────────────────────────────────────────────────────────────

/** The companies between these and a root, neither counted: what a tree opens to show them. */
create function tenants_above(companies_in bigint[], root_in bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select distinct up.ancestor_id
  from company_ancestor up
  join company_ancestor below on below.company_id = up.ancestor_id and below.ancestor_id = root_in and below.depth > 0
  where up.company_id = any (companies_in) and up.depth > 0 and manages(up.ancestor_id) $$;

-- ─── Import ──────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * As in 0011. Beyond that, nobody is written to by more than ten tenants a day: who makes tenants must not be able to make
 * this installation write to one address as often as they like.
 */
create or replace function invite_administrator(
  company_in bigint, name_in text, phone_in text, email_in text, ticket_in bytea, actor_in text, request_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  made bigint;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  -- An administrator says who may enter: where the tenant has, nobody from above makes one of themselves.
  if exists (select from acting_consent where company_id = company_in) then
    raise exception 'acting.only_at_home' using errcode = 'NW001';
  end if;
  if (select coalesce(sum(i.sends), 0) from invitation i where i.company_id = company_in
        and i.sent_at > now() - interval '1 day') >= 20
    or (select coalesce(sum(i.sends), 0) from invitation i where i.sent_at > now() - interval '1 day'
        and (i.phone = phone_in or lower(i.email) = lower(email_in))) >= 10 then
    raise exception 'request.too_many' using errcode = 'NW001';
  end if;
  if exists (select 1 from member m where m.company_id = company_in and m.person_id = person_with(phone_in, email_in)) then
    raise exception 'invitation.already_member' using errcode = 'NW001';
  end if;
  delete from invitation i where i.company_id = company_in and i.accepted_at is null and i.revoked_at is null
    and i.expires_at <= now() and (i.phone = phone_in or lower(i.email) = lower(email_in));
  insert into invitation (company_id, display_name, phone, email, roles, ticket_hash, invited_by)
  values (company_in, name_in, phone_in, email_in, array['administrator'], ticket_in, actor_in)
  on conflict do nothing returning id into made;
  if made is null then raise exception 'invitation.already_open' using errcode = 'NW001'; end if;
  perform audit_company(company_in, 'company.administrator_invited', actor_in, jsonb_build_object('displayName', name_in),
    request_in);
  insert into live_event (company_id, kind, subject_id) values (company_in, 'invitation.changed', made);
  return made;
end $$;
create index invitation_sent_phone on invitation (phone, sent_at) where phone is not null;
create index invitation_sent_email on invitation (lower(email), sent_at) where email is not null;

drop function import_tenants(jsonb, text, text);
/**
 * Creates many, each row by itself, with its package and the invitation of its administrator where it names them; answers
 * the rows that were refused, in which step, and why. The caller undoes all when there are any.
 * A row: {row, parentCode, kind, standing, contractEndsAt, fields, package, administrator}; `package` is the code or a name
 * of one on sale, `administrator` {displayName, phone, email, ticketHash}.
 */
create function import_tenants(rows_in jsonb, actor_in text, request_in text)
  returns table (row_number int, step text, problem text, company_id bigint, prefix text, language text)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  r jsonb;
  parent bigint;
  wanted bigint;
  who jsonb;
begin
  for r in select value from jsonb_array_elements(rows_in) loop
    row_number := (r->>'row')::int;
    problem := null;
    company_id := null;
    step := 'tenant';
    begin
      select c.id into parent from company c join company_ancestor a on a.company_id = c.id
        where a.ancestor_id = scope_root() and whole_company() and case when r->>'parentCode' = '' then c.id = scope_root()
          else c.code = r->>'parentCode' end;
      if parent is null then raise exception 'company.not_found' using errcode = 'NW001'; end if;
      company_id := create_tenant(parent, r->>'kind', r->>'standing', (r->>'contractEndsAt')::timestamptz, r->'fields',
        actor_in, request_in);
      if r->>'package' is not null then
        step := 'package';
        select p.id into wanted from package p join package_version v on v.package_id = p.id and v.version = p.version
          where p.retired_at is null and lower(r->>'package') in (p.code, lower(v.name_zh), lower(v.name_en))
          order by lower(r->>'package') <> p.code, p.id limit 1;
        if wanted is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
        perform assign_package(company_id, wanted, actor_in);
      end if;
      who := r->'administrator';
      if jsonb_typeof(who) = 'object' then
        step := 'administrator';
        perform invite_administrator(company_id, who->>'displayName', who->>'phone', who->>'email',
          decode(who->>'ticketHash', 'hex'), actor_in, request_in);
      end if;
      select coalesce(c.prefix, ''), c.language into prefix, language from company c where c.id = company_id;
    exception when sqlstate 'NW001' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- ─── Domains ─────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * As in 0011. A host name below one that another tenant has is that tenant's to hand out, and nobody takes one above it:
 * the same people would be led to another's sign-in page.
 */
create or replace function tenant_taken(company_in bigint, code_in text, prefix_in text, domain_in text) returns text
  language sql stable security definer set search_path = public as $$
  with parts as (
    select string_to_array(nullif(domain_in, ''), '.') as labels),
  above as (
    select array_to_string(labels[n:], '.') as domain from parts, generate_series(1, cardinality(labels) - 1) n)
  select case when exists (select 1 from company where code = code_in and id is distinct from company_in) then 'code'
    when exists (select 1 from company where prefix = nullif(prefix_in, '') and id is distinct from company_in) then 'prefix'
    when exists (select 1 from company c join above a on a.domain = c.domain where c.id is distinct from company_in)
      or exists (select 1 from company c where reverse(c.domain) like reverse('.' || nullif(domain_in, '')) || '%'
        and c.id is distinct from company_in) then 'domain'
    end $$;
create index company_domain_below on company (reverse(domain) text_pattern_ops) where domain is not null;

-- ─── Export ──────────────────────────────────────────────────────────────────────────────────────────────────

alter table company_export_part
  -- Of a job that is on it, or was stopped at it: nobody gets a part before it is whole.
  add column finished boolean not null default false,
  -- False where a part was cut at the size that one file may have.
  add column complete boolean not null default true;
update company_export_part set finished = true;

create or replace function missing_export_parts(company_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  select e.part from export_parts() e (part)
  where not exists (
    select 1 from company_export_part p where p.company_id = company_in and p.part = e.part and p.finished) $$;

drop function keep_export_part(bigint, text, int, text, bytea);

/**
 * Begins a part, once, in the place of one that was stopped half-way; the id of its file. Null when the deletion was called
 * back or the part is there. `name_in` is the server's own.
 */
create function begin_export_part(company_in bigint, part_in text, name_in text) returns bigint
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

/** Adds a piece; false when another worker has begun the part anew, or the deletion was called back. */
create function add_export_piece(company_in bigint, file_in bigint, position_in int, content_in bytea) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from company_export_part where company_id = company_in and file_id = file_in and not finished for update;
  if not found then return false; end if;
  insert into file_chunk (company_id, file_id, position, data) values (company_in, file_in, position_in, content_in);
  return true;
end $$;

create function finish_export_part(
  company_in bigint, file_in bigint, rows_in int, size_in int, sha256_in bytea, complete_in boolean
) returns boolean language plpgsql security definer set search_path = public as $$
begin
  update company_export_part set finished = true, rows = rows_in, complete = complete_in
  where company_id = company_in and file_id = file_in and not finished;
  if not found then return false; end if;
  update file set size = size_in, sha256 = sha256_in where company_id = company_in and id = file_in;
  return true;
end $$;

drop function find_deletion(bigint);
create function find_deletion(company_in bigint) returns table (
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

/**
 * Who may take an export along: whoever manages the tenant, but where the tenant has said who enters, the platform alone.
 * Else an MSP that it keeps out would read all of it by deactivating it and asking for its deletion.
 */
create function may_take_export(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select manages(company_in) and (exists (select 1 from company where id = scope_root() and kind = 'op')
    or not exists (select 1 from acting_consent where company_id = company_in)) $$;

drop function export_chunks(bigint, text);
/** One piece of a part of an export. */
create function export_piece(company_in bigint, part_in text, position_in int) returns bytea
  language sql stable security definer set search_path = public as $$
  select k.data from company_export_part p
  join file_chunk k on k.company_id = p.company_id and k.file_id = p.file_id and k.position = position_in
  where p.company_id = company_in and p.part = part_in and p.finished and may_take_export(company_in) $$;

/**
 * Some rows of a part, in the order of their ids; nothing that is sealed, hashed or a secret. What members have proved as
 * theirs is masked, as whoever manages the tenant sees it there.
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

-- ─── Accounts that a deleted tenant made ─────────────────────────────────────────────────────────────────────

-- Null: the account is its person's own. Its user name is nobody's then, and opens nothing: the person signs in by an
-- address that is theirs.
alter table person alter column home_company_id drop not null;
alter table person
  -- Of the company that made the account, until the person chooses; null for accounts from before: as their browser has it.
  add column language text check (language in ('zh', 'en')),
  add column time_zone text;

/**
 * In whose log, and under whose prefix, something about an account stands: the company that made it, else one in which
 * its person is active. It gives that company nothing.
 */
create function company_of_account(person_in bigint) returns bigint
  language sql stable security definer set search_path = public as $$
  select coalesce(p.home_company_id, (
    select m.company_id from member m join company c on c.id = m.company_id where m.person_id = p.id
    order by (m.status = 'enabled' and c.status = 'active') desc, m.company_id limit 1))
  from person p where p.id = person_in $$;

create or replace function contacts_of(person_in bigint)
  returns table (phone text, email text, names text[], company_id bigint, display_name text, prefix text)
  language sql stable security definer set search_path = public as $$
  select case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end,
    array_remove(array[p.user_name, p.display_name, c.name, c.code], null), c.id, p.display_name, coalesce(c.prefix, '')
  from person p left join company c on c.id = company_of_account(p.id) where p.id = person_in $$;

create or replace function note_failed_sign_in(
  company_in bigint, person_in bigint, name_in text, detail_in jsonb, request_in text
) returns void language sql security definer set search_path = public as $$
  select note_refusal(coalesce(company_in, company_of_account(person_in)), person_in,
    coalesce(name_in, (select display_name from person where id = person_in), ''), 'sign_in.failed', detail_in, request_in) $$;

/** What a person signs in as: the user name where a company keeps it unique, else an address that is theirs. */
create function sign_in_name(p person) returns text language sql immutable as $$
  select case when p.home_company_id is not null then p.user_name
    else coalesce(case when p.email_verified_at is not null then p.email end,
                  case when p.phone_verified_at is not null then p.phone end, '') end $$;

create or replace function my_account() returns table (user_name text, display_name text)
  language sql stable security definer set search_path = public as $$
  select sign_in_name(p), p.display_name from person p where p.id = scope_person() $$;

create or replace function own_account() returns table (
  user_name text, display_name text, phone text, email text, password_changed_at timestamptz, totp boolean,
  recovery_codes_left int
) language sql stable security definer set search_path = public as $$
  select sign_in_name(p), p.display_name, case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end, p.password_changed_at,
    exists (select 1 from person_totp f where f.person_id = p.id and f.confirmed_at is not null),
    (select count(*)::int from person_recovery_code r where r.person_id = p.id and r.spent_at is null)
  from person p where p.id = scope_person() $$;

/** As in 0012; an account that is its person's own stays with them. */
create or replace function remove_member(member_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  m record;
begin
  perform lock_organisation();
  select k.*, p.home_company_id into m from member k join person p on p.id = k.person_id
    where k.company_id = scope_company() and k.id = member_in and sees_department(k.department_id) for update of k;
  if m.id is null then raise exception 'member.not_found' using errcode = 'NW001'; end if;
  if m.person_id = scope_person() then raise exception 'member.oneself' using errcode = 'NW001'; end if;
  if is_last_administrator(m.id) then raise exception 'member.last_administrator' using errcode = 'NW001'; end if;
  delete from member k where k.company_id = m.company_id and k.id = m.id;
  delete from org_node n where n.company_id = m.company_id and n.id = m.os_id and n.type in (1, 2);
  -- A membership that is being made elsewhere waits for this, or this for it.
  perform 1 from person p where p.id = m.person_id for update;
  if m.home_company_id is distinct from m.company_id or exists (select 1 from member k where k.person_id = m.person_id) then
    perform end_useless_sessions(m.person_id);
    return;
  end if;
  delete from session s where s.person_id = m.person_id;
  delete from person p where p.id = m.person_id;
end $$;

/** Where a person is told how they sign in now, and in which language: that of a company in which they are active. */
create function freed_account(person_in bigint) returns table (phone text, email text, language text)
  language sql stable security definer set search_path = public as $$
  select case when p.phone_verified_at is not null then p.phone end,
    case when p.email_verified_at is not null then p.email end, coalesce(p.language, c.language, platform_language())
  from person p left join company c on c.id = company_of_account(p.id)
  where p.id = person_in and p.home_company_id is null and p.disabled_at is null $$;

/**
 * As in 0011, but for the accounts that the company made: of people who are members elsewhere they become their own, and a
 * job tells each how they sign in from now on. No other company gets what this one had.
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
      -- Something still names the person: the account ends, and its addresses are free.
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

-- ─── What new people inherit ─────────────────────────────────────────────────────────────────────────────────

create function person_inherits() returns trigger language plpgsql set search_path = public as $$
begin
  select coalesce(new.language, c.language), coalesce(new.time_zone, c.time_zone) into new.language, new.time_zone
  from company c where c.id = new.home_company_id;
  return new;
end $$;
create trigger person_inherits before insert on person for each row when (new.home_company_id is not null)
  execute function person_inherits();

/** In which language and time zone the person of this transaction works: null where nothing says. */
create function my_habits() returns table (language text, time_zone text)
  language sql stable security definer set search_path = public as $$
  select p.language, p.time_zone from person p where p.id = scope_person() $$;

/** Keeps what the person of this transaction has chosen; what is null stays. */
create function choose_habits(language_in text, time_zone_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update person set language = coalesce(language_in, language), time_zone = coalesce(time_zone_in, time_zone)
  where id = scope_person();
end $$;

/** In which language a member is written to: their own, else their company's. */
create function language_of_member(member_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select coalesce(p.language, c.language) from member m
  join person p on p.id = m.person_id join company c on c.id = m.company_id
  where m.company_id = scope_company() and m.id = member_in $$;

grant execute on function begin_export_part, add_export_piece, finish_export_part, freed_account to {{login}};
grant execute on function
  tenants_above, import_tenants, find_deletion, may_take_export, export_piece, my_habits, choose_habits, language_of_member
  to {{company}}, {{tree}}, {{platform}};
