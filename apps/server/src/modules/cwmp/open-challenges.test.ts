import { afterEach, expect, test, vi } from 'vitest'
import { OpenChallenges } from './open-challenges.ts'

let open: OpenChallenges
afterEach(() => {
  open.close()
  vi.useRealTimers()
})

test('one source fills its share and no more; others have theirs', () => {
  open = new OpenChallenges(1000, { most: 10, perSource: 3 })
  for (let n = 0; n < 9; n++) open.add(`a${n}`, '192.0.2.1', () => {})
  expect(open.size).toBe(3)
  open.add('b', '192.0.2.2', () => {})
  expect(open.size).toBe(4)
  open.answered('a0')
  open.add('c', '192.0.2.1', () => {})
  expect(open.size).toBe(4)
})

test('a /64 is one source', () => {
  open = new OpenChallenges(1000, { most: 10, perSource: 2 })
  for (let n = 1; n < 6; n++) open.add(`a${n}`, `2001:db8::${n}`, () => {})
  expect(open.size).toBe(2)
})

test('unanswered challenges are acted on, and their share is free again', () => {
  vi.useFakeTimers()
  open = new OpenChallenges(1000, { most: 10, perSource: 1 })
  const unanswered = vi.fn()
  open.add('a', '192.0.2.1', unanswered)
  vi.advanceTimersByTime(2000)
  expect(unanswered).toHaveBeenCalledOnce()
  open.add('b', '192.0.2.1', () => {})
  expect(open.size).toBe(1)
})
