import type { CallContext } from '../http/context.ts'
import { AppError } from '../errors.ts'
import { type Claims, hashToken, type Scopes } from './scope.ts'

interface Notice {
  reason: string
  contact: string | null
}

/** 40027 with the reason and the company that thaws. */
function frozenError({ phrase }: Pick<CallContext, 'phrase'>, notice: Notice | undefined): AppError {
  const { reason = '', contact = null } = notice ?? {}
  return new AppError('40027', {
    params: {
      why: reason === '' ? '' : phrase('common.frozenReason', { reason }),
      ...(contact !== null && { contact }),
    },
  })
}

/** Why the company of a session, or the tenant that it asks to act in, is frozen. */
export async function frozenRequest(
  scopes: Scopes,
  call: Pick<CallContext, 'phrase'>,
  { token, companyId, tenantCompanyId, proxy }: Claims,
): Promise<AppError> {
  const [notice] = await scopes.asLoginRole<Notice & Record<string, unknown>>(
    'select reason, contact from frozen_notice_of($1, $2, $3)',
    [hashToken(token), companyId, proxy ? tenantCompanyId : null],
  )
  return frozenError(call, notice)
}

/** Why the company that somebody signs in to is frozen. */
export async function frozenCompany(
  scopes: Scopes,
  call: Pick<CallContext, 'phrase'>,
  companyId: string,
): Promise<AppError> {
  const [notice] = await scopes.asLoginRole<Notice & Record<string, unknown>>(
    'select reason, contact from frozen_notice($1)',
    [companyId],
  )
  return frozenError(call, notice)
}
