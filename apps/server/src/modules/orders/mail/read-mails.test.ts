import { type ImapServer, startImapServer } from '@netward/testkit'
import { testCertificate } from '@netward/testkit/tls-identity'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { integrationRoutes, replyAddress } from '../../integrations/index.ts'
import { orderFileRoutes, orderMailRoutes, orderRoutes } from '../index.ts'
import { orderMailSweep } from './read-mails.ts'

const address = 'service@example.test'
const authServer = 'mx.example.test'

let t: TestApp
let admin: TestPerson
let engineer: TestPerson
let orderId: string
let imap: ImapServer
let picture: Buffer

beforeAll(async () => {
  t = await createTestApp((app) => {
    integrationRoutes(app, { secrets: app.secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    orderRoutes(app)
    orderFileRoutes(app)
    orderMailRoutes(app)
  })
  picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
})
afterAll(() => t.stop())

beforeEach(async () => {
  imap = await startImapServer({ user: 'service', password: 'imap-p4ss' })
  const company = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  engineer = await t.person(company.id, 'engineer')
  await t.adminPool.query(
    `update person set email = id || '@shop.test', email_verified_at = now() where id = $1`,
    [engineer.personId],
  )
  orderId = await makeOrder(engineer)
})
afterEach(async () => {
  await t.adminPool.query('delete from integration_channel')
  await imap.stop()
})

async function addChannel(more: object = {}, who = admin) {
  const inbox = { host: '127.0.0.1', port: imap.port, user: 'service', address, authServer, ...more }
  const answer = await who.call('POST /api/v1/integration', {
    kind: 5,
    name: 'Service desk',
    mail: { server: 'own', host: 'smtp.example.test', from: address, inbox, inboxPassword: 'imap-p4ss' },
  } as never)
  expect(answer.code).toBe(0)
  return (answer.data as { id: string }).id
}

async function sweep() {
  const code = await t.adminPool.query<{ code: string }>('select code from company where id = $1', [
    admin.companyId,
  ])
  const outgoingRanges = [`127.0.0.0/8=${code.rows[0]!.code}`]
  await orderMailSweep({ secrets: t.secrets, outgoingRanges, trust: testCertificate }).run({
    scopes: t.scopes,
    log: t.log,
    signal: new AbortController().signal,
  })
}

function mailOf({
  from = `Li Wei <${engineer.personId}@shop.test>`,
  to = replyAddress(t.secrets, address, orderId),
  results = `${authServer}; dmarc=pass header.from=shop.test`,
  id = Math.random().toString(36).slice(2),
  headers = '',
  text = 'It works again.\n\n##- Write your reply above this line -##\nWork order',
  parts = '',
} = {}): string {
  return `Received: from mx
Authentication-Results: ${results}
Message-ID: <${id}@shop.test>
From: ${from}
To: ${to}
Subject: Re: Work order
${headers}MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

${text}
${parts}--b--
`
}

const attachment = (name: string, type: string, content: Buffer) => `--b
Content-Type: ${type}; name="${name}"
Content-Disposition: attachment; filename="${name}"
Content-Transfer-Encoding: base64

${content.toString('base64').replaceAll(/.{76}/g, '$&\n')}
`

const mailed = async () =>
  (await orderOf(engineer, orderId)).history.filter(({ kind }) => kind === 'mailed').toReversed()
const waiting = async (who = engineer) =>
  (await who.call('GET /api/v1/work/order/:orderId/mails', { orderId })).data

test('a reply of somebody on the order becomes a note once, with pictures and files, and no mark of the mailbox changes', async () => {
  await addChannel()
  imap.deliver(mailOf({ text: 'Before the mailbox was first read' }))
  await sweep()
  const parts =
    attachment('photo.exe', 'image/png', picture) +
    attachment('tool.exe', 'application/x', Buffer.from('MZ\0\0'))
  imap.deliver(mailOf({ id: 'one', parts }))
  await sweep()
  await sweep()
  expect(await mailed()).toMatchObject([
    { note: 'It works again.', files: ['photo.png'], leftOut: ['tool.exe'], internal: false },
  ])
  const files = (await engineer.call('GET /api/v1/work/order/:orderId/files', { orderId })).data
  expect(files).toMatchObject([{ name: 'photo.png', isPicture: true }])
  // The same mail, delivered twice.
  imap.deliver(mailOf({ id: 'one' }))
  await sweep()
  expect(await mailed()).toHaveLength(1)
  expect(imap.commands.some((command) => /STORE|SELECT|APPEND|EXPUNGE/.test(command))).toBe(false)
})

test('a mailbox that was made anew is read from its end', async () => {
  await addChannel()
  await sweep()
  imap.uidValidity = 2
  imap.deliver(mailOf())
  await sweep()
  expect(await mailed()).toEqual([])
  imap.deliver(mailOf({ text: 'Later' }))
  await sweep()
  expect(await mailed()).toMatchObject([{ note: 'Later' }])
})

test('of a stranger, or without DMARC, it waits for a person, who accepts or discards it', async () => {
  await addChannel()
  await sweep()
  imap.deliver(
    mailOf({
      from: 'Shop <shop@other.test>',
      results: `${authServer}; dmarc=pass header.from=other.test`,
      parts: attachment('a.png', 'image/png', picture),
    }),
  )
  imap.deliver(mailOf({ results: `mx.evil.test; dmarc=pass header.from=shop.test` }))
  await sweep()
  expect(await mailed()).toEqual([])
  const [stranger, unproved] = await waiting()
  expect(stranger).toMatchObject({
    reason: 'stranger',
    fromAddress: 'shop@other.test',
    note: 'It works again.',
    files: ['a.png'],
  })
  expect(unproved).toMatchObject({ reason: 'unproved' })
  const act = (mailId: string, name: 'accept' | 'discard', who = engineer) =>
    who.call(`POST /api/v1/work/order/:orderId/mails/:mailId/${name}`, { orderId, mailId })
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await act(stranger!.id, 'accept', other)).code).toBe('work_order.not_found')
  expect((await act(stranger!.id, 'accept')).code).toBe(0)
  expect((await act(stranger!.id, 'discard')).code).toBe('work_order.mail_not_found')
  expect((await act(unproved!.id, 'discard')).code).toBe(0)
  expect(await waiting()).toEqual([])
  expect(await mailed()).toMatchObject([{ name: 'Shop <shop@other.test>', files: ['a.png'] }])
  expect((await engineer.call('GET /api/v1/work/order/:orderId/files', { orderId })).data).toHaveLength(1)
})

test('automatic mails, guessed addresses and orders of other companies are left in the mailbox', async () => {
  await addChannel()
  await sweep()
  const foreign = await makeOrder(await t.person((await t.company('company')).id, 'engineer'))
  imap.deliver(mailOf({ headers: 'Auto-Submitted: auto-replied\n' }))
  imap.deliver(mailOf({ to: address }))
  imap.deliver(mailOf({ to: `service+${orderId}.${'a'.repeat(16)}@example.test` }))
  imap.deliver(mailOf({ to: replyAddress(t.secrets, address, foreign) }))
  await sweep()
  expect(await mailed()).toEqual([])
  const { rows } = await t.adminPool.query('select from work_order_mail where order_id = any ($1)', [
    [orderId, foreign],
  ])
  expect(rows).toEqual([])
})

test('the channel shows why its mailbox cannot be read, without the password', async () => {
  const channelId = await addChannel()
  imap.password = 'changed'
  await sweep()
  const read = async () => (await admin.call('GET /api/v1/integration/:channelId', { channelId })).data
  const failing = await read()
  expect(failing.inboxState).toMatchObject({ failure: { reason: 'credentials' } })
  expect(failing.secrets).toContain('inboxPassword')
  expect(JSON.stringify(failing)).not.toContain('imap-p4ss')
  imap.password = 'imap-p4ss'
  await sweep()
  expect((await read()).inboxState).toMatchObject({ failingSince: null, failure: null })
})

test('STARTTLS is required, and the password goes to no other server', async () => {
  await imap.stop()
  imap = await startImapServer({ security: 'starttls', user: 'service', password: 'imap-p4ss' })
  const channelId = await addChannel({ security: 'starttls' })
  await sweep()
  imap.deliver(mailOf())
  await sweep()
  expect(await mailed()).toHaveLength(1)
  const edited = await admin.call('PUT /api/v1/integration/:channelId', {
    channelId,
    kind: 5,
    name: 'Service desk',
    mail: {
      server: 'own',
      host: 'smtp.example.test',
      from: address,
      inbox: { host: 'evil.example.test', user: 'service', address, authServer },
    },
  } as never)
  expect(edited).toMatchObject({
    code: 'integration.secret_missing',
    data: { fields: [{ field: 'mail.inboxPassword' }] },
  })
  await imap.stop()
  imap = await startImapServer({ security: 'none', user: 'service', password: 'imap-p4ss' })
  await t.adminPool.query(
    `update integration_channel set settings = jsonb_set(settings, '{inbox,port}', to_jsonb($1::int))`,
    [imap.port],
  )
  await sweep()
  expect(
    (await admin.call('GET /api/v1/integration/:channelId', { channelId })).data.inboxState,
  ).toMatchObject({
    failure: { reason: 'no_starttls' },
  })
  expect(imap.commands.some((command) => command.includes('LOGIN'))).toBe(false)
})
