import type { AlarmSeverity } from '@netward/contract/alarm-values'
import { isLinePart } from '@netward/contract/line-profiles'
import type { NoticeEvent } from '@netward/contract/notice-values'
import { type Language, phrase } from '@netward/phrases/server'
import type { OutgoingMessage } from '../integrations/index.ts'
import type { Values } from './template-engine.ts'

/** One transition of an alarm, as a message reports it. Names are hostile text. */
export interface NotifiedAlarm {
  readonly alarmId: string
  readonly eventId: string
  readonly transition: NoticeEvent
  readonly state: 'active' | 'cleared'
  readonly severity: AlarmSeverity
  readonly rule: string
  readonly ruleName: string | null
  readonly label: string
  /** Null: of a line, or of the company itself. */
  readonly deviceId: string | null
  readonly deviceName: string
  readonly outletName: string | null
  /** Whose alarm it is. */
  readonly companyId: string
  /** Of an alarm of a company below the recipient's; null: their own. */
  readonly companyName: string | null
  readonly companyCode: string | null
  readonly value: number | null
  readonly threshold: number | null
  readonly raisedAt: string
  readonly clearedAt: string | null
  readonly acknowledgedBy: string | null
  /** Devices that are cut off behind this one. */
  readonly behind: number
}

export interface Look {
  readonly id: string
  readonly language: Language
  readonly timeZone: string
  readonly publicUrl: string
  /** Of the company's pages; empty: the platform's. */
  readonly prefix: string
  readonly companyCode: string
  /** Of a link that acknowledges; null: none. */
  readonly ticket: string | null
}

/** Of the console's pages. */
export const pageBase = ({ publicUrl, prefix }: Pick<Look, 'publicUrl' | 'prefix'>): string =>
  `${publicUrl}/${prefix === '' ? '' : `${encodeURIComponent(prefix)}/`}#`

/** Alarms by their last transition: a raise and a change of severity in one message are one line. */
export function messageOf(notified: readonly NotifiedAlarm[], look: Look): OutgoingMessage {
  const { id, language } = look
  const alarms = lastOfEach(notified)
  const [first] = alarms
  const text = (key: string, params: Record<string, string | number> = {}) =>
    phrase(language, `notices.text.${key}`, params)
  const base = pageBase(look)
  const page = `${base}/operationsMonitoring/alarms`
  const severity = phrase(language, `alarms.severities.${first!.severity}`)
  const rule = `${ruleOf(first!, language)}${first!.transition === 'raised' ? '' : ` ${text(`events.${first!.transition}`)}`}${andBehind(first!, language)}`
  const places = new Set(alarms.map(placeOf))
  const place = places.size === 1 ? [...places][0]! : text('places', { count: places.size })
  return {
    id,
    language,
    subject:
      alarms.length === 1
        ? text('subject', { severity, device: nameOf(first!), rule })
        : text('subjectMany', { severity, place: oneLine(place), count: alarms.length }),
    lines: alarms.map((alarm) => lineOf(alarm, look)),
    link: alarms.length === 1 ? linkOf(page, first!) : page,
    cutText: text('open'),
    ...(look.ticket !== null && {
      act: {
        text: text('acknowledge'),
        link: `${base}/login?view=acknowledge&ticket=${encodeURIComponent(look.ticket)}`,
      },
    }),
    sms: {
      severity,
      device: oneLine(first!.deviceName),
      rule,
      outlet: oneLine(placeOf(first!)),
      count: String(alarms.length),
      time: timeOf(first!.raisedAt, look).slice(-5),
    },
    event: {
      type: 'alarms.changed',
      data: {
        company: look.companyCode,
        alarms: alarms.map(({ eventId: _eventId, ...alarm }) => ({
          ...alarm,
          link: linkOf(page, alarm),
        })),
      },
    },
  }
}

const placeOf = ({ companyName, outletName, deviceName }: NotifiedAlarm) =>
  `${companyName === null ? '' : `${companyName} `}${outletName ?? deviceName}`

const nameOf = ({ companyName, deviceName }: NotifiedAlarm) =>
  oneLine(`${companyName === null ? '' : `${companyName} `}${deviceName}`)

/** Of another company: who does not see it from above acts in that company first. */
const linkOf = (
  page: string,
  { alarmId, companyId, companyName }: Pick<NotifiedAlarm, 'alarmId' | 'companyId' | 'companyName'>,
) => `${page}/${alarmId}${companyName === null ? '' : `?company=${companyId}`}`

export function lastOfEach(notified: readonly NotifiedAlarm[]): NotifiedAlarm[] {
  const last = new Map<string, NotifiedAlarm>()
  for (const one of notified) {
    const before = last.get(one.alarmId)
    // What is raised and changed in one message is raised.
    if (before === undefined) last.set(one.alarmId, one)
    else if (before.transition !== 'raised') last.set(one.alarmId, one)
  }
  return [...last.values()]
}

function lineOf(alarm: NotifiedAlarm, look: Look): string {
  const { language } = look
  const text = (key: string, params: Record<string, string | number> = {}) =>
    phrase(language, `notices.text.${key}`, params)
  const part = partOf(alarm, language)
  const parts = [
    `[${phrase(language, `alarms.severities.${alarm.severity}`)}]`,
    text(`events.${alarm.transition}`),
    ...(alarm.companyName === null ? [] : [oneLine(alarm.companyName)]),
    ...(alarm.outletName === null ? [] : [oneLine(alarm.outletName)]),
    oneLine(alarm.deviceName),
    ruleOf(alarm, language),
    ...(part === '' ? [] : [part]),
    timeOf(momentOf(alarm), look),
    ...(alarm.behind > 0 ? [behindOf(alarm, language)] : []),
    ...(alarm.transition === 'acknowledged' && alarm.acknowledgedBy !== null
      ? [oneLine(alarm.acknowledgedBy)]
      : []),
  ]
  return parts.join(' ')
}

/** Variables of templates, as text of one line. */
export function valuesOf(
  alarm: NotifiedAlarm,
  count: number,
  look: Pick<Look, 'language' | 'timeZone'>,
): Values {
  const { language } = look
  return {
    severity: phrase(language, `alarms.severities.${alarm.severity}`),
    event: phrase(language, `notices.text.events.${alarm.transition}`),
    device: oneLine(alarm.deviceName),
    rule: ruleOf(alarm, language),
    // Of a company below, whose alarm it is.
    outlet: oneLine([alarm.companyName, alarm.outletName].filter((part) => part !== null).join(' ')),
    label: partOf(alarm, language),
    time: timeOf(momentOf(alarm), look),
    value: alarm.value ?? '',
    threshold: alarm.threshold ?? '',
    behind: behindOf(alarm, language),
    acknowledgedBy: oneLine(alarm.acknowledgedBy ?? ''),
    count,
  }
}

/** Of what leads a group: how many are behind it. */
const andBehind = (alarm: NotifiedAlarm, language: Language): string =>
  alarm.behind === 0 ? '' : ` (${behindOf(alarm, language)})`

/** Behind the outage of a carrier are lines, behind all else devices. */
const behindOf = ({ rule, behind: count }: NotifiedAlarm, language: Language): string => {
  if (count === 0) return ''
  return phrase(language, `notices.text.${rule === 'carrier_outage' ? 'linesBehind' : 'behind'}`, { count })
}

/** Parts of a line are keys that the console has words for; `line` is the line itself. */
export function partOf(
  { deviceId, label }: Pick<NotifiedAlarm, 'deviceId' | 'label'>,
  language: Language,
): string {
  if (deviceId !== null || !isLinePart(label)) return oneLine(label)
  return label === 'line' ? '' : phrase(language, `lines.smoke.targets.${label}`)
}

/** When what is reported happened. */
const momentOf = ({ transition, raisedAt, clearedAt }: NotifiedAlarm): string =>
  transition === 'cleared' && clearedAt !== null ? clearedAt : raisedAt

const ruleOf = ({ rule, ruleName }: NotifiedAlarm, language: Language) =>
  oneLine(ruleName ?? phrase(language, `alarms.rules.names.${rule}`))

export function timeOf(at: string, { timeZone }: Pick<Look, 'timeZone'>): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** Without line breaks, control characters and bidirectional overrides. */
export function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200E\u200F]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
