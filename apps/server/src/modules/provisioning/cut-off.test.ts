import type { AcsRequest } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { applyTillTemplate, tillTable } from '../../../test/till-template.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

/** A gateway with a template; its power fails once during this request, after applying it. */
async function cutOffAt(method: AcsRequest['method'], stays = false) {
  const { username, password, admin } = await f.company()
  const templateId = await applyTillTemplate(admin)
  let cut = true
  const gateway: SimulatedGateway = f.gateway({
    username,
    password,
    timeScale: 0.1,
    intercept(request) {
      const asked = request.method === 'SetParameterValues' && request.values[0]?.name.startsWith(tillTable)
      if (!cut || request.method !== method || (method !== 'AddObject' && !asked)) return undefined
      cut = false
      if (request.method === 'AddObject') gateway.tree.add(request.path)
      if (request.method === 'SetParameterValues')
        gateway.tree.set(request.values.map(({ type, ...value }) => ({ ...value, type: type ?? 'string' })))
      if (stays) gateway.stop()
      throw new Error('the power is gone')
    },
  })
  const entries = () => Number(gateway.tree.get('Device.NAT.PortMappingNumberOfEntries'))
  const before = entries()
  gateway.start()
  await gateway.waitFor(() => !cut)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  return {
    gateway,
    come: async () => {
      await oneSession(gateway)
      const { data } = await admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId })
      return { added: data.added.length, there: entries() - before }
    },
    /** The template changes are no longer queued, as after a failure before its retry. */
    putOff: () => f.sql(`delete from device_command where device_id = $1 and kind = 'provision'`, [deviceId]),
    setByHand: (path: string, value: string) =>
      admin.call('POST /api/v1/device/:deviceId/parameters/set', { deviceId, values: [{ path, value }] }),
    addByHand: () => admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path: tillTable }),
    apply: () => admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check: false }),
    withdraw: async () => {
      await admin.call('POST /api/v1/device/template/:templateId/withdraw', { templateId })
      // As a job does.
      await admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check: false })
    },
    written: async () =>
      (await f.sql('select from provision_adding where device_id = $1', [deviceId])).length,
  }
}

test.each(['AddObject', 'SetParameterValues'] as const)(
  'what was added in a session that was cut off at %s is there once, is known, and goes with its template',
  async (method) => {
    const { come, withdraw, written } = await cutOffAt(method)
    await expect.poll(come).toEqual({ added: 1, there: 1 })
    expect(await written()).toBe(0)
    await withdraw()
    await expect.poll(async () => (await come()).there).toBe(0)
  },
)

test('what was left blank by such a session goes when its template was withdrawn meanwhile', async () => {
  const { gateway, come, withdraw, written } = await cutOffAt('AddObject', true)
  expect(await written()).toBe(1)
  await withdraw()
  gateway.start()
  await expect.poll(async () => (await come()).there).toBe(0)
  expect(await written()).toBe(0)
})

test('what a person added meanwhile and has not filled in yet is theirs, and what the session left goes', async () => {
  const { gateway, come, putOff, addByHand, apply, written } = await cutOffAt('AddObject', true)
  await putOff()
  await addByHand()
  await apply()
  gateway.start()
  await expect.poll(come).toEqual({ added: 1, there: 2 })
  expect(await written()).toBe(0)
  expect(gateway.value('NAT.PortMapping.7.Description')).toBe('')
})

test('what such a session left and a person filled in meanwhile is theirs', async () => {
  const { gateway, come, putOff, setByHand, apply, written } = await cutOffAt('AddObject', true)
  await putOff()
  await setByHand(`${tillTable}6.Description`, 'till')
  await apply()
  gateway.start()
  await expect
    .poll(async () => ({ ...(await come()), written: await written() }))
    .toEqual({ added: 0, there: 1, written: 0 })
})
