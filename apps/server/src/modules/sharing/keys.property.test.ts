import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrder } from '../../../test/orders.ts'
import {
  createSharingApp,
  share,
  sharedStock,
  stocked,
  twoCompanies,
  type TwoCompanies,
} from '../../../test/sharing.ts'
import type { TestApp } from '../../../test/test-app.ts'

let t: TestApp

beforeAll(async () => {
  t = await createSharingApp()
})
afterAll(() => t.stop())

/** Stock is the sum of its ledger; reserved pieces are those of open reservations; each mirror says what its reservation says. */
async function requireSums(two: TwoCompanies): Promise<void> {
  const { rows } = await t.adminPool.query(
    `select 'stock' as what, s.on_hand, s.reserved from part_stock s
     join lateral (select sum(on_hand) as on_hand, sum(reserved) as reserved from part_movement m
       where m.warehouse_id = s.warehouse_id and m.model_id = s.model_id) l on true
     join lateral (select coalesce(sum(quantity), 0) as kept from part_reservation r
       where r.warehouse_id = s.warehouse_id and r.model_id = s.model_id and r.state = 'reserved') k on true
     where s.company_id = $1 and ((s.on_hand, s.reserved) <> (l.on_hand, l.reserved) or s.reserved <> k.kept or s.available < 0)
     union all
     select 'mirror', h.id, r.id from shared_part h join part_reservation r on r.id = h.reservation_id
     where h.company_id = $2 and (h.state, h.used, h.quantity) <> (r.state, r.used, r.quantity)
     union all
     select 'uses', k.id, k.uses from sharing_key k join lateral (select count(*) as n from sharing_use u
       where u.key_id = k.id and u.act in ('redeem', 'reserve', 'dispatch')) u on true
     where k.company_id = $1 and k.uses <> u.n`,
    [two.issuer.companyId, two.user.companyId],
  )
  expect(rows).toEqual([])
}

const act = fc.record({
  what: fc.constantFrom('reserve', 'own', 'free', 'use', 'scrap', 'receive', 'settle'),
  model: fc.constantFrom('Huawei Cable', 'Huawei S5735'),
  quantity: fc.integer({ min: 1, max: 4 }),
})

test('a key that is revoked in the middle of parallel reservations leaves no sum wrong, and by its rule nothing reserved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 6, maxLength: 14 }),
      fc.constantFrom('stop' as const, 'finish' as const),
      fc.nat(13),
      async (acts, onEnd, at) => {
        const two = await twoCompanies(t)
        const { warehouseId, cable } = await stocked(two.issuer)
        const { keyId } = await share(two, { kind: 'parts', warehouseId, fields: ['model'], onEnd })
        const [order, own] = [await makeOrder(two.user), await makeOrder(two.issuer)]
        const lines = await sharedStock(two.user)
        const doing = acts.map(({ what, model, quantity }) => async () => {
          const line = lines.find((one) => one.model === model)!
          const first = async () =>
            (await two.user.call('GET /api/v1/work/order/:orderId/shared/part', { orderId: order })).data[0]
          if (what === 'reserve')
            return two.user.call('POST /api/v1/work/order/:orderId/shared/part', {
              orderId: order,
              redemptionId: line.redemptionId,
              ref: line.ref,
              quantity,
            })
          if (what === 'own')
            return two.issuer.call('POST /api/v1/work/order/:orderId/part', {
              orderId: own,
              warehouseId,
              modelId: cable,
              quantity,
            })
          if (what === 'scrap')
            return two.issuer.call('POST /api/v1/work/part/move', {
              act: 'scrap',
              warehouseId,
              modelId: cable,
              quantity,
              note: 'x',
            })
          if (what === 'receive')
            return two.issuer.call('POST /api/v1/work/part/receive', {
              warehouseId,
              modelId: cable,
              quantity,
            })
          if (what === 'settle') {
            const { data } = await two.issuer.call('GET /api/v1/work/sharing/issued/:keyId', { keyId })
            const reservationId = data.reservations[0]?.id
            return reservationId === undefined
              ? null
              : two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/reservation/:reservationId/end', {
                  keyId,
                  reservationId,
                  act: quantity % 2 === 0 ? 'issue' : 'free',
                })
          }
          const part = await first()
          if (part === undefined) return null
          const key = { orderId: order, partId: part.id }
          return what === 'free'
            ? two.user.call('DELETE /api/v1/work/order/:orderId/shared/part/:partId', key)
            : two.user.call('PUT /api/v1/work/order/:orderId/shared/part/:partId', { ...key, used: quantity })
        })
        const revoke = () => two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/revoke', { keyId })
        const answers = await Promise.all(doing.toSpliced(at, 0, revoke).map((one) => one()))
        expect(answers.filter((one) => (one?.status ?? 0) >= 500).map((one) => one?.body)).toEqual([])
        await requireSums(two)
        const { data } = await two.user.call('GET /api/v1/work/order/:orderId/shared/part', {
          orderId: order,
        })
        const left = onEnd === 'stop' ? data.filter(({ state }) => state === 'reserved') : []
        expect(left).toEqual([])
        const late = await two.user.call('POST /api/v1/work/order/:orderId/shared/part', {
          orderId: order,
          redemptionId: lines[0]!.redemptionId,
          ref: lines[0]!.ref,
          quantity: 1,
        })
        expect(late.code).toBe('sharing.gone')
      },
    ),
    { numRuns: 15 },
  )
}, 120_000)
