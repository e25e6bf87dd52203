import type { LicenceMode } from '@netward/contract/states/licence'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { LicenceContent } from './licence-file.ts'

export const licenceFileRepo = {
  /** If two processes create a key, the first stays: returns the stored one, sealed. */
  async keepSigningKey(scopes: Scopes, sealed: string): Promise<string> {
    const [row] = await scopes.asLoginRole<{ kept: string }>('select installation_fact($1, $2) as kept', [
      'licence_signing_key',
      sealed,
    ])
    return row!.kept
  },

  /** Kept in the database too, where quotas are counted. */
  async setMode(scopes: Scopes, mode: LicenceMode): Promise<void> {
    await scopes.asLoginRole('select set_licence_mode($1)', [mode])
  },

  /** Stores the content to be signed; returns its revision. */
  async insert({ db, scope }: RequestContext, file: Omit<LicenceContent, 'revision'>): Promise<number> {
    const { rows } = await sql<{ revision: number }>`
      select next_licence_file(${file.serial}, ${file.company}, ${file.installation}, ${JSON.stringify(file)}::jsonb, ${file.until},
        ${file.issuedAt}, ${scope.actorName}) as revision`.execute(db)
    return rows[0]!.revision
  },

  async import({ db, scope }: RequestContext, file: LicenceContent): Promise<void> {
    await sql`
      select import_licence_file(${file.key}, ${file.issuer}, ${file.serial}, ${file.revision},
        ${JSON.stringify(file.grants)}::jsonb, ${file.from}, ${file.until}, ${file.issuedAt}, ${scope.actorName})`.execute(
      db,
    )
  },

  async newestSeen({ db }: RequestContext): Promise<string | null> {
    const { rows } = await sql<{ seen: string | null }>`select licence_clock() as seen`.execute(db)
    return rows[0]!.seen
  },

  companyOf: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('company')
      .select(['code', 'name', 'kind'])
      .where('id', '=', scope.companyId)
      .executeTakeFirstOrThrow(),

  signed: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('licence_file')
      .select(['serial', 'revision', 'company_code', 'installation', 'until', 'issued_at', 'issued_by'])
      .where('company_id', '=', scope.companyId)
      .orderBy('issued_at', 'desc')
      .limit(200)
      .execute(),

  /** What renews them: only those that the company acted in signed. */
  contents: ({ db, scope }: RequestContext, serials: readonly string[]) =>
    db
      .selectFrom('licence_file')
      .select(['serial', 'company_code', 'installation', 'content'])
      .where('company_id', '=', scope.companyId)
      .where('serial', 'in', serials)
      .execute(),

  imported: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('licence_import')
      .select(['serial', 'revision', 'issuer_name', 'until', 'imported_at', 'imported_by'])
      .where('company_id', '=', scope.companyId)
      .orderBy('imported_at', 'desc')
      .limit(200)
      .execute(),
}
