import { expect, test } from 'vitest'
import type { Answer, Progress } from './run-state.ts'
import { advanceRun, startRun } from './run.ts'

/** Measures `names` on a gateway that refuses some. @returns its calls, and how it ended */
function measuring(names: readonly string[], answers: (names: readonly string[]) => Answer) {
  const calls: string[][] = []
  let progress: Progress = startRun({ id: 'm', kind: 'measure', names }, { root: 'Device.', knownTypes: {} })
  for (let next = progress.run.todo[0]; next !== undefined; next = progress.run.todo[0]) {
    const asked = next.method === 'GetParameterValues' ? next.names : []
    calls.push([...asked])
    progress = advanceRun(progress.run, next, answers(asked))
  }
  return { calls, end: progress.end }
}

const names = Array.from({ length: 60 }, (_, index) => `Device.A${index + 1}`)
const values = (asked: readonly string[]): Answer => ({
  method: 'GetParameterValuesResponse',
  parameters: asked.map((name) => ({ name, value: '1', type: null })),
})
const refusing =
  (refused: (name: string) => boolean, code = '9005') =>
  (asked: readonly string[]): Answer =>
    asked.some(refused) ? { method: 'Fault', fault: { code, text: '', parameters: [] } } : values(asked)

test('all names go out in one GetParameterValues, objects as they are', () => {
  const { calls, end } = measuring([...names, 'Device.Stats.', 'Device.A1'], values)
  expect(calls).toEqual([[...names, 'Device.Stats.']])
  expect(end).toMatchObject({ result: { kind: 'measure', found: 61, failed: [] } })
})

test('one refused name is found, and the others are read', () => {
  const { calls, end } = measuring(
    names,
    refusing((name) => name === 'Device.A17'),
  )
  expect(end).toMatchObject({ result: { found: 59, failed: [{ name: 'Device.A17' }] } })
  expect(calls.length).toBeLessThanOrEqual(14)
})

test('a gateway that refuses everything is left alone after a few calls', () => {
  const { calls, end } = measuring(
    names,
    refusing(() => true, '9002'),
  )
  expect(end).toMatchObject({ result: { found: 0 } })
  expect(calls.length).toBeLessThanOrEqual(30)
})

test('a fault that no name explains ends the read', () => {
  const { calls, end } = measuring(
    names,
    refusing(() => true, '9001'),
  )
  expect(calls).toHaveLength(1)
  expect(end).toMatchObject({ result: { found: 0 } })
})

test('without names there is no call', () => {
  expect(measuring([], values)).toMatchObject({ calls: [], end: { result: { found: 0 } } })
})
