import type { EndpointInput, EndpointOutput } from '@netward/contract'
import { type ParameterType, parameterTypes } from '@netward/contract/parameter-types'

export type Parameter = EndpointOutput<'GET /api/v1/device/:deviceId/parameters'>['items'][number]
export type NewValue = EndpointInput<'POST /api/v1/device/:deviceId/parameters/set'>['values'][number]
/** The type that a device reported, without its namespace; undefined if it cannot be sent. */
export function knownType(reported: string | null): ParameterType | undefined {
  const name = reported?.split(':').at(-1)?.toLowerCase()
  return parameterTypes.find((type) => type.toLowerCase() === name)
}

/** Key of the phrase under `devices.param` that explains why a value is invalid; null if it fits its type. */
export type WrongValue = 'wholeNumber' | 'notNegative' | 'number' | 'hex' | 'base64' | 'dateTime'

const patterns: Partial<Record<ParameterType, readonly [RegExp, WrongValue]>> = {
  int: [/^[+-]?\d{1,10}$/, 'wholeNumber'],
  long: [/^[+-]?\d{1,19}$/, 'wholeNumber'],
  unsignedInt: [/^\d{1,10}$/, 'notNegative'],
  unsignedLong: [/^\d{1,20}$/, 'notNegative'],
  decimal: [/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, 'number'],
  hexBinary: [/^(?:[0-9A-Fa-f]{2})*$/, 'hex'],
  base64: [/^(?:[A-Za-z0-9+/\s]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'base64'],
  dateTime: [/^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, 'dateTime'],
}

/** XML Schema's lexical forms (TR-106 table 2), as far as users type them. */
export function wrongValue(type: ParameterType | undefined, value: string): WrongValue | null {
  const [pattern, wrong] = (type === undefined ? undefined : patterns[type]) ?? []
  return pattern === undefined || wrong === undefined || pattern.test(value) ? null : wrong
}

/** The last segment of a path: `SSID.` of `Device.WiFi.SSID.`. */
export function leafOf(path: string): string {
  const dot = path.lastIndexOf('.', path.length - 2)
  return path.slice(dot + 1)
}

/** Actions on an object: add to a table, delete an instance. */
export function objectMove({ path, isObject, writable }: Parameter): 'add' | 'remove' | null {
  if (!isObject || writable !== true) return null
  return /\.\d+\.$/.test(path) ? 'remove' : 'add'
}
