/** Stores the first value set for a key and returns it. */
create or replace function installation_fact(key_in text, value_in text) returns text
  language plpgsql security definer set search_path = public as $$
begin
  insert into installation (key, value) values (key_in, value_in) on conflict do nothing;
  return (select value from installation where key = key_in);
end $$;

/** The latest time named in any licence file of this installation: the clock must not be earlier. */
create or replace function licence_clock() returns timestamptz language sql stable security definer set search_path = public as $$
  select value::timestamptz from installation where key = 'licence_clock' $$;

create or replace function advance_licence_clock(to_in timestamptz) returns void
  language sql security definer set search_path = public as $$
  insert into installation as i (key, value) values ('licence_clock', to_in::text)
  on conflict (key) do update set value = excluded.value where i.value::timestamptz < excluded.value::timestamptz $$;

/** Applies a verified file to the company acted in; it replaces the grants of its earlier revision. */
create or replace function import_licence_file(
  issuer_in text, issuer_name_in text, serial_in text, revision_in int, grants jsonb, from_in timestamptz,
  until_in timestamptz, issued_in timestamptz, actor_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  kept licence_import;
  old licence;
  l licence;
  g jsonb;
begin
  perform 1 from entitlement where company_id = scope_company() order by kind for update;
  insert into licence_import as i (company_id, issuer, serial, revision, issuer_name, until, issued_at, imported_by)
  values (scope_company(), issuer_in, serial_in, revision_in, issuer_name_in, until_in, issued_in, actor_in)
  on conflict (company_id, issuer, serial) do update set revision = excluded.revision, until = excluded.until,
    issued_at = excluded.issued_at, imported_at = now(), imported_by = excluded.imported_by
    where i.revision < excluded.revision
  returning * into kept;
  if kept.serial is null then raise exception 'licence.file_replayed' using errcode = 'NW001'; end if;
  for old in select * from licence where company_id = scope_company() and file_issuer = issuer_in
    and file_serial = serial_in and revoked_at is null order by id for update
  loop
    update licence set revoked_at = now() where id = old.id returning * into l;
    perform note_licence(l, 'replaced', licence_values(old), actor_in);
  end loop;
  for g in select * from jsonb_array_elements(grants) loop
    insert into licence (company_id, kind, quantity, starts_at, ends_at, issuer_company_id, issuer_name, file_issuer, file_serial)
    values (scope_company(), g->>'kind', (g->>'quantity')::int, from_in, until_in, scope_company(), issuer_name_in, issuer_in, serial_in)
    returning * into l;
    perform note_licence(l, 'imported', null, actor_in);
  end loop;
  perform refresh_entitlement(scope_company());
  perform advance_licence_clock(issued_in);
end $$;

/**
 * Stores what the platform is about to sign, and returns its revision. A serial number stays with its
 * company; the installation may differ if the company has moved to another one.
 */
create or replace function next_licence_file(
  serial_in text, company_code_in text, installation_in text, content_in jsonb, until_in timestamptz,
  issued_in timestamptz, actor_in text
) returns int language plpgsql security definer set search_path = public as $$
declare
  kept licence_file;
begin
  perform require_platform();
  perform require_platform_licensing();
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

grant execute on function installation_fact to {{login}};
grant execute on function import_licence_file, licence_clock, next_licence_file to {{company}}, {{tree}}, {{platform}};
