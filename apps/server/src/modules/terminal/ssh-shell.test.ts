import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { newHostKey, startSshDevice } from '@netward/testkit'
import ssh2 from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import { sshShell } from './ssh-shell.ts'

/** Where `serve` answers who connects. */
async function listening(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    serve(socket)
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function enter(socket: Socket, signal: AbortSignal) {
  return sshShell(
    socket,
    {
      size: { columns: 80, rows: 24 },
      username: 'root',
      password: 'right-pass',
      privateKey: '',
      passphrase: '',
      legacy: false,
      signal,
      judgeHostKey: async () => null,
      ask: () => Promise.reject(new Error('nothing is to be asked')),
    },
    { shown: () => {}, drained: () => {}, closed: () => {} },
  )
}

test('leaving a silent device closes its connection', async () => {
  const leaving = new AbortController()
  const port = await listening((socket) => {
    const server = new ssh2.Server({ hostKeys: [newHostKey()] })
    server.on('connection', (client) => {
      client.on('error', () => {})
      client.on('authentication', (attempt) => attempt.accept())
      client.on('session', () => leaving.abort())
    })
    server.injectSocket(socket)
  })
  const socket = connect(port, '127.0.0.1')
  await expect(enter(socket, leaving.signal)).rejects.toMatchObject({ outcome: 'left' })
  expect(socket.destroyed).toBe(true)
})

test('a device that does not hang up when a terminal ends is hung up on', async () => {
  const device = await startSshDevice({ username: 'root', password: 'right-pass' })
  onTestFinished(() => device.stop())
  const port = await listening((socket) => {
    const behind = connect(device.port, '127.0.0.1')
    behind.on('error', () => {})
    behind.on('data', (bytes) => socket.write(bytes))
    socket.on('data', (bytes) => behind.write(bytes))
  })
  const socket = connect(port, '127.0.0.1')
  const shell = await enter(socket, new AbortController().signal)
  const closed = once(socket, 'close')
  shell.end()
  await expect(closed).resolves.toEqual([expect.any(Boolean)])
})
