import type { alarmApi, InputOf, OutputOf } from '@netward/contract'
import { alarmSeverities } from '@netward/contract/alarm-values'
import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import { type ShippedRuleCode, shippedRules } from '@netward/contract/shipped-rules'
import { closedCompanies } from '../../platform/db/closed-companies.ts'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { alarmRepo, type AlarmRow, type EventRow, type RelatedRow } from './alarm.repo.ts'

type Page = OutputOf<typeof alarmApi.pageAlarms>
type Item = Page['items'][number]
type Detail = OutputOf<typeof alarmApi.getAlarm>

const mostExported = 100_000

export async function pageAlarms(
  ctx: RequestContext,
  query: InputOf<typeof alarmApi.pageAlarms>,
): Promise<Page> {
  const { items, total } = await alarmRepo.page(ctx, query, namedRules(ctx, query.search))
  const open = await openCompanies(ctx, items)
  return { items: items.map((row) => presented(row, open(row))), ...capped(total) }
}

export async function countAlarms(
  ctx: RequestContext,
  filters: InputOf<typeof alarmApi.countAlarms>,
): Promise<OutputOf<typeof alarmApi.countAlarms>> {
  const counts = await alarmRepo.counts(ctx, filters, namedRules(ctx, filters.search))
  return {
    severities: alarmSeverities.map(
      (severity) =>
        counts.find((one) => one.severity === severity) ?? { severity, count: 0, unacknowledged: 0 },
    ),
  }
}

export async function getAlarm(
  ctx: RequestContext,
  { alarmId }: InputOf<typeof alarmApi.getAlarm>,
): Promise<Detail> {
  const row = await alarmRepo.find(ctx, alarmId)
  if (!row) throw new AppError('alarm.not_found')
  const [timeline, suppressed, group, earlier, open] = await Promise.all([
    alarmRepo.timeline(ctx, alarmId),
    alarmRepo.suppressed(ctx, alarmId),
    alarmRepo.group(ctx, row),
    alarmRepo.earlier(ctx, row),
    openCompanies(ctx, [row]),
  ])
  const shown = timeline.map(presentedEvent)
  return {
    ...presented(row, open(row)),
    timeline: open(row)
      ? shown
      : shown.map((event) => ({ ...event, value: null, text: null, trap: null, comment: null })),
    suppressed: suppressed.map(presentedRelated),
    group: group.map(presentedRelated),
    earlier,
  }
}

export async function alarmAssignees(
  ctx: RequestContext,
  { search }: InputOf<typeof alarmApi.alarmAssignees>,
): Promise<OutputOf<typeof alarmApi.alarmAssignees>> {
  return (await alarmRepo.members(ctx, { search })).map(({ id, name }) => ({ id, name }))
}

export async function exportAlarms(
  ctx: RequestContext,
  query: InputOf<typeof alarmApi.exportAlarms>,
): Promise<CsvAnswer> {
  const rows = await alarmRepo.all(ctx, query, namedRules(ctx, query.search), mostExported)
  const open = await openCompanies(ctx, rows)
  const lines = rows.map((row) =>
    csvLine([
      row.companyName,
      row.outletName,
      row.subjectName,
      ruleNameOf(ctx, row),
      row.label,
      ctx.phrase(`alarms.severities.${row.severity}`),
      ctx.phrase(`alarms.states.${row.state}`),
      row.value === null || !open(row) ? null : String(row.value),
      row.raisedAt,
      row.clearedAt,
      row.acknowledgedBy,
      row.assigneeName,
      row.groupId,
    ]),
  )
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({ action: 'alarm.exported', subjectKind: 'alarm', detail: { filters, rows: rows.length } })
  return { name: ctx.phrase('alarms.exportLabel'), csv: [csvLine(headings(ctx)), ...lines].join('') }
}

const headings = (ctx: RequestContext) =>
  (
    [
      'alarms.company',
      'alarms.outlet',
      'alarms.subject',
      'alarms.rule',
      'alarms.part',
      'alarms.severity',
      'alarms.state',
      'alarms.value',
      'alarms.raisedAt',
      'alarms.clearedAt',
      'alarms.acknowledgedBy',
      'alarms.assignee',
      'alarms.group',
    ] as const
  ).map((key) => ctx.phrase(key))

/** Of an own rule its name when the alarm was raised. */
const ruleNameOf = (ctx: Pick<RequestContext, 'phrase'>, { rule, ruleName }: AlarmRow): string =>
  ruleName ?? ctx.phrase(`alarms.rules.names.${rule as ShippedRuleCode}`)

/** Shipped rules whose name contains the search. */
function namedRules(ctx: Pick<RequestContext, 'phrase'>, search = ''): string[] {
  if (search === '') return []
  const text = search.toLowerCase()
  return shippedRules
    .map(({ code }) => code)
    .filter((code) => ctx.phrase(`alarms.rules.names.${code}`).toLowerCase().includes(text))
}

/** From above: whether the company admits the caller. Of one that does not, no measured value and no comment is shown. */
async function openCompanies(
  ctx: RequestContext,
  rows: readonly AlarmRow[],
): Promise<(row: AlarmRow) => boolean> {
  const closed = await closedCompanies(
    ctx,
    rows.map(({ companyId }) => ({ company_id: companyId })),
  )
  return ({ companyId }) => !closed.has(companyId)
}

function presented(row: AlarmRow, open: boolean): Item {
  return {
    ...row,
    value: open ? row.value : null,
    deviceType: row.deviceType as Item['deviceType'],
    metric: row.metric as Item['metric'],
    unit: row.metric === null ? null : metricOf(row.metric as MetricName).unit,
  }
}

const presentedRelated = (row: RelatedRow) => ({
  ...row,
  deviceType: row.deviceType as Item['deviceType'],
})

function presentedEvent({
  id,
  at,
  kind,
  detail,
  actorName,
  actorCompanyName,
}: EventRow): Detail['timeline'][number] {
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : null)
  return {
    id,
    at,
    kind: kind as Detail['timeline'][number]['kind'],
    value: typeof detail['value'] === 'number' ? detail['value'] : null,
    text: text('text'),
    trap: text('trap') as Detail['timeline'][number]['trap'],
    because: text('because') as Detail['timeline'][number]['because'],
    severity: text('severity') as Detail['timeline'][number]['severity'],
    comment: text('comment'),
    assigneeName: text('assigneeName'),
    actorName,
    actorCompanyName,
  }
}
