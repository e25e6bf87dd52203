import type { gatewayApi, InputOf, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { deviceQuota } from '../licences/index.ts'
import { labelContext } from './callers.ts'
import { hashLabel } from './claims.service.ts'
import { parseImport } from './pre-registration.csv.ts'
import { preRegistrationRepo } from './pre-registration.repo.ts'

export async function pagePreRegistrations(
  ctx: RequestContext,
  { page, pageSize, search }: InputOf<typeof gatewayApi.pagePreRegistrations>,
): Promise<OutputOf<typeof gatewayApi.pagePreRegistrations>> {
  const { rows, total } = await preRegistrationRepo.page(
    ctx,
    ctx.scope.companyId,
    search || null,
    pageSize,
    (page - 1) * pageSize,
  )
  return {
    items: rows.map((row) => ({
      id: row.id,
      oui: row.oui,
      productClass: row.product_class,
      modelName: row.model_name,
      serialNumber: row.serial_number,
      name: row.name,
      hasLabelSecret: row.has_label_secret,
      state: row.state,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    })),
    ...capped(total),
  }
}

export async function pageRegistrationConflicts(
  ctx: RequestContext,
  { page, pageSize, search }: InputOf<typeof gatewayApi.pageRegistrationConflicts>,
): Promise<OutputOf<typeof gatewayApi.pageRegistrationConflicts>> {
  const rows = await preRegistrationRepo.conflicts(ctx, search || null, pageSize, (page - 1) * pageSize)
  const total = Number(rows[0]?.total ?? 0)
  return {
    items: rows.map((row) => ({
      id: row.id,
      oui: row.oui,
      productClass: row.product_class,
      modelName: row.model_name,
      serialNumber: row.serial_number,
      companyId: row.company_id,
      companyName: row.company_name,
      hasLabelSecret: row.has_label_secret,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    })),
    ...capped(total),
  }
}

/** @throws AppError pre_registration.not_found when it is matched or over. */
export async function settleRegistration(
  ctx: RequestContext,
  { preRegistrationId }: InputOf<typeof gatewayApi.settleRegistration>,
): Promise<OutputOf<typeof gatewayApi.settleRegistration>> {
  const {
    serial_number: serialNumber,
    company_name: kept,
    ended,
  } = await preRegistrationRepo.settle(ctx, preRegistrationId)
  await ctx.audit({
    action: 'pre_registration.settled',
    subjectKind: 'pre_registration',
    subjectId: preRegistrationId,
    detail: { serialNumber, kept, ended },
  })
  return { ended }
}

/** All rows or none. @throws AppError import.not_csv; 41033 with each refused row and why. */
export async function importPreRegistrations(
  ctx: RequestContext,
  file: UploadedFile | null,
  { secrets }: { secrets: Secrets },
): Promise<OutputOf<typeof gatewayApi.importPreRegistrations>> {
  const parsed = file === null ? null : parseImport(file.content)
  if (parsed === null || (parsed.rows.length === 0 && parsed.refused.length === 0)) {
    throw new AppError('import.not_csv')
  }
  const failed = parsed.refused.map(({ row, problem }) => ({
    ip: String(row),
    reason: ctx.phrase(`gateways.import.${problem}`),
  }))
  if (failed.length > 0) throw new AppError('41033', { data: { accepted: 0, failed } })
  const { companyId } = ctx.scope
  const imported = await preRegistrationRepo.insert(
    ctx,
    companyId,
    parsed.rows.map((row) => ({
      ...row,
      labelHash: row.labelSecret === null ? null : hashLabel(secrets, row.labelSecret),
      sealedLabel: row.labelSecret === null ? null : secrets.seal(row.labelSecret, labelContext(companyId)),
    })),
  )
  await requireRegistrationRoom(ctx)
  await ctx.audit({
    action: 'pre_registration.imported',
    subjectKind: 'company',
    subjectId: companyId,
    detail: { imported, file: file?.filename.slice(0, 200) ?? '' },
  })
  return { imported }
}

/** Each open one may become a device: there are no more than the quota has room for. After the insert, which it undoes. */
async function requireRegistrationRoom(ctx: RequestContext): Promise<void> {
  const open = await preRegistrationRepo.lockOpen(ctx)
  const { used, granted } = await deviceQuota(ctx)
  if (granted === null) return
  const most = Math.max(0, granted - used)
  if (open > most)
    throw new AppError('pre_registration.limit', { params: { open: String(open), most: String(most) } })
}

export async function removePreRegistration(
  ctx: RequestContext,
  { preRegistrationId }: InputOf<typeof gatewayApi.removePreRegistration>,
): Promise<null> {
  const removed = await preRegistrationRepo.remove(ctx, ctx.scope.companyId, preRegistrationId)
  if (removed === undefined) throw new AppError('device.not_found')
  await ctx.audit({
    action: 'pre_registration.removed',
    subjectKind: 'pre_registration',
    subjectId: preRegistrationId,
    detail: { serialNumber: removed },
  })
  return null
}
