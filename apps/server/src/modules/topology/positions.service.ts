import type { InputOf, topologyApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { getOutlet } from '../outlets/index.ts'
import { topologyRepo } from './topology.repo.ts'

const ownedOutlet = (outletId: string): Subject => ({
  missing: 'outlet.not_found',
  owner: async (outside) => (await topologyRepo.outlet(outside, outletId))?.companyId,
})

/** Nodes that are gone by now keep their place: they may come back. */
export function moveTopologyNodes(
  ctx: SeveralTransactions,
  { outletId, positions }: InputOf<typeof topologyApi.moveTopologyNodes>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedOutlet(outletId), async (inside) => {
    const { name } = await getOutlet(inside, outletId)
    await topologyRepo.place(inside, outletId, positions)
    return audited(inside, 'topology.moved', outletId, name)
  })
}

export function resetTopology(ctx: SeveralTransactions, { outletId }: { outletId: string }): Promise<null> {
  return inSubjectCompany(ctx, ownedOutlet(outletId), async (inside) => {
    const { name } = await getOutlet(inside, outletId)
    await topologyRepo.unplace(inside, outletId)
    return audited(inside, 'topology.reset', outletId, name)
  })
}

async function audited(
  ctx: RequestContext,
  action: 'topology.moved' | 'topology.reset',
  outletId: string,
  name: string,
): Promise<null> {
  await ctx.audit({ action, subjectKind: 'outlet', subjectId: outletId, detail: { name } })
  await ctx.emit('topology.changed', outletId)
  return null
}
