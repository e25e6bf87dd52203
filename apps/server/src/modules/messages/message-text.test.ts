import { describe, expect, test } from 'vitest'
import {
  approvalNotices,
  assignmentNotices,
  engineerNotices,
  orderNotices,
  partNotices,
  rotaNotices,
} from '@netward/contract/notice-values'
import { type Message, type MessageContent, tenantNotices } from './message.ts'
import { mailOf, phoneText } from './message-text.ts'

const url = 'https://netward.test'
const look = { publicUrl: url, platformName: 'Hillside', pageName: 'Acme' }
const to = { email: 'someone@example.test' }
const contents: MessageContent[] = [
  { kind: 'code', params: { code: '042042', purpose: 'sign_in' } },
  { kind: 'code', params: { code: '042042', purpose: 'something new' } },
  { kind: 'reset_link', params: { prefix: 'acme', ticket: 'a-ticket' } },
  { kind: 'reset_done' },
  { kind: 'password_changed' },
  { kind: 'contact_changed', params: { channel: 'phone' } },
  { kind: 'contact_changed', params: { channel: 'mail' } },
  {
    kind: 'invitation',
    params: { companyName: 'Acme', invitedBy: 'Li Wei', prefix: '', ticket: 'a-ticket' },
  },
  { kind: 'account_freed', params: { companyName: 'Acme', signInName: 'li.wei at acme' } },
  { kind: 'registration_received', params: { companyName: 'Acme' } },
  { kind: 'registration_approved', params: { companyName: 'Acme', companyCode: 'acme', prefix: 'acme' } },
  { kind: 'registration_refused', params: { companyName: 'Acme', reason: 'No' } },
  {
    kind: 'licence_usage',
    params: { quota: 'devices', used: '80', granted: '100', until: '' },
  },
  {
    kind: 'licence_ending',
    params: { quota: 'outlets', used: '', granted: '', until: '2026-12-01' },
  },
  { kind: 'channel_failing', params: { name: 'Corp ID', reason: 'secret_ended' } },
  { kind: 'channel_secret_ending', params: { name: 'Corp ID', until: '2027-01-31' } },
  { kind: 'tokens_asked', params: { personName: 'Wei', budget: 'day', reason: 'Urgent' } },
  { kind: 'tokens_granted', params: { budget: 'month', decidedBy: 'Fang', answer: '' } },
  { kind: 'tokens_refused', params: { budget: 'day', decidedBy: 'Fang', answer: 'Tomorrow' } },
  { kind: 'token_budget', params: { share: '80', month: '2026-12' } },
  { kind: 'application_failed', params: { applicationName: 'ERP', failure: 'timed_out' } },
  {
    kind: 'company_moved',
    params: { companyName: 'Acme', fromName: 'Beichen', toName: 'Nanfang', reason: 'No' },
  },
  {
    kind: 'acting_asked',
    params: {
      companyName: 'Acme',
      actorName: 'Li Wei',
      actorCompany: 'Beichen',
      reason: 'A line is down',
      hours: '4',
    },
  },
  {
    kind: 'terminal_asked',
    params: {
      companyName: 'Acme',
      actorName: 'Li Wei',
      actorCompany: 'Beichen',
      reason: 'A line is down',
      deviceName: 'Lobby',
      minutes: '10',
    },
  },
  {
    kind: 'acting_glass_broken',
    params: { companyName: 'Acme', actorName: 'Li Wei', actorCompany: 'Beichen', reason: 'A line is down' },
  },
  { kind: 'acting_approved', params: { companyName: 'Acme', hours: '4' } },
  { kind: 'acting_refused', params: { companyName: 'Acme' } },
  ...orderNotices.map((notice): MessageContent => ({
    kind: 'order_notice',
    params: {
      notice,
      orderId: '12',
      number: '7',
      title: 'Line down',
      companyName: 'Acme',
      actorName: 'Li Wei',
      note: 'On leave',
      clock: '4 h',
      percent: '80',
      due: '2026-12-01 12:00',
    },
  })),
  ...approvalNotices.map((notice): MessageContent => ({
    kind: 'approval_notice',
    params: {
      notice,
      approvalId: '12',
      title: '#7 New firewall',
      companyName: 'Acme',
      actorName: 'Li Wei',
      note: 'Tonight',
    },
  })),
  ...partNotices.map((notice): MessageContent => ({
    kind: 'part_notice',
    params: { notice, warehouseId: '12', title: 'Main · S5735', companyName: 'Shops', note: '1 / 3' },
  })),
  ...engineerNotices.map((notice): MessageContent => ({
    kind: 'engineer_notice',
    params: { notice, personId: '12', title: 'Li · Electrician', companyName: 'Shops', note: '2026-12-01' },
  })),
  ...assignmentNotices.map((notice): MessageContent => ({
    kind: 'assignment_notice',
    params: {
      notice,
      assignmentId: '12',
      number: '7',
      title: 'No Wi-Fi',
      companyName: 'Partner',
      actorName: 'Shops',
      note: 'Bring a ladder',
    },
  })),
  ...rotaNotices.map((notice): MessageContent => ({
    kind: 'rota_notice',
    params: {
      notice,
      rotaId: '12',
      title: 'Network',
      companyName: 'Acme',
      actorName: 'Li Wei',
      note: 'Exam',
    },
  })),
  {
    kind: 'service_report',
    params: {
      reportId: '12',
      title: 'Acme · Monthly service report',
      makerName: 'North',
      from: '2026-10-01',
      to: '2026-10-31',
      availability: 'Site availability 99.95 %',
      outages: 'Line outages 3 (-1)',
      alarms: 'Critical and major alarms 4',
      inTime: 'Resolved in time 97 %',
      rating: 'Satisfaction 4.6',
    },
  },
  ...tenantNotices.map((notice): MessageContent => ({
    kind: 'tenant_notice',
    params: { notice, companyName: 'Acme', reason: 'No', until: '2026-12-01' },
  })),
]
const messages = contents.flatMap((content) =>
  (['zh', 'en'] as const).map((language): Message => ({ ...content, to, language })),
)
for (const message of messages.filter(({ kind }) => kind === 'service_report'))
  messages.push({ ...message, attachments: [{ name: 'a.pdf', mediaType: 'application/pdf', base64: '' }] })

test.each(messages.map((message) => [`${message.kind} in ${message.language}`, message] as const))(
  '%s has every text and fills in every parameter',
  (_name, message) => {
    const mail = mailOf(message, look)
    const all = [mail.subject, mail.text, mail.html, phoneText(message, look)]
    for (const text of all) {
      expect(text).not.toMatch(/\{\{|messages\.|undefined/)
      expect(/\p{Script=Han}/u.test(text)).toBe(message.language === 'zh')
    }
    expect(mail.html).not.toMatch(/<(img|script|link|iframe)|src=|url\(/i)
  },
)

test('a mail names the target of its link, a text for a phone its sender', () => {
  const [, , reset] = contents
  const message: Message = { ...reset!, to, language: 'en' }
  expect(mailOf(message, look).subject).toBe('Acme · Reset your password')
  expect(phoneText(message, look)).toMatch(/^\[Hillside\] /)
  const hostile = { ...look, platformName: 'evil.example\r\n', pageName: 'evil.example\r\nBcc: a@b.test' }
  expect(phoneText(message, hostile)).not.toMatch(/evil\.example|\n/)
  expect(mailOf(message, hostile).subject).not.toMatch(/evil\.example|\n/)
})

describe('D links', () => {
  const link = (content: MessageContent) =>
    /https:\S+/.exec(mailOf({ ...content, to, language: 'en' }, look).text)?.[0]

  test('have the ticket in the fragment, after the prefix of the company', () => {
    expect(link(contents[2]!)).toBe('https://netward.test/acme/#/login?view=reset&ticket=a-ticket')
    expect(link(contents[7]!)).toBe('https://netward.test/#/login?view=invitation&ticket=a-ticket')
    const sent = contents.map((content) => new URL(link(content) ?? url))
    expect(sent.map(({ search, pathname }) => search + pathname).join()).not.toContain('ticket')
  })
})

describe('D a name that a user chose', () => {
  const named = (companyName: string): Message => ({
    kind: 'registration_refused',
    params: { companyName, reason: companyName },
    to,
    language: 'en',
  })

  test('is escaped in HTML', () => {
    const { html } = mailOf(named(`<img src=x onerror=alert(1)>"'&`), look)
    expect(html).not.toContain('<img')
    expect(html).toContain('&#60;img')
  })

  test('adds no line to a header or to the text', () => {
    const mail = mailOf(named('Acme\r\nBcc: victim@example.test\u2028\u202Egnp'), look)
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.text).not.toMatch(/^Bcc/m)
    expect(mail.text).not.toMatch(/[\u2028\u202E]/)
  })

  test('does not become a link in a mail program', () => {
    for (const name of ['http://evil.example/login', 'evil.example', 'a@evil.example']) {
      const { text } = mailOf(named(name), look)
      expect(text).not.toContain('evil.example')
      expect(text.replaceAll('\u2060', '')).toContain(name)
    }
  })
})

test('a mail that is answered says above which line, in place of that nobody reads answers', () => {
  const unanswered: Message = {
    kind: 'registration_received',
    params: { companyName: 'Acme' },
    to: { email: 'li@shop.test' },
    language: 'en',
  }
  const { text } = mailOf({ ...unanswered, replyTo: 'service+7.abc@example.test' }, look)
  expect(text.split('\n')[0]).toContain('##-')
  expect(text).not.toContain('do not reply')
  expect(mailOf(unanswered, look).text).toContain('do not reply')
})
