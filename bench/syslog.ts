import pg from 'pg'
import { keptOf } from '../apps/server/src/modules/syslog/receiver/intake.ts'
import { parseMessage } from '../apps/server/src/modules/syslog/receiver/parse-message.ts'
import { makeAdministrator } from '../apps/server/test/installation.ts'
import { ApiClient, operatorPassword } from '../apps/server/test/server-process.ts'
import { jsonRequest } from './harness/http-connection.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, latencyFigures } from './harness/measure-http.ts'
import { effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'

const path = '/monitor/api/v1/syslog/lists'
const devices = 200
const batch = 5_000
const clients = 4
const goal = 200
const weekMs = 7 * 86_400_000 - 3_600_000

/** The needle is in one line of 50,000, in the oldest day alone in the last question but one. */
const questions = [
  { what: 'newest', query: {} },
  { what: 'a severity that no line has', query: { severity: ['emergency'] } },
  { what: 'a word that most lines have', query: { search: '接口' } },
  { what: 'a word of every tenth line', query: { search: 'authentication' } },
  { what: 'a part of a name in every 5,000th', query: { search: 'ethernet0/0/17 down' } },
  { what: 'one of 50,000', query: { search: '风扇故障' } },
  { what: 'a common word of the oldest day alone', query: { search: '维护窗口' } },
  { what: 'no line at all', query: { search: 'kernel panic' } },
  { what: 'the same of one device', query: { search: '接口', device: true } },
] as const

/** Searching the messages of 7 days of one company, with another company of as many beside it. */
export async function syslog(options: Options): Promise<Section[]> {
  const lines = options.quick ? 100_000 : 1_000_000
  const server = new BenchServer()
  const load = new JobProcess('./http-load.ts')
  try {
    await server.start()
    const companies = await seedSyslog(server, lines)
    const written = companies.map(({ perSecond }) => perSecond)
    const [size] = await server.query<{ rows: string; words: string }>(
      `select sum(pg_table_size(inhrelid))::text as rows,
         (select sum(pg_relation_size(c.oid))::text from pg_class c where c.relname like 'syslog_message_%words%') as words
       from pg_inherits where inhparent = 'syslog_message'::regclass`,
    )
    const headers = await server.administratorOf(companies[0]!.companyId)
    const http = new HttpMeasure(server, load, effort(options))
    const from = new Date(Date.now() - weekMs).toISOString()
    const figures: Figure[] = [
      { name: 'written a second, all indexes', values: written, unit: '/s' },
      { name: 'bytes a line: table', values: [Number(size?.rows) / (2 * lines)], unit: 'B' },
      { name: 'bytes a line: index of words', values: [Number(size?.words) / (2 * lines)], unit: 'B' },
    ]
    for (const { what, query } of questions) {
      const { device, ...rest } = { device: false, ...query }
      const body = {
        ...rest,
        from,
        page: 1,
        pageSize: 50,
        ...(device && { deviceId: companies[0]!.deviceIds[7] }),
      }
      const measured = await http.latencies([jsonRequest(path, headers, body)], clients)
      figures.push(...latencyFigures(what, measured, goal))
    }
    return [
      {
        title: `Syslog: a search of 7 days in ${lines} lines of a company and as many of another, ${clients} clients`,
        figures,
      },
    ]
  } finally {
    load.close()
    await server.remove()
  }
}

/** Two companies with as many lines each, which came in over 7 days. */
async function seedSyslog(server: BenchServer, lines: number) {
  const operator = await ApiClient.signIn(server.consoleUrl, 'admin', operatorPassword)
  const companies = []
  for (const code of ['bench-logs', 'bench-other']) {
    const { companyId } = await makeAdministrator(server.consoleUrl, code)
    await operator.call('POST /api/v1/licence', { companyId, kind: 'devices', quantity: 1_000 })
    const deviceIds = await addDevices(server, companyId)
    companies.push({ companyId, deviceIds, perSecond: await write(server, deviceIds, lines) })
  }
  await server.query('vacuum analyze syslog_message')
  return companies
}

async function addDevices(server: BenchServer, companyId: string): Promise<string[]> {
  const rows = await server.query<{ id: string }>(
    `insert into device (company_id, name, type, driver, presence, serial_number)
     select $1::bigint, 'switch-' || n, 'switch', 'snmp', 'online', 'bench-' || $1::bigint || '-' || n from generate_series(1, $2::int) n
     returning id::text`,
    [companyId, devices],
  )
  return rows.map(({ id }) => id)
}

/** As the receiver writes. @returns lines a second of the database and what makes the words */
async function write(server: BenchServer, deviceIds: readonly string[], lines: number): Promise<number> {
  const client = new pg.Client(server.admin)
  await client.connect()
  const began = performance.now()
  const now = Date.now()
  try {
    for (let first = 0; first < lines; first += batch) {
      const messages = Array.from({ length: Math.min(batch, lines - first) }, (_, at) => {
        const n = first + at
        return {
          deviceId: deviceIds[n % deviceIds.length],
          at: new Date(now - weekMs + Math.floor((n / lines) * weekMs)).toISOString(),
          ...keptOf(parseMessage(Buffer.from(line(n, lines)))),
        }
      })
      await client.query('select syslog_write($1, $2, $3)', [JSON.stringify(messages), '[]', '[]'])
    }
  } finally {
    await client.end()
  }
  return lines / ((performance.now() - began) / 1000)
}

function line(n: number, lines: number): string {
  const head = `<${184 + 3 + (n % 5)}>Nov 27 2026 10:${String(n % 60).padStart(2, '0')}:00 SW-${n % devices}`
  const user = `${n % 97}.${n % 89}`
  if (n % 50_000 === 777) return `${head} %%01DEVM/2/FAN(l): 风扇故障，槽位 ${n % 3}`
  if (n < lines / 8 && n % 2 === 0)
    return `${head} %%01NTP/5/INFO(l): 维护窗口期间时钟同步，偏移 ${n % 7919} 毫秒`
  if (n % 10 === 3)
    return `${head} sshd[${n % 30_000}]: authentication of user${n % 211} from 10.${user}.${n % 251} port ${n % 65_000} was accepted`
  const state = n % 2 === 0 ? 'UP' : 'DOWN'
  return `${head} %%01IFNET/4/LINK_STATE(l)[${n}]: 接口GigabitEthernet${n % 4}/0/${n % 48}的链路状态变为${state}，对端 10.${user}.${n % 251}`
}
