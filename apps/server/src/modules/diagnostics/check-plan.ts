import {
  type CheckStep,
  checkSteps,
  type checkStepStates,
  type SkipReason,
} from '@netward/contract/device-check-values'
import type { DiagnosticKind } from '@netward/cwmp'

/** One step as `device_check.steps` keeps it. */
export interface StepRow {
  step: CheckStep
  state: (typeof checkStepStates)[number]
  reason: SkipReason | null
  target: string | null
  runId: string | null
}

/** The diagnostic that a step is; null: it reads what the gateway tells of itself. */
export const stepKinds: Record<CheckStep, DiagnosticKind | null> = {
  facts: null,
  first_hop: 'ping',
  dns_server: 'ping',
  far: 'ping',
  lookup: 'name_lookup',
  download: 'download',
}

export function newSteps(): StepRow[] {
  return checkSteps.map((step) => ({ step, state: 'waiting', reason: null, target: null, runId: null }))
}

const isOver = ({ state }: StepRow) => state === 'done' || state === 'failed' || state === 'skipped'

/**
 * What of a check can begin now. A gateway that calls in seldom answers several steps in one session, so that all begin
 * that do not stop each other: one of a kind at a time, and the download alone, for it measures what else is under way.
 * What is near is aimed at by what the gateway told, and waits for that.
 */
export function dueSteps(steps: readonly StepRow[]): CheckStep[] {
  const of = (step: CheckStep) => steps.find((one) => one.step === step)!
  const busy = new Set(steps.filter(({ state }) => state === 'running').map(({ step }) => stepKinds[step]))
  const due: CheckStep[] = []
  const begin = (step: CheckStep) => {
    const kind = stepKinds[step]
    if (of(step).state !== 'waiting' || busy.has(kind)) return
    busy.add(kind)
    due.push(step)
  }
  begin('facts')
  if (isOver(of('facts'))) {
    begin('first_hop')
    begin('dns_server')
  }
  begin('far')
  begin('lookup')
  const others = steps.filter(({ step }) => step !== 'download')
  if (others.every(isOver)) begin('download')
  return due
}

export function allOver(steps: readonly StepRow[]): boolean {
  return steps.every(isOver)
}

/** Faults by which a gateway says that it lacks what it was asked for (TR-069 A.5.1): method, arguments, name, value. */
const lacks = new Set(['9000', '9003', '9005', '9007', '9008'])
/** Out of resources. */
const overloaded = new Set(['9004'])

/** How a step ends by its run. */
export function endOf(run: { state: string; fault_code: string | null }): Pick<StepRow, 'state' | 'reason'> {
  if (run.state === 'complete') return { state: 'done', reason: null }
  if (run.state !== 'failed') return { state: 'skipped', reason: 'no_answer' }
  if (lacks.has(run.fault_code ?? '')) return { state: 'skipped', reason: 'not_supported' }
  if (overloaded.has(run.fault_code ?? '')) return { state: 'skipped', reason: 'busy' }
  return { state: 'failed', reason: null }
}
