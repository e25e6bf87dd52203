import { expect, test } from 'vitest'
import { Repetitions, type BulkSize } from './repetitions.ts'

const varbindsOf = ({ columns, rows }: BulkSize) => columns * rows

function answerWell(repetitions: Repetitions, bytesEach: number, times = 40): void {
  for (let round = 0; round < times; round++) {
    const asked = repetitions.next(10)
    repetitions.answered(asked, varbindsOf(asked), varbindsOf(asked) * bytesEach, 10, true)
    repetitions.finished(30)
  }
}

test('an agent that answers quickly is asked for several columns in one message', () => {
  const repetitions = new Repetitions()
  answerWell(repetitions, 24)
  expect(repetitions.next(10)).toEqual({ columns: 5, rows: 31 })
  expect(repetitions.next(2)).toEqual({ columns: 2, rows: 31 })
})

test('answers that were lost for their size stay within one frame from then on', () => {
  const repetitions = new Repetitions()
  answerWell(repetitions, 24)
  expect(repetitions.tooMuch(repetitions.next(10))).toBe(true)
  answerWell(repetitions, 24)
  expect(varbindsOf(repetitions.next(10)) * 24).toBeLessThanOrEqual(1400)
})

test('what is lost or too big halves the next request, down to one', () => {
  const repetitions = new Repetitions()
  const asked = repetitions.next(1)
  expect(repetitions.tooMuch(asked)).toBe(true)
  expect(varbindsOf(repetitions.next(1))).toBe(Math.floor(varbindsOf(asked) / 2))
  for (let round = 0; round < 10; round++) repetitions.tooMuch(repetitions.next(1))
  expect(repetitions.next(1)).toEqual({ columns: 1, rows: 1 })
  expect(repetitions.tooMuch({ columns: 1, rows: 1 })).toBe(false)
})

test('an agent that answers slowly is asked for less', () => {
  const repetitions = new Repetitions()
  const asked = repetitions.next(1)
  repetitions.answered(asked, varbindsOf(asked), 700, 3000, false)
  expect(varbindsOf(repetitions.next(1))).toBeLessThan(varbindsOf(asked))
})

test('what an agent answers at most is what it is asked for', () => {
  const repetitions = new Repetitions()
  const asked = repetitions.next(1)
  repetitions.answered(asked, 17, 400, 10, false)
  expect(varbindsOf(repetitions.next(1))).toBe(17)
})
