import { requireDemo, type SeedClient } from './demo-only.ts'
import { casesOf } from './order-cases.ts'

/** A company of the demo, by its code, with the orders of so many months. */
const companies = [
  { code: 'yuelai', orders: 120, seed: 3 },
  { code: 'haiyue', orders: 60, seed: 5 },
] as const

/**
 * Work orders of the past half year: carried out, closed and rated, some late, some cancelled. They count round the clock, so
 * that their deadlines are sums. Triggers are off: nobody is notified of the past. Does nothing where there are orders already.
 * @throws Error in a data directory that is not the demo's
 */
export async function seedPastOrders(client: SeedClient, dataDir: string, now: number): Promise<number> {
  requireDemo(dataDir)
  let made = 0
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    for (const { code, orders, seed } of companies) {
      const { rows } = await client.query(
        `select c.id from company c where c.code = $1 and not exists (select from work_order o where o.company_id = c.id)
           and exists (select from outlet t where t.company_id = c.id)`,
        [code],
      )
      const company = rows[0] as { id: string } | undefined
      if (company === undefined) continue
      const cases = casesOf(orders, seed, now)
      await client.query(insertAgreement, [company.id])
      await client.query(insertOrders, [company.id, JSON.stringify(cases)])
      for (const statement of [insertEvents, insertPauses, insertCarriers, insertVisits, insertRatings])
        await client.query(statement, [company.id, JSON.stringify(cases)])
      await client.query(
        `insert into work_order_counter (company_id, last) values ($1, $2)
         on conflict (company_id) do update set last = excluded.last`,
        [company.id, orders],
      )
      made += orders
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return made
}

/** Round the clock, since the beginning of the year before. */
const insertAgreement = `insert into service_agreement (company_id, name, starts_on, level, edited_by, note)
  select $1, '7×24 网络运维服务', date_trunc('year', now() - interval '1 year')::date, jsonb_build_object(
    'calendar', jsonb_build_object('timeZone', 'Asia/Shanghai', 'holidays', 'ignored', 'hours',
      (select jsonb_agg(jsonb_build_object('day', d, 'from', 0, 'to', 1440)) from generate_series(1, 7) d)),
    'targets', (select jsonb_agg(jsonb_build_object('respond', jsonb_build_object('minutes', r, 'always', true),
        'resolve', jsonb_build_object('minutes', s, 'always', true)) order by p)
      from (values (1, 15, 240), (2, 30, 480), (3, 120, 1440), (4, 480, 4320)) t (p, r, s))),
    '北辰网络服务', '含远程支持和上门服务，备件另计。'
  where not exists (select from service_agreement a where a.company_id = $1)`

const cases = `jsonb_to_recordset($2::jsonb) as c (number int, type text, category text, title text, impact text, urgency text,
  priority int, state text, created timestamptz, responded timestamptz, resolved timestamptz, closed timestamptz,
  "respondDue" timestamptz, "resolveDue" timestamptz, "pausedAt" timestamptz, "pausedUntil" timestamptz, cause text,
  solution text, score int, comment text, "closedBy" text, visited boolean, late boolean)`
const made = `${cases} join work_order o on o.company_id = $1 and o.number = c.number`

/** Engineers take turns, and so do sites. */
const insertOrders = `with engineers as (
    select m.person_id, m.display_name, row_number() over (order by m.id) - 1 as n, count(*) over () as total
    from member m join member_role r on r.company_id = m.company_id and r.member_id = m.id and r.built_in = 'engineer'
    where m.company_id = $1),
  sites as (select t.id, t.department_id, t.contacts, row_number() over (order by t.id) - 1 as n, count(*) over () as total
    from outlet t where t.company_id = $1)
  insert into work_order (company_id, number, type, category, title, impact, urgency, priority, state, outlet_id,
    department_id, contact_name, contact_phone, assignee_id, assignee_name, created_at, created_by, agreement_id,
    agreement_version, respond_due, resolve_due, responded_at, resolved_at, closed_at, cause, solution, score)
  select $1, c.number, c.type, c.category, c.title, c.impact, c.urgency, c.priority, c.state, s.id, s.department_id,
    coalesce(s.contacts->0->>'name', ''), coalesce(s.contacts->0->>'phone', ''), e.person_id, e.display_name, c.created,
    coalesce(s.contacts->0->>'name', ''), a.id, a.version, c."respondDue", c."resolveDue", c.responded, c.resolved, c.closed,
    c.cause, coalesce(c.solution, ''), c.score
  from ${cases} join sites s on s.n = c.number % s.total
  left join engineers e on e.n = c.number / 3 % e.total
  left join lateral (select id, version from service_agreement g where g.company_id = $1 order by g.id limit 1) a on true`

/** Each as an event of the person who did it. */
const insertEvents = `insert into work_order_event (company_id, order_id, at, kind, detail, actor_id, actor_name,
    home_company_id)
  select $1, o.id, e.at, e.kind, e.detail, case when e.own then o.assignee_id end, case when e.own then o.assignee_name end, $1
  from ${made} cross join lateral (values
    (1, c.created, 'created', '{}'::jsonb, false),
    (2, c.created + (c.responded - c.created) * 0.4, 'assign', jsonb_build_object('name', o.assignee_name), false),
    (3, c.responded, 'accept', '{}', true),
    (4, case when c.visited then c.responded + interval '5 minutes' end, 'visit_planned', '{}', true),
    (5, c.responded + (c.resolved - c.responded) * 0.2, case when c.visited then 'arrived' else 'start' end, '{}', true),
    (6, c."pausedAt", 'suspend', jsonb_build_object('reason', 'carrier', 'note', '运营商抢修中'), true),
    (7, c."pausedUntil", 'resume', '{}', true),
    (8, case when c.late then c."resolveDue" end, 'warned', jsonb_build_object('clock', 'resolve', 'percent', 100), false),
    (9, c.resolved, 'resolve', jsonb_build_object('cause', c.cause, 'note', c.solution), true),
    (10, case when c.score is not null then c.resolved + interval '3 hours' end, 'rated',
      jsonb_build_object('score', c.score) || case when c.comment is null then '{}' else jsonb_build_object('note', c.comment) end, false),
    (11, c.closed, c."closedBy", '{}', c."closedBy" in ('close', 'cancel'))
  ) e (n, at, kind, detail, own)
  where e.at is not null order by o.id, e.at, e.n`

const insertPauses = `insert into work_order_pause (company_id, order_id, reason, starts_at, ends_at)
  select $1, o.id, p.reason, p.starts_at, p.ends_at from ${made} cross join lateral (values
    ('carrier', c."pausedAt", c."pausedUntil"), ('resolved', c.resolved, null)) p (reason, starts_at, ends_at)
  where p.starts_at is not null`

/** A third of the promises were not kept. */
const insertCarriers = `insert into work_order_carrier (company_id, order_id, isp, ticket, reported_at, promised_at,
    restored_at, compensation)
  select $1, o.id, (array['telecom', 'unicom', 'mobile'])[1 + c.number % 3], to_char(c.created, 'YYYYMMDD') || lpad(c.number::text, 4, '0'),
    c."pausedAt", c."pausedUntil" - interval '20 minutes' + (c.number % 3) * interval '30 minutes', c."pausedUntil",
    case when c.number % 2 = 0 then 200 end
  from ${made} where c."pausedAt" is not null`

const insertVisits = `insert into work_order_visit (company_id, order_id, state, starts_at, ends_at, travel_minutes,
    engineer_id, engineer_name, arrived_at)
  select $1, o.id, 'arrived', v.at - interval '10 minutes', v.at + interval '50 minutes', 30, o.assignee_id, o.assignee_name, v.at
  from ${made} cross join lateral (select c.responded + (c.resolved - c.responded) * 0.2) v (at)
  where c.visited and o.assignee_id is not null`

const insertRatings = `insert into work_order_rating (company_id, order_id, score, comment, assignee_id, rated_at)
  select $1, o.id, c.score, coalesce(c.comment, ''), o.assignee_id, c.resolved + interval '3 hours' from ${made} where c.score is not null`
