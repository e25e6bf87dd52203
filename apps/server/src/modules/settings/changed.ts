/** Requested values that differ from the current ones: before and after. For the audit log. */
export function changedOf<T extends object>(
  before: T,
  wanted: { [K in keyof T]?: T[K] | undefined },
): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(wanted) as (keyof T)[]).filter(
    (key) => wanted[key] !== undefined && wanted[key] !== before[key],
  )
  const of = (from: { [K in keyof T]?: T[K] | undefined }) =>
    Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>
  return { before: of(before), after: of(wanted) }
}
