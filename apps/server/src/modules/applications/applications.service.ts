import { randomInt } from 'node:crypto'
import type { AuditAction, applicationApi, InputOf, OutputOf } from '@netward/contract'
import { afterMove, type RequestedMove, stepsOf } from '@netward/contract/states/application'
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
  const row = requireFound(await applicationRepo.find(ctx, applicationId))
  const done = await applicationRepo.steps(ctx, applicationId)
  const keys = await keyRepo.page(ctx, applicationId)
  return {
    ...presentApplication(row),
    steps: stepsOf(row.product_type, row.permissions).map((step) => {
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
    inPackage: row.in_package,
  }))
}

/** Creates the application; the activation job does the rest. */
export async function activateApplication(
  ctx: RequestContext,
  { productId, displayName, permissions }: InputOf<typeof applicationApi.activateApplication>,
): Promise<OutputOf<typeof applicationApi.activateApplication>> {
  const product = (await applicationRepo.offered(ctx)).find(({ id }) => id === productId)
  if (product?.state !== 'normal') throw new AppError('application.product_not_offered')
  if (!product.in_package) throw new AppError('application.not_in_package')
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
  const before = requireFound(await applicationRepo.lock(ctx, applicationId))
  const changes: Parameters<typeof applicationRepo.update>[2] = {}
  if (displayName !== undefined && displayName !== before.display_name) changes.display_name = displayName
  if (permissions !== undefined && !sameCodes(permissions, before.permissions)) {
    // Existing permissions may stay, regardless of who granted them.
    await refuseNotHeld(
      ctx,
      permissions.filter((code) => !before.permissions.includes(code)),
    )
    changes.permissions = permissions
  }
  if (move !== undefined) Object.assign(changes, moved(ctx, before, move, input))
  if (changes.run !== undefined && !(await applicationRepo.mayActivate(ctx, before.product_id)))
    throw new AppError('application.not_in_package')
  if (Object.keys(changes).length > 0) {
    await applicationRepo.update(ctx, applicationId, changes)
    if (changes.run !== undefined) {
      await applicationRepo.forgetSteps(ctx, applicationId)
      await enqueueActivation(ctx, applicationId, changes.run)
    }
    if (move === 'disable') await applicationRepo.endTokens(ctx, applicationId)
    await note(ctx, 'application.changed', applicationId, difference(before, changes, move))
  }
  return presentApplication(requireFound(await applicationRepo.find(ctx, applicationId)))
}

/** What a move changes. @throws AppError application.move_not_allowed, application.state_is_above, application.product_not_offered */
function moved(
  ctx: RequestContext,
  before: ApplicationRow,
  move: RequestedMove,
  given: Partial<Record<'maintenanceZh' | 'maintenanceEn' | 'maintenanceUntil', string | undefined>>,
) {
  const state = afterMove(before.state, move)
  if (state === null) throw new AppError('application.move_not_allowed')
  refuseBelow(ctx, before)
  if (state === 'activating') {
    if (before.product_state !== 'normal') throw new AppError('application.product_not_offered')
    return { state, failure: null, stopped_by: null, stopped_because: null, run: before.run + 1 }
  }
  return {
    state,
    failure: null,
    stopped_by: state === 'normal' ? null : ctx.scope.homeCompanyId,
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
  const before = requireFound(await applicationRepo.lock(ctx, applicationId))
  const state = afterMove(before.state, 'delete')
  if (state === null) throw new AppError('application.move_not_allowed')
  refuseBelow(ctx, before)
  // Its tokens end with its keys.
  await keyRepo.removeAll(ctx, applicationId)
  await applicationRepo.forgetSteps(ctx, applicationId)
  if (before.icon !== null) await removeFileNamed(ctx, before.icon)
  await applicationRepo.update(ctx, applicationId, { state, permissions: [] })
  await note(ctx, 'application.deleted', applicationId, {
    before: { displayName: before.display_name, appId: before.app_id },
  })
  return null
}

/** What a level above did, only that level or one above it undoes. @throws AppError application.state_is_above */
function refuseBelow(ctx: RequestContext, { state_author }: ApplicationRow): void {
  if (state_author?.above !== true) return
  const { level, name } = state_author
  throw new AppError('application.state_is_above', {
    params: { by: ctx.phrase(`common.levelsNamed.${level}`, { name }) },
    data: { by: { level, name } },
  })
}

/** Shown to a tenant's people instead of the pages of a stopped product. */
export async function maintenanceNotices(
  ctx: RequestContext,
): Promise<OutputOf<typeof applicationApi.maintenance>> {
  return (await applicationRepo.stops(ctx)).map((row) => ({
    code: row.code,
    productId: row.product_id,
    productCode: row.product_code,
    productNameZh: row.product_name_zh,
    productNameEn: row.product_name_en,
    messageZh: row.message_zh,
    messageEn: row.message_en,
    until: row.until,
    missing: row.missing,
    level: row.level,
  }))
}

/**
 * Users cannot grant an application what they do not hold company-wide; only codes that apply to a company of
 * this kind count. @throws AppError application.permission_not_held
 */
export async function refuseNotHeld(ctx: RequestContext, permissions: readonly string[]): Promise<void> {
  if (permissions.length === 0) return
  if ((await applicationRepo.notHeld(ctx, permissions)).length > 0)
    throw new AppError('application.permission_not_held')
}

function enqueueActivation(ctx: RequestContext, applicationId: string, run: number): Promise<void> {
  return ctx.enqueue('application.activate', { applicationId, run }, { key: `application:${applicationId}` })
}

/** Public and always generated: 16 characters out of 36, never reused. */
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

export function requireFound(application: ApplicationRow | undefined): ApplicationRow {
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
    stateAuthor: row.state_author,
    productType: row.product_type,
    permissions: row.permissions,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  }
}
