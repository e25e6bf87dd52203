import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

test('a gateway with bootstrap credentials gets its own, proves them, and is online', async () => {
  const company = await f.company()
  const gateway = f.gateway({ username: company.username, password: company.password })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  expect(gateway.value('ManagementServer.Username')).toMatch(/^gw-/)
  gateway.informNow()
  await gateway.waitFor((g) => g.state.sessions >= 2)
  expect(await f.deviceOf(gateway)).toMatchObject({
    company_id: company.id,
    credential_state: 'own',
    presence: 'online',
    guard: 'none',
    periodic_interval: 60,
    enrolled_by: 'bootstrap',
  })
  expect(await f.timelineOf(gateway)).toEqual(
    expect.arrayContaining([
      'claimed',
      'inform.bootstrap',
      'online',
      'credentials.set',
      'credentials.proved',
    ]),
  )
})
