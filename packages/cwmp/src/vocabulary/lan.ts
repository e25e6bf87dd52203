import { bindAll, bindFirst, type FieldSpec, textOfField } from './field.ts'
import { counters, nameOfPath, wansOf } from './interfaces.ts'
import type { Area, Field, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { stateWords } from './words.ts'

/** TR-098 LANHostConfigManagement.IPInterface.{i}. */
const specs098: readonly FieldSpec[] = [
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'ipAddress', kind: 'ipv4', names: ['IPInterfaceIPAddress'] },
  { key: 'subnetMask', kind: 'ipv4', names: ['IPInterfaceSubnetMask'] },
]

/** TR-181 IP.Interface.{i}. */
const specs181: readonly FieldSpec[] = [
  { key: 'name', kind: 'text', names: ['Alias', 'Name'], maxLength: 64 },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'state', kind: 'choice', names: ['Status'], words: stateWords, readOnly: true },
]
const address: readonly FieldSpec[] = [
  { key: 'ipAddress', kind: 'ipv4', names: ['IPAddress'] },
  { key: 'subnetMask', kind: 'ipv4', names: ['SubnetMask'] },
]
const mac: FieldSpec = { key: 'macAddress', kind: 'mac', names: ['MACAddress'], readOnly: true }

export const lan: Area = {
  section: 'lan',
  paths: {
    'Device.': ['IP.Interface.', 'Ethernet.Link.'],
    'InternetGatewayDevice.': ['LANDevice.*.LANHostConfigManagement.'],
  },
}

export function lanInstances(tree: GatewayTree): Instance[] {
  return tree.root === 'Device.' ? lan181(tree) : lan098(tree)
}

function lan098(tree: GatewayTree): Instance[] {
  return tree.instances('LANDevice.').flatMap((device) =>
    tree.instances(`${device}LANHostConfigManagement.IPInterface.`).map((path) => {
      const ethernet = tree.instances(`${device}LANEthernetInterfaceConfig.`)
      const fields = [...bindAll(tree, path, specs098), ...bindFirst(tree, ethernet, mac)]
      return instance(path, fields)
    }),
  )
}

/** Everything except WAN and loopback. */
function lan181(tree: GatewayTree): Instance[] {
  const wans = new Set(wansOf(tree).map(({ path }) => path))
  return tree
    .instances('IP.Interface.')
    .filter(
      (path) => !wans.has(path) && !tree.isOn(`${path}Loopback`) && tree.text(`${path}Type`) !== 'Loopback',
    )
    .map((path) => {
      const addresses = tree.instances(`${path}IPv4Address.`)
      const fields = [
        ...bindAll(tree, path, specs181),
        ...address.flatMap((spec) => bindFirst(tree, addresses, spec)),
        ...bindFirst(tree, tree.stack(path), mac),
        ...bindAll(tree, path, counters),
      ]
      return instance(path, fields)
    })
}

const instance = (path: string, fields: Field[]): Instance => ({
  path,
  label: textOfField(fields, 'name', 'ipAddress') || nameOfPath(path),
  inUse: false,
  fields,
  remove: null,
})
