import type { InboundKind, InboundProblem } from '@netward/contract/inbound-alarm-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface SourceRow {
  readonly id: string
  readonly name: string
  readonly kind: InboundKind
  readonly tokenHint: string | null
  readonly alarms: number
  readonly lastAt: string | null
  readonly problem: InboundProblem | null
  readonly problemAt: string | null
  readonly createdAt: string
  readonly createdBy: string
}

const shown = sql`id, name, kind, token_hint as "tokenHint", alarms, last_at as "lastAt", problem, problem_at as "problemAt",
  created_at as "createdAt", created_by as "createdBy"`

/** Sources of the company acted in. */
export const sourceRepo = {
  async all({ db, scope }: Reader): Promise<SourceRow[]> {
    const { rows } =
      await sql<SourceRow>`select ${shown} from inbound_source where company_id = ${scope.companyId}
      order by lower(name), id`.execute(db)
    return rows
  },

  async find({ db, scope }: Reader, id: string): Promise<SourceRow | undefined> {
    const { rows } = await sql<SourceRow>`select ${shown} from inbound_source
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<SourceRow | undefined> {
    const { rows } = await sql<SourceRow>`select ${shown} from inbound_source
      where id = ${id} and company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    source: { name: string; kind: InboundKind; hash: Buffer; hint: string },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into inbound_source (company_id, name, kind, token_hash, token_hint, created_by)
      values (${scope.companyId}, ${source.name}, ${source.kind}, ${source.hash}, ${source.hint}, ${scope.actorName})
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** Null: none. */
  async setToken(
    { db, scope }: Reader,
    id: string,
    token: { hash: Buffer; hint: string } | null,
  ): Promise<void> {
    await db
      .updateTable('inbound_source')
      .set({ token_hash: token?.hash ?? null, token_hint: token?.hint ?? null })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('inbound_source')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
