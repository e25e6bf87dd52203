import type { DemoConsole } from './console.ts'

/** Everybody of the MSP takes a week; at a customer working days are covered, and nobody on weekends, as the list says. */
export async function planRotas(msp: DemoConsole, customer: DemoConsole): Promise<void> {
  await plan(msp, '一线值班', 'all')
  await plan(customer, '门店网络值班', 'workdays')
}

async function plan(inside: DemoConsole, name: string, calendar: 'all' | 'workdays'): Promise<void> {
  const { total } = await inside.call('POST /monitor/api/v1/alarm/rota/lists', { pageSize: 1 })
  if (total > 0) return
  const people = await inside.call('GET /monitor/api/v1/alarm/rota/members', {})
  await inside.call('POST /monitor/api/v1/alarm/rota', {
    name,
    timeZone: 'Asia/Shanghai',
    layers: [
      {
        name: '轮值',
        startsOn: '2026-11-02',
        period: 'week',
        calendar,
        memberIds: people.slice(0, 6).map(({ memberId }) => memberId),
      },
    ],
  })
}
