/**
 * Rotas of any company whose duty is to be computed: new, changed, over, or of a member who was disabled. A layer whose
 * members have all left the company has no turns.
 */
create or replace function rota_duties_due(most int) returns table (rota jsonb)
  language sql stable security definer set search_path = public as $$
  select jsonb_build_object('id', r.id::text, 'companyId', r.company_id::text, 'zone', r.time_zone,
    'layers', (select coalesce(jsonb_agg(jsonb_build_object('startsOn', l.starts_on, 'handoverMinute', l.handover_minute,
        'period', l.period, 'length', l.length, 'days', l.days, 'calendar', l.calendar, 'fromMinute', l.from_minute,
        'toMinute', l.to_minute, 'turns', (select coalesce(jsonb_agg(case when m.status = 'enabled' then m.id::text end order by t.position), '[]')
          from rota_turn t join member m on m.company_id = t.company_id and m.id = t.member_id
          where t.company_id = l.company_id and t.rota_id = l.rota_id and t.layer = l.position)) order by l.position), '[]')
      from rota_layer l where l.company_id = r.company_id and l.rota_id = r.id),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id::text, 'memberId', c.member_id::text,
        'startsAt', c.starts_at, 'endsAt', c.ends_at, 'since', c.stands_since)), '[]')
      from rota_change c join member m on m.company_id = c.company_id and m.id = c.member_id and m.status = 'enabled'
      where c.company_id = r.company_id and c.rota_id = r.id and c.state = 'standing' and c.ends_at > now()))
  from rota r left join rota_duty d on d.company_id = r.company_id and d.rota_id = r.id
  left join member m on m.company_id = d.company_id and m.id = d.member_id
  where d.until is null or d.until <= now() or m.status <> 'enabled' order by d.until nulls first, r.id limit most $$;

/**
 * `duties_in`: [{companyId, rotaId, memberId, nextId, until}, …]; `nextId`: who follows, also where nobody is on call now. A rota
 * that is gone meanwhile is left out. The hand-over of a shift is made in the transaction that ends it, and so once.
 */
create or replace function rota_duties_set(duties_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d record;
  o rota_duty;
begin
  for d in
    select r.company_id, r.id as rota_id, m.id as member_id, k."nextId" as next_id, k.until
    from jsonb_to_recordset(duties_in) as k ("companyId" bigint, "rotaId" bigint, "memberId" bigint, "nextId" bigint, until timestamptz)
    join rota r on r.company_id = k."companyId" and r.id = k."rotaId"
    left join member m on m.company_id = r.company_id and m.id = k."memberId"
    order by r.id for no key update of r
  loop
    -- Read once the rota is locked: another worker may have been first.
    select * into o from rota_duty k where k.company_id = d.company_id and k.rota_id = d.rota_id;
    if o.member_id <> d.next_id and o.member_id is distinct from d.member_id then
      perform rota_hand_over(d.company_id, d.rota_id, o.member_id, d.next_id,
        case when o.until > '-infinity' then least(o.until, now()) else now() end);
    end if;
    insert into rota_duty (company_id, rota_id, member_id, until) values (d.company_id, d.rota_id, d.member_id, d.until)
    on conflict (company_id, rota_id) do update set member_id = excluded.member_id, until = excluded.until;
  end loop;
end $$;

/** Members left the company, and others move up in the order of turns. Their rotas are computed anew. */
create or replace function rota_turns_gone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update rota_duty d set until = '-infinity'
  where (d.company_id, d.rota_id) in (select o.company_id, o.rota_id from old_rows o);
  return null;
end $$;

/** A member is enabled again or disabled. */
create or replace function rota_member_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update rota_duty d set until = '-infinity' where d.company_id = new.company_id and d.rota_id in (
    select t.rota_id from rota_turn t where t.company_id = new.company_id and t.member_id = new.id
    union select c.rota_id from rota_change c where c.company_id = new.company_id and c.member_id = new.id and c.ends_at > now());
  return null;
end $$;

grant execute on function rota_duties_due, rota_duties_set to {{login}};
