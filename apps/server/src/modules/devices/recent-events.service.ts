import type { OutputOf, workbenchApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { recentEventsRepo, type RecentEvent } from './recent-events.repo.ts'
import { summaryRepo } from './summary.repo.ts'

type Event = OutputOf<typeof workbenchApi.workbench>['events'][number]

export const countDevices = (ctx: RequestContext) => summaryRepo.count(ctx, 'smart_cpe')
export const countGuardedDevices = (ctx: RequestContext) => recentEventsRepo.countGuarded(ctx)

/** Events of the devices in scope, newest first. */
export async function recentEvents(ctx: RequestContext, limit: number): Promise<Event[]> {
  return (await recentEventsRepo.newest(ctx, limit)).map(presentEvent)
}

export async function countFailedCommands(ctx: RequestContext): Promise<number> {
  return (await recentEventsRepo.countFailed(ctx)).total
}

/** Commands that failed within 24 hours. */
export async function pageFailedCommands(
  ctx: RequestContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<OutputOf<typeof workbenchApi.failedCommands>> {
  const [items, counted] = await Promise.all([
    recentEventsRepo.failed(ctx, pageSize, (page - 1) * pageSize),
    recentEventsRepo.countFailed(ctx),
  ])
  return { items: items.map(presentEvent), ...counted }
}

function presentEvent(row: RecentEvent): Event {
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    deviceId: row.device_id,
    deviceName: row.device_name,
    companyName: row.company_name,
    detail: row.detail,
  }
}
