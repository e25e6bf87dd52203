import type { CpeMessage } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const table = 'Device.DNS.Client.Server.'
const switched = /^Device\.DNS\.Client\.Server\.\d+\.Enable$/
const instance = /^Device\.DNS\.Client\.Server\.\d+\.$/

/** Its name servers are rows without an enable switch. */
async function online({ deletable }: { deletable: boolean }) {
  const { admin, username, password } = await f.company()
  const gateway: SimulatedGateway = f.gateway({
    username,
    password,
    model: 'lanyon-lr200',
    timeScale: 0.1,
    intercept(request): CpeMessage | undefined {
      if (request.method === 'GetParameterNames') {
        const parameters = gateway.tree.names(request.path, request.nextLevel)
        if (!Array.isArray(parameters)) return undefined
        return {
          method: 'GetParameterNamesResponse',
          parameters: parameters
            .filter(({ name }) => !switched.test(name))
            .map((one) => (instance.test(one.name) ? { ...one, writable: deletable } : one)),
        }
      }
      if (request.method === 'GetParameterValues') {
        const parameters = gateway.tree.values(request.names)
        if (!Array.isArray(parameters)) return undefined
        return {
          method: 'GetParameterValuesResponse',
          parameters: parameters.filter(({ name }) => !switched.test(name)),
        }
      }
      if (request.method === 'DeleteObject' && !deletable)
        return { method: 'Fault', code: '9001', text: 'Request denied', parameters: [] }
      return undefined
    },
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  await oneSession(gateway)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  await admin.call('POST /api/v1/device/:deviceId/settings/refresh', { deviceId, sections: ['wan'] })
  await oneSession(gateway)
  const wan = async () => {
    const { data } = await admin.call('GET /api/v1/device/:deviceId/settings', { deviceId })
    const used = data.sections.find(({ section }) => section === 'wan')!.instances.find(({ inUse }) => inUse)!
    return { path: used.instance, servers: used.fields.find(({ key }) => key === 'dnsServers')?.value }
  }
  return {
    wan,
    rows: () =>
      (gateway.tree.values([table]) as { name: string; value: string }[])
        .filter(({ name, value }) => name.endsWith('DNSServer') && value !== '')
        .map(({ value }) => value)
        .toSorted(),
    set: async (value: string) => {
      const { path } = await wan()
      const answer = await admin.call('POST /api/v1/device/:deviceId/settings/change', {
        deviceId,
        set: [{ section: 'wan', instance: path, field: 'dnsServers', value }],
        confirmed: true,
      })
      expect(answer).toMatchObject({ code: 0 })
      await oneSession(gateway)
      const { commandId } = answer.data
      return (
        await admin.call('GET /api/v1/device/:deviceId/settings/changes/:commandId', { deviceId, commandId })
      ).data.state
    },
  }
}

test.each([true, false])(
  'unused rows of name servers without a switch are emptied (deleted: %s)',
  async (deletable) => {
    const { set, wan, rows } = await online({ deletable })
    for (const value of ['192.0.2.1,192.0.2.2,192.0.2.3', '192.0.2.3', '', '192.0.2.4,192.0.2.3']) {
      expect([value, await set(value)]).toEqual([value, 'done'])
      expect((await wan()).servers).toBe(value)
      expect(rows()).toEqual(
        value
          .split(',')
          .filter((one) => one !== '')
          .toSorted(),
      )
    }
  },
)
