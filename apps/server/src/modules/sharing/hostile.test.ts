import type { ClientBase } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, orderOf } from '../../../test/orders.ts'
import {
  createSharingApp,
  assignmentsOf,
  dispatched,
  dispatchTo,
  makeEngineer,
  moveAssignment,
  reserveShared,
  share,
  sharedEngineers,
  sharedStock,
  stocked,
  stockOf,
  twoCompanies,
  type TwoCompanies,
} from '../../../test/sharing.ts'
import type { TestApp } from '../../../test/test-app.ts'

let t: TestApp
let two: TwoCompanies

beforeAll(async () => {
  t = await createSharingApp()
})
afterAll(() => t.stop())
beforeEach(async () => {
  two = await twoCompanies(t)
  await makeEngineer(two.issuer, two.engineer)
})

/** SQL as the request role of a company: what an injection could do. */
const sqlIn = <T>(companyId: string, work: (client: ClientBase) => Promise<T>) =>
  t.scopes.withCompany(companyId, ({ client }) => work(client))
const rowsIn = (companyId: string, text: string) =>
  sqlIn(companyId, async (client) => (await client.query<Record<string, unknown>>(text)).rows)
const revoke = (keyId: string) => two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/revoke', { keyId })

test('the redeemer reads no row and no hidden column of the issuer by SQL', async () => {
  const { warehouseId } = await stocked(two.issuer)
  await share(two, { fields: ['load'] })
  await share(two, { kind: 'parts', warehouseId, fields: ['quantity'] })
  const orderId = await dispatched(two.user)
  expect((await sharedStock(two.user)).every(({ model }) => model === null)).toBe(true)
  const me = two.user.companyId
  for (const table of [
    'sharing_key',
    'engineer',
    'part_stock',
    'part_model',
    'warehouse',
    'part_serial',
    'order_assignment',
    'sharing_use',
  ])
    expect([
      table,
      await rowsIn(me, `select * from ${table === 'sharing_key' ? '(select id from sharing_key) k' : table}`),
    ]).toEqual([table, []])
  for (const text of [
    'select secret_hash from sharing_key',
    'select * from sharing_redemption',
    'select * from person',
    `update order_assignment set state = 'resolved'`,
    `insert into sharing_use (company_id, key_id, redeemer_id, act, by_issuer, actor_name, shown_name) values (${me}, 1, ${me}, 'x', true, '', '')`,
    `update shared_part set used = 0`,
    `select sharing_note(null, 1, 'x', true)`,
    `select * from sharing_engineers_of(null)`,
    `select * from sharing_stock_of(null)`,
    `select sharing_terms(null)`,
    `select sharing_reserve_one(null, null, null, 1, null, 1)`,
    `select sharing_end_key(null, 'revoked', '')`,
    `select sharing_expire(1)`,
  ])
    await expect(rowsIn(me, text)).rejects.toThrow(/permission denied/)
  const [engineer] = await sharedEngineers(two.user, orderId)
  expect(engineer).toMatchObject({ phone: null, skills: null, regions: null, openOrders: 1 })
  const body = JSON.stringify(await orderOf(two.user, orderId))
  const { rows } = await t.adminPool.query<{ name: string }>(
    'select display_name as name from member where company_id = $1 and person_id = $2',
    [two.issuer.companyId, two.engineer.personId],
  )
  expect(body).not.toContain(rows[0]!.name)
})

test('names of what is shared are of use to the company that redeemed the key alone', async () => {
  const { warehouseId } = await stocked(two.issuer)
  const other = await twoCompanies(t)
  for (const user of [two.user, other.user]) {
    await share({ issuer: two.issuer, user }, { fields: [] })
    await share({ issuer: two.issuer, user }, { kind: 'parts', warehouseId, fields: ['model'] })
  }
  const [mine, theirs] = [await makeOrder(two.user), await makeOrder(other.user)]
  const [engineer] = await sharedEngineers(two.user, mine)
  const [stranger] = await sharedEngineers(other.user, theirs)
  expect(engineer!.ref).not.toBe(stranger!.ref)
  // Another company's redemption, and another company's name of the same engineer.
  expect((await dispatchTo(two.user, mine, stranger!.ref, stranger!.redemptionId)).code).toBe('sharing.gone')
  expect((await dispatchTo(two.user, mine, stranger!.ref, engineer!.redemptionId)).code).toBe('sharing.gone')
  const foreign = (await sharedStock(other.user))[0]!
  const reserve = (orderId: string, redemptionId: string, ref: string) =>
    two.user.call('POST /api/v1/work/order/:orderId/shared/part', { orderId, redemptionId, ref, quantity: 1 })
  expect((await reserve(mine, foreign.redemptionId, foreign.ref)).code).toBe('sharing.gone')
  const own = (await sharedStock(two.user))[0]!
  expect((await reserve(theirs, own.redemptionId, own.ref)).code).toBe('work_order.not_found')
  expect((await reserve(mine, engineer!.redemptionId, own.ref)).code).toBe('sharing.gone')
  // The same by SQL, with the order of another company.
  await expect(
    rowsIn(two.user.companyId, `select sharing_reserve(${theirs}, ${own.redemptionId}, '${own.ref}', 1)`),
  ).rejects.toThrow('work_order.not_found')
  await expect(
    rowsIn(
      two.user.companyId,
      `select * from sharing_dispatch(${theirs}, ${engineer!.redemptionId}, '${engineer!.ref}', '')`,
    ),
  ).rejects.toThrow('work_order.not_found')
})

test('the redeemer reserves never more than there is, frees no reservation of others, and nothing after the end', async () => {
  const { warehouseId } = await stocked(two.issuer)
  const { keyId } = await share(two, { kind: 'parts', warehouseId, fields: ['model'], onEnd: 'finish' })
  const orderId = await makeOrder(two.user)
  expect((await reserveShared(two.user, orderId, 'Cable', 11)).code).toBe('part.not_enough')
  expect((await reserveShared(two.user, orderId, 'S5735', 4)).code).toBe('part.not_enough')
  const line = (await sharedStock(two.user)).find(({ model }) => model === 'Huawei Cable')!
  for (const quantity of ['0', '-5', 'null'])
    await expect(
      rowsIn(
        two.user.companyId,
        `select sharing_reserve(${orderId}, ${line.redemptionId}, '${line.ref}', ${quantity})`,
      ),
    ).rejects.toThrow('part.quantity_needed')
  await reserveShared(two.user, orderId, 'Cable', 2)
  const [part] = (await two.user.call('GET /api/v1/work/order/:orderId/shared/part', { orderId })).data
  const other = await twoCompanies(t)
  await expect(rowsIn(other.user.companyId, `select shared_part_use(${part!.id}, 0, true)`)).rejects.toThrow(
    'part.reservation_not_found',
  )
  await expect(rowsIn(two.user.companyId, `select shared_part_use(${part!.id}, -1, false)`)).rejects.toThrow(
    'part.used_too_many',
  )
  await expect(rowsIn(two.user.companyId, `select sharing_settle(${keyId}, 1, true)`)).rejects.toThrow(
    'part.reservation_not_found',
  )
  await revoke(keyId)
  const late = await two.user.call('POST /api/v1/work/order/:orderId/shared/part', {
    orderId,
    redemptionId: line.redemptionId,
    ref: line.ref,
    quantity: 1,
  })
  expect(late.code).toBe('sharing.gone')
  expect(await stockOf(two.issuer)).toMatchObject({ Cable: { onHand: 10, reserved: 2 } })
})

test('the issuer reads no more of the order than its copy, and no other order', async () => {
  await share(two)
  const orderId = await dispatched(two.user)
  const secret = await makeOrder(two.user, { title: 'Merger', description: 'Confidential' })
  await two.user.call('POST /api/v1/work/order/:orderId/note', {
    orderId,
    note: 'Customer pays late',
    internal: false,
  })
  for (const who of [two.issuer, two.engineer])
    for (const id of [orderId, secret])
      expect((await who.call('GET /api/v1/work/order/:orderId', { orderId: id })).status).toBe(404)
  const issuer = two.issuer.companyId
  for (const table of ['work_order', 'work_order_event', 'shared_part', 'outlet', 'device'])
    expect([table, await rowsIn(issuer, `select * from ${table}`)]).toEqual([table, []])
  const [first] = await assignmentsOf(two.engineer)
  const detail = await two.engineer.call('GET /api/v1/work/sharing/assignment/:assignmentId', {
    assignmentId: first!.id,
  })
  expect(detail.body).not.toContain('pays late')
  expect((await assignmentsOf(two.engineer)).map(({ title }) => title)).toEqual(['No internet'])
})

test('the issuer forges no event, moves no assignment to another order, and widens no key', async () => {
  const { keyId } = await share(two, { fields: [], skills: ['wireless'] })
  const orderId = await dispatched(two.user)
  const victim = await makeOrder(two.user)
  const [first] = await assignmentsOf(two.engineer)
  const issuer = two.issuer.companyId
  await expect(
    rowsIn(
      issuer,
      `insert into work_order_event (company_id, order_id, kind) values (${two.user.companyId}, ${victim}, 'note')`,
    ),
  ).rejects.toThrow(/row-level security/)
  for (const text of [
    `update order_assignment set order_id = ${victim}`,
    `insert into order_assignment (company_id, key_id, redeemer_id, order_company_id, order_id, order_number, engineer_id, engineer_name, shown_name,
       company_name, title, description, category, priority, outlet_name, address, contact_name, contact_phone, time_zone, dispatched_by)
     values (${issuer}, ${keyId}, ${two.user.companyId}, ${two.user.companyId}, ${victim}, 2, ${two.engineer.personId}, '', '', '', '', '', 'other', 1, '', '', '', '', 'UTC', '')`,
    `insert into sharing_redemption (company_id, key_company_id, key_id, redeemed_by) values (${issuer}, ${issuer}, ${keyId}, '')`,
    `select sharing_order_event(null, 'resolve', '{}', 'x')`,
    `select sharing_order_move(null, 'resolve', '', '')`,
    `select sharing_release_order(null, true)`,
    `update sharing_key set kind = 'parts'`,
  ])
    await expect(rowsIn(issuer, text)).rejects.toThrow(/permission denied/)
  // Not the engineer of it, and not the company of it.
  await expect(
    rowsIn(issuer, `select order_assignment_move(${first!.id}, 'resolve', 'x', 'other')`),
  ).rejects.toThrow('work_order.not_assignee')
  await expect(
    rowsIn(two.user.companyId, `select order_assignment_move(${first!.id}, 'give_back', 'x', null)`),
  ).rejects.toThrow('sharing.assignment_not_found')
  for (const move of ['cancel', 'close', 'assign'])
    await expect(
      t.scopes.withCompany(issuer, async ({ client }) => {
        await client.query(`select set_config('netward.person_id', $1, true)`, [two.engineer.personId])
        await client.query(`select order_assignment_move($1, $2, 'x', null)`, [first!.id, move])
      }),
    ).rejects.toThrow('work_order.wrong_state')
  expect(await orderOf(two.user, victim)).toMatchObject({ state: 'new', history: [{ kind: 'created' }] })
  expect(await orderOf(two.user, orderId)).toMatchObject({ state: 'assigned' })
})

test('a replayed move, and one after the order is taken back, changes nothing', async () => {
  await share(two)
  const orderId = await dispatched(two.user)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => moveAssignment(two.engineer, { move: 'accept' })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  const { history } = await orderOf(two.user, orderId)
  expect(history.filter(({ kind }) => kind === 'accept')).toHaveLength(1)
})
