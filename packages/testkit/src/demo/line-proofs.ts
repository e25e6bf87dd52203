import type { EndpointInput } from '@netward/contract'
import type { DemoConsole } from './console.ts'

type Test = Omit<EndpointInput<'POST /dial/api/v1/line/:lineId/test'>, 'lineId'>

const day = 86_400_000

/** What people did about lines: tests on demand, of one line and of many, and reports for the ISP. */
export async function proveLines(inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /dial/api/v1/report/lists', { pageSize: 1 })
  if (total > 0) return
  const { items } = await inside.call('POST /dial/api/v1/line/lists', { pageSize: 100 })
  const byProbe = items.filter(({ measuredBy }) => measuredBy === 'probe')
  if (byProbe.length === 0) return
  await scheduleThroughput(inside)
  await testLines(inside, byProbe)
  // The worst of the week first, and a good one to compare with.
  const worst = items.toSorted((a, b) => (b.week.loss ?? 0) - (a.week.loss ?? 0))
  const bad = worst.filter(({ week }) => (week.loss ?? 0) > 0.1).slice(0, 4)
  const [first = worst[0]!] = bad
  const good = worst.findLast(({ week }) => week.loss !== null && week.loss < 0.1) ?? worst.at(-1)!
  const now = Date.now()
  const week = { from: new Date(now - 7 * day).toISOString(), to: new Date(now).toISOString() }
  const evidence = {
    kind: 'lines',
    ...week,
    lineIds: (bad.length > 0 ? bad : [first]).map(({ id }) => id),
  } as const
  await inside.call('POST /dial/api/v1/report', { ...evidence, language: 'zh' })
  await inside.call('POST /dial/api/v1/report', { ...evidence, language: 'en' })
  await inside.call('POST /dial/api/v1/report', {
    kind: 'outlet',
    language: 'zh',
    ...week,
    outletId: first.outletId,
  })
  if (good.id !== first.id)
    await inside.call('POST /dial/api/v1/report', {
      kind: 'comparison',
      language: 'zh',
      ...week,
      lineIds: [first.id, good.id],
    })
}

/** Broadband lines are measured once a night, within a budget of a gigabyte a month. */
async function scheduleThroughput(inside: DemoConsole): Promise<void> {
  const kind = 'broadband'
  const { items } = await inside.call('GET /dial/api/v1/profile', {})
  const { settings } = items.find((one) => one.kind === kind)!
  await inside.call('PUT /dial/api/v1/profile/:kind', {
    ...settings,
    kind,
    throughputDays: 1,
    throughputMonthMegabytes: 1000,
  })
}

/** Those that nothing reaches are among the tests of many, with the reason. */
async function testLines(inside: DemoConsole, byProbe: readonly { readonly id: string }[]): Promise<void> {
  const [{ id: lineId } = { id: '' }] = byProbe
  const one = (test: Test) => inside.call('POST /dial/api/v1/line/:lineId/test', { lineId, ...test })
  await one({ kind: 'icmp', host: '203.0.113.200', packets: 50 })
  await one({ kind: 'http', url: 'https://erp.yuelai.example/login' })
  await one({ kind: 'dns', host: 'erp.yuelai.example' })
  await one({ kind: 'traceroute', host: '203.0.113.200' })
  await one({ kind: 'throughput' })
  await inside.call('POST /dial/api/v1/test/batch', { filter: {}, kind: 'icmp', host: '203.0.113.200' })
  await inside.call('POST /dial/api/v1/test/batch', {
    lineIds: byProbe.slice(0, 10).map(({ id }) => id),
    kind: 'tcp',
    host: '203.0.113.200',
    port: 443,
  })
}
