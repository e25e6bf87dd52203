import { bindAll, derived, type FieldSpec, textOfField, type Words } from './field.ts'
import type { Area, Field, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'

/** TR-098 InterfaceType. */
const connectedWords: Words = { ethernet: ['Ethernet'], wifi: ['802.11', 'WiFi', 'WLAN'] }
const connectedBy: FieldSpec = {
  key: 'connectedBy',
  kind: 'choice',
  names: ['InterfaceType'],
  words: connectedWords,
  readOnly: true,
}

/** TR-181 Hosts.Host.{i}, TR-098 LANDevice.{i}.Hosts.Host.{i}. */
const specs: readonly FieldSpec[] = [
  { key: 'name', kind: 'text', names: ['HostName'], readOnly: true },
  { key: 'ipAddress', kind: 'ipv4', names: ['IPAddress'], readOnly: true, nothing: ['0.0.0.0'] },
  { key: 'macAddress', kind: 'mac', names: ['PhysAddress', 'MACAddress'], readOnly: true },
  { key: 'active', kind: 'flag', names: ['Active'], readOnly: true },
  {
    key: 'leaseLeft',
    kind: 'number',
    unit: 'seconds',
    names: ['LeaseTimeRemaining'],
    min: -1,
    readOnly: true,
  },
]

export const hosts: Area = {
  section: 'host',
  paths: { 'Device.': ['Hosts.Host.'], 'InternetGatewayDevice.': ['LANDevice.*.Hosts.Host.'] },
}

const read = new WeakMap<GatewayTree, Instance[]>()

/** Read once: Wi-Fi clients look up their names here. */
export function hostInstances(tree: GatewayTree): Instance[] {
  const found = read.get(tree) ?? hostsOf(tree)
  read.set(tree, found)
  return found
}

function hostsOf(tree: GatewayTree): Instance[] {
  const objects =
    tree.root === 'Device.'
      ? tree.instances('Hosts.Host.')
      : tree.instances('LANDevice.').flatMap((lan) => tree.instances(`${lan}Hosts.Host.`))
  return objects.map((path) => {
    const fields = [...bindAll(tree, path, specs), ...connected(tree, path)]
    return {
      path,
      label: textOfField(fields, 'name', 'ipAddress', 'macAddress'),
      inUse: false,
      fields,
      remove: null,
    }
  })
}

/** TR-181 references the interface instead of naming its kind. */
function connected(tree: GatewayTree, path: string): Field[] {
  if (tree.root === 'InternetGatewayDevice.') return bindAll(tree, path, [connectedBy])
  const at =
    tree.find(`${path}Layer1Interface`) === undefined ? `${path}AssociatedDevice` : `${path}Layer1Interface`
  const reference = tree.text(at)
  const term = reference.includes('.WiFi.') ? 'wifi' : reference.includes('.Ethernet.') ? 'ethernet' : null
  return derived(connectedBy, { tree, path: at }, term)
}

export function hostsByMac(tree: GatewayTree): Map<string, Instance> {
  const found = new Map<string, Instance>()
  for (const host of hostInstances(tree)) {
    const mac = textOfField(host.fields, 'macAddress')
    if (mac !== '' && !found.has(mac)) found.set(mac, host)
  }
  return found
}
