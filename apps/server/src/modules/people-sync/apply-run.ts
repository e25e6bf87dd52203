import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../platform/db/scope.ts'
import type { JobTools } from '../../platform/jobs/job.ts'
import { hashPassword } from '../identity/index.ts'
import { applyRepo, type NextChange, type Touched } from './apply.repo.ts'
import { handOverWork } from './hand-over-work.ts'
import { planRepo, type RunSettings } from './plan.repo.ts'
import { type HeldRun, readingRepo } from './reading.repo.ts'
import { RunEnded } from './run-ended.ts'

/** Differences of one transaction: nobody waits for long. */
const portion = 500

interface Applying {
  readonly tools: JobTools
  readonly holder: string
  /** Throws when the channel was paused, or the company frozen, meanwhile. */
  readonly check: () => Promise<void>
}

interface Portion {
  readonly tx: Transaction
  readonly run: HeldRun
  readonly settings: RunSettings
  readonly passwordHash: string
}

/** Carries out what was planned, a portion a transaction. A second run goes on where the first one ended. */
export async function applyRun(run: HeldRun, { tools, holder, check }: Applying): Promise<void> {
  const inRun = <T>(work: (tx: Transaction) => Promise<T>) =>
    tools.scopes.withCompany(run.companyId, async (tx) => {
      if (!(await readingRepo.hold(tx, run.id, holder, 'applying'))) throw new RunEnded('stopped', 'by_hand')
      const result = await work(tx)
      await applyRepo.progress(tx, run)
      await readingRepo.emit(tx, run.companyId, run.id)
      return result
    })
  // Nobody knows it: a password is set through the ways of a forgotten one.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await check()
  const settings = await inRun(async (tx) => {
    await applyRepo.departments(tx, run)
    return planRepo.settings(tx, run)
  })
  for (let goesOn = true; goesOn;) {
    tools.signal.throwIfAborted()
    await check()
    goesOn = await inRun(async (tx) => {
      const changes = await applyRepo.next(tx, run, portion)
      await applySome({ tx, run, settings, passwordHash }, changes)
      return changes.length > 0
    })
  }
  await inRun((tx) => applyRepo.removeDepartments(tx, run))
}

async function applySome(some: Portion, changes: readonly NextChange[]): Promise<void> {
  const { tx, run } = some
  const gone = { code: 'member.not_found', params: {} }
  await applyRepo.noteFailed(tx, run, numbersOf(changes.filter(({ stale }) => stale)), gone)
  const fresh = changes.filter(({ stale }) => !stale)
  const of = (act: NextChange['act']) => fresh.filter((change) => change.act === act)
  await addAll(some, of('add'))
  await changeIdentifiers(some, of('new_id'), gone)
  for (const [act, work] of [
    ['link', () => applyRepo.follow(tx, run, of('link'))],
    ['rename', () => applyRepo.rename(tx, run, numbersOf(of('rename')))],
  ] as const) {
    if (of(act).length === 0) continue
    await work()
    await applyRepo.noteDone(tx, run, numbersOf(of(act)))
  }
  for (const [nodeId, moved] of Map.groupBy(of('move'), (change) => change.nodeId)) {
    const refusal = await applyRepo.refusal(tx, () => applyRepo.move(tx, idsOf(moved), nodeId))
    if (refusal === null) await applyRepo.noteDone(tx, run, numbersOf(moved))
    else await applyRepo.noteFailed(tx, run, numbersOf(moved), refusal)
  }
  for (const alike of Map.groupBy(of('roles'), ({ detail }) =>
    JSON.stringify([detail.give, detail.take]),
  ).values()) {
    const { give = [], take = [] } = alike[0]!.detail
    await noteTouched(some, alike, await applyRepo.changeRoles(tx, idsOf(alike), give, take))
  }
  await enableAll(some, of('enable'))
  await disableAll(some, of('disable'))
}

async function changeIdentifiers(
  { tx, run }: Portion,
  changes: readonly NextChange[],
  gone: Parameters<typeof applyRepo.noteFailed>[3],
): Promise<void> {
  if (changes.length === 0) return
  const moved = await applyRepo.newIdentifiers(tx, run, changes)
  await applyRepo.noteDone(tx, run, numbersOf(changes.filter(({ subject }) => moved.has(subject))))
  await applyRepo.noteFailed(tx, run, numbersOf(changes.filter(({ subject }) => !moved.has(subject))), gone)
}

/** New people as far as the licence has room: who has none is listed with the reason. */
async function addAll({ tx, run, passwordHash }: Portion, changes: readonly NextChange[]): Promise<void> {
  const add = async (fitting: readonly NextChange[]) => {
    if (fitting.length === 0) return null
    const refusal = await applyRepo.refusal(tx, () =>
      applyRepo.add(tx, run, numbersOf(fitting), passwordHash),
    )
    if (refusal === null) await applyRepo.noteDone(tx, run, numbersOf(fitting))
    return refusal
  }
  const refusal = await add(changes)
  if (refusal === null) return
  const { granted = 0, used = 0 } = refusal.params
  const room = refusal.code === 'licence.exceeded' ? Math.max(0, Number(granted) - Number(used)) : 0
  const again = await add(changes.slice(0, room))
  await applyRepo.noteFailed(tx, run, numbersOf(changes.slice(again === null ? room : 0)), again ?? refusal)
}

/** Who comes back counts again: one by one, since the licence may have room for some. */
async function enableAll(some: Portion, changes: readonly NextChange[]): Promise<void> {
  const { tx, run } = some
  const touched = new Map<string, Touched>()
  const all = await applyRepo.refusal(tx, async () => {
    for (const one of await applyRepo.setStatus(tx, run, idsOf(changes), 'enabled'))
      touched.set(one.memberId, one)
  })
  if (all === null) return noteTouched(some, changes, [...touched.values()])
  for (const change of changes) {
    const refusal = await applyRepo.refusal(tx, () =>
      applyRepo.setStatus(tx, run, idsOf([change]), 'enabled'),
    )
    if (refusal === null) await applyRepo.noteDone(tx, run, [change.n])
    else await applyRepo.noteFailed(tx, run, [change.n], refusal)
  }
}

/** What leavers hold goes to others first; then they are disabled, and their sessions end. */
async function disableAll(some: Portion, changes: readonly NextChange[]): Promise<void> {
  const { tx, run, settings } = some
  if (changes.length === 0) return
  const touched = await applyRepo.setStatus(tx, run, idsOf(changes), 'disabled')
  await noteTouched(some, changes, touched)
  const kept = new Set(touched.filter(({ refusal }) => refusal !== null).map(({ memberId }) => memberId))
  await handOverWork(
    tx,
    run,
    settings,
    changes.filter(({ memberId }) => !kept.has(memberId!)),
  )
}

async function noteTouched(
  { tx, run }: Portion,
  changes: readonly NextChange[],
  touched: readonly Touched[],
): Promise<void> {
  const refused = new Map(
    touched.flatMap(({ memberId, refusal }) => (refusal === null ? [] : [[memberId, refusal]])),
  )
  for (const [code, alike] of Map.groupBy(changes, ({ memberId }) => refused.get(memberId!) ?? null))
    await (code === null
      ? applyRepo.noteDone(tx, run, numbersOf(alike))
      : applyRepo.noteFailed(tx, run, numbersOf(alike), { code, params: {} }))
}

const numbersOf = (changes: readonly NextChange[]) => changes.map(({ n }) => n)
const idsOf = (changes: readonly NextChange[]) => changes.map(({ memberId }) => memberId!)
