import { type Command, isSecretPath, type LearnedParameter, type ValueToSet } from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { ParameterRow, QueuedCommand } from './acs-rows.ts'

/**
 * What `device_command.request` holds, by kind:
 * - reboot: `{commandKey?}`
 * - get_parameter_names: `{path, nextLevel?, deep?}`; `deep` goes on branch by branch below what was found
 * - get_parameter_values: `{paths}`, full names and partial paths that end in a dot
 * - set_parameter_values: `{values: [{path, value?, type?}]}`; values of secret paths are not there but sealed in
 *   `secret` as JSON `{path: value}`, with the context `device:<id>`
 * - set_parameter_attributes: `{changes: [{path, notification?, accessList?}]}`
 */
export const commandSecretContext = (deviceId: string) => `device:${deviceId}`

/** A queued command as the session understands it; null when its request is not what its kind asks for. */
export function commandOf(row: QueuedCommand, deviceId: string, secrets: Secrets): Command | null {
  const { id, request } = row
  switch (row.kind) {
    case 'reboot':
      return { id, kind: 'reboot', commandKey: textIn(request, 'commandKey') ?? `netward-${id}` }
    case 'get_parameter_names':
      return {
        id,
        kind: 'get_parameter_names',
        path: textIn(request, 'path') ?? '',
        nextLevel: request['nextLevel'] === true,
      }
    case 'get_parameter_values': {
      const names = textsIn(request, 'paths')
      return names.length === 0 ? null : { id, kind: 'get_parameter_values', names }
    }
    case 'set_parameter_values': {
      const values = valuesIn(request, hiddenValues(row, deviceId, secrets))
      return values === null ? null : { id, kind: 'set_parameter_values', values }
    }
    case 'set_parameter_attributes': {
      const changes = objectsIn(request, 'changes').flatMap((change) => {
        const name = textIn(change, 'path')
        const { notification } = change
        return name === null
          ? []
          : [
              {
                name,
                ...(typeof notification === 'number' ? { notification } : {}),
                ...(Array.isArray(change['accessList']) ? { accessList: textsIn(change, 'accessList') } : {}),
              },
            ]
      })
      return changes.length === 0 ? null : { id, kind: 'set_parameter_attributes', changes }
    }
    default:
      return null
  }
}

function hiddenValues(row: QueuedCommand, deviceId: string, secrets: Secrets): Record<string, unknown> {
  if (row.secret === null) return {}
  return JSON.parse(secrets.open(row.secret, commandSecretContext(deviceId)).toString('utf8')) as Record<
    string,
    unknown
  >
}

function valuesIn(request: Record<string, unknown>, hidden: Record<string, unknown>): ValueToSet[] | null {
  const values: ValueToSet[] = []
  for (const one of objectsIn(request, 'values')) {
    const name = textIn(one, 'path')
    const value = name !== null && Object.hasOwn(hidden, name) ? hidden[name] : one['value']
    if (name === null || typeof value !== 'string') return null
    const type = textIn(one, 'type')
    values.push({ name, value, ...(type === null ? {} : { type }) })
  }
  return values.length === 0 ? null : values
}

function textIn(object: Record<string, unknown>, field: string): string | null {
  const value = object[field]
  return typeof value === 'string' ? value : null
}

function textsIn(object: Record<string, unknown>, field: string): string[] {
  const value = object[field]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

function objectsIn(object: Record<string, unknown>, field: string): Record<string, unknown>[] {
  const value = object[field]
  if (!Array.isArray(value)) return []
  return value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
}

const longestPath = 256
const longestValue = 65_536

/** `Device.A.B` → `Device.A.`; `Device.A.` → `Device.`; the root has ''. */
export function parentOf(path: string): string {
  const inner = path.endsWith('.') ? path.slice(0, -1) : path
  return inner.slice(0, inner.lastIndexOf('.') + 1)
}

/** Rows of device_parameter. Values of secret paths are dropped here, and nowhere later could they be stored. */
export function parameterRows(learned: readonly LearnedParameter[]): ParameterRow[] {
  return learned
    .filter(({ name }) => name !== '' && name.length <= longestPath && !name.includes('\u0000'))
    .map(({ name, value, type, writable }) => ({
      path: name,
      parent: parentOf(name),
      value:
        value === undefined || isSecretPath(name)
          ? null
          : value.replaceAll('\u0000', '').slice(0, longestValue),
      valued: value !== undefined,
      type: type?.slice(0, 40) ?? null,
      writable: writable ?? null,
    }))
}
