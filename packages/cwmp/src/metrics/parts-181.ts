import { wansOf } from '../vocabulary/interfaces.ts'
import {
  cellularNames,
  dslChannelNames,
  dslLineNames,
  ethernetNames,
  radioNames,
  stateNames,
  statsNames,
} from './names.ts'
import { bandOf, numbered, type Parts } from './parts.ts'

const mostWans = 8

/** TR-181: Device.IP, Ethernet, WiFi, Cellular, DSL. */
export function parts181(parts: Parts): void {
  const below = wans(parts)
  lanPorts(parts, below)
  const radios = radioInstances(parts)
  accessPoints(parts, radios)
  ssids(parts)
  sims(parts, below)
  otherDsl(parts)
}

/** A WAN is an IP interface: the bytes of the nearest layer that counts, the speed of its port, the rates of its DSL. */
function wans(parts: Parts): ReadonlySet<string> {
  const { tree } = parts
  const below = new Set<string>()
  const found = wansOf(tree).toSorted((a, b) => numberOf(a.path) - numberOf(b.path))
  for (const wan of found.slice(0, mostWans)) {
    const instance = parts.instance('interface', wan.name, wan.path)
    const stack = tree.stack(wan.path)
    for (const object of stack) below.add(object)
    parts.addNames('wan', [wan.path], stateNames, instance)
    parts.addNames('wan', stack, statsNames, instance)
    parts.addNames('wan', layers(stack, 'Device.Ethernet.Interface.'), ethernetNames, instance)
    parts.addNames('dsl', layers(stack, 'Device.DSL.Channel.'), dslChannelNames, instance)
    parts.addNames('dsl', layers(stack, 'Device.DSL.Line.'), dslLineNames, instance)
    const modem = layers(stack, 'Device.Cellular.Interface.')
    // By the name of the WAN that it carries, so that the line's page shows its signal.
    if (modem.length > 0)
      parts.addNames('sim', modem, cellularNames, parts.instance('sim', wan.name, wan.path))
    parts.addInterface({
      key: instance,
      kind: 'wan',
      alias: '',
      path: wan.path,
      state: 'Status',
      addresses: wan.ipAddress === null ? [] : [wan.ipAddress],
    })
  }
  return below
}

function lanPorts(parts: Parts, wan: ReadonlySet<string>): void {
  const { tree } = parts
  for (const path of tree.instances('Ethernet.Interface.')) {
    if (wan.has(path) || tree.isOn(`${path}Upstream`)) continue
    const name = parts.text(path, 'Name', 'Alias') || numbered('LAN', path)
    const instance = parts.instance('interface', name, path)
    parts.addNames('lan', [path], stateNames, instance)
    parts.addNames('lan', [path], statsNames, instance)
    parts.addNames('lan', [path], ethernetNames, instance)
    parts.addInterface({
      key: instance,
      kind: 'lan',
      alias: parts.text(path, 'Alias') === instance ? '' : parts.text(path, 'Alias'),
      path,
      state: 'Status',
      addresses: [],
    })
  }
}

/** The instance of each radio: its band, since channels and names of networks change. */
function radioInstances(parts: Parts): ReadonlyMap<string, string> {
  const instances = new Map<string, string>()
  for (const path of parts.tree.instances('WiFi.Radio.')) {
    const band = bandOf(parts.text(path, 'OperatingFrequencyBand'))
    const instance = parts.instance('radio', band ?? numbered('Radio', path), path)
    parts.addNames('radio', [path], radioNames, instance)
    instances.set(path, instance)
  }
  return instances
}

/** Clients of a radio: of all access points whose SSID runs on it. */
function accessPoints(parts: Parts, radios: ReadonlyMap<string, string>): void {
  const { tree } = parts
  for (const path of tree.instances('WiFi.AccessPoint.')) {
    const count = `${path}AssociatedDeviceNumberOfEntries`
    if (tree.find(count) === undefined) continue
    const radio = tree
      .references(`${path}SSIDReference`)
      .flatMap((ssid) => tree.stack(ssid))
      .find((object) => radios.has(object))
    // Without a reference, only a gateway with one radio leaves no doubt.
    const only = radios.size === 1 ? [...radios.values()][0] : undefined
    const instance = (radio === undefined ? undefined : radios.get(radio)) ?? only
    if (instance !== undefined) parts.add('radio', count, 'clients', instance)
  }
}

function ssids(parts: Parts): void {
  for (const path of parts.tree.instances('WiFi.SSID.')) {
    const name = parts.text(path, 'Name') || numbered('WLAN', path)
    const instance = parts.instance('interface', name, path)
    parts.addInterface({
      key: instance,
      kind: 'wifi',
      alias: parts.text(path, 'SSID'),
      path,
      state: 'Status',
      addresses: [],
    })
    if (parts.interfaces.at(-1)?.enabled === false) continue
    parts.addNames('wifi', [path], stateNames, instance)
    parts.addNames('wifi', [path], statsNames, instance)
  }
}

function sims(parts: Parts, wan: ReadonlySet<string>): void {
  for (const path of parts.tree.instances('Cellular.Interface.')) {
    if (wan.has(path)) continue
    const name = parts.text(path, 'Name', 'Alias') || numbered('SIM', path)
    parts.addNames('sim', [path], cellularNames, parts.instance('sim', name, path))
  }
}

/** DSL that no WAN refers to: some gateways leave LowerLayers empty. */
function otherDsl(parts: Parts): void {
  for (const [table, names] of [
    ['DSL.Channel.', dslChannelNames],
    ['DSL.Line.', dslLineNames],
  ] as const) {
    for (const path of parts.tree.instances(table))
      parts.addNames('dsl', [path], names, numbered('DSL', path))
  }
}

const layers = (stack: readonly string[], table: string) => stack.filter((one) => one.startsWith(table))
const numberOf = (path: string) => Number(path.split('.').at(-2))
