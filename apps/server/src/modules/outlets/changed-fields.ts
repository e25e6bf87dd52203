/** What differs, before and after, for the audit log; null when nothing does. */
export function changedFields<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const fields = (Object.keys(after) as (keyof T)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (fields.length === 0) return null
  const of = (values: Partial<T>) =>
    Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<T>
  return { before: of(before), after: of(after) }
}
