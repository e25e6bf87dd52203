/** A sticker in force, of a company whose work orders are in use; no row: the ticket is invalid. */
create or replace function work_sticker_of(hash_in bytea) returns table (
  id bigint, company_id bigint, company_name text, outlet_id bigint, outlet_name text, device_id bigint, device_name text,
  open_reports int
) language sql stable security definer set search_path = public as $$
  select s.id, s.company_id, c.name, s.outlet_id, o.name, s.device_id, d.name,
    (select count(*)::int from work_report r join work_order k on k.company_id = r.company_id and k.id = r.order_id
      where r.company_id = s.company_id and r.sticker_id = s.id and k.open)
  from work_sticker s join company c on c.id = s.company_id and c.status = 'active'
  join outlet o on o.company_id = s.company_id and o.id = s.outlet_id
  left join device d on d.company_id = s.company_id and d.id = s.device_id
  where s.token_hash = hash_in and s.ended_at is null
    and (c.kind <> 'company' or 'work_orders' = any (c.products)) $$;

/** Open orders where a sticker is, without anything about people. */
create or replace function work_sticker_duplicates(hash_in bytea) returns table (
  category text, state text, created_at timestamptz
) language sql stable security definer set search_path = public as $$
  select k.category, k.state, k.created_at from work_sticker_of(hash_in) s
  join work_order k on k.company_id = s.company_id and k.outlet_id = s.outlet_id and k.open
    and (s.device_id is null or k.device_id = s.device_id)
  order by k.created_at desc, k.id desc limit 10 $$;

/** What a link of a person without an account shows; no row: the ticket is invalid. */
create or replace function work_link_shown(hash_in bytea) returns table (
  company_id bigint, order_id bigint, outlet_id bigint, company_name text, number int, outlet_name text, category text,
  state text, created_at timestamptz, visit_starts_at timestamptz, visit_ends_at timestamptz, resolved_at timestamptz,
  score int
) language sql stable security definer set search_path = public as $$
  select k.company_id, k.id, k.outlet_id, c.name, k.number::int, coalesce(o.name, ''), k.category, k.state, k.created_at,
    v.starts_at, v.ends_at, k.resolved_at, k.score::int
  from work_order_link l join work_order k on k.company_id = l.company_id and k.id = l.order_id
  join company c on c.id = k.company_id and c.status = 'active'
  left join outlet o on o.company_id = k.company_id and o.id = k.outlet_id
  left join work_order_visit v on v.company_id = k.company_id and v.order_id = k.id and v.state = 'planned'
  where l.token_hash = hash_in and l.expires_at > now() and l.ended_at is null $$;

/** Rates the order of a link, once: the score; null if the ticket is invalid. */
create or replace function work_link_rate(hash_in bytea, score_in int, comment_in text) returns int
  language plpgsql security definer set search_path = public as $$
declare
  l record;
begin
  select * into l from work_link_shown(hash_in);
  if not found then return null; end if;
  perform 1 from work_order k where k.company_id = l.company_id and k.id = l.order_id for no key update;
  if exists (select from work_order_rating r where r.company_id = l.company_id and r.order_id = l.order_id) then
    raise exception 'work_order.rated' using errcode = 'NW001';
  end if;
  if l.state not in ('resolved', 'closed') then
    raise exception 'work_order.not_resolved' using errcode = 'NW001';
  end if;
  insert into work_order_rating (company_id, order_id, score, comment, assignee_id)
  select l.company_id, l.order_id, score_in, comment_in, k.assignee_id from work_order k
  where k.company_id = l.company_id and k.id = l.order_id;
  update work_order k set score = score_in, version = k.version + 1
  where k.company_id = l.company_id and k.id = l.order_id;
  insert into work_order_event (company_id, order_id, kind, detail)
  values (l.company_id, l.order_id, 'rated',
    jsonb_build_object('score', score_in) || case when comment_in = '' then '{}'::jsonb
      else jsonb_build_object('note', comment_in) end);
  perform note_live(l.company_id, 'work_order.changed', l.outlet_id, jsonb_build_object('orderId', l.order_id::text));
  return score_in;
end $$;

/** The gateway of SMS that asks contacts of a company for ratings: its own, or one of the nearest above. */
create or replace function work_rating_channel(company_in bigint) returns table (
  id bigint, company_id bigint, company_code text, is_platform boolean, kind smallint, settings jsonb, sealed bytea
) language sql stable security definer set search_path = public as $$
  select c.id, c.company_id, k.code, k.kind = 'op', c.kind, c.settings, c.sealed
  from company_ancestor a join company k on k.id = a.ancestor_id and k.status = 'active'
  join integration_channel c on c.company_id = a.ancestor_id and c.kind = 4 and not c.paused
    and coalesce(c.settings->>'ratingTemplateCode', '') <> ''
  where a.company_id = company_in
  order by a.depth, c.id limit 1 $$;

grant execute on function work_rating_channel, work_link_rate, work_link_shown, work_sticker_duplicates, work_sticker_of to {{login}};
