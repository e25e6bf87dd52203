import type { OutputOf, PermissionCode, workbenchApi } from '@netward/contract'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { countPool } from '../cwmp/index.ts'
import { countDevices, countFailedCommands, countGuardedDevices, recentEvents } from '../devices/index.ts'
import { heldPermissions, narrowTo } from '../identity/index.ts'
import { workbenchRepo } from './workbench.repo.ts'

type Workbench = OutputOf<typeof workbenchApi.workbench>
type Waiting = Workbench['waiting'][number]

const eventsShown = 20

/** One answer for the whole screen. A part whose list the person may not open is left out. */
export async function workbench(ctx: RequestContext): Promise<Workbench> {
  const held = new Set<string>(await heldPermissions(ctx))
  const may = (code: PermissionCode) => held.has(code)
  const seesDevices = may('DMS_SERVER_DEVICE_VIEW')
  // Whatever opens the workbench: of devices it shows those that the right to see devices reaches.
  if (seesDevices) await narrowTo(ctx, 'DMS_SERVER_DEVICE_VIEW')
  const [gateways, events, ...waiting] = await Promise.all([
    seesDevices ? countDevices(ctx) : null,
    seesDevices ? recentEvents(ctx, eventsShown) : [],
    seesDevices ? guarded(ctx) : [],
    may('DMS_SERVER_AUTH_MANAGE_ACTING') ? accesses(ctx) : [],
    may('DMS_SERVER_DEVICE_OTA_CAMPAIGN') && isOwnTenant(ctx)
      ? one('campaigns_to_approve', workbenchRepo.countCampaigns(ctx))
      : [],
    may('DMS_SERVER_DEVICE_CLAIM') ? one('unknown_gateways', countPool(ctx)) : [],
    seesDevices ? one('failed_commands', countFailedCommands(ctx)) : [],
    may('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION')
      ? one('registrations', workbenchRepo.countRegistrations(ctx))
      : [],
    may('DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE')
      ? one('invitations', workbenchRepo.countInvitations(ctx))
      : [],
  ])
  return { gateways, events, waiting: waiting.flat().filter(({ count }) => count > 0) }
}

/** Its own people approve; the list of whoever sees several companies shows those of all of them. */
function isOwnTenant(ctx: RequestContext): boolean {
  return ctx.scope.kind === 'company' && isAtHome(ctx)
}

async function one(kind: Waiting['kind'], count: Promise<number>): Promise<Waiting[]> {
  return [{ kind, count: await count }]
}

async function accesses(ctx: RequestContext): Promise<Waiting[]> {
  const { requests, break_glass: broken } = await workbenchRepo.countAccesses(ctx)
  return [
    { kind: 'acting_requests', count: requests },
    { kind: 'break_glass', count: broken },
  ]
}

async function guarded(ctx: RequestContext): Promise<Waiting[]> {
  const { quarantined, duplicate } = await countGuardedDevices(ctx)
  return [
    { kind: 'quarantined_gateways', count: quarantined },
    { kind: 'duplicate_gateways', count: duplicate },
  ]
}
