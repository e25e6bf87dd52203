import type { CwmpFault } from '../faults.ts'
import type {
  AcsMessage,
  AutonomousTransferComplete,
  Envelope,
  Inform,
  TransferComplete,
} from '../messages.ts'
import type { CwmpVersion } from '../versions.ts'
import type { Command, CommandResult, LearnedParameter } from './commands.ts'
import type { RunContext } from './run-state.ts'

/** Something that the reducer tolerated and a person may want to know. */
export type Report =
  | 'id_mismatch'
  | 'inform_mid_session'
  | 'fault_without_call'
  | 'response_without_call'
  | 'unknown_method'
  | 'answer_missing'
  | 'session_too_long'

/**
 * What the caller does, in this order, each finished before the next. When one fails, the session is broken off
 * with 503 and the gateway repeats it.
 */
export type SessionAction =
  /** Make the Inform durable. Comes before the InformResponse. */
  | { kind: 'commit'; inform: Inform; namespace: string; version: CwmpVersion; restarted: boolean }
  /** Make the end of a transfer durable; `message.commandKey` says of which. */
  | { kind: 'transfer_complete'; message: TransferComplete | AutonomousTransferComplete }
  | { kind: 'store_parameters'; parameters: LearnedParameter[] }
  | { kind: 'command_result'; commandId: string; result: CommandResult }
  | { kind: 'command_fault'; commandId: string; fault: CwmpFault }
  | { kind: 'report'; report: Report; detail: string }
  /** Answer 200 with this body; `envelope` is the same as data. */
  | { kind: 'send'; body: string; envelope: Envelope<AcsMessage> }
  /** Hand in the next command of the queue (input `command`), or none. */
  | { kind: 'take_command' }
  /** Answer 204: the session is over. */
  | { kind: 'end' }
  /** Answer this status with `Connection: close`: the session is broken off. */
  | { kind: 'reject'; status: 400 | 503; reason: string }

export type SessionInput =
  | { kind: 'message'; envelope: Envelope }
  /** An empty POST. */
  | { kind: 'empty' }
  /** The body could not be decoded. */
  | { kind: 'undecodable'; reason: string }
  /** Answer to `take_command`. `context.root` falls back to what the Inform showed. */
  | { kind: 'command'; command: Command | null; context?: Partial<RunContext> }
  /** The connection is gone, the lease is lost, or the server stops. */
  | { kind: 'aborted' }
