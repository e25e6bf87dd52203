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

/** An anomaly that the reducer tolerated, for the log. */
export type Report =
  | 'id_mismatch'
  | 'inform_mid_session'
  | 'fault_without_call'
  | 'response_without_call'
  | 'unknown_method'
  | 'answer_missing'
  | 'session_too_long'

/**
 * Actions for the caller, in order, each finished before the next. If one fails, the session ends with 503
 * and the gateway retries.
 */
export type SessionAction =
  /** Persist the Inform. Precedes the InformResponse. */
  | { kind: 'commit'; inform: Inform; namespace: string; version: CwmpVersion; restarted: boolean }
  /** Persist the end of a transfer, identified by `message.commandKey`. */
  | { kind: 'transfer_complete'; message: TransferComplete | AutonomousTransferComplete }
  | { kind: 'store_parameters'; parameters: LearnedParameter[] }
  | { kind: 'command_result'; commandId: string; result: CommandResult }
  | { kind: 'command_fault'; commandId: string; fault: CwmpFault }
  | { kind: 'report'; report: Report; detail: string }
  /** Answer 200 with this body; `envelope` is the same as data. */
  | { kind: 'send'; body: string; envelope: Envelope<AcsMessage> }
  /** Provide the next queued command (input `command`), or none. */
  | { kind: 'take_command' }
  /** Answer 204: the session is over. */
  | { kind: 'end' }
  /** Answer this status with `Connection: close`: aborts the session. */
  | { kind: 'reject'; status: 400 | 503; reason: string }

export type SessionInput =
  | { kind: 'message'; envelope: Envelope }
  /** An empty POST. */
  | { kind: 'empty' }
  /** The body could not be decoded. */
  | { kind: 'undecodable'; reason: string }
  /** Answer to `take_command`. `context.root` defaults to the Inform's root. */
  | { kind: 'command'; command: Command | null; context?: Partial<RunContext> }
  /** Connection lost, lease lost, or server shutdown. */
  | { kind: 'aborted' }
