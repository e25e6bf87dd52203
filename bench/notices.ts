import type { Scopes } from '../apps/server/src/platform/db/scope.ts'
import { createTestApp, type TestApp } from '../apps/server/test/test-app.ts'
import type { Options } from './harness/options.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import type { Section } from './harness/report.ts'

const events = 1_000
/** As the sweep reads them. */
const batch = 100
const rounds = 5

/** What it costs to turn events of alarms into deliveries: one busy company, and an MSP with a thousand customers. */
export async function notices({ quick }: Options): Promise<Section[]> {
  return withOwnDatabase(async () => {
    const t = await createTestApp()
    try {
      return [await oneCompany(t), await manyCustomers(t, quick ? 200 : 1_000)]
    } finally {
      await t.stop()
    }
  })
}

/** 200 members of whom a quarter sees ten sites each, 50 routes to two members each. */
async function oneCompany(t: TestApp): Promise<Section> {
  const { id } = await t.company('company')
  await people(t, id, 200)
  await t.adminPool.query(
    `with o as (insert into outlet (company_id, name) select $1, 'Site ' || n from generate_series(1, 400) n returning id)
     insert into role (company_id, name, permissions, data_scope, outlet_ids)
     select $1, 'Region', '{DMS_SERVER_ALARM}', 'outlets', (array_agg(id order by id))[1:10] from o`,
    [id],
  )
  await t.adminPool.query(
    `update member_role mr set built_in = null, role_id = r.id from role r
     where r.company_id = $1 and r.name = 'Region' and mr.company_id = $1 and mr.member_id % 4 = 0`,
    [id],
  )
  await t.adminPool.query(
    `with c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
       select $1, 5, 'Mail ' || n, '{}', '', '', '' from generate_series(1, 5) n returning id)
     insert into notice_route (company_id, name, events, severities, outlet_ids, channel_id, member_ids, time_zone, edited_by)
     select $1, 'Route ' || n, '{raised}', '{critical,major}',
       case when n % 4 = 0 then '{}'::bigint[] else array(select id from outlet where company_id = $1 and id % 25 = n / 2) end,
       case when n % 6 > 0 then (select id from c order by id offset n % 6 - 1 limit 1) end,
       array(select id from member where company_id = $1 and id % 13 = n % 13 order by id limit 2), 'Asia/Shanghai', ''
     from generate_series(1, 50) n`,
    [id],
  )
  const { seconds, recipients } = await measured(t, [id])
  return {
    title: `Notifications: ${events} events of one company with 200 members, 400 sites and 50 routes`,
    figures: [
      {
        name: `${events} events into deliveries`,
        values: seconds,
        unit: 's',
        decimals: 2,
        goal: { of: 'value', atMost: 1.5 },
      },
      { name: 'deliveries an event', values: [recipients], unit: '', decimals: 1 },
    ],
  }
}

/** Five engineers on a route for all customers, and a group of its own for each of fifty. */
async function manyCustomers(t: TestApp, customers: number): Promise<Section> {
  const msp = await t.company('middleman')
  const ids: string[] = []
  for (let n = 0; n < customers; n += 1) ids.push((await t.company('company', msp.id)).id)
  await people(t, msp.id, 5)
  await t.adminPool.query(
    `with g as (insert into tenant_group (company_id, name) values ($1, 'All') returning id),
     m as (insert into tenant_group_member select $1, g.id, c from g, unnest($2::bigint[]) c)
     insert into acting_grant (company_id, member_id, group_id, built_in)
     select $1, member.id, g.id, 'engineer' from member, g where company_id = $1`,
    [msp.id, ids],
  )
  await t.adminPool.query(
    `insert into notice_route (company_id, name, covers, events, member_ids, time_zone, edited_by)
     select $1, 'All customers', 'below', '{raised}', array_agg(id), 'Asia/Shanghai', '' from member where company_id = $1`,
    [msp.id],
  )
  await t.adminPool.query(
    `with c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
       select $1, 10, 'Group ' || k, '{}', '', '', '' from unnest($2::bigint[]) k returning id, split_part(name, ' ', 2)::bigint as k)
     insert into notice_route (company_id, name, covers, customer_ids, events, channel_id, time_zone, edited_by)
     select $1, 'Group ' || k, 'chosen', array[k], '{raised}', id, 'Asia/Shanghai', '' from c`,
    [msp.id, ids.slice(0, 50)],
  )
  const { seconds, recipients } = await measured(t, ids)
  return {
    title: `Notifications from above: ${events} events of ${customers} customers of one MSP`,
    figures: [
      {
        name: `${events} events into deliveries`,
        values: seconds,
        unit: 's',
        decimals: 2,
        goal: { of: 'value', atMost: 1.5 },
      },
      { name: 'deliveries an event', values: [recipients], unit: '', decimals: 1 },
    ],
  }
}

async function people(t: TestApp, companyId: string, count: number): Promise<void> {
  const { personId } = await t.person(companyId, 'engineer')
  await t.adminPool.query(
    `with p as (insert into person (home_company_id, user_name, display_name, password_hash)
       select $1::bigint, 'n' || $1::bigint || '-' || n, 'Person ' || n, '' from generate_series(2, $3::int) n returning id, display_name),
     m as (insert into member (company_id, person_id, os_id, display_name, department_id, search)
       select $1, p.id, o.os_id, p.display_name, o.department_id, '' from p, member o
       where o.company_id = $1 and o.person_id = $2 returning id)
     insert into member_role (company_id, member_id, built_in) select $1, id, 'engineer' from m`,
    [companyId, personId, count],
  )
}

async function measured(
  t: TestApp,
  companies: readonly string[],
): Promise<{ seconds: number[]; recipients: number }> {
  const seconds: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await t.adminPool.query(
      `with d as (insert into device (company_id, name, type, driver, outlet_id)
         select c, 'Device ' || n, 'switch', 'none', (select o.id from outlet o where o.company_id = c order by o.id offset n % 400 limit 1)
         from generate_series(1, $2::int) n, lateral (select ($1::bigint[])[1 + n % cardinality($1)] as c) k
         returning id, company_id, outlet_id),
       a as (insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, raised_at)
         select company_id, id, outlet_id, 'device_offline', '', '', case when id % 3 = 0 then 'critical' else 'major' end, now()
         from d returning id, company_id, subject_id)
       insert into alarm_event (company_id, alarm_id, subject_id, kind) select company_id, id, subject_id, 'raised' from a`,
      [companies, events],
    )
    await t.adminPool.query('analyze alarm, alarm_event, delivery, notice_route, member, member_role')
    const began = performance.now()
    let read = 0
    while (read < events) read += await collect(t.scopes)
    // The first one reads everything from the disk.
    if (round > 0) seconds.push((performance.now() - began) / 1000)
  }
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select count(*)::float8 / $2 as n from delivery where alarm_company_id = any ($1::bigint[])',
    [companies, (rounds + 1) * events],
  )
  return { seconds, recipients: rows[0]!.n }
}

async function collect(scopes: Scopes): Promise<number> {
  const [row] = await scopes.asLoginRole<{ n: number }>('select notice_collect($1) as n', [batch])
  return row!.n
}
