import type { auditPackApi, InputOf, OutputOf } from '@netward/contract'
import { phrase } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions, XlsxAnswer } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { auditPackRepo, type PackRow } from './audit-pack.repo.ts'

export async function pageAuditPacks(
  ctx: RequestContext,
  query: InputOf<typeof auditPackApi.pageAuditPacks>,
): Promise<OutputOf<typeof auditPackApi.pageAuditPacks>> {
  const { items, total } = await auditPackRepo.page(ctx, query)
  return { items, ...capped(total) }
}

/** @throws AppError audit_pack.future, audit_pack.open */
export async function makeAuditPack(
  ctx: RequestContext,
  { from, to, language }: InputOf<typeof auditPackApi.makeAuditPack>,
): Promise<{ id: string }> {
  const company = await auditPackRepo.company(ctx)
  if (to > company.today) throw wrongField(ctx, 'audit_pack.future', 'to')
  const packId = await auditPackRepo.insert(ctx, { ...company, from, to, language })
  if (packId === undefined) throw new AppError('audit_pack.open')
  await ctx.enqueue('audit_pack.make', { packId }, { key: `audit_pack.make:${packId}` })
  await ctx.emit('audit_pack.changed', packId)
  await noted(ctx, 'audit_pack.created', packId, { from, to })
  return { id: packId }
}

/** Read piece by piece, each in a transaction that checks the session anew. */
export async function downloadAuditPack(
  ctx: SeveralTransactions,
  { packId }: InputOf<typeof auditPackApi.downloadAuditPack>,
): Promise<XlsxAnswer> {
  const { from, to, language } = await ctx.inTransaction(null, async (inside) => {
    const pack = await found(inside, packId)
    if (pack.state !== 'done') throw new AppError('audit_pack.not_ready')
    await noted(inside, 'audit_pack.downloaded', packId, { from: pack.from, to: pack.to })
    return pack
  })
  return { name: `${phrase(language, 'auditPacks.paper.title')} ${from}–${to}`, xlsx: contentOf(ctx, packId) }
}

async function* contentOf(ctx: SeveralTransactions, packId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const at = position
    const data = await ctx.inTransaction(null, (inside) => auditPackRepo.chunk(inside, packId, at))
    if (data === undefined) return
    yield data
  }
}

export async function deleteAuditPack(
  ctx: RequestContext,
  { packId }: InputOf<typeof auditPackApi.deleteAuditPack>,
): Promise<null> {
  const { from, to } = await found(ctx, packId)
  await auditPackRepo.delete(ctx, packId)
  await ctx.emit('audit_pack.changed', packId)
  await noted(ctx, 'audit_pack.deleted', packId, { from, to })
  return null
}

async function found(ctx: RequestContext, packId: string): Promise<PackRow> {
  const pack = await auditPackRepo.find(ctx, packId)
  if (pack === undefined) throw new AppError('audit_pack.not_found')
  return pack
}

type Act = 'audit_pack.created' | 'audit_pack.downloaded' | 'audit_pack.deleted'

const noted = (
  ctx: RequestContext,
  action: Act,
  id: string,
  { from, to }: Pick<PackRow, 'from' | 'to'>,
): Promise<void> =>
  ctx.audit({ action, subjectKind: 'audit_pack', subjectId: id, detail: { name: `${from} – ${to}` } })
