import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines } from './compare-lines.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', '!'), { maxLength: 30 })

test('the lines that stay and are removed are the old text, those that stay and are added the new one', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(2, 1_000), (before, after, most) => {
      const lines = compareLines(before, after, most)
      const old = lines.flatMap(({ before: n }) => (n === null ? [] : [n]))
      const young = lines.flatMap(({ after: n }) => (n === null ? [] : [n]))
      expect(old).toEqual(before.map((_, n) => n))
      expect(young).toEqual(after.map((_, n) => n))
      const wrong = lines.filter(
        ({ change, before: o, after: y }) => change === 'same' && before[o!] !== after[y!],
      )
      expect(wrong).toEqual([])
    }),
  )
})

test('one changed line is one removed and one added line', () => {
  const changes = compareLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd']).map(({ change }) => change)
  expect(changes).toEqual(['same', 'removed', 'added', 'same', 'same'])
})

test('two large texts without a common line are compared at once', () => {
  const lines = (of: string) => Array.from({ length: 50_000 }, (_, n) => `${of} ${n}`)
  const found = compareLines(lines('old'), lines('new'), 200)
  expect(found.length).toBe(100_000)
})

test('lines that repeat, as a device may send them on purpose, are compared within a second or as two', () => {
  const lines = (every: number) => Array.from({ length: 400_000 }, (_, n) => (n % every === 0 ? 'b' : 'a'))
  const found = compareLines(['x', ...lines(97)], ['y', ...lines(89)])
  expect(found.filter(({ change }) => change !== 'added')).toHaveLength(400_001)
})
