import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readFping, readPing } from './ping.ts'
import { run } from './probe-run.ts'
import { findReach } from './reach.ts'
import { tcpConnect } from './tcp.ts'

test('fping: a dash is a lost reply, and lines of ICMP errors are none', () => {
  const text = [
    'ICMP Host Unreachable from 10.0.0.254 for ICMP Echo sent to 10.0.0.9',
    '10.0.0.1  : 0.45 - 12',
    '10.0.0.9  : - - -',
    'fd00::1   : 1.20 0.98 1.01',
  ].join('\n')
  expect(Object.fromEntries(readFping(text))).toEqual({
    '10.0.0.1': [0.45, null, 12],
    '10.0.0.9': [null, null, null],
    'fd00::1': [1.2, 0.98, 1.01],
  })
})

test('ping: the replies of iputils and of BusyBox are put where they belong', () => {
  const iputils = `PING 10.0.0.1 (10.0.0.1) 56(84) bytes of data.
64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.045 ms
64 bytes from 10.0.0.1: icmp_seq=3 ttl=64 time=11 ms
64 bytes from 10.0.0.1: icmp_seq=3 ttl=64 time=99 ms (DUP!)

3 packets transmitted, 2 received, +1 duplicates, 33% packet loss, time 2002ms`
  const busyBox = `PING 10.0.0.1 (10.0.0.1): 56 data bytes
64 bytes from 10.0.0.1: seq=0 ttl=64 time=0.100 ms
64 bytes from 10.0.0.1: seq=1 ttl=64 time=0.200 ms

3 packets transmitted, 2 packets received, 33% packet loss`
  expect([readPing(iputils), readPing(busyBox), readPing('ping: socket: Operation not permitted')]).toEqual([
    [0.045, null, 11],
    [0.1, 0.2, null],
    null,
  ])
})

test('an address is an argument and never a shell word', async () => {
  expect((await run('echo', ['$(id); `id`'], 5000))?.stdout).toBe('$(id); `id`\n')
  expect(await run('no-such-program-here', [], 1000)).toBeNull()
})

test('a TCP connection and a refusal are answers', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  expect(await tcpConnect('127.0.0.1', port)).toBeGreaterThan(0)
  server.close()
  await once(server, 'close')
  expect(await tcpConnect('127.0.0.1', port)).toBeGreaterThan(0)
})

test('this machine is reached by the first means that works on it', async () => {
  const reach = await findReach()
  const times = await Promise.all([reach.ping('127.0.0.1'), reach.ping('127.0.0.1')])
  // Without a ping program, or without the right to send ICMP, TCP is left.
  const answered = times.map((one) => one?.every((time) => time !== null && time < 1000) ?? null)
  expect(answered).toEqual(reach.method === 'tcp' ? [null, null] : [true, true])
})
