import type { InputOf, tenantDeletionApi } from '@netward/contract'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions, ZipAnswer } from '../../platform/http/route.ts'
import { tenantDeletionRepo } from './tenant-deletion.repo.ts'
import { type TenantRow, tenantRepo } from './tenant.repo.ts'
import { zipOf } from '../../platform/http/zip-of.ts'

type Deletion = NonNullable<Awaited<ReturnType<typeof tenantDeletionRepo.find>>>

/**
 * The whole export as one file. Each piece is read in a transaction of its own, which checks the caller's
 * rights again: no transaction stays open during a slow download.
 */
export async function downloadTenantExport(
  ctx: SeveralTransactions,
  { companyId }: InputOf<typeof tenantDeletionApi.downloadTenantExport>,
): Promise<ZipAnswer> {
  const { tenant, deletion } = await ctx.inTransaction(null, async (inside) => {
    const found = await tenantRepo.find(inside, companyId)
    const ending = await tenantDeletionRepo.find(inside, companyId)
    if (!found || !ending) throw new AppError('company.not_found')
    if (!ending.may_take) throw new AppError('company.export_withheld')
    if (ending.export_state !== 'done') throw new AppError('company.export_not_ready')
    await inside.audit({ action: 'company.export_taken', subjectKind: 'company', subjectId: companyId })
    return { tenant: found, deletion: ending }
  })
  const piecesOf = async function* (part: string): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position += 1) {
      const piece = await ctx.inTransaction(null, (inside) =>
        tenantDeletionRepo.exportPiece(inside, companyId, part, position),
      )
      if (piece === null) return
      yield piece
    }
  }
  const files = [
    { name: 'README.txt', content: [Buffer.from(readmeOf(tenant, deletion), 'utf8')] },
    { name: 'manifest.json', content: [Buffer.from(manifestOf(tenant, deletion), 'utf8')] },
    ...deletion.parts.map(({ part }) => ({ name: fileOf(part), content: piecesOf(part) })),
  ]
  return { name: `${tenant.code}-${ctx.phrase('tenants.deletion.export')}`, zip: zipOf(files) }
}

const fileOf = (part: string) => `${part}.csv`

/** For people, in the tenant's language; the byte order mark makes old editors read it as UTF-8. */
function readmeOf(tenant: TenantRow, deletion: Deletion): string {
  const say = (key: PhraseKey, params?: Record<string, string | number>) =>
    phrase(tenant.language, key, params)
  const lines = [
    say('tenants.readme.title', { name: tenant.name, code: tenant.code }),
    say('tenants.readme.asked', { at: dayOf(deletion.requested_at), due: dayOf(deletion.due_at) }),
    '',
    ...deletion.parts.map(({ part, rows, complete }) =>
      [
        say('tenants.readme.file', {
          file: fileOf(part),
          content: say(`tenants.parts.${part}` as PhraseKey),
          rows,
        }),
        ...(complete ? [] : [say('tenants.readme.cut')]),
      ].join(' '),
    ),
    '',
    say('tenants.readme.format'),
    say('tenants.readme.left'),
  ]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

const dayOf = (instant: string) => new Date(instant).toISOString().slice(0, 10)

/** For programs. */
function manifestOf(tenant: TenantRow, deletion: Deletion): string {
  return JSON.stringify(
    {
      tenant: { id: tenant.id, code: tenant.code, name: tenant.name, language: tenant.language },
      requestedAt: deletion.requested_at,
      dueAt: deletion.due_at,
      encoding: 'UTF-8 with byte order mark',
      files: deletion.parts.map(({ part, rows, bytes, complete, sha256 }) => ({
        file: fileOf(part),
        part,
        rows,
        bytes,
        complete,
        sha256,
      })),
    },
    null,
    2,
  )
}
