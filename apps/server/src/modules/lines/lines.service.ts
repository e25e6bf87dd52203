import type { InputOf, lineQualityApi, OutputOf } from '@netward/contract'
import type { LineProfile } from '@netward/contract/line-profiles'
import { rateLimitedHops, type LinkPath } from '@netward/contract/link-tests'
import { capped } from '../../platform/db/capped-count.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { CsvAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import { lineFigures } from './line-figures.service.ts'
import { effectiveProfile } from './line-plan.ts'
import {
  type LineDetailRow,
  type LineQuery,
  measuredLineRepo,
  type MeasuredLineRow,
} from './measured-line.repo.ts'
import { networksOf } from './networks.service.ts'
import { outageRepo } from './outage.repo.ts'

type Line = OutputOf<typeof lineQualityApi.pageMeasuredLines>['items'][number]
type Test = OutputOf<typeof lineQualityApi.getMeasuredLine>['tests'][number]

const mostExported = 10_000
const nothing = { loss: null, rtt: null, jitter: null, mos: null }

export async function pageMeasuredLines(
  ctx: RequestContext,
  query: LineQuery,
): Promise<OutputOf<typeof lineQualityApi.pageMeasuredLines>> {
  const { items, total } = await measuredLineRepo.page(ctx, query)
  return { items: await presented(ctx, items), ...capped(total) }
}

async function presented(ctx: RequestContext, rows: readonly MeasuredLineRow[]): Promise<Line[]> {
  const ids = rows.map(({ id }) => id)
  const day = await measuredLineRepo.means(ctx, ids, 1)
  const week = await measuredLineRepo.means(ctx, ids, 7)
  const hours = await measuredLineRepo.hours(ctx, ids)
  return rows.map((row) => ({
    id: row.id,
    companyId: row.companyId,
    companyName: row.companyName,
    outletId: row.outletId,
    outletName: row.outletName,
    name: row.name,
    isp: row.isp,
    ispName: row.ispName,
    type: row.type,
    downMbps: row.downMbps,
    upMbps: row.upMbps,
    profile: row.profile,
    state: row.state,
    since: row.since,
    measuredAt: row.measuredAt,
    measuredBy: row.measuredBy,
    dayTarget: row.dayTarget,
    weekTarget: row.weekTarget,
    judgedAt: row.judgedAt,
    now: { loss: row.loss, rtt: row.rtt, jitter: row.jitter, mos: row.mos },
    day: day.get(row.id) ?? nothing,
    week: week.get(row.id) ?? nothing,
    hours: hours.get(row.id) ?? '-'.repeat(24),
  }))
}

/** Lines that fit a filter; one more than `most` says that there are more. */
export async function linesMatching(
  ctx: RequestContext,
  query: Omit<LineQuery, 'page' | 'pageSize' | 'sort'>,
  most: number,
): Promise<string[]> {
  const rows = await measuredLineRepo.all(ctx, { ...query, sort: 'name', page: 1, pageSize: 1 }, most + 1)
  return rows.map(({ id }) => id)
}

export async function exportMeasuredLines(ctx: RequestContext, query: LineQuery): Promise<CsvAnswer> {
  const rows = await presented(ctx, await measuredLineRepo.all(ctx, query, mostExported))
  const headings = [
    'lines.company',
    'lines.outlet',
    'lines.name',
    'lines.isp',
    'lines.state',
    'lines.csv.lossNow',
    'lines.csv.rttNow',
    'lines.csv.jitterNow',
    'lines.csv.mosNow',
    'lines.csv.lossDay',
    'lines.csv.rttDay',
    'lines.csv.lossWeek',
    'lines.csv.rttWeek',
    'lines.csv.dayTarget',
    'lines.csv.weekTarget',
    'lines.measuredAt',
  ] as const
  const number = (value: number | null) => (value === null ? null : String(Math.round(value * 100) / 100))
  const lines = rows.map((row) =>
    csvLine([
      row.companyName,
      row.outletName,
      row.name,
      row.ispName || ctx.phrase(`outlets.isps.${row.isp}`),
      ctx.phrase(`lines.states.${row.state}`),
      ...[row.now.loss, row.now.rtt, row.now.jitter, row.now.mos].map(number),
      ...[row.day.loss, row.day.rtt, row.week.loss, row.week.rtt].map(number),
      ...[row.dayTarget, row.weekTarget].map((target) =>
        target === null ? null : ctx.phrase(`lines.onTarget.states.${target}`),
      ),
      row.measuredAt,
    ]),
  )
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'line_quality.exported',
    subjectKind: 'company',
    detail: { filters, rows: rows.length },
  })
  return {
    name: ctx.phrase('lines.exportLabel'),
    csv: [csvLine(headings.map((key) => ctx.phrase(key))), ...lines].join(''),
  }
}

export async function getMeasuredLine(
  ctx: RequestContext,
  { lineId }: InputOf<typeof lineQualityApi.getMeasuredLine>,
): Promise<OutputOf<typeof lineQualityApi.getMeasuredLine>> {
  const line = await openedLine(ctx, lineId)
  const [shown] = await presented(ctx, [line])
  const { chosenProfile, ispHost, businessHost, timeZone } = line
  const tests = await measuredLineRepo.tests(ctx, lineId)
  const profile = effectiveProfile(line.profile, line.settings)
  return {
    ...shown!,
    chosenProfile,
    ispHost,
    businessHost,
    timeZone,
    limits: profile.limits,
    ...(await throughputOf(ctx, line, profile)),
    ...(await lineFigures(ctx, line, Date.now())),
    // Written as `clean-line-facts.ts` cleans them.
    tests: tests.map(({ target, at, result }) => ({ ...(result as unknown as Test), target, at })),
  }
}

async function throughputOf(
  ctx: RequestContext,
  { id, timeZone, throughputAt: nextAt }: LineDetailRow,
  profile: LineProfile,
): Promise<Pick<OutputOf<typeof lineQualityApi.getMeasuredLine>, 'throughput' | 'throughputPlan'>> {
  const { throughputDays: everyDays, throughputMegabytes: testMegabytes } = profile
  const { throughputMonthMegabytes: monthMegabytes } = profile
  const rates = await measuredLineRepo.throughput(ctx, id)
  const of = (wanted: 'down' | 'up') => {
    const found = rates.find(({ direction }) => direction === wanted)
    return found === undefined ? null : { bitsPerSecond: found.bitsPerSecond, at: found.at, by: found.by }
  }
  const movedMegabytes = (await measuredLineRepo.movedInMonth(ctx, id, timeZone)) / 1e6
  return {
    throughput: { down: of('down'), up: of('up') },
    throughputPlan:
      everyDays === 0 ? null : { everyDays, testMegabytes, monthMegabytes, movedMegabytes, nextAt },
  }
}

/** What was measured is contents, which those above see as the company admits them. */
export async function openedLine(ctx: RequestContext, lineId: string): Promise<LineDetailRow> {
  const line = await measuredLineRepo.find(ctx, lineId)
  if (line === undefined) throw new AppError('line.not_found')
  await lookInto(ctx, { company_id: line.companyId }, 'DMS_SERVER_LINE')
  return line
}

export async function pageLineOutages(
  ctx: RequestContext,
  { lineId, ...paging }: InputOf<typeof lineQualityApi.pageLineOutages>,
): Promise<OutputOf<typeof lineQualityApi.pageLineOutages>> {
  await openedLine(ctx, lineId)
  const { items, total } = await outageRepo.page(ctx, lineId, paging)
  return { items, ...capped(total) }
}

export async function pageOutages(
  ctx: RequestContext,
  query: InputOf<typeof lineQualityApi.pageOutages>,
): Promise<OutputOf<typeof lineQualityApi.pageOutages>> {
  const { items, total } = await outageRepo.pageAll(ctx, query)
  return { items, ...capped(total) }
}

export async function listLinePaths(
  ctx: RequestContext,
  { lineId }: InputOf<typeof lineQualityApi.listLinePaths>,
): Promise<OutputOf<typeof lineQualityApi.listLinePaths>> {
  await openedLine(ctx, lineId)
  const rows = await measuredLineRepo.paths(ctx, lineId)
  const networks = await networksOf(
    ctx,
    rows.map(({ path }) => path as LinkPath),
  )
  return {
    items: rows.map(({ path, ...row }) => {
      const { reached } = path as LinkPath
      const hops = (path as LinkPath).hops.map((hop) => ({
        ...hop,
        network: networks.get(hop.address ?? '') ?? null,
      }))
      return { ...row, reached, hops, rateLimited: [...rateLimitedHops(path as LinkPath)] }
    }),
  }
}

export function editLineMeasuring(
  ctx: SeveralTransactions,
  { lineId, ...values }: InputOf<typeof lineQualityApi.editLineMeasuring>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedLine(lineId), async (inside) => {
    const line = await measuredLineRepo.lock(inside, lineId)
    if (line === undefined) throw new AppError('line.not_found')
    const { name, outletId, ...before } = line
    const changed = changedFields(before, values)
    if (changed === null) return null
    await measuredLineRepo.update(inside, lineId, values)
    await inside.audit({
      action: 'line_quality.measuring_edited',
      subjectKind: 'outlet',
      subjectId: outletId,
      detail: { line: name, ...changed },
    })
    await inside.emit('line.changed', outletId)
    return null
  })
}

export function setOutageCause(
  ctx: SeveralTransactions,
  { outageId, cause, responsibility, note }: InputOf<typeof lineQualityApi.setOutageCause>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedOutage(outageId), async (inside) => {
    const outage = await outageRepo.lock(inside, outageId)
    if (outage === undefined) throw new AppError('line_outage.not_found')
    const changed = changedFields(
      { cause: outage.cause, responsibility: outage.responsibility, note: outage.note },
      { cause, responsibility, note },
    )
    if (changed === null) return null
    await outageRepo.setCause(inside, outageId, { cause, responsibility, note })
    await inside.audit({
      action: 'line_quality.cause_set',
      subjectKind: 'outlet',
      subjectId: outage.outletId,
      detail: { line: outage.line, ...changed },
    })
    await inside.emit('line.changed', outage.outletId)
    return null
  })
}

const ownedLine = (lineId: string): Subject => ({
  missing: 'line.not_found',
  owner: (outside) => measuredLineRepo.findCompany(outside, lineId),
})

const ownedOutage = (outageId: string): Subject => ({
  missing: 'line_outage.not_found',
  owner: (outside) => outageRepo.findCompany(outside, outageId),
})
