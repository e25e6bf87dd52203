import type { CwmpFault } from '../faults.ts'
import type { AcsRequest, ParameterInfo } from '../messages.ts'
import type { Command, LearnedParameter } from './commands.ts'
import type { Answer, Progress, Run } from './run-state.ts'
import { emptyRun, ended } from './run-state.ts'

/** Names per GetParameterValues: small clients run out of memory far below the standard's limit. */
export const namesPerCall = 64

/** Maximum parameters per read; a larger tree is truncated. */
export const maxParameters = 20_000

function valueCalls(names: readonly string[]): AcsRequest[] {
  const calls: AcsRequest[] = []
  for (let at = 0; at < names.length; at += namesPerCall) {
    calls.push({ method: 'GetParameterValues', names: names.slice(at, at + namesPerCall) })
  }
  return calls
}

const isPartial = (name: string) => name === '' || name.endsWith('.')

export function startRead(command: Extract<Command, { kind: 'get_parameter_values' }>): Progress {
  const names = [...new Set(command.names)]
  const partial: AcsRequest[] = names
    .filter(isPartial)
    .map((path) => ({ method: 'GetParameterNames', path, nextLevel: false }))
  const run = emptyRun(command, [...partial, ...valueCalls(names.filter((name) => !isPartial(name)))])
  return finish(run, [])
}

function finish(run: Run, learned: LearnedParameter[]): Progress {
  if (run.todo.length > 0) return { run, learned }
  const first = run.failed[0]
  if (run.found === 0 && first !== undefined) return ended(run, { fault: first.fault }, learned)
  return ended(
    run,
    {
      result: {
        kind: 'get_parameter_values',
        found: run.found,
        failed: run.failed,
        listed: run.listed,
      },
    },
    learned,
  )
}

// The whole call fails for one invalid name (9005, or 9003 on some firmware), or for its size (9004; small
// clients send 9002): bisect in both cases.
const splits = new Set(['9002', '9003', '9004', '9005'])

function refused(run: Run, request: AcsRequest, fault: CwmpFault, rest: AcsRequest[]): Progress {
  if (request.method === 'GetParameterNames') {
    // Some clients cannot list names but return the values below a partial path.
    if (fault.code !== '9005' && fault.code !== 'no_answer') {
      return finish({ ...run, todo: [{ method: 'GetParameterValues', names: [request.path] }, ...rest] }, [])
    }
    return finish({ ...run, todo: rest, failed: [...run.failed, { name: request.path, fault }] }, [])
  }
  const names = request.method === 'GetParameterValues' ? request.names : []
  if (names.length > 1 && splits.has(fault.code)) {
    const middle = Math.ceil(names.length / 2)
    const halves: AcsRequest[] = [names.slice(0, middle), names.slice(middle)].map((half) => ({
      method: 'GetParameterValues',
      names: half,
    }))
    return finish({ ...run, todo: [...halves, ...rest] }, [])
  }
  const failed = names.map((name) => ({ name, fault }))
  return finish({ ...run, todo: rest, failed: [...run.failed, ...failed] }, [])
}

/** All names are listed before the first values are read: several paths share a call. */
function named(run: Run, path: string, parameters: readonly ParameterInfo[], rest: AcsRequest[]): Progress {
  const taken = parameters.slice(0, maxParameters)
  const names = taken.map(({ name }) => name).filter((name) => !isPartial(name))
  const naming = rest.filter(({ method }) => method === 'GetParameterNames')
  const waiting = rest.flatMap((call) => (call.method === 'GetParameterValues' ? call.names : []))
  const todo = [...naming, ...valueCalls([...new Set([...waiting, ...names])])]
  return finish({ ...run, todo, listed: [...run.listed, path] }, taken)
}

export function advanceRead(run: Run, request: AcsRequest, answer: Answer): Progress {
  const rest = run.todo.slice(1)
  if (answer.method === 'Fault') return refused(run, request, answer.fault, rest)
  if (answer.method === 'GetParameterNamesResponse' && request.method === 'GetParameterNames') {
    return named(run, request.path, answer.parameters, rest)
  }
  const parameters =
    answer.method === 'GetParameterValuesResponse' ? answer.parameters.slice(0, maxParameters) : []
  return finish({ ...run, todo: rest, found: run.found + parameters.length }, parameters)
}
