import { expect, test, vi } from 'vitest'
import { closeAll } from './close-all.ts'
import type { Logger } from './log.ts'

test('the last one is closed first, and a failing or hanging one does not keep the others open', async () => {
  const error = vi.fn()
  const closed: string[] = []
  const closing = (name: string) => async () => void closed.push(name)
  const failing = () => Promise.reject(new Error('gone'))
  const hanging = () => new Promise(() => {})
  await closeAll([closing('first'), failing, hanging, closing('last')], { error } as unknown as Logger, 20)
  expect(closed).toEqual(['last', 'first'])
  expect(error.mock.calls.map(([, said]) => said)).toEqual(['a part of the server did not stop', 'stopping'])
})
