/**
 * Which of these values another company already uses: the field, or null. `company_in` is the requesting
 * company, null for a new one. Only the tenant that owns a host name can assign names below it, and no tenant
 * can take a parent of a used host name: either would send the same users to another tenant's sign-in page.
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

/**
 * Writes the given columns of a company; others stay unchanged. Refuses those that moves, jobs and triggers own. For definer
 * functions only.
 */
create or replace function write_tenant(company_in bigint, given jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  violated text;
  owned constant text[] := array['id', 'parent_id', 'kind', 'standing', 'status', 'frozen_because', 'created_at', 'trial_ends_at',
    'trial_extended', 'contract_ends_at', 'state_reason', 'state_changed_at', 'sessions_ended_at', 'end_warned', 'state_by',
    'products'];
begin
  perform write_columns('company', company_in, given, owned);
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

/** Creates a tenant below the scope's root or below a company that the scope may manage. */
create or replace function create_tenant(
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

/** Returns a manageable tenant, locked: of two concurrent moves, the second sees the result of the first. */
create or replace function lock_tenant(company_in bigint) returns table (
  id bigint, kind text, name text, code text, status text, frozen_because text, standing text, trial_ends_at timestamptz,
  contract_ends_at timestamptz, deletion_due_at timestamptz, deletion_started boolean, has_children boolean, gateways int, state_author jsonb,
  deletion_author jsonb
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  perform 1 from company c where c.id = company_in for update;
  return query
    select c.id, c.kind, c.name, c.code, c.status, c.frozen_because, c.standing, c.trial_ends_at, c.contract_ends_at,
      d.due_at, d.started_at is not null, exists (select 1 from company below where below.parent_id = c.id),
      (select count(*)::int from (select 1 from device g where g.company_id = c.id and g.state = 'claimed' limit 100000) held),
      state_author(c.state_by, c.id), state_author(d.requested_from, c.id)
    from company c left join company_deletion d on d.company_id = c.id where c.id = company_in;
end $$;

/** Changes the given columns; returns the differing values before and after. */
create or replace function edit_tenant(company_in bigint, given jsonb, actor_in text, request_in text) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  was jsonb;
  is_now jsonb;
  changed jsonb;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  perform 1 from company where id = company_in for update;
  select to_jsonb(c) - 'search' into was from company c where c.id = company_in;
  perform write_tenant(company_in, given);
  select to_jsonb(c) - 'search' into is_now from company c where c.id = company_in;
  select jsonb_build_object('name', is_now->>'name', 'before', coalesce(jsonb_object_agg(b.key, b.value), '{}'),
                            'after', coalesce(jsonb_object_agg(b.key, is_now->b.key), '{}'))
    into changed from jsonb_each(was) b where is_now->b.key <> b.value;
  if changed->'before' <> '{}' then
    perform audit_company(company_in, 'company.edited', actor_in, changed, request_in);
    insert into live_event (company_id, kind, subject_id) values (company_in, 'company.changed', company_in);
  end if;
  return changed;
end $$;

/** Sets a tenant's logo (null: none) and deletes the previous one. */
create or replace function set_tenant_logo(
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

/** Writes a move that the table of moves allows, with its audit entries, notice and live events. */
create or replace function move_tenant(
  company_in bigint, move_in text, status_in text, because_in text, standing_in text, trial_ends_in timestamptz,
  contract_ends_in timestamptz, trial_extended_in boolean, reason_in text, actor_in text, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  before company;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  select * into before from company where id = company_in for update;
  update company set status = status_in, frozen_because = because_in, standing = standing_in,
    trial_ends_at = trial_ends_in, contract_ends_at = contract_ends_in,
    trial_extended = trial_extended or trial_extended_in, state_reason = reason_in, state_changed_at = now(),
    -- Values that the move does not change keep their author.
    state_by = case when status_in = before.status then before.state_by
      when status_in <> 'active' then netward_setting('netward.home_id')::bigint end
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

/** Whether an MSP has extended a company's trial. */
create or replace function trial_extended(company_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select c.trial_extended from company c where c.id = company_in $$;

/**
 * Creates an invitation to administer a tenant, sent by its manager. The address belongs to a new or an
 * existing account; its holder states which by accepting. Rate limit: ten invitations per address and day
 * across all tenants, so that creators of tenants cannot use this installation to flood an address.
 */
create or replace function invite_administrator(
  company_in bigint, name_in text, phone_in text, email_in text, ticket_in bytea, actor_in text, request_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  made bigint;
begin
  if not manages(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  -- An administrator controls access: once the tenant has one, no user from a company above can appoint
  -- themselves.
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

/**
 * The company above new tenants as a file names it: its code, or its name if unique; empty for the root of
 * the scope. For definer functions only.
 */
create or replace function parent_named(name_in text) returns bigint
  language plpgsql stable set search_path = public as $$
declare
  found bigint[];
begin
  if not whole_company() then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  if name_in = '' then return scope_root(); end if;
  select array_agg(c.id) into found from company c join company_ancestor a on a.company_id = c.id
    where a.ancestor_id = scope_root() and c.code = name_in;
  if found is null then
    select array_agg(c.id) into found from company c join company_ancestor a on a.company_id = c.id
      where a.ancestor_id = scope_root() and c.name = name_in;
  end if;
  if found is null then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  if cardinality(found) > 1 then raise exception 'company.name_ambiguous' using errcode = 'NW001'; end if;
  return found[1];
end $$;

/** Manageable tenants that have one of these codes, with the code of their parent company. */
create or replace function tenants_to_update(codes_in text[]) returns table (id bigint, parent_code text)
  language sql stable security definer set search_path = public as $$
  select c.id, p.code from company c join company p on p.id = c.parent_id
  where c.code = any (codes_in) and manages(c.id) $$;

/**
 * Creates many tenants, each row independently, with the package and administrator invitation that the row
 * names; returns the refused rows with step and reason. The caller rolls back everything if there are any. A
 * row: {row, parent, kind, standing, contractEndsAt, fields, package, administrator}; `package` is the code
 * or a name of one on sale, `administrator` {displayName, phone, email, ticketHash}.
 */
create or replace function import_tenants(rows_in jsonb, actor_in text, request_in text)
  returns table (
    row_number int, step text, problem text, params jsonb, company_id bigint, prefix text, language text
  )
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  r jsonb;
  parent bigint;
  wanted bigint;
  who jsonb;
  detail text;
begin
  for r in select value from jsonb_array_elements(rows_in) loop
    row_number := (r->>'row')::int;
    problem := null;
    params := null;
    company_id := null;
    step := 'tenant';
    begin
      parent := parent_named(r->>'parent');
      company_id := create_tenant(parent, r->>'kind', r->>'standing', (r->>'contractEndsAt')::timestamptz, r->'fields',
        actor_in, request_in);
      step := 'package';
      if r->>'package' is null then
        perform assign_default_package(company_id, actor_in);
      else
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
      get stacked diagnostics detail = pg_exception_detail;
      params := case when detail like '{%' then detail::jsonb end;
    end;
    return next;
  end loop;
end $$;

/** A tenant's history, newest first: entries of its own log about itself. */
create or replace function tenant_timeline(company_in bigint, limit_in int, offset_in int) returns table (
  id bigint, at timestamptz, action text, actor_name text, acting_company_name text, detail jsonb, total bigint
) language sql stable security definer set search_path = public as $$
  select l.id, l.at, l.action, l.actor_name, l.acting_company_name, l.detail, count(*) over ()
  from audit_log l
  where l.company_id = company_in and l.subject_kind = 'company' and l.subject_id = company_in::text and manages(company_in)
  order by l.id desc limit limit_in offset offset_in $$;

/** The companies between these and a root, both excluded: the nodes a tree expands to show them. */
create or replace function tenants_above(companies_in bigint[], root_in bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select distinct up.ancestor_id
  from company_ancestor up
  join company_ancestor below on below.company_id = up.ancestor_id and below.ancestor_id = root_in and below.depth > 0
  where up.company_id = any (companies_in) and up.depth > 0 and manages(up.ancestor_id) $$;

grant execute on function create_tenant, edit_tenant, import_tenants, invite_administrator, lock_tenant, move_tenant,
  set_tenant_logo, tenant_taken, tenant_timeline, tenants_above, tenants_to_update,
  trial_extended to {{company}}, {{tree}}, {{platform}};
