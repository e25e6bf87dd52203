import { eventCode } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'

/**
 * One more complete session of a gateway; a session in progress began before the test's setup and does not
 * count.
 */
export async function oneSession(
  gateway: SimulatedGateway,
  events: readonly string[] = [eventCode.periodic],
  timeoutMs = 15_000,
): Promise<void> {
  await gateway.waitFor((g) => g.state.phase === 'idle', timeoutMs)
  const before = gateway.state.sessions
  gateway.informNow(events)
  await gateway.waitFor((g) => g.state.sessions > before, timeoutMs)
}
