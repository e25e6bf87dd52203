import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let keeper: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    partRoutes(app)
    partStockRoutes(app)
  })
  keeper = await t.person((await t.company('company')).id, 'engineer')
})
afterAll(() => t.stop())

let made = 0
const name = (what: string) => `${what} ${++made}`
const warehouse = async () =>
  (await keeper.call('POST /api/v1/work/part/warehouse', { name: name('Warehouse') })).data.id
const model = async (serialised: boolean) =>
  (await keeper.call('POST /api/v1/work/part/model', { name: name('Model'), serialised })).data.id
const receive = (input: { warehouseId: string; modelId: string; quantity?: number; serials?: string[] }) =>
  keeper.call('POST /api/v1/work/part/receive', input)

/** Stock is the sum of its movements, and of a serialised model the number of its pieces there. */
async function requireSums(): Promise<void> {
  const { rows } = await t.adminPool.query(`
    select s.* from part_stock s join part_model m on m.id = s.model_id
    left join lateral (select coalesce(sum(on_hand), 0) as on_hand, coalesce(sum(reserved), 0) as reserved,
        coalesce(sum(defective), 0) as defective from part_movement v
      where v.warehouse_id = s.warehouse_id and v.model_id = s.model_id) l on true
    left join lateral (select count(*) filter (where not p.defective) as good, count(*) filter (where p.defective) as bad
      from part_serial p where p.warehouse_id = s.warehouse_id and p.model_id = s.model_id
        and p.state in ('in_stock', 'reserved')) p on true
    where (s.on_hand, s.reserved, s.defective) <> (l.on_hand, l.reserved, l.defective)
      or (m.serialised and (s.on_hand, s.defective) <> (p.good, p.bad))`)
  expect(rows).toEqual([])
}

test('of 50 parallel requests for 20 pieces 20 succeed, and the stock is never negative', async () => {
  const [warehouseId, modelId] = [await warehouse(), await model(false)]
  await receive({ warehouseId, modelId, quantity: 20 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      keeper.call('POST /api/v1/work/part/move', {
        act: 'scrap',
        warehouseId,
        modelId,
        quantity: 1,
        note: 'test',
      }),
    ),
  )
  const codes = Map.groupBy(answers, ({ code }) => code)
  expect(codes.get(0)?.length).toBe(20)
  expect(codes.get('part.not_enough')?.length).toBe(30)
  await requireSums()
}, 60_000)

test('of 50 parallel requests for one piece one gets it, and one serial number is received once', async () => {
  const [warehouseId, modelId] = [await warehouse(), await model(true)]
  const serials = ['SN-1']
  const received = await Promise.all(
    Array.from({ length: 50 }, () => receive({ warehouseId, modelId, serials })),
  )
  expect(received.filter(({ code }) => code === 0).length).toBe(1)
  expect(new Set(received.map(({ code }) => code))).toEqual(new Set([0, 'part.serial_known']))
  const scrapped = await Promise.all(
    Array.from({ length: 50 }, () =>
      keeper.call('POST /api/v1/work/part/move', { act: 'scrap', warehouseId, serials, note: 'test' }),
    ),
  )
  expect(scrapped.filter(({ code }) => code === 0).length).toBe(1)
  await requireSums()
}, 60_000)

test('whatever people do at once in several warehouses, stock stays the sum of the ledger', async () => {
  const warehouses = [await warehouse(), await warehouse()]
  const [counted, serialised] = [await model(false), await model(true)]
  const serials = ['A', 'B', 'C', 'D'].map((end) => `PROP-${end}`)
  for (const warehouseId of warehouses) await receive({ warehouseId, modelId: counted, quantity: 5 })
  await receive({ warehouseId: warehouses[0]!, modelId: serialised, serials })
  const act = fc.record({
    act: fc.constantFrom('return', 'scrap', 'defect', 'recover', 'correct'),
    warehouse: fc.nat(1),
    piece: fc.option(fc.subarray(serials, { minLength: 1 })),
    quantity: fc.integer({ min: -3, max: 6 }),
    defective: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      const answers = await Promise.all(
        acts.map((one) =>
          keeper.call('POST /api/v1/work/part/move', {
            act: one.act,
            warehouseId: warehouses[one.warehouse]!,
            ...(one.piece === null ? { modelId: counted } : { serials: one.piece }),
            quantity: one.quantity,
            defective: one.defective,
            note: 'test',
          }),
        ),
      )
      expect(answers.filter(({ status }) => status >= 500).map(({ code }) => code)).toEqual([])
      await requireSums()
    }),
    { numRuns: 40 },
  )
}, 120_000)
