import type { inboundAlarmApi, InputOf, OutputOf } from '@netward/contract'
import { comparisonDays, inboundLimits } from '@netward/contract/inbound-alarm-values'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { externalAlarmRepo, type Range } from './external-alarm.repo.ts'

type Page = OutputOf<typeof inboundAlarmApi.pageExternalAlarms>

const dayMs = 86_400_000

export async function pageExternalAlarms(
  ctx: RequestContext,
  query: InputOf<typeof inboundAlarmApi.pageExternalAlarms>,
): Promise<Page> {
  const { items, total } = await externalAlarmRepo.page(ctx, query, rangeOf(query))
  return { items: items as Page['items'], ...capped(total) }
}

export async function compareAlarms(
  ctx: RequestContext,
  { timeZone, ...query }: InputOf<typeof inboundAlarmApi.compareAlarms>,
): Promise<OutputOf<typeof inboundAlarmApi.compareAlarms>> {
  const range = rangeOf(query)
  const days = await externalAlarmRepo.days(ctx, query, range, timeZone)
  const sum = (part: 'both' | 'theirs' | 'ours' | 'unmatched') =>
    days.reduce((all, day) => all + day[part], 0)
  return {
    ...range,
    both: sum('both'),
    theirs: sum('theirs'),
    ours: sum('ours'),
    unmatched: sum('unmatched'),
    days: days.map(({ at, both, theirs, ours }) => ({ at, both, theirs, ours })),
  }
}

/** The last 7 days unless asked for others; nothing older than 90 days is compared. */
function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Range {
  const now = Date.now()
  const oldest = now - inboundLimits.days * dayMs
  const end = Math.max(Math.min(to === undefined ? now : Date.parse(to), now) + 1000, oldest)
  const begin = Math.max(from === undefined ? end - comparisonDays * dayMs : Date.parse(from), oldest)
  return { from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
}
