import type { lineQualityApi, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { countedLine, isDoubted } from './counted-line.service.ts'
import type { LineDetailRow } from './measured-line.repo.ts'

type Figures = OutputOf<typeof lineQualityApi.getMeasuredLine>['figures'][number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const recentMinutes = 120

/** Figures of the last day and week, and the minutes of the last two hours. */
export async function lineFigures(
  ctx: RequestContext,
  line: LineDetailRow,
  now: number,
): Promise<{ figures: Figures[]; minutes: string; minutesFrom: string }> {
  const counted = await countedLine(ctx, line, new Date(now - 7 * dayMs), now)
  const figures = [1, 7].map((days): Figures => {
    const from = now - days * dayMs
    const begun = counted.outages.filter((outage) => Date.parse(outage.beganAt) >= from && !isDoubted(outage))
    const { businessHours } = counted
    return { days, ...counted.figures(from, now), outages: begun.length, businessHours }
  })
  const recentFrom = Math.floor(now / minuteMs) * minuteMs - (recentMinutes - 1) * minuteMs
  const firstHour = Math.floor(recentFrom / hourMs) * hourMs
  const letters = [0, 1, 2].map((n) => counted.letters(firstHour + n * hourMs)).join('')
  const offset = (recentFrom - firstHour) / minuteMs
  return {
    figures,
    minutes: letters.slice(offset, offset + recentMinutes),
    minutesFrom: new Date(recentFrom).toISOString(),
  }
}
