import type { SessionOutcome, SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

const gateways = 120

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture({ maxSessions: 10, maxConnectionsPerSource: 1000 })
})
afterAll(() => f.stop())

function outcomesOf(gateway: SimulatedGateway): SessionOutcome[] {
  const outcomes: SessionOutcome[] = []
  gateway.on('session', (outcome) => outcomes.push(outcome))
  return outcomes
}

test('after a power cut all gateways call at once: load is shed before InformResponse, and retries serve all of them', async () => {
  const { username, password } = await f.company()
  // TR-069 3.2.1.1: gateways retry after 5 to 10 seconds, then twice as long; scaled to a tenth of a second
  // here.
  const calling = Array.from({ length: gateways }, (_, index) =>
    f.gateway({ username, password, number: index + 1, seed: index, timeScale: 0.02 }),
  )
  const outcomes = calling.map(outcomesOf)
  for (const gateway of calling) gateway.start()
  await Promise.all(calling.map((gateway) => gateway.waitFor((g) => g.state.sessions >= 1, 90_000)))

  const failed = outcomes.flat().filter(({ ok }) => !ok)
  expect(failed.length).toBeGreaterThan(0)
  // No promised session is lost: none of our calls was in progress when one was shed.
  expect(failed.filter(({ calls }) => calls.length > 0)).toEqual([])
  expect(failed.map(({ status }) => status).filter((status) => status !== 503)).toEqual([])
  const [row] = await f.sql<{ n: number }>(
    'select count(*)::int as n from device where first_inform_at is not null',
  )
  expect(row).toEqual({ n: gateways })
}, 120_000)
