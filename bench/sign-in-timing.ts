import { effort, type Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median } from './harness/statistics.ts'
import { seedDevices } from './seed-devices.ts'

/** Whether response time reveals that a name, phone or address exists: compares the two medians. */
export async function signInTiming(options: Options): Promise<Section[]> {
  const times = effort(options).runs * 40
  const server = new BenchServer()
  try {
    await server.start({ NETWARD_OUTBOX: '1' })
    const { company } = await seedDevices(server.admin, { companies: 100, devices: 1_000 })
    const [member] = await server.createMembers(company, 1)
    const [phone, email] = ['13900000001', 'known@example.test']
    await server.query(
      `update person set phone = $1, phone_verified_at = now(), email = $2, email_verified_at = now()
       where user_name = $3`,
      [phone, email, member?.username.split('@')[0]],
    )
    const call = async (path: string, payload: object) => {
      // Delays and limits are not measured.
      await server.query('delete from sign_in_failure')
      await server.query('delete from sent_code')
      const began = performance.now()
      const response = await fetch(`${server.consoleUrl}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      })
      await response.text()
      return performance.now() - began
    }
    const password = 'Wrong-password-1'
    const pairs: [string, string, object, object][] = [
      [
        'wrong password',
        'login',
        { username: email, password },
        { username: 'nobody@example.test', password },
      ],
      [
        'code for signing in',
        'code',
        { purpose: 'sign_in', phone },
        { purpose: 'sign_in', phone: '13900000009' },
      ],
      ['link for a new password', 'password/forgot', { email }, { email: 'nobody@example.test' }],
    ]
    const figures = []
    for (const [name, path, known, unknown] of pairs) {
      const [there, absent]: [number[], number[]] = [[], []]
      // Alternating, in either order, so that other load, including jobs of the previous call, affects both.
      for (let time = 0; time < times; time += 1) {
        const turns = [
          async () => there.push(await call(path, known)),
          async () => absent.push(await call(path, unknown)),
        ]
        for (const turn of time % 2 === 0 ? turns : turns.toReversed()) await turn()
      }
      figures.push({
        name: `${name}, known`,
        values: [median(there)],
        unit: 'ms',
        decimals: 2,
        against: { name: 'unknown', value: median(absent) },
        goal: { of: 'ratio', atLeast: 0.8, atMost: 1.25 },
      } as const)
    }
    return [{ title: `Sign-in: does the time tell who is there? (medians of ${times})`, figures }]
  } finally {
    await server.remove()
  }
}
