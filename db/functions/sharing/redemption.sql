/**
 * The key of a secret for the company acted in, without a word on why there is none: wrong, expired, used up, ended, for another
 * company, or its own. Ten that did not fit within 15 minutes end the attempts of a company. For definer functions only.
 */
create or replace function sharing_key_of(hash_in bytea) returns sharing_key
  language plpgsql set search_path = public as $$
declare
  me constant bigint := scope_company();
  k sharing_key;
begin
  -- One attempt after the other, so that parallel ones count.
  perform pg_advisory_xact_lock(7571, hashtext(me::text));
  if not whole_company() then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  if (select count(*) from sharing_failure f where f.company_id = me and f.at > now() - interval '15 minutes') >= 10 then
    raise exception 'request.too_many' using errcode = 'NW001';
  end if;
  select * into k from sharing_key s where s.secret_hash = hash_in and s.company_id <> me
    and coalesce(s.for_company_id = me, true) for update;
  if k.id is not null and sharing_is_live(k, me) and (coalesce(k.uses < k.most_uses, true) or exists (
      select from sharing_redemption r where r.company_id = me and r.key_company_id = k.company_id and r.key_id = k.id
        and r.ended_at is null))
  then return k; end if;
  delete from sharing_failure f where f.company_id = me and f.at < now() - interval '1 day';
  insert into sharing_failure (company_id) values (me);
  return null;
end $$;

/** What a key says, to the company that holds its secret. For definer functions only. */
create or replace function sharing_terms(k sharing_key) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_build_object('name', k.name, 'companyName', c.name, 'kind', k.kind, 'mode', k.mode, 'fields', to_jsonb(k.fields),
    'onEnd', k.on_end, 'expiresAt', k.expires_at, 'mostUses', k.most_uses, 'uses', k.uses,
    'skills', case when 'skills' = any (k.fields) then to_jsonb(k.skills) else '[]' end,
    'regions', case when 'regions' = any (k.fields) then to_jsonb(k.regions) else '[]' end,
    'warehouseName', case when k.kind = 'parts' and 'warehouse' = any (k.fields) then
      (select w.name from warehouse w where w.company_id = k.company_id and w.id = k.warehouse_id) end)
  from company c where c.id = k.company_id $$;

/** The terms of a key, before it is redeemed. Null: it is of no use here. */
create or replace function sharing_look(hash_in bytea) returns jsonb
  language plpgsql security definer set search_path = public as $$
declare
  k sharing_key := sharing_key_of(hash_in);
begin
  if k.id is null then return null; end if;
  return sharing_terms(k);
end $$;

/** Redeems a key for the company acted in; again, it is the same redemption. Null: it is of no use here. */
create or replace function sharing_redeem(hash_in bytea) returns bigint
  language plpgsql security definer set search_path = public as $$
declare
  k sharing_key := sharing_key_of(hash_in);
  r sharing_redemption;
begin
  if k.id is null then return null; end if;
  select * into r from sharing_redemption d where d.company_id = scope_company() and d.key_company_id = k.company_id
    and d.key_id = k.id for update;
  if r.id is not null and r.ended_at is null then return r.id; end if;
  update sharing_key s set uses = s.uses + 1 where s.company_id = k.company_id and s.id = k.id;
  insert into sharing_redemption as d (company_id, key_company_id, key_id, redeemed_by)
  values (scope_company(), k.company_id, k.id, coalesce(netward_setting('netward.actor_name'), ''))
  on conflict (company_id, key_company_id, key_id) do update set ended_at = null, ended_because = null, redeemed_at = now(),
    redeemed_by = excluded.redeemed_by, salt = gen_random_uuid()
  returning * into r;
  perform sharing_note(k, r.company_id, 'redeem', false);
  return r.id;
end $$;

/** Keys that the company acted in has redeemed, with what each says. */
create or replace function sharing_redeemed() returns table (
  id bigint, prefix text, terms jsonb, live boolean, state text, redeemed_at timestamptz, redeemed_by text, running int
) language sql stable security definer set search_path = public as $$
  select r.id, k.prefix, sharing_terms(k), r.ended_at is null and sharing_is_live(k, r.company_id),
    case when r.ended_at is not null then case r.ended_because when 'moved' then 'moved' else 'given_back' end when k.ended_at is not null then case k.ended_because
        when 'expired' then 'expired' else 'revoked' end
      when k.expires_at <= now() then 'expired'
      when not sharing_is_live(k, r.company_id) then 'paused'
      when k.uses >= k.most_uses then 'used_up' else 'active' end,
    r.redeemed_at, r.redeemed_by,
    (select count(*)::int from order_assignment a where a.company_id = k.company_id and a.key_id = k.id
      and a.redeemer_id = r.company_id and a.ended_at is null)
    + (select count(*)::int from shared_part p where p.company_id = r.company_id and p.redemption_id = r.id and p.state = 'reserved')
  from sharing_redemption r join sharing_key k on k.company_id = r.key_company_id and k.id = r.key_id
  where r.company_id = scope_company() and whole_company() $$;

/** What was done with a redeemed key, as the company that redeemed it reads it. */
create or replace function sharing_uses_redeemed(redemption_in bigint) returns table (
  id bigint, at timestamptz, act text, by_issuer boolean, actor_name text, company_name text, order_number int, note text, quantity int
) language sql stable security definer set search_path = public as $$
  select u.id, u.at, u.act, u.by_issuer, case when u.by_issuer then u.shown_name else u.actor_name end, c.name, u.order_number,
    u.note, u.quantity
  from sharing_redemption r join sharing_use u on u.company_id = r.key_company_id and u.key_id = r.key_id
    and u.redeemer_id = r.company_id
  join company c on c.id = case when u.by_issuer then u.company_id else u.redeemer_id end
  where r.company_id = scope_company() and r.id = redemption_in and whole_company() $$;

/** What was done with a key of the company acted in. */
create or replace function sharing_uses_issued(key_in bigint) returns table (
  id bigint, at timestamptz, act text, by_issuer boolean, actor_name text, company_name text, order_number int, note text, quantity int
) language sql stable security definer set search_path = public as $$
  select u.id, u.at, u.act, u.by_issuer, u.actor_name, c.name, u.order_number, u.note, u.quantity
  from sharing_use u join company c on c.id = case when u.by_issuer then u.company_id else u.redeemer_id end
  where u.company_id = scope_company() and u.key_id = key_in and whole_company() $$;

/**
 * A redemption for use in the company acted in, or by people from above in their own company's name, and its key, locked. For definer
 * functions only.
 */
create or replace function sharing_for_use(redemption_in bigint, kind_in text, rule_of_in bigint default null)
  returns table (r sharing_redemption, k sharing_key) language plpgsql set search_path = public as $$
declare
  redemption sharing_redemption;
  key sharing_key;
begin
  select * into redemption from sharing_redemption d where d.id = redemption_in and d.ended_at is null
    and d.company_id in (scope_company(), netward_setting('netward.home_id')::bigint, rule_of_in);
  select * into key from sharing_key s where s.company_id = redemption.key_company_id and s.id = redemption.key_id for update;
  if key.id is null or key.kind <> kind_in or not sharing_is_live(key, redemption.company_id) then
    raise exception 'sharing.gone' using errcode = 'NW001';
  end if;
  if key.mode <> 'use' then raise exception 'sharing.read_only' using errcode = 'NW001'; end if;
  if key.uses >= key.most_uses then raise exception 'sharing.used_up' using errcode = 'NW001'; end if;
  return query select redemption, key;
end $$;

grant execute on function sharing_look, sharing_redeem, sharing_redeemed, sharing_uses_issued, sharing_uses_redeemed
  to {{company}}, {{tree}}, {{platform}};
