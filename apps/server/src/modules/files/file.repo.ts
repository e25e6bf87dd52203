import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

/** Bytes per row: the driver holds each chunk in memory as text. */
export const fileChunkBytes = 256 * 1024

/** Readable by any caller that knows the name: a company's logo, the icon of a product or an application. */
export type PublicKind = 'logo' | 'icon'

const publicQueries = {
  logo: {
    find: 'select file_id, media_type, size, sha256 from find_logo($1)',
    content: 'select data from logo_chunks($1)',
  },
  icon: {
    find: 'select file_id, media_type, size, sha256 from find_icon($1)',
    content: 'select data from icon_chunks($1)',
  },
} as const

export interface PublicFile extends Record<string, unknown> {
  file_id: string
  media_type: string
  size: number
  sha256: Buffer
}

export const fileRepo = {
  /** Stores a content under its name, once; returns the file's id. */
  async insert(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    file: { name: string; mediaType: string; sha256: Buffer; content: Buffer },
  ): Promise<string> {
    const { name, mediaType, sha256, content } = file
    const made = await db
      .insertInto('file')
      .values({
        company_id: scope.companyId,
        name,
        media_type: mediaType,
        size: content.length,
        sha256,
        created_by: scope.personId,
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made === undefined) {
      const there = db.selectFrom('file').select('id').where('company_id', '=', scope.companyId)
      return (await there.where('name', '=', name).executeTakeFirstOrThrow()).id
    }
    const chunks = Array.from({ length: Math.ceil(content.length / fileChunkBytes) }, (_, position) => ({
      company_id: scope.companyId,
      file_id: made.id,
      position,
      data: content.subarray(position * fileChunkBytes, (position + 1) * fileChunkBytes),
    }))
    await db.insertInto('file_chunk').values(chunks).execute()
    return made.id
  },

  async content({ db, scope }: Pick<RequestContext, 'db' | 'scope'>, id: string): Promise<Buffer> {
    const chunks = await db
      .selectFrom('file_chunk')
      .select('data')
      .where('company_id', '=', scope.companyId)
      .where('file_id', '=', id)
      .orderBy('position')
      .execute()
    return Buffer.concat(chunks.map(({ data }) => data))
  },

  async remove({ db, scope }: RequestContext, id: string): Promise<void> {
    await db.deleteFrom('file').where('company_id', '=', scope.companyId).where('id', '=', id).execute()
  },

  async removeNamed({ db, scope }: RequestContext, name: string): Promise<void> {
    await db.deleteFrom('file').where('company_id', '=', scope.companyId).where('name', '=', name).execute()
  },

  /** Waits for concurrent changes to the same company's file of a kind. */
  async lock({ db, scope }: RequestContext, kind: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${scope.companyId}`}, 0))`.execute(db)
  },

  async findPublic(scopes: Scopes, kind: PublicKind, name: string): Promise<PublicFile | null> {
    const rows = await scopes.asLoginRole<PublicFile>(publicQueries[kind].find, [name])
    return rows[0] ?? null
  },

  async publicContent(scopes: Scopes, kind: PublicKind, fileId: string): Promise<Buffer> {
    const rows = await scopes.asLoginRole<{ data: Buffer }>(publicQueries[kind].content, [fileId])
    return Buffer.concat(rows.map((row) => row.data))
  },
}
