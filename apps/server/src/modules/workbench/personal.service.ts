import type { InputOf, OutputOf, PermissionCode, personalApi } from '@netward/contract'
import { mostSeen, mostStars, type PersonalKind, personalKinds } from '@netward/contract/personal-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { heldPermissions, narrowTo } from '../identity/index.ts'
import { personalRepo } from './personal.repo.ts'

/** Which permission opens the page of a kind. */
const permissions: Readonly<Record<PersonalKind, PermissionCode>> = {
  device: 'DMS_SERVER_DEVICE_VIEW',
  outlet: 'DMS_SERVER_OUTLET_VIEW',
  order: 'DMS_SERVER_WORK_ORDER',
  line: 'DMS_SERVER_LINE',
}

export async function personalItems(
  ctx: RequestContext,
): Promise<OutputOf<typeof personalApi.personalItems>> {
  const held = new Set<string>(await heldPermissions(ctx))
  const items: OutputOf<typeof personalApi.personalItems>['items'] = []
  for (const kind of personalKinds) {
    if (!held.has(permissions[kind])) continue
    await narrowTo(ctx, permissions[kind])
    items.push(...(await personalRepo.items(ctx, kind)))
  }
  return { items }
}

/** What the caller does not see is left as it is: the answer reveals nothing. */
export async function starItem(
  ctx: RequestContext,
  { kind, id, starred }: InputOf<typeof personalApi.starItem>,
): Promise<OutputOf<typeof personalApi.starItem>> {
  if (starred && !(await sees(ctx, kind, id))) return null
  if (!(await personalRepo.star(ctx, kind, id, starred, mostStars)))
    throw new AppError('workbench.too_many_stars', { params: { most: mostStars } })
  return null
}

export async function seeItem(
  ctx: RequestContext,
  { kind, id }: InputOf<typeof personalApi.seeItem>,
): Promise<OutputOf<typeof personalApi.seeItem>> {
  if (await sees(ctx, kind, id)) await personalRepo.see(ctx, kind, id, mostSeen)
  return null
}

async function sees(ctx: RequestContext, kind: PersonalKind, id: string): Promise<boolean> {
  const held = new Set<string>(await heldPermissions(ctx))
  if (!held.has(permissions[kind])) return false
  await narrowTo(ctx, permissions[kind])
  return personalRepo.isVisible(ctx, kind, id)
}

/** Counts as the lists that they open: active alarms raised, alarms cleared, and open orders made since. */
export async function visit(ctx: RequestContext): Promise<OutputOf<typeof personalApi.visit>> {
  const since = await personalRepo.visit(ctx)
  if (since === null) return { since }
  const held = new Set<string>(await heldPermissions(ctx))
  const answer: OutputOf<typeof personalApi.visit> = { since }
  if (held.has('DMS_SERVER_ALARM')) {
    await narrowTo(ctx, 'DMS_SERVER_ALARM')
    answer.alarmsRaised = await personalRepo.alarmsSince(ctx, 'active', since)
    answer.alarmsCleared = await personalRepo.alarmsSince(ctx, 'cleared', since)
  }
  if (held.has('DMS_SERVER_WORK_ORDER')) {
    await narrowTo(ctx, 'DMS_SERVER_WORK_ORDER')
    answer.ordersCreated = await personalRepo.ordersSince(ctx, since)
  }
  return answer
}
