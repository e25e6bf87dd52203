import type { PermissionCode } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../http/context.ts'

/**
 * From here on the transaction sees the contents of a listed device: for the MSP and the platform, as far as
 * the device's company admits them. @throws AppError with the company's refusal, as on entering.
 */
export async function lookInto(
  { db, scope }: RequestContext,
  device: { company_id: string },
  needed: PermissionCode,
): Promise<void> {
  if (scope.kind === 'company' || device.company_id === scope.companyId) return
  await sql`select look_into(${device.company_id}, ${needed})`.execute(db)
}
