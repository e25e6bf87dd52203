import type { ErrorCode } from '@netward/contract'
import { AppError } from '../errors.ts'
import type { RequestContext } from './context.ts'
import type { SeveralTransactions } from './route.ts'

/** A device, outlet, line or terminal, by which its company is entered. */
export interface Subject {
  /** The company that owns it; undefined if the caller does not see it. */
  owner(outside: RequestContext): Promise<string | undefined>
  /** The error if the caller does not see it. */
  readonly missing: ErrorCode
}

/**
 * Runs `work` in a transaction of the company that owns the subject: MSPs and the platform come from lists over several
 * companies, and the database rechecks their right to act there. @throws AppError `subject.missing`
 */
export async function inSubjectCompany<T>(
  ctx: Pick<SeveralTransactions, 'inTransaction'>,
  subject: Subject,
  work: (inside: RequestContext) => Promise<T>,
): Promise<T> {
  const companyId = await ctx.inTransaction(null, async (outside) => {
    const owner = await subject.owner(outside)
    if (owner === undefined) throw new AppError(subject.missing)
    return owner === outside.scope.companyId ? null : owner
  })
  return ctx.inTransaction(companyId, work)
}
