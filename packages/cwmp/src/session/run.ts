import type { DataModelRoot } from '../data-model.ts'
import { fault } from '../faults.ts'
import type { AcsRequest } from '../messages.ts'
import type { Command } from './commands.ts'
import { advanceMeasure, startMeasure } from './measure-run.ts'
import { advanceRead, startRead } from './read-run.ts'
import type { Answer, Progress, Run, RunContext } from './run-state.ts'
import { emptyRun, ended } from './run-state.ts'
import { advanceSingle, startSingle } from './single-run.ts'
import { advanceWrite, startWrite } from './write-run.ts'

// An empty path means the root (TR-069 A.3.2.3), but some gSOAP clients do not support it: name the root.
function withRoot(command: Command, root: DataModelRoot): Command {
  if (command.kind === 'get_parameter_names') return { ...command, path: command.path || root }
  if (command.kind === 'get_parameter_values')
    return { ...command, names: command.names.map((name) => name || root) }
  return command
}

/** First calls of a command; a command without work (nothing to read or set) ends at once. */
export function startRun(asked: Command, context: RunContext): Progress {
  const command = withRoot(asked, context.root)
  switch (command.kind) {
    case 'get_parameter_values':
      return startRead(command)
    case 'measure':
      return startMeasure(command)
    case 'set_parameter_values':
    case 'set_credentials':
      return startWrite(command, context)
    default:
      return { run: emptyRun(command, [startSingle(command)]), learned: [] }
  }
}

/** Next step after the response to the outstanding call (`request`). */
export function advanceRun(run: Run, request: AcsRequest, answer: Answer): Progress {
  if (answer.method !== 'Fault' && answer.method !== `${request.method}Response`) {
    return ended(run, { fault: fault('unexpected_answer', answer.method) })
  }
  switch (run.command.kind) {
    case 'get_parameter_values':
      return advanceRead(run, request, answer)
    case 'measure':
      return advanceMeasure(run, request, answer)
    case 'set_parameter_values':
    case 'set_credentials':
      return advanceWrite(run, request, answer)
    default:
      return advanceSingle(run, request, answer)
  }
}
