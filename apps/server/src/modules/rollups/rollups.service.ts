import type { Scopes } from '../../platform/db/scope.ts'
import { openHours } from '../lines/index.ts'
import { countOutlet, hourMs } from './count.ts'
import { type Due, rollupRepo } from './rollups.repo.ts'

const outletsAtOnce = 200
export const duesAtOnce = 2000
const dayMs = 24 * hourMs
/** Hours are kept so long: before that nothing can be counted again. */
const keptMs = 99 * dayMs
/** Work that began so long before a sweep is committed by the next one. */
const slackMs = 10 * 60_000

interface Range {
  readonly from: number
  readonly to: number
}

const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs
const wholeHours = ({ from, to }: Range): Range => ({
  from: hourOf(from),
  to: Math.ceil(to / hourMs) * hourMs,
})

/** Counts the hours since the last time, and that which runs. Days of these hours are summed once an hour. */
export async function countByTheClock(scopes: Scopes, now: number, signal?: AbortSignal): Promise<void> {
  const last = await rollupRepo.countedTo(scopes)
  const from = Math.max(hourOf((last ?? now - 7 * dayMs) - slackMs), hourOf(now - keptMs))
  const sums = last === null || hourOf(last) < hourOf(now)
  if (await countAll(scopes, null, { from, to: now }, now, { sums, signal }))
    await rollupRepo.progressed(scopes, now)
}

interface How {
  readonly sums: boolean
  readonly anew?: boolean
  readonly signal?: AbortSignal | undefined
}

/** @returns false: it was stopped before the end */
async function countAll(
  scopes: Scopes,
  companyId: string | null,
  range: Range,
  now: number,
  how: How,
): Promise<boolean> {
  let after = '0'
  for (;;) {
    if (how.signal?.aborted === true) return false
    const outlets = await rollupRepo.outlets(scopes, companyId, after, outletsAtOnce)
    const last = outlets.at(-1)
    if (last === undefined) return true
    after = last
    await countOutlets(scopes, outlets, range, now, how)
  }
}

/** A day at a time, so that no answer is large. */
async function countOutlets(
  scopes: Scopes,
  outlets: readonly string[],
  given: Range,
  now: number,
  how: How,
): Promise<void> {
  const range = wholeHours(given)
  const open = openHours()
  for (let { from } = range; from < range.to; from += dayMs) {
    const part = { from, to: Math.min(from + dayMs, range.to) }
    const histories = await rollupRepo.histories(scopes, outlets, part)
    const rows = histories.flatMap((outlet) => countOutlet(outlet, part.from, part.to, now, open))
    await rollupRepo.write(scopes, outlets, part, rows)
  }
  if (how.sums) await rollupRepo.sumDays(scopes, { outlets }, range, how.anew)
}

/** Counts again the hours that late data changed, or a person asked for. @returns how many marks it took, at most `duesAtOnce` */
export async function countLateData(scopes: Scopes, now: number): Promise<number> {
  const dues = await rollupRepo.dues(scopes, duesAtOnce)
  for (const { due, range } of runsOf(dues)) {
    const how = { sums: true, anew: due.anew }
    if (due.what === 'events') await countEvents(scopes, due.company_id, range, due.anew)
    else if (due.outlet_id === null) await countAll(scopes, due.company_id, range, now, how)
    else await countOutlets(scopes, [due.outlet_id], range, now, how)
  }
  await rollupRepo.done(
    scopes,
    dues.map(({ id }) => id),
  )
  return dues.length
}

/** Hours of each thing that touch are counted together. */
function runsOf(dues: readonly Due[]): { due: Due; range: Range }[] {
  const runs: { due: Due; range: Range }[] = []
  const groups = Map.groupBy(
    dues,
    (due) => `${due.what} ${due.company_id} ${due.outlet_id ?? ''} ${due.anew}`,
  )
  for (const group of groups.values())
    for (const [place, due] of group.toSorted((a, b) => a.from_at - b.from_at).entries()) {
      const next = wholeHours({ from: due.from_at, to: due.to_at })
      const last = runs.at(-1)
      if (place > 0 && last !== undefined && next.from <= last.range.to)
        runs[runs.length - 1] = {
          due,
          range: { from: last.range.from, to: Math.max(last.range.to, next.to) },
        }
      else runs.push({ due, range: next })
    }
  return runs
}

async function countEvents(scopes: Scopes, companyId: string, range: Range, anew: boolean): Promise<void> {
  await rollupRepo.countEvents(scopes, companyId, range)
  await rollupRepo.sumDays(scopes, { companyId }, range, anew)
}
