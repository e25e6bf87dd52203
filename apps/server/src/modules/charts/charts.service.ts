import type { chartApi, InputOf, OutputOf } from '@netward/contract'
import {
  type ChartCode,
  chartPermissions,
  filtersOfList,
  panelFilters,
  permissionsOfLists,
} from '@netward/contract/panels/panel'
import { panelOf, type PanelKey, panelsOfPage } from '@netward/contract/panels/panels'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { heldPermissions, narrowTo } from '../identity/index.ts'
import { type Answer, type Asked, type Found, type Question, spanBefore, stepsOf } from './asked.ts'
import { productRepo } from './product.repo.ts'
import { queries } from './queries/queries.ts'
import { panelCsv } from './panel-csv.ts'

const dayMs = 86_400_000
const longestDays = 400

/** What a person may see, asked once a request. */
interface Sight {
  readonly held: ReadonlySet<string>
  readonly stopped: ReadonlySet<string>
  readonly above: boolean
}

async function sightOf(ctx: RequestContext): Promise<Sight> {
  const [held, stopped] = await Promise.all([heldPermissions(ctx), productRepo.stopped(ctx)])
  return { held: new Set(held), stopped: new Set(stopped), above: ctx.scope.kind !== 'company' }
}

function isShown(key: PanelKey, { held, stopped, above }: Sight): boolean {
  const { permission, product, above: onlyAbove = false } = panelOf(key)
  return held.has(permission) && (product === null || !stopped.has(product)) && (above || !onlyAbove)
}

const mayOpen = (code: ChartCode, { held }: Sight) => held.has(chartPermissions[code])

/** Panels of a page of charts that the person may see, in their order. */
export interface ShownPage {
  readonly chart: ChartCode
  readonly panels: PanelKey[]
}

/** Those of these pages that the person may open. */
export async function pagesShown(ctx: RequestContext, charts: readonly ChartCode[]): Promise<ShownPage[]> {
  const sight = await sightOf(ctx)
  return charts
    .filter((chart) => mayOpen(chart, sight))
    .map((chart) => ({ chart, panels: panelsOfPage(chart).filter((key) => isShown(key, sight)) }))
}

export async function chartPanels(
  ctx: RequestContext,
  { chart }: InputOf<typeof chartApi.chartPanels>,
): Promise<OutputOf<typeof chartApi.chartPanels>> {
  const [page] = await pagesShown(ctx, [chart])
  if (page === undefined) throw new AppError('permission.denied')
  return { panels: page.panels }
}

export async function chartPanel(ctx: RequestContext, asked: Asked): Promise<Answer> {
  const { panel: key } = asked
  const panel = panelOf(key)
  const sight = await sightOf(ctx)
  if (!isShown(key, sight) || !panel.pages.some((code) => mayOpen(code, sight)))
    throw new AppError('permission.denied')
  // A right may be limited to outlets and departments: the panel counts what the list of that right shows.
  await narrowTo(ctx, panel.permission)
  const question = questionOf(asked)
  return presented(key, sight, question, await queries[key](ctx, question))
}

export async function exportPanel(ctx: RequestContext, asked: Asked): Promise<CsvAnswer> {
  const answer = await chartPanel(ctx, asked)
  await ctx.audit({
    action: 'chart.exported',
    subjectKind: 'chart',
    subjectId: asked.panel,
    detail: { from: asked.from, to: asked.to },
  })
  return panelCsv(ctx, asked.panel, asked.timeZone, answer)
}

function questionOf({ panel: key, ...asked }: Asked): Question {
  const span = { from: new Date(asked.from), to: new Date(asked.to) }
  const length = span.to.getTime() - span.from.getTime()
  if (length <= 0 || length > longestDays * dayMs) throw new AppError('chart.period_wrong')
  const followed: readonly string[] = panelOf(key).filters
  const filters = Object.fromEntries(
    panelFilters.filter((name) => followed.includes(name)).map((name) => [name, asked[name]]),
  )
  return { ...span, before: spanBefore(span), steps: stepsOf(span), timeZone: asked.timeZone, filters }
}

/** What a value opens carries the filters of the page; where its list lacks one of them, it opens nothing. */
function presented(key: PanelKey, { held }: Sight, question: Question, found: Found): Answer {
  const panel = panelOf(key)
  const measures = Object.values(panel.measures)
  const set = Object.entries(question.filters).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || value.length === 0 ? [] : [[name, value]],
  )
  const opensOf = (place: number, opens: Answer['rows'][number]['opens'][number]) => {
    const list = measures[place]?.list
    if (list === undefined || opens === null || !held.has(permissionsOfLists[list])) return null
    const taken: readonly string[] = filtersOfList[list]
    if (!set.every(([name]) => taken.includes(name))) return null
    return { ...Object.fromEntries(set), ...opens }
  }
  const compares = panel.period === 'range' && found.rows.some(({ before }) => (before ?? null) !== null)
  return {
    asOf: found.asOf ?? new Date().toISOString(),
    from: question.from.toISOString(),
    to: question.to.toISOString(),
    step: panel.chart === 'time' ? question.steps.seconds : null,
    before: compares
      ? { from: question.before.from.toISOString(), to: question.before.to.toISOString() }
      : null,
    coverage: found.coverage ?? null,
    note: found.note ?? null,
    rows: found.rows.map(({ opens = [], ...row }) => ({
      label: '',
      at: null,
      before: null,
      tone: null,
      group: null,
      trend: null,
      page: null,
      companyId: null,
      ...row,
      opens: measures.map((_, place) => opensOf(place, opens[place] ?? null)),
    })),
  }
}
