import { beforeEach, expect, test, vi } from 'vitest'
import type { Scopes } from '../../platform/db/scope.ts'
import { createLogger } from '../../platform/log.ts'
import { RecordingStore } from './recording-store.ts'
import { Recording } from './recording.ts'

beforeEach(() => void vi.useFakeTimers())

/** Terminals whose parts go to a list of statements instead of a database. */
function arrange(count: number) {
  const statements: { ids: string[]; contents: string[] }[] = []
  const asLoginRole = async (_: string, [ids, , contents]: [string[], number[], string[]]) => {
    statements.push({ ids, contents })
    return ids.map((id) => ({ id }))
  }
  const store = new RecordingStore({ asLoginRole } as unknown as Scopes, createLogger('silent'))
  const terminals = Array.from(
    { length: count },
    (_, n) =>
      new Recording(String(n), { columns: 80, rows: 24, at: Date.now(), most: 2 ** 20 }, store, () => {}),
  )
  return { statements, store, terminals }
}

test('what many terminals show is stored over the second, each part once and none lost', async () => {
  const { statements, store, terminals } = arrange(100)
  await store.flush()
  statements.length = 0
  for (const [n, terminal] of terminals.entries()) {
    terminal.shown(`${n}`)
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(statements.length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...statements.map(({ ids }) => ids.length))).toBeLessThanOrEqual(30)
  expect(statements.flatMap(({ ids }) => ids)).toEqual(terminals.map((_, n) => String(n)))
  // Nothing is pending, so nothing is queried.
  const before = statements.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(statements).toHaveLength(before)
})

test('a watcher sees it within the next beat, and a flood is stored immediately', async () => {
  const { statements, store, terminals } = arrange(3)
  const [quiet, watched, flooding] = terminals as [Recording, Recording, Recording]
  await store.flush()
  statements.length = 0
  quiet.shown('quiet')
  watched.watched = true
  watched.shown('watched')
  await vi.advanceTimersByTimeAsync(200)
  expect(statements.map(({ ids }) => ids)).toEqual([['1']])
  flooding.shown('x'.repeat(100_000))
  await vi.advanceTimersByTimeAsync(1)
  expect(statements.map(({ ids }) => ids)).toEqual([['1'], ['2']])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(statements.flatMap(({ ids }) => ids)).toEqual(['1', '2', '0'])
})
