import type { AcsFixture } from './acs-fixture.ts'
import { oneSession } from './one-session.ts'

/** Helpers for tests of a gateway's queue. `f`: the fixture, once it exists. */
export function commandSteps(f: () => AcsFixture) {
  /** A gateway with its own credentials, after its first reads. */
  async function online(options: Parameters<AcsFixture['gateway']>[0] = {}) {
    const company = await f().company()
    const gateway = f().gateway({ username: company.username, password: company.password, ...options })
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 1)
    await oneSession(gateway)
    const device = (await f().deviceOf(gateway)) as { id: string; company_id: string }
    return { company, gateway, device }
  }

  async function queue(
    device: { id: string; company_id: string },
    kind: string,
    request: object,
    secret: Buffer | null = null,
    ttl = '1 hour',
  ): Promise<string> {
    const [row] = await f().sql<{ id: string }>(
      `insert into device_command (company_id, device_id, kind, request, secret, expires_at)
       values ($1, $2, $3, $4, $5, now() + $6::interval) returning id::text`,
      [device.company_id, device.id, kind, JSON.stringify(request), secret, ttl],
    )
    return row!.id
  }

  async function commandBy(id: string) {
    const [row] = await f().sql('select * from device_command where id = $1', [id])
    return row
  }

  async function parameterOf(device: { id: string }, path: string) {
    const [row] = await f().sql('select * from device_parameter where device_id = $1 and path like $2', [
      device.id,
      `%.${path}`,
    ])
    return row
  }

  return { online, queue, commandBy, parameterOf }
}
