/** Whether a key opens something for a company now. For definer functions only. */
create or replace function sharing_is_live(k sharing_key, redeemer_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select k.ended_at is null and k.expires_at > now()
    and not exists (select from company c where c.id in (k.company_id, redeemer_in) and c.status <> 'active') $$;

/** Whether running work under a key goes on. For definer functions only. */
create or replace function sharing_goes_on(k sharing_key, redeemer_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select sharing_is_live(k, redeemer_in) or k.on_end = 'finish' $$;

/** What a company calls a shared engineer or part: of use to it alone, and no id of another table. For definer functions only. */
create or replace function sharing_ref(salt_in uuid, subject_in text) returns text
  language sql immutable set search_path = public as $$
  select left(encode(sha256(convert_to(salt_in::text || '/' || subject_in, 'UTF8')), 'hex'), 24) $$;

/** A key whose row is changed becomes narrower, or stays: what the other company agreed to and what it reads does not grow. */
create or replace function sharing_key_narrowed() returns trigger language plpgsql set search_path = public as $$
declare
  wider text := case
    when not new.fields <@ old.fields then 'fields'
    when new.mode = 'use' and old.mode = 'read' then 'mode'
    when new.expires_at > old.expires_at then 'expiresAt'
    when coalesce(new.most_uses, 2147483647) > coalesce(old.most_uses, 2147483647) then 'mostUses'
    when old.skills <> '{}' and (new.skills = '{}' or not new.skills <@ old.skills) then 'skills'
    when old.model_ids <> '{}' and (new.model_ids = '{}' or not new.model_ids <@ old.model_ids) then 'modelIds'
    when old.regions <> '{}' and (new.regions = '{}' or exists (select from unnest(new.regions) n where not exists (
      select from unnest(old.regions) r where n = r or starts_with(n, r || '/')))) then 'regions' end;
begin
  if wider is not null then
    raise exception 'sharing_key.wider' using errcode = 'NW001', detail = jsonb_build_object('field', wider)::text;
  end if;
  if old.ended_at is not null and new.ended_at is not null then
    raise exception 'sharing_key.over' using errcode = 'NW001';
  end if;
  return new;
end $$;

/**
 * Writes down that a key was used, where both companies read it, and in the audit log of the other one. The name of an engineer is
 * in the log of their own company alone. For definer functions only.
 */
create or replace function sharing_note(
  k sharing_key, redeemer_in bigint, act_in text, by_issuer_in boolean, number_in int default null,
  assignment_in bigint default null, note_in text default '', quantity_in int default null, shown_in text default null
) returns void language plpgsql set search_path = public as $$
declare
  actor constant text := coalesce(netward_setting('netward.actor_name'), '');
begin
  -- It goes with its company.
  if k.id is null then return; end if;
  insert into sharing_use (company_id, key_id, redeemer_id, act, by_issuer, actor_name, shown_name, order_number, assignment_id,
    note, quantity)
  values (k.company_id, k.id, redeemer_in, act_in, by_issuer_in, actor, coalesce(shown_in, case when by_issuer_in then '' else actor end),
    number_in, assignment_in, coalesce(note_in, ''), quantity_in);
  insert into audit_log (company_id, action, actor_name, acting_company_id, acting_company_name, subject_kind, subject_id, detail)
  select case when by_issuer_in then redeemer_in else k.company_id end, 'sharing.used',
    case when by_issuer_in then coalesce(shown_in, '') else actor end, c.id, c.name, 'sharing', null,
    jsonb_build_object('name', k.name, 'act', act_in)
      || case when number_in is null then '{}'::jsonb else jsonb_build_object('order', '#' || number_in) end
  from company c where c.id = case when by_issuer_in then k.company_id else redeemer_in end;
  perform note_live(c, 'sharing.changed', null, '{}') from unnest(array[k.company_id, redeemer_in]) c;
end $$;

/** A key of the company acted in, locked. For definer functions only. */
create or replace function sharing_own_key(key_in bigint) returns sharing_key
  language plpgsql set search_path = public as $$
declare
  k sharing_key;
begin
  select * into k from sharing_key s where s.company_id = scope_company() and s.id = key_in for update;
  if k.id is null or not whole_company() then raise exception 'sharing_key.not_found' using errcode = 'NW001'; end if;
  return k;
end $$;

/** Companies that redeemed a key of the company acted in. */
create or replace function sharing_redeemers(key_in bigint) returns table (
  company_name text, redeemed_at timestamptz, redeemed_by text, ended_at timestamptz
) language sql stable security definer set search_path = public as $$
  select c.name, r.redeemed_at, r.redeemed_by, r.ended_at
  from sharing_redemption r join company c on c.id = r.company_id
  where r.key_company_id = scope_company() and r.key_id = key_in and whole_company()
  order by r.redeemed_at desc, r.id desc limit 200 $$;

/** What runs under a key of the company acted in. */
create or replace function sharing_running(key_in bigint, out assignments jsonb, out reservations jsonb)
  language sql stable security definer set search_path = public as $$
  select
    (select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'orderNumber', a.order_number, 'companyName', a.company_name,
        'engineerName', a.engineer_name, 'state', a.state) order by a.id desc), '[]')
      from (select * from order_assignment a where a.company_id = scope_company() and a.key_id = key_in and a.ended_at is null
        and whole_company() order by a.id desc limit 200) a),
    (select coalesce(jsonb_agg(jsonb_build_object('id', x.id::text, 'orderNumber', x.order_number, 'companyName', x.company_name,
        'model', x.model, 'serial', x.serial, 'quantity', x.quantity) order by x.id desc), '[]')
      from (select p.id, p.order_number, c.name as company_name, btrim(m.brand || ' ' || m.name) as model, s.serial, p.quantity
        from sharing_redemption r join shared_part h on h.company_id = r.company_id and h.redemption_id = r.id
        join part_reservation p on p.company_id = h.owner_company_id and p.id = h.reservation_id
        join part_model m on m.company_id = p.company_id and m.id = p.model_id
        left join part_serial s on s.company_id = p.company_id and s.id = p.serial_id
        join company c on c.id = r.company_id
        where r.key_company_id = scope_company() and r.key_id = key_in and h.state = 'reserved' and whole_company()
        order by p.id desc limit 200) x) $$;

/** The company of a code, for a key that is for it alone; no other company learns more than that it exists. */
create or replace function sharing_company(code_in text) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from company c
  where c.code = code_in and c.id <> scope_company() and c.status = 'active' and c.kind <> 'op' $$;

/** Names of the companies that keys of the company acted in are for. */
create or replace function sharing_company_name(key_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.name from sharing_key k join company c on c.id = k.for_company_id
  where k.company_id = scope_company() and k.id = key_in $$;

grant execute on function sharing_company, sharing_company_name, sharing_redeemers, sharing_running
  to {{company}}, {{tree}}, {{platform}};
