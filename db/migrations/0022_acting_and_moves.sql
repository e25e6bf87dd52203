-- What the MSP and the platform see of a tenant that lets them in no more; streams that follow a changed right at once;
-- who asked to enter is answered; a company that moves is out of its old parent's sight with the move itself; when a
-- member was last active; one order of locks for what gateways and people do to one device.

-- ─── Seen from above ─────────────────────────────────────────────────────────────────────────────────────────────

/** Whether an hour of the day is one of those between two minutes of it, over midnight too, on the clock of a time zone. */
create function within_hours(from_minute int, until_minute int, at_in timestamptz, zone text) returns boolean
  language sql stable parallel safe as $$
  select case when from_minute < until_minute then here.minute >= from_minute and here.minute < until_minute
    else here.minute >= from_minute or here.minute < until_minute end
  from (select (extract(hour from at_in at time zone zone) * 60 + extract(minute from at_in at time zone zone))::int)
    here (minute) $$;

/** As in 0010, with the clock in a function of its own. */
create or replace function acting_entry(company_in bigint, person_in bigint) returns text
  language sql stable set search_path = public as $$
  select case
      when a.how = 'break_glass' then 'break_glass'
      when s.mode = 'never' then 'acting.never'
      -- What was approved before they were sent out has ended with it.
      when a.how = 'request' then 'approved'
      when exists (select from acting_end e where e.company_id = company_in
        and coalesce(e.person_id, person_in) = person_in and coalesce(e.until > now(), true)) then 'acting.ended'
      when s.mode = 'request' then 'acting.consent_needed'
      when s.from_minute is null or within_hours(s.from_minute, s.until_minute, now(), c.time_zone) then 'free'
      else 'acting.outside_hours' end
  from acting_consent s join company c on c.id = s.company_id
  left join lateral (
    select a.how from acting_access a
    where a.company_id = company_in and a.person_id = person_in and a.state = 'approved' and a.until > now()
    order by a.how limit 1) a on true
  where s.company_id = company_in $$;

/**
 * Looks into one thing of a company below: from here on the transaction sees what belongs to it, as somebody who acted
 * there would by this permission. Lists of many companies show their rows; what is inside of one needs its consent.
 */
create function look_into(company_in bigint, needed text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  s acting_consent;
  entry text;
begin
  if current_setting('role') = '{{company}}' or company_in = scope_company() then return; end if;
  if not sees_company(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  select * into s from acting_consent where company_id = company_in;
  if found then
    entry := acting_entry(company_in, scope_person());
    if entry like 'acting.%' then raise exception '%', entry using errcode = 'NW001'; end if;
    if entry <> 'break_glass'
      and not exists (select from built_in_role b where b.key = s.ceiling and needed = any (b.permissions)) then
      raise exception 'permission.denied' using errcode = 'NW001';
    end if;
  end if;
  perform set_config('netward.looks_into', company_in::text, true);
end $$;

/** For tables of what is inside of a device: nobody from above reads them of a company that was not looked into. */
create function netward_behind_consent(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy behind_consent on %s as restrictive for select to {{tree}}, {{platform}} using (
       company_id = (select scope_company()) or company_id = (select netward_setting(''netward.looks_into'')::bigint))', target);
end $$;
select netward_behind_consent('device_parameter');
select netward_behind_consent('device_command');
select netward_behind_consent('gateway_exchange');

/** As in 0010, and of a company below only what was looked into. */
create or replace function search_parameters(device_in bigint, pattern_in text, limit_in int, offset_in int) returns table (
  total int, path text, value text, type text, writable boolean, is_object boolean, read_at timestamptz
) language sql stable security definer set search_path = public as $$
  with found as (
    select p.path, p.value, p.type, p.writable, p.is_object, p.read_at
    from device_parameter p join device d on d.id = p.device_id
    where p.device_id = device_in and (lower(p.path) like pattern_in or lower(p.value) like pattern_in)
      and case when d.company_id = scope_company() then
          netward_setting('netward.outlet_ids') is null and netward_setting('netward.department_ids') is null
            or d.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[])
            or d.department_id = any (netward_setting('netward.department_ids')::bigint[])
        else current_setting('role') in ('{{tree}}', '{{platform}}')
          and d.company_id = netward_setting('netward.looks_into')::bigint and sees_company(d.company_id) end)
  select counted.total, page.* from (select count(*)::int as total from found) counted
  left join (select * from found order by path limit limit_in offset offset_in) page on true
  order by page.path $$;

/** Of these companies those that do not let the person of this transaction in now: of what was done there, no values. */
create function closed_companies(companies_in bigint[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select s.company_id from acting_consent s
  where s.company_id = any (companies_in) and s.company_id <> scope_company()
    and current_setting('role') in ('{{tree}}', '{{platform}}')
    and acting_entry(s.company_id, scope_person()) like 'acting.%' $$;

grant execute on function look_into, closed_companies to {{company}}, {{tree}}, {{platform}};

-- ─── Companies that move ─────────────────────────────────────────────────────────────────────────────────────────
-- The msp_id of what a company owns follows its move in portions. Until it has, the index of the old MSP still leads
-- there, and the policies keep it from those who have lost the company.

/** The companies whose rows still stand in an index of the scope's tree, which they have left. Hardly ever any. */
create function companies_leaving() returns bigint[]
  language sql stable security definer parallel safe set search_path = public as $$
  select coalesce(array_agg(m.company_id), '{}') from company_move m
  where m.state = 'moving' and not exists (
    select from company_ancestor a where a.company_id = m.company_id
      and a.ancestor_id = nullif(current_setting('netward.root_id', true), '')::bigint) $$;
grant execute on function companies_leaving to {{company}}, {{tree}}, {{platform}};

do $$
declare
  target text;
begin
  foreach target in array array['device', 'device_presence', 'device_timeline', 'device_tag', 'audit_log'] loop
    execute format('drop policy tree_scope on %I', target);
    execute format(
      'create policy tree_scope on %1$I %2$s to {{tree}} using (msp_id in (select visible_msps())
         and company_id <> all ((select companies_leaving())::bigint[])) %3$s',
      target, case target when 'device_tag' then 'for select' else '' end,
      case target when 'device_tag' then '' else 'with check (company_id = (select scope_company()))' end);
  end loop;
end $$;

/** As in 0014; who is the MSP is asked once, not with each device, while the company is locked. */
create or replace function change_parent(m company_move) returns void
  language plpgsql set search_path = public as $$
declare
  refusal text;
  c company;
  lost bigint[];
begin
  -- One at a time: of two that would put each company below the other, the second sees the first.
  perform pg_advisory_xact_lock(7552);
  perform 1 from company where id in (select companies_below(m.company_id)) order by id for update;
  perform 1 from company where id = m.to_id for key share;
  -- One that waited: whoever asked may have lost either company since.
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
  -- What was published from a company that is lost stays as a copy: a trigger of the roles.
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

  -- The devices of an MSP's customers stay that MSP's.
  update company_move set state = case when c.kind = 'company' then 'moving' else 'done' end,
    devices = case when c.kind = 'company'
      then (select count(*) from device d where d.company_id = m.company_id and d.msp_id <> (select msp_of(m.company_id))) else 0 end,
    finished_at = case when c.kind = 'company' then null else now() end
  where id = m.id;
end $$;

/** As in 0017, without what has left the tree. */
create or replace function search_devices(
  filters_in jsonb, sort_in text, descending_in boolean, limit_in int, offset_in int
) returns table (total int, ids bigint[])
  language plpgsql stable security definer set search_path = public as $$
declare
  most constant int := 10001;
  walked constant int := 20000;
  sampled constant int := 4000;
  rows_about float;
  term text;
  matching text;
  filter record;
  role constant text := current_setting('role');
  msps bigint[];
  leaving bigint[];
  seen text := 'd.state = ''claimed''';
  wanted text := '';
  source text := 'device d';
  sorting text := case sort_in when 'serialNumber' then 'd.serial_number' when 'modelName' then 'd.model_name'
    when 'claimedAt' then 'd.claimed_at' when 'lastInformAt' then 'p.last_inform_at' else 'd.name' end;
  direction text := case when descending_in then 'desc nulls last' else 'asc nulls last' end;
  tie text := case when descending_in then 'desc' else 'asc' end;
begin
  -- current_user is the definer here; the setting is the role that the request became.
  if role = '{{tree}}' then
    msps := array(select visible_msps());
    seen := seen || case when cardinality(msps) = 1 then format(' and d.msp_id = %L', msps[1])
      else format(' and d.msp_id = any (%L::bigint[])', msps) end;
    -- Out of sight with the move, however long its index leads there.
    leaving := companies_leaving();
    if leaving <> '{}' then seen := seen || format(' and d.company_id <> all (%L::bigint[])', leaving); end if;
  elsif role = '{{company}}' then
    seen := seen || ' and d.company_id = scope_company()';
    if netward_setting('netward.outlet_ids') is not null or netward_setting('netward.department_ids') is not null then
      seen := seen || ' and (d.outlet_id = any (netward_setting(''netward.outlet_ids'')::bigint[])
        or d.department_id = any (netward_setting(''netward.department_ids'')::bigint[]))';
    end if;
  elsif role <> '{{platform}}' then
    raise exception 'permission.denied' using errcode = 'NW001';
  end if;
  if filters_in ? 'companyId' then
    seen := seen || format(' and d.company_id = %L', (filters_in->>'companyId')::bigint);
  end if;
  if filters_in ? 'outletId' then
    wanted := wanted || case when filters_in->>'outletId' = '0' then ' and d.outlet_id is null'
      else format(' and d.outlet_id = %L', (filters_in->>'outletId')::bigint) end;
  end if;
  if filters_in ? 'search' then
    -- Up to two letters begin a word: inside words they would be everywhere, and no index tells where.
    term := search_text(filters_in->>'search');
    matching := format('d.search like %L', case when char_length(term) < 3 then '% ' else '%' end
      || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if filters_in ? 'mac' then
    -- The search text leads to the rows, the column says that it is the address that fits.
    matching := concat_ws(' or ', matching, format(
      'd.search like %1$L and replace(d.mac_address::text, '':'', '''') like %1$L', '%' || (filters_in->>'mac') || '%'));
  end if;
  if matching is not null then wanted := wanted || ' and (' || matching || ')'; end if;
  for filter in
    select case e.key when 'modelName' then 'model_name' when 'softwareVersion' then 'software_version' else e.key end as name,
      array(select jsonb_array_elements_text(case jsonb_typeof(e.value) when 'array' then e.value
        else jsonb_build_array(e.value) end)) as among
    from jsonb_each(filters_in) e
    where e.key in ('presence', 'guard', 'type', 'tag', 'modelName', 'softwareVersion')
  loop
    wanted := wanted || case
      when filter.name = 'tag' then format(' and d.tags <> ''{}'' and d.tags && %L::text[]', filter.among)
      when cardinality(filter.among) = 1 then format(' and d.%I = %L', filter.name, filter.among[1])
      else format(' and d.%I = any (%L::text[])', filter.name, filter.among) end;
  end loop;
  if sort_in = 'lastInformAt' then source := source || ' left join device_presence p on p.device_id = d.id'; end if;

  -- In a large table a sample tells cheaply of a term that is so common that its matches need not be counted.
  select reltuples into rows_about from pg_class where oid = 'device'::regclass;
  if rows_about > 100000 and role <> '{{company}}' and not filters_in ? 'companyId' then
    execute format('select count(*)::int from device d tablesample system (%s) where %s %s',
      (100 * sampled / rows_about)::numeric, seen, wanted) into total;
    if total * (rows_about / sampled) > 3 * most then total := most; else total := null; end if;
  end if;
  if total is null then
    execute format(
      'with found as materialized (select d.id, %1$s as k from %2$s where %3$s %4$s limit %5$s)
       select (select count(*)::int from found),
         (select array_agg(id order by k %6$s, id %7$s)
          from (select id, k from found order by k %6$s, id %7$s limit $1 offset $2) page)',
      sorting, source, seen, wanted, most, direction, tie)
      into total, ids using limit_in, offset_in;
  end if;
  if total = most then
    ids := null;
    if sort_in <> 'lastInformAt' and coalesce(cardinality(msps), 1) = 1 then
      execute format(
        'select array_agg(id) from (
           select id from (select d.* from device d where %1$s order by %2$s %4$s, d.id %4$s limit %3$s) d
           where true %5$s limit $1 + $2) page',
        seen, sorting, walked, tie, wanted)
        into ids using limit_in, offset_in;
    end if;
    if coalesce(cardinality(ids), 0) = limit_in + offset_in then
      ids := ids[offset_in + 1:];
    else
      execute format(
        'with found as materialized (select d.id, %4$s as k from %1$s where %2$s %3$s)
         select array_agg(id) from (select id from found order by k %5$s, id %6$s limit $1 offset $2) page',
        source, seen, wanted, sorting, direction, tie)
        into ids using limit_in, offset_in;
    end if;
  end if;
  ids := coalesce(ids, '{}');
  return next;
end $$;

-- A walk along these finds all that the policy looks at without fetching a row.
drop index device_msp_name, device_msp_serial, device_msp_claimed, device_msp_model_serial, device_msp_presence,
  device_presence_msp, device_presence_msp_quiet;
create index device_msp_name on device (msp_id, name, id) include (company_id) where state = 'claimed';
create index device_msp_serial on device (msp_id, serial_number, id) include (company_id) where state = 'claimed';
create index device_msp_claimed on device (msp_id, claimed_at, id) include (company_id) where state = 'claimed';
create index device_msp_model_serial on device (msp_id, model_name, serial_number, id) include (company_id)
  where state = 'claimed';
create index device_msp_presence on device (msp_id, presence, name, id) include (company_id) where state = 'claimed';
create index device_presence_msp on device_presence (msp_id, last_inform_at, device_id) include (company_id);
create index device_presence_msp_quiet on device_presence (msp_id, last_inform_at, device_id) include (company_id)
  where due_at is null;

-- ─── Live streams ────────────────────────────────────────────────────────────────────────────────────────────────

drop function refused_listeners(bigint[], bigint[], bigint[], text[]);
/**
 * What these streams, counted from 1, are by now: `ended` when they would not be opened any more, for the session, the
 * membership, the grant, the consent or the standing of a company has ended; and where the devices stand that they tell
 * of. What is refused for want of a permission or for a moment is no end of the stream, which needs none.
 */
create function listeners_now(sessions_in bigint[], homes_in bigint[], companies_in bigint[], scopes_in text[])
  returns table (n bigint, ended boolean, outlet_ids text[], department_ids text[])
  language sql stable security definer set search_path = public as $$
  select k.n,
    r.role is distinct from case k.scope when 'platform' then '{{platform}}' when 'tree' then '{{tree}}' else '{{company}}' end,
    case when r.allowed then r.outlet_ids else '{}' end::text[],
    case when r.allowed then r.department_ids else '{}' end::text[]
  from unnest(sessions_in, homes_in, companies_in, scopes_in) with ordinality as k (session, home, company, scope, n)
  left join session s on s.id = k.session
  left join lateral begin_request(s.token_hash, k.home, k.company, k.company <> k.home, 'DMS_SERVER_DEVICE_VIEW') r on true $$;
grant execute on function listeners_now to {{login}};

-- ─── Who asked is answered ───────────────────────────────────────────────────────────────────────────────────────

/** As in 0010, and the live event says of whom it is, for the screen of somebody who waits for an answer. */
create or replace function note_acting(
  action_in text, person_in bigint, actor_in text, home_in bigint, tenant_in bigint, detail_in jsonb, request_in text
) returns void language sql set search_path = public as $$
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select at.id, action_in, person_in, actor_in, other.id, other.name, 'company', tenant_in::text, detail_in, request_in
  from company at join company other on other.id = case at.id when home_in then tenant_in else home_in end
  where at.id in (home_in, tenant_in) order by at.id;
  insert into live_event (company_id, kind, subject_id, data)
  values (home_in, 'acting.changed', tenant_in, jsonb_build_object('what', action_in)),
    (tenant_in, 'acting.changed', null, jsonb_build_object('what', action_in)) $$;

/** As in 0010; the company that the person came from hears whose request was decided. */
create or replace function acting_decide(access_in bigint, hours_in int, actor_in text, request_in text) returns acting_access
  language plpgsql security definer set search_path = public as $$
declare
  asked acting_access;
begin
  perform refuse_from_above();
  select * into asked from acting_access where company_id = scope_company() and id = access_in for update;
  if asked.id is null then raise exception 'acting.request_not_found' using errcode = 'NW001'; end if;
  if asked.state <> 'waiting' then raise exception 'acting.request_decided' using errcode = 'NW001'; end if;
  update acting_access set state = case when hours_in is null then 'refused' else 'approved' end, decided_at = now(),
    decided_by = actor_in, hours = coalesce(hours_in, hours), until = now() + make_interval(hours => hours_in)
    where company_id = asked.company_id and id = access_in returning * into asked;
  if hours_in is not null then
    delete from acting_end where company_id = asked.company_id and person_id = asked.person_id;
  end if;
  perform note_acting(case when hours_in is null then 'acting.refused' else 'acting.approved' end, scope_person(), actor_in,
    asked.actor_company_id, asked.company_id,
    jsonb_strip_nulls(jsonb_build_object('name', asked.actor_name, 'hours', hours_in)), request_in);
  insert into live_event (company_id, kind, subject_id, data)
  values (asked.actor_company_id, 'acting.changed', asked.company_id,
    jsonb_build_object('answer', asked.state, 'personId', asked.person_id::text));
  return asked;
end $$;

/** Where the answer to a request goes: to the address that its person has proved, in the language of their company. */
create function acting_asker(access_in bigint) returns table (email text, language text, tenant_name text)
  language sql stable security definer set search_path = public as $$
  select p.email, h.language, c.name
  from acting_access a join company c on c.id = a.company_id join company h on h.id = a.actor_company_id
  join person p on p.id = a.person_id
  where a.company_id = scope_company() and a.id = access_in and p.email_verified_at is not null and p.disabled_at is null $$;

/** As in 0011, and of a company that the person may act in, wherever they act now. */
create or replace function administrator_addresses(company_in bigint) returns table (email text, language text)
  language sql stable security definer set search_path = public as $$
  select distinct on (lower(p.email)) p.email, c.language
  from company c
  join member_role r on r.company_id = c.id
    and r.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end
  join member m on m.company_id = r.company_id and m.id = r.member_id and m.status = 'enabled'
  join person p on p.id = m.person_id and p.email_verified_at is not null and p.disabled_at is null
  where c.id = company_in and (scope_root() is null
    or exists (select 1 from company_ancestor a where a.company_id = c.id and a.ancestor_id = scope_root())
    or acting_reach(c.id))
  order by lower(p.email) $$;

/** As in 0010; `tenant_in` names one of them instead of a search. */
create function tenant_to_enter(tenant_in bigint) returns table (
  id bigint, name text, code text, kind text, status text, parent_id bigint, entry text, waiting boolean
) language sql stable security definer set search_path = public as $$
  select c.id, c.name, c.code, c.kind, c.status, c.parent_id, coalesce(acting_entry(c.id, scope_person()), 'free'),
    exists (select from acting_access a
      where a.company_id = c.id and a.person_id = scope_person() and a.state = 'waiting')
  from company c where c.id = tenant_in and acting_reach(tenant_in) $$;

/** The names of a tenant that the person may act in and of the person's own company, wherever they act now. */
create function acting_parties(tenant_in bigint) returns table (tenant_name text, home_name text)
  language sql stable security definer set search_path = public as $$
  select c.name, h.name from company c, company h
  where c.id = tenant_in and h.id = nullif(current_setting('netward.home_id', true), '')::bigint
    and acting_reach(tenant_in) $$;

grant execute on function acting_asker, tenant_to_enter, acting_parties to {{company}}, {{tree}}, {{platform}};

-- ─── Last active ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Beside member, whose triggers have no use for it: written beside requests, at most once a minute.
create table member_activity (
  company_id bigint not null,
  member_id bigint not null,
  last_active_at timestamptz not null,
  primary key (company_id, member_id),
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
) with (fillfactor = 80);
create index member_activity_order on member_activity (company_id, last_active_at desc);
select netward_protect('member_activity', 'company_id', '');
insert into member_activity (company_id, member_id, last_active_at)
select company_id, id, last_sign_in_at from member where last_sign_in_at is not null;

drop function touch_session(bigint);
/** Notes that a session is in use, and by which of its person's memberships. */
create function touch_session(session_in bigint, home_in bigint default null) returns void
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
grant execute on function touch_session to {{login}};

drop function page_members(jsonb, text, boolean, int, int);
/** As in 0012, with when each was last active here, by whatever company they signed in. */
create function page_members(filters_in jsonb, order_in text, descending boolean, limit_in int, offset_in int)
  returns table (
    member_id bigint, person_id bigint, display_name text, user_name text, role_refs text[], roles text[], status text,
    department_id bigint, department text[], phone text, email text, created_at timestamptz, last_sign_in_at timestamptz,
    last_active_at timestamptz
  ) language plpgsql stable security definer set search_path = public as $$
begin
  return query execute format($query$
    with page as (
      select m.*, %1$s as k from member m %5$s where %4$s order by k %2$s nulls last, m.id %3$s limit $1 offset $2)
    select page.id, page.person_id, page.display_name, page.user_name, held.refs, held.names, page.status,
      page.department_id, department_path(page.company_id, page.department_id),
      case when p.phone_verified_at is not null then masked_phone(p.phone) end,
      case when p.email_verified_at is not null then masked_email(p.email) end,
      page.created_at, page.last_sign_in_at,
      (select y.last_active_at from member_activity y where y.company_id = page.company_id and y.member_id = page.id)
    from page join person p on p.id = page.person_id
    cross join lateral (
      select coalesce(array_agg(coalesce(mr.built_in, r.id::text) order by coalesce(mr.built_in, r.name)), '{}') as refs,
        coalesce(array_agg(coalesce(mr.built_in, r.name) order by coalesce(mr.built_in, r.name)), '{}') as names
      from member_role mr left join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = page.company_id and mr.member_id = page.id) held
    order by page.k %2$s nulls last, page.id %3$s $query$,
    case order_in when 'createdAt' then 'm.created_at' when 'lastSignInAt' then 'm.last_sign_in_at'
      when 'lastActiveAt' then 'y.last_active_at'
      when 'userName' then 'm.user_name' when 'status' then 'm.status' when 'department' then 'd.name'
      else 'm.display_name' end,
    case when descending then 'desc' else 'asc' end, case when descending then 'desc' else 'asc' end,
    members_wanted(filters_in),
    case order_in
      when 'department' then 'join org_node d on d.company_id = m.company_id and d.id = m.department_id'
      when 'lastActiveAt' then 'left join member_activity y on y.company_id = m.company_id and y.member_id = m.id'
      else '' end)
  using limit_in, offset_in;
end $$;
grant execute on function page_members to {{company}}, {{tree}}, {{platform}};

-- ─── One order of locks ──────────────────────────────────────────────────────────────────────────────────────────
-- Presence, device, gateway, commands. What writes a line of a timeline asks its device to stay (for key share), also
-- with a command in its hands: a device is locked against other writers alone, never against those.

create or replace function lock_device(device_in bigint) returns void language sql set search_path = public as $$
  select from device_presence where device_id = device_in for update;
  select from device where id = device_in for no key update $$;

/** As in 0003; the gateway before its commands. */
create or replace function release_device(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(id) from device where id = device_in and company_id = scope_company();
  select * into d from device where id = device_in and company_id = scope_company();
  if d.id is null then raise exception 'device.not_found' using errcode = 'NW001'; end if;
  if d.state <> 'claimed' then raise exception 'device.move_not_allowed' using errcode = 'NW001'; end if;
  update device set state = 'released', released_at = now(), presence = 'unknown' where id = device_in;
  update device_presence set due_at = null where device_id = device_in;
  delete from gateway where device_id = device_in;
  update device_command set state = 'cancelled', finished_at = now(), secret = null
  where device_id = device_in and state in ('waiting', 'sent');
  perform note_timeline(d.company_id, device_in, 'released', '{}');
  perform note_live(d.company_id, 'device.released', device_in, '{}');
end $$;

/** As in 0017; the gateway before its commands. */
create or replace function take_place(old_in bigint, new_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  old_device device;
  new_device device;
begin
  select * into old_device from device where id = old_in;
  select * into new_device from device where id = new_in;
  update internet_line set device_id = new_in where device_id = old_in;
  update device set state = 'replaced', released_at = now(), presence = 'unknown', replaced_by = new_in
  where id = old_in;
  delete from gateway where device_id = old_in;
  update device_command set state = 'cancelled', finished_at = now(), secret = null
  where device_id = old_in and state in ('waiting', 'sent');
  perform note_timeline(old_device.company_id, old_in, 'replaced',
    jsonb_build_object('serial', new_device.serial_number, 'deviceId', new_in::text));
  perform note_timeline(old_device.company_id, new_in, 'replaces',
    jsonb_build_object('serial', old_device.serial_number, 'deviceId', old_in::text));
  perform note_live(old_device.company_id, 'device.released', old_in, '{}');
end $$;
