import { bindAll, type FieldSpec } from './field.ts'
import type { Area, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { stateWords } from './words.ts'

const server = { kind: 'text', maxLength: 64, optional: true } as const
const common: readonly FieldSpec[] = [
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'state', kind: 'choice', names: ['Status'], words: stateWords, readOnly: true },
  {
    key: 'localTime',
    kind: 'instant',
    names: ['CurrentLocalTime'],
    readOnly: true,
    nothing: ['0001-01-01T00:00:00Z'],
  },
  { key: 'ntpServer1', names: ['NTPServer1'], ...server },
  { key: 'ntpServer2', names: ['NTPServer2'], ...server },
]

/**
 * TR-098 has the offset (`+08:00`) in LocalTimeZone and the zone by POSIX 1003.1 in LocalTimeZoneName; TR-181 has the
 * latter in LocalTimeZone.
 */
const zone = {
  'Device.': ['LocalTimeZone'],
  'InternetGatewayDevice.': ['LocalTimeZoneName', 'LocalTimeZone'],
} as const

export const time: Area = {
  section: 'time',
  paths: { 'Device.': ['Time.'], 'InternetGatewayDevice.': ['Time.'] },
}

export function timeInstances(tree: GatewayTree): Instance[] {
  const path = `${tree.root}Time.`
  const fields = bindAll(tree, path, [
    ...common,
    { key: 'timeZone', kind: 'text', names: zone[tree.root], maxLength: tree.root === 'Device.' ? 256 : 64 },
  ])
  return fields.length === 0 ? [] : [{ path, label: '', inUse: false, fields, remove: null }]
}
