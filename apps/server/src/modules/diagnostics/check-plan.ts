import {
  type CheckStep,
  checkSteps,
  type checkStepStates,
  type SkipReason,
} from '@netward/contract/device-check-values'
import type { DiagnosticKind } from '@netward/cwmp'

/** A step as stored in `device_check.steps`. */
export interface StepRow {
  step: CheckStep
  state: (typeof checkStepStates)[number]
  reason: SkipReason | null
  target: string | null
  runId: string | null
}

/** The diagnostic that a step runs; null: it reads parameters only. */
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
 * Steps that can begin now. Gateways may call in rarely and answer several steps per session, so all steps
 * that do not block each other begin: one of a kind at a time, and the download alone, because it would
 * measure other traffic. Local steps need targets that the gateway reported, and wait for them.
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

/** Faults that mean an unsupported feature (TR-069 A.5.1): method, arguments, name, value. */
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
