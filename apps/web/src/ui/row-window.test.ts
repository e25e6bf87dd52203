import { describe, expect, test } from 'vitest'
import { rowWindow, slotsOf } from './row-window.ts'

const room = { scrollTop: 0, height: 360, rowHeight: 36, count: 10_000, upwards: false }

describe('the rows that exist', () => {
  test.each([
    ['at the top', 0, 0],
    ['within the first rows', 80, 0],
    ['in the middle', 36_000, 998],
    ['between two rows', 36_020, 998],
    ['at the end', 359_640, 9_981],
    ['beyond the end, as an elastic scroll gives', 400_000, 9_981],
    ['above the top', -80, 0],
  ])('%s', (_, scrollTop, from) => {
    expect(rowWindow({ ...room, scrollTop })).toEqual({ from, size: 19 })
  })

  test('are more above than below while one scrolls upwards', () => {
    expect(rowWindow({ ...room, scrollTop: 36_000, upwards: true }).from).toBe(994)
  })

  test('are all rows when there are few', () => {
    expect(rowWindow({ ...room, count: 5, scrollTop: 100 })).toEqual({ from: 0, size: 5 })
  })
})

describe('the elements of a window', () => {
  const shown = (from: number, size: number, base: number) =>
    slotsOf({ from, size }, base).map(({ index }) => index)

  test('stand in the order of the rows when the order was made for this window', () => {
    for (const from of [0, 1, 7, 23, 994]) {
      expect(shown(from, 5, from)).toEqual([from, from + 1, from + 2, from + 3, from + 4])
    }
  })

  test('stay where they are while one scrolls, and only those that left show another row', () => {
    const before = slotsOf({ from: 10, size: 5 }, 10)
    const after = slotsOf({ from: 12, size: 5 }, 10)
    expect(after.map(({ slot }) => slot)).toEqual(before.map(({ slot }) => slot))
    expect(after.map(({ index }) => index)).toEqual([15, 16, 12, 13, 14])
  })

  test('show every row of the window once, wherever the order was made', () => {
    for (const base of [0, 3, 40]) {
      expect(shown(38, 7, base).toSorted((a, b) => a - b)).toEqual([38, 39, 40, 41, 42, 43, 44])
    }
  })

  test('are none when there is no row', () => expect(slotsOf({ from: 0, size: 0 }, 0)).toEqual([]))
})
