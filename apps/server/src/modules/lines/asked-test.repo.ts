import type { LinkTest } from '@netward/contract/link-tests'
import type { Scopes } from '../../platform/db/scope.ts'

export interface TakenTest {
  readonly id: string
  /** Of a test from inside. */
  readonly probe_id: string
  readonly line_id: string
  readonly company_code: string
  readonly outlet_id: string
  readonly test: LinkTest
  /** Sealed. */
  readonly url: Buffer | null
}

/** Tests on demand, as a process with collectors reads and writes them: definer functions alone. */
export const askedTestRepo = {
  take(
    scopes: Scopes,
    by: { readonly poller: string } | { readonly hub: string },
    most: number,
  ): Promise<TakenTest[]> {
    const [owner, hub] = 'poller' in by ? [by.poller, null] : ['', by.hub]
    return scopes.asLoginRole<TakenTest & Record<string, unknown>>(
      'select * from line_runs_take($1, $2, $3)',
      [owner, hub, most],
    )
  },

  async stopped(scopes: Scopes, ids: readonly string[]): Promise<{ id: string; over: boolean }[]> {
    if (ids.length === 0) return []
    return scopes.asLoginRole<{ id: string; over: boolean }>(
      'select id::text, over from line_runs_stopped($1::bigint[])',
      [ids],
    )
  },

  async found(
    scopes: Scopes,
    id: string,
    owner: string,
    result: object | null,
    done: boolean,
  ): Promise<void> {
    await scopes.asLoginRole('select line_run_found($1, $2, $3::jsonb, $4)', [
      id,
      owner,
      result === null ? null : JSON.stringify(result),
      done,
    ])
  },
}
