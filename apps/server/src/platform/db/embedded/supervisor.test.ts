import { expect, test } from 'vitest'
import type { Postmaster } from './postmaster.ts'
import { Supervisor } from './supervisor.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Postmasters that end on demand, and the waits between them. */
function staged() {
  const ends: ((how: string) => void)[] = []
  const waits: number[] = []
  let failures = 0
  const launch = async (): Promise<Postmaster> => {
    if (failures > 0) {
      failures -= 1
      throw new Error('does not start')
    }
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.push(resolve)
    return { pid: ends.length, exited: promise, kill: () => resolve('asked') }
  }
  const supervisor = new Supervisor(launch, quiet, async (milliseconds) => void waits.push(milliseconds))
  const restart = () => new Promise<void>((resolve) => supervisor.onRestart(resolve))
  return {
    supervisor,
    waits,
    restart,
    crash: () => ends.at(-1)?.('crashed'),
    failNext: (count: number) => {
      failures = count
    },
  }
}

test('repeated crashes are followed by growing waits', async () => {
  const { supervisor, waits, restart, crash } = staged()
  await supervisor.start()
  for (let crashes = 0; crashes < 3; crashes += 1) {
    const again = restart()
    crash()
    await again
  }
  expect(waits).toEqual([100, 200, 400])
  await supervisor.stop()
})

test('a restart that fails is tried again', async () => {
  const { supervisor, waits, restart, crash, failNext } = staged()
  await supervisor.start()
  failNext(2)
  const again = restart()
  crash()
  await again
  expect(waits).toEqual([100, 200, 400])
  expect(supervisor.pid).toBe(2)
  await supervisor.stop()
})

test('a stop is not a crash', async () => {
  const { supervisor, waits } = staged()
  await supervisor.start()
  await supervisor.stop()
  expect(waits).toEqual([])
})
