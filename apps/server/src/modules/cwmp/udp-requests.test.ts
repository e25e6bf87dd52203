import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { UdpRequests, type UdpRequestDeps } from './udp-requests.ts'

const row = {
  device_id: '7',
  company_code: 'shop',
  username: 'gw-7',
  password: Buffer.from('sealed'),
  pending_password: null,
  last_address: '10.0.0.7',
  announced: null,
  address: '10.0.0.7',
  port: 4000,
}

function started(answerMilliseconds: number) {
  const waiting = [[row]]
  const unanswered = vi.fn(async () => [])
  const send = vi.fn()
  const requests = new UdpRequests({
    repo: { takeRequests: async () => waiting.shift() ?? [], unanswered },
    secrets: { open: () => 'secret' },
    log: { warn() {}, debug() {}, error() {} },
    ranges: [],
    name: 'here:3478',
    socket: { send },
    answerMilliseconds,
  } as unknown as UdpRequestDeps)
  requests.start()
  return { requests, unanswered, send }
}

test('a gateway that gets a request is checked for its answer, after three datagrams', async () => {
  const { requests, unanswered, send } = started(700)
  await vi.waitFor(() => expect(unanswered.mock.calls).toEqual([['7']]), 5000)
  expect(send).toHaveBeenCalledTimes(3)
  await requests.close()
})

test('a closed server checks no gateway', async () => {
  const { requests, unanswered, send } = started(600)
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), 5000)
  await requests.close()
  await wait(700)
  expect(unanswered).not.toHaveBeenCalled()
})
