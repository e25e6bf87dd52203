import type { OutputOf, settingsApi } from '@netward/contract'
import type { DocumentKind } from '@netward/contract/document-values'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type PlatformDocument = OutputOf<typeof settingsApi.platformDocuments>[number]

const read = `select kind, version, zh, en, published_at as "publishedAt", published_by as "publishedBy"
  from platform_documents() order by kind desc`

export const documentRepo = {
  /** Without their texts. */
  versions: (scopes: Scopes): Promise<Pick<PlatformDocument, 'kind' | 'version'>[]> =>
    scopes.asLoginRole('select kind, version from platform_documents() order by kind desc'),

  /** Those that apply. */
  async all(reader: Scopes | Pick<RequestContext, 'db'>): Promise<PlatformDocument[]> {
    if ('db' in reader) return (await sql<PlatformDocument>`${sql.raw(read)}`.execute(reader.db)).rows
    return reader.asLoginRole<PlatformDocument>(read)
  },

  async insert({ db, scope }: RequestContext, kind: DocumentKind, zh: string, en: string): Promise<number> {
    const { rows } = await sql<{ version: number }>`
      select publish_document(${kind}, ${zh}, ${en}, ${scope.actorName}) as version`.execute(db)
    return rows[0]!.version
  },
}
