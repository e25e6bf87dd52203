import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

test('every item is worked on once, never more at a time than the limit', async () => {
  const begun: number[] = []
  let running = 0
  let most = 0
  await sideBySide([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item)
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  })
  expect({ begun, most }).toEqual({ begun: [1, 2, 3, 4, 5], most: 2 })
})
