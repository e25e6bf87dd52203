import type { Secrets } from '../../platform/secrets.ts'

/**
 * What `device_command.request` holds, by kind: written by this module, read by the session that carries it out.
 * Values of secret paths stand in `device_command.secret` alone: sealed JSON `{path: value}` with the context
 * `device:<id>`.
 */
export interface CommandRequests {
  reboot: { commandKey: string }
  get_parameter_names: { path: string; nextLevel: boolean }
  /** Full names, and partial paths that end in a dot. `sections` are those of gateway-settings that it is for. */
  get_parameter_values: { paths: string[]; sections?: string[] }
  set_parameter_values: {
    values: { path: string; value?: string; type?: string }[]
    parameterKey: string
    /** The run that it sets going. */
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
 * What the settings of a gateway are to be. A value that is secret is sealed under its path, or under `<index of the
 * object>.<name>`.
 */
export interface SettingsChange {
  /** What a person asked for, without values. `instance` null: a new one. */
  asked: {
    act: 'set' | 'add' | 'remove'
    section: string
    instance: string | null
    label: string
    fields: string[]
  }[]
  /** `again`: set also where the gateway has it, for something else waits there for a restart. */
  values: { path: string; value?: string; type: string; again?: true }[]
  objects: {
    section: string
    /** What it is a row of, such as a WAN with its name servers; null where it is something new by itself. */
    instance?: string | null
    table: string
    /** Names of `values` that tell it from others. */
    key: string[]
    values: { name: string; value?: string; type: string; field: string | null }[]
    refers: { name: string; object: number; dot: boolean } | null
  }[]
  /** Instances to delete, in this order. */
  absent: string[]
}

/** URL, user name and password of a transfer are sealed together: `TransferSecret`. */
export interface TransferRequest {
  commandKey: string
  fileType: string
  /** Of the URL, for people. */
  host: string
  delaySeconds: number
  minutesToComplete: number
  /** Of firmware. */
  version?: string
  /** Of a configuration that is given back. */
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

/** Values of secret paths, as the session opens them; null when there are none. */
export function sealValues(
  secrets: Secrets,
  deviceId: string,
  values: readonly { path: string; value: string }[],
): Buffer | null {
  if (values.length === 0) return null
  const byPath = Object.fromEntries(values.map(({ path, value }) => [path, value]))
  return secrets.seal(JSON.stringify(byPath), `device:${deviceId}`)
}
