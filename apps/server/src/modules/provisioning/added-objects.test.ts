import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { oneSession } from '../../../test/one-session.ts'
import { applyTillTemplate } from '../../../test/till-template.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const waiting = 15_000
test('what templates added is listed, for the company that releases the gateway also afterwards, and for no other', async () => {
  const company = await f.company()
  await applyTillTemplate(company.admin)
  const addedOn = async (person: TestPerson, deviceId: string) =>
    (await person.call('GET /api/v1/device/:deviceId/configuration', { deviceId })).data.added
  const come = async ({ username, password }: typeof company, serialNumber: string) => {
    const gateway = f.gateway({ username, password, serialNumber, timeScale: 0.1 })
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 1, waiting)
    await oneSession(gateway)
    const { id } = (await f.deviceOf(gateway)) as { id: string }
    return { gateway, deviceId: id }
  }
  const first = await come(company, 'HANDEDON1')
  const listed = [
    {
      path: expect.stringMatching(/^Device\.NAT\.PortMapping\.\d+\.$/),
      key: [{ name: 'Description', value: 'till' }],
    },
  ]
  expect(await addedOn(company.admin, first.deviceId)).toEqual(listed)
  await company.admin.call('POST /api/v1/device/:deviceId/release', { deviceId: first.deviceId })
  first.gateway.stop()
  expect(await addedOn(company.admin, first.deviceId)).toEqual(listed)

  const next = await f.company()
  const second = await come(next, 'HANDEDON1')
  expect(second.deviceId).not.toBe(first.deviceId)
  expect(await addedOn(next.admin, second.deviceId)).toEqual([])
  expect(await addedOn(company.admin, first.deviceId)).toEqual(listed)
}, 60_000)
