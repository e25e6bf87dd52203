import { setTimeout } from 'node:timers/promises'
import { administratorPassword, makeAdministrator } from '../apps/server/test/installation.ts'
import { ApiClient, operatorPassword } from '../apps/server/test/server-process.ts'
import { cpuBetween, cpuTimes } from './harness/process-cpu.ts'
import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'

const screens = 200
/** One link is open on at most fifty. */
const ofOneLink = 50
const chart = 'overall_operations_overview'
const refreshMs = 60_000

/** Open wall screens of one page: each asks for its panels every minute, at its own moment. */
export async function walls({ quick }: Options): Promise<Section[]> {
  const server = new BenchServer()
  try {
    await server.start()
    const { companyId, userName } = await makeAdministrator(server.consoleUrl, 'bench-walls')
    const operator = await ApiClient.signIn(server.consoleUrl, 'admin', operatorPassword)
    for (const kind of ['devices', 'outlets'] as const)
      await operator.call('POST /api/v1/licence', { companyId, kind, quantity: 10_000 })
    await server.query(
      `with o as (insert into outlet (company_id, name, region)
         select $1, 'Site ' || n, 'Region ' || n % 20 from generate_series(1, 1000) n returning id)
       insert into device (company_id, outlet_id, name, type, driver, presence, first_inform_at)
       select $1, id, 'Gateway ' || id || '-' || n, 'smart_cpe', 'none', 'online', now() from o, generate_series(1, 10) n`,
      [companyId],
    )
    const maker = await ApiClient.signIn(server.consoleUrl, userName, administratorPassword)
    const open = await openScreens(server.consoleUrl, maker)
    const minutes = quick ? 1 : 3
    const idle = await spent(server, () => setTimeout(refreshMs))
    let asked = 0
    const busy = await spent(server, async () => {
      asked = await showing(open, minutes)
    })
    const share = (total: number, base: number) => (total / minutes - base) / (refreshMs / 100)
    return [
      {
        title: `Wall screens: ${screens} of one page of a company with 10,000 devices, every panel once a minute`,
        figures: [
          {
            name: 'CPU of one core, server and database',
            values: [share(busy.server + busy.database, idle.server + idle.database)],
            unit: '%',
            decimals: 1,
            goal: { of: 'value', atMost: 10 },
          },
          {
            name: 'of it the server',
            values: [share(busy.server, idle.server)],
            unit: '%',
            decimals: 1,
          },
          { name: 'requests a minute', values: [asked / minutes], unit: '' },
        ],
        notes: ['Above the same server without screens.'],
      },
    ]
  } finally {
    await server.remove()
  }
}

interface OpenScreen {
  readonly client: ApiClient
  readonly panels: readonly string[]
}

async function openScreens(url: string, maker: ApiClient): Promise<OpenScreen[]> {
  const opened: OpenScreen[] = []
  for (let link = 0; link < screens / ofOneLink; link += 1) {
    const { data } = await maker.call('POST /api/v1/chart/wall', {
      name: `Wall ${link}`,
      pages: [chart],
      ranges: ['127.0.0.0/8'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      language: 'en',
    })
    for (let n = 0; n < ofOneLink; n += 1) {
      const { token } = (
        await new ApiClient(url).call('POST /api/v1/chart/wall/open', { secret: data.secret })
      ).data
      const client = new ApiClient(url, { authorization: `Bearer ${token}` })
      const screen = await client.call('GET /api/v1/chart/wall/screen')
      opened.push({ client, panels: screen.data.pages[0]?.panels ?? [] })
    }
  }
  return opened
}

/** @returns how many requests were made */
async function showing(open: readonly OpenScreen[], minutes: number): Promise<number> {
  let asked = 0
  const began = performance.now()
  await Promise.all(
    open.map(async ({ client, panels }, place) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        const at = began + (minute + place / open.length) * refreshMs
        await setTimeout(Math.max(0, at - performance.now()))
        await client.call('GET /api/v1/chart/wall/screen')
        await Promise.all(
          panels.map(async (panel) => {
            const { code } = await client.call('POST /api/v1/chart/wall/panel', {
              chart,
              panel: panel as 'outlets_normal',
            })
            if (code !== 0) throw new Error(`${panel} answered ${code}`)
          }),
        )
        asked += panels.length + 1
      }
    }),
  )
  await setTimeout(Math.max(0, began + minutes * refreshMs - performance.now()))
  return asked
}

async function spent(server: BenchServer, work: () => Promise<unknown>) {
  const before = cpuTimes(server.pid)
  await work()
  return cpuBetween(before, cpuTimes(server.pid))
}
