import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AcsRepo } from './acs.repo.ts'
import { SessionNews } from './session-news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const read = { id: '1', kind: 'get_parameter_values' }
const set = { id: '2', kind: 'set_parameter_values' }

function arrange() {
  const turn = vi.fn<AcsRepo['turn']>().mockResolvedValue([])
  const news = new SessionNews({ turn } as unknown as AcsRepo, '7')
  return {
    turn,
    news,
    told: () => turn.mock.calls.map(([, , { news: one }]) => one.ended.map(({ id }) => id)),
  }
}

test('the end of a read waits for the next statement, a second at most', async () => {
  const { news, turn, told } = arrange()
  news.ended(read, 'done', {})
  await news.settle()
  expect(turn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told()).toEqual([['1']])
})

test('what came of templates waits for the next statement too, a second at most', async () => {
  const { news, turn } = arrange()
  news.ended({ id: '4', kind: 'provision' }, 'done', {})
  news.provisioned({ templates: [], told: {} })
  await news.settle()
  expect(turn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turn.mock.calls[0]?.[2].news).toMatchObject({ ended: [{ id: '4' }], provisioned: {} })
})

test('an exchange that begins meanwhile keeps it, and its second counts on', async () => {
  const { news, told } = arrange()
  news.ended(read, 'done', {})
  await news.settle()
  await vi.advanceTimersByTimeAsync(900)
  await news.begin()
  await vi.advanceTimersByTimeAsync(200)
  expect(told()).toEqual([])
  await news.settle()
  expect(told()).toEqual([['1']])
})

test('it travels with what is taken from the queue', async () => {
  const { news, turn, told } = arrange()
  news.ended(read, 'done', {})
  await news.learned.add([{ name: 'Device.X', value: '1' }], {})
  await news.turn({ since: '2026-01-01T00:00:00Z' })
  expect(told()).toEqual([['1']])
  expect(turn.mock.calls[0]?.[2].learned.rows).toMatchObject([{ path: 'Device.X', value: '1' }])
  await news.settle()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turn).toHaveBeenCalledOnce()
})

test.each([
  ['a set that was answered', (news: SessionNews) => news.ended(set, 'done', {})],
  [
    'what it said to credentials',
    (news: SessionNews) =>
      news.credentialsAnswered({ accepted: true, interval: 300, fault: null, hasten: false }),
  ],
])('%s is told before the exchange ends', async (_what, happen) => {
  const { news, turn } = arrange()
  happen(news)
  await news.settle()
  expect(turn).toHaveBeenCalledOnce()
})

test('what could not be told ends the session with its next exchange', async () => {
  const { news, turn } = arrange()
  turn.mockRejectedValueOnce(new Error('no database'))
  news.ended(read, 'done', {})
  await news.settle()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(news.begin()).rejects.toThrow('no database')
})

test('a session that is broken off tells what it has, and gives back what it never sent', async () => {
  const { news, turn, told } = arrange()
  news.ended(read, 'done', {})
  await news.settle()
  await news.abandon(['3'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told()).toEqual([['1']])
  expect(turn.mock.calls[0]?.[2].news.back).toEqual(['3'])
})

test('what was read of a command that is not over waits for its end', async () => {
  const { news, turn } = arrange()
  await news.learned.add([{ name: 'Device.X', value: '1' }], {})
  news.credentialsAnswered({ accepted: true, interval: 300, fault: null, hasten: false })
  await news.turn({ since: '2026-01-01T00:00:00Z' })
  expect(turn.mock.calls[0]?.[2]).toMatchObject({ learned: { rows: [] }, news: { credentials: {} } })
  await news.tell()
  expect(turn.mock.calls[1]?.[2].learned.rows).toMatchObject([{ path: 'Device.X' }])
})

test('templates are asked for with all that was read, since they fit by it', async () => {
  const { news, turn } = arrange()
  await news.learned.add([{ name: 'Device.X', value: '1' }], { modelName: 'M' })
  await news.turn({ templates: true })
  expect(turn.mock.calls[0]?.[2].learned).toMatchObject({ rows: [{}], told: { modelName: 'M' } })
})

test('what is about to be added is told by itself, and at once', async () => {
  const { news, turn, told } = arrange()
  news.ended(read, 'done', {})
  await news.adding([])
  expect(turn.mock.calls[0]?.[2].news).toEqual({ ended: [], adding: [] })
  await news.tell()
  expect(told()).toEqual([[], ['1']])
})
