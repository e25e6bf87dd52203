import type { AcsRequest } from '../messages.ts'
import type { Command, CommandResult, LearnedParameter } from './commands.ts'
import type { Answer, Progress, Run } from './run-state.ts'

type SingleCommand = Exclude<
  Command,
  | { kind: 'get_parameter_values' }
  | { kind: 'measure' }
  | { kind: 'set_parameter_values' }
  | { kind: 'set_credentials' }
>

/** The call of a single-call command. */
export function startSingle(command: SingleCommand): AcsRequest {
  switch (command.kind) {
    case 'reboot':
      return { method: 'Reboot', commandKey: command.commandKey ?? '' }
    case 'factory_reset':
      return { method: 'FactoryReset' }
    case 'get_rpc_methods':
      return { method: 'GetRPCMethods' }
    case 'get_parameter_names':
      return { method: 'GetParameterNames', path: command.path, nextLevel: command.nextLevel }
    case 'get_parameter_attributes':
      return { method: 'GetParameterAttributes', names: command.names }
    case 'set_parameter_attributes':
      return { method: 'SetParameterAttributes', changes: command.changes }
    case 'add_object':
      return { method: 'AddObject', path: command.path, parameterKey: command.parameterKey ?? '' }
    case 'delete_object':
      return { method: 'DeleteObject', path: command.path, parameterKey: command.parameterKey ?? '' }
    case 'download':
      return { method: 'Download', ...command.download }
    case 'schedule_inform':
      return {
        method: 'ScheduleInform',
        delaySeconds: command.delaySeconds,
        commandKey: command.commandKey ?? '',
      }
    case 'get_queued_transfers':
      return { method: 'GetAllQueuedTransfers' }
    default:
      return { method: 'Upload', ...command.upload }
  }
}

function resultOf(answer: Exclude<Answer, { method: 'Fault' }>): CommandResult | undefined {
  switch (answer.method) {
    case 'RebootResponse':
      return { kind: 'reboot' }
    case 'FactoryResetResponse':
      return { kind: 'factory_reset' }
    case 'GetRPCMethodsResponse':
      return { kind: 'get_rpc_methods', methods: answer.methods }
    case 'GetParameterNamesResponse':
      return { kind: 'get_parameter_names', found: answer.parameters.length }
    case 'GetParameterAttributesResponse':
      return { kind: 'get_parameter_attributes', parameters: answer.parameters }
    case 'SetParameterAttributesResponse':
      return { kind: 'set_parameter_attributes' }
    case 'AddObjectResponse':
      return { kind: 'add_object', instanceNumber: answer.instanceNumber, status: answer.status }
    case 'DeleteObjectResponse':
      return { kind: 'delete_object', status: answer.status }
    case 'DownloadResponse':
    case 'UploadResponse':
      return {
        kind: answer.method === 'UploadResponse' ? 'upload' : 'download',
        status: answer.status,
        startTime: answer.startTime,
        completeTime: answer.completeTime,
      }
    case 'ScheduleInformResponse':
      return { kind: 'schedule_inform' }
    case 'GetQueuedTransfersResponse':
    case 'GetAllQueuedTransfersResponse':
      return { kind: 'get_queued_transfers', transfers: answer.transfers }
    default:
      return undefined
  }
}

// Some firmware returns 9003 or 8000 for an unknown method.
const unsupported = new Set(['9000', '9003', '8000'])

export function advanceSingle(run: Run, request: AcsRequest, answer: Answer): Progress {
  const over = { ...run, todo: [] }
  // GetAllQueuedTransfers came with CWMP 1.1: older clients may know GetQueuedTransfers.
  if (
    answer.method === 'Fault' &&
    request.method === 'GetAllQueuedTransfers' &&
    unsupported.has(answer.fault.code)
  ) {
    return { run: { ...run, todo: [{ method: 'GetQueuedTransfers' }] }, learned: [] }
  }
  if (answer.method === 'Fault') return { run: over, learned: [], end: { fault: answer.fault } }
  const learned: LearnedParameter[] = answer.method === 'GetParameterNamesResponse' ? answer.parameters : []
  const result = resultOf(answer)
  if (result === undefined) {
    const fault = { code: 'unexpected_answer', text: answer.method, parameters: [] }
    return { run: over, learned, end: { fault } }
  }
  return { run: over, learned, end: { result } }
}
