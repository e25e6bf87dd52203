import type { CwmpFault } from '../faults.ts'
import type { Download, ParameterAttributesChange, QueuedTransfer, Upload } from '../messages.ts'

/** A value to set. `type` is used only if the gateway's own type is unknown. */
export interface ValueToSet {
  name: string
  value: string
  type?: string
}

/** Credentials and reporting of a gateway; the paths follow from its data model. */
export interface CredentialsToSet {
  acsUrl?: string
  username?: string
  password?: string
  connectionRequestUsername?: string
  connectionRequestPassword?: string
  /** Seconds. */
  periodicInformInterval?: number
  /** ISO 8601: the reference time of periodic Informs. */
  periodicInformTime?: string
}

/** One item of a gateway's queue. The caller assigns `id`. */
export type Command = { id: string } & (
  | { kind: 'reboot'; commandKey?: string }
  | { kind: 'factory_reset' }
  | { kind: 'get_rpc_methods' }
  | { kind: 'get_parameter_names'; path: string; nextLevel: boolean }
  /** Full names, and partial paths ending in a dot. */
  | { kind: 'get_parameter_values'; names: string[] }
  /** Values for metrics: known names, and objects ending in a dot, in one call. */
  | { kind: 'measure'; names: readonly string[] }
  | { kind: 'set_parameter_values'; values: ValueToSet[]; parameterKey?: string }
  | { kind: 'get_parameter_attributes'; names: string[] }
  | { kind: 'set_parameter_attributes'; changes: ParameterAttributesChange[] }
  | { kind: 'set_credentials'; credentials: CredentialsToSet; parameterKey?: string }
  | { kind: 'add_object'; path: string; parameterKey?: string }
  | { kind: 'delete_object'; path: string; parameterKey?: string }
  | { kind: 'download'; download: Omit<Download, 'method'> }
  | { kind: 'upload'; upload: Omit<Upload, 'method'> }
  | { kind: 'schedule_inform'; delaySeconds: number; commandKey?: string }
  /** All transfers if the gateway can list them, else those requested by the ACS. */
  | { kind: 'get_queued_transfers' }
)

export type CommandKind = Command['kind']

/** Result of a finished command. */
export type CommandResult =
  | { kind: 'reboot' | 'factory_reset' | 'set_parameter_attributes' | 'schedule_inform' }
  | { kind: 'get_rpc_methods'; methods: string[] }
  | { kind: 'get_parameter_names'; found: number }
  /** `failed`: unreadable paths, each with its fault. */
  | {
      kind: 'get_parameter_values'
      found: number
      failed: { name: string; fault: CwmpFault }[]
      /** Partial paths whose names were fully listed. */
      listed: string[]
    }
  | { kind: 'measure'; found: number; failed: { name: string; fault: CwmpFault }[] }
  | {
      kind: 'get_parameter_attributes'
      parameters: { name: string; notification: number; accessList: string[] }[]
    }
  /** `status` 1: committed but not applied yet. `left`: optional settings unknown to the gateway. */
  | { kind: 'set_parameter_values' | 'set_credentials'; status: number; left: string[] }
  | { kind: 'add_object'; instanceNumber: number; status: number }
  | { kind: 'delete_object'; status: number }
  /** `status` 0: already transferred; 1: a TransferComplete follows. Times as sent. */
  | { kind: 'download' | 'upload'; status: number; startTime: string; completeTime: string }
  | { kind: 'get_queued_transfers'; transfers: QueuedTransfer[] }

/** Parameter facts learned along the way. An absent field was not requested. */
export interface LearnedParameter {
  /** Ends in a dot for an object. */
  name: string
  value?: string
  type?: string | null
  writable?: boolean
}
