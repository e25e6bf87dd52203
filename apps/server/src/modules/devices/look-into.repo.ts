import type { PermissionCode } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

/**
 * From here on the transaction sees what is inside of a device that its list showed: for the MSP and the platform, as far
 * as the device's company lets them in. @throws AppError with what the company says, as to somebody who wants to enter.
 */
export async function lookInto(
  { db, scope }: RequestContext,
  device: { company_id: string },
  needed: PermissionCode,
): Promise<void> {
  if (scope.kind === 'company' || device.company_id === scope.companyId) return
  await sql`select look_into(${device.company_id}, ${needed})`.execute(db)
}
