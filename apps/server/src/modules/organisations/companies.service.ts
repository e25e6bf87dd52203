import { type companyApi, type identityApi, type InputOf, type OutputOf, tenantType } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type CompanyRow, companyRepo } from './company.repo.ts'

/** How many tenants a switcher is given at once; a search narrows. */
const switcherLimit = 200

export async function getCompany(ctx: RequestContext, id: string): Promise<CompanyRow> {
  const company = await companyRepo.find(ctx, id)
  if (!company) throw new AppError('company.not_found')
  return company
}

export async function createCompany(
  ctx: RequestContext,
  input: InputOf<typeof companyApi.createCompany>,
): Promise<OutputOf<typeof companyApi.createCompany>> {
  const company = await companyRepo.insert(ctx, {
    ...input,
    parentId: input.parentId ?? ctx.scope.companyId,
    prefix: input.prefix ?? null,
  })
  await ctx.audit({
    action: 'company.created',
    subjectKind: 'company',
    subjectId: company.id,
    detail: { name: company.name, code: company.code, kind: company.kind, parentId: company.parent_id },
  })
  return presentCompany(company)
}

export async function pageCompanies(
  ctx: RequestContext,
  { page, pageSize, search }: InputOf<typeof companyApi.pageCompanies>,
): Promise<OutputOf<typeof companyApi.pageCompanies>> {
  const found = await companyRepo.page(ctx, { page, pageSize, search })
  return { ...found, items: found.items.map(presentCompany) }
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

function presentCompany(row: CompanyRow): OutputOf<typeof companyApi.createCompany> {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    prefix: row.prefix,
    kind: row.kind,
    standing: row.standing,
    status: row.status,
    parentId: row.parent_id,
    createdAt: row.created_at,
  }
}

const typeOfKind = {
  op: tenantType.platform,
  middleman: tenantType.msp,
  company: tenantType.endCustomer,
} as const

function presentTenant(row: CompanyRow): OutputOf<typeof identityApi.allTenants>[number] {
  return {
    companyId: row.id,
    name: row.name,
    code: row.code,
    type: typeOfKind[row.kind],
    status: row.status,
    parentId: row.parent_id,
  }
}
