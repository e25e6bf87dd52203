import type { companyMoveApi, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type MovePreview = OutputOf<typeof companyMoveApi.previewMove> & { refusal: string | null }

interface Wanted {
  readonly companyId: string
  readonly parentId: string
  readonly reason: string
}

/** Definer functions check that both companies are below the scope's root. */
export const moveRepo = {
  async preview({ db }: RequestContext, companyId: string, parentId: string | null): Promise<MovePreview> {
    const { rows } = await sql<{
      found: MovePreview
    }>`select move_preview(${companyId}, ${parentId}) as found`.execute(db)
    return rows[0]!.found
  },

  async targets(
    { db }: RequestContext,
    companyId: string,
    search: string,
    most: number,
  ): Promise<OutputOf<typeof companyMoveApi.moveTargets>> {
    const { rows } = await sql<
      OutputOf<typeof companyMoveApi.moveTargets>[number]
    >`select id::text, name, code, kind from move_targets(${companyId}, ${search}, ${most})`.execute(db)
    return rows
  },

  async move({ db, scope, requestId }: RequestContext, wanted: Wanted): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select move_company(${wanted.companyId}, ${wanted.parentId}, ${wanted.reason}, ${scope.actorName},
        ${requestId})::text as id`.execute(db)
    return rows[0]!.id
  },

  async moveCustomers({ db, scope, requestId }: RequestContext, wanted: Wanted): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select move_customers(${wanted.companyId}, ${wanted.parentId}, ${wanted.reason}, ${scope.actorName},
        ${requestId}) as n`.execute(db)
    return rows[0]!.n
  },

  /** One batch of the next move; null if none is pending. */
  async portion(scopes: Scopes, most: number): Promise<MovePortion | null> {
    const [row] = await scopes.asLoginRole<MovePortion>(
      `select notified::text as notified, went, name as "companyName", from_name as "fromName", to_name as "toName", reason
       from move_portion($1)`,
      [most],
    )
    return row ?? null
  },
}

/** `told`: the company whose rights just changed, with the content of its notice. */
export interface MovePortion extends Record<string, unknown> {
  notified: string | null
  went: boolean
  companyName: string
  fromName: string
  toName: string
  reason: string
}
