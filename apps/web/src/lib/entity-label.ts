import { columnOf, type Entity, fieldsOf, labelsOf } from '@netward/contract/entity-fields'
import { lineEntity } from '@netward/contract/line-fields'
import { memberEntity } from '@netward/contract/member-fields'
import { outletEntity } from '@netward/contract/outlet-fields'
import { tenantEntity } from '@netward/contract/tenant-fields'

/** The entity that actions of a group change: `outlet.edited` is of `outlet`. */
const entities: Readonly<Record<string, Entity | undefined>> = {
  company: tenantEntity,
  line: lineEntity,
  member: memberEntity,
  outlet: outletEntity,
}

/** The phrase of a changed field, which an entry names by its column. */
export function entityLabel(action: string, column: string): string | undefined {
  const entity = entities[action.split('.', 1)[0]!]
  if (entity === undefined) return undefined
  const labels: Readonly<Record<string, string>> = labelsOf(entity)
  const found = fieldsOf(entity).find(([field]) => field === column || columnOf(field) === column)
  return found && labels[found[0]]
}
