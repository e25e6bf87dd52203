import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AcsRepo } from './acs.repo.ts'
import { PendingWrites } from './pending-writes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const read = { id: '1', kind: 'get_parameter_values' }
const set = { id: '2', kind: 'set_parameter_values' }

function arrange() {
  const turn = vi.fn<AcsRepo['turn']>().mockResolvedValue([])
  const news = new PendingWrites({ turn } as unknown as AcsRepo, '7')
  return {
    turn,
    news,
    reported: () => turn.mock.calls.map(([, , { news: one }]) => one.ended.map(({ id }) => id)),
  }
}

test('the end of a read waits for the next statement, a second at most', async () => {
  const { news, turn, reported } = arrange()
  news.ended(read, 'done', {})
  await news.settle()
  expect(turn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported()).toEqual([['1']])
})

test('the outcome of templates waits for the next statement too, a second at most', async () => {
  const { news, turn } = arrange()
  news.ended({ id: '4', kind: 'provision' }, 'done', {})
  news.provisioned({ templates: [], report: {} })
  await news.settle()
  expect(turn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turn.mock.calls[0]?.[2].news).toMatchObject({ ended: [{ id: '4' }], provisioned: {} })
})

test('an exchange that begins meanwhile keeps it, and its second continues', async () => {
  const { news, reported } = arrange()
  news.ended(read, 'done', {})
  await news.settle()
  await vi.advanceTimersByTimeAsync(900)
  await news.begin()
  await vi.advanceTimersByTimeAsync(200)
  expect(reported()).toEqual([])
  await news.settle()
  expect(reported()).toEqual([['1']])
})

test('it travels with the statement that takes the next command', async () => {
  const { news, turn, reported } = arrange()
  news.ended(read, 'done', {})
  await news.learned.add([{ name: 'Device.X', value: '1' }], {})
  await news.turn({ since: '2026-01-01T00:00:00Z' })
  expect(reported()).toEqual([['1']])
  expect(turn.mock.calls[0]?.[2].learned.rows).toMatchObject([{ path: 'Device.X', value: '1' }])
  await news.settle()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turn).toHaveBeenCalledOnce()
})

test.each([
  ['a set that was answered', (news: PendingWrites) => news.ended(set, 'done', {})],
  [
    'what it said to credentials',
    (news: PendingWrites) =>
      news.credentialsAnswered({ accepted: true, interval: 300, fault: null, hasten: false }),
  ],
])('%s is reported before the exchange ends', async (_what, happen) => {
  const { news, turn } = arrange()
  happen(news)
  await news.settle()
  expect(turn).toHaveBeenCalledOnce()
})

test('a failed write ends the session with its next exchange', async () => {
  const { news, turn } = arrange()
  turn.mockRejectedValueOnce(new Error('no database'))
  news.ended(read, 'done', {})
  await news.settle()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(news.begin()).rejects.toThrow('no database')
})

test('an interrupted session writes what it has, and returns what it never sent', async () => {
  const { news, turn, reported } = arrange()
  news.ended(read, 'done', {})
  await news.settle()
  await news.abandon(['3'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reported()).toEqual([['1']])
  expect(turn.mock.calls[0]?.[2].news.back).toEqual(['3'])
})

test('values of an unfinished command wait for its end', async () => {
  const { news, turn } = arrange()
  await news.learned.add([{ name: 'Device.X', value: '1' }], {})
  news.credentialsAnswered({ accepted: true, interval: 300, fault: null, hasten: false })
  await news.turn({ since: '2026-01-01T00:00:00Z' })
  expect(turn.mock.calls[0]?.[2]).toMatchObject({ learned: { rows: [] }, news: { credentials: {} } })
  await news.flush()
  expect(turn.mock.calls[1]?.[2].learned.rows).toMatchObject([{ path: 'Device.X' }])
})

test('templates are requested after all reads are stored, since they match by them', async () => {
  const { news, turn } = arrange()
  await news.learned.add([{ name: 'Device.X', value: '1' }], { modelName: 'M' })
  await news.turn({ templates: true })
  expect(turn.mock.calls[0]?.[2].learned).toMatchObject({ rows: [{}], reported: { modelName: 'M' } })
})

test('writes an added object immediately, in a separate statement', async () => {
  const { news, turn, reported } = arrange()
  news.ended(read, 'done', {})
  await news.adding([])
  expect(turn.mock.calls[0]?.[2].news).toEqual({ ended: [], adding: [] })
  await news.flush()
  expect(reported()).toEqual([[], ['1']])
})
