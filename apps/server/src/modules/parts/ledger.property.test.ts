import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrder, moveOrder } from '../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { orderRoutes } from '../orders/index.ts'
import {
  partClaimRoutes,
  partCountRoutes,
  partOrderRoutes,
  partRoutes,
  partStockRoutes,
  partTransferRoutes,
} from './index.ts'

let t: TestApp
let keeper: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    partRoutes(app)
    partStockRoutes(app)
    partOrderRoutes(app)
    partTransferRoutes(app)
    partClaimRoutes(app)
    partCountRoutes(app)
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

/**
 * Stock is the sum of its movements, and of a serialised model the number of its pieces there. What is reserved is what open
 * reservations keep; what is on the way and at vendors is what transfers and returns that are open hold.
 */
async function requireSums(): Promise<void> {
  const { rows } = await t.adminPool.query(`
    select s.*, l.*, p.*, o.* from part_stock s join part_model m on m.id = s.model_id
    left join lateral (select coalesce(sum(on_hand), 0) as on_hand, coalesce(sum(reserved), 0) as reserved,
        coalesce(sum(defective), 0) as defective, coalesce(sum(in_transit), 0) as in_transit,
        coalesce(sum(in_repair), 0) as in_repair from part_movement v
      where v.warehouse_id = s.warehouse_id and v.model_id = s.model_id) l on true
    left join lateral (select
        count(*) filter (where p.state in ('in_stock', 'reserved') and not p.defective) as good,
        count(*) filter (where p.state in ('in_stock', 'reserved') and p.defective) as bad,
        count(*) filter (where p.state = 'reserved') as kept, count(*) filter (where p.state = 'in_transit') as moving,
        count(*) filter (where p.state = 'in_repair') as away
      from part_serial p where p.warehouse_id = s.warehouse_id and p.model_id = s.model_id) p on true
    left join lateral (select
        (select coalesce(sum(r.quantity), 0) from part_reservation r where r.warehouse_id = s.warehouse_id
          and r.model_id = s.model_id and r.state = 'reserved') as kept,
        (select coalesce(sum(i.quantity), 0) from part_transfer_line i join part_transfer f on f.id = i.transfer_id
          where f.from_id = s.warehouse_id and i.model_id = s.model_id and f.state = 'sent') as moving,
        (select coalesce(sum(c.quantity), 0) from part_claim c where c.warehouse_id = s.warehouse_id
          and c.model_id = s.model_id and c.ended_at is null) as away) o on true
    where (s.on_hand, s.reserved, s.defective, s.in_transit, s.in_repair)
        <> (l.on_hand, l.reserved, l.defective, l.in_transit, l.in_repair)
      or (s.reserved, s.in_transit, s.in_repair) <> (o.kept, o.moving, o.away)
      or least(s.on_hand, s.reserved, s.defective, s.in_transit, s.in_repair, s.on_hand - s.reserved) < 0
      or (m.serialised and (s.on_hand, s.defective, s.reserved, s.in_transit, s.in_repair)
        <> (p.good, p.bad, p.kept, p.moving, p.away))`)
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

test('reservations, transfers with loss, returns to vendors and counts, 50 at once, leave the sums as they are', async () => {
  const places = [await warehouse(), await warehouse()]
  const [counted, serialised] = [await model(false), await model(true)]
  const serials = Array.from({ length: 8 }, (_, index) => `MIX-${index}`)
  for (const warehouseId of places) await receive({ warehouseId, modelId: counted, quantity: 12 })
  await receive({ warehouseId: places[0]!, modelId: serialised, serials: serials.slice(0, 4) })
  await receive({ warehouseId: places[1]!, modelId: serialised, serials: serials.slice(4) })
  const orders = await Promise.all(Array.from({ length: 4 }, () => makeOrder(keeper)))
  await Promise.all(orders.map((orderId) => moveOrder(keeper, orderId, { name: 'take' }, { name: 'start' })))
  const act = fc.record({
    what: fc.constantFrom(
      ...([
        'reserve',
        'free',
        'resolve',
        'send',
        'receive',
        'defect',
        'claim',
        'end',
        'count',
        'confirm',
      ] as const),
    ),
    place: fc.nat(1),
    order: fc.nat(3),
    pick: fc.nat(50),
    piece: fc.option(fc.constantFrom(...serials)),
    quantity: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 50, maxLength: 50 }), async (acts) => {
      const open = await openThings(orders)
      const answers = await Promise.all(acts.map((one) => carryOut(one)))
      expect(answers.filter((one) => one !== null && one.status >= 500).map((one) => one?.code)).toEqual([])
      await requireSums()

      async function carryOut({ what, place, order, pick, piece, quantity }: (typeof acts)[number]) {
        const warehouseId = places[place]!
        const some = piece === null ? { modelId: counted, quantity } : { serials: [piece] }
        const one = <T>(list: readonly T[]) => list[pick % Math.max(list.length, 1)]
        const orderId = orders[order]!
        const [reservation, transfer, claim, count] = [
          one(open.reservations),
          one(open.transfers),
          one(open.claims),
          one(open.counts),
        ]
        if (what === 'reserve')
          return keeper.call('POST /api/v1/work/order/:orderId/part', { orderId, warehouseId, ...some })
        if (what === 'free')
          return reservation === undefined
            ? null
            : keeper.call('DELETE /api/v1/work/order/:orderId/part/:reservationId', reservation)
        if (what === 'resolve')
          return pick % 10 > 0
            ? null
            : moveOrder(keeper, orderId, { name: 'resolve', cause: 'equipment', solution: 'Replaced' })
        if (what === 'send')
          return keeper.call('POST /api/v1/work/part/transfer', {
            fromId: warehouseId,
            toId: places[1 - place]!,
            ...some,
          })
        if (what === 'receive')
          return transfer === undefined
            ? null
            : keeper.call('POST /api/v1/work/part/transfer/:transferId/receive', {
                transferId: transfer.id,
                missing: pick % 2 === 0 ? [] : [{ lineId: transfer.lineId, quantity: 1 }],
                lossReason: 'Lost',
              })
        if (what === 'defect')
          return keeper.call('POST /api/v1/work/part/move', { act: 'defect', warehouseId, ...some })
        if (what === 'claim')
          return keeper.call('POST /api/v1/work/part/claim', { warehouseId, vendor: 'V', ...some })
        if (what === 'end')
          return claim === undefined
            ? null
            : keeper.call('POST /api/v1/work/part/claim/:claimId/end', {
                claimId: claim,
                outcome: pick % 2 === 0 ? 'repaired' : 'refused',
              })
        if (what === 'count')
          return count === undefined
            ? keeper.call('POST /api/v1/work/part/count', { warehouseId })
            : keeper.call('POST /api/v1/work/part/count/:countId/scan', { countId: count, ...some })
        return count === undefined
          ? null
          : keeper.call('POST /api/v1/work/part/count/:countId/end', {
              countId: count,
              act: 'confirm',
              reason: 'Counted',
            })
      }
    }),
    { numRuns: 12 },
  )
}, 180_000)

/** What the acts of the next round end. */
async function openThings(orders: readonly string[]) {
  const { rows } = await t.adminPool.query<{ reservations: []; transfers: []; claims: []; counts: [] }>(
    `select
      (select coalesce(jsonb_agg(jsonb_build_object('orderId', order_id::text, 'reservationId', id::text)), '[]')
        from part_reservation where company_id = $1 and state = 'reserved' and order_id = any ($2)) as reservations,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id::text, 'lineId', (select min(l.id)::text
          from part_transfer_line l where l.transfer_id = f.id))), '[]')
        from part_transfer f where f.company_id = $1 and f.state = 'sent') as transfers,
      (select coalesce(jsonb_agg(id::text), '[]') from part_claim where company_id = $1 and ended_at is null) as claims,
      (select coalesce(jsonb_agg(id::text), '[]') from part_count where company_id = $1 and state = 'running') as counts`,
    [keeper.companyId, orders],
  )
  const [found] = rows
  return found as unknown as {
    reservations: { orderId: string; reservationId: string }[]
    transfers: { id: string; lineId: string }[]
    claims: string[]
    counts: string[]
  }
}
