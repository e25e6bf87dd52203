import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { WorkEvent } from '@netward/contract/notice-values'
import { phrase } from '@netward/phrases/server'
import type { OutgoingMessage } from '../../integrations/index.ts'
import { type Look, oneLine, pageBase, timeOf } from '../notice-text.ts'

/** Something that happened to an order, an approval, a rota, stock, a certificate or a report, as a message reports it. Titles and notes are hostile text. */
export interface NotifiedWork {
  readonly id: string
  readonly kind: 'order' | 'approval' | 'rota' | 'part' | 'engineer' | 'assignment' | 'report'
  readonly event: WorkEvent
  readonly subjectId: string
  readonly number: number | null
  readonly title: string
  readonly note: string
  readonly actorName: string
  /** Of a deadline: how much of its time is used. */
  readonly percent: number | null
  readonly severity: AlarmSeverity
  readonly outletName: string | null
  readonly at: string
  readonly due: string | null
  /** Its recipient may accept the order, or decide the approval. */
  readonly mine: boolean
  /** Of an approval that is asked for. */
  readonly step: number | null
  readonly companyId: string
  /** Of a company below the recipient's; null: their own. */
  readonly companyName: string | null
  readonly companyCode: string
}

/** A message of alarms, if there is one, with what else happened after them. */
export function withWork(
  message: OutgoingMessage | null,
  work: readonly NotifiedWork[],
  look: Look,
): OutgoingMessage {
  const [first] = work
  if (first === undefined) return message!
  const lines = work.map((one) => lineOf(one, look))
  const items = work.map(({ mine: _mine, step: _step, ...one }) => ({ ...one, link: linkOf(one, look) }))
  if (message !== null) {
    const { event } = message
    return {
      ...message,
      lines: [...message.lines, ...lines],
      event: { ...event, data: { ...(event.data as object), work: items } },
    }
  }
  const { id, language, companyCode } = look
  const text = (key: string, params: Record<string, string | number> = {}) =>
    phrase(language, `notices.text.${key}`, params)
  return {
    id,
    language,
    subject: work.length === 1 ? subjectOf(first, look) : text('workMany', { count: work.length }),
    lines,
    link: work.length === 1 ? linkOf(first, look) : `${pageBase(look)}/task/todo`,
    cutText: text('open'),
    sms: {
      severity: phrase(language, `alarms.severities.${first.severity}`),
      device: nameOf(first),
      rule: eventOf(first, look),
      outlet: oneLine([first.companyName, first.outletName].filter((part) => part !== null).join(' ') || '-'),
      count: String(work.length),
      time: timeOf(first.at, look).slice(-5),
    },
    event: { type: 'work.changed', data: { company: companyCode, work: items } },
  }
}

/** How many a flood held back, instead of each: the list has them. */
export function summaryOf(
  message: OutgoingMessage,
  severities: readonly AlarmSeverity[],
  work: number,
  look: Look,
): OutgoingMessage {
  const { language } = look
  const count = severities.length + work
  const subject = phrase(language, 'notices.text.more', { count })
  const bySeverity = [...Map.groupBy(severities, (severity) => severity)].map(
    ([severity, those]) => `${phrase(language, `alarms.severities.${severity}`)} ${those.length}`,
  )
  const ofWork = work === 0 ? [] : [phrase(language, 'notices.text.workMany', { count: work })]
  return {
    ...message,
    subject,
    lines: [phrase(language, 'notices.text.moreOf', { parts: [...bySeverity, ...ofWork].join(', ') })],
    link: `${pageBase(look)}${severities.length > 0 ? '/operationsMonitoring/alarms' : '/task/todo'}`,
    sms: { ...message.sms, device: subject, count: String(count) },
  }
}

const eventOf = ({ event, percent }: NotifiedWork, { language }: Look) => {
  const name = phrase(language, `notices.events.${event}`)
  return event === 'order_due' && percent !== null ? `${name} ${percent}%` : name
}

const nameOf = ({ number, title }: NotifiedWork) => oneLine(number === null ? title : `#${number} ${title}`)

const subjectOf = (work: NotifiedWork, look: Look) =>
  oneLine([work.companyName, eventOf(work, look), nameOf(work)].filter((part) => part !== null).join(' '))

function lineOf(work: NotifiedWork, look: Look): string {
  const { kind, severity, outletName, due, actorName, note } = work
  const { language } = look
  return [
    ...(kind === 'order' ? [`[${phrase(language, `alarms.severities.${severity}`)}]`] : []),
    subjectOf(work, look),
    ...(outletName === null ? [] : [oneLine(outletName)]),
    ...(due === null ? [] : [phrase(language, 'notices.text.due', { at: timeOf(due, look) })]),
    ...(actorName === '' ? [] : [oneLine(actorName)]),
    ...(note === '' ? [] : [oneLine(note)]),
  ].join(' ')
}

function linkOf(
  {
    kind,
    subjectId,
    companyId,
    companyName,
    event,
  }: Pick<NotifiedWork, 'kind' | 'subjectId' | 'companyId' | 'companyName' | 'event'>,
  look: Look,
): string {
  const id = encodeURIComponent(subjectId)
  const base = pageBase(look)
  if (kind === 'approval') return `${base}/task/approval/${id}`
  if (kind === 'rota')
    return `${base}/operationsMonitoring/onCall/${id}${event === 'handover' ? '?tab=handovers' : ''}`
  if (kind === 'part') return `${base}/parts/stock?short=yes&warehouseId=${id}`
  if (kind === 'engineer') return `${base}/workOrder/engineers/${id}`
  if (kind === 'assignment') return `${base}/workOrder/shared/${id}`
  if (kind === 'report') return `${base}/reports/list/${id}`
  return `${base}/workOrder/list/${id}${companyName === null ? '' : `?company=${companyId}`}`
}
