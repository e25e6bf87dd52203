import { setTimeout as delay } from 'node:timers/promises'
import { simulatedImage } from '@netward/testkit'
import pg from 'pg'
import { rolesOf } from '../apps/server/src/platform/db/roles.ts'
import type { RealGateways, RealVersions } from './harness/campaign-gateways.ts'
import { CampaignRun, type Ran } from './harness/campaign-run.ts'
import { JobProcess } from './harness/job-process.ts'
import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { campaignFigures, campaignNotes, type Size } from './campaign-figures.ts'
import {
  answerAsked,
  comeBack,
  jobsLeft,
  onlineWaiting,
  product,
  seedCampaignGateways,
  silence,
  takeOffline,
  versions,
} from './seed-campaign.ts'

/**
 * A campaign of as many gateways as the specification's largest estate. Real are: the server with all that it does
 * beside, the campaign as its API makes and starts it, the worker's own sweep (in a process of its own, one step after the
 * other, without the five seconds between two and without the pace of at most 1,000 a minute, which would make this last
 * for hours), and some gateways that speak TR-069, are asked over HTTP, fetch the file and restart. Of the others is
 * written what the ACS would have written (`seed-campaign.ts`). Their cost is reported separately.
 */
export async function campaign(options: Options): Promise<Section[]> {
  const sizes = options.quick
    ? [
        { simulated: 1_000, real: 10 },
        { simulated: 5_000, real: 20 },
      ]
    : [
        { simulated: 9_800, real: 200 },
        { simulated: 99_800, real: 200 },
      ]
  const sections: Section[] = []
  for (const size of sizes) sections.push(await measured(size))
  return sections
}

async function measured(size: Size): Promise<Section> {
  const server = new BenchServer()
  const steps = new JobProcess('./campaign-load.ts', ['--expose-gc'])
  const gateways = new JobProcess('./campaign-gateways.ts')
  let admin: pg.Client | null = null
  try {
    await server.start({ NETWARD_DEVICE_RANGES: '127.0.0.0/8' })
    admin = new pg.Client(server.admin)
    // Reports the statement that failed; otherwise the database's shutdown hides it.
    admin.on('error', () => {})
    await admin.connect()
    const company = await enrol(server, gateways, size.real)
    await seedCampaignGateways(admin, company.companyId, size.simulated)
    // While this lock is held the server takes no steps of its own, which would contend with the measured
    // ones.
    await admin.query("select pg_advisory_lock(7548, hashtext('campaign.step'))")
    const connection = { ...server.admin, user: rolesOf('netward').login }
    const { dataDir, acsUrl } = server
    const run = await CampaignRun.begin(server, admin, steps, {
      kind: 'steps',
      connection,
      dataDir,
      filesUrl: `${acsUrl}/`,
    })
    const { campaignId, made } = await makeCampaign(admin, company)
    await company.call('POST', `campaign/${campaignId}/move`, { move: 'start' })
    run.campaignId = campaignId
    await run.step()
    await run.step()

    const outage = await massOutage(run, admin, size.simulated)
    const heap = [await steps.run<number>({ kind: 'heap' })]
    const before = await run.mark()
    while (!(await run.isOver())) {
      await run.step()
      // Simulated gateways take real time.
      if ((await answerAsked(admin, campaignId)) === 0) await delay(200)
    }
    const rollout = await run.since(before)
    heap.push(await steps.run<number>({ kind: 'heap' }))
    const after = await workedOff(run, admin)
    await gateways.run<null>({ kind: 'stop' })
    const back = await wayBack(run, admin, company, campaignId)
    const asked: RealVersions = { kind: 'running', version: versions.to }
    const real = await gateways.run<number>(asked)
    return {
      title: `A campaign of ${size.simulated + size.real} gateways`,
      figures: campaignFigures(size, { made, outage, rollout, after, back, real, heap }),
      notes: campaignNotes(size),
    }
  } finally {
    steps.close()
    gateways.close()
    await admin?.end().catch(() => {})
    await server.remove()
  }
}

/** The request, then the server's job, polled while it adds the gateways. */
async function makeCampaign(admin: pg.Client, company: Company) {
  const dryRun = performance.now()
  const { firmwareId, filters } = campaignOf(company)
  await company.call('POST', 'dry-run', { firmwareId, filters })
  const began = performance.now()
  const { campaignId } = await company.call<{ campaignId: string }>('POST', 'campaign', campaignOf(company))
  const asked = performance.now()
  let left = -1
  let moved = asked
  let longest = 0
  for (let state = 'preparing'; state === 'preparing'; await delay(10)) {
    const { rows } = await admin.query<{ state: string; left: number }>(
      'select state, to_take as left from campaign where id = $1',
      [campaignId],
    )
    state = rows[0]!.state
    if (rows[0]!.left === left) continue
    left = rows[0]!.left
    longest = Math.max(longest, performance.now() - moved)
    moved = performance.now()
  }
  return {
    campaignId,
    made: { dryRun: began - dryRun, asked: asked - began, prepared: performance.now() - asked, longest },
  }
}

/** All but a thousand go silent at once, and return: nothing may be lost, and waiting must cost nothing. */
async function massOutage(run: CampaignRun, admin: pg.Client, size: number) {
  const began = performance.now()
  const gateways = await silence(admin)
  while ((await onlineWaiting(admin)) > 0) await delay(2_000)
  const seconds = (performance.now() - began) / 1000
  // Set aside once, portion by portion.
  for (let more = 0; more * 5_000 <= size * 2; more += 1) await run.step()
  const idle: number[] = []
  for (let n = 0; n < 20; n += 1) idle.push((await run.step()).milliseconds)
  await comeBack(admin)
  return { gateways, seconds, idle }
}

/** Server jobs that the campaign queued and that remain when it is over. */
async function workedOff(run: CampaignRun, admin: pg.Client): Promise<Ran> {
  const before = await run.mark()
  while ((await jobsLeft(admin)) > 0) await delay(500)
  return run.since(before)
}

/** All go offline, then a rollback: none can be reached. */
async function wayBack(run: CampaignRun, admin: pg.Client, company: Company, campaignId: string) {
  await takeOffline(admin)
  const asking = performance.now()
  const { gateways } = await company.call<{ gateways: number }>('POST', `campaign/${campaignId}/rollback`, {})
  const asked = performance.now() - asking
  for (let more = 0; more * 5_000 <= gateways; more += 1) await run.step()
  const idle: number[] = []
  for (let n = 0; n < 20; n += 1) idle.push((await run.step()).milliseconds)
  return { gateways, asked, idle }
}

interface Company {
  readonly companyId: string
  readonly firmwareId: string
  call<Data>(method: string, path: string, body: object): Promise<Data>
}

const campaignOf = ({ firmwareId }: Company) => ({
  name: 'Bench',
  firmwareId,
  filters: { type: ['smart_cpe'] },
  rings: [{ kind: 'percent', value: 100, soakMinutes: 0 }],
  timeZone: 'Asia/Shanghai',
  maxConcurrent: 1000,
  perMinute: 1000,
})

/** A company with a released firmware, and gateways that enrolled by themselves. */
async function enrol(server: BenchServer, gateways: JobProcess, count: number): Promise<Company> {
  const send = async <Data>(
    headers: Record<string, string>,
    url: string,
    method: string,
    body: object,
  ): Promise<Data> => {
    const json = !(body instanceof FormData)
    const response = await fetch(`${server.consoleUrl}${url}`, {
      method,
      headers: { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) },
      body: json ? JSON.stringify(body) : body,
    })
    const answer = (await response.json()) as { code: unknown; message: string; data: Data }
    if (answer.code !== 0) throw new Error(`${url} answered ${String(answer.code)}: ${answer.message}`)
    return answer.data
  }
  const operator = await server.signInAsOperator()
  const { companyId } = await send<{ companyId: string }>(operator, '/api/v1/auth/tenant', 'POST', {
    name: 'Benchmark',
    code: 'benchmark',
    kind: 'company',
  })
  await server.query(
    `insert into entitlement (company_id, kind, granted) values ($1, 'devices', null)
     on conflict (company_id, kind) do update set granted = null`,
    [companyId],
  )
  const headers = await server.administratorOf(companyId)
  const bootstrap = await send<{ username: string; password: string }>(
    headers,
    '/api/v1/device/enrolment/rotate',
    'POST',
    { what: 'password' },
  )
  const { username, password } = bootstrap
  const url = `${server.acsUrl}/`
  const wanted: RealGateways = { kind: 'enrol', url, count, productClass: product, username, password }
  await gateways.run<null>(wanted)
  const call = <Data>(method: string, path: string, body: object) =>
    send<Data>(headers, `/ota/api/v2/ota/${path}`, method, body)
  const made = await call<{ id: string }>('POST', 'firmware', { version: versions.to, models: [product] })
  const file = new FormData()
  const content = simulatedImage({ productClass: product, version: versions.to }, 300_000)
  file.append('file', new Blob([new Uint8Array(content)]), 'bench.bin')
  await call('POST', `firmware/${made.id}/file`, file)
  await call('POST', `firmware/${made.id}/move`, { move: 'release' })
  return { companyId, firmwareId: made.id, call }
}
