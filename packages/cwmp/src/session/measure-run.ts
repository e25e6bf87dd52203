import type { AcsRequest } from '../messages.ts'
import type { Command } from './commands.ts'
import type { Answer, Progress, Run } from './run-state.ts'
import { emptyRun, ended } from './run-state.ts'

/** Values of an answer that are kept: a gateway may answer more than was asked. */
const mostValues = 512
/** After so many refused names the rest waits for the next session. */
const mostFailed = 8

/** One GetParameterValues with all names. Objects are asked for as such: what is below them is known already. */
export function startMeasure(command: Extract<Command, { kind: 'measure' }>): Progress {
  const names = [...new Set(command.names)]
  const todo: AcsRequest[] = names.length === 0 ? [] : [{ method: 'GetParameterValues', names }]
  return finish(emptyRun(command, todo))
}

function finish(run: Run, learned: Progress['learned'] = []): Progress {
  if (run.todo.length > 0) return { run, learned }
  const { found, failed } = run
  return ended(run, { result: { kind: 'measure', found, failed } }, learned)
}

/** One unknown name fails the whole call (TR-069 A.3.2.2); small clients refuse its size. Halves find which. */
const splits = new Set(['9002', '9003', '9004', '9005', 'no_answer'])

export function advanceMeasure(run: Run, request: AcsRequest, answer: Answer): Progress {
  const rest = run.todo.slice(1)
  if (answer.method === 'GetParameterValuesResponse') {
    const parameters = answer.parameters.slice(0, mostValues)
    return finish({ ...run, todo: rest, found: run.found + parameters.length }, parameters)
  }
  const names = request.method === 'GetParameterValues' ? request.names : []
  const fault = answer.method === 'Fault' ? answer.fault : undefined
  if (fault === undefined || !splits.has(fault.code)) {
    const failed = fault === undefined ? [] : names.map((name) => ({ name, fault }))
    return finish({ ...run, todo: [], failed: [...run.failed, ...failed] })
  }
  if (names.length > 1) {
    const middle = Math.ceil(names.length / 2)
    const halves: AcsRequest[] = [names.slice(0, middle), names.slice(middle)].map((half) => ({
      method: 'GetParameterValues',
      names: half,
    }))
    return finish({ ...run, todo: [...halves, ...rest] })
  }
  const failed = [...run.failed, ...names.map((name) => ({ name, fault }))]
  return finish({ ...run, failed, todo: failed.length < mostFailed ? rest : [] })
}
