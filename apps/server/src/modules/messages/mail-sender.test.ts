import { afterEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { mailSender } from './mail-sender.ts'
import type { Message } from './message.ts'
import { Undeliverable } from './sender.ts'

let server: MailServer
afterEach(() => server.stop())

async function mailServer(rcpt = '250 ok'): Promise<{ url: string; heard: readonly string[] }> {
  server = await startMailServer()
  server.answerTo = () => rcpt
  return { url: `smtp://127.0.0.1:${server.port}`, heard: server.heard }
}

const id = '0b0ff3f8-3b3c-4c59-9d9c-2f4e7a1c0001'
const message: Message = {
  kind: 'invitation',
  params: {
    companyName: '悦来\r\nBcc: x@y.test',
    invitedBy: '林晓燕',
    prefix: 'yuelai',
    ticket: 't'.repeat(43),
  },
  to: { email: 'someone@example.test' },
  language: 'zh',
}
const look = { publicUrl: 'https://netward.test', platformName: 'Hillside', pageName: '悦来' }
const senderTo = (smtpUrl: string) =>
  mailSender({ smtpUrl, publicUrl: 'https://netward.test', mailFrom: 'netward@netward.test', outbox: false })

test('sends text and HTML, with encoded headers and no injected line', async () => {
  const { url, heard } = await mailServer()
  await senderTo(url).send(id, message, look)
  expect(heard).toContain('MAIL FROM:<netward@netward.test>')
  expect(heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<someone@example.test>'])
  const headers = heard.slice(heard.indexOf('DATA') + 1, heard.indexOf('', heard.indexOf('DATA')))
  expect(headers.join('\n')).toContain('From: Hillside <netward@netward.test>')
  expect(headers.join('\n')).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(headers.join('\n')).toContain(`Message-ID: <${id}@netward.test>`)
  expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([])
  expect(headers.join('')).toMatch(/^[\x20-\x7e]*$/)
  expect(heard.filter((line) => /^Content-Type: text\/(plain|html)/.test(line))).toHaveLength(2)
})

test('does not retry a permanently refused receiver, and retries a temporarily refused one', async () => {
  const never = await mailServer('550 no such user')
  await expect(senderTo(never.url).send(id, message, look)).rejects.toBeInstanceOf(Undeliverable)
  await server.stop()
  const later = await mailServer('451 later')
  await expect(senderTo(later.url).send(id, message, look)).rejects.not.toBeInstanceOf(Undeliverable)
})

test('requires TLS for an address that begins with smtps', async () => {
  const { url, heard } = await mailServer()
  await expect(senderTo(url.replace('smtp:', 'smtps:')).send(id, message, look)).rejects.not.toBeInstanceOf(
    Undeliverable,
  )
  expect(heard.join('\n')).not.toContain('MAIL FROM')
  await expect(senderTo(`${url}?requireTLS=true`).send(id, message, look)).rejects.toThrow()
  expect(heard.join('\n')).not.toContain('MAIL FROM')
})
