import type { Secrets } from '../../platform/secrets.ts'

/**
 * Content of `device_command.request` by kind: written by this module, read by the session that executes it.
 * Values of secret paths are only in `device_command.secret`: sealed JSON `{path: value}` with the context
 * `device:<id>`.
 */
export interface CommandRequests {
  reboot: { commandKey: string }
  get_parameter_names: { path: string; nextLevel: boolean }
  /** Full names, and partial paths ending in a dot. `sections`: the gateway-settings sections it serves. */
  get_parameter_values: { paths: string[]; sections?: string[] }
  set_parameter_values: {
    values: { path: string; value?: string; type?: string }[]
    parameterKey: string
    /** The run it starts. */
    diagnostic?: string
  }
  get_parameter_attributes: { paths: string[] }
  set_parameter_attributes: { changes: { path: string; notification?: number; accessList?: string[] }[] }
  factory_reset: Record<string, never>
  /** `path` is the table, such as `Device.NAT.PortMapping.`. */
  add_object: { path: string }
  /** `path` is the instance, such as `Device.NAT.PortMapping.3.`. */
  delete_object: { path: string }
  change_settings: SettingsChange
  schedule_inform: { delaySeconds: number; commandKey: string }
  get_queued_transfers: Record<string, never>
  get_rpc_methods: Record<string, never>
  download: TransferRequest & { fileSize: number; targetFileName: string }
  upload: TransferRequest
}

/**
 * Requested gateway settings. A secret value is sealed under its path, or under `<index of the
 * object>.<name>`.
 */
export interface SettingsChange {
  /** The user's request, without values. `instance` null: a new one. */
  asked: {
    act: 'set' | 'add' | 'remove'
    section: string
    instance: string | null
    label: string
    fields: string[]
  }[]
  /** `again`: set even if the gateway already has it, since another value is pending a restart. */
  values: { path: string; value?: string; type: string; again?: true }[]
  objects: {
    section: string
    /** The row's parent, such as a WAN for its name servers; null for a new top-level object. */
    instance?: string | null
    table: string
    /** Names in `values` that identify it. */
    key: string[]
    values: { name: string; value?: string; type: string; field: string | null }[]
    refers: { name: string; object: number; dot: boolean } | null
  }[]
  /** Instances to delete, in this order. */
  absent: string[]
}

/** Transfer URL, user name and password are sealed together: `TransferSecret`. */
export interface TransferRequest {
  commandKey: string
  fileType: string
  /** Of the URL, for display. */
  host: string
  delaySeconds: number
  minutesToComplete: number
  /** Firmware only. */
  version?: string
  /** Restored configurations only. */
  takenAt?: string
}

export interface TransferSecret {
  url: string
  username: string
  password: string
}

export function sealTransfer(secrets: Secrets, deviceId: string, secret: TransferSecret): Buffer {
  return secrets.seal(JSON.stringify(secret), `device:${deviceId}`)
}

/** Values of secret paths, as the session decrypts them; null if none. */
export function sealValues(
  secrets: Secrets,
  deviceId: string,
  values: readonly { path: string; value: string }[],
): Buffer | null {
  if (values.length === 0) return null
  const byPath = Object.fromEntries(values.map(({ path, value }) => [path, value]))
  return secrets.seal(JSON.stringify(byPath), `device:${deviceId}`)
}
