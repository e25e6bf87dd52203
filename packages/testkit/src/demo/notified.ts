import { once } from 'node:events'
import { createServer } from 'node:http'
import type { DemoConsole } from './console.ts'

/** Near those of the agents, so that two demos on one machine have one each. */
const portOf = (consoleUrl: string) => 10_700 + (Number(new URL(consoleUrl).port) % 20_000)

/** A group of a messenger, and a program with a webhook: they take whatever is sent, as long as the demo runs. */
export async function startListeners(consoleUrl: string): Promise<{ stop(): void }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"errcode":0,"errmsg":"ok"}'),
    )
  })
  server.listen(portOf(consoleUrl), '127.0.0.1')
  await once(server, 'listening')
  return { stop: () => server.close() }
}

/** Alarms of the customers go to the group of the MSP, those of a company to its group and its program. */
export async function notifyGroups(
  { msp, customers }: { msp: DemoConsole; customers: readonly DemoConsole[] },
  consoleUrl: string,
): Promise<void> {
  const address = `http://127.0.0.1:${portOf(consoleUrl)}`
  await notify(msp, { name: '北辰值班群', covers: 'below', severities: ['critical', 'major'] }, address)
  for (const inside of customers) {
    await notify(inside, { name: '门店网络群', covers: 'own', severities: [] }, address)
    await watchSignIns(inside)
  }
}

async function notify(
  inside: DemoConsole,
  route: { name: string; covers: 'own' | 'below'; severities: ('critical' | 'major')[] },
  address: string,
): Promise<void> {
  const { total } = await inside.call('POST /api/v1/integration/lists', { pageSize: 1 })
  if (total > 0) return
  const group = await inside.call('POST /api/v1/integration', {
    kind: 10,
    name: route.name,
    robot: { vendor: 'wecom', format: 'markdown', address: `${address}/group` },
  })
  const program = await inside.call('POST /api/v1/integration', {
    kind: 11,
    name: '运维平台接口',
    webhook: { address: `${address}/alarms` },
  })
  const timeZone = 'Asia/Shanghai'
  await inside.call('POST /api/v1/notice/route', {
    ...route,
    events: ['raised', 'cleared', 'acknowledged'],
    channelId: group.id,
    quietFrom: '23:00',
    quietUntil: '07:00',
    timeZone,
  })
  await inside.call('POST /api/v1/notice/route', {
    name: '全部告警到接口',
    covers: route.covers,
    events: ['raised', 'cleared'],
    channelId: program.id,
    timeZone,
  })
}

/** A rule over messages: the devices of the demo log such sign-ins all the time. */
async function watchSignIns(inside: DemoConsole): Promise<void> {
  const name = '设备登录失败'
  const rules = await inside.call('GET /monitor/api/v1/alarm/rules', {})
  if (rules.some((rule) => rule.name === name)) return
  await inside.call('POST /monitor/api/v1/alarm/rules', {
    name,
    watch: false,
    definition: {
      of: { kind: 'syslog', when: { severity: 'error', text: '登录失败' } },
      minutes: 10,
      bad: 3,
      clearMinutes: 15,
      severity: 'minor',
    },
  })
}
