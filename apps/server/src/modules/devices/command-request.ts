import type { Secrets } from '../../platform/secrets.ts'

/**
 * What `device_command.request` holds, by kind: written by this module, read by the session that carries it out.
 * Values of secret paths stand in `device_command.secret` alone: sealed JSON `{path: value}` with the context
 * `device:<id>`.
 */
export interface CommandRequests {
  reboot: { commandKey: string }
  get_parameter_names: { path: string; nextLevel: boolean }
  /** Full names, and partial paths that end in a dot. */
  get_parameter_values: { paths: string[] }
  set_parameter_values: { values: { path: string; value?: string; type?: string }[]; parameterKey: string }
  set_parameter_attributes: { changes: { path: string; notification?: number; accessList?: string[] }[] }
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
