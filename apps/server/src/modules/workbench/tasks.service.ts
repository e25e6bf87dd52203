import type { InputOf, OutputOf, taskApi } from '@netward/contract'
import type { ShippedRuleCode } from '@netward/contract/shipped-rules'
import { doneKinds, type TaskKind, taskKinds } from '@netward/contract/task-values'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { heldPermissions } from '../identity/index.ts'
import { taskRepo } from './task.repo.ts'
import { taskSources } from './task-sources.repo.ts'
import { waitingFor } from './workbench.service.ts'

type Todo = OutputOf<typeof taskApi.pageTodo>
type DoneQuery = InputOf<typeof taskApi.pageDone>

const dayMs = 86_400_000
const mostDays = 30
const mostExported = 100_000
/** Kinds that the person may see. */
async function kindsOf<Kind extends TaskKind>(ctx: RequestContext, kinds: readonly Kind[]): Promise<Kind[]> {
  const held = new Set<string>(await heldPermissions(ctx))
  return kinds.filter((kind) => {
    const code = taskSources[kind].needs
    return code === null || held.has(code)
  })
}

/** Those that are asked for; all if none is. */
const among = <Kind extends TaskKind>(kinds: readonly Kind[], asked: readonly Kind[] = []): readonly Kind[] =>
  asked.length === 0 ? kinds : kinds.filter((kind) => asked.includes(kind))

const chosen = <Kind extends TaskKind>(
  {
    search = '',
    sort,
    page,
    pageSize,
  }: { search?: string | undefined; sort: string; page: number; pageSize: number },
  kinds: readonly Kind[],
) => ({ kinds, search, sort, limit: pageSize, offset: (page - 1) * pageSize })

export async function pageTodo(ctx: RequestContext, query: InputOf<typeof taskApi.pageTodo>): Promise<Todo> {
  const all = await kindsOf(ctx, taskKinds)
  const { items, total } = await taskRepo.todo(ctx, chosen(query, among(all, query.kind)))
  const counts = (await taskRepo.counts(ctx, all)).map((of) => ({ ...of, count: capped(of.count).total }))
  const groups = await waitingFor(ctx)
  const lines = counts.reduce((sum, { count }) => sum + count, 0)
  return { items, ...capped(total), kinds: counts, groups, badge: capped(lines).total + groups.length }
}

/** The last 30 days, or a range of at most as many. */
function rangeOf(ctx: RequestContext, { from, to }: DoneQuery): { from: string; to: string } {
  const end = to === undefined ? Date.now() + 60_000 : Date.parse(to)
  const start = from === undefined ? end - mostDays * dayMs : Date.parse(from)
  if (end - start > mostDays * dayMs) throw wrongField(ctx, 'task.range_too_wide', 'from')
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}

export async function pageDone(
  ctx: RequestContext,
  query: DoneQuery,
): Promise<OutputOf<typeof taskApi.pageDone>> {
  const range = rangeOf(ctx, query)
  const { items, total } = await taskRepo.done(
    ctx,
    chosen(query, among(await kindsOf(ctx, doneKinds), query.kind)),
    range,
  )
  return { items, ...capped(total) }
}

export async function exportDone(ctx: RequestContext, query: DoneQuery): Promise<CsvAnswer> {
  const range = rangeOf(ctx, query)
  const all = { ...query, page: 1, pageSize: mostExported }
  const { items } = await taskRepo.done(
    ctx,
    chosen(all, among(await kindsOf(ctx, doneKinds), query.kind)),
    range,
  )
  const lines = items.map((row) =>
    csvLine([
      ctx.phrase(`workbench.tasks.kinds.${row.kind}`),
      row.number === null ? '' : String(row.number),
      row.title,
      row.rule === null
        ? ''
        : (row.ruleName ?? ctx.phrase(`alarms.rules.names.${row.rule as ShippedRuleCode}`)),
      row.companyName,
      ctx.phrase(`workbench.tasks.acts.${row.act}`),
      row.finishedAt,
    ]),
  )
  await ctx.audit({ action: 'task.exported', subjectKind: 'task', detail: { ...range, rows: items.length } })
  const heading = csvLine(
    (['kind', 'number', 'title', 'rule', 'company', 'act', 'finishedAt'] as const).map((key) =>
      ctx.phrase(`workbench.tasks.${key}`),
    ),
  )
  return { name: ctx.phrase('shell.titles.taskDone'), csv: [heading, ...lines].join('') }
}
