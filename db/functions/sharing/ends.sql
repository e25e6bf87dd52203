/** Locks the orders whose work a key ends, before the key itself: their own people lock in this order. For definer functions only. */
create or replace function sharing_lock_orders(company_in bigint, key_in bigint) returns void
  language sql set search_path = public as $$
  select from work_order w where (w.company_id, w.id) in (
    select a.order_company_id, a.order_id from order_assignment a where a.company_id = company_in and a.key_id = key_in and a.ended_at is null
    union select h.order_company_id, h.order_id from sharing_redemption r
      join shared_part h on h.company_id = r.company_id and h.redemption_id = r.id and h.state = 'reserved'
      where r.key_company_id = company_in and r.key_id = key_in)
  order by w.company_id, w.id for no key update $$;

/** Ends an assignment from outside: the order goes back to the pool, and says why. For definer functions only. */
create or replace function sharing_end_assignment(a order_assignment, because_in text) returns void
  language plpgsql set search_path = public as $$
declare
  k sharing_key;
begin
  update order_assignment s set state = 'ended', ended_at = now() where s.company_id = a.company_id and s.id = a.id and s.ended_at is null;
  if not found then return; end if;
  select * into k from sharing_key s where s.company_id = a.company_id and s.id = a.key_id;
  perform sharing_release_order(a, true);
  perform sharing_order_event(a, 'sharing_ended', jsonb_build_object('name', (select c.name from company c where c.id = a.company_id)),
    null);
  perform sharing_note(k, a.redeemer_id, because_in, true, a.order_number, a.id);
end $$;

/** Ends the running work of a key, or of one company that redeemed it. For definer functions only. */
create or replace function sharing_end_work(k sharing_key, redeemer_in bigint, assignments_in boolean, reservations_in boolean)
  returns void language plpgsql set search_path = public as $$
declare
  a order_assignment;
  p part_reservation;
begin
  if assignments_in then
    for a in select * from order_assignment s where s.company_id = k.company_id and s.key_id = k.id and s.ended_at is null
      and s.redeemer_id = coalesce(redeemer_in, s.redeemer_id) order by s.order_company_id, s.order_id for update
    loop perform sharing_end_assignment(a, 'end'); end loop;
  end if;
  if reservations_in then
    for p in select n.* from sharing_redemption r
      join shared_part h on h.company_id = r.company_id and h.redemption_id = r.id and h.state = 'reserved'
      join part_reservation n on n.company_id = h.owner_company_id and n.id = h.reservation_id and n.state = 'reserved'
      where r.key_company_id = k.company_id and r.key_id = k.id and r.company_id = coalesce(redeemer_in, r.company_id)
      order by n.company_id, n.warehouse_id, n.model_id, n.id for update of n
    loop perform part_settle(p, 0); end loop;
  end if;
end $$;

/** Ends a locked key at once; running work by its rule. For definer functions only. */
create or replace function sharing_end_key(k sharing_key, because_in text, by_in text) returns void
  language plpgsql set search_path = public as $$
begin
  update sharing_key s set ended_at = now(), ended_because = because_in, ended_by = by_in
    where s.company_id = k.company_id and s.id = k.id;
  perform sharing_note(k, r.company_id, case because_in when 'expired' then 'expire' else 'revoke' end, true)
    from sharing_redemption r where r.key_company_id = k.company_id and r.key_id = k.id and r.ended_at is null;
  if k.on_end = 'stop' or because_in = 'company' then perform sharing_end_work(k, null, true, k.on_end = 'stop'); end if;
end $$;

create or replace function sharing_revoke(key_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  k sharing_key;
begin
  perform sharing_lock_orders(scope_company(), key_in);
  k := sharing_own_key(key_in);
  if k.ended_at is not null then raise exception 'sharing_key.over' using errcode = 'NW001'; end if;
  perform sharing_end_key(k, 'revoked', coalesce(netward_setting('netward.actor_name'), ''));
end $$;

/** The company acted in gives a redeemed key back: running work by the rule of the key. */
create or replace function sharing_give_back(redemption_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  r sharing_redemption;
begin
  select * into r from sharing_redemption d where d.company_id = scope_company() and d.id = redemption_in and d.ended_at is null;
  if r.id is null or not whole_company() then raise exception 'sharing.redemption_not_found' using errcode = 'NW001'; end if;
  perform sharing_end_redemption(r, 'given_back');
end $$;

/** For definer functions only. */
create or replace function sharing_end_redemption(r sharing_redemption, because_in text) returns void
  language plpgsql set search_path = public as $$
declare
  k sharing_key;
begin
  perform sharing_lock_orders(r.key_company_id, r.key_id);
  select * into k from sharing_key s where s.company_id = r.key_company_id and s.id = r.key_id for update;
  update sharing_redemption d set ended_at = now(), ended_because = because_in where d.company_id = r.company_id and d.id = r.id;
  if k.on_end = 'stop' then perform sharing_end_work(k, r.company_id, true, true); end if;
  perform sharing_note(k, r.company_id, 'give_back_key', false);
end $$;

/** Ends keys whose time is over, at most so many. Returns how many. */
create or replace function sharing_expire(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  found record;
  k sharing_key;
  n int := 0;
begin
  for found in select s.company_id, s.id from sharing_key s where s.ended_at is null and s.expires_at <= now()
    order by s.expires_at limit most
  loop
    perform sharing_lock_orders(found.company_id, found.id);
    select * into k from sharing_key s where s.company_id = found.company_id and s.id = found.id for update;
    if k.ended_at is null and k.expires_at <= now() then perform sharing_end_key(k, 'expired', null); end if;
    n := n + 1;
  end loop;
  return n;
end $$;

/** A person who may not sign in carries out nothing: their shared assignments go back. */
create or replace function sharing_member_left() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  a order_assignment;
begin
  for a in select s.* from order_assignment s where s.company_id = old.company_id and s.engineer_id = old.person_id
    and s.ended_at is null order by s.order_company_id, s.order_id for update
  loop perform sharing_end_assignment(a, 'engineer_left'); end loop;
  return null;
end $$;

/**
 * A company that is frozen or deactivated: its keys and those that it redeemed open nothing meanwhile, its engineers give their orders
 * back, and other companies' engineers and parts are released by the rule of the key. A deactivated one's keys end.
 */
create or replace function sharing_company_stopped() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  k sharing_key;
  r sharing_redemption;
begin
  for k in select * from sharing_key s where s.company_id = new.id and s.ended_at is null order by s.id for update loop
    if new.status = 'deactivated' then perform sharing_end_key(k, 'company', null);
    else perform sharing_end_work(k, null, true, k.on_end = 'stop');
    end if;
  end loop;
  for r in select * from sharing_redemption d where d.company_id = new.id and d.ended_at is null order by d.id loop
    select * into k from sharing_key s where s.company_id = r.key_company_id and s.id = r.key_id for update;
    if k.on_end = 'stop' then perform sharing_end_work(k, r.company_id, true, true); end if;
  end loop;
  return null;
end $$;

/** Whether a redeemed key connects companies of two groups. For definer functions only. */
create or replace function sharing_between(r sharing_redemption, some_in bigint[], others_in bigint[]) returns boolean
  language sql immutable set search_path = public as $$
  select r.company_id = any (some_in) and r.key_company_id = any (others_in)
    or r.company_id = any (others_in) and r.key_company_id = any (some_in) $$;

/** A customer leaves an MSP: keys between the companies that go and those that lose them end. For definer functions only. */
create or replace function sharing_part_ways(going_in bigint[], lost_in bigint[]) returns void
  language plpgsql set search_path = public as $$
declare
  r sharing_redemption;
  a order_assignment;
  p part_reservation;
begin
  for r in select * from sharing_redemption d where d.ended_at is null and sharing_between(d, going_in, lost_in) order by d.id
  loop perform sharing_end_redemption(r, 'moved'); end loop;
  -- What those that lose them did for their orders by keys of third companies.
  for a in select s.* from order_assignment s join sharing_key k on k.company_id = s.company_id and k.id = s.key_id
    where s.ended_at is null and s.order_company_id = any (going_in) and s.redeemer_id = any (lost_in) and k.on_end = 'stop'
    order by s.order_company_id, s.order_id for update of s
  loop perform sharing_end_assignment(a, 'end'); end loop;
  for p in select n.* from shared_part h
    join sharing_redemption d on d.company_id = h.company_id and d.id = h.redemption_id
    join sharing_key k on k.company_id = d.key_company_id and k.id = d.key_id
    join part_reservation n on n.company_id = h.owner_company_id and n.id = h.reservation_id and n.state = 'reserved'
    where h.state = 'reserved' and h.order_company_id = any (going_in) and h.company_id = any (lost_in) and k.on_end = 'stop'
    order by n.company_id, n.warehouse_id, n.model_id, n.id for update of n
  loop perform part_settle(p, 0); end loop;
end $$;

grant execute on function sharing_give_back, sharing_revoke to {{company}}, {{tree}}, {{platform}};
grant execute on function sharing_expire to {{login}};
