import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type partsBy, stockedBy } from '../../../test/part-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { partClaimRoutes, partRoutes, partStockRoutes } from './index.ts'

let t: TestApp
let keeper: TestPerson
let warehouseId: string
let cable: string
let life: ReturnType<typeof partsBy>['life']

beforeAll(async () => {
  t = await createTestApp((app) => {
    partRoutes(app)
    partStockRoutes(app)
    partClaimRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  keeper = await t.person((await t.company('company')).id, 'engineer')
  ;({ warehouseId, cable, life } = await stockedBy(keeper))
  const defect = { act: 'defect' as const, warehouseId }
  await keeper.call('POST /api/v1/work/part/move', { ...defect, serials: ['S1', 'S2'] })
  await keeper.call('POST /api/v1/work/part/move', { ...defect, modelId: cable, quantity: 4 })
})

const send = (input: object) =>
  keeper.call('POST /api/v1/work/part/claim', { warehouseId, vendor: 'Huawei', ...input })
const end = (claimId: string, outcome: 'repaired' | 'replaced' | 'refused', more: object = {}) =>
  keeper.call('POST /api/v1/work/part/claim/:claimId/end', { claimId, outcome, ...more })
const claims = async (filter: object = {}) =>
  (await keeper.call('POST /api/v1/work/part/claim/lists', filter)).data.items
const stock = async () =>
  (await keeper.call('POST /api/v1/work/part/stock/lists', { search: 'S5735' })).data.items.map(
    ({ onHand, defective, inRepair }) => [onHand, defective, inRepair],
  )[0]
test('a defective piece is sent, answered and replaced by another serial number', async () => {
  expect((await send({ serials: ['S3'] })).code).toBe('part.serial_elsewhere')
  expect((await send({ serials: ['S1'], dueOn: '2026-02-01' })).data).toEqual({ sent: 1 })
  expect(await stock()).toEqual([1, 1, 1])
  const [{ id: claimId } = { id: '' }] = await claims({ overdue: 'yes' })
  const answer = { claimId, reference: 'RMA-1', dueOn: '2031-01-01', note: '' }
  expect((await keeper.call('PUT /api/v1/work/part/claim/:claimId/answer', answer)).code).toBe(0)
  expect((await claims({ overdue: 'yes' })).length).toBe(0)
  expect((await end(claimId, 'replaced')).code).toBe('part.serial_needed')
  expect((await end(claimId, 'replaced', { serial: 's2' })).code).toBe('part.serial_known')
  expect((await end(claimId, 'replaced', { serial: 'S9' })).code).toBe(0)
  expect((await end(claimId, 'repaired')).code).toBe('part_claim.over')
  expect(await stock()).toEqual([2, 1, 0])
  expect((await life('S9')).part).toMatchObject({ state: 'in_stock', warrantyUntil: '2027-01-01' })
  const old = await life('S1')
  expect(old.part?.state).toBe('replaced')
  expect(old.movements.map(({ kind }) => kind)).toEqual(['receive', 'regrade', 'to_vendor', 'replaced'])
  expect((await claims())[0]).toMatchObject({ state: 'replaced', reference: 'RMA-1', newSerial: 'S9' })
})

test('what is repaired is good again, what is refused comes back as defective', async () => {
  await send({ serials: ['S1', 'S2'] })
  const [one, two] = await claims({ sort: 'sentAt' })
  expect((await end(one!.id, 'repaired')).code).toBe(0)
  expect((await end(two!.id, 'refused', { note: 'Broken by force' })).code).toBe(0)
  expect(await stock()).toEqual([2, 1, 0])
  expect((await life('S2')).part).toMatchObject({ state: 'in_stock', defective: true })
  expect((await send({ modelId: cable, quantity: 5 })).code).toBe('part.not_enough')
  await send({ modelId: cable, quantity: 3 })
  const [cables] = await claims({ state: ['sent'] })
  expect((await end(cables!.id, 'replaced')).code).toBe(0)
  const other = await t.person((await t.company('company')).id, 'administrator')
  const theirs = { claimId: one!.id, outcome: 'refused' as const }
  expect((await other.call('POST /api/v1/work/part/claim/:claimId/end', theirs)).status).toBe(404)
})
