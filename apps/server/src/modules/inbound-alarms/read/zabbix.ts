import type { AlarmSeverity } from '@netward/contract/alarm-values'
import {
  addressOf,
  type Fields,
  hostOf,
  type InboundEvent,
  severityOf,
  textOf,
  UnreadableDelivery,
} from './event.ts'

/** {EVENT.NSEVERITY}: not classified, information, warning, average, high, disaster. */
const severities: readonly AlarmSeverity[] = [
  'indeterminate',
  'indeterminate',
  'warning',
  'minor',
  'major',
  'critical',
]

/**
 * What the script on the page of sources posts: the macros of a problem. A recovery has the event id of its problem, with
 * the value 0. Zabbix writes times without a zone, so the age of a problem says when it began.
 */
export function readZabbix(body: Fields, now: number): InboundEvent[] {
  const key = textOf(body['eventId'], 'key')
  const value = textOf(body['value'], 'key')
  if (!/^\d{1,20}$/.test(key) || !['0', '1'].includes(value)) throw new UnreadableDelivery('unreadable')
  const begun = now - (secondsOf(body['age']) ?? 0) * 1000
  const lasted = secondsOf(body['duration'])
  const number = Number(textOf(body['severity'], 'key') || Number.NaN)
  return [
    {
      state: value === '1' ? 'active' : 'cleared',
      key,
      episode: '',
      severity: severities[number] ?? severityOf(body['severity']),
      host: hostOf(body['host']),
      address: addressOf(body['address']),
      name: textOf(body['name'], 'name'),
      text: textOf(body['text'], 'text'),
      startedAt: new Date(begun).toISOString(),
      endedAt:
        value === '1' || lasted === null
          ? null
          : new Date(Math.min(begun + lasted * 1000, now)).toISOString(),
    },
  ]
}

const units: Readonly<Record<string, number>> = {
  y: 365 * 86_400,
  M: 30 * 86_400,
  w: 7 * 86_400,
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
}

/** {EVENT.AGE} and {EVENT.DURATION}: `1d 2h 3m 4s`. Null for anything else, at most 90 days. */
export function secondsOf(value: unknown): number | null {
  const text = textOf(value, 'key')
  if (!/^(?:\d{1,5}[yMwdhms]\s?){1,7}$/.test(text)) return null
  const sum = [...text.matchAll(/(\d+)([yMwdhms])/g)].reduce(
    (all, [, count, unit]) => all + Number(count) * (units[unit ?? ''] ?? 0),
    0,
  )
  return Math.min(sum, 90 * 86_400)
}
