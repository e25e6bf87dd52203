import { afterEach, expect, test, vi } from 'vitest'
import { UdpRequests, type UdpRequestDeps } from './udp-requests.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a request without an answer is reported after 20 s, and not once the server is closed', async () => {
  vi.useFakeTimers()
  const row = {
    device_id: '7',
    company_code: 'shop',
    username: 'gw-7',
    password: Buffer.from('sealed'),
    pending_password: null,
    last_address: '192.0.2.7',
    announced: null,
    address: '192.0.2.7',
    port: 4000,
  }
  const waiting = [[row]]
  const unanswered = vi.fn(async () => [])
  const send = vi.fn()
  const deps = {
    repo: { takeRequests: async () => waiting.shift() ?? [], unanswered },
    secrets: { open: () => 'secret' },
    log: { warn() {}, debug() {}, error() {} },
    ranges: [],
    name: 'here:3478',
    socket: { send },
  } as unknown as UdpRequestDeps
  const requests = new UdpRequests(deps)
  requests.start()
  await vi.advanceTimersByTimeAsync(2000)
  // Datagrams get lost: three copies.
  expect(send).toHaveBeenCalledTimes(3)
  expect(unanswered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(unanswered.mock.calls).toEqual([['7']])
  waiting.push([row])
  await vi.advanceTimersByTimeAsync(2000)
  await requests.close()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(unanswered).toHaveBeenCalledTimes(1)
})
