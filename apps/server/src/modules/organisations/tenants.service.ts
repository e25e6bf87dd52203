import type { InputOf, OutputOf, tenantApi } from '@netward/contract'
import { uploadLimits } from '@netward/contract/field-rules'
import { tenantEntity } from '@netward/contract/tenant-fields'
import { companyMoves } from '@netward/contract/states/company'
import { type Cell, type CellCodecs, fieldCells } from '../../platform/entity/entity-cells.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { imageName, remakeImage } from '../files/index.ts'
import { channelOf, type MessageDeps, requireChannel, sendMessage } from '../messages/index.ts'
import {
  addressedTo,
  type Administrator,
  invitationMessage,
  type InvitingCompany,
  newTicket,
} from './tenant-invitation.ts'
import { domainProblem, requirePackages } from './tenant-rules.ts'
import { situationOf } from './tenant-moves.service.ts'
import { presentTenant } from './tenant-view.ts'
import { type TenantFilter, tenantRepo, type TenantRow } from './tenant.repo.ts'
import { tenantDeletionRepo } from './tenant-deletion.repo.ts'

type Tenant = OutputOf<typeof tenantApi.pageTenants>['items'][number]

const exportedMost = 100_000
/** Four times the recommended size: sharp on every display. */
const logoPixels = { width: 720, height: 188 }

export async function pageTenants(
  ctx: RequestContext,
  { page, pageSize, sort, ...filter }: InputOf<typeof tenantApi.pageTenants>,
): Promise<OutputOf<typeof tenantApi.pageTenants>> {
  const found = await tenantRepo.page(ctx, given(filter), { page, pageSize, sort })
  return { ...found, items: found.items.map((row) => presentTenant(ctx, row)) }
}

export async function getTenant(
  ctx: RequestContext,
  { companyId }: InputOf<typeof tenantApi.getTenant>,
): Promise<OutputOf<typeof tenantApi.getTenant>> {
  const row = await tenantRepo.find(ctx, companyId)
  if (!row) throw new AppError('company.not_found')
  const deletion = await tenantDeletionRepo.find(ctx, companyId)
  return {
    ...presentTenant(ctx, row),
    deletion: deletion
      ? {
          requestedAt: deletion.requested_at,
          requestedBy: deletion.requested_by,
          reason: deletion.reason,
          dueAt: deletion.due_at,
          started: deletion.started,
          exportState: deletion.export_state,
          exportDone: deletion.export_done,
          exportTotal: deletion.export_total,
          mayDownload: deletion.may_take,
          parts: deletion.parts.map(({ part, rows, bytes, complete }) => ({ part, rows, bytes, complete })),
        }
      : null,
  }
}

export async function tenantTimeline(
  ctx: RequestContext,
  { companyId, page, pageSize }: InputOf<typeof tenantApi.tenantTimeline>,
): Promise<OutputOf<typeof tenantApi.tenantTimeline>> {
  const found = await tenantRepo.timeline(ctx, companyId, { page, pageSize })
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      at: row.at,
      action: row.action,
      actorName: row.actor_name,
      actingForName: row.acting_company_name,
      detail: row.detail,
    })),
  }
}

export async function createTenant(
  deps: MessageDeps,
  ctx: RequestContext,
  input: InputOf<typeof tenantApi.createTenant>,
): Promise<OutputOf<typeof tenantApi.createTenant>> {
  const { parentId, kind, standing, contractEndsAt, packageId, administrator, ...fields } = input
  if (packageId !== undefined) await requirePackages(ctx)
  await refuseTaken(ctx, null, fields)
  await refuseDomain(deps, ctx, fields.domain)
  refuseUnreachable(ctx, null, fields)
  const companyId = await tenantRepo.insert(ctx, {
    parentId: parentId ?? ctx.scope.companyId,
    kind,
    standing,
    contractEndsAt: contractEndsAt ?? null,
    fields,
  })
  if (packageId === undefined) await tenantRepo.assignDefaultPackage(ctx, companyId)
  else await tenantRepo.updatePackage(ctx, companyId, packageId)
  if (administrator !== undefined) {
    await invite(deps, ctx, companyId, administrator, {
      name: input.name,
      prefix: input.prefix ?? '',
      language: input.language ?? 'zh',
    })
  }
  return { companyId }
}

export async function editTenant(
  deps: MessageDeps,
  ctx: RequestContext,
  { companyId, packageId, ...fields }: InputOf<typeof tenantApi.editTenant>,
): Promise<null> {
  const tenant = await tenantRepo.lock(ctx, companyId)
  const refusal = companyMoves.edit(situationOf(ctx, tenant))
  if (refusal !== null) {
    throw new AppError('company.move_not_allowed', {
      params: { why: ctx.phrase(`tenants.refusal.${refusal}`) },
    })
  }
  await refuseTaken(ctx, companyId, fields)
  const before = await tenantRepo.find(ctx, companyId)
  if (packageId !== undefined && packageId !== before?.package_id) await requirePackages(ctx)
  if (fields.domain !== before?.domain) await refuseDomain(deps, ctx, fields.domain)
  refuseUnreachable(ctx, before ?? null, fields)
  await tenantRepo.update(ctx, companyId, fields)
  if (packageId !== undefined && packageId !== before?.package_id)
    await tenantRepo.updatePackage(ctx, companyId, packageId)
  return null
}

export async function inviteAdministrator(
  deps: MessageDeps,
  ctx: RequestContext,
  { companyId, ...administrator }: InputOf<typeof tenantApi.inviteAdministrator>,
): Promise<OutputOf<typeof tenantApi.inviteAdministrator>> {
  const tenant = await tenantRepo.find(ctx, companyId)
  if (!tenant) throw new AppError('company.not_found')
  return {
    invitationId: await invite(deps, ctx, companyId, administrator, {
      name: tenant.name,
      prefix: tenant.prefix ?? '',
      language: tenant.language,
    }),
  }
}

/** The image is re-encoded between two transactions: permission is checked first, decoding takes time. */
export async function uploadTenantLogo(
  ctx: SeveralTransactions,
  { companyId }: InputOf<typeof tenantApi.uploadTenantLogo>,
  file: UploadedFile,
  secrets: Secrets,
): Promise<null> {
  await ctx.inTransaction(null, (inside) => tenantRepo.lock(inside, companyId))
  const image = await remakeImage(ctx, file, { limit: uploadLimits.logo, ...logoPixels }, companyId)
  await ctx.inTransaction(null, (inside) =>
    tenantRepo.updateLogo(inside, companyId, { name: imageName(secrets, companyId, image), ...image }),
  )
  return null
}

export async function removeTenantLogo(
  ctx: RequestContext,
  { companyId }: InputOf<typeof tenantApi.removeTenantLogo>,
): Promise<null> {
  await tenantRepo.updateLogo(ctx, companyId, null)
  return null
}

/** The list with its filters and order, whatever page is asked. */
export async function exportTenants(
  ctx: RequestContext,
  { page: _page, pageSize: _pageSize, sort, ...filter }: InputOf<typeof tenantApi.exportTenants>,
): Promise<CsvAnswer> {
  const rows = await tenantRepo.rows(ctx, given(filter), { sort, limit: exportedMost, offset: 0 })
  const cells = [...fieldCells(ctx, tenantEntity, tenantCodecs), ...furtherCells(ctx)]
  await ctx.audit({
    action: 'company.exported',
    subjectKind: 'company',
    detail: { filters: filter, rows: rows.length },
  })
  const lines = rows
    .map((row) => presentTenant(ctx, row))
    .map((tenant) => csvLine(cells.map(([, cell]) => cell(tenant))))
  return {
    name: ctx.phrase('tenants.exportLabel'),
    csv: csvLine(cells.map(([heading]) => ctx.phrase(heading))) + lines.join(''),
  }
}

const tenantCodecs: CellCodecs<typeof tenantEntity, Tenant> = {
  domain: { write: ({ domain }) => domain },
  prefix: { write: ({ prefix }) => prefix },
  contactPhone: { write: ({ contactPhone }) => contactPhone },
  contactMail: { write: ({ contactMail }) => contactMail },
  timeZone: { write: ({ timeZone }) => timeZone },
}

const furtherCells = (ctx: RequestContext): readonly Cell<Tenant>[] => [
  ['tenants.kind', (row) => ctx.phrase(`tenants.kinds.${row.kind}`)],
  ['tenants.standing', (row) => ctx.phrase(`tenants.standings.${row.standing}`)],
  ['tenants.parent', (row) => row.parentName],
  ['tenants.status', (row) => ctx.phrase(`tenants.statuses.${row.status}`)],
  ['tenants.package', (row) => row.package?.[ctx.language] ?? null],
  ['tenants.expiresAt', (row) => row.expiresAt],
  ['tenants.administrator', (row) => row.administrator],
  ['tenants.createdAt', (row) => row.createdAt],
]

/** Drops absent fields: JSON omits undefined properties, and so does this type. */
function given(fields: object): TenantFilter {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const takenErrors = {
  code: 'company.code_taken',
  prefix: 'company.prefix_taken',
  domain: 'company.domain_taken',
} as const

async function refuseTaken(
  ctx: RequestContext,
  id: string | null,
  fields: { code?: string | undefined; prefix?: string | undefined; domain?: string | undefined },
): Promise<void> {
  const field = await tenantRepo.findTaken(ctx, id, fields)
  if (field !== null) throw wrongField(ctx, takenErrors[field], field)
}

async function refuseDomain(
  deps: MessageDeps,
  ctx: RequestContext,
  domain: string | undefined,
): Promise<void> {
  const problem = await domainProblem(deps, ctx, domain)
  if (problem !== null) throw wrongField(ctx, problem, 'domain')
}

/** A host name maps to the sign-in page of a prefix. */
function refuseUnreachable(
  ctx: RequestContext,
  before: Pick<TenantRow, 'domain' | 'prefix'> | null,
  fields: { prefix?: string | undefined; domain?: string | undefined },
): void {
  const domain = fields.domain ?? before?.domain ?? ''
  const prefix = fields.prefix ?? before?.prefix ?? ''
  if (domain !== '' && prefix === '') throw wrongField(ctx, 'company.domain_needs_prefix', 'prefix')
}

async function invite(
  deps: MessageDeps,
  ctx: RequestContext,
  companyId: string,
  administrator: Administrator,
  company: InvitingCompany,
): Promise<string> {
  requireChannel(deps, channelOf(addressedTo(administrator)))
  const { ticket, ticketHash } = newTicket()
  const made = await tenantRepo.insertInvitation(ctx, companyId, {
    displayName: administrator.displayName,
    phone: administrator.phone ?? null,
    email: administrator.email ?? null,
    ticketHash,
  })
  await sendMessage(deps, ctx.db, invitationMessage(ctx, administrator, company, ticket))
  return made
}
