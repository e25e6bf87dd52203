/** Quantity of a pool handed down in parts that have not ended. */
create or replace function pool_handed(pool_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(quantity), 0)::int from licence
  where pool_id = pool_in and revoked_at is null and (ends_at is null or ends_at > now()) $$;

/**
 * A part must fit its pool in time and quantity. The pool is locked: of two requests for its last unit, one
 * succeeds.
 */
create or replace function require_pool_room(pool_in bigint, kind_in text, more int, starts_in timestamptz, ends_in timestamptz)
  returns void language plpgsql security definer set search_path = public as $$
declare
  p licence;
  room int;
begin
  select * into p from licence where id = pool_in for update;
  if p.id is null or p.purpose <> 'pool' or p.revoked_at is not null or p.ends_at <= now() or p.kind <> kind_in then
    raise exception 'licence.pool_not_found' using errcode = 'NW001';
  end if;
  if starts_in < p.starts_at or (p.ends_at is not null and (ends_in is null or ends_in > p.ends_at)) then
    raise exception 'licence.outside_pool' using errcode = 'NW001';
  end if;
  room := p.quantity - pool_handed(pool_in);
  if more > room then
    raise exception 'licence.pool_exhausted' using errcode = 'NW001', detail = jsonb_build_object('kind', kind_in, 'room', room)::text;
  end if;
end $$;

/**
 * Issues a licence to a company below. The platform issues without a pool; every other issuer hands down a
 * part of a pool of its own. The company's counters are locked before the pool: always from child to parent.
 */
create or replace function issue_licence(
  company_in bigint, kind_in text, purpose_in text, quantity_in int, starts_in timestamptz, ends_in timestamptz,
  pool_in bigint, note_in text, actor_in text
) returns bigint language plpgsql security definer set search_path = public as $$
declare
  made licence;
begin
  perform require_below(company_in);
  perform require_platform_licensing();
  if purpose_in = 'pool' and not exists (select 1 from company where id = company_in and kind = 'middleman') then
    raise exception 'licence.pool_needs_msp' using errcode = 'NW001';
  end if;
  perform 1 from entitlement where company_id = company_in and kind = kind_in for update;
  if pool_in is null then
    if not exists (select 1 from company where id = scope_company() and kind = 'op') then
      raise exception 'licence.pool_not_found' using errcode = 'NW001';
    end if;
  else
    if not exists (select 1 from licence where id = pool_in and company_id = scope_company()) then
      raise exception 'licence.pool_not_found' using errcode = 'NW001';
    end if;
    perform require_pool_room(pool_in, kind_in, quantity_in, starts_in, ends_in);
  end if;
  insert into licence (company_id, kind, purpose, quantity, starts_at, ends_at, issuer_company_id, issuer_name, pool_id, note)
  select company_in, kind_in, purpose_in, quantity_in, starts_in, ends_in, c.id, c.name, pool_in, note_in
  from company c where c.id = scope_company() returning * into made;
  perform refresh_entitlement(company_in, array[kind_in]);
  perform note_licence(made, 'issued', null, actor_in);
  return made.id;
end $$;

/** The licence, locked after its company's counter, if the scope issued it (or is the platform). */
create or replace function lock_issued_licence(licence_in bigint) returns licence
  language plpgsql security definer set search_path = public as $$
declare
  l licence;
  platform constant boolean := exists (select 1 from company where id = scope_company() and kind = 'op');
begin
  perform require_platform_licensing();
  select * into l from licence where id = licence_in;
  -- If its company leaves the MSP, the licence runs until its end, but the MSP can no longer change it.
  if l.id is null or not whole_company() or not platform and (l.issuer_company_id <> scope_company() or not exists (
    select 1 from company_ancestor where company_id = l.company_id and ancestor_id = scope_root()))
  then raise exception 'licence.not_found' using errcode = 'NW001'; end if;
  perform 1 from entitlement where company_id = l.company_id and kind = l.kind for update;
  select * into l from licence where id = licence_in for update;
  if l.revoked_at is not null or l.file_serial is not null then
    raise exception 'licence.move_not_allowed' using errcode = 'NW001';
  end if;
  return l;
end $$;

/**
 * Renews a licence or changes its quantity, depending on `action_in`. Never below the quantity handed down
 * from a pool.
 */
create or replace function change_licence(licence_in bigint, quantity_in int, ends_in timestamptz, permanent boolean, actor_in text)
  returns void language plpgsql security definer set search_path = public as $$
declare
  was licence;
  l licence;
  new_end timestamptz;
begin
  was := lock_issued_licence(licence_in);
  new_end := case when permanent then null else coalesce(ends_in, was.ends_at) end;
  if new_end <= was.starts_at or new_end <= now() then
    raise exception 'licence.end_passed' using errcode = 'NW001';
  end if;
  if was.pool_id is not null then
    -- An expired licence released its quantity; resuming it takes the full quantity again.
    perform require_pool_room(was.pool_id, was.kind,
      quantity_in - case when was.ends_at <= now() then 0 else was.quantity end, was.starts_at, new_end);
  end if;
  if was.purpose = 'pool' and (quantity_in < pool_handed(licence_in) or exists (
    select 1 from licence p where p.pool_id = licence_in and p.revoked_at is null
      and (p.ends_at is null or p.ends_at > now()) and new_end is not null and (p.ends_at is null or p.ends_at > new_end)))
  then raise exception 'licence.pool_in_use' using errcode = 'NW001'; end if;
  update licence set quantity = quantity_in, ends_at = new_end where id = licence_in returning * into l;
  if (l.quantity, l.ends_at) is not distinct from (was.quantity, was.ends_at) then return; end if;
  delete from licence_notice where company_id = l.company_id and key like format('licence:%s:%%', l.id);
  perform refresh_entitlement(l.company_id, array[l.kind]);
  perform note_licence(l, case when l.quantity > was.quantity then 'enlarged' when l.quantity < was.quantity then 'reduced'
    else 'renewed' end, licence_values(was), actor_in);
end $$;

/**
 * Ends a licence immediately. Existing objects stay and keep working; a pool must have been taken back first.
 */
create or replace function revoke_licence(licence_in bigint, actor_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  was licence;
  l licence;
begin
  was := lock_issued_licence(licence_in);
  if was.purpose = 'pool' and pool_handed(licence_in) > 0 then
    raise exception 'licence.pool_in_use' using errcode = 'NW001';
  end if;
  update licence set revoked_at = now() where id = licence_in returning * into l;
  perform refresh_entitlement(l.company_id, array[l.kind]);
  perform note_licence(l, 'revoked', licence_values(was), actor_in);
end $$;

grant execute on function change_licence, issue_licence, pool_handed, revoke_licence
  to {{company}}, {{tree}}, {{platform}};
