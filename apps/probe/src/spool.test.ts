import fc from 'fast-check'
import type { MetricPoll } from '@netward/contract/metric-batch'
import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { Spool, type Spooled } from './spool.ts'

const directories: string[] = []
afterEach(() => {
  for (const one of directories.splice(0)) rmSync(one, { recursive: true, force: true })
})

function newDirectory(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'netward-spool-'))
  directories.push(made)
  return made
}

const open = (directory: string, over: { bytes?: number; days?: number; now?: () => number } = {}) =>
  new Spool({ directory, days: 7, bytes: 64 * 1024 * 1024, ...over })

const minute = 60_000
const start = 1_750_000_000_000 - (1_750_000_000_000 % (30 * minute))
const poll = (at: number, rtt: number, octets = '1'): MetricPoll => ({
  deviceId: '7',
  at,
  values: [
    ['ping_rtt', '', rtt],
    ['interface_in_octets', 'eth0', octets],
  ],
})

/** Takes all, as a server that acknowledges each. */
function drain(spool: Spool): Spooled[] {
  const taken: Spooled[] = []
  for (let next = spool.next(); next !== null; next = spool.next()) {
    taken.push(next)
    spool.acknowledge(next)
  }
  return taken
}
const timesOf = (records: readonly Spooled[]) =>
  records.flatMap((one) => (one.of === 'batch' ? one.polls.map(({ at }) => at) : []))

test('what is not acknowledged comes again after the process ended, in order, under the same key', () => {
  const directory = newDirectory()
  fc.assert(
    fc.property(fc.array(fc.constantFrom('add', 'take', 'kill', 'reconnect'), { maxLength: 60 }), (steps) => {
      rmSync(directory, { recursive: true, force: true })
      let spool = open(directory)
      let at = 0
      const keys = new Map<number, string>()
      const acknowledged = new Set<number>()
      const note = (record: Spooled) => {
        const [time = -1] = timesOf([record])
        const key = `${record.epoch} ${record.sequence}`
        expect(keys.get(time) ?? key).toBe(key)
        keys.set(time, key)
        return time
      }
      for (const step of steps) {
        if (step === 'add') spool.addBatch([poll(++at, 1)])
        else if (step === 'kill') spool = open(directory)
        else if (step === 'reconnect') spool.forgetUnderWay()
        else {
          const next = spool.next()
          if (next === null) continue
          acknowledged.add(note(next))
          spool.acknowledge(next)
        }
      }
      spool.forgetUnderWay()
      const rest = drain(spool).map(note)
      expect(rest).toEqual(rest.toSorted((a, b) => a - b))
      const all = new Set([...acknowledged, ...rest])
      expect([...all].toSorted((a, b) => a - b)).toEqual(Array.from({ length: at }, (_, n) => n + 1))
      expect(spool.isEmpty).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a process that is killed while it writes loses nothing that it reported as written', async () => {
  const directory = newDirectory()
  const writer = fileURLToPath(new URL('./spool-writer.fixture.ts', import.meta.url))
  let written = 0
  for (let life = 0; life < 3; life++) {
    const child = spawn(process.execPath, [writer, directory, String(written)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve) => {
      const goal = written + 40
      child.stdout.on('data', (data: Buffer) => {
        for (const line of data.toString().trim().split('\n')) written = Math.max(written, Number(line))
        if (written >= goal) child.kill('SIGKILL')
      })
      child.once('close', () => resolve())
    })
  }
  const times = new Set(timesOf(drain(open(directory))))
  expect(Array.from({ length: written }, (_, n) => n + 1).filter((at) => !times.has(at))).toEqual([])
})

test('a record that was cut off by the end of the process is left out', () => {
  const directory = newDirectory()
  open(directory).addBatch([poll(1, 1)])
  const [segment = ''] = readdirSync(directory)
  appendFileSync(path.join(directory, segment), '{"of":"batch","epoch":"x","sequence":9,"polls":[{"dev')
  const spool = open(directory)
  spool.addBatch([poll(2, 1)])
  expect(timesOf(drain(spool))).toEqual([1, 2])
})

test('without place, raw values become means of half an hour before anything is dropped', () => {
  let now = start
  const spool = open(newDirectory(), { bytes: 40_000, now: () => now })
  let octets = 1000
  for (let n = 0; n < 400; n++) {
    spool.addBatch([poll(now, n % 2 === 0 ? 10 : 20, String((octets += 5)))])
    now += minute
  }
  expect(spool.bytes).toBeLessThanOrEqual(40_000 + 1000)
  expect(spool.thinnedValues).toBeGreaterThan(0)
  expect(spool.dropped).toBe(0)
  const polls = drain(spool).flatMap((one) => (one.of === 'batch' ? one.polls : []))
  // The oldest half hours are means; counters keep an exact reading.
  expect(polls[0]?.values).toEqual([
    ['ping_rtt', '', 15],
    ['interface_in_octets', 'eth0', expect.stringMatching(/^[0-9]+$/) as string],
  ])
  expect(polls.at(-1)?.values[0]?.[2]).toBe(20)
})

test('the oldest means go when even they have no place, and are counted', () => {
  let now = start
  const directory = newDirectory()
  const spool = open(directory, { bytes: 3_000, now: () => now })
  for (let n = 0; n < 2_000; n++) {
    spool.addBatch([poll(now, 10)])
    now += minute
  }
  expect(spool.bytes).toBeLessThanOrEqual(8_000)
  expect(spool.dropped).toBeGreaterThan(0)
  const { dropped } = spool
  expect(open(directory).dropped).toBeGreaterThanOrEqual(dropped)
})

test('what is older than the days of the spool goes', () => {
  let now = start
  const directory = newDirectory()
  open(directory, { now: () => now }).addBatch([poll(now, 10)])
  now += 8 * 24 * 60 * minute
  const spool = open(directory, { now: () => now })
  expect(spool.isEmpty).toBe(true)
  expect(spool.dropped).toBe(2)
})
