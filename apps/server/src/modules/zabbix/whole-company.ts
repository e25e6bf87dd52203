import { heldPermissions } from '../identity/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'

/**
 * An import places devices in any outlet, by a job without a person's data scope.
 * @throws AppError zabbix.whole_company for people whose data scope is a part of the company
 */
export function requireWholeCompany({ scope }: Pick<RequestContext, 'scope'>): void {
  if (scope.isPartial) throw new AppError('zabbix.whole_company')
}

/** Outlets and credentials that an import makes need the permissions that making them by hand needs. */
export async function mayMake(
  ctx: RequestContext,
): Promise<{ readonly outlets: boolean; readonly credentials: boolean }> {
  const held = new Set(await heldPermissions(ctx))
  return {
    outlets: held.has('DMS_SERVER_OUTLET_EDIT'),
    credentials: held.has('DMS_SERVER_DEVICE_CREDENTIAL'),
  }
}
