import type { InputOf, lineReportApi } from '@netward/contract'
import { reportLimits } from '@netward/contract/line-report-values'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { beforeDays } from '../../platform/metrics/reading/period.ts'
import { getOutlet } from '../outlets/index.ts'
import { comparisonBlocks } from './comparison.ts'
import { lineReportRepo, type ReportRow } from './line-report.repo.ts'
import { linesBlocks } from './lines-evidence.ts'
import { type MeasuredLine, measuredLine } from './measured-line.ts'
import { outletBlocks } from './outlet-scorecard.ts'
import { wordsOf } from './report-words.ts'

const builders = { lines: linesBlocks, outlet: outletBlocks, comparison: comparisonBlocks }

/** As charts compare (operations.md §1). */
function earlier({ from, to }: { from: number; to: number }, timeZone: string) {
  const shift = beforeDays(from, to, timeZone) * 86_400_000
  return { from: from - shift, to: to - shift }
}

/**
 * Reads what was measured, line by line, and keeps what the report says: it stays as it was made.
 * @throws AppError report.no_lines, report.too_many_lines, outlet.not_found, what keeps the caller from the values
 */
export async function createReport(
  caller: SeveralTransactions,
  store: MetricStore,
  input: InputOf<typeof lineReportApi.createReport>,
): Promise<ReportRow> {
  const ctx = await within(caller, input.companyId)
  const { kind, language } = input
  const now = Date.now()
  const period = { from: Date.parse(input.from), to: Math.min(Date.parse(input.to), now) }
  if (period.to - period.from < 60_000) throw new AppError('report.no_lines')
  const lines = await ctx.inTransaction(null, async (inside) => {
    if (input.outletId !== undefined) await getOutlet(inside, input.outletId)
    return lineReportRepo.lines(inside, input, reportLimits.lines + 1)
  })
  if (lines.length === 0) throw new AppError('report.no_lines')
  if (lines.length > reportLimits.lines) throw new AppError('report.too_many_lines')
  if (kind === 'comparison' && !input.before && lines.length < 2) throw new AppError('report.no_lines')

  // Those that were named stand in that order.
  const place = new Map(input.lineIds.map((id, at) => [id, at]))
  const ordered = lines.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const measured: MeasuredLine[] = []
  for (const line of ordered)
    for (const one of kind === 'comparison' && input.before
      ? [period, earlier(period, line.timeZone)]
      : [period])
      measured.push(await measuredLine(ctx, store, line, one))
  const words = wordsOf(language, ordered[0]!.timeZone)
  const { name, blocks } = builders[kind](measured, words)
  const title = words.t(`lineReports.paper.titles.${kind}`)
  const subtitle = words.t('lineReports.paper.subtitle', {
    name,
    from: words.time(period.from),
    to: words.time(period.to),
    zone: words.timeZone,
    made: words.time(now),
  })
  return ctx.inTransaction(null, async (inside) => {
    const report = await lineReportRepo.insert(inside, {
      kind,
      language,
      title: `${title} · ${name}`.slice(0, 200),
      subtitle,
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      lines: lines.length,
      authorName: inside.scope.actorName,
      blocks,
    })
    await inside.audit({
      action: 'report.created',
      subjectKind: 'report',
      subjectId: report.id,
      detail: { name: report.title, lines: lines.length },
    })
    return report
  })
}

/** All that follows happens in the company whose lines they are, which the database checks each time. */
async function within(ctx: SeveralTransactions, companyId: string | undefined): Promise<SeveralTransactions> {
  if (companyId === undefined) return ctx
  const own = await ctx.inTransaction(null, async ({ scope }) => scope.companyId)
  if (companyId === own) return ctx
  return { ...ctx, inTransaction: (_company, work) => ctx.inTransaction(companyId, work) }
}
