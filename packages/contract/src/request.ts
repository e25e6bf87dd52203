/** Turns an endpoint and its input into a request: shared by the web client, the demo and the tests. */

export type Sent = Readonly<Record<string, unknown>>

/** Fills the `:name` parts of a path from the input and returns the rest of the input. */
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

/** A query string or form: lists repeat their name, absent values are omitted. */
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

/** The application code that a path belongs to (specification §6): what `X-App-Code` names. */
export function appCodeOf(path: string): 'DMS_SERVER' | 'DMS_MONITOR' | 'DMS_DIAL' {
  if (path.includes('/monitor/api/')) return 'DMS_MONITOR'
  return path.includes('/dial/api/') ? 'DMS_DIAL' : 'DMS_SERVER'
}
