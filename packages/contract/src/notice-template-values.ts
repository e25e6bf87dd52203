import type { NoticeEvent } from './notice-values.ts'

/** Templates of messages about alarms, without a library: the console offers their variables, the server requires them. */

/** Kinds of channels that a template is for. The text of an SMS is its vendor's. */
export const templateForms = ['mail', 'robot', 'webhook'] as const
export type TemplateForm = (typeof templateForms)[number]

export const templateLanguages = ['zh', 'en'] as const

/** What a template may use; those of the first alarm in a subject, of each alarm in a line. */
export const noticeVariables = [
  'severity',
  'event',
  'device',
  'rule',
  'outlet',
  'label',
  'time',
  'value',
  'threshold',
  'behind',
  'acknowledgedBy',
  'count',
] as const
export type NoticeVariable = (typeof noticeVariables)[number]

export const mostSubject = 300
export const mostLine = 2_000

/** What is sent without a template of the company. Words for severities and events follow the language. */
export function shippedTemplate(event: NoticeEvent): { subject: string; line: string } {
  const part = (name: NoticeVariable) => `{% if ${name} != "" %} {{ ${name} }}{% endif %}`
  return {
    subject: `[{{ severity }}] {{ device }} {{ rule }}${event === 'raised' ? '' : ' {{ event }}'}{% if behind != "" %} ({{ behind }}){% endif %}`,
    line: `[{{ severity }}] {{ event }}${part('outlet')} {{ device }} {{ rule }}${part('label')} {{ time }}${part('behind')}${
      event === 'acknowledged' ? part('acknowledgedBy') : ''
    }`,
  }
}
