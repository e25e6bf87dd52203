import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from '../devices/index.ts'
import { companyMoveJobs } from './move.jobs.ts'
import { companyMoveRoutes } from './move.routes.ts'

let t: TestApp
let runMoves: () => Promise<void>

beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => {
    companyMoveRoutes(app, { secrets, messages })
    deviceRoutes(app, { secrets })
  })
  runMoves = () =>
    companyMoveJobs(t)['company.move']!(
      { companyId: t.operator.companyId },
      { scopes: t.scopes, log: t.log, signal: new AbortController().signal },
    )
})
afterAll(() => t.stop())

interface Estate {
  from: { id: string; code: string }
  to: { id: string; code: string }
  customer: { id: string; code: string }
  oldAdmin: TestPerson
  newAdmin: TestPerson
  customerAdmin: TestPerson
}

async function estate(): Promise<Estate> {
  const [from, to] = [await t.company('middleman'), await t.company('middleman')]
  const customer = await t.company('company', from.id)
  return {
    from,
    to,
    customer,
    oldAdmin: await t.person(from.id, 'administrator'),
    newAdmin: await t.person(to.id, 'administrator'),
    customerAdmin: await t.person(customer.id, 'administrator'),
  }
}

/** Devices with a timeline, tags, every presence state, and a released one. */
async function addDevices(companyId: string, count: number): Promise<void> {
  await t.adminPool.query(
    `with made as (
       insert into device (company_id, name, type, oui, serial_number, presence, tags, guard, first_inform_at)
       select $1::bigint, 'Gateway ' || n, 'smart_cpe', 'AABBCC', 'M' || $1::bigint || '-' || n,
         (array['online', 'offline', 'unknown'])[1 + n % 3], array['tag' || n % 2],
         case when n = 3 then 'quarantined' else 'none' end, now()
       from generate_series(1, $2::int) n returning id, presence),
     seen as (insert into device_presence (device_id, company_id, last_inform_at, due_at)
       select id, $1::bigint, now(), case when presence = 'online' then now() - interval '1 minute' end from made)
     insert into device_timeline (company_id, device_id, kind) select $1::bigint, id, 'online' from made, generate_series(1, 3)`,
    [companyId, count],
  )
  await t.adminPool.query(
    `update device set state = 'released' where id = (select max(id) from device where company_id = $1)`,
    [companyId],
  )
}

/** What each company sees by each way of counting: all must agree. */
async function counts(person: TestPerson) {
  const list = await person.call('POST /api/v1/device/lists', { pageSize: 200 })
  const byAge = await person.call('POST /api/v1/device/lists', { pageSize: 200, sort: '-lastInformAt' })
  const found = await person.call('POST /api/v1/device/lists', { search: 'Gateway' })
  const { online, offline, unknown } = (await person.call('GET /api/v1/device/summary')).data
  return {
    list: list.data.items.length,
    total: list.data.total,
    byAge: byAge.data.items.length,
    search: found.data.total,
    summary: online + offline + unknown,
    tagged: (await person.call('POST /api/v1/device/lists', { tag: ['tag0', 'tag1'] })).data.total,
  }
}
const allOf = (n: number) => ({ list: n, total: n, byAge: n, search: n, summary: n, tagged: n })

/** Recounts every table that refers to an MSP and returns the differences. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await t.adminPool.query(`
    with real as (select company_id, msp_of(company_id) as msp_id, presence, guard <> 'none' as guarded, count(*)::int as n
      from device where state = 'claimed' group by 1, 2, 3, 4)
    select 'device' as what, id::text from device where msp_id <> msp_of(company_id)
    union all select 'presence', device_id::text from device_presence where msp_id <> msp_of(company_id)
    union all select 'timeline', id::text from device_timeline where msp_id <> msp_of(company_id)
    union all select 'audit', id::text from audit_log where msp_id <> msp_of(company_id)
    union all select 'tag', tag from device_tag where msp_id <> msp_of(company_id)
    union all select 'tag count', k.tag from device_tag k where k.n <> (select count(*) from device d
      where d.company_id = k.company_id and d.state = 'claimed' and k.tag = any (d.tags))
    union all (select 'tally', row(company_id, presence, guarded, n)::text from (
      select company_id, presence, guarded, sum(n)::int as n from device_tally group by 1, 2, 3 having sum(n) <> 0
      except select company_id, presence, guarded, n from real) one)
    union all (select 'msp tally', row(msp_id, presence, guarded, n)::text from (
      select msp_id, presence, guarded, sum(n)::int as n from device_tally_msp group by 1, 2, 3 having sum(n) <> 0
      except select msp_id, presence, guarded, sum(n)::int from real group by 1, 2, 3) one)
    union all (select 'msp tally lacks', row(msp_id, presence, guarded, n)::text from (
      select msp_id, presence, guarded, sum(n)::int as n from real group by 1, 2, 3
      except select msp_id, presence, guarded, sum(n)::int from device_tally_msp group by 1, 2, 3) one)
    union all (select 'closure', row(company_id, ancestor_id, depth)::text from (
      with recursive up (company_id, ancestor_id, depth) as (
        select id, id, 0 from company
        union all select u.company_id, c.parent_id, u.depth + 1 from up u join company c on c.id = u.ancestor_id
        where c.parent_id is not null)
      (select * from up except select company_id, ancestor_id, depth from company_ancestor)
      union all (select company_id, ancestor_id, depth from company_ancestor except select * from up)) one)
    union all (select 'msps below', row(ancestor_id, msp_id)::text from (
      (select a.ancestor_id, a.company_id as msp_id from company_ancestor a join company c on c.id = a.company_id
        where c.kind <> 'company' except select ancestor_id, msp_id from msp_below)
      union all (select ancestor_id, msp_id from msp_below except select a.ancestor_id, a.company_id
        from company_ancestor a join company c on c.id = a.company_id where c.kind <> 'company')) one)`)
  return rows
}

/**
 * What an MSP can read of each table by its index, without query filters; `entries` of other companies' logs.
 */
async function oldRows(mspId: string) {
  const client = await t.adminPool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('netward.company_id', $1, true), set_config('netward.root_id', $1, true), set_config('role', $2, true)`,
      [mspId, t.roles.tree],
    )
    return await client.query(`select (select count(*)::int from device) as devices,
      (select count(*)::int from device_presence) as presences, (select count(*)::int from device_timeline) as events,
      (select count(*)::int from device_tag) as tags,
      (select count(*)::int from audit_log where company_id <> ${Number(mspId)}) as entries`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const move = (person: TestPerson, companyId: string, parentId: string) =>
  person.call('POST /api/v1/auth/company/:companyId/move', { companyId, parentId, reason: 'Sold' })

test('a customer moves to another MSP with all it has; lists, counts and search agree before and after', async () => {
  const { from, to, customer, oldAdmin, newAdmin, customerAdmin } = await estate()
  await addDevices(customer.id, 12)
  await addDevices(from.id, 2)
  const platform = (await counts(t.operator)).total
  expect(await counts(oldAdmin)).toEqual(allOf(11 + 1))
  expect(await counts(newAdmin)).toEqual(allOf(0))
  const inside = oldAdmin.actingIn(customer.id)
  expect((await inside.call('GET /api/v1/device/summary')).code).toBe(0)
  const staff = await t.person(from.id, 'engineer')
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in)
     select $1, m.id, $2, 'engineer' from member m where m.person_id = $3`,
    [from.id, customer.id, staff.personId],
  )

  const preview = await t.operator.call('GET /api/v1/auth/company/:companyId/move', {
    companyId: customer.id,
    parentId: to.id,
  })
  expect(preview.data).toMatchObject({
    parentId: from.id,
    gateways: 11,
    members: 1,
    losing: [{ name: `Company ${from.code}`, people: 2 }],
    last: null,
  })
  expect(await move(t.operator, customer.id, to.id)).toMatchObject({ code: 0 })

  // Rights move at once, before any device has followed, and so does every row.
  expect(await counts(oldAdmin)).toEqual(allOf(1))
  const { rows: seen } = await oldRows(from.id)
  expect(seen[0]).toEqual({ devices: 2, presences: 1, events: 6, tags: 2, entries: 0 })
  for (const person of [inside, staff.actingIn(customer.id)])
    expect((await person.call('GET /api/v1/device/summary')).code).toBe('company.not_found')
  expect((await newAdmin.actingIn(customer.id).call('GET /api/v1/device/summary')).code).toBe(0)
  expect(await counts(customerAdmin)).toEqual(allOf(11))
  expect((await move(t.operator, customer.id, from.id)).code).toBe('company.moving')

  await runMoves()
  expect(await counts(oldAdmin)).toEqual(allOf(1))
  expect(await counts(newAdmin)).toEqual(allOf(11))
  expect(await counts(customerAdmin)).toEqual(allOf(11))
  expect((await counts(t.operator)).total).toBe(platform)
  expect(await disagreements()).toEqual([])
  const after = await newAdmin.call('GET /api/v1/auth/company/:companyId/move', { companyId: customer.id })
  expect(after.data.last).toMatchObject({ state: 'done', devices: 12, moved: 12 })

  const { rows } = await t.adminPool.query<{ company_id: string; detail: unknown }>(
    `select company_id::text, detail from audit_log where action = 'company.moved' and subject_id = $1 order by company_id`,
    [customer.id],
  )
  expect(rows.map(({ company_id }) => company_id).toSorted()).toEqual(
    [t.operator.companyId, from.id, to.id, customer.id].toSorted(),
  )
  expect(rows[0]?.detail).toEqual({
    name: `Company ${customer.code}`,
    reason: 'Sold',
    before: { parent: `Company ${from.code}` },
    after: { parent: `Company ${to.code}` },
  })
  const grants = await t.adminPool.query('select from acting_grant where target_company_id = $1', [
    customer.id,
  ])
  expect(grants.rowCount).toBe(0)
})

test('what gateways do while their company moves is neither lost nor counted twice', async () => {
  const { to, customer } = await estate()
  await addDevices(customer.id, 60)
  await move(t.operator, customer.id, to.id)
  const { rows } = await t.adminPool.query<{ ids: string[] }>(
    'select array_agg(device_id::text) as ids from device_presence where company_id = $1',
    [customer.id],
  )
  const ids = rows[0]!.ids
  const at = new Date()
  const due = new Date(Date.now() + 600_000)
  const moving = new AbortController()
  const informs = (async () => {
    while (!moving.signal.aborted) {
      await t.scopes.asLoginRole('select acs_presence($1, $2, $3)', [
        ids,
        ids.map(() => at),
        ids.map(() => due),
      ])
      await t.scopes.asLoginRole('select presence_sweep(1000)')
      for (const id of ids.slice(0, 5))
        await t.scopes.asLoginRole('select acs_note($1, $2, $3)', [id, 'connection_request.failed', '{}'])
    }
  })()
  const claims = (async () => {
    for (let n = 0; n < 10; n += 1)
      await t.adminPool.query(
        `insert into device (company_id, name, type, oui, serial_number, tags) values ($1, 'Gateway new', 'smart_cpe', 'AABBCC', $2, '{tag0}')`,
        [customer.id, `late-${customer.id}-${n}`],
      )
  })()
  const state = async () =>
    (
      await t.adminPool.query<{ state: string }>('select state from company_move where company_id = $1', [
        customer.id,
      ])
    ).rows[0]?.state
  // Small batches, so that everything happens between two of them.
  for (let turn = 0; turn < 500 && (await state()) === 'moving'; turn += 1)
    await t.scopes.asLoginRole('select from move_portion(7)')
  moving.abort()
  await Promise.all([informs, claims])
  expect(await state()).toBe('done')
  expect(await disagreements()).toEqual([])
  const { rows: lost } = await t.adminPool.query(
    `select id from device where company_id = $1 and state = 'claimed' and serial_number collate "default" not like 'late-%' and presence <> 'online'`,
    [customer.id],
  )
  expect(lost).toEqual([])
})

test('companies above the old and the new parent see it throughout; during the move each sees its own part', async () => {
  const { from, to, customer, oldAdmin, newAdmin } = await estate()
  const top = await t.company('middleman')
  const topAdmin = await t.person(top.id, 'administrator')
  await move(t.operator, from.id, top.id)
  await move(t.operator, to.id, top.id)
  await addDevices(customer.id, 11)
  await move(t.operator, customer.id, to.id)
  for (let portions = 0; portions < 3; portions += 1) {
    expect(await counts(oldAdmin)).toEqual(allOf(0))
    const { list, total } = await counts(topAdmin)
    expect([list, total]).toEqual([10, 10])
    expect((await counts(newAdmin)).list).toBeLessThanOrEqual(10)
    await t.scopes.asLoginRole('select from move_portion(3)')
  }
  await runMoves()
  expect(await counts(newAdmin)).toEqual(allOf(10))
  expect(await disagreements()).toEqual([])
})

test('an MSP moves with its customers, whose devices stay its own', async () => {
  const { from, to, customer, newAdmin, oldAdmin } = await estate()
  await addDevices(customer.id, 4)
  await move(t.operator, from.id, to.id)
  expect(await counts(newAdmin)).toEqual(allOf(3))
  expect(await counts(oldAdmin)).toEqual(allOf(3))
  expect(await disagreements()).toEqual([])
})

test('an MSP leaves: each of its customers goes to the platform, and none stays behind', async () => {
  const { from, customer, oldAdmin, newAdmin } = await estate()
  const other = await t.company('company', from.id)
  await addDevices(customer.id, 3)
  await addDevices(other.id, 3)
  const input = { companyId: from.id, parentId: t.operator.companyId, reason: 'They leave' }
  const left = await t.operator.call('POST /api/v1/auth/company/:companyId/move/customers', input)
  expect(left.data).toEqual({ companies: 2 })
  const again = await t.operator.call('POST /api/v1/auth/company/:companyId/move/customers', input)
  expect(again.code).toBe('company.nothing_to_move')
  await runMoves()
  expect(await counts(oldAdmin)).toEqual(allOf(0))
  expect(await counts(newAdmin)).toEqual(allOf(0))
  expect(await disagreements()).toEqual([])
  const { rows } = await t.adminPool.query('select id::text from company where parent_id = $1', [from.id])
  expect(rows).toEqual([])
})

test('a pending move ends when its requester loses sight of the target', async () => {
  const { from, to, oldAdmin } = await estate()
  const [leaving, below] = [await t.company('middleman', from.id), await t.company('middleman', from.id)]
  const customer = await t.company('company', leaving.id)
  const input = { companyId: leaving.id, parentId: below.id, reason: 'They leave' }
  const asked = await oldAdmin.call('POST /api/v1/auth/company/:companyId/move/customers', input)
  expect(asked.data).toEqual({ companies: 1 })
  await move(t.operator, below.id, to.id)
  await runMoves()
  const { rows } = await t.adminPool.query(
    'select m.state, m.failure, c.parent_id::text as parent from company_move m join company c on c.id = m.company_id where c.id = $1',
    [customer.id],
  )
  expect(rows).toEqual([{ state: 'failed', failure: 'company.parent_not_found', parent: leaving.id }])
})

describe('who may move what', () => {
  test('an MSP moves customers within what is below it, and nothing to or from elsewhere', async () => {
    const { from, to, customer, oldAdmin } = await estate()
    const below = await t.company('middleman', from.id)
    expect(await move(oldAdmin, customer.id, below.id)).toMatchObject({ code: 0 })
    await runMoves()
    for (const [companyId, parentId, code] of [
      [customer.id, to.id, 'company.parent_not_found'],
      [customer.id, t.operator.companyId, 'company.parent_not_found'],
      [to.id, from.id, 'company.not_found'],
      [from.id, below.id, 'company.not_found'],
      ['999999999', from.id, 'company.not_found'],
    ] as const)
      expect(await move(oldAdmin, companyId, parentId)).toMatchObject({ code })
    const targets = await oldAdmin.call('GET /api/v1/auth/company/:companyId/move/targets', {
      companyId: customer.id,
    })
    expect(targets.data.map(({ id }) => id).toSorted()).toEqual([from.id, below.id].toSorted())
    expect(await disagreements()).toEqual([])
  })

  test('a company does not move below itself, a customer, one that is frozen, or where it is already', async () => {
    const { from, to, customer } = await estate()
    const below = await t.company('middleman', from.id)
    const other = await t.company('company')
    await t.adminPool.query(`update company set status = 'frozen', frozen_because = 'hand' where id = $1`, [
      to.id,
    ])
    for (const [companyId, parentId, code] of [
      [from.id, below.id, 'company.move_cycle'],
      [from.id, from.id, 'company.move_cycle'],
      [customer.id, other.id, 'company.parent_cannot_hold'],
      [customer.id, to.id, 'company.parent_not_active'],
      [customer.id, from.id, 'company.move_same'],
    ] as const)
      expect(await move(t.operator, companyId, parentId)).toMatchObject({
        code,
        data: { fields: [{ field: 'parentId' }] },
      })
    expect((await move(t.operator, t.operator.companyId, from.id)).code).toBe('company.not_found')
  })

  test('of two moves that would put each below the other, one happens', async () => {
    const [one, other] = [await t.company('middleman'), await t.company('middleman')]
    const done = await Promise.all([move(t.operator, one.id, other.id), move(t.operator, other.id, one.id)])
    expect(new Set(done.map(({ code }) => code))).toEqual(new Set([0, 'company.move_cycle']))
    expect(await disagreements()).toEqual([])
  })
})

test('administrators of the company and of both parents are notified', async () => {
  const { from, to, customer, oldAdmin, newAdmin, customerAdmin } = await estate()
  const notified = [oldAdmin, newAdmin, customerAdmin]
  await t.adminPool.query(
    `update person set email = 'p' || id || '@netward.test', email_verified_at = now() where id = any ($1)`,
    [notified.map(({ personId }) => personId)],
  )
  const queued = async () =>
    (await t.adminPool.query<{ n: number }>('select count(*)::int as n from outgoing_message')).rows[0]!.n
  const before = await queued()
  await move(t.operator, customer.id, to.id)
  expect((await queued()) - before).toBe(3)
  expect(from.id).not.toBe(to.id)
})
