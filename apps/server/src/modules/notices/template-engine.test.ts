import { shippedTemplate } from '@netward/contract/notice-template-values'
import { noticeEvents } from '@netward/contract/notice-values'
import { expect, test } from 'vitest'
import { robotEscape } from '../integrations/index.ts'
import { messageOf, type NotifiedAlarm, valuesOf } from './notice-text.ts'
import { renderTemplate, TemplateWrong } from './template-engine.ts'
import { withTemplates } from './templated-message.ts'

const look = { language: 'en', timeZone: 'Asia/Shanghai' } as const
const whole = { ...look, id: '1', publicUrl: 'https://n.test', prefix: '', companyCode: 'c', ticket: null }
const alarm = (more: Partial<NotifiedAlarm> = {}): NotifiedAlarm => ({
  alarmId: '1',
  eventId: '1',
  transition: 'raised',
  state: 'active',
  severity: 'critical',
  rule: 'gateway_offline',
  ruleName: null,
  label: '',
  deviceId: '1',
  deviceName: 'Core',
  outletName: null,
  companyId: '1',
  companyName: null,
  companyCode: null,
  value: null,
  threshold: null,
  raisedAt: '2026-01-05T02:00:00Z',
  clearedAt: null,
  acknowledgedBy: null,
  behind: 0,
  ...more,
})
const same = (value: string) => value
const values = valuesOf(alarm(), 1, look)

test('a template names the customer with the site', () => {
  const of = (more: Partial<NotifiedAlarm>) => valuesOf(alarm(more), 1, look).outlet
  expect(of({ companyName: 'Corner Shop', outletName: 'Main Street' })).toBe('Corner Shop Main Street')
  expect(of({ companyName: 'Corner Shop' })).toBe('Corner Shop')
})

test('the shipped text is what is sent without a template', () => {
  for (const transition of noticeEvents)
    for (const more of [{}, { outletName: 'Shop', label: 'eth0', behind: 3, acknowledgedBy: 'Li' }]) {
      const one = alarm({ transition, ...more })
      const { subject, lines } = messageOf([one], whole)
      const shipped = shippedTemplate(transition)
      expect([
        renderTemplate(shipped.subject, valuesOf(one, 1, look), same),
        renderTemplate(shipped.line, valuesOf(one, 1, look), same),
      ]).toEqual([subject, lines[0]])
    }
})

test.each([
  ['a\n{{ devise }}', 2, /devise/],
  ['{% if device %}{{ severity }}{% else %}{{ sevrity }}{% endif %}', 1, /sevrity/],
  ['a\nb\n{% if device %}', 3, /not closed/],
  ['{{ device | uppercase }}', 1, /uppercase/],
  ['{% include "x" %}', 1, /include/],
  ['{% render "/etc/passwd" %}', 1, /render/],
  ['{% layout "x" %}', 1, /layout/],
  ['{% for i in (1..9) %}{% endfor %}', 1, /for/],
  ['{{ device | raw }}', 1, /raw/],
])('names the line and the fault of %j', (text, line, what) => {
  expect(faultOf(text)).toEqual({ line, column: expect.any(Number), what: expect.stringMatching(what) })
})

function faultOf(text: string): unknown {
  try {
    return renderTemplate(text, values, same)
  } catch (error) {
    return error instanceof TemplateWrong ? error.problem : error
  }
}

test('what would take long or much memory is refused', () => {
  const doubling = Array.from({ length: 40 }, () => '{% assign a = a | append: a %}').join('')
  expect(() => renderTemplate(`{% assign a = "xxxxxxxxxx" %}${doubling}`, values, same)).toThrow(
    TemplateWrong,
  )
  expect(() => renderTemplate('x'.repeat(5_000), values, same)).toThrow(TemplateWrong)
})

const hostile = '<@all> @13800000000 [x](https://evil.test) <b>{{ severity }}</b> **a**\n# b'

test('a name of a device is filled in as it is, and escaped for the channel whatever filter it passes', () => {
  const named = valuesOf(alarm({ deviceName: hostile }), 1, look)
  for (const text of [
    '{{ device }}',
    '{{ device | upcase }}',
    '{% capture c %}{{ device }}{% endcapture %}{{ c }}',
  ]) {
    const markdown = renderTemplate(`**${text}**`, named, robotEscape.markdown)
    expect(markdown).not.toMatch(/[<>@]|[^\\]\]\(|critical/i)
    expect(markdown.startsWith('**')).toBe(true)
    expect(renderTemplate(text, named, robotEscape.text)).not.toMatch(/[<>@\n]/)
  }
  expect(renderTemplate('{{ device }}', named, same)).toContain('{{ severity }}')
})

test('a message keeps the shipped text of events without a template, and its link', () => {
  const alarms = [alarm(), alarm({ alarmId: '2', transition: 'cleared', deviceName: 'Other' })]
  const message = messageOf(alarms, whole)
  const own = withTemplates(
    message,
    alarms,
    new Map([['raised', { subject: 'S {{ count }}', line: 'L1 {{ device }}\nL2' }]]),
    { ...look, form: 'webhook', format: 'text' },
  )
  expect(own.subject).toBe('S 2')
  expect(own.lines).toEqual(['L1 Core', 'L2', message.lines[1]])
  expect(own.link).toBe(message.link)
  expect(own.event.data).toMatchObject({ text: expect.stringContaining('L1 Core'), company: 'c' })
})
