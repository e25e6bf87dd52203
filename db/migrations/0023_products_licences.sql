-- Products that are stopped stop people too; keys have a limit and wrong ones are told; packages that MSPs may sell;
-- licence files name the installation that they are for.

-- ─── What stops a product ────────────────────────────────────────────────────────────────────────────────────

-- The message of a maintenance in both languages, as a product has it.
alter table application rename column maintenance_message to maintenance_zh;
alter table application add column maintenance_en text not null default '';
update application set maintenance_en = maintenance_zh where maintenance_zh <> '';

/**
 * What stops a product for the people of a company at present: in maintenance or taken away, by the platform for
 * everybody or by the company's own application of it. A company without an application of it uses what is offered.
 */
create function product_stops(company_in bigint, identity_in int) returns table (
  code text, product_code text, product_name_zh text, product_name_en text, message_zh text, message_en text,
  until timestamptz
) language sql stable security definer set search_path = public as $$
  select case s.state when 'maintenance' then 'application.maintenance' else 'application.disabled' end,
    s.code, s.name_zh, s.name_en, s.message_zh, s.message_en, s.until
  from (
    select p.state, p.code, p.name_zh, p.name_en, p.maintenance_zh as message_zh, p.maintenance_en as message_en,
      p.maintenance_until as until
    from product p where p.state in ('maintenance', 'deactivated', 'deleted')
    union all
    select a.state, p.code, p.name_zh, p.name_en, a.maintenance_zh, a.maintenance_en, a.maintenance_until
    from application a join product p on p.id = a.product_id
    where a.company_id = company_in and a.state in ('maintenance', 'deactivated')) s
  -- Over by the clock, before anything has swept. And the platform looks at what it mends.
  where s.state <> 'maintenance' or (s.until > now() and identity_in <> 1) $$;

/**
 * Beside begin_request: why the request is stopped by its product, with what its people are told; null where it is not.
 * For an application in maintenance, which begin_request refuses by itself, what to tell of that.
 */
create function request_stop(
  refusal_in text, product_in text, company_in bigint, person_in bigint, identity_in int
) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_build_object('code', s.code, 'productCode', s.product_code, 'productNameZh', s.product_name_zh,
    'productNameEn', s.product_name_en,
    'messageZh', case s.code when 'application.maintenance' then s.message_zh else '' end,
    'messageEn', case s.code when 'application.maintenance' then s.message_en else '' end,
    'until', case s.code when 'application.maintenance' then to_char(s.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
  from product_stops(company_in, identity_in) s
  where case refusal_in
    when 'application.maintenance' then s.code = refusal_in and s.product_code = (
      select p.code from application a join product p on p.id = a.product_id where a.person_id = person_in)
    else refusal_in is null and s.product_code = product_in end
  -- What will not come back by itself is said first, of maintenances the one that lasts longest.
  order by s.code, s.until desc limit 1 $$;

grant execute on function request_stop to {{login}};
grant execute on function product_stops to {{company}}, {{tree}}, {{platform}};

-- ─── Token requests that were refused ────────────────────────────────────────────────────────────────────────

-- From where the keys of an application were tried in vain, so that its company's log is told and never flooded. Losing
-- it in a crash costs nothing.
create unlogged table application_refusal (
  application_id bigint not null,
  -- Empty: all sources beyond the first twenty.
  source text not null,
  told_at timestamptz not null,
  untold int not null default 0,
  primary key (application_id, source)
);
create index application_refusal_age on application_refusal (told_at);
select netward_seal('application_refusal');

/**
 * Tells the company of an application that a token was refused: one entry a source and ten minutes, with how often since
 * the one before; beyond twenty sources an hour they share an entry. Of an app ID that is none nobody is told.
 */
create function note_token_refusal(app_id_in text, source_in text, reason_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  a application;
  known application_refusal;
  told_from text := source_in;
begin
  select * into a from application where app_id = app_id_in and state <> 'deleted';
  if a.id is null then return; end if;
  if not exists (select 1 from application_refusal where application_id = a.id and source = source_in)
    and (select count(*) from application_refusal where application_id = a.id and source <> '') >= 20
  then told_from := ''; end if;
  insert into application_refusal (application_id, source, told_at) values (a.id, told_from, 'epoch') on conflict do nothing;
  select * into known from application_refusal where application_id = a.id and source = told_from for update;
  if known.told_at > now() - interval '10 minutes' then
    update application_refusal set untold = untold + 1 where application_id = a.id and source = told_from;
    return;
  end if;
  update application_refusal set untold = 0, told_at = now() where application_id = a.id and source = told_from;
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  values (a.company_id, 'application.token_refused', 'application', a.id::text, jsonb_build_object(
    'source', told_from, 'reason', reason_in, 'attempts', known.untold + 1));
end $$;
grant execute on function note_token_refusal to {{login}};

/** As in 0015, and forgets sources that have been quiet. */
create or replace function prune_open_api() returns void
  language sql security definer set search_path = public as $$
  delete from application_session where expires_at < now() - interval '1 day';
  delete from application_key where expires_at < now() - interval '1 day';
  delete from application_answer where created_at < now() - interval '24 hours';
  delete from application_rate where until < now();
  delete from application_refusal where told_at < now() - interval '1 hour' $$;

-- ─── Packages that MSPs may sell ─────────────────────────────────────────────────────────────────────────────

-- The platform says which: what is sold by agreement, or came after, it sells itself until it says otherwise.
alter table package add column for_msps boolean not null default false;
update package p set for_msps = true
from package_version v where v.package_id = p.id and v.version = p.version and v.price is not null;

drop function package_versions(bigint);
/** Every version of every package, the newest first; `holders` of the companies that the scope sees. */
create function package_versions(package_in bigint) returns table (
  id bigint, code text, version int, newest boolean, retired_at timestamptz, for_msps boolean,
  assignable boolean, name_zh text,
  name_en text, internet_lines int, devices int, outlets int, work_orders int, members int, price int,
  made_at timestamptz, made_by text, holders bigint
) language sql stable security definer set search_path = public as $$
  select p.id, p.code, v.version, v.version = p.version, p.retired_at, p.for_msps,
    v.version = p.version and p.retired_at is null and (p.for_msps or scope_is_op()), v.name_zh, v.name_en,
    v.internet_lines, v.devices, v.outlets, v.work_orders, v.members, v.price, v.made_at, v.made_by,
    (select count(*) from company_package c where c.package_id = p.id and c.version = v.version
      and exists (select 1 from company_ancestor a where a.company_id = c.company_id and a.ancestor_id = scope_root()))
  from package p join package_version v on v.package_id = p.id
  where package_in is null and v.version = p.version or p.id = package_in
  order by p.id, v.version desc $$;
grant execute on function package_versions to {{company}}, {{tree}}, {{platform}};

create function offer_package(package_in bigint, for_msps_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform require_platform();
  update package set for_msps = for_msps_in where id = package_in;
  if not found then raise exception 'package.not_found' using errcode = 'NW001'; end if;
end $$;
grant execute on function offer_package to {{company}}, {{tree}}, {{platform}};

/** As in 0016, and an MSP gives no more than what the platform lets MSPs sell. */
create or replace function assign_package(company_in bigint, package_in bigint, actor_in text default null) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  given package;
  had jsonb;
begin
  perform require_below(company_in);
  select * into given from package where id = package_in and retired_at is null;
  if given.id is null then raise exception 'package.not_found' using errcode = 'NW001'; end if;
  if not given.for_msps and not scope_is_op() then
    raise exception 'package.not_for_msps' using errcode = 'NW001';
  end if;
  select jsonb_build_object('packageId', p.id::text, 'code', p.code, 'version', c.version) into had
    from company_package c join package p on p.id = c.package_id where c.company_id = company_in for update of c;
  insert into company_package as c (company_id, package_id, version) values (company_in, given.id, given.version)
  on conflict (company_id) do update set package_id = excluded.package_id, version = excluded.version, assigned_at = now()
    where (c.package_id, c.version) <> (excluded.package_id, excluded.version);
  if found then
    perform refresh_entitlement(company_in);
    perform tell_company(company_in, 'package.assigned', 'package', package_in::text, actor_in, jsonb_build_object(
      'before', had, 'after', jsonb_build_object('packageId', given.id::text, 'code', given.code, 'version', given.version)));
  end if;
  return had;
end $$;

-- ─── Licence files for one installation ──────────────────────────────────────────────────────────────────────

-- The request code of the installation that a file is for; null for those signed before files named one.
alter table licence_file add column installation text;

drop function next_licence_file(text, text, jsonb, timestamptz, timestamptz, text);
/**
 * Keeps what the platform is about to sign, and answers its revision. A serial number stays with its company; the
 * installation may be another one, when the company has moved to it.
 */
create function next_licence_file(
  serial_in text, company_code_in text, installation_in text, content_in jsonb, until_in timestamptz,
  issued_in timestamptz, actor_in text
) returns int language plpgsql security definer set search_path = public as $$
declare
  kept licence_file;
begin
  perform require_platform();
  insert into licence_file as f (company_id, serial, revision, company_code, installation, content, until, issued_at, issued_by)
  values (scope_company(), serial_in, 1, company_code_in, installation_in, content_in, until_in, issued_in, actor_in)
  on conflict (company_id, serial) do update set revision = f.revision + 1, content = excluded.content,
    installation = excluded.installation, until = excluded.until, issued_at = excluded.issued_at,
    issued_by = excluded.issued_by
    where f.company_code = excluded.company_code
  returning * into kept;
  if kept.serial is null then raise exception 'licence.serial_taken' using errcode = 'NW001'; end if;
  perform advance_licence_clock(issued_in);
  return kept.revision;
end $$;
grant execute on function next_licence_file to {{company}}, {{tree}}, {{platform}};
