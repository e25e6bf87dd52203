import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { refreshReads } from './use-api.ts'

vi.mock('./api-client.ts', () => ({ api: vi.fn() }))

const endpoint = 'GET /api/v1/auth/user/simple/info'

/** A screen that reads the endpoint; the test resolves each read. */
function screen(client: QueryClient) {
  const reads: ((value: string) => void)[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: [endpoint, { page: 1 }],
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
  })
  const close = observer.subscribe(() => {})
  return { reads, shown: () => observer.getCurrentResult().data, close }
}

test('what changes while a screen reads for the first time is read again, once that read has ended', async () => {
  const client = new QueryClient()
  const { reads, shown, close } = screen(client)
  const refreshed = refreshReads(client, [endpoint])
  expect(reads).toHaveLength(1)
  reads[0]!('before')
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  expect(shown()).toBe('before')
  reads[1]!('after')
  await refreshed
  expect(shown()).toBe('after')
  expect(reads).toHaveLength(2)
  close()
})

test('a screen that shows something reads again at once', async () => {
  const client = new QueryClient()
  const { reads, shown, close } = screen(client)
  reads[0]!('first')
  await vi.waitFor(() => expect(shown()).toBe('first'))
  const refreshed = refreshReads(client, [endpoint])
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]!('second')
  await refreshed
  expect(shown()).toBe('second')
  close()
})
