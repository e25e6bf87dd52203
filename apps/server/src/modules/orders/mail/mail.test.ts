import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Secrets } from '../../../platform/secrets.ts'
import { orderOfReply, replyAddress } from '../../integrations/index.ts'
import { isAutomatic, isDmarcPass, type MailHeaders } from './mail-verdict.ts'
import { replyText } from './reply-text.ts'

const inbox = 'Service@Example.test'

describe('the address of an order', () => {
  const secrets = new Secrets(randomBytes(32))
  const address = replyAddress(secrets, inbox, '4711')

  test('is found again, whatever a mail program does to its case', () => {
    expect(address).toMatch(/^Service\+4711\.[a-z2-7]{16}@Example\.test$/)
    expect(orderOfReply(secrets, inbox, ['a@b.test', address])).toBe('4711')
    expect(orderOfReply(secrets, inbox, [address.toUpperCase()])).toBe('4711')
  })

  test.each([
    ['another order', address.replace('4711', '4712')],
    ['another domain', address.replace('Example', 'Evil')],
    ['another code', address.replace(/\.[a-z2-7]{16}/, `.${'a'.repeat(16)}`)],
    ['no code', 'Service+4711@Example.test'],
    ['no order', 'Service@Example.test'],
    ['more than an order', address.replace('+', '+0')],
  ])('is refused with %s', (_what, given) => expect(orderOfReply(secrets, inbox, [given])).toBeNull())

  test('is another with another key', () =>
    expect(orderOfReply(new Secrets(randomBytes(32)), inbox, [address])).toBeNull())
})

const headersOf = (...fields: readonly (readonly [string, string])[]): MailHeaders =>
  fields.map(([name, value]) => ({ name, value }))

test.each([
  ['a person', [], 'li@shop.test', false],
  ['a person whose program says so (RFC 3834 §5)', [['auto-submitted', 'no']], 'li@shop.test', false],
  ['an automatic answer', [['auto-submitted', 'auto-replied']], 'li@shop.test', true],
  ['our own', [['auto-submitted', 'auto-generated']], 'li@shop.test', true],
  ['a holiday notice of old programs', [['precedence', 'Bulk']], 'li@shop.test', true],
  ['a list', [['list-id', '<all.shop.test>']], 'li@shop.test', true],
  ['a bounce without a sender (RFC 5321 §4.5.5)', [['return-path', '<>']], 'li@shop.test', true],
  [
    'a delivery report (RFC 3464)',
    [['content-type', 'multipart/report; report-type=delivery-status']],
    'li@shop.test',
    true,
  ],
  ['the mail server', [], 'MAILER-DAEMON@shop.test', true],
  ['the mailbox itself', [], 'service+4711.abc@example.test', true],
] as const)('%s', (_what, fields, from, automatic) => {
  expect(isAutomatic(headersOf(...fields), from, inbox)).toBe(automatic)
})

const dkim = 'mx.example.test; dkim=pass header.d=shop.test'
const pass =
  'mx.example.test; spf=pass smtp.mailfrom=shop.test; dmarc=pass (p=reject; dis=none) header.from=shop.test'
test.each([
  ['the trusted server says pass', [pass], true],
  ['with a version (RFC 8601 §2.2)', [pass.replace(';', ' 1;')], true],
  ['folded', [pass.replaceAll('; ', ';\r\n\t')], true],
  ['another server says so', [pass.replace('mx.example.test', 'mx.evil.test')], false],
  ['the topmost of the trusted server says fail', [pass.replace('dmarc=pass', 'dmarc=fail'), pass], false],
  ['the trusted server writes each method apart', [dkim, pass], true],
  ['of another domain', [pass.replace('header.from=shop.test', 'header.from=evil.test')], false],
  ['SPF alone', ['mx.example.test; spf=pass smtp.mailfrom=shop.test'], false],
  ['in a comment', ['mx.example.test; dmarc=fail (dmarc=pass header.from=shop.test)'], false],
  ['nothing', [], false],
] as const)('DMARC: %s', (_what, results, expected) => {
  const headers = headersOf(...results.map((value) => ['authentication-results', value] as [string, string]))
  expect(isDmarcPass(headers, 'MX.example.test', 'li@Shop.test')).toBe(expected)
})

test('DMARC: what stands below the trace of the trusted server came with the mail', () => {
  const headers = headersOf(
    ['received', 'from store'],
    ['authentication-results', dkim],
    ['received', 'from shop.test by mx.example.test'],
    ['authentication-results', pass],
  )
  expect(isDmarcPass(headers, 'mx.example.test', 'li@shop.test')).toBe(false)
})

test.each([
  ['alone', 'It works again.\r\n', 'It works again.'],
  ['above our mark', 'Done.\n\n##- Write above this line -##\nWork order #7', 'Done.'],
  ['above a quotation', 'Thanks!\n\nOn Mon, 2 Nov 2026 at 09:00, Netward wrote:\n> Work order #7', 'Thanks!'],
  [
    'above a wrapped attribution',
    'Thanks!\nOn Mon, 2 Nov 2026 at 09:00, Netward\n<a@b.test> wrote:\n> #7',
    'Thanks!',
  ],
  ['in Chinese', '已恢复，谢谢。\n\n在 2026年11月2日，Netward 写道：\n> 工单', '已恢复，谢谢。'],
  ['of Outlook', '收到\n\n-----原始邮件-----\n发件人: Netward', '收到'],
  ['above a signature (RFC 3676 §4.3)', 'Yes\n-- \nLi Wei\n+86 10', 'Yes'],
  [
    'between quotations',
    '> Is it up?\nYes.\n> Since when?\nToday.',
    '> Is it up?\nYes.\n> Since when?\nToday.',
  ],
  ['nothing but a quotation', '> Work order #7\n', ''],
])('the text of a reply: %s', (_what, text, expected) => expect(replyText(text, 4000)).toBe(expected))
