import type { InputOf, OutputOf, tenantDeletionApi } from '@netward/contract'
import { deletionDays } from '@netward/contract/states/company'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { refusalOf } from './tenant-moves.service.ts'
import { tenantDeletionRepo } from './tenant-deletion.repo.ts'
import { tenantRepo } from './tenant.repo.ts'

/**
 * Begins the countdown. Gateways still held by the tenant cannot be released afterwards, since a deactivated
 * tenant has no active users: the caller must confirm that they are given up.
 */
export async function deleteTenant(
  ctx: RequestContext,
  { companyId, reason, code, abandonGateways }: InputOf<typeof tenantDeletionApi.deleteTenant>,
): Promise<OutputOf<typeof tenantDeletionApi.deleteTenant>> {
  const tenant = await tenantRepo.lock(ctx, companyId)
  const why = refusalOf(ctx, 'delete', tenant)
  if (why !== null) throw new AppError('company.move_not_allowed', { params: { why } })
  if (code.trim() !== tenant.code) throw wrongField(ctx, 'company.code_wrong', 'code')
  if (tenant.gateways > 0 && !abandonGateways)
    throw wrongField(ctx, 'company.has_gateways', 'abandonGateways', { count: tenant.gateways })
  const dueAt = await tenantDeletionRepo.insert(ctx, companyId, {
    days: deletionDays,
    abandonGateways,
    reason,
  })
  return { dueAt }
}

export async function cancelTenantDeletion(
  ctx: RequestContext,
  { companyId }: InputOf<typeof tenantDeletionApi.cancelTenantDeletion>,
): Promise<null> {
  const tenant = await tenantRepo.lock(ctx, companyId)
  const why = refusalOf(ctx, 'cancelDeletion', tenant)
  if (why !== null) throw new AppError('company.move_not_allowed', { params: { why } })
  await tenantDeletionRepo.cancel(ctx, companyId)
  return null
}

export async function retryTenantExport(
  ctx: RequestContext,
  { companyId }: InputOf<typeof tenantDeletionApi.retryTenantExport>,
): Promise<null> {
  const tenant = await tenantRepo.lock(ctx, companyId)
  const why = refusalOf(ctx, 'cancelDeletion', tenant)
  if (why !== null) throw new AppError('company.move_not_allowed', { params: { why } })
  await tenantDeletionRepo.retryExport(ctx, companyId)
  await ctx.audit({ action: 'company.export_retried', subjectKind: 'company', subjectId: companyId })
  return null
}

export async function pageTombstones(
  ctx: RequestContext,
  { page, pageSize, search }: InputOf<typeof tenantDeletionApi.pageTombstones>,
): Promise<OutputOf<typeof tenantDeletionApi.pageTombstones>> {
  const found = await tenantDeletionRepo.tombstones(ctx, { page, pageSize, search })
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      oui: row.oui,
      productClass: row.product_class,
      serialNumber: row.serial_number,
      tenantName: row.tenant_name,
      tenantCode: row.tenant_code,
      at: row.at,
    })),
  }
}

export async function liftTombstone(
  ctx: RequestContext,
  { tombstoneId }: InputOf<typeof tenantDeletionApi.liftTombstone>,
): Promise<null> {
  const lifted = await tenantDeletionRepo.removeTombstone(ctx, tombstoneId)
  if (!lifted) throw new AppError('device.not_found')
  await ctx.audit({
    action: 'gateway.tombstone_lifted',
    subjectKind: 'gateway',
    subjectId: tombstoneId,
    detail: { serialNumber: lifted.serial_number, tenantName: lifted.tenant_name },
  })
  return null
}
