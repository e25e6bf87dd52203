import type { TemplateForm } from '@netward/contract/notice-template-values'
import type { OutgoingMessage } from '../integrations/index.ts'
import { robotEscape } from '../integrations/index.ts'
import type { TemplateText } from './notice-template.repo.ts'
import { type NotifiedAlarm, valuesOf } from './notice-text.ts'
import { renderTemplate } from './template-engine.ts'

interface Look {
  readonly form: TemplateForm
  /** Of robots. */
  readonly format: 'markdown' | 'text'
  readonly language: 'zh' | 'en'
  readonly timeZone: string
}

/**
 * A message in the texts of the company, where it has some. Values are escaped for the channel: what a device calls itself
 * mentions nobody and links nowhere. @throws TemplateWrong
 */
export function withTemplates(
  message: OutgoingMessage,
  alarms: readonly NotifiedAlarm[],
  templates: ReadonlyMap<string, TemplateText>,
  look: Look,
): OutgoingMessage {
  const [first] = alarms
  if (first === undefined || !alarms.some(({ transition }) => templates.has(transition))) return message
  const escape = look.form === 'robot' ? robotEscape[look.format] : (value: string) => value
  const rendered = (text: string, alarm: NotifiedAlarm) =>
    renderTemplate(text, valuesOf(alarm, alarms.length, look), escape)
  const lines = alarms.flatMap((alarm, at) => {
    const own = templates.get(alarm.transition)
    return own === undefined ? [escape(message.lines[at] ?? '')] : rendered(own.line, alarm).split(/\r?\n/)
  })
  // What happened to work follows the alarms, in the shipped words.
  lines.push(...message.lines.slice(alarms.length).map(escape))
  const own = templates.get(first.transition)
  const subject =
    own === undefined ? escape(message.subject) : rendered(own.subject, first).replace(/\s+/g, ' ')
  const { event } = message
  return {
    ...message,
    subject,
    lines,
    isEscaped: look.form === 'robot',
    ...(look.form === 'webhook' && {
      event: { ...event, data: { ...(event.data as object), text: [subject, ...lines].join('\n') } },
    }),
  }
}
