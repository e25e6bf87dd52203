import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

test('undoes a value that waits for a restart by setting the value in force again', async () => {
  let status = 1
  const asked: string[] = []
  const { username, password, admin } = await f.company()
  const gateway = f.gateway({
    username,
    password,
    timeScale: 0.1,
    intercept: (request) => {
      if (request.method !== 'SetParameterValues') return undefined
      asked.push(...request.values.map(({ value }) => value))
      return { method: 'SetParameterValuesResponse', status }
    },
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  await admin.call('POST /api/v1/device/:deviceId/settings/refresh', { deviceId, sections: ['wifi'] })
  await oneSession(gateway)
  const wifi = async () => {
    const { data } = await admin.call('GET /api/v1/device/:deviceId/settings', { deviceId })
    return data.sections.find(({ section }) => section === 'wifi')!.instances[0]!
  }
  const { instance, fields } = await wifi()
  const before = fields.find(({ key }) => key === 'ssid')!.value!
  const later = async () => (await wifi()).fields.find(({ key }) => key === 'ssid')!.later
  const setTo = async (value: string) => {
    const set = [{ section: 'wifi' as const, instance, field: 'ssid' as const, value }]
    const to = { deviceId, set, add: [], confirmed: false }
    expect(await admin.call('POST /api/v1/device/:deviceId/settings/change', to)).toMatchObject({ code: 0 })
    await oneSession(gateway)
  }
  // Values already in force are not set again if nothing else is pending.
  await setTo(String(before))
  expect(asked).not.toContain(before)
  await setTo('after')
  expect(await later()).toEqual({ value: 'after', raw: null })
  status = 0
  await setTo(String(before))
  expect(asked.at(-1)).toBe(before)
  expect(await later()).toBeNull()
})
