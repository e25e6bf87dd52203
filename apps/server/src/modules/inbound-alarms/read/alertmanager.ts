import { createHash } from 'node:crypto'
import {
  addressOf,
  type Fields,
  fieldsOf,
  hostOf,
  type InboundEvent,
  severityOf,
  textOf,
  timeOf,
  UnreadableDelivery,
} from './event.ts'

/** Labels that name the device, the best first. `instance` is host:port of the exporter. */
const hostLabels = [
  'host',
  'hostname',
  'device',
  'sysName',
  'nodename',
  'node',
  'target',
  'instance',
] as const

/**
 * The webhook of Alertmanager, version 4: a group of alerts, each by its fingerprint, which comes back with another
 * `startsAt` when its alert fires again.
 */
export function readAlertmanager(body: Fields, now: number): InboundEvent[] {
  const alerts = body['alerts']
  if (!Array.isArray(alerts)) throw new UnreadableDelivery('unreadable')
  return alerts.map((value) => {
    const alert = fieldsOf(value)
    const labels = fieldsOf(alert?.['labels'])
    if (alert === null || labels === null) throw new UnreadableDelivery('unreadable')
    const annotations = fieldsOf(alert['annotations']) ?? {}
    const startedAt = timeOf(alert['startsAt'], now)
    const state = stateOf(alert['status'])
    const named = hostLabels.map((label) => labels[label]).find((one) => textOf(one, 'host') !== '')
    const name = textOf(labels['alertname'], 'name')
    return {
      state,
      key: textOf(alert['fingerprint'], 'key') || keyOf(labels),
      episode: textOf(alert['startsAt'], 'key'),
      severity: severityOf(labels['severity']),
      host: hostOf(named),
      address:
        addressOf(labels['ip'] ?? labels['address']) ?? addressOf(named) ?? addressOf(labels['instance']),
      name: name || textOf(annotations['summary'], 'name'),
      text: [annotations['summary'], annotations['description'] ?? annotations['message']]
        .map((one) => textOf(one, 'text'))
        .filter((one) => one !== '')
        .join('\n'),
      startedAt: startedAt ?? new Date(now).toISOString(),
      endedAt: state === 'active' ? null : timeOf(alert['endsAt'], now),
    }
  })
}

function stateOf(status: unknown): InboundEvent['state'] {
  if (status === 'firing') return 'active'
  if (status === 'resolved') return 'cleared'
  throw new UnreadableDelivery('unreadable')
}

/** Before 0.19 Alertmanager sent no fingerprint: the labels identify an alert. What is nested in one has no end. */
function keyOf(labels: Fields): string {
  const sorted = Object.entries(labels)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, value]) => [label, typeof value === 'string' ? value : textOf(value, 'text')])
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
