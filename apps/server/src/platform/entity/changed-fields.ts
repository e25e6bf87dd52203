import { columnOf } from '@netward/contract/entity-fields'

/** Values by the names of their columns: as the database and the audit log keep them. */
export function columnValues(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [columnOf(field), value]))
}

/** Differences before and after, for the audit log; null if none. */
export function changedFields<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const fields = (Object.keys(after) as (keyof T)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (fields.length === 0) return null
  const of = (values: Partial<T>) =>
    columnValues(Object.fromEntries(fields.map((field) => [field, values[field]])))
  return { before: of(before), after: of(after) }
}
