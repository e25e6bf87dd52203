import { expect, vi } from 'vitest'
import type { AcsFixture } from './acs-fixture.ts'

/** An unknown gateway in the pool, and the operator acting inside a company. */
export async function stranger(f: AcsFixture, companyId: string) {
  const gateway = f.gateway({})
  gateway.start()
  const { serialNumber } = gateway.factory.deviceId
  const poolId = await vi.waitFor(async () => {
    const { data } = await f.t.operator.call('POST /api/v1/device/pool/lists', { search: serialNumber })
    expect(data.items).toHaveLength(1)
    return data.items[0]!.id
  }, 20_000)
  return { gateway, poolId, claimer: f.t.operator.actingIn(companyId) }
}
