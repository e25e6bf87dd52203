import type { ReferenceKind } from '@netward/contract/conversation-values'
import { type Language, phrase } from '@netward/phrases/server'
import type { NamedReference } from './tool.ts'

/** Devices of this type have a page of their own. */
export const deviceReference = (device: {
  id: string
  name: string
  type: string | null
}): NamedReference => ({
  kind: device.type === 'smart_cpe' ? 'gateway' : 'device',
  id: device.id,
  name: device.name,
})

/** Of things that may be absent. */
export const referenceOf = (
  kind: ReferenceKind,
  id: string | null | undefined,
  name: string | null | undefined,
): readonly NamedReference[] => (id ? [{ kind, id, name: name ?? id }] : [])

/** Shipped rules have names in each language, own ones what the company calls them. */
export function ruleName(language: Language, rule: string, name: string | null): string {
  if (name !== null && name !== '') return name
  const key = `alarms.rules.names.${rule}`
  const text = phrase(language, key)
  return text === key ? rule : text
}

/** What to do about an alarm of a shipped rule. */
export function shippedRunbook(language: Language, rule: string): string {
  const key = `alarmRunbooks.${rule}`
  const text = phrase(language, key)
  return text === key ? '' : text
}

export const metricName = (language: Language, metric: string): string => {
  const key = `metrics.names.${metric}`
  const text = phrase(language, key)
  return text === key ? metric : text
}
