import { deepestDepartment } from '@netward/contract/field-rules'
import type { SyncWait } from '@netward/contract/people-sync-values'
import type { JobTools } from '../../platform/jobs/job.ts'
import { type DepartmentPlan, planDepartments } from './plan-departments.ts'
import { type Planned, planPerson } from './plan-person.ts'
import { planRepo, type RunSettings } from './plan.repo.ts'
import { type HeldRun, readingRepo } from './reading.repo.ts'
import { RunEnded } from './run-ended.ts'

/** People who are compared in one transaction. */
const portion = 1_000

interface Planning {
  readonly tools: JobTools
  readonly holder: string
  readonly isFull: boolean
  /** Departments that were read. */
  readonly departments: number
}

/**
 * Compares what was read with what is here, and writes the differences down: departments with parents first, then people, then
 * departments that go. Returns why they wait; null: they are carried out.
 */
export async function planRun(
  run: HeldRun,
  { tools, holder, isFull, departments }: Planning,
): Promise<SyncWait | null | 'nothing'> {
  const inRun = <T>(work: Parameters<typeof tools.scopes.withCompany<T>>[1]) =>
    tools.scopes.withCompany(run.companyId, async (tx) => {
      if (!(await readingRepo.hold(tx, run.id, holder, 'reading'))) throw new RunEnded('stopped', 'by_hand')
      return work(tx)
    })
  let n = 1
  const add = async (tx: Parameters<typeof planRepo.add>[0], planned: readonly Planned[]) => {
    for (let at = 0; at < planned.length; at += portion) {
      await planRepo.add(tx, run, n, planned.slice(at, at + portion))
      n += Math.min(portion, planned.length - at)
    }
  }

  const { settings, plan } = await inRun(async (tx) => {
    const found = await planRepo.settings(tx, run)
    const tree = planDepartments({
      ...(await planRepo.departments(tx, run)),
      // A service that reports no departments does not say that there are none.
      isFull: isFull && departments > 0,
      base: found.base,
      levels: deepestDepartment - found.baseLevel,
      follows: found.winners.department === 'directory',
    })
    await planRepo.keepTree(tx, run, tree.placed)
    await add(tx, tree.planned)
    return { settings: found, plan: tree }
  })
  // Who is there comes first: a person who has gone may be one of them under a new identifier.
  for (const who of ['there', 'gone', ...(isFull ? (['missing'] as const) : [])] as const)
    await planPeople({ run, settings, plan, who, inRun, add, signal: tools.signal })
  return inRun(async (tx) => {
    await add(tx, plan.removed)
    const found = await planRepo.count(tx, run)
    if (found.planned === 0 && !run.dry) return 'nothing'
    const waits = waitOf(run, settings, found)
    await (waits === null ? planRepo.begin(tx, run.id) : planRepo.wait(tx, run, waits))
    await readingRepo.emit(tx, run.companyId, run.id)
    return waits
  })
}

async function planPeople({
  run,
  settings,
  plan,
  who,
  inRun,
  add,
  signal,
}: {
  run: HeldRun
  settings: RunSettings
  plan: DepartmentPlan
  who: 'there' | 'gone' | 'missing'
  inRun: <T>(work: (tx: Parameters<typeof planRepo.add>[0]) => Promise<T>) => Promise<T>
  add: (tx: Parameters<typeof planRepo.add>[0], planned: readonly Planned[]) => Promise<void>
  signal: AbortSignal
}): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    signal.throwIfAborted()
    const from: string = after
    after = await inRun(async (tx) => {
      const facts = await planRepo.facts(tx, run, { who, after: from, most: portion })
      await add(
        tx,
        facts.flatMap((one) => planPerson(one, settings, plan.tree)),
      )
      return facts.length < portion ? null : facts.at(-1)!.read.subject
    })
  }
}

/** Nothing is written before the first confirmation, nor when more people leave than may. */
export function waitOf(
  { dry, confirmed }: Pick<HeldRun, 'dry' | 'confirmed'>,
  { stopShare, stopCount }: Pick<RunSettings, 'stopShare' | 'stopCount'>,
  { leavers, followed }: { leavers: number; followed: number },
): SyncWait | null {
  if (dry) return 'dry'
  if (!confirmed) return 'first'
  return leavers > stopCount || leavers * 100 > followed * stopShare ? 'limit' : null
}
