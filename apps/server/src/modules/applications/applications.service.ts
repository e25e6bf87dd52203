import { randomInt } from 'node:crypto'
import type { AuditAction, applicationApi, InputOf, OutputOf } from '@netward/contract'
import { activationSteps, afterMove, type AskedMove } from '@netward/contract/states/application'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { iconUrl, removeFileNamed } from '../files/index.ts'
import { type ApplicationRow, applicationRepo } from './application.repo.ts'
import { keyRepo } from './key.repo.ts'

type Application = OutputOf<typeof applicationApi.editApplication>

export async function pageApplications(
  ctx: RequestContext,
  input: InputOf<typeof applicationApi.pageApplications>,
): Promise<OutputOf<typeof applicationApi.pageApplications>> {
  const found = await applicationRepo.page(ctx, input)
  return { ...found, items: found.items.map(presentApplication) }
}

export async function readApplication(
  ctx: RequestContext,
  applicationId: string,
): Promise<OutputOf<typeof applicationApi.readApplication>> {
  const row = thereIs(await applicationRepo.find(ctx, applicationId))
  const done = await applicationRepo.steps(ctx, applicationId)
  const keys = await keyRepo.page(ctx, applicationId)
  return {
    ...presentApplication(row),
    steps: activationSteps.map((step) => {
      const found = done.find((one) => one.step === step)
      return { step, state: found?.state ?? 'waiting', at: found?.at ?? null }
    }),
    keys: keys.map((key) => ({
      id: key.id,
      hint: key.hint,
      createdAt: key.created_at,
      createdBy: key.created_by,
      expiresAt: key.expires_at,
      lastUsedAt: key.last_used_at,
    })),
    openTokens: await applicationRepo.openTokens(ctx, applicationId),
  }
}

export async function offeredProducts(
  ctx: RequestContext,
): Promise<OutputOf<typeof applicationApi.offeredProducts>> {
  return (await applicationRepo.offered(ctx)).map((row) => ({
    id: row.id,
    productCode: row.code,
    productNameZh: row.name_zh,
    productNameEn: row.name_en,
    descriptionZh: row.description_zh,
    descriptionEn: row.description_en,
    type: row.type,
    version: row.version,
    iconUrl: iconUrl(row.icon),
    state: row.state,
    taken: row.taken,
  }))
}

/** Makes the application; the job of its activation does the rest. */
export async function activateApplication(
  ctx: RequestContext,
  { productId, displayName, permissions }: InputOf<typeof applicationApi.activateApplication>,
): Promise<OutputOf<typeof applicationApi.activateApplication>> {
  const product = (await applicationRepo.offered(ctx)).find(({ id }) => id === productId)
  if (product?.state !== 'normal') throw new AppError('application.product_not_offered')
  await refuseNotHeld(ctx, permissions)
  const appId = newAppId()
  const id = await applicationRepo.insert(ctx, { productId, displayName, appId, permissions })
  if (id === undefined) throw new AppError('application.exists')
  await note(ctx, 'application.activated', id, {
    after: { displayName, product: product.code, appId, permissions },
  })
  await enqueueActivation(ctx, id, 1)
  return { applicationId: id, appId }
}

export async function editApplication(
  ctx: RequestContext,
  input: InputOf<typeof applicationApi.editApplication>,
): Promise<Application> {
  const { applicationId, displayName, permissions, move } = input
  const before = thereIs(await applicationRepo.lock(ctx, applicationId))
  const changes: Parameters<typeof applicationRepo.update>[2] = {}
  if (displayName !== undefined && displayName !== before.display_name) changes.display_name = displayName
  if (permissions !== undefined && !sameCodes(permissions, before.permissions)) {
    // What it has already may stay, whoever gave it.
    await refuseNotHeld(
      ctx,
      permissions.filter((code) => !before.permissions.includes(code)),
    )
    changes.permissions = permissions
  }
  if (move !== undefined) Object.assign(changes, moved(before, move, input))
  if (Object.keys(changes).length > 0) {
    await applicationRepo.update(ctx, applicationId, changes)
    if (changes.run !== undefined) {
      await applicationRepo.forgetSteps(ctx, applicationId)
      await enqueueActivation(ctx, applicationId, changes.run)
    }
    if (move === 'disable') await applicationRepo.endTokens(ctx, applicationId)
    await note(ctx, 'application.changed', applicationId, difference(before, changes, move))
  }
  return presentApplication(thereIs(await applicationRepo.find(ctx, applicationId)))
}

/** What a move changes. @throws AppError application.move_not_allowed, application.product_not_offered */
function moved(
  before: ApplicationRow,
  move: AskedMove,
  given: Partial<Record<'maintenanceZh' | 'maintenanceEn' | 'maintenanceUntil', string | undefined>>,
) {
  const state = afterMove(before.state, move)
  if (state === null) throw new AppError('application.move_not_allowed')
  if (state === 'activating') {
    if (before.product_state !== 'normal') throw new AppError('application.product_not_offered')
    return { state, failure: null, run: before.run + 1 }
  }
  return {
    state,
    failure: null,
    ...(state === 'maintenance'
      ? {
          maintenance_zh: given.maintenanceZh!,
          maintenance_en: given.maintenanceEn!,
          maintenance_until: given.maintenanceUntil!,
        }
      : { maintenance_until: null }),
  }
}

export async function deleteApplication(ctx: RequestContext, applicationId: string): Promise<null> {
  const before = thereIs(await applicationRepo.lock(ctx, applicationId))
  const state = afterMove(before.state, 'delete')
  if (state === null) throw new AppError('application.move_not_allowed')
  // Its tokens go with its keys.
  await keyRepo.removeAll(ctx, applicationId)
  await applicationRepo.forgetSteps(ctx, applicationId)
  if (before.icon !== null) await removeFileNamed(ctx, before.icon)
  await applicationRepo.update(ctx, applicationId, { state, permissions: [] })
  await note(ctx, 'application.deleted', applicationId, {
    before: { displayName: before.display_name, appId: before.app_id },
  })
  return null
}

/** What a tenant's people see in place of the pages of a product that is stopped. */
export async function maintenanceNotices(
  ctx: RequestContext,
): Promise<OutputOf<typeof applicationApi.maintenance>> {
  return (await applicationRepo.stops(ctx)).map((row) => ({
    code: row.code,
    productCode: row.product_code,
    productNameZh: row.product_name_zh,
    productNameEn: row.product_name_en,
    messageZh: row.message_zh,
    messageEn: row.message_en,
    until: row.until,
  }))
}

/**
 * Nobody gives what they do not hold in the whole company, where an application has it; held is only what means anything
 * in a company of this kind. @throws AppError application.permission_not_held
 */
export async function refuseNotHeld(ctx: RequestContext, permissions: readonly string[]): Promise<void> {
  if (permissions.length === 0) return
  if ((await applicationRepo.notHeld(ctx, permissions)).length > 0)
    throw new AppError('application.permission_not_held')
}

function enqueueActivation(ctx: RequestContext, applicationId: string, run: number): Promise<void> {
  return ctx.enqueue('application.activate', { applicationId, run }, { key: `application:${applicationId}` })
}

/** Public, and never chosen by anybody: 16 of 36 signs, of which nobody has had one before. */
function newAppId(): string {
  const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return `app-${Array.from({ length: 16 }, () => signs[randomInt(signs.length)]).join('')}`
}

function sameCodes(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((code) => right.includes(code))
}

function difference(before: ApplicationRow, changes: object, move: string | undefined) {
  const seen = [
    'display_name',
    'state',
    'permissions',
    'maintenance_zh',
    'maintenance_en',
    'maintenance_until',
  ] as const
  const changed = seen.filter((name) => name in changes)
  return {
    ...(move === undefined ? {} : { move }),
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, (changes as ApplicationRow)[name]])),
  }
}

export function thereIs(application: ApplicationRow | undefined): ApplicationRow {
  if (application === undefined) throw new AppError('application.not_found')
  return application
}

export async function note(
  ctx: RequestContext,
  action: AuditAction,
  applicationId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'application', subjectId: applicationId, detail })
  await ctx.emit('application.changed', applicationId)
}

function presentApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    displayName: row.display_name,
    productCode: row.product_code,
    productNameZh: row.product_name_zh,
    productNameEn: row.product_name_en,
    iconUrl: iconUrl(row.icon ?? row.product_icon),
    hasOwnIcon: row.icon !== null,
    appId: row.app_id,
    state: row.state,
    productState: row.product_state,
    failure: row.failure,
    maintenanceZh: row.maintenance_zh,
    maintenanceEn: row.maintenance_en,
    maintenanceUntil: row.maintenance_until,
    permissions: row.permissions,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  }
}
