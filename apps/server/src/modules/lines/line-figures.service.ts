import type { lineQualityApi, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { judgedEveryMinutes } from '@netward/contract/line-quality-values'
import { countedLine, isDoubted } from './counted-line.service.ts'
import type { LineDetailRow } from './measured-line.repo.ts'

type Figures = OutputOf<typeof lineQualityApi.getMeasuredLine>['figures'][number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const recentMinutes = 120

/** A letter stands for all minutes until the next test. */
const standing = (letters: string, every: number): string =>
  every === 1
    ? letters
    : letters.replaceAll(/([^-])(-+)/g, (_, letter: string, gap: string) => {
        const filled = Math.min(gap.length, every - 1)
        return letter.repeat(1 + filled) + '-'.repeat(gap.length - filled)
      })

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
    const { businessHours, every } = counted
    const shares = counted.figures(from, now)
    const withinTarget = every > judgedEveryMinutes ? null : shares.withinTarget
    return { days, ...shares, withinTarget, outages: begun.length, businessHours, everyMinutes: every }
  })
  const recentFrom = Math.floor(now / minuteMs) * minuteMs - (recentMinutes - 1) * minuteMs
  const firstHour = Math.floor(recentFrom / hourMs) * hourMs
  const letters = standing(
    [0, 1, 2].map((n) => counted.letters(firstHour + n * hourMs)).join(''),
    counted.every,
  )
  const offset = (recentFrom - firstHour) / minuteMs
  return {
    figures,
    minutes: letters.slice(offset, offset + recentMinutes),
    minutesFrom: new Date(recentFrom).toISOString(),
  }
}
