import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { LinkTest } from '@netward/contract/link-tests'
import { onTestFinished } from 'vitest'
import { AddressBook } from './address.ts'
import type { LinePlan } from './protocol.ts'
import type { Means, TestRun } from './run-test.ts'

/** Answers each question for an A record with the next of its addresses, the last one again and again; none: silence. */
export async function startNameServer(
  ...answers: readonly string[]
): Promise<{ server: string; asked: string[] }> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const type = question.readUInt16BE(end - 4)
    asked.push(type === 1 ? 'A' : 'AAAA')
    const answer = answers[Math.min(asked.filter((one) => one === 'A').length, answers.length) - 1]
    if (answers.length === 0) return
    const isAnswered = type === 1 && answer !== undefined
    const head = Buffer.from(question.subarray(0, end))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(isAnswered ? 1 : 0, 6)
    head.fill(0, 8, 12)
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      4,
      ...(answer ?? '0.0.0.0').split('.').map(Number),
    ])
    socket.send(isAnswered ? Buffer.concat([head, record]) : head, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

interface Listening {
  listen(port: number, address: string): unknown
  address(): AddressInfo | string | null
  close(): unknown
}

/** On a free port of loopback, until the end of the test. */
export async function listen(server: Listening & NodeJS.EventEmitter): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

export interface FakeMeans {
  /** Addresses that answer a ping. */
  readonly answering: Set<string>
  firstHop: string | null
  readonly pinged: string[]
  readonly traced: string[]
  readonly means: Means
}

export function fakeMeans(): FakeMeans {
  const fake: FakeMeans = {
    answering: new Set(),
    firstHop: null,
    pinged: [],
    traced: [],
    means: {
      addresses: new AddressBook(),
      firstHop: async () => fake.firstHop,
      icmp: {
        method: 'fping',
        async ping(address, { packets }) {
          fake.pinged.push(address)
          return Array.from({ length: packets }, (_, at) => (fake.answering.has(address) ? 10 + at : null))
        },
      },
      tracer: {
        method: 'mtr',
        async take(target) {
          fake.traced.push(target)
          const hop = { ttl: 1, address: '203.0.113.254', sent: 3, received: 3, rtt: 1 }
          return { target, reached: false, hops: [hop] }
        },
      },
    },
  }
  return fake
}

export const runHere: TestRun = {
  allows: (address) => address.startsWith('127.'),
  source: null,
  budgetMs: 10_000,
}

export const pingOf = (key: string, host: string | null, everySeconds = 0.1) =>
  ({
    kind: 'icmp',
    key,
    host,
    everySeconds,
    packets: 4,
    betweenMs: 10,
    lateMs: 20,
    bytes: 56,
    tcpPort: null,
  }) as const

export const lineOf = (
  lineId: string,
  tests: readonly LinkTest[],
  over: Partial<LinePlan> = {},
): LinePlan => ({
  lineId,
  companyCode: 'acme',
  outletId: lineId,
  from: 'outside',
  source: null,
  tests,
  ...over,
})
