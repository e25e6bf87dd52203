import { type actingApi, type InputOf, type OutputOf, tenantType } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { entryRepo, type TenantToEnter } from './entry.repo.ts'

/** Maximum tenants returned to the switcher; a search narrows. */
const shown = 100
const shownRecent = 6

export async function tenantsToEnter(
  ctx: RequestContext,
  { search, companyId }: InputOf<typeof actingApi.tenantsToEnter>,
): Promise<OutputOf<typeof actingApi.tenantsToEnter>> {
  if (companyId !== undefined)
    return { recent: [], tenants: (await entryRepo.find(ctx, companyId)).map(present) }
  const recent = search === '' ? await entryRepo.recent(ctx, shownRecent) : []
  const tenants = await entryRepo.search(ctx, search, shown)
  return { recent: recent.map(present), tenants: tenants.map(present) }
}

/** A request to the tenant's administrators, who are also notified by mail. */
export async function askToEnter(
  deps: MessageDeps,
  ctx: RequestContext,
  input: InputOf<typeof actingApi.askToEnter>,
): Promise<null> {
  await entryRepo.ask(ctx, input)
  await notifyAdministrators(deps, ctx.db, input.companyId, {
    kind: 'acting_asked',
    params: { ...(await parties(ctx, input.companyId)), reason: input.reason, hours: String(input.hours) },
  })
  return null
}

/** No consent is requested; both logs record it, and the tenant's administrators are notified by mail. */
export async function breakGlass(
  deps: MessageDeps,
  ctx: RequestContext,
  input: InputOf<typeof actingApi.breakGlass>,
): Promise<OutputOf<typeof actingApi.breakGlass>> {
  const until = await entryRepo.breakGlass(ctx, input)
  await notifyAdministrators(deps, ctx.db, input.companyId, {
    kind: 'acting_glass_broken',
    params: { ...(await parties(ctx, input.companyId)), reason: input.reason },
  })
  return { until }
}

/** The visit ends for the tenant at once; ending without a visit is not an error. */
export async function leaveTenant(scopes: Scopes, ctx: RequestContext): Promise<null> {
  if (!ctx.scope.acting) return null
  await entryRepo.leave(ctx)
  ctx.afterCommit(() => scopes.forgetVisit(ctx.scope))
  return null
}

/** A user acting in one tenant may break the glass of another: it is shown their company. */
async function parties(ctx: RequestContext, companyId: string) {
  const { tenant_name: companyName, home_name: actorCompany } = await entryRepo.parties(ctx, companyId)
  return { companyName, actorName: ctx.scope.actorName, actorCompany }
}

const typeOfKind = {
  op: tenantType.platform,
  middleman: tenantType.msp,
  company: tenantType.endCustomer,
} as const

function present(row: TenantToEnter): OutputOf<typeof actingApi.tenantsToEnter>['tenants'][number] {
  return {
    companyId: row.id,
    name: row.name,
    code: row.code,
    type: typeOfKind[row.kind],
    status: row.status,
    entry: row.entry,
    waiting: row.waiting,
  }
}
