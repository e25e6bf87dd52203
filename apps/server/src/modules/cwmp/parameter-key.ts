import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Command } from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'

const form = /^nw-[A-Za-z0-9_-]{1,19}\.[A-Za-z0-9_-]{8}$/
const keys = new WeakMap<Secrets, KeyObject>()

/**
 * ParameterKey of our changes on a gateway (TR-069 A.3.2.1): 32 characters at most. The mark at its end tells
 * it from one that another ACS or installation set, without storing what we set.
 */
export function parameterKeyOf(secrets: Secrets, deviceId: string, label: string): string {
  return `nw-${label}.${markOf(secrets, deviceId, label)}`
}

/** Whether we set a key, on this gateway. */
export function isOurKey(secrets: Secrets, deviceId: string, key: string): boolean {
  return form.test(key) && key.endsWith(`.${markOf(secrets, deviceId, key.slice(3, -9))}`)
}

/** A command that changes something, with a key where it has none. */
export function withParameterKey(secrets: Secrets, deviceId: string, command: Command): Command {
  switch (command.kind) {
    case 'set_parameter_values':
    case 'set_credentials':
    case 'add_object':
    case 'delete_object': {
      if ((command.parameterKey ?? '') !== '') return command
      return { ...command, parameterKey: parameterKeyOf(secrets, deviceId, command.id.slice(0, 18)) }
    }
    default:
      return command
  }
}

function markOf(secrets: Secrets, deviceId: string, label: string): string {
  const key = keys.get(secrets) ?? createSecretKey(secrets.derive('parameter-key'))
  keys.set(secrets, key)
  return createHmac('sha256', key).update(`${deviceId} ${label}`).digest('base64url').slice(0, 8)
}
