import { expect, test } from 'vitest'
import { sparklineOf } from './sparkline.tsx'

test('a gap breaks the line, and a value between two gaps is a dot', () => {
  const { lines, dots } = sparklineOf([0, 10, null, 5, null], 40, 23)
  expect(lines).toEqual(['0,21.5 10,1.5'])
  expect(dots).toEqual([[30, 11.5]])
})

test('zero is drawn along the bottom, also where all values are zero', () => {
  expect(sparklineOf([0, 0], 40, 23).lines).toEqual(['0,21.5 40,21.5'])
})

test('signal levels below zero keep their order', () => {
  expect(sparklineOf([-100, -50], 40, 23).lines).toEqual(['0,21.5 40,1.5'])
})

test('a fixed upper end is kept, and values above it stay inside', () => {
  expect(sparklineOf([50, 120], 40, 23, 100).lines).toEqual(['0,11.5 40,1.5'])
})
