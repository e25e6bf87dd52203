import { type Fields, isFields, line, list, scalar } from './fields.ts'

/** Of a value, and of a text that may name many of them. */
const longest = 2048

const reference = /\{\$[^{}]{1,255}\}/g

/** Macros of a host that have a value. An export leaves out secret ones, and those of a vault hold a path. */
export function macrosOf(host: Fields): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const macro of list(host, 'macros') ?? []) {
    if (!isFields(macro)) continue
    const type = scalar(macro, 'type') ?? 'TEXT'
    const value = scalar(macro, 'value')
    if (type === 'TEXT' && value !== undefined) found.set(line(macro, 'macro', 255), value.slice(0, longest))
  }
  return found
}

/** A text with its macros filled in; `missing` are those without a value. */
export function expanded(
  text: string,
  macros: ReadonlyMap<string, string>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = []
  const filled = text.slice(0, longest).replaceAll(reference, (name) => {
    const value = macros.get(name)
    if (value === undefined) missing.push(name)
    return value ?? name
  })
  return { text: filled, missing }
}
