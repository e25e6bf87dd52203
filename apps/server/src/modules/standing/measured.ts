import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { LatestValue, MetricStore } from '../../platform/metrics/metric-store.ts'
import { standingRepo, type Subject } from './standing.repo.ts'
import { lately } from './traffic.ts'

type Series = Awaited<ReturnType<typeof standingRepo.series>>

/**
 * What was measured of a subject lately. Measured values are contents: where its company does not admit those above, there are
 * none, and the rest of the page stays. The store may be another server: it is read after the transaction.
 */
export async function measuredLately(
  ctx: SeveralTransactions,
  store: MetricStore,
  subject: Subject,
  companyId: string,
  now: number,
): Promise<{ series: Series; values: readonly LatestValue[] }> {
  try {
    const { series, finish } = await ctx.inTransaction(null, async (inside) => {
      await lookInto(inside, { company_id: companyId }, 'DMS_SERVER_DEVICE_VIEW')
      const found = await standingRepo.series(inside, subject)
      return { series: found, finish: found.length === 0 ? null : await store.latest(inside.db, found) }
    })
    return { series, values: lately((await finish?.()) ?? [], now) }
  } catch (error) {
    if (error instanceof AppError) return { series: [], values: [] }
    throw error
  }
}
