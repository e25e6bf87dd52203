import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

interface DeletionRow {
  requested_at: string
  due_at: string
  requested_by: string
  reason: string
  export_state: 'waiting' | 'running' | 'done' | 'failed'
  export_done: number
  export_total: number
  started: boolean
  may_take: boolean
  parts: { part: string; rows: number; bytes: number; complete: boolean; sha256: string }[]
}

export const tenantDeletionRepo = {
  async find({ db }: Reader, id: string): Promise<DeletionRow | undefined> {
    return (
      await sql<DeletionRow>`select d.*, may_take_export(${id}) as may_take from find_deletion(${id}) d`.execute(
        db,
      )
    ).rows[0]
  },

  async insert(
    { db, scope, requestId }: RequestContext,
    id: string,
    given: { days: number; abandonGateways: boolean; reason: string },
  ): Promise<string> {
    const { rows } = await sql<{ due: string }>`
      select request_deletion(${id}, ${given.days}::int, ${given.abandonGateways}, ${given.reason}, ${scope.actorName},
        ${requestId}) as due`.execute(db)
    return rows[0]!.due
  },

  async cancel({ db, scope, requestId }: RequestContext, id: string): Promise<void> {
    await sql`select cancel_deletion(${id}, ${scope.actorName}, ${requestId})`.execute(db)
  },

  async retryExport({ db }: Reader, id: string): Promise<void> {
    await sql`select retry_export(${id})`.execute(db)
  },

  /** One piece of an export part; null past its end. */
  async exportPiece({ db }: Reader, id: string, part: string, position: number): Promise<Buffer | null> {
    const { rows } = await sql<{ data: Buffer | null }>`
      select export_piece(${id}, ${part}, ${position}::int) as data`.execute(db)
    return rows[0]?.data ?? null
  },

  async tombstones(
    { db, scope }: RequestContext,
    { page, pageSize, search }: { page: number; pageSize: number; search: string | undefined },
  ) {
    const matching = db
      .selectFrom('gateway_tombstone')
      .where('company_id', '=', scope.companyId)
      .$if(search !== undefined && search !== '', (query) =>
        query.where(
          sql<boolean>`strpos(lower(concat_ws(' ', serial_number, tenant_name, tenant_code) collate "default"), ${search!.toLowerCase()}) > 0`,
        ),
      )
    const items = await matching
      .select(['id', 'oui', 'product_class', 'serial_number', 'tenant_name', 'tenant_code', 'at'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  removeTombstone: ({ db, scope }: RequestContext, id: string) =>
    db
      .deleteFrom('gateway_tombstone')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .returning(['serial_number', 'tenant_name'])
      .executeTakeFirst(),

  // ─── Jobs ──────────────────────────────────────────────────────────────────────────────────────────────────

  async missingParts(scopes: Scopes, companyId: string): Promise<{ missing: string[]; total: number }> {
    const rows = await scopes.asLoginRole<{ part: string; missing: boolean }>(
      `select e as part, e in (select missing_export_parts($1)) as missing from export_parts() e`,
      [companyId],
    )
    return { missing: rows.filter((row) => row.missing).map(({ part }) => part), total: rows.length }
  },

  exportRows(
    scopes: Scopes,
    companyId: string,
    part: string,
    after: string,
    limit: number,
  ): Promise<{ id: string; content: Record<string, unknown> }[]> {
    return scopes.asLoginRole('select id, content from export_rows($1, $2, $3, $4)', [
      companyId,
      part,
      after,
      limit,
    ])
  },

  /** False when the deletion was cancelled or has begun. */
  async noteExport(
    scopes: Scopes,
    companyId: string,
    state: 'running' | 'done' | 'failed',
    done: number,
    total: number,
  ): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ there: boolean }>(
      'select note_export($1, $2, $3, $4) as there',
      [companyId, state, done, total],
    )
    return row?.there ?? false
  },

  /** The part's target file; null when it exists, or the deletion was cancelled. */
  async beginPart(scopes: Scopes, companyId: string, part: string, name: string): Promise<string | null> {
    const [row] = await scopes.asLoginRole<{ id: string | null }>(
      'select begin_export_part($1, $2, $3)::text as id',
      [companyId, part, name],
    )
    return row?.id ?? null
  },

  /** False when another worker has restarted the part, or the deletion was cancelled. */
  async addPiece(
    scopes: Scopes,
    companyId: string,
    fileId: string,
    position: number,
    content: Buffer,
  ): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ added: boolean }>(
      'select add_export_piece($1, $2, $3, $4) as added',
      [companyId, fileId, position, content],
    )
    return row?.added ?? false
  },

  async finishPart(
    scopes: Scopes,
    companyId: string,
    fileId: string,
    given: { rows: number; size: number; sha256: Buffer; complete: boolean },
  ): Promise<void> {
    await scopes.asLoginRole('select finish_export_part($1, $2, $3, $4, $5, $6)', [
      companyId,
      fileId,
      given.rows,
      given.size,
      given.sha256,
      given.complete,
    ])
  },

  async due(scopes: Scopes): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select due_deletions()::text as id')
    return rows.map(({ id }) => id)
  },

  /** Whether anything is left. */
  async removePortion(scopes: Scopes, companyId: string, most: number): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ left: boolean }>(
      'select delete_company_portion($1, $2) as left',
      [companyId, most],
    )
    return row?.left ?? false
  },

  /** Returns how many were warned. */
  async warnOfEnds(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select warn_of_ends($1) as n', [most])
    return row?.n ?? 0
  },

  /** Where the owner of an account without a company is notified; undefined if there is no address. */
  async freedAccount(
    scopes: Scopes,
    personId: string,
  ): Promise<{ phone: string | null; email: string | null; language: 'zh' | 'en' } | undefined> {
    const [row] = await scopes.asLoginRole<{
      phone: string | null
      email: string | null
      language: 'zh' | 'en'
    }>('select * from freed_account($1)', [personId])
    return row
  },

  async noticeFacts(
    scopes: Scopes,
    companyId: string,
  ): Promise<{ name: string; language: 'zh' | 'en'; time_zone: string } | undefined> {
    const [row] = await scopes.asLoginRole<{ name: string; language: 'zh' | 'en'; time_zone: string }>(
      'select * from notice_facts($1)',
      [companyId],
    )
    return row
  },
}
