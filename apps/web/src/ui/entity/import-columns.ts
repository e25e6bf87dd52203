import { type Entity, fieldsOf } from '@netward/contract/entity-fields'
import type { TFunction } from 'i18next'
import { labelOf, phraseOf } from './entity-text.ts'

/** The columns of an import: each field's name in a file, and what its cells hold. */
export function importColumns(t: TFunction, entity: Entity): readonly { name: string; help: string }[] {
  return fieldsOf(entity).map(([field, { csv, required }]) => {
    const help = csv?.help ?? (required ? 'common.columnRequired' : 'common.columnOptional')
    return { name: csv?.name ?? field, help: `${labelOf(t, entity, field)} · ${phraseOf(t, help)}` }
  })
}
