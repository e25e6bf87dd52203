import { type Entity, type EntityField, labelsOf } from '@netward/contract/entity-fields'
import type { TFunction } from 'i18next'

const dash = '—'

/** A phrase whose key comes from a field table. */
export const phraseOf = (t: TFunction, key: string) => t(key as 'common.save')

/** The label of a field or of a computed value. */
export function labelOf(t: TFunction, entity: Entity, name: string): string {
  const labels: Readonly<Record<string, string>> = labelsOf(entity)
  return phraseOf(t, labels[name] ?? name)
}

/** How the value of a plain field reads. */
export function valueText(t: TFunction, field: EntityField | undefined, value: unknown): string {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return dash
  return field?.kind === 'choice' ? phraseOf(t, `${field.phrases}.${value}`) : String(value)
}
