/** Pure parts of a call: everything decided before network access. */

import { appCodeOf } from '@netward/contract/request'

const defaultTimeoutMs = 180_000
const longerMs: Readonly<Record<string, number>> = { '/api/v1/auth/application/edit': 1_800_000 }

/** Timeout of a path (specification §7). */
export function timeoutOf(path: string): number {
  return longerMs[path] ?? defaultTimeoutMs
}

export interface Scope {
  token: string | null
  language: 'zh' | 'en'
  companyId: string | null
  /** 1 and 2 count as admin; null until it is known. */
  identity: number | null
  actingCompanyId: string | null
}

/** Headers of every call (specification §6, §7). All are claims that the server checks. */
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

/**
 * Success, or the failure code, of a JSON response body: a type field or code 0 is success (specification
 * §8). A proxy's refusal may have a type too, so that counts only with a successful status.
 */
export function failureCode(body: unknown, ok = true): string | null {
  if (typeof body !== 'object' || body === null) return 'system.error'
  if (ok && 'type' in body && body.type !== undefined && body.type !== null) return null
  if ('code' in body) {
    const { code } = body
    if (code === 0) return null
    if (typeof code === 'number' || typeof code === 'string') return String(code)
  }
  return 'system.error'
}

/** Replaces characters that file systems refuse. */
export function fileName(label: string, ending: 'csv' | 'zip' | 'xlsx' | 'pdf' = 'csv'): string {
  const cleaned = label.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_')
  return `${cleaned.trim() === '' ? 'export' : cleaned.trim()}.${ending}`
}
