import type { Scopes } from '../../platform/db/scope.ts'

export interface TestOfToken {
  readonly run_id: string
  readonly kind: string
  readonly bytes: number
  /** Null: by bytes. */
  readonly seconds: number | null
}

export const testPointRepo = {
  async find(scopes: Scopes, hash: Buffer): Promise<TestOfToken | null> {
    const rows = await scopes.asLoginRole<TestOfToken & Record<string, unknown>>(
      'select run_id, kind, bytes, seconds from diagnostic_test($1)',
      [hash],
    )
    return rows[0] ?? null
  },
}
