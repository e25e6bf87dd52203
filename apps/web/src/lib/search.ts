/** Search parameters of a route as plain text: one value, or a list when the name repeats. */
export type Search = Readonly<Record<string, string | readonly string[]>>

export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name]
    found[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return found
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' || typeof item === 'number') parameters.append(name, String(item))
    }
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
