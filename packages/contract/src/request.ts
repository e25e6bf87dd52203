/** How an endpoint and its input become a request: the same for the web client, the demo and the tests. */

export type Sent = Readonly<Record<string, unknown>>

/** Fills the `:name` parts of a path from the input and answers what is left of it. */
export function fillPath(path: string, input: Sent): { path: string; rest: Sent } {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`path parameter ${name} is missing`)
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}

/** A query string or form: lists repeat their name, absent values are left out. */
export function toSearch(input: Sent): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
        search.append(name, String(item))
      }
    }
  }
  return search
}

/** Reading endpoints take their input in the query, the others in the body. */
export function requestOf(key: string, input: Sent): { method: string; url: string; payload?: Sent } {
  const [method = '', template = ''] = key.split(' ')
  const { path, rest } = fillPath(template, input)
  if (method !== 'GET' && method !== 'DELETE') return { method, url: path, payload: rest }
  const search = toSearch(rest)
  return { method, url: search.size > 0 ? `${path}?${search.toString()}` : path }
}
