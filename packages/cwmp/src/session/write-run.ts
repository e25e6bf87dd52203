import type { Vocabulary } from '../data-model.ts'
import { isSecretPath, pathOf, vocabularyTypes } from '../data-model.ts'
import type { AcsRequest } from '../messages.ts'
import type { Command, ValueToSet } from './commands.ts'
import type { Answer, Progress, Run, RunContext } from './run-state.ts'
import { emptyRun, ended } from './run-state.ts'

type WriteCommand = Extract<Command, { kind: 'set_parameter_values' | 'set_credentials' }>

const credentialEntries = [
  'acsUrl',
  'username',
  'password',
  'connectionRequestUsername',
  'connectionRequestPassword',
  'periodicInformEnable',
  'periodicInformInterval',
  'periodicInformTime',
] as const satisfies readonly Vocabulary[]

/** Values of a command with full paths; credentials also get the vocabulary's types. */
function valuesOf(command: WriteCommand, context: RunContext): ValueToSet[] {
  if (command.kind === 'set_parameter_values') return command.values
  const { periodicInformInterval, ...texts } = command.credentials
  const periodic =
    periodicInformInterval === undefined
      ? {}
      : { periodicInformEnable: '1', periodicInformInterval: String(periodicInformInterval) }
  const wanted: Partial<Record<Vocabulary, string>> = { ...texts, ...periodic }
  return credentialEntries.flatMap((entry) => {
    const value = wanted[entry]
    return value === undefined
      ? []
      : [{ name: pathOf(context.root, entry), value, type: vocabularyTypes[entry] }]
  })
}

function setCall(command: WriteCommand, values: ValueToSet[], types: Run['types']): AcsRequest {
  return {
    method: 'SetParameterValues',
    parameterKey: command.parameterKey ?? '',
    values: values.map(({ name, value, type }) => ({ name, value, type: types[name] ?? type ?? 'string' })),
  }
}

/**
 * All values in one call: all or nothing. A value's type is the parameter's known type, else the caller's,
 * else it is read first, since clients refuse a wrong type (9006).
 */
export function startWrite(command: WriteCommand, context: RunContext): Progress {
  const values = valuesOf(command, context)
  const types: Record<string, string> = {}
  for (const { name } of values) {
    const known = context.knownTypes[name]
    if (known !== undefined) types[name] = known
  }
  const run = emptyRun(command, [setCall(command, values, types)], types)
  if (values.length === 0) return ended(run, { result: { kind: command.kind, status: 0, left: [] } })
  const unknown = values.filter(({ name, type }) => types[name] === undefined && type === undefined)
  if (unknown.length === 0) return { run, learned: [] }
  const ask: AcsRequest = { method: 'GetParameterValues', names: unknown.map(({ name }) => name) }
  return { run: { ...run, todo: [ask, ...run.todo] }, learned: [] }
}

// What a gateway may lack: credentials matter more than the time that spreads its Informs.
const optional = /\.ManagementServer\.PeriodicInform(?:Time|Enable)$/
const refusals = new Set(['9003', '9005', '9006', '9007', '9008'])

function withoutOptional(run: Run, request: AcsRequest, code: string): Run | undefined {
  if (run.command.kind !== 'set_credentials' || run.left.length > 0 || !refusals.has(code)) return undefined
  if (request.method !== 'SetParameterValues') return undefined
  const kept = request.values.filter(({ name }) => !optional.test(name))
  if (kept.length === request.values.length || kept.length === 0) return undefined
  const left = request.values.filter(({ name }) => optional.test(name)).map(({ name }) => name)
  return { ...run, left, todo: [{ ...request, values: kept }] }
}

function withTypes(request: AcsRequest | undefined, types: Run['types']): AcsRequest[] {
  if (request?.method !== 'SetParameterValues') return []
  const values = request.values.map((value) => ({ ...value, type: types[value.name] ?? value.type }))
  return [{ ...request, values }]
}

export function advanceWrite(run: Run, request: AcsRequest, answer: Answer): Progress {
  if (answer.method === 'Fault') {
    const again = withoutOptional(run, request, answer.fault.code)
    return again ? { run: again, learned: [] } : ended(run, { fault: answer.fault })
  }
  if (answer.method === 'GetParameterValuesResponse') {
    const types = { ...run.types }
    for (const { name, type } of answer.parameters) if (type !== null) types[name] = type
    return { run: { ...run, types, todo: withTypes(run.todo[1], types) }, learned: answer.parameters }
  }
  const status = answer.method === 'SetParameterValuesResponse' ? answer.status : 0
  const applied = status === 0 && request.method === 'SetParameterValues' ? request.values : []
  const kind = run.command.kind === 'set_credentials' ? 'set_credentials' : 'set_parameter_values'
  return ended(
    run,
    { result: { kind, status, left: run.left } },
    applied.filter(({ name }) => !isSecretPath(name)),
  )
}
