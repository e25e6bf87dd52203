import { SimulatedProbe } from '@netward/testkit'
import { administratorPassword } from './installation.ts'
import { ApiClient } from './server-process.ts'

const pings = 20

/** A probe at a site that answers tests of lines: the first one with all packets lost, the others with none. */
export async function answeringProbe(
  server: string,
  { userName, outletId }: { userName: string; outletId: string },
): Promise<SimulatedProbe> {
  const person = await ApiClient.signIn(server, userName, administratorPassword)
  const ranges = ['192.168.1.0/24']
  const outlets = [{ outletId, ranges, isSite: true }]
  const { token } = (await person.call('POST /dial/api/v1/probe', { name: 'Probe of the shop', outlets }))
    .data
  let asked = 0
  const probe: SimulatedProbe = await SimulatedProbe.connect({
    server,
    token,
    ranges,
    onOrder: (order) => {
      if (order.kind !== 'test') return
      const [test] = order.line.tests
      const passed = asked > 0
      asked += 1
      const result = {
        kind: 'icmp',
        key: test!.key,
        method: 'fping',
        address: '203.0.113.7',
        passed,
        problem: null,
        times: Array.from({ length: pings }, (_, n) => (passed ? 12 + (n % 3) : null)),
      }
      const message = { kind: 'tested', requestId: order.requestId, results: [result], done: true }
      probe.say({ kind: 'collector', message })
    },
  })
  return probe
}
