import { type InboundKind, inboundLimits } from '@netward/contract/inbound-alarm-values'
import { readAlertmanager } from './alertmanager.ts'
import { type Fields, fieldsOf, type InboundEvent, UnreadableDelivery } from './event.ts'
import { readGeneric } from './generic.ts'
import { readZabbix } from './zabbix.ts'

export { type InboundEvent, UnreadableDelivery } from './event.ts'

const readers: Readonly<Record<InboundKind, (body: Fields, now: number) => InboundEvent[]>> = {
  zabbix: readZabbix,
  alertmanager: readAlertmanager,
  generic: readGeneric,
}

/** The alarms of a delivery, all or none. @throws UnreadableDelivery */
export function readDelivery(kind: InboundKind, body: unknown, now: number): InboundEvent[] {
  const fields = fieldsOf(body)
  if (fields === null) throw new UnreadableDelivery('unreadable')
  const many = fields['alerts'] ?? fields['alarms']
  if (Array.isArray(many) && many.length > inboundLimits.perDelivery) throw new UnreadableDelivery('too_many')
  return readers[kind](fields, now)
}
