import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { judgeValue } from '../apps/server/src/modules/alarms/machine/judge.ts'
import { type Machine, step } from '../apps/server/src/modules/alarms/machine/machine.ts'
import { arrangeDevice } from '../apps/server/test/devices.ts'
import { createTestApp, type TestApp } from '../apps/server/test/test-app.ts'
import type { MetricBatch } from '@netward/contract/metric-batch'
import type { WriterSettings } from './harness/alarm-writer.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import { Batches } from './harness/metric-estate.ts'
import type { Section } from './harness/report.ts'

const kills = 50
const devices = 40
const interval = 300_000
const timing = { forMs: 0, bad: 1, last: 1, clearMs: 0 }
const threshold = { compare: 'above', raise: 90, clear: 85 } as const
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

/** The process that evaluates is killed at any moment of a batch and between batches; unacknowledged batches are sent again. */
export function alarmKills(): Promise<Section> {
  return withOwnDatabase(async () => {
    const t = await createTestApp()
    try {
      return await killing(t)
    } finally {
      await t.stop()
    }
  })
}

async function killing(t: TestApp): Promise<Section> {
  const { id: companyId } = await t.company('company')
  const ids: string[] = []
  for (let n = 0; n < devices; n += 1) ids.push(await arrangeDevice(t, companyId, { type: 'switch' }))
  const batches = new Batches('alarm-kills')
  const settings: WriterSettings = {
    database: { ...t.admin, user: t.roles.login, password: 'test-login' },
    roles: t.roles,
  }
  const expected = new Map<string, { machine: Machine | null; kinds: string[] }>(
    ids.map((id) => [id, { machine: null, kinds: [] }]),
  )
  // Samples older than three intervals raise nothing.
  const start = Date.now() - 2 * interval
  let writer = await begin(settings)
  let again = 0
  for (let round = 0; round < kills; round += 1) {
    const at = start + round * 20_000
    const valueOf = (device: number) => ((round * 7 + device * 3) % 11 < 4 ? 95 : 70)
    const batch = batches.next(
      ids.map((deviceId, device) => ({ deviceId, at, values: [['storage_usage', '/', valueOf(device)]] })),
    )
    for (const [device, id] of ids.entries()) {
      const known = expected.get(id)!
      const verdict = judgeValue(valueOf(device), threshold)
      const result = step(known.machine, { at, verdict }, timing, interval)
      known.machine = result.machine
      known.kinds.push(...result.transitions)
    }
    // Every fifth between two batches, the others within 0 to 27 ms of one.
    const within = round % 5 === 4 ? null : (round * 7) % 28
    if (within !== null) {
      const written = send(writer, batch)
      await pause(within)
      if (await killed(writer, written)) again += 1
      writer = await begin(settings)
      await send(writer, batch)
    } else {
      await send(writer, batch)
      await killed(writer, Promise.resolve(true))
      writer = await begin(settings)
    }
  }
  await killed(writer, Promise.resolve(true))
  return compared(t, ids, expected, again)
}

async function compared(
  t: TestApp,
  ids: readonly string[],
  expected: ReadonlyMap<string, { kinds: readonly string[] }>,
  again: number,
): Promise<Section> {
  const { rows } = await t.adminPool.query<{ device: string; kind: string }>(
    'select device_id::text as device, kind from alarm_event where device_id = any ($1::bigint[]) order by tx, id',
    [ids],
  )
  const found = Map.groupBy(rows, ({ device }) => device)
  let transitions = 0
  let twice = 0
  let lost = 0
  for (const [id, { kinds }] of expected) {
    const seen = (found.get(id) ?? []).map(({ kind }) => kind)
    transitions += kinds.length
    for (const kind of new Set([...kinds, ...seen])) {
      const difference =
        seen.filter((one) => one === kind).length - kinds.filter((one) => one === kind).length
      if (difference > 0) twice += difference
      else lost -= difference
    }
    if (seen.join() !== kinds.join() && twice + lost === 0) lost += 1
  }
  const none = { unit: '', goal: { of: 'value', atMost: 0 } } as const
  return {
    title: `Alarms: ${kills} kills of the process that evaluates ${devices} devices`,
    figures: [
      { name: 'transitions expected', values: [transitions], unit: '' },
      { name: 'noted twice', values: [twice], ...none },
      { name: 'lost', values: [lost], ...none },
    ],
    notes: [`${again} batches were not acknowledged when the process was killed.`],
  }
}

async function begin(settings: WriterSettings): Promise<ChildProcess> {
  const child = fork(new URL('harness/alarm-writer.ts', import.meta.url), [JSON.stringify(settings)])
  await once(child, 'message')
  return child
}

/** Whether it was acknowledged before the process ended. */
function send(child: ChildProcess, batch: MetricBatch): Promise<boolean> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer: { failed?: string }) =>
      answer.failed === undefined ? resolve(true) : reject(new Error(answer.failed)),
    )
    child.once('exit', () => resolve(false))
    child.send(batch)
  })
}

/** Kills it; returns whether what it did was not acknowledged. */
async function killed(child: ChildProcess, written: Promise<boolean>): Promise<boolean> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  return !(await written)
}
