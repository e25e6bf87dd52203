import type { InputOf, OutputOf, syslogApi } from '@netward/contract'
import { syslogDays, syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'
import { capOf, capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { messageRepo, type Range } from './message.repo.ts'

const hourMs = 3_600_000
const droppedSeverity = 8

export async function pageSyslog(
  ctx: RequestContext,
  query: InputOf<typeof syslogApi.pageSyslog>,
): Promise<OutputOf<typeof syslogApi.pageSyslog>> {
  const { items, total } = await messageRepo.page(ctx, query, rangeOf(query))
  return {
    items: items.map((row) => ({
      ...row,
      severity: syslogSeverities[row.severity] ?? 'debug',
      facility: syslogFacilities[row.facility] ?? 'user',
    })),
    ...capped(total, capOf(query.search)),
  }
}

export async function chartSyslog(
  ctx: RequestContext,
  query: InputOf<typeof syslogApi.chartSyslog>,
): Promise<OutputOf<typeof syslogApi.chartSyslog>> {
  const rows = await messageRepo.hours(ctx, query, rangeOf(query))
  const hours = new Map<string, number[]>()
  let dropped = 0
  for (const { at, severity, count } of rows) {
    const counts = hours.get(at) ?? Array.from({ length: syslogSeverities.length }, () => 0)
    if (severity === droppedSeverity) dropped += count
    else counts[severity] = count
    hours.set(at, counts)
  }
  return { hours: [...hours].map(([at, counts]) => ({ at, counts })), dropped }
}

/** The last 24 hours unless asked for others; nothing older is kept. */
function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Range {
  const now = Date.now()
  const end = Math.min(to === undefined ? now : Date.parse(to), now) + 1_000
  const oldest = now - syslogDays * 24 * hourMs
  const begin = from === undefined ? end - 24 * hourMs : Date.parse(from)
  return { from: new Date(Math.max(begin, oldest)), to: new Date(Math.max(end, oldest)) }
}
