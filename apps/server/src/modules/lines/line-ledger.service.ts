import type { LinkPath } from '@netward/contract/link-tests'
import type { RequestContext } from '../../platform/http/context.ts'
import { countedLine, isDoubted } from './counted-line.service.ts'
import type { LineFigures } from './ledger/figures.ts'
import { openedLine } from './lines.service.ts'
import type { Network } from './network.repo.ts'
import { networksOf } from './networks.service.ts'
import { outageRepo, type LedgerOutage } from './outage.repo.ts'

export const outageMoments = ['healthy', 'onset', 'after_5_minutes', 'end'] as const

export interface LedgerEntry extends LedgerOutage {
  /** Counts in figures: its gateway does not say otherwise. */
  readonly counts: boolean
  /** Of the target that was tested first at the onset; null: none was taken. */
  readonly paths: Readonly<Record<(typeof outageMoments)[number], LinkPath | null>>
}

export interface LineLedger {
  readonly figures: LineFigures
  readonly outages: readonly LedgerEntry[]
  /** By minutes from `start`: 1 up, 0 down, null not counted or not measured. */
  readonly states: readonly (number | null)[]
  readonly start: number
  /** Of the hosts on the paths, by address. */
  readonly networks: ReadonlyMap<string, Network>
  readonly businessHours: boolean
  /** From one test to the next. */
  readonly everyMinutes: number
}

/**
 * The ledger of a line in a period (milliseconds since 1970), with the figures that are counted from it.
 * @throws AppError line.not_found
 */
export async function lineLedger(
  ctx: RequestContext,
  lineId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<LineLedger> {
  const line = await openedLine(ctx, lineId)
  const counted = await countedLine(ctx, line, new Date(from), Date.now())
  const within = counted.outages.filter(({ beganAt }) => Date.parse(beganAt) < to)
  const paths = await outageRepo.paths(ctx, lineId, within)
  return {
    figures: counted.figures(from, to),
    outages: within.map((outage) => ({
      ...outage,
      counts: !isDoubted(outage),
      paths: Object.fromEntries(
        outageMoments.map((moment) => [
          moment,
          paths.find((path) => path.outageId === outage.id && path.moment === moment)?.path ?? null,
        ]),
      ) as LedgerEntry['paths'],
    })),
    states: counted.states(from, to),
    networks: await networksOf(
      ctx,
      paths.map(({ path }) => path),
    ),
    start: Math.floor(from / 60_000) * 60_000,
    businessHours: counted.businessHours,
    everyMinutes: counted.every,
  }
}
