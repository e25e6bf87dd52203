import {
  enoughWithinTarget,
  judgedEveryMinutes,
  type LineTarget,
} from '@netward/contract/line-quality-values'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { countedFrom, countMinutes } from '../counted-line.service.ts'
import { type OpenHours, openHours } from '../open-hours.ts'
import { type DueLine, targetRepo } from './target.repo.ts'

const batch = 100
const dayMs = 86_400_000

/** Judges lines over their last day and week, each once an hour. @returns how many it judged */
export async function judgeLines(scopes: Scopes, now: number): Promise<number> {
  const due = await targetRepo.due(scopes, batch)
  const open = openHours()
  if (due.length > 0)
    await targetRepo.write(
      scopes,
      due.map((line) => judged(line, now, open)),
    )
  return due.length
}

function judged(line: DueLine, now: number, open: OpenHours) {
  const counted = countMinutes(
    countedFrom(
      {
        businessHours: line.business_hours,
        timeZone: line.time_zone,
        measuredBy: line.measured_by,
        profile: line.profile,
        settings: line.settings,
        createdAt: line.created_at,
      },
      line,
    ),
    now,
    open,
  )
  const over = (days: number): LineTarget | null => {
    const { withinTarget } = counted.figures(now - days * dayMs, now)
    if (withinTarget === null) return null
    if (counted.every > judgedEveryMinutes) return 'seldom'
    return withinTarget >= enoughWithinTarget ? 'within' : 'outside'
  }
  return { lineId: line.line_id, day: over(1), week: over(7) }
}

export const targetSweep: Sweep = {
  name: 'lines.targets',
  everySeconds: 60,
  async run({ scopes, signal }) {
    while (!signal.aborted && (await judgeLines(scopes, Date.now())) === batch);
  },
}
