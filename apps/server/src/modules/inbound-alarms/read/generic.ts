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

/**
 * One alarm, or `{alarms: [...]}`: `key` and `state` (firing or resolved), with `severity`, `host`, `address`, `name`, `text`,
 * `startedAt` and `endedAt`. A key that comes back names its start.
 */
export function readGeneric(body: Fields, now: number): InboundEvent[] {
  const { alarms } = body
  if (alarms !== undefined && !Array.isArray(alarms)) throw new UnreadableDelivery('unreadable')
  return (alarms ?? [body]).map((value: unknown) => {
    const alarm = fieldsOf(value)
    const key = textOf(alarm?.['key'], 'key')
    const state = alarm?.['state']
    if (alarm === null || key === '' || (state !== 'firing' && state !== 'resolved'))
      throw new UnreadableDelivery('unreadable')
    const startedAt = timeOf(alarm['startedAt'], now)
    const endedAt = state === 'firing' ? null : timeOf(alarm['endedAt'], now)
    return {
      state: state === 'firing' ? 'active' : 'cleared',
      key,
      episode: startedAt === null ? '' : textOf(alarm['startedAt'], 'key'),
      severity: severityOf(alarm['severity']),
      host: hostOf(alarm['host']),
      address: addressOf(alarm['address']) ?? addressOf(alarm['host']),
      name: textOf(alarm['name'], 'name'),
      text: textOf(alarm['text'], 'text'),
      startedAt: startedAt ?? endedAt ?? new Date(now).toISOString(),
      endedAt,
    }
  })
}
