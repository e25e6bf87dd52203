/** Pollers read the credentials of this company anew. */
create or replace function note_polling_company(company_in bigint) returns void
  language sql security definer set search_path = public as $$
  insert into polling_company (company_id) select id from company where id = company_in
  on conflict (company_id) do update set changed_tx = pg_current_xact_id() $$;

/** Runs after a set of credentials is written. */
create or replace function snmp_credential_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform note_polling_company(coalesce(new.company_id, old.company_id));
  return null;
end $$;

/** Runs after a company's standing, products or code changed. */
create or replace function polling_company_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform note_polling_company(new.id);
  return null;
end $$;

/** Devices that answered last to each of these sets, of the company acted in. */
create or replace function credential_use(credentials bigint[]) returns table (id bigint, devices int)
  language sql stable security definer set search_path = public as $$
  select c.id, (select count(*)::int from (select 1 from device_polling p
    where p.company_id = scope_company() and p.answered_id = c.id limit 10001) used)
  from unnest(credentials) c (id) $$;

/** How many devices name a set or answered to it: what its deletion concerns. */
create or replace function credential_devices(credential_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select count(*)::int from device_polling p
  where p.company_id = scope_company() and (p.answered_id = credential_in or p.credential_id = credential_in) $$;

/** Puts a set at a position; the others keep their order. */
create or replace function move_credential(credential_in bigint, position_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('snmp.credential', scope_company()));
  with others as (
    select id, row_number() over (order by position, id) as n from snmp_credential
    where company_id = scope_company() and id <> credential_in
  ), placed as (
    select id, n + (n >= position_in)::int as n from others
    union all
    select credential_in, least(position_in, (select count(*) + 1 from others)))
  update snmp_credential c set position = placed.n from placed
  where c.id = placed.id and c.company_id = scope_company() and c.position <> placed.n;
end $$;

/** Begins a trial, if the company does not run too many: five at a time. */
create or replace function begin_trial(address_in inet, port_in int, credential_in bigint, outlet_in bigint) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  made bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('snmp.trial', scope_company()));
  delete from snmp_trial where created_at < now() - interval '1 hour';
  if (select count(*) from snmp_trial t where t.company_id = scope_company()
      and (t.state = 'running' and t.created_at > now() - interval '2 minutes')) >= 5
    or (select count(*) from snmp_trial t where t.company_id = scope_company()
      and t.created_at > now() - interval '1 minute') >= 30 then
    raise exception 'snmp.too_many_trials' using errcode = 'NW001';
  end if;
  insert into snmp_trial (company_id, ip_address, port, credential_id, outlet_id, created_by)
  values (scope_company(), address_in, port_in, credential_in, outlet_in, scope_person()) returning id into made;
  return made;
end $$;

grant execute on function begin_trial, credential_devices, credential_use, move_credential to {{company}}, {{tree}}, {{platform}};

/** The sealed secrets of a set of the company acted in, to keep those that an edit leaves out. */
create or replace function sealed_credential(credential_in bigint) returns bytea
  language sql stable security definer set search_path = public as $$
  select sealed from snmp_credential where id = credential_in and company_id = scope_company() $$;

grant execute on function sealed_credential to {{company}}, {{tree}}, {{platform}};
