import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onThisMachine, plainMessage } from '../../../../test/outgoing-message.ts'
import { sendMail } from './mail.ts'

const sockets = new Set<Socket>()
let server: Server

/** Greets, and then never ends its answer: each line comes before the one before is too old. */
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).write('220 slow\r\n')
    socket.once('data', () => {
      const more = setInterval(() => socket.write('250-more\r\n'), 10)
      socket.on('close', () => clearInterval(more))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a server that never ends its answer holds nobody up', async () => {
  const { port } = server.address() as AddressInfo
  const settings = { host: '127.0.0.1', port, security: 'offered' as const, user: '', fromName: '' }
  const sending = sendMail(
    { ...settings, from: 'alarms@example.test' },
    {},
    plainMessage,
    { email: 'you@example.test' },
    onThisMachine(150),
  )
  await expect(sending).rejects.toMatchObject({ reason: 'timeout', isFinal: false })
  await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
})
