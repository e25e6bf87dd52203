import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { lookInto } from '../devices/index.ts'
import { outletTemplateRepo } from './outlet-template.repo.ts'
import { templateListRepo } from './template-list.repo.ts'

type Opens = 'list' | 'inherited' | null

/** Templates that apply to the gateways of an outlet: from above, as far as its company lets the caller in. */
export async function outletTemplates(
  ctx: RequestContext,
  { outletId }: InputOf<typeof provisioningApi.outletTemplates>,
): Promise<OutputOf<typeof provisioningApi.outletTemplates>> {
  const outlet = await outletTemplateRepo.findCompany(ctx, outletId)
  if (!outlet) throw new AppError('outlet.not_found')
  await lookInto(ctx, outlet, 'DMS_SERVER_DEVICE_TEMPLATE_VIEW')
  const rows = await outletTemplateRepo.find(ctx, outletId)
  const opensOf = await openable(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, version, owner, devices, applied, drifted, failed }) => ({
    id,
    opens: opensOf(id),
    name,
    version,
    ownerName: owner,
    gateways: devices,
    applied,
    drifted,
    failed,
    waiting: devices - applied - drifted - failed,
  }))
}

/**
 * Where the caller reads a template that applies to a gateway: in the list, or among those from above. Null for an
 * MSP where it is the platform's: that one is inherited by the tenant, not by the MSP.
 */
export async function openable(ctx: RequestContext, ids: readonly string[]): Promise<(id: string) => Opens> {
  const listed = await templateListRepo.listedOf(ctx, ids)
  return (id) => (listed.has(id) ? 'list' : ctx.scope.kind === 'company' ? 'inherited' : null)
}
