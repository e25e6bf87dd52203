import type { InputOf, OutputOf, topologyApi } from '@netward/contract'
import { healthOf } from '@netward/contract/outlet-values'
import { capped } from '../../platform/db/capped-count.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { drawnLinks, drawnNodes, portsOf, presentLinks } from './drawing.ts'
import { matrixRepo } from './matrix.repo.ts'
import { topologyRepo } from './topology.repo.ts'

type Answer = OutputOf<typeof topologyApi.outletTopology>

const shownChanges = 20
const empty = { others: [], links: [], clients: [], folded: 0 }

/**
 * Loads come from the metric store, which may be another server: read after the transaction.
 * @throws AppError outlet.not_found, or what keeps the caller from the outlet's contents
 */
export async function outletTopology(
  ctx: SeveralTransactions,
  store: MetricStore,
  outletId: string,
): Promise<Answer> {
  const { latest, links, ports, ...answer } = await ctx.inTransaction(null, async (inside) => {
    const outlet = await topologyRepo.outlet(inside, outletId)
    if (outlet === undefined) throw new AppError('outlet.not_found')
    // Ports and neighbours are contents, which those above see as the company admits them.
    await lookInto(inside, { company_id: outlet.companyId }, 'DMS_SERVER_DEVICE_VIEW')
    const found = await topologyRepo.graph(inside, outletId)
    const graph = found?.content ?? empty
    const { nodes, folded } = drawnNodes({
      graph,
      devices: await topologyRepo.devices(inside, outletId),
      lines: await topologyRepo.lines(inside, outletId),
      positions: await topologyRepo.positions(inside, outletId),
    })
    const drawn = drawnLinks(graph, nodes)
    const atLinks = portsOf(drawn)
    return {
      outletId,
      outletName: outlet.name,
      derivedAt: found?.derivedAt ?? null,
      nodes,
      folded,
      changes: await topologyRepo.changes(inside, outletId, shownChanges),
      links: drawn,
      ports: await topologyRepo.ports(inside, atLinks),
      latest: await store.latest(inside.db, await topologyRepo.series(inside, atLinks)),
    }
  })
  return { ...answer, links: presentLinks(links, ports, await latest(), Date.now()) }
}

export async function pageTopologies(
  ctx: RequestContext,
  query: InputOf<typeof topologyApi.pageTopologies>,
): Promise<OutputOf<typeof topologyApi.pageTopologies>> {
  const { items, total } = await matrixRepo.page(ctx, query)
  return { items: items.map((row) => ({ ...row, health: healthOf(row) })), ...capped(total) }
}
