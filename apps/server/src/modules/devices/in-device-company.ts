import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { deviceRepo } from './device.repo.ts'

/**
 * Acts on one device inside the company that owns it: an MSP or the platform comes from a list over many companies, and
 * the database checks anew that it may act there. @throws AppError device.not_found when the caller does not see it.
 */
export async function inDeviceCompany<T>(
  ctx: SeveralTransactions,
  deviceId: string,
  work: (inside: RequestContext) => Promise<T>,
): Promise<T> {
  const companyId = await ctx.inTransaction(null, async (outside) => {
    const [owner] = await deviceRepo.findOwners(outside, [deviceId])
    if (!owner) throw new AppError('device.not_found')
    return owner.company_id === outside.scope.companyId ? null : owner.company_id
  })
  return ctx.inTransaction(companyId, work)
}
