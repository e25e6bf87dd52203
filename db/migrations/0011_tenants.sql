-- Tenants: what a company is beside its name, its states with their reasons and ends, notices, and its end.

-- ─── What a company is ───────────────────────────────────────────────────────────────────────────────────────

alter table company
  add column abbreviation text not null default '',
  -- In lower case: whose sign-in page a host name shows. It opens nothing.
  add column domain text unique check (domain = lower(domain)),
  add column delivery text not null default 'saas' check (delivery in ('saas', 'self_hosted')),
  add column contact_person text not null default '',
  add column contact_phone text not null default '',
  add column contact_mail text not null default '',
  add column contact_note text not null default '',
  -- Of its mails, and of people who have not chosen one.
  add column language text not null default 'zh' check (language in ('zh', 'en')),
  add column contract_ends_at timestamptz,
  -- Why it is in the state that it is in, as whoever moved it there said.
  add column state_reason text not null default '',
  add column state_changed_at timestamptz not null default now(),
  -- Which warnings of its end have gone out: 1 the early one, 2 the last one.
  add column end_warned smallint not null default 0,
  -- A host name leads to the sign-in page of the prefix.
  add constraint company_domain_prefix check (domain is null or prefix is not null);
alter table company
  add column expires_at timestamptz generated always as
    (case standing when 'trial' then trial_ends_at else contract_ends_at end) stored,
  add column search text generated always as
    (' ' || search_text(name || ' ' || code || ' ' || abbreviation || ' ' || coalesce(domain, ''))) stored;

create index company_search on company using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index company_created on company (created_at, id);
create index company_status on company (status, name, id);
create index company_expires on company (expires_at, id);
-- Below one company in the order of names: a level of the tree.
create index company_children on company (parent_id, name, id);
create index company_children_code on company (parent_id, code, id);
create index company_children_created on company (parent_id, created_at, id);
create index company_children_expires on company (parent_id, expires_at, id);
create index company_children_status on company (parent_id, status, name, id);
drop index company_trial_end;
create index company_end on company (expires_at) where status = 'active' and expires_at is not null;
create index member_role_administrators on member_role (company_id, member_id) where built_in = 'administrator';
create index audit_log_company_moves on audit_log (company_id, subject_id, id desc) where subject_kind = 'company';

create or replace function company_trial() returns trigger language plpgsql set search_path = public as $$
begin
  if new.standing <> 'trial' then
    new.trial_ends_at := null;
  else
    new.trial_ends_at := coalesce(new.trial_ends_at, now() + interval '15 days');
    new.contract_ends_at := null;
  end if;
  -- Another end is warned of anew.
  if tg_op = 'UPDATE' and (new.trial_ends_at, new.contract_ends_at) is distinct from (old.trial_ends_at, old.contract_ends_at)
  then
    new.end_warned := 0;
  end if;
  return new;
end $$;
drop trigger company_trial on company;
create trigger company_trial before insert or update of standing, trial_ends_at, contract_ends_at on company
  for each row execute function company_trial();

-- ─── Notices to administrators ───────────────────────────────────────────────────────────────────────────────

/**
 * The verified mail addresses of those who administer a company, with the language that it is written to in. Within a
 * request: of the company acted in and of those below alone.
 */
create function administrator_addresses(company_in bigint) returns table (email text, language text)
  language sql stable security definer set search_path = public as $$
  select distinct on (lower(p.email)) p.email, c.language
  from company c
  join member_role r on r.company_id = c.id
    and r.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end
  join member m on m.company_id = r.company_id and m.id = r.member_id and m.status = 'enabled'
  join person p on p.id = m.person_id and p.email_verified_at is not null and p.disabled_at is null
  where c.id = company_in and (scope_root() is null
    or exists (select 1 from company_ancestor a where a.company_id = c.id and a.ancestor_id = scope_root()))
  order by lower(p.email) $$;

/** What a notice says of a company. */
create function notice_facts(company_in bigint) returns table (name text, language text, time_zone text)
  language sql stable security definer set search_path = public as $$
  select name, language, time_zone from company where id = company_in $$;

/** Queues a notice to the administrators of a company, with what it tells about. For definer functions alone. */
create function enqueue_notice(company_in bigint, notice_in text, params_in jsonb) returns void
  language plpgsql set search_path = public as $$
begin
  perform graphile_worker.add_job('company.notice',
    (params_in || jsonb_build_object('companyId', company_in::text, 'notice', notice_in))::json, max_attempts := 10);
end $$;

-- ─── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Below the scope's root, and not the root itself: what the company acted in may manage. */
create function manages(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from company_ancestor a
    where a.company_id = company_in and a.ancestor_id = scope_root() and a.depth > 0)
    and whole_company() $$;

/** An act upon a company stands in its own log, and in that of the company out of which it was done. */
create function audit_company(
  company_in bigint, action_in text, actor_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  home bigint := coalesce(nullif(current_setting('netward.home_id', true), '')::bigint, scope_company());
begin
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select at.id, action_in, scope_person(), actor_in, other.id, other.name, 'company', company_in::text, detail_in, request_in
  from company at
  left join company other on other.id = case at.id when company_in then home else company_in end and other.id <> at.id
  where at.id in (company_in, home)
    and (at.id = home or exists (select 1 from company_ancestor a where a.company_id = at.id and a.ancestor_id = scope_root()));
end $$;

-- A deletion that was asked for: its countdown, and the export that comes before it.
create table company_deletion (
  company_id bigint primary key references company on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  requested_by text not null,
  reason text not null,
  abandon_gateways boolean not null,
  export_state text not null default 'waiting' check (export_state in ('waiting', 'running', 'done', 'failed')),
  export_done int not null default 0,
  export_total int not null default 0,
  -- From here on it cannot be called back.
  started_at timestamptz,
  removed_rows bigint not null default 0
);
create index company_deletion_due on company_deletion (due_at);
select netward_protect('company_deletion', 'company_id', 'select');

create table company_export_part (
  company_id bigint not null references company_deletion on delete cascade,
  part text not null,
  file_id bigint not null,
  rows int not null,
  primary key (company_id, part),
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index company_export_part_file on company_export_part (company_id, file_id);
select netward_protect('company_export_part', 'company_id', 'select');

/** A tenant that may be managed, locked: of two who move it, the second sees what the first has done. */
create function lock_tenant(company_in bigint) returns table (
  id bigint, kind text, name text, code text, status text, frozen_because text, standing text, trial_ends_at timestamptz,
  contract_ends_at timestamptz, deletion_due_at timestamptz, deletion_started boolean, has_children boolean, gateways int
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  perform 1 from company c where c.id = company_in for update;
  return query
    select c.id, c.kind, c.name, c.code, c.status, c.frozen_because, c.standing, c.trial_ends_at, c.contract_ends_at,
      d.due_at, d.started_at is not null, exists (select 1 from company below where below.parent_id = c.id),
      (select count(*)::int from (select 1 from device g where g.company_id = c.id and g.state = 'claimed' limit 100000) held)
    from company c left join company_deletion d on d.company_id = c.id where c.id = company_in;
end $$;

/** Writes a move that the table of moves allows, with its audit entries, its notice and the news for screens. */
create function move_tenant(
  company_in bigint, move_in text, status_in text, because_in text, standing_in text, trial_ends_in timestamptz,
  contract_ends_in timestamptz, reason_in text, actor_in text, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  before company;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  select * into before from company where id = company_in for update;
  update company set status = status_in, frozen_because = because_in, standing = standing_in,
    trial_ends_at = trial_ends_in, contract_ends_at = contract_ends_in, state_reason = reason_in, state_changed_at = now()
  where id = company_in;
  perform audit_company(company_in, 'company.' || move_in, actor_in, jsonb_strip_nulls(jsonb_build_object(
    'name', before.name, 'reason', nullif(reason_in, ''),
    'before', jsonb_build_object('status', before.status, 'because', before.frozen_because, 'standing', before.standing,
      'endsAt', before.expires_at),
    'after', (select jsonb_build_object('status', c.status, 'because', c.frozen_because, 'standing', c.standing,
      'endsAt', c.expires_at) from company c where c.id = company_in))), request_in);
  perform enqueue_notice(company_in, move_in, jsonb_build_object('reason', reason_in,
    'until', (select expires_at from company where id = company_in)));
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
end $$;

/** Freezes the companies whose trial or contract is over, a portion at a time. Answers how many. */
create or replace function freeze_ended_trials(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  ended record;
  n int := 0;
begin
  for ended in
    select id, standing, expires_at from company
    where status = 'active' and expires_at < now() and kind <> 'op'
    order by expires_at limit most for update skip locked
  loop
    update company set status = 'frozen', frozen_because = 'ended', state_reason = '', state_changed_at = now()
    where id = ended.id;
    insert into audit_log (company_id, action, subject_kind, subject_id, detail)
    values (ended.id, 'company.frozen', 'company', ended.id::text,
      jsonb_build_object('because', 'ended', 'standing', ended.standing, 'endsAt', ended.expires_at));
    insert into live_event (company_id, kind, subject_id) values (ended.id, 'company.changed', ended.id);
    perform enqueue_notice(ended.id, 'ended', jsonb_build_object('until', ended.expires_at));
    n := n + 1;
  end loop;
  return n;
end $$;

/**
 * Warns of ends that come near, each warning once: a trial on days 10 and 14 of its 15 (five days and one day before its
 * end), a contract 30 and 7 days before. Answers how many were warned.
 */
create function warn_of_ends(most int) returns int
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

-- ─── Create, edit ────────────────────────────────────────────────────────────────────────────────────────────

/** What of a company is written by hand; a property that is not given stays. For definer functions alone. */
create function write_tenant(company_in bigint, given jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  violated text;
begin
  update company c set
    name = coalesce(given->>'name', c.name), code = coalesce(given->>'code', c.code),
    abbreviation = coalesce(given->>'abbreviation', c.abbreviation),
    domain = case when given ? 'domain' then nullif(given->>'domain', '') else c.domain end,
    prefix = case when given ? 'prefix' then nullif(given->>'prefix', '') else c.prefix end,
    delivery = coalesce(given->>'delivery', c.delivery),
    contact_person = coalesce(given->>'contactPerson', c.contact_person),
    contact_phone = coalesce(given->>'contactPhone', c.contact_phone),
    contact_mail = coalesce(given->>'contactMail', c.contact_mail),
    contact_note = coalesce(given->>'contactNote', c.contact_note),
    language = coalesce(given->>'language', c.language), time_zone = coalesce(given->>'timeZone', c.time_zone)
  where c.id = company_in;
  update org_node n set name = given->>'name'
  where given ? 'name' and n.company_id = company_in and n.parent_id is null and n.name <> given->>'name';
exception
when check_violation then
  raise exception 'company.domain_needs_prefix' using errcode = 'NW001';
when unique_violation then
  get stacked diagnostics violated = constraint_name;
  raise exception '%', case violated when 'company_prefix_key' then 'company.prefix_taken'
    when 'company_domain_key' then 'company.domain_taken' else 'company.code_taken' end using errcode = 'NW001';
end $$;

/** Which of these another company has already: the field, or null. `company_in` is the one that asks, null for a new one. */
create function tenant_taken(company_in bigint, code_in text, prefix_in text, domain_in text) returns text
  language sql stable security definer set search_path = public as $$
  select case when exists (select 1 from company where code = code_in and id is distinct from company_in) then 'code'
    when exists (select 1 from company where prefix = nullif(prefix_in, '') and id is distinct from company_in) then 'prefix'
    when exists (select 1 from company where domain = nullif(domain_in, '') and id is distinct from company_in) then 'domain'
    end $$;

/** What of a tenant an edit may change, as it is. */
create function tenant_fields(company_in bigint) returns jsonb
  language sql stable security definer set search_path = public as $$
  select jsonb_build_object('name', c.name, 'code', c.code, 'abbreviation', c.abbreviation, 'domain', coalesce(c.domain, ''),
    'prefix', coalesce(c.prefix, ''), 'delivery', c.delivery, 'contactPerson', c.contact_person,
    'contactPhone', c.contact_phone, 'contactMail', c.contact_mail, 'contactNote', c.contact_note,
    'language', c.language, 'timeZone', c.time_zone)
  from company c where c.id = company_in and manages(c.id) $$;

/** Creates a tenant below a company that the scope may manage, or below its root. */
create function create_tenant(
  parent_in bigint, kind_in text, standing_in text, contract_ends_in timestamptz, given jsonb, actor_in text, request_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  parent company;
  made bigint;
begin
  select c.* into parent from company c join company_ancestor a on a.company_id = c.id
    where c.id = parent_in and a.ancestor_id = scope_root() and whole_company() for share of c;
  if parent.id is null then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  if parent.kind = 'company' or parent.status = 'deactivated' then
    raise exception 'company.parent_cannot_hold' using errcode = 'NW001';
  end if;
  begin
    insert into company (parent_id, kind, name, code, standing, contract_ends_at)
    values (parent_in, kind_in, given->>'name', given->>'code', standing_in, contract_ends_in) returning id into made;
  exception when unique_violation then
    raise exception 'company.code_taken' using errcode = 'NW001';
  end;
  insert into org_node (company_id, type, name)
  values (made, case kind_in when 'middleman' then 8 else 16 end, given->>'name');
  perform write_tenant(made, given);
  perform audit_company(made, 'company.created', actor_in,
    jsonb_build_object('name', given->>'name', 'code', given->>'code', 'kind', kind_in, 'standing', standing_in,
      'parentId', parent_in::text), request_in);
  insert into live_event (company_id, kind, subject_id) values (made, 'company.changed', made);
  return made;
end $$;

/** Changes what is given; answers what was different before and after. */
create function edit_tenant(company_in bigint, given jsonb, actor_in text, request_in text) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  was jsonb;
  is_now jsonb;
  changed jsonb;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  perform 1 from company where id = company_in for update;
  was := tenant_fields(company_in);
  perform write_tenant(company_in, given);
  is_now := tenant_fields(company_in);
  select jsonb_build_object('name', is_now->>'name', 'before', coalesce(jsonb_object_agg(b.key, b.value), '{}'),
                            'after', coalesce(jsonb_object_agg(b.key, is_now->b.key), '{}'))
    into changed from jsonb_each(was) b where is_now->b.key <> b.value;
  if changed->'before' <> '{}' then
    perform audit_company(company_in, 'company.edited', actor_in, changed, request_in);
    insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
  end if;
  return changed;
end $$;

/**
 * Creates many, each row by itself; answers the rows that were refused, and why. The caller undoes all when there are
 * any. A row: {row, parentCode, kind, standing, contractEndsAt, fields}.
 */
create function import_tenants(rows_in jsonb, actor_in text, request_in text)
  returns table (row_number int, problem text, company_id bigint)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  r jsonb;
  parent bigint;
begin
  for r in select value from jsonb_array_elements(rows_in) loop
    row_number := (r->>'row')::int;
    problem := null;
    company_id := null;
    begin
      select c.id into parent from company c join company_ancestor a on a.company_id = c.id
        where a.ancestor_id = scope_root() and whole_company() and case when r->>'parentCode' = '' then c.id = scope_root()
          else c.code = r->>'parentCode' end;
      if parent is null then raise exception 'company.not_found' using errcode = 'NW001'; end if;
      company_id := create_tenant(parent, r->>'kind', r->>'standing', (r->>'contractEndsAt')::timestamptz, r->'fields',
        actor_in, request_in);
    exception when sqlstate 'NW001' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end $$;

/**
 * An invitation to administer a tenant, by whoever manages it. An address belongs to a new account or to one that is
 * there: its holder says which by accepting. Null when one to the address is open.
 */
create function invite_administrator(
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
        and i.sent_at > now() - interval '1 day') >= 20 then
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

/** Gives a tenant a logo (null: none); an earlier one goes. */
create function set_tenant_logo(
  company_in bigint, name_in text, type_in text, content_in bytea, actor_in text, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  made bigint;
  earlier bigint;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  perform 1 from company where id = company_in for update;
  select file_id into earlier from company_logo where company_id = company_in;
  if name_in is not null then
    if exists (select 1 from file where company_id = company_in and id = earlier and name = name_in) then return; end if;
    insert into file (company_id, name, media_type, size, sha256, created_by)
    values (company_in, name_in, type_in, length(content_in), sha256(content_in), scope_person())
    on conflict (company_id, name) do update set media_type = excluded.media_type returning id into made;
    insert into file_chunk (company_id, file_id, position, data)
    select company_in, made, n, substr(content_in, n * 262144 + 1, 262144)
    from generate_series(0, (length(content_in) - 1) / 262144) n on conflict do nothing;
    insert into company_logo (company_id, file_id) values (company_in, made)
    on conflict (company_id) do update set file_id = excluded.file_id;
  end if;
  if earlier is null and name_in is null then return; end if;
  delete from file where company_id = company_in and id = earlier;
  perform audit_company(company_in, 'company.logo_changed', actor_in, '{}', request_in);
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
end $$;

/** Whose sign-in page a host name shows. A host name is a claim: it opens nothing. */
create function prefix_of_host(host_in text) returns text
  language sql stable security definer set search_path = public as $$
  select prefix from company where domain = lower(host_in) and status = 'active' $$;

-- ─── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The companies that those of a list stand directly below: the MSPs at or below the scope's root, narrowed by the filter.
 * Null: all there are, which is the platform's list. An MSP has thousands of customers and few MSPs below it, so that a
 * list is merged from the orders that an index keeps below each of them.
 */
create function tenant_parents(filter jsonb) returns bigint[]
  language plpgsql stable set search_path = public as $$
declare
  root constant bigint := scope_root();
begin
  if not whole_company() then return '{}'; end if;
  if not filter ? 'parentId' and not filter ? 'under' and exists (select 1 from company where id = root and kind = 'op') then
    return null;
  end if;
  return array(select b.msp_id from msp_below b where b.ancestor_id = root
    and (not filter ? 'parentId' or b.msp_id = (filter->>'parentId')::bigint)
    and (not filter ? 'under'
      or exists (select 1 from msp_below u where u.ancestor_id = (filter->>'under')::bigint and u.msp_id = b.msp_id)));
end $$;

/** The conditions of a list of tenants, as SQL: every value is a quoted literal. For definer functions alone. */
create function tenant_conditions(filter jsonb) returns text
  language plpgsql stable set search_path = public as $$
declare
  conditions text := 'c.kind <> ''op''';
  field record;
  term text := search_text(btrim(coalesce(filter->>'search', '')));
begin
  for field in select key, array(select jsonb_array_elements_text(value)) as given from jsonb_each(filter)
    where jsonb_typeof(value) = 'array' and key in ('kind', 'standing', 'status', 'delivery')
  loop
    conditions := conditions || format(' and c.%I = any (%L::text[])', field.key, field.given);
  end loop;
  if filter ? 'ids' then
    conditions := conditions || format(' and c.id = any (%L::bigint[])', array(select jsonb_array_elements_text(filter->'ids')));
  end if;
  if term <> '' then
    conditions := conditions || format(' and c.search like %L', '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  if filter ? 'packageId' then
    conditions := conditions || format(
      ' and exists (select 1 from company_package k where k.company_id = c.id and k.package_id = %L::bigint)',
      filter->>'packageId');
  end if;
  conditions := conditions || case filter->>'expiring'
    when 'expired' then ' and c.expires_at < now()'
    when '7' then ' and c.expires_at >= now() and c.expires_at < now() + interval ''7 days'''
    when '30' then ' and c.expires_at >= now() and c.expires_at < now() + interval ''30 days'''
    when 'never' then ' and c.expires_at is null'
    else '' end;
  return conditions;
end $$;

/** Tenants below the scope's root, with what a list shows of each. */
create function page_tenants(filter jsonb, order_in text, descending boolean, limit_in int, offset_in int) returns table (
  id bigint, name text, code text, abbreviation text, domain text, prefix text, kind text, standing text, status text,
  frozen_because text, delivery text, parent_id bigint, parent_name text, language text, time_zone text,
  contact_person text, contact_phone text, contact_mail text, contact_note text, state_reason text,
  state_changed_at timestamptz, expires_at timestamptz, created_at timestamptz, administrator text, administrators int,
  online int, offline int, unknown int, has_children boolean, logo text, deletion_due_at timestamptz,
  deletion_started boolean, package_id bigint, package_zh text, package_en text, usage jsonb
) language plpgsql stable security definer set search_path = public as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  ordered constant text := case order_in
    when 'code' then format('c.code %1$s, c.id %1$s', direction)
    when 'createdAt' then format('c.created_at %1$s, c.id %1$s', direction)
    when 'expiresAt' then format('c.expires_at %1$s, c.id %1$s', direction)
    when 'status' then format('c.status %1$s, c.name %1$s, c.id %1$s', direction)
    else format('c.name %1$s, c.id %1$s', direction) end;
  parents constant bigint[] := tenant_parents(filter);
  found text := format('select c.* from company c where %s', tenant_conditions(filter));
begin
  if parents is not null then
    found := found || format(' and c.parent_id = any (%L::bigint[])', parents);
    if not filter ? 'ids' and btrim(coalesce(filter->>'search', '')) = '' then
      found := format('select c.* from unnest(%L::bigint[]) m cross join lateral (
          select c.* from company c where c.parent_id = m and %s order by %s limit %s) c',
        parents, tenant_conditions(filter), ordered, limit_in + offset_in);
    end if;
  end if;
  found := found || format(' order by %s limit %s offset %s', ordered, limit_in, offset_in);
  return query execute format($query$
    with page as (
      select c.*, row_number() over () as nth from (%s) c)
    select c.id, c.name, c.code, c.abbreviation, c.domain, c.prefix, c.kind, c.standing, c.status, c.frozen_because,
      c.delivery, c.parent_id, up.name, c.language, c.time_zone, c.contact_person, c.contact_phone, c.contact_mail,
      c.contact_note, c.state_reason, c.state_changed_at, c.expires_at, c.created_at, who.name, coalesce(who.n, 0),
      tally.online, tally.offline, tally.unknown,
      -- By an index, whatever the planner thinks of how many stand below one.
      c.kind = 'middleman' and coalesce((select true from company b where b.parent_id = c.id order by b.name, b.id limit 1), false),
      f.name,
      d.due_at, d.started_at is not null, p.package_id, p.name_zh, p.name_en, coalesce(u.usage, '[]')
    from page c
    join company up on up.id = c.parent_id
    left join lateral (
      select (array_agg(m.display_name order by m.id))[1] as name, count(*)::int as n
      from member_role r join member m on m.company_id = r.company_id and m.id = r.member_id
      where r.company_id = c.id and r.built_in = 'administrator' and m.status = 'enabled') who on true
    left join lateral (
      select coalesce(sum(t.n) filter (where t.presence = 'online'), 0)::int as online,
        coalesce(sum(t.n) filter (where t.presence = 'offline'), 0)::int as offline,
        coalesce(sum(t.n) filter (where t.presence = 'unknown'), 0)::int as unknown
      from device_tally t where t.company_id = c.id) tally on true
    left join company_logo l on l.company_id = c.id
    left join file f on f.company_id = l.company_id and f.id = l.file_id
    left join company_deletion d on d.company_id = c.id
    left join company_packages(array(select page.id from page)) p on p.company_id = c.id
    left join (
      select q.company_id, jsonb_agg(jsonb_build_object('kind', q.kind, 'used', q.used, 'granted', q.granted) order by q.kind)
        as usage from company_usage(array(select page.id from page)) q group by q.company_id) u on u.company_id = c.id
    order by c.nth $query$, found);
end $$;

/** How many tenants a list finds, counted to one above the cap at most. */
create function count_tenants(filter jsonb, most int) returns int
  language plpgsql stable security definer set search_path = public as $$
declare
  parents constant bigint[] := tenant_parents(filter);
  n int;
begin
  execute format('select count(*)::int from (select 1 from company c where %s%s limit %s) found', tenant_conditions(filter),
    case when parents is null then '' else format(' and c.parent_id = any (%L::bigint[])', parents) end, most) into n;
  return n;
end $$;

/** What was done to a tenant, newest first: entries of its own log about itself. */
create function tenant_timeline(company_in bigint, limit_in int, offset_in int) returns table (
  id bigint, at timestamptz, action text, actor_name text, acting_company_name text, detail jsonb, total bigint
) language sql stable security definer set search_path = public as $$
  select l.id, l.at, l.action, l.actor_name, l.acting_company_name, l.detail, count(*) over ()
  from audit_log l
  where l.company_id = company_in and l.subject_kind = 'company' and l.subject_id = company_in::text and manages(company_in)
  order by l.id desc limit limit_in offset offset_in $$;

-- ─── Deletion ────────────────────────────────────────────────────────────────────────────────────────────────

-- Gateways of tenants that are gone: their identity is nobody's to claim until the platform lifts it.
create table gateway_tombstone (
  id bigint generated always as identity primary key,
  -- The OP, whose affair it is.
  company_id bigint not null references company on delete cascade,
  oui text not null,
  product_class text not null,
  serial_number text not null,
  tenant_name text not null,
  tenant_code text not null,
  at timestamptz not null default now(),
  unique (company_id, oui, product_class, serial_number),
  unique (company_id, id)
);
create index gateway_tombstone_page on gateway_tombstone (company_id, id desc);
create index gateway_tombstone_identity on gateway_tombstone (oui, product_class, serial_number);
select netward_protect('gateway_tombstone', 'company_id', 'select, delete');
create policy whole_company on gateway_tombstone as restrictive to {{company}} using ((select whole_company()));

/** An identity with a tombstone becomes nobody's device: to whoever tries, it is taken. */
create function device_refuse_tombstone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from gateway_tombstone t where t.oui = new.oui and t.product_class = new.product_class
      and t.serial_number = new.serial_number) then
    return null;
  end if;
  return new;
end $$;
create trigger device_refuse_tombstone before insert on device
  for each row when (new.driver = 'cwmp' and new.serial_number <> '') execute function device_refuse_tombstone();

/** Asks for a deletion; its countdown begins, and the export with it. */
create function request_deletion(
  company_in bigint, days_in int, abandon_in boolean, reason_in text, actor_in text, request_in text
) returns timestamptz language plpgsql security definer set search_path = public as $$
declare
  due timestamptz := now() + make_interval(days => days_in);
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  insert into company_deletion (company_id, due_at, requested_by, reason, abandon_gateways)
  values (company_in, due, actor_in, reason_in, abandon_in);
  perform audit_company(company_in, 'company.deletion_requested', actor_in,
    jsonb_build_object('name', (select name from company where id = company_in), 'reason', reason_in, 'dueAt', due), request_in);
  perform enqueue_notice(company_in, 'deletion', jsonb_build_object('reason', reason_in, 'until', due));
  perform graphile_worker.add_job('company.export', json_build_object('companyId', company_in::text),
    job_key := 'company.export:' || company_in, max_attempts := 10);
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
  return due;
end $$;

create function cancel_deletion(company_in bigint, actor_in text, request_in text) returns void
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

/** Begins an export anew that failed. */
create function retry_export(company_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  update company_deletion set export_state = 'waiting'
  where company_id = company_in and manages(company_in) and export_state = 'failed';
  if not found then raise exception 'company.move_not_allowed' using errcode = 'NW001'; end if;
  perform graphile_worker.add_job('company.export', json_build_object('companyId', company_in::text),
    job_key := 'company.export:' || company_in, max_attempts := 10);
end $$;

create function find_deletion(company_in bigint) returns table (
  requested_at timestamptz, due_at timestamptz, requested_by text, reason text, export_state text, export_done int,
  export_total int, started boolean, parts jsonb
) language sql stable security definer set search_path = public as $$
  select d.requested_at, d.due_at, d.requested_by, d.reason, d.export_state, d.export_done, d.export_total,
    d.started_at is not null,
    coalesce((select jsonb_agg(jsonb_build_object('part', p.part, 'rows', p.rows, 'bytes', f.size) order by p.part)
      from company_export_part p join file f on f.company_id = p.company_id and f.id = p.file_id
      where p.company_id = d.company_id), '[]')
  from company_deletion d where d.company_id = company_in and manages(company_in) $$;

/** The content of one part of an export, chunk by chunk. */
create function export_chunks(company_in bigint, part_in text) returns table (data bytea)
  language sql stable security definer set search_path = public as $$
  select k.data from company_export_part p
  join file_chunk k on k.company_id = p.company_id and k.file_id = p.file_id
  where p.company_id = company_in and p.part = part_in and manages(company_in)
  order by k.position $$;

/** What an export holds: the tables that a tenant would ask for, as far as this installation has them. */
create function export_parts() returns setof text
  language sql stable security definer set search_path = public as $$
  select part from unnest(array['company', 'org_node', 'member', 'role', 'outlet', 'internet_line', 'device',
    'device_timeline', 'application', 'licence', 'audit_log']) part
  where to_regclass('public.' || part) is not null $$;

/** Which parts an export still lacks: a job that begins again leaves the others. */
create function missing_export_parts(company_in bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  select e.part from export_parts() e (part)
  where not exists (select 1 from company_export_part p where p.company_id = company_in and p.part = e.part) $$;

/** Keeps a part of an export, once; nothing when the deletion was called back. `name_in` is the server's own. */
create function keep_export_part(company_in bigint, part_in text, rows_in int, name_in text, content_in bytea) returns void
  language plpgsql security definer set search_path = public as $$
declare
  made bigint;
begin
  perform 1 from company_deletion where company_id = company_in and started_at is null for update;
  if not found or exists (select 1 from company_export_part where company_id = company_in and part = part_in) then
    return;
  end if;
  insert into file (company_id, name, media_type, size, sha256)
  values (company_in, name_in, 'text/csv', length(content_in), sha256(content_in)) returning id into made;
  insert into file_chunk (company_id, file_id, position, data)
  select company_in, made, n, substr(content_in, n * 262144 + 1, 262144)
  from generate_series(0, (length(content_in) - 1) / 262144) n;
  insert into company_export_part (company_id, part, file_id, rows) values (company_in, part_in, made, rows_in);
end $$;

/** Some rows of a part, in the order of their ids; nothing that is sealed, hashed or a secret. Members with their names. */
create function export_rows(company_in bigint, part_in text, after_in bigint, limit_in int)
  returns table (id bigint, content jsonb) language plpgsql stable security definer set search_path = public as $$
begin
  if part_in not in (select export_parts()) then raise exception 'unknown part %', part_in; end if;
  if part_in = 'member' then
    return query select m.id, jsonb_build_object('id', m.id, 'display_name', m.display_name, 'user_name',
        case when p.home_company_id = m.company_id then p.user_name end, 'status', m.status,
        'email', case when p.email_verified_at is not null then p.email end,
        'phone', case when p.phone_verified_at is not null then p.phone end,
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

/** How far an export is; refuses when the deletion was called back meanwhile. */
create function note_export(company_in bigint, state_in text, done_in int, total_in int) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  update company_deletion set export_state = state_in, export_done = done_in, export_total = total_in
  where company_id = company_in and started_at is null;
  if not found then return false; end if;
  insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
  return true;
end $$;

/** Whose countdown is over and whose export is there. */
create function due_deletions() returns setof bigint
  language sql stable security definer set search_path = public as $$
  select d.company_id from company_deletion d join company c on c.id = d.company_id
  where d.due_at <= now() and c.status = 'deactivated' and (d.started_at is not null or d.export_state = 'done')
    and not exists (select 1 from company below where below.parent_id = c.id)
  order by d.due_at $$;

/**
 * Removes a portion of a company that is to be deleted, whichever tables there are: those that others refer to wait
 * until those are empty. May be called as often as one likes. Answers whether something is left; with the last portion
 * the company itself goes, its gateways have tombstones, and people who are members elsewhere keep their account.
 */
create function delete_company_portion(company_in bigint, most int) returns boolean
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
  for homeless in select id, user_name from person where home_company_id = company_in loop
    declare
      other bigint := (select min(company_id) from member where person_id = homeless.id);
    begin
      if other is not null then
        update person set home_company_id = other, user_name = case when exists (
            select 1 from person p where p.home_company_id = other and p.user_name = homeless.user_name)
          then homeless.user_name || '-' || homeless.id else homeless.user_name end
        where id = homeless.id;
      else
        delete from session where person_id = homeless.id;
        delete from person where id = homeless.id;
      end if;
    exception when foreign_key_violation then
      -- Something still names the person: the account ends, and its addresses are free.
      update person set home_company_id = op, user_name = 'gone-' || id, disabled_at = now(), email = null,
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

grant execute on function
  freeze_ended_trials, warn_of_ends, prefix_of_host, administrator_addresses, export_parts, missing_export_parts,
  keep_export_part, export_rows, note_export,
  due_deletions, delete_company_portion, notice_facts
  to {{login}};
grant execute on function
  administrator_addresses, manages, audit_company, lock_tenant, move_tenant, tenant_taken, tenant_fields, create_tenant, edit_tenant,
  import_tenants, invite_administrator, set_tenant_logo, page_tenants, count_tenants, tenant_timeline, request_deletion,
  cancel_deletion, retry_export, find_deletion, export_chunks
  to {{company}}, {{tree}}, {{platform}};

-- Tenants are created with all that belongs to them, by create_tenant.
drop function create_company(bigint, text, text, text, text, text);
