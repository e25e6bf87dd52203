import { type identityApi, type OutputOf, tenantType } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type CompanyRow, companyRepo, type OfferedCompany } from './company.repo.ts'

/** Maximum tenants returned to a switcher; a search narrows. */
const switcherLimit = 200

export async function getCompany(ctx: RequestContext, id: string): Promise<CompanyRow> {
  const company = await companyRepo.find(ctx, id)
  if (!company) throw new AppError('company.not_found')
  return company
}

export async function tenantsToActIn(
  ctx: RequestContext,
  search: string,
): Promise<OutputOf<typeof identityApi.allTenants>> {
  return (await companyRepo.actable(ctx, search, switcherLimit)).map(presentTenant)
}

export async function memberships(ctx: RequestContext): Promise<OutputOf<typeof identityApi.memberships>> {
  return (await companyRepo.memberships(ctx)).map(presentTenant)
}

const typeOfKind = {
  op: tenantType.platform,
  middleman: tenantType.msp,
  company: tenantType.endCustomer,
} as const

function presentTenant(row: OfferedCompany): OutputOf<typeof identityApi.allTenants>[number] {
  return {
    companyId: row.id,
    name: row.name,
    code: row.code,
    type: typeOfKind[row.kind],
    status: row.status,
    parentId: row.parent_id,
  }
}
