import { wansOf } from '../vocabulary/interfaces.ts'
import type { WanInterface } from '../wan.ts'
import {
  connectionNames,
  connectionStateNames,
  dslChannelNames,
  dslLineNames,
  layer1Names,
  stateNames,
  statsNames,
  totalNames,
} from './names.ts'
import { bandOf, numbered, type Parts } from './parts.ts'

const mostWans = 8

/** TR-098: WANDevice and LANDevice. */
export function parts098(parts: Parts): void {
  wans(parts)
  for (const device of parts.tree.instances('LANDevice.')) {
    lanPorts(parts, device)
    wireless(parts, device)
  }
}

function wans(parts: Parts): void {
  // The active one first: the counters of a whole line are its.
  const ranked = wansOf(parts.tree).slice(0, mostWans)
  const instances = new Map(
    ranked
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map((wan) => [wan.path, parts.instance('interface', wan.name, wan.path)]),
  )
  const lines = Map.groupBy(ranked, ({ path }) => path.split('WANConnectionDevice.')[0] ?? '')
  for (const [line, connections] of lines) {
    const counted = connections.filter((wan) => connection(parts, wan, instances.get(wan.path) ?? ''))
    const [active] = connections
    if (active === undefined) continue
    ofLine(parts, line, instances.get(active.path) ?? '', counted.length === 0)
  }
}

/** @returns whether it has counters of its own */
function connection(parts: Parts, { path, ipAddress }: WanInterface, instance: string): boolean {
  parts.addNames('wan', [path], connectionStateNames, instance)
  const found = parts.addNames('wan', [path], connectionNames, instance)
  parts.addInterface({
    key: instance,
    kind: 'wan',
    alias: '',
    path,
    state: 'ConnectionStatus',
    addresses: ipAddress === null ? [] : [ipAddress],
  })
  return found.has('inOctets')
}

function ofLine(parts: Parts, line: string, instance: string, counts: boolean): void {
  const common = `${line}WANCommonInterfaceConfig.`
  const dsl = `${line}WANDSLInterfaceConfig.`
  if (counts) parts.addNames('wan', [common], totalNames, instance)
  parts.addNames('wan', [common], layer1Names, instance)
  parts.addNames('dsl', [dsl], dslChannelNames, instance)
  parts.addNames('dsl', [dsl], dslLineNames, instance)
}

function lanPorts(parts: Parts, device: string): void {
  for (const path of parts.tree.instances(`${device}LANEthernetInterfaceConfig.`)) {
    const instance = parts.instance('interface', parts.text(path, 'Name') || numbered('LAN', path), path)
    parts.addNames('lan', [path], stateNames, instance)
    parts.addNames('lan', [path], statsNames, instance)
    parts.addInterface({ key: instance, kind: 'lan', alias: '', path, state: 'Status', addresses: [] })
  }
}

/** TR-098 has radio, network and access point in one; those of one band share a radio. */
function wireless(parts: Parts, device: string): void {
  const { tree } = parts
  const radios = new Map<string, string>()
  for (const path of tree.instances(`${device}WLANConfiguration.`)) {
    const instance = parts.instance('interface', parts.text(path, 'Name') || numbered('WLAN', path), path)
    parts.addInterface({
      key: instance,
      kind: 'wifi',
      alias: parts.text(path, 'SSID'),
      path,
      state: 'Status',
      addresses: [],
    })
    if (parts.interfaces.at(-1)?.enabled === false) continue
    const band = band098(parts, path) ?? instance
    const known = radios.get(band)
    const radio = known ?? parts.instance('radio', band, path)
    radios.set(band, radio)
    if (known === undefined && tree.find(`${path}Channel`) !== undefined)
      parts.add('radio', `${path}Channel`, 'channel', radio)
    if (tree.find(`${path}TotalAssociations`) !== undefined)
      parts.add('radio', `${path}TotalAssociations`, 'clients', radio)
    parts.addNames('wifi', [path], stateNames, instance)
    parts.addNames('wifi', [path], totalNames, instance)
  }
}

/** Where the band has no name: channels 1 to 14 are 2.4 GHz, 32 to 177 are 5 GHz. */
function band098(parts: Parts, path: string): string | null {
  const named = bandOf(parts.text(path, 'OperatingFrequencyBand'))
  if (named !== null) return named
  const channel = Number(parts.text(path, 'Channel'))
  if (channel >= 1 && channel <= 14) return '2.4GHz'
  return channel >= 32 && channel <= 177 ? '5GHz' : null
}
