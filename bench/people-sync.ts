import { inspect } from 'node:util'
import { createTestApp, type TestApp } from '../apps/server/test/test-app.ts'
import type { DirectoryReader } from '../apps/server/src/modules/integrations/index.ts'
import { peopleSyncJobs } from '../apps/server/src/modules/people-sync/index.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import type { Options } from './harness/options.ts'
import { residentMegabytes } from './harness/process-cpu.ts'
import type { Section } from './harness/report.ts'

const perPage = 1_000
const sampleMilliseconds = 200

/**
 * The directory of one company: the first run, which makes everybody, one that finds nothing new, and one after 1 % changed.
 * The pages come from memory, so the times are those of this program and its database.
 */
export async function peopleSync({ quick }: Options): Promise<Section[]> {
  const size = quick ? { people: 10_000, departments: 500 } : { people: 100_000, departments: 5_000 }
  return withOwnDatabase(async () => {
    const t = await createTestApp()
    try {
      return await measured(t, size)
    } finally {
      await t.stop()
    }
  })
}

async function measured(
  t: TestApp,
  size: { readonly people: number; readonly departments: number },
): Promise<Section[]> {
  const { id: companyId } = await t.company('company')
  const { rows: channels } = await t.adminPool.query<{ id: string }>(
    `with c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
         values ($1, 1, 'Directory', '{"signIn": {}}', '', '', 'A') returning company_id, id)
       insert into people_sync (company_id, channel_id, confirmed_at) select company_id, id, now() from c returning channel_id::text as id`,
    [companyId],
  )
  let calls = 0
  let renamed = 0
  const reader: DirectoryReader = {
    async *read() {
      for (let at = 0; at < size.departments; at += perPage) {
        calls += 1
        yield { departments: range(at, Math.min(at + perPage, size.departments)).map(department) }
      }
      for (let at = 0; at < size.people; at += perPage) {
        calls += 1
        yield { people: range(at, at + perPage).map((n) => person(n, size.departments, renamed)) }
      }
      return await Promise.resolve({ isFull: true, position: null })
    },
    readPeople: () => Promise.resolve({}),
    groups: () => Promise.resolve([]),
  }
  const run = async () => {
    const { rows } = await t.adminPool.query<{ id: string }>(
      `insert into people_sync_run (company_id, channel_id, cause, reading) values ($1, $2, 'hand', 'full') returning id::text`,
      [companyId, channels[0]!.id],
    )
    calls = 0
    let peak = 0
    const sampling = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(process.pid))
    }, sampleMilliseconds)
    const began = performance.now()
    await peopleSyncJobs({ readerOf: () => reader })['people-sync.run']!(
      { companyId, runId: rows[0]!.id },
      {
        scopes: t.scopes,
        log: { ...t.log, error: (said: unknown) => void process.stderr.write(`${inspect(said)}\n`) },
        signal: new AbortController().signal,
      },
    )
    clearInterval(sampling)
    const { rows: ended } = await t.adminPool.query<{ state: string; applied: number; failed: number }>(
      'select state, applied, failed, why from people_sync_run where id = $1',
      [rows[0]!.id],
    )
    if (ended[0]!.state !== 'done' || ended[0]!.failed > 0) throw new Error(JSON.stringify(ended))
    return { seconds: (performance.now() - began) / 1000, peak, applied: ended[0]!.applied, calls }
  }
  const first = await run()
  const same = await run()
  renamed = size.people / 100
  const changed = await run()
  return [
    {
      title: `People in step: ${size.people} people in ${size.departments} departments`,
      figures: [
        {
          name: `first run, ${first.applied} differences carried out`,
          values: [first.seconds],
          unit: 's',
          decimals: 1,
        },
        { name: 'run that finds nothing', values: [same.seconds], unit: 's', decimals: 1 },
        {
          name: `run with ${changed.applied} differences`,
          values: [changed.seconds],
          unit: 's',
          decimals: 1,
        },
        { name: 'largest resident memory of the process', values: [first.peak], unit: 'MB' },
        { name: 'pages of the service in a run', values: [first.calls], unit: '' },
      ],
    },
  ]
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** A tree of ten below each, the first of which is the company. */
const department = (n: number) => ({
  id: `d${n}`,
  parentId: n === 0 ? null : `d${Math.floor((n - 1) / 10)}`,
  name: `Department ${n}`,
})

const person = (n: number, departments: number, renamed: number) => ({
  subject: `u${n}`,
  name: n < renamed ? `Person ${n} B` : `Person ${n}`,
  userName: `user${n}`,
  departmentIds: [`d${1 + (n % (departments - 1))}`],
  groupIds: [],
  mobile: `+861380${String(n).padStart(7, '0')}`,
  mail: `user${n}@example.test`,
  isActive: true,
})
