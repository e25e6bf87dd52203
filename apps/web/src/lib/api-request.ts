/** Pure parts of a call: everything that is decided before the network is touched. */

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

/** The application code is chosen from the path (specification §6). */
export function appCodeOf(path: string): 'DMS_SERVER' | 'DMS_MONITOR' | 'DMS_DIAL' {
  if (path.includes('/monitor/api/')) return 'DMS_MONITOR'
  return path.includes('/dial/api/') ? 'DMS_DIAL' : 'DMS_SERVER'
}

export interface Scope {
  token: string | null
  language: 'zh' | 'en'
  companyId: string | null
  /** 1 and 2 count as admin; null until it is known. */
  identity: number | null
  actingCompanyId: string | null
}

/** Headers of every call (specification §6, §7). All of them are claims that the server checks. */
export function headersOf(path: string, scope: Scope): Record<string, string> {
  const headers: Record<string, string> = {
    'Accept-Language': scope.language === 'en' ? 'en-us' : 'zh-cn',
    'X-App-Code': appCodeOf(path),
  }
  if (scope.token !== null) headers['Authorization'] = `Bearer ${scope.token}`
  if (scope.companyId !== null) headers['X-Company-Id'] = scope.companyId
  if (scope.actingCompanyId !== null) {
    headers['X-Tenant-Company-Id'] = scope.actingCompanyId
    headers['X-Proxy'] = '1'
  } else if ((scope.identity === 1 || scope.identity === 2) && scope.companyId !== null) {
    headers['X-Tenant-Company-Id'] = scope.companyId
    headers['X-Proxy'] = '0'
  }
  return headers
}

/** Success, or the code of the failure, of an answer's JSON body (specification §8). */
export function failureCode(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'system.error'
  if ('code' in body) {
    const { code } = body
    if (code === 0) return null
    if (typeof code === 'number' || typeof code === 'string') return String(code)
  }
  return 'type' in body && body.type !== undefined ? null : 'system.error'
}

/** Characters that a file system refuses are replaced. */
export function csvName(label: string): string {
  const cleaned = label.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_')
  return `${cleaned.trim() === '' ? 'export' : cleaned.trim()}.csv`
}
