import type { ParameterValue } from './messages.ts'

/** One WAN interface, as far as parameters show. MAC is lower case with colons. */
export interface WanInterface {
  /** Object path, ends in a dot. */
  path: string
  name: string
  ipAddress: string | null
  macAddress: string | null
  status: string | null
}

const connection098 =
  /^(InternetGatewayDevice\.WANDevice\.\d+\.WANConnectionDevice\.\d+\.WAN(?:IP|PPP)Connection\.\d+\.)(Name|ExternalIPAddress|MACAddress|ConnectionStatus|Enable)$/
const interface181 =
  /^(Device\.IP\.Interface\.\d+\.)(Name|Alias|Status|Type|IPv4Address\.(\d+)\.IPAddress|LowerLayers)$/
const layer181 =
  /^(Device\.(?:Ethernet\.(?:Link|Interface|VLANTermination)|(?:PPP|Cellular)\.Interface|DSL\.(?:Line|Channel)|(?:PTM|ATM)\.Link|Optical\.Interface)\.\d+\.)(MACAddress|Status|LowerLayers|Name|IPCP\.LocalIPAddress|Upstream)$/

/** A MAC address in lower case with colons; null if invalid or all zeros. */
export function canonicalMac(text: string): string | null {
  const digits = text.trim().replaceAll(/[:.\s-]/g, '')
  if (!/^[0-9a-f]{12}$/i.test(digits) || /^0+$/.test(digits)) return null
  return digits.toLowerCase().replaceAll(/(..)(?=.)/g, '$1:')
}

function usableAddress(text: string | undefined): string | null {
  const address = text?.trim() ?? ''
  if (address === '' || address === '0.0.0.0' || address === '::' || address.startsWith('127.')) return null
  return /^[0-9a-fA-F:.]{3,45}$/.test(address) ? address : null
}

type Objects = Map<string, Map<string, string>>

function collect(parameters: readonly ParameterValue[], pattern: RegExp): Objects {
  const objects: Objects = new Map()
  for (const { name, value } of parameters) {
    const [, path, leaf] = pattern.exec(name) ?? []
    if (path === undefined || leaf === undefined) continue
    const object = objects.get(path) ?? new Map<string, string>()
    objects.set(path, object.set(leaf, value))
  }
  return objects
}

function fromTr098(parameters: readonly ParameterValue[]): WanInterface[] {
  return [...collect(parameters, connection098)].map(([path, object]) => ({
    path,
    name: object.get('Name')?.trim() || path.split('.').slice(-3, -1).join(' '),
    ipAddress: usableAddress(object.get('ExternalIPAddress')),
    macAddress: canonicalMac(object.get('MACAddress') ?? ''),
    status: object.get('ConnectionStatus')?.trim() || null,
  }))
}

/** Follows LowerLayers down until a layer matches. Links may form a cycle: at most 8 steps. */
function below(layers: Objects, start: string | undefined, leaf: string): string | undefined {
  let next = start
  for (let step = 0; step < 8 && next; step++) {
    const first = next.split(',')[0]?.trim() ?? ''
    const layer = layers.get(first.endsWith('.') ? first : `${first}.`)
    const value = layer?.get(leaf)
    if (value !== undefined && value !== '') return value
    next = layer?.get('LowerLayers')
  }
  return undefined
}

/**
 * Whether an interface is on the LAN side: by the lowest layer's own attribute, by an underlying bridge or
 * radio, else by its name.
 */
function isInside(layers: Objects, lower: string | undefined, name: string): boolean {
  const upstream = below(layers, lower, 'Upstream')?.trim().toLowerCase()
  if (upstream !== undefined) return !['1', 'true'].includes(upstream)
  let next = lower
  for (let step = 0; step < 8 && next; step++) {
    const first = next.split(',')[0]?.trim() ?? ''
    if (/^Device\.(?:Bridging|WiFi)\./.test(first)) return true
    next = layers.get(first.endsWith('.') ? first : `${first}.`)?.get('LowerLayers')
  }
  return /^(?:lo|br-?lan|lan)\d*$/i.test(name)
}

function fromTr181(parameters: readonly ParameterValue[]): WanInterface[] {
  const layers = collect(parameters, layer181)
  const interfaces: WanInterface[] = []
  for (const [path, object] of collect(parameters, interface181)) {
    const address = [...object].find(([leaf]) => leaf.startsWith('IPv4Address.'))?.[1]
    const lower = object.get('LowerLayers')
    const ipAddress = usableAddress(address) ?? usableAddress(below(layers, lower, 'IPCP.LocalIPAddress'))
    const name =
      object.get('Alias')?.trim() || object.get('Name')?.trim() || path.split('.').slice(-3, -1).join(' ')
    if (object.get('Type')?.trim() === 'Loopback' || isInside(layers, lower, name)) continue
    interfaces.push({
      path,
      name,
      ipAddress,
      macAddress: canonicalMac(below(layers, lower, 'MACAddress') ?? ''),
      status: object.get('Status')?.trim() || null,
    })
  }
  return interfaces
}

function rank(wan: WanInterface): number {
  const up = /^(?:connected|up)$/i.test(wan.status ?? '') ? 0 : 2
  return up + (wan.ipAddress === null ? 1 : 0)
}

/**
 * WAN interfaces among parameters (an Inform's are enough for most gateways), the active one first. TR-181
 * does not mark the WAN: the loopback and LAN-side interfaces are excluded.
 */
export function wanInterfaces(parameters: readonly ParameterValue[]): WanInterface[] {
  return [...fromTr098(parameters), ...fromTr181(parameters)].toSorted((a, b) => rank(a) - rank(b))
}
