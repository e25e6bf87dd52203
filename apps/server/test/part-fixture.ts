import type { EndpointInput } from '@netward/contract'
import type { TestPerson } from './test-app.ts'

/** What somebody does with spare parts. */
export function partsBy(keeper: TestPerson) {
  const receive = (input: EndpointInput<'POST /api/v1/work/part/receive'>) =>
    keeper.call('POST /api/v1/work/part/receive', input)
  return {
    receive,
    warehouse: async (name: string) =>
      (await keeper.call('POST /api/v1/work/part/warehouse', { name })).data.id,
    model: async (name: string, serialised: boolean, warrantyMonths = 0) =>
      (await keeper.call('POST /api/v1/work/part/model', { name, serialised, warrantyMonths })).data.id,
    life: async (serial: string) => (await keeper.call('GET /api/v1/work/part/life', { serial })).data,
    stock: async (filter: EndpointInput<'POST /api/v1/work/part/stock/lists'> = {}) =>
      (await keeper.call('POST /api/v1/work/part/stock/lists', { sort: 'available', ...filter })).data.items,
  }
}

/** A warehouse with counted cables and serialised switches, of which `serials` lie there. */
export async function stockedBy(keeper: TestPerson, serials: readonly string[] = ['S1', 'S2', 'S3']) {
  const parts = partsBy(keeper)
  const [sw, cable] = [await parts.model('S5735', true, 12), await parts.model('Cable', false)]
  const warehouseId = await parts.warehouse('Main')
  await parts.receive({ warehouseId, modelId: sw, serials: [...serials], purchasedOn: '2026-01-01' })
  await parts.receive({ warehouseId, modelId: cable, quantity: 10 })
  return { ...parts, warehouseId, cable, sw }
}
