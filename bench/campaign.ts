import { readFileSync } from 'node:fs'
import pg from 'pg'
import { rolesOf } from '../apps/server/src/platform/db/roles.ts'
import type { CampaignSteps, StepsResult } from './harness/campaign-load.ts'
import { JobProcess } from './harness/job-process.ts'
import type { Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { quantile } from './harness/statistics.ts'

const product = 'BENCH-CPE'

/**
 * A campaign of as many gateways as the specification's largest estate. The server runs beside it as ever; the steps are
 * the worker's own sweep in a process of its own, without the five seconds between two and without the pace of at most 1,000 a minute, which
 * would make this last for hours. Gateways are simulated by what the ACS calls in the database when one takes its
 * command, tells of the end of its transfer and comes back with the new version: no HTTP and no file is moved here.
 */
export async function campaign(options: Options): Promise<Section[]> {
  const sizes = options.quick ? [1_000, 5_000] : [10_000, 100_000]
  const sections: Section[] = []
  for (const size of sizes) sections.push(await measured(size))
  return sections
}

interface Ran {
  readonly step: number[]
  readonly resident: number[]
  /** Of the server beside it, which carries out the connection requests. */
  readonly server: number[]
}

function residentBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

async function measured(size: number): Promise<Section> {
  const server = new BenchServer()
  const steps = new JobProcess('./campaign-load.ts')
  try {
    await server.start()
    const client = new pg.Client(server.admin)
    await client.connect()
    const login = { ...server.admin, user: rolesOf('netward').login }
    // As long as this is held the server takes no step of its own: those that are measured would find its lock.
    await client.query("select pg_advisory_lock(7548, hashtext('campaign.step'))")
    const id = await seed(client, size)
    const before = await databaseBytes(client)
    const job: CampaignSteps = { kind: 'steps', connection: login }
    const whole: Ran = { step: [], resident: [], server: [] }
    const step = async () => {
      // The pace is taken out: a new minute with each step.
      await client.query('update campaign set minute_began = null')
      const { milliseconds, residentBytes } = await steps.run<StepsResult>(job)
      whole.step.push(milliseconds)
      whole.resident.push(residentBytes)
      whole.server.push(residentBytesOf(server.pid))
      return milliseconds
    }
    await step()
    await step()
    // All but a thousand are offline: what waits must not cost anything.
    await park(client)
    // They are put aside portion by portion, once.
    for (let more = 0; more * 5_000 <= size * 2; more++) await step()
    const idle: number[] = []
    for (let n = 0; n < 20; n++) idle.push(await step())
    await client.query("update device set presence = 'online' where presence = 'offline'")
    for (let done = 0; done < size;) {
      await step()
      await answer(client)
      const { rows } = await client.query<{ verified: number; state: string }>(
        'select verified, state from campaign where id = $1',
        [id],
      )
      done = rows[0]!.state.startsWith('completed') ? size : rows[0]!.verified
    }
    const grown = (await databaseBytes(client)) - before
    await client.end()
    return {
      title: `A campaign of ${size} gateways`,
      figures: figuresOf(size, { whole, idle, grown }),
      notes,
    }
  } finally {
    steps.close()
    await server.remove()
  }
}

const notes = [
  'Steps one after the other, without the pause between two and without the pace; 1,000 gateways under way at a time.',
  'Gateways are simulated in the database by the functions that the ACS calls (command taken, TransferComplete, Inform).',
]

function figuresOf(
  size: number,
  { whole, idle, grown }: { whole: Ran; idle: number[]; grown: number },
): Figure[] {
  const seconds = whole.step.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000
  const megabytes = (bytes: number) => bytes / 2 ** 20
  const early = whole.resident.slice(0, 5).map(megabytes)
  return [
    { name: 'gateways verified', values: [size / seconds], unit: '/s of steps' },
    {
      name: 'one step, nothing to do',
      values: idle,
      unit: 'ms',
      decimals: 1,
      goal: { of: 'value', atMost: 50 },
    },
    { name: 'one step, p99 of all', values: [quantile(whole.step, 0.99)], unit: 'ms' },
    {
      name: 'memory of the worker at its largest',
      values: [Math.max(...whole.resident.map(megabytes))],
      unit: 'MiB',
      against: { name: 'after its first five steps', value: Math.max(...early) },
      goal: { of: 'ratio', atMost: 2 },
    },
    {
      name: 'memory of the server at its largest',
      values: [Math.max(...whole.server.map(megabytes))],
      unit: 'MiB',
      against: { name: 'at the first step', value: megabytes(whole.server[0] ?? 0) },
    },
    { name: 'database grown by', values: [megabytes(grown)], unit: 'MiB' },
    { name: 'of it a gateway', values: [grown / size / 1024], unit: 'KiB', decimals: 1 },
  ]
}

async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>('select pg_database_size(current_database()) as n')
  return Number(rows[0]!.n)
}

/** Gateways, a firmware and a campaign of them all, as the API leaves them. */
async function seed(client: pg.Client, size: number): Promise<string> {
  await client.query('set synchronous_commit = off')
  const { rows } = await client.query<{ id: string }>(
    `insert into company (parent_id, kind, name, code)
     select id, 'company', 'Benchmark', 'benchmark' from company where kind = 'op' returning id::text`,
  )
  const companyId = rows[0]!.id
  await client.query(
    `insert into device (company_id, name, type, presence, manufacturer, oui, product_class, serial_number, model_name,
       software_version, data_model_root, cwmp_version, periodic_interval, enrolled_by, credential_state, first_inform_at)
     select $1, 'gateway ' || n, 'smart_cpe', 'online', 'Bench', '02ABCD', $3, 'B' || n, $3, '1.0', 'Device.', '1.2', 300,
       'bootstrap', 'own', now() from generate_series(1, $2::int) n`,
    [companyId, size, product],
  )
  await client.query(
    `insert into gateway (device_id, company_id, username, facts, last_address, unanswered)
     select id, company_id, 'bench-' || id, '', '127.0.0.1', 2 from device where company_id = $1`,
    [companyId],
  )
  await client.query(
    `insert into device_presence (device_id, company_id, last_inform_at, due_at)
     select id, company_id, now(), now() + interval '1 hour' from device where company_id = $1`,
    [companyId],
  )
  const { rows: files } = await client.query<{ id: string }>(
    `insert into file (company_id, name, media_type, size, sha256)
     values ($1, repeat('b', 32) || '.bin', 'application/octet-stream', 1000, '\\x00') returning id::text`,
    [companyId],
  )
  const { rows: made } = await client.query<{ id: string }>(
    `with f as (
       insert into firmware (company_id, version, models, state, file_id, file_name, size, sha256, created_by_name)
       values ($1, '2.0', array[$3], 'released', $2, 'bench.bin', 1000, '\\x00', 'Bench') returning id)
     insert into campaign (company_id, name, state, firmware_company_id, firmware_id, version, rings, ring_sizes, time_zone,
       max_concurrent, per_minute, retries, retry_minutes, offline_hours, verify_minutes, max_failure_percent, targets,
       created_by_name)
     select $1, 'Bench', 'scheduled', $1, f.id, '2.0', '[{"kind":"percent","value":100,"soakMinutes":0}]', array[$4::int],
       'Asia/Shanghai', 1000, 1000, 1, 30, 72, 30, 10, $4, 'Bench' from f returning id::text`,
    [companyId, files[0]!.id, product, size],
  )
  const id = made[0]!.id
  await client.query(
    `insert into campaign_target (company_id, campaign_id, device_id, ring, from_version)
     select company_id, $2, id, 0, software_version from device where company_id = $1`,
    [companyId, id],
  )
  await client.query('vacuum analyze')
  return id
}

/** All that wait go offline. */
async function park(client: pg.Client): Promise<void> {
  await client.query(
    `update device d set presence = 'offline' from campaign_target t where t.device_id = d.id and t.state = 'waiting'`,
  )
}

/** What the ACS calls while the gateways that were asked take their commands, finish and come back. */
async function answer(client: pg.Client): Promise<void> {
  await client.query(
    `with asked as (
       select c.id, c.device_id, gen_random_uuid() as holder from device_command c
       where c.kind = 'download' and c.state = 'waiting'),
     taken as (select a.*, t.id as got from asked a, lateral acs_take_commands(a.device_id, a.holder, now()) t)
     select acs_command_sent(got, holder) from taken`,
  )
  await client.query(
    `select acs_command_ended(c.id, g.lease_holder, 'sent', '{"kind":"download","status":1}', null, null, '{}')
     from device_command c join gateway g on g.device_id = c.device_id where c.kind = 'download' and c.state = 'sent'`,
  )
  await client.query(
    `select acs_transfer_complete(x.device_id, x.command_key, null, null, now(), now()) from device_transfer x
     where x.ended_at is null`,
  )
  await client.query(
    `select acs_inform(t.device_id, now(), now() + interval '1 hour', 'f', '{"softwareVersion":"2.0","address":"127.0.0.1"}',
       '[{"kind":"boot","code":"1 BOOT"},{"kind":"method","code":"M Download"}]')
     from campaign_target t join device d on d.id = t.device_id
     where t.state in ('queued', 'sent', 'transferred') and d.software_version = '1.0'`,
  )
}
