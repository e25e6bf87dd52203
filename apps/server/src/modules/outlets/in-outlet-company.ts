import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'

/**
 * Acts inside the company that owns an outlet or a line: an MSP or the platform comes from a list over many companies,
 * and the database checks anew that it may act there. @throws AppError when the caller does not see it.
 */
export async function inItsCompany<T>(
  ctx: SeveralTransactions,
  {
    company,
    missing,
  }: {
    company: (outside: RequestContext) => Promise<string | undefined>
    missing: 'outlet.not_found' | 'line.not_found'
  },
  work: (inside: RequestContext) => Promise<T>,
): Promise<T> {
  const companyId = await ctx.inTransaction(null, async (outside) => {
    const owner = await company(outside)
    if (owner === undefined) throw new AppError(missing)
    return owner === outside.scope.companyId ? null : owner
  })
  return ctx.inTransaction(companyId, work)
}
