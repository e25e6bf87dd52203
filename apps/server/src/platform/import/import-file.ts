import type { ImportChange, ImportPreview } from '@netward/contract/imports'
import { AppError } from '../errors.ts'
import type { RequestContext } from '../http/context.ts'
import { attempts } from './attempt.ts'

/** Why a row of a file is refused; a row may have several reasons. */
export interface RefusedRow {
  readonly row: number
  readonly reason: string
}

export interface NewRow<Values> {
  readonly row: number
  readonly values: Values
}

/** What an import does with one row of its file. */
export type PlannedRow<Values> = { readonly row: number; readonly name: string } & (
  | { readonly state: 'new'; readonly values: Values }
  | {
      readonly state: 'changed'
      readonly changes: readonly ImportChange[]
      readonly update: () => Promise<unknown>
    }
  | { readonly state: 'unchanged' }
  | { readonly state: 'refused'; readonly reasons: readonly string[] }
)

export interface ImportPlan<Values> {
  readonly rows: readonly PlannedRow<Values>[]
  readonly ignored: readonly string[]
  /** What else a person should know of the file. */
  readonly notes?: readonly string[]
  /** Writes the new rows, and answers which of them are refused. */
  readonly insert: (rows: readonly NewRow<Values>[]) => Promise<readonly RefusedRow[]>
}

/** What to do with a row whose code exists already. */
export type ExistingRows = 'refuse' | 'update'

/** Writes what can be written and answers every refused row, so that one attempt shows all of them. */
async function carryOut<Values>(ctx: RequestContext, plan: ImportPlan<Values>): Promise<RefusedRow[]> {
  const refused = plan.rows.flatMap((one) =>
    one.state === 'refused' ? one.reasons.map((reason) => ({ row: one.row, reason })) : [],
  )
  for (const one of plan.rows) {
    if (one.state !== 'changed') continue
    const reason = await attempts.refusalOf(ctx, one.update)
    if (reason !== null) refused.push({ row: one.row, reason })
  }
  const added = plan.rows.flatMap((one) =>
    one.state === 'new' ? [{ row: one.row, values: one.values }] : [],
  )
  if (added.length > 0) refused.push(...(await plan.insert(added)))
  return refused.toSorted((a, b) => a.row - b.row)
}

/** Rows of the preview beside the refused ones, which are all listed. */
const mostShown = 1_000

/** What an import would do: it is carried out and taken back, so that quotas and constraints count. */
export async function previewImport<Values>(
  ctx: RequestContext,
  plan: ImportPlan<Values>,
): Promise<ImportPreview> {
  const refused = await attempts.takenBack(ctx, () => carryOut(ctx, plan))
  const reasons = Map.groupBy(refused, ({ row }) => row)
  const rows = plan.rows.map((one): ImportPreview['rows'][number] => {
    const { row, name } = one
    const why = reasons.get(row)?.map(({ reason }) => reason) ?? []
    const state = why.length > 0 ? 'refused' : one.state
    return { row, name, state, changes: one.state === 'changed' ? [...one.changes] : [], reasons: why }
  })
  const count = (state: string) => rows.filter((one) => one.state === state).length
  const listed = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  return {
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
    },
    rows: [...listed('refused'), ...listed('changed', 'new').slice(0, mostShown)].toSorted(
      (a, b) => a.row - b.row,
    ),
    ignored: [...plan.ignored],
    notes: [...(plan.notes ?? [])],
  }
}

/** Imports all rows or none. @throws AppError 41033 with each refused row and why. */
export async function carryOutImport<Values>(
  ctx: RequestContext,
  plan: ImportPlan<Values>,
): Promise<{ imported: number; updated: number }> {
  refuseRows(await carryOut(ctx, plan))
  const count = (state: string) => plan.rows.filter((one) => one.state === state).length
  return { imported: count('new'), updated: count('changed') }
}

/** @throws AppError 41033 with each refused row and the reason. */
export function refuseRows(refused: readonly RefusedRow[]): void {
  if (refused.length === 0) return
  const failed = refused.map(({ row, reason }) => ({ ip: String(row), reason }))
  throw new AppError('41033', { data: { accepted: 0, failed } })
}

/**
 * Inserts all rows in one statement. When the licence has no room for all of them, looks for how many it has room
 * for, and answers the rows beyond: nothing stays of any of them.
 */
export async function insertWithinQuota<Values>(
  ctx: RequestContext,
  rows: readonly NewRow<Values>[],
  insert: (values: readonly Values[]) => Promise<unknown>,
): Promise<RefusedRow[]> {
  const refusal = (n: number) =>
    attempts.refusalOf(ctx, () => insert(rows.slice(0, n).map(({ values }) => values)), ['licence.exceeded'])
  let reason = await refusal(rows.length)
  if (reason === null) return []
  let [enough, tooMany] = [0, rows.length]
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2)
    const refused = await refusal(middle)
    if (refused === null) {
      await attempts.undo(ctx)
      enough = middle
    } else {
      tooMany = middle
      reason = refused
    }
  }
  return rows.slice(enough).map(({ row }) => ({ row, reason: reason ?? '' }))
}
