import { bindAll, type FieldSpec, textOfField, type Words } from './field.ts'
import { counters, nameOfPath } from './interfaces.ts'
import type { Area, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { stateWords } from './words.ts'

const duplex: Words = { auto: ['Auto'], full: ['Full'], half: ['Half'] }

/**
 * TR-181 Ethernet.Interface.{i}; TR-098 LANEthernetInterfaceConfig.{i} and WANEthernetInterfaceConfig. The
 * current rate takes precedence over the permitted one: TR-098 reports only the latter, and `Auto` says
 * nothing about the former.
 */
const specs: readonly FieldSpec[] = [
  { key: 'name', kind: 'text', names: ['Name', 'Alias'], readOnly: true },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'state', kind: 'choice', names: ['Status'], words: stateWords, readOnly: true },
  {
    key: 'speed',
    kind: 'number',
    unit: 'mbps',
    names: ['CurrentBitRate', 'MaxBitRate'],
    readOnly: true,
    nothing: ['0', '-1', 'Auto'],
  },
  {
    key: 'duplex',
    kind: 'choice',
    names: ['CurrentDuplexMode', 'DuplexMode'],
    words: duplex,
    readOnly: true,
  },
  { key: 'macAddress', kind: 'mac', names: ['MACAddress'], readOnly: true },
  ...counters,
]

export const ports: Area = {
  section: 'port',
  paths: {
    'Device.': ['Ethernet.Interface.'],
    'InternetGatewayDevice.': [
      'LANDevice.*.LANEthernetInterfaceConfig.',
      'WANDevice.*.WANEthernetInterfaceConfig.',
    ],
  },
}

export function portInstances(tree: GatewayTree): Instance[] {
  const objects =
    tree.root === 'Device.'
      ? tree.instances('Ethernet.Interface.')
      : [
          ...tree.instances('WANDevice.').map((wan) => `${wan}WANEthernetInterfaceConfig.`),
          ...tree
            .instances('LANDevice.')
            .flatMap((lan) => tree.instances(`${lan}LANEthernetInterfaceConfig.`)),
        ]
  return objects.flatMap((path) => {
    const fields = bindAll(tree, path, specs)
    const label = textOfField(fields, 'name') || nameOfPath(path)
    return fields.length === 0 ? [] : [{ path, label, inUse: false, fields, remove: null }]
  })
}
