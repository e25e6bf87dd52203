import type { Command, CommandResult, CwmpFault } from '@netward/cwmp'
import type { CommandOutcome } from './acs-rows.ts'
import { deviceText, deviceTime } from './facts.ts'

const maxKept = 100

/**
 * A restart is done when the gateway reports it, a transfer with its TransferComplete, unless the response
 * says completed (status 0).
 */
export function stateAfter(result: CommandResult): 'done' | 'sent' {
  if (result.kind === 'reboot' || result.kind === 'factory_reset') return 'sent'
  return (result.kind === 'download' || result.kind === 'upload') && result.status !== 0 ? 'sent' : 'done'
}

/**
 * Part of a result that is stored: device strings truncated, lists bounded, times in the database's format.
 */
export function storedResult(result: CommandResult): object {
  switch (result.kind) {
    case 'download':
    case 'upload': {
      const { kind, status, startTime, completeTime } = result
      const over = status === 0
      return {
        kind,
        status,
        ...(over ? { startedAt: deviceTime(startTime), completedAt: deviceTime(completeTime) } : {}),
      }
    }
    case 'get_parameter_values':
      return { kind: result.kind, found: result.found, failed: result.failed }
    case 'get_parameter_attributes':
      return { kind: result.kind, found: result.parameters.length }
    case 'get_rpc_methods':
      return {
        kind: result.kind,
        methods: result.methods.slice(0, maxKept).map((name) => deviceText(name, 64)),
      }
    case 'get_queued_transfers':
      return {
        kind: result.kind,
        transfers: result.transfers.slice(0, maxKept).map(({ commandKey, state, about }) => ({
          commandKey: deviceText(commandKey, 64),
          state,
          ...(about === undefined
            ? {}
            : {
                isDownload: about.isDownload,
                fileType: deviceText(about.fileType, 64),
                fileSize: about.fileSize,
                targetFileName: deviceText(about.targetFileName),
              }),
        })),
      }
    default:
      return result
  }
}

/** Status 1 means committed and not applied: the values are verified later. */
export function pathsToVerify(command: Command, result: CommandResult): string[] {
  const committed = result.kind === 'set_parameter_values' && result.status === 1
  return committed && command.kind === 'set_parameter_values' ? command.values.map(({ name }) => name) : []
}

/** A fault as stored: the gateway's text and the fault of each parameter. */
export function faultOutcome(fault: CwmpFault): CommandOutcome {
  const parameters = fault.parameters.slice(0, maxKept).map(({ name, code, text }) => ({
    path: deviceText(name),
    code: deviceText(code, 32),
    text: deviceText(text),
  }))
  return {
    faultCode: deviceText(fault.code, 32),
    faultDetail: deviceText(fault.text, 2000),
    ...(parameters.length > 0 ? { result: { parameters } } : {}),
  }
}

/** Notification levels that the table can hold: 0 to 6 (TR-069 A.3.2.4). */
export function attributeRows(
  reported: readonly { name: string; notification?: number }[],
): { path: string; notification: number }[] {
  return reported.flatMap(({ name, notification }) =>
    notification !== undefined && notification >= 0 && notification <= 6 && !name.includes('\u0000')
      ? [{ path: name, notification }]
      : [],
  )
}
