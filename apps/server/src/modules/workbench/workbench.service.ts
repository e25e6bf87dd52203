import type { OutputOf, PermissionCode, workbenchApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { countPool } from '../cwmp/index.ts'
import { countDevices, countFailedCommands, countGuardedDevices, recentEvents } from '../devices/index.ts'
import { heldPermissions, narrowTo } from '../identity/index.ts'
import { getCompany } from '../organisations/index.ts'
import { holidaysMissing, importedHolidays } from '../rotas/index.ts'
import { workbenchRepo } from './workbench.repo.ts'

type Workbench = OutputOf<typeof workbenchApi.workbench>
type Waiting = Workbench['waiting'][number]

const eventsShown = 20

/** One response for the whole screen. Parts whose list the person may not open are left out. */
export async function workbench(ctx: RequestContext): Promise<Workbench> {
  const held = new Set<string>(await heldPermissions(ctx))
  const may = (code: PermissionCode) => held.has(code)
  const seesDevices = may('DMS_SERVER_DEVICE_VIEW')
  // Whatever right opens the workbench, it shows only devices within the scope of the right to see devices.
  if (seesDevices) await narrowTo(ctx, 'DMS_SERVER_DEVICE_VIEW')
  const [gateways, events, waiting] = await Promise.all([
    seesDevices ? countDevices(ctx) : null,
    seesDevices ? recentEvents(ctx, eventsShown) : [],
    waitingOf(ctx, may),
  ])
  const begins =
    gateways !== null && gateways.online + gateways.overdue + gateways.offline + gateways.unknown === 0
  return { gateways, events, waiting, firstSteps: begins ? await stepsOf(ctx, may) : [] }
}

type May = (code: PermissionCode) => boolean

/** What waits for the person by kind, as the workbench shows it. */
export async function waitingFor(ctx: RequestContext): Promise<Waiting[]> {
  const held = new Set<string>(await heldPermissions(ctx))
  if (!held.has('DMS_SERVER_MANAGE_WORKBENCH')) return []
  if (held.has('DMS_SERVER_DEVICE_VIEW')) await narrowTo(ctx, 'DMS_SERVER_DEVICE_VIEW')
  return waitingOf(ctx, (code) => held.has(code))
}

async function waitingOf(ctx: RequestContext, may: May): Promise<Waiting[]> {
  const seesDevices = may('DMS_SERVER_DEVICE_VIEW')
  const waiting = await Promise.all([
    seesDevices ? guarded(ctx) : [],
    may('DMS_SERVER_AUTH_MANAGE_ACTING') ? accesses(ctx) : [],
    may('DMS_SERVER_DEVICE_CLAIM') ? one('unknown_gateways', countPool(ctx)) : [],
    seesDevices ? one('failed_commands', countFailedCommands(ctx)) : [],
    may('DMS_SERVER_SERVICE_LEVEL') ? holidays(ctx) : [],
    may('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION')
      ? one('registrations', workbenchRepo.countRegistrations(ctx))
      : [],
    may('DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE')
      ? one('invitations', workbenchRepo.countInvitations(ctx))
      : [],
  ])
  return waiting.flat().filter(({ count }) => count > 0)
}

/** Tenant, administrator, outlet, gateway: without the one before, the next has nowhere to go. */
async function stepsOf(
  ctx: RequestContext,
  may: (code: PermissionCode) => boolean,
): Promise<Workbench['firstSteps']> {
  const [{ kind }, done] = await Promise.all([
    getCompany(ctx, ctx.scope.companyId),
    workbenchRepo.firstSteps(ctx),
  ])
  const hasTenants = kind !== 'company'
  const steps: Workbench['firstSteps'] = []
  if (hasTenants && may('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE'))
    steps.push({ step: 'tenant', done: done.tenant, companyId: null })
  if (hasTenants && may('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT'))
    steps.push({ step: 'administrator', done: done.administrator, companyId: done.waiting_id })
  if (may('DMS_SERVER_OUTLET_EDIT')) steps.push({ step: 'outlet', done: done.outlet, companyId: null })
  if (may('DMS_SERVER_DEVICE_CLAIM')) steps.push({ step: 'gateway', done: false, companyId: null })
  return steps
}

async function one(kind: Waiting['kind'], count: Promise<number>): Promise<Waiting[]> {
  return [{ kind, count: await count }]
}

/** Without them deadlines of the coming year are computed without public holidays. */
async function holidays(ctx: RequestContext): Promise<Waiting[]> {
  const year = await holidaysMissing(importedHolidays(ctx), Date.now())
  return [{ kind: 'holidays_missing', count: year === null ? 0 : 1 }]
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
