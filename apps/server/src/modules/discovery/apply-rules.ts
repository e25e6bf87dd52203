import { isWithin } from '../../platform/address-ranges.ts'
import type { JobTools } from '../../platform/jobs/job.ts'
import { attempts } from '../../platform/import/attempt.ts'
import { patternName } from './device-name.ts'
import { findRepo, type TakenFind } from './find.repo.ts'
import { jobRepo } from './job.repo.ts'
import { ruleRepo, type RuleRow } from './rule.repo.ts'
import { addable, asItIs, type Taker, takeFindAs } from './take.ts'
import { takerOf, takerRepo } from './taker.repo.ts'

const portion = 50

interface Portion {
  /** The last find that was looked at; null: none is left. */
  readonly after: string | null
  readonly taken: number
  readonly isFull: boolean
}

/** Takes in what waits, by the first rule that fits. Conflicts, and what is not fitted, wait for a person. */
export async function applyRules(
  { scopes, signal }: JobTools,
  companyId: string,
  jobId: string,
): Promise<void> {
  for (let after: string | null = '0'; after !== null;) {
    if (signal.aborted) throw new Error('stopped before the end')
    const from: string = after
    const done: Portion = await scopes.withCompany(companyId, ({ db }) =>
      takePortion(takerOf(db, companyId), jobId, from),
    )
    after = done.isFull ? null : done.after
  }
}

async function takePortion(taker: Taker, jobId: string, after: string): Promise<Portion> {
  const rules = await ruleRepo.enabled(taker)
  const next = rules.length === 0 ? [] : await findRepo.next(taker, jobId, after, portion)
  const finds = await findRepo.lock(
    taker,
    jobId,
    next.map(({ id }) => id),
  )
  let taken = 0
  let isFull = false
  for (const find of finds) {
    const rule = find.state === 'new' ? rules.find((one) => fits(one, find)) : undefined
    if (rule === undefined || isFull) continue
    const refusal = await attempts.errorOf(taker, () => takeFindAs(taker, find, wishOf(rule, find)))
    if (refusal === null) taken += 1
    isFull = refusal?.code === 'licence.exceeded'
  }
  if (taken > 0 || isFull) await jobRepo.noteTaken(taker, jobId, taken, isFull ? 'quota' : null)
  if (taken > 0 || next.length < portion) await takerRepo.emit(taker, jobId)
  return { after: next.length < portion ? null : next.at(-1)!.id, taken, isFull }
}

/** What answers no SNMP may be anything: a rule takes it only if it names a type or a maker. */
export function fits(rule: Pick<RuleRow, 'types' | 'vendor' | 'range'>, find: TakenFind): boolean {
  const isNamed = rule.types.length > 0 || rule.vendor !== ''
  return (
    (find.answers === 'snmp' || (find.answers === 'other' && isNamed)) &&
    (rule.types.length === 0 || rule.types.includes(addable(find.type))) &&
    (rule.vendor === '' || rule.vendor.toLowerCase() === find.vendor.toLowerCase()) &&
    (rule.range === null || isWithin(find.address, rule.range))
  )
}

function wishOf(rule: RuleRow, find: TakenFind) {
  const own = asItIs(find)
  const place = rule.outletId === null ? own : { outletId: rule.outletId, outletName: rule.outletName }
  return {
    ...own,
    outletId: place.outletId,
    outletName: place.outletName,
    name: patternName(rule.namePattern, {
      name: find.name || find.address,
      ip: find.address,
      vendor: find.vendor,
      model: find.model,
      serial: find.serialNumber,
      site: place.outletName ?? '',
    }),
    tags: rule.tags,
    rule: rule.name,
  }
}
