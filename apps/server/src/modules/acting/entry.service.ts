import { type actingApi, type InputOf, type OutputOf, tenantType } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type MessageDeps, tellAdministrators } from '../messages/index.ts'
import { entryRepo, type TenantToEnter } from './entry.repo.ts'

/** How many tenants the switcher is given at once; a search narrows. */
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

/** A question to the tenant's administrators, who are told by mail as well. */
export async function askToEnter(
  deps: MessageDeps,
  ctx: RequestContext,
  input: InputOf<typeof actingApi.askToEnter>,
): Promise<null> {
  await entryRepo.ask(ctx, input)
  await tellAdministrators(deps, ctx.db, input.companyId, {
    kind: 'acting_asked',
    params: { ...(await parties(ctx, input.companyId)), reason: input.reason, hours: String(input.hours) },
  })
  return null
}

/** Nobody's consent is asked; both logs have it, and the tenant's administrators are told by mail. */
export async function breakGlass(
  deps: MessageDeps,
  ctx: RequestContext,
  input: InputOf<typeof actingApi.breakGlass>,
): Promise<OutputOf<typeof actingApi.breakGlass>> {
  const until = await entryRepo.breakGlass(ctx, input)
  await tellAdministrators(deps, ctx.db, input.companyId, {
    kind: 'acting_glass_broken',
    params: { ...(await parties(ctx, input.companyId)), reason: input.reason },
  })
  return { until }
}

/** The visit ends in the tenant's sight at once; nothing is refused to whoever was not inside. */
export async function leaveTenant(scopes: Scopes, ctx: RequestContext): Promise<null> {
  if (!ctx.scope.acting) return null
  await entryRepo.leave(ctx)
  ctx.afterCommit(() => scopes.forgetVisit(ctx.scope))
  return null
}

/** Whoever acts in one tenant may break the glass of another: it is told which company they are of. */
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
