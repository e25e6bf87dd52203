import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMail } from './mail.ts'
import { usualSmsUrls } from './sender.ts'

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
    {
      id: '1',
      language: 'en',
      subject: 's',
      lines: ['l'],
      link: 'https://netward.test',
      cutText: '',
      sms: { severity: '', device: '', rule: '', outlet: '', count: '', time: '' },
      event: { type: 't', data: {} },
    },
    { email: 'you@example.test' },
    {
      caller: { ranges: ['127.0.0.0/8=c'], companyCode: 'c', isPlatform: false },
      timeoutMilliseconds: 150,
      now: () => new Date(),
      smsUrls: usualSmsUrls,
    },
  )
  await expect(sending).rejects.toMatchObject({ reason: 'timeout', isFinal: false })
  await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
})
