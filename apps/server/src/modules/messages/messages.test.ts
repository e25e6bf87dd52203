import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { outboxOf } from '../../../test/outbox.ts'
import { createHttp } from '../../platform/http/server.ts'
import type { Message } from './message.ts'
import { messageJobs } from './messages.jobs.ts'
import { sealMessage, sendMessage } from './messages.service.ts'
import { outboxRoutes } from './outbox.routes.ts'
import { isFromThisMachine } from '../../platform/this-machine.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

const message = (email: string): Message => ({ kind: 'password_changed', to: { email }, language: 'en' })
const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const waiting = async () =>
  (await t.adminPool.query<{ id: string }>(`select id from outgoing_message where state = 'waiting'`)).rows

describe('a message', () => {
  test('is queued in the transaction of its cause, or not at all', async () => {
    const company = await t.company('company')
    const attempt = t.scopes.withCompany(company.id, async ({ db }) => {
      await sendMessage(t, db, message('rolled-back@example.test'))
      throw new Error('something else went wrong')
    })
    await expect(attempt).rejects.toThrow('something else')
    await t.scopes.withCompany(company.id, ({ db }) => sendMessage(t, db, message('committed@example.test')))
    const sentTo = (await outboxOf(t)).map(({ to }) => to)
    expect(sentTo).toEqual(['committed@example.test'])
  })

  test('is sent once however often its job runs, and its content is deleted', async () => {
    await sendMessage(t, t.scopes, message('once@example.test'))
    const [{ id }] = (await waiting()) as [{ id: string }]
    const send = messageJobs(t)['message.send']!
    await send({ companyId: '', messageId: id }, tools())
    await send({ companyId: '', messageId: id }, tools())
    expect((await outboxOf(t)).filter(({ to }) => to === 'once@example.test')).toHaveLength(1)
    const { rows } = await t.adminPool.query('select state, sealed from outgoing_message where id = $1', [id])
    expect(rows).toEqual([{ state: 'sent', sealed: null }])
  })

  test('that is obsolete is dropped', async () => {
    await sendMessage(t, t.scopes, message('late@example.test'))
    await t.adminPool.query(`update outgoing_message set expires_at = now() where state = 'waiting'`)
    expect((await outboxOf(t)).map(({ to }) => to)).not.toContain('late@example.test')
    expect(await waiting()).toEqual([])
  })

  test('stays if its mail server is unreachable, and the queue retries it', async () => {
    await sendMessage(t, t.scopes, message('retried@example.test'))
    const [{ id }] = (await waiting()) as [{ id: string }]
    // No listener on that port.
    const messages = { ...t.messages, smtpUrl: 'smtp://127.0.0.1:1' }
    const broken = messageJobs({ ...t, messages })['message.send']!
    await expect(broken({ companyId: '', messageId: id }, tools())).rejects.toThrow(/was not sent/)
    expect((await outboxOf(t)).map(({ to }) => to)).toContain('retried@example.test')
  })

  test('moved to another row cannot be opened', async () => {
    await sendMessage(t, t.scopes, message('one@example.test'))
    await sendMessage(t, t.scopes, message('two@example.test'))
    const [one, two] = (await waiting()) as [{ id: string }, { id: string }]
    await t.adminPool.query(
      'update outgoing_message set sealed = (select sealed from outgoing_message where id = $1) where id = $2',
      [one.id, two.id],
    )
    await expect(
      messageJobs(t)['message.send']!({ companyId: '', messageId: two.id }, tools()),
    ).rejects.toThrow()
    await t.adminPool.query('delete from outgoing_message where id = $1', [two.id])
    await outboxOf(t)
  })

  test('without a channel is not stored', () => {
    const messages = { ...t.messages, outbox: false }
    expect(sealMessage({ ...t, messages }, message('nobody@example.test'))).toBeNull()
  })
})

describe('the outbox', () => {
  test('exists only if enabled', async () => {
    const http = await createHttp({ log: t.log, trustedProxies: [] })
    const messages = { ...t.messages, outbox: false }
    outboxRoutes(
      { http, scopes: t.scopes, secrets: t.secrets, checkAnswers: true, fileLimit: async () => 20 },
      { ...t, messages },
    )
    expect(http.hasRoute({ method: 'GET', url: '/api/v1/outbox' })).toBe(false)
    await http.close()
  })

  test.each<[string, string | undefined, Record<string, string>, boolean]>([
    ['this machine', '127.0.0.1', { host: 'localhost:8080' }, true],
    ['this machine over IPv6', '::1', { host: '[::1]:8080' }, true],
    ['IPv4 carried by IPv6', '::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
    ['another machine', '192.0.2.1', { host: 'localhost' }, false],
    ['a proxy on this machine', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '192.0.2.1' }, false],
    ['a page whose name was turned to this machine', '127.0.0.1', { host: 'evil.example' }, false],
    ['nobody knows whom', undefined, { host: 'localhost' }, false],
  ])('is shown to %s: %s', (_who, peer, headers, shown) => {
    expect(isFromThisMachine(peer, headers)).toBe(shown)
  })

  test('answers others with not found', async () => {
    const other = await t.raw({
      method: 'GET',
      url: '/api/v1/outbox',
      from: '192.0.2.1',
      headers: { host: 'localhost' },
    })
    expect(other).toMatchObject({ status: 404, code: 'route.not_found' })
  })
})
