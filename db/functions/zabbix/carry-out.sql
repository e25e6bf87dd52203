/** Makes the set of credentials that an import holds sealed, last in the order. Returns its id. */
create or replace function make_zabbix_credential(import_in bigint, n_in int) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  made bigint;
begin
  insert into snmp_credential (company_id, name, version, user_name, auth, privacy, context, sealed, position)
  select c.company_id, c.name, c.version, c.user_name, c.auth, c.privacy, c.context, c.sealed,
    (select coalesce(max(s.position), 0) + 1 from snmp_credential s where s.company_id = c.company_id)
  from zabbix_credential c
  where c.import_id = import_in and c.n = n_in and c.company_id = scope_company() and c.sealed is not null
    and c.made_credential_id is null
  returning id into made;
  update zabbix_credential c set made_credential_id = made, sealed = null
  where c.import_id = import_in and c.n = n_in and c.company_id = scope_company() and made is not null;
  return made;
end $$;

/** The sealed secrets of an import's set, to complete them. */
create or replace function sealed_zabbix_credential(import_in bigint, n_in int) returns bytea
  language sql stable security definer set search_path = public as $$
  select sealed from zabbix_credential where import_id = import_in and n = n_in and company_id = scope_company() $$;

/** Notes the devices that were added for hosts: pairs [n, device]. */
create or replace function note_zabbix_devices(import_in bigint, pairs jsonb) returns void
  language sql security definer set search_path = public as $$
  update zabbix_host h set device_id = d.id, written = zabbix_written(d, p.credential_id)
  from jsonb_array_elements(pairs) pair, device d left join device_polling p on p.device_id = d.id
  where h.import_id = import_in and h.company_id = scope_company() and h.n = (pair->>0)::int
    and d.id = (pair->>1)::bigint and d.company_id = h.company_id $$;

/** Ends an import, with an entry in the log. Nothing when it does not run. */
create or replace function finish_zabbix_import(import_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  i zabbix_import;
begin
  update zabbix_import set state = 'done', finished_at = clock_timestamp()
  where id = import_in and company_id = scope_company() and state = 'running' returning * into i;
  if i.id is null then return; end if;
  perform note_audit(i.company_id, 'zabbix.import_finished', 'zabbix_import', i.id::text, jsonb_build_object(
    'name', i.file_name, 'added', i.added,
    'failed', (select count(*) from zabbix_host h where h.import_id = i.id and h.failure is not null)));
end $$;

/** The next devices of an import that is undone. */
create or replace function undo_zabbix_devices(import_in bigint, most int) returns bigint[]
  language sql security definer set search_path = public as $$
  select delete_equipment(array(select h.device_id from zabbix_host h join zabbix_import i on i.id = h.import_id
    where i.id = import_in and i.company_id = scope_company() and i.state = 'undoing' and h.device_id is not null
    order by h.n limit most)) $$;

/** Ends an undoing: outlets and sets that the import made go too, where nothing else uses them. */
create or replace function finish_zabbix_undo(import_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  i zabbix_import;
  outlets int;
  sets int;
begin
  update zabbix_import set state = 'undone', finished_at = clock_timestamp()
  where id = import_in and company_id = scope_company() and state = 'undoing' returning * into i;
  if i.id is null then return; end if;
  with gone as (
    delete from outlet o using zabbix_group g
    where g.import_id = i.id and o.id = g.made_outlet_id and o.company_id = i.company_id
      and not exists (select from device d where d.company_id = o.company_id and d.outlet_id = o.id)
      and not exists (select from internet_line l where l.company_id = o.company_id and l.outlet_id = o.id)
      and not exists (select from snmp_credential s where s.company_id = o.company_id and s.outlet_id = o.id)
      and not exists (select from role r where r.company_id = o.company_id and o.id = any (r.outlet_ids))
    returning o.id)
  select count(distinct id) into outlets from gone;
  with gone as (
    delete from snmp_credential s using zabbix_credential c
    where c.import_id = i.id and s.id = c.made_credential_id and s.company_id = i.company_id
      and not exists (select from device_polling p where p.company_id = s.company_id
        and (p.credential_id = s.id or p.answered_id = s.id))
    returning s.id)
  select count(*) into sets from gone;
  perform note_audit(i.company_id, 'zabbix.undo_finished', 'zabbix_import', i.id::text, jsonb_build_object(
    'name', i.file_name, 'devices', i.added, 'outlets', outlets, 'credentials', sets));
end $$;

/**
 * Imports whose job is gone or out of retries stop, so that a person can go on; those that no one carried out go after
 * 30 days, with their secrets.
 */
create or replace function tend_zabbix_imports() returns void language plpgsql security definer set search_path = public as $$
begin
  update zabbix_import i set state = case i.state when 'running' then 'stopped' else 'done' end
  where i.state in ('running', 'undoing') and not exists (select from graphile_worker._private_jobs j
    where j.key = 'zabbix:' || i.id and (j.attempts < j.max_attempts or j.locked_at is not null));
  delete from zabbix_import where state = 'ready' and created_at < now() - interval '30 days';
end $$;

grant execute on function make_zabbix_credential, sealed_zabbix_credential to {{company}}, {{tree}}, {{platform}};
grant execute on function note_zabbix_devices, finish_zabbix_import, undo_zabbix_devices, finish_zabbix_undo to {{company}};
grant execute on function tend_zabbix_imports to {{login}};
