import type { AuditAction, InputOf, OutputOf, packageApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type PackageContent, packageRepo, type PackageVersionRow } from './package.repo.ts'

type PackageVersion = OutputOf<typeof packageApi.packages>[number]

export async function packages(ctx: RequestContext): Promise<PackageVersion[]> {
  return (await packageRepo.find(ctx, null)).map(present)
}

export async function packageVersions(
  ctx: RequestContext,
  { packageId }: InputOf<typeof packageApi.packageVersions>,
): Promise<PackageVersion[]> {
  const versions = await packageRepo.find(ctx, packageId)
  if (versions.length === 0) throw new AppError('package.not_found')
  return versions.map(present)
}

export async function createPackage(
  ctx: RequestContext,
  { code, ...content }: InputOf<typeof packageApi.createPackage>,
): Promise<{ id: string }> {
  const id = await packageRepo.insert(ctx, code, content)
  await noteChange(ctx, 'package.created', id, null, { code, ...content })
  return { id }
}

/** Customers on an earlier version keep it: a sold package does not change. */
export async function editPackage(
  ctx: RequestContext,
  { packageId, ...content }: InputOf<typeof packageApi.editPackage>,
): Promise<null> {
  const [newest] = await packageVersions(ctx, { packageId })
  const before = contentOf(newest!)
  if (JSON.stringify(before) === JSON.stringify(contentOf(content))) return null
  await packageRepo.insertVersion(ctx, packageId, content)
  await noteChange(ctx, 'package.edited', packageId, before, { version: newest!.version + 1, ...content })
  return null
}

export async function retirePackage(
  ctx: RequestContext,
  { packageId, retired }: InputOf<typeof packageApi.retirePackage>,
): Promise<null> {
  await packageRepo.retire(ctx, packageId, retired)
  await noteChange(ctx, 'package.retired', packageId, { retired: !retired }, { retired })
  return null
}

export async function offerPackage(
  ctx: RequestContext,
  { packageId, forMsps }: InputOf<typeof packageApi.offerPackage>,
): Promise<null> {
  const [newest] = await packageVersions(ctx, { packageId })
  if (newest!.forMsps === forMsps) return null
  await packageRepo.offer(ctx, packageId, forMsps)
  await noteChange(ctx, 'package.offered', packageId, { forMsps: !forMsps }, { forMsps })
  return null
}

export async function upgradePackage(
  ctx: RequestContext,
  { packageId }: InputOf<typeof packageApi.upgradePackage>,
): Promise<{ moved: number }> {
  const [newest] = await packageVersions(ctx, { packageId })
  const moved = await packageRepo.upgrade(ctx, packageId)
  await noteChange(ctx, 'package.upgraded', packageId, null, { version: newest!.version, moved })
  return { moved }
}

export async function assignPackage(
  ctx: RequestContext,
  { packageId, companyId }: InputOf<typeof packageApi.assignPackage>,
): Promise<null> {
  const before = await packageRepo.assign(ctx, packageId, companyId)
  await ctx.audit({
    action: 'package.assigned',
    subjectKind: 'company',
    subjectId: companyId,
    detail: { before, after: { packageId } },
  })
  await ctx.emit('company.changed', companyId)
  return null
}

export async function packageAllotments(
  ctx: RequestContext,
  { companyId }: InputOf<typeof packageApi.packageAllotments>,
): Promise<OutputOf<typeof packageApi.packageAllotments>> {
  return (await packageRepo.allotments(ctx, companyId)).map((row) => ({
    packageId: row.package_id,
    nameZh: row.name_zh,
    nameEn: row.name_en,
    retired: row.retired,
    allotted: row.allotted,
    quantity: row.quantity,
    used: row.used,
  }))
}

export async function setPackageAllotments(
  ctx: RequestContext,
  { companyId, allotments }: InputOf<typeof packageApi.setPackageAllotments>,
): Promise<null> {
  const before = await packageRepo.setAllotments(ctx, companyId, allotments)
  await ctx.audit({
    action: 'package.allotted',
    subjectKind: 'company',
    subjectId: companyId,
    detail: { before, after: allotments },
  })
  await ctx.emit('company.changed', companyId)
  return null
}

async function noteChange(
  ctx: RequestContext,
  action: AuditAction,
  subjectId: string,
  before: object | null,
  after: object,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'package', subjectId, detail: { before, after } })
}

function contentOf(from: PackageContent): PackageContent {
  const { nameZh, nameEn, internetLines, devices, outlets, workOrders, members, price } = from
  const products = from.products?.toSorted() ?? null
  return { nameZh, nameEn, internetLines, devices, outlets, workOrders, members, price, products }
}

function present(row: PackageVersionRow): PackageVersion {
  return {
    id: row.id,
    code: row.code,
    version: row.version,
    newest: row.newest,
    retiredAt: row.retired_at,
    forMsps: row.for_msps,
    assignable: row.assignable,
    allotment: row.allotted ? { quantity: row.allotment, used: row.allotment_used } : null,
    nameZh: row.name_zh,
    nameEn: row.name_en,
    internetLines: row.internet_lines,
    devices: row.devices,
    outlets: row.outlets,
    workOrders: row.work_orders,
    members: row.members,
    price: row.price,
    products: row.products,
    madeAt: row.made_at,
    madeBy: row.made_by,
    holders: Number(row.holders),
  }
}
