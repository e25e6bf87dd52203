import {
  type Command,
  isSecretPath,
  type LearnedParameter,
  type ParameterAttributesChange,
  type ValueToSet,
} from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { ParameterRow, QueuedCommand } from './acs-rows.ts'

/** `device_command.request` by kind: see modules/devices/command-request.ts. */
export const commandSecretContext = (deviceId: string) => `device:${deviceId}`

/** A queued command as the session understands it; null when its request does not fit its kind. */
export function commandOf(row: QueuedCommand, deviceId: string, secrets: Secrets): Command | null {
  const { id, request } = row
  const path = textIn(request, 'path') ?? ''
  const commandKey = textIn(request, 'commandKey') ?? `netward-${id}`
  switch (row.kind) {
    case 'reboot':
      return { id, kind: 'reboot', commandKey }
    case 'factory_reset':
    case 'get_rpc_methods':
    case 'get_queued_transfers':
      return { id, kind: row.kind }
    case 'schedule_inform':
      return { id, kind: 'schedule_inform', delaySeconds: numberIn(request, 'delaySeconds'), commandKey }
    case 'get_parameter_names':
      return { id, kind: 'get_parameter_names', path, nextLevel: request['nextLevel'] === true }
    case 'add_object':
    case 'delete_object':
      return path.endsWith('.') ? { id, kind: row.kind, path } : null
    case 'get_parameter_values':
    case 'get_parameter_attributes': {
      const names = textsIn(request, 'paths')
      return names.length === 0 ? null : { id, kind: row.kind, names }
    }
    case 'set_parameter_values': {
      const values = valuesIn(request, hidden(row, deviceId, secrets))
      return values === null ? null : { id, kind: 'set_parameter_values', values }
    }
    case 'set_parameter_attributes': {
      const changes = objectsIn(request, 'changes').flatMap(changeOf)
      return changes.length === 0 ? null : { id, kind: 'set_parameter_attributes', changes }
    }
    case 'download':
    case 'upload':
      return transferOf(row.kind, row, hidden(row, deviceId, secrets))
    default:
      return null
  }
}

function transferOf(
  kind: 'download' | 'upload',
  { id, request }: QueuedCommand,
  secret: Record<string, unknown>,
): Command | null {
  const url = textIn(secret, 'url')
  const commandKey = textIn(request, 'commandKey')
  if (url === null || commandKey === null) return null
  const transfer = {
    commandKey,
    fileType: textIn(request, 'fileType') ?? '',
    url,
    username: textIn(secret, 'username') ?? '',
    password: textIn(secret, 'password') ?? '',
    delaySeconds: numberIn(request, 'delaySeconds'),
  }
  if (kind === 'upload') return { id, kind, upload: transfer }
  const fileSize = numberIn(request, 'fileSize')
  const targetFileName = textIn(request, 'targetFileName') ?? ''
  return { id, kind, download: { ...transfer, fileSize, targetFileName, successUrl: '', failureUrl: '' } }
}

function changeOf(change: Record<string, unknown>): ParameterAttributesChange[] {
  const name = textIn(change, 'path')
  const { notification } = change
  if (name === null) return []
  return [
    {
      name,
      ...(typeof notification === 'number' ? { notification } : {}),
      ...(Array.isArray(change['accessList']) ? { accessList: textsIn(change, 'accessList') } : {}),
    },
  ]
}

function hidden(row: QueuedCommand, deviceId: string, secrets: Secrets): Record<string, unknown> {
  return row.secret === null ? {} : hiddenValues(row.secret, commandSecretContext(deviceId), secrets)
}

/** @throws when it was sealed for another purpose. */
export function hiddenValues(secret: Buffer, context: string, secrets: Secrets): Record<string, unknown> {
  return JSON.parse(secrets.open(secret, context).toString('utf8')) as Record<string, unknown>
}

function valuesIn(request: Record<string, unknown>, secret: Record<string, unknown>): ValueToSet[] | null {
  const values: ValueToSet[] = []
  for (const one of objectsIn(request, 'values')) {
    const name = textIn(one, 'path')
    const value = name !== null && Object.hasOwn(secret, name) ? secret[name] : one['value']
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

function numberIn(object: Record<string, unknown>, field: string): number {
  const value = object[field]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
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

/**
 * Rows of device_parameter. Values of secret paths are dropped here, the only place where they could be
 * stored.
 */
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
