import {
  bind,
  bindAll,
  bindFirst,
  derived,
  encode,
  type FieldSpec,
  formOf,
  textOfField,
  type Words,
  writeTo,
} from './field.ts'
import { counters, nameOfPath, wansOf } from './interfaces.ts'
import type { Area, Field, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { nameServers } from './wan-name-servers.ts'
import { stateWords } from './words.ts'

/** TR-098 WANIPConnection AddressingType; TR-181 IPv4Address.{i}.AddressingType. */
const addressingWords: Words = { dhcp: ['DHCP'], static: ['Static'] }
const addressing: FieldSpec = {
  key: 'addressing',
  kind: 'choice',
  names: ['AddressingType'],
  words: addressingWords,
}
const mac: FieldSpec = { key: 'macAddress', kind: 'mac', names: ['MACAddress'], readOnly: true }
const nat = (name: string): FieldSpec => ({ key: 'natEnabled', kind: 'flag', names: [name] })
const noAddress = ['0.0.0.0', '::']
const account: readonly FieldSpec[] = [
  { key: 'username', kind: 'text', names: ['Username'], maxLength: 64, optional: true },
  { key: 'password', kind: 'secret', names: ['Password'], maxLength: 64 },
]

const specs098: readonly FieldSpec[] = [
  { key: 'name', kind: 'text', names: ['Name'], maxLength: 256 },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'state', kind: 'choice', names: ['ConnectionStatus'], words: stateWords, readOnly: true },
  { key: 'uptime', kind: 'number', unit: 'seconds', names: ['Uptime'], readOnly: true },
  { key: 'ipAddress', kind: 'ipv4', names: ['ExternalIPAddress'], nothing: noAddress },
  { key: 'subnetMask', kind: 'ipv4', names: ['SubnetMask'], nothing: noAddress },
  { key: 'gateway', kind: 'ipv4', names: ['DefaultGateway', 'RemoteIPAddress'], nothing: noAddress },
  { key: 'dnsServers', kind: 'ipv4_list', names: ['DNSServers'], optional: true },
  mac,
  { key: 'mtu', kind: 'number', names: ['MaxMTUSize', 'MaxMRUSize'], min: 64, max: 65_535 },
  nat('NATEnabled'),
  ...account,
]
/** The whole line, unless its connection has its own counters. */
const lineCounters: readonly FieldSpec[] = [
  { key: 'bytesSent', kind: 'number', unit: 'bytes', names: ['TotalBytesSent'], readOnly: true },
  { key: 'bytesReceived', kind: 'number', unit: 'bytes', names: ['TotalBytesReceived'], readOnly: true },
  { key: 'packetsSent', kind: 'number', unit: 'packets', names: ['TotalPacketsSent'], readOnly: true },
  {
    key: 'packetsReceived',
    kind: 'number',
    unit: 'packets',
    names: ['TotalPacketsReceived'],
    readOnly: true,
  },
]

const specs181: readonly FieldSpec[] = [
  { key: 'name', kind: 'text', names: ['Alias', 'Name'], maxLength: 64 },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'state', kind: 'choice', names: ['Status'], words: stateWords, readOnly: true },
  { key: 'mtu', kind: 'number', names: ['MaxMTUSize'], min: 64, max: 65_535 },
]
const addressSpecs: readonly FieldSpec[] = [
  { key: 'ipAddress', kind: 'ipv4', names: ['IPAddress', 'IPCP.LocalIPAddress'], nothing: noAddress },
  { key: 'subnetMask', kind: 'ipv4', names: ['SubnetMask'], nothing: noAddress },
]

export const wan: Area = {
  section: 'wan',
  paths: {
    'Device.': [
      'IP.Interface.',
      'PPP.Interface.',
      'Ethernet.Link.',
      'Ethernet.Interface.',
      'DHCPv4.Client.',
      'DNS.Client.',
      'NAT.InterfaceSetting.',
      'Routing.Router.*.IPv4Forwarding.',
    ],
    'InternetGatewayDevice.': ['WANDevice.', 'Layer3Forwarding.DefaultConnectionService'],
  },
}

/**
 * WAN interfaces, the active one first, as found by wan.ts; VPNs are excluded unless there is nothing else.
 */
export function wanInstances(tree: GatewayTree): Instance[] {
  const all = wansOf(tree)
  const lines = all.filter(({ path }) => !['L2TP', 'PPTP'].includes(tree.text(`${path}TransportType`)))
  return (lines.length > 0 ? lines : all).map(({ path, name, status }, index) => {
    const fields = tree.root === 'Device.' ? fields181(tree, path) : fields098(tree, path)
    const inUse = index === 0 && /^(?:connected|up)$/i.test(status ?? '')
    return {
      path,
      label: textOfField(fields, 'name') || name || nameOfPath(path),
      inUse,
      fields,
      remove: null,
    }
  })
}

function fields098(tree: GatewayTree, path: string): Field[] {
  const type = `${path}ConnectionType`
  const bridged = /bridged/i.test(tree.text(type))
  const how = bridged
    ? derived({ ...addressing, words: { bridged: [] } }, { tree, path: type }, 'bridged')
    : path.includes('.WANPPPConnection.')
      ? derived({ ...addressing, words: { pppoe: [] } }, { tree, path: type }, 'pppoe')
      : bind(tree, path, addressing)
  const own = [...how, ...bindAll(tree, path, specs098), ...bindAll(tree, path, counters)]
  const line = `${path.split('.WANConnectionDevice.')[0]}.WANCommonInterfaceConfig.`
  const carries = tree.text(`${path}ConnectionStatus`) === 'Connected'
  return withoutTwice([...own, ...(carries ? bindAll(tree, line, lineCounters) : [])])
}

function fields181(tree: GatewayTree, path: string): Field[] {
  const stack = tree.stack(path)
  const ppp = stack.find((object) => object.startsWith('Device.PPP.Interface.'))
  const addresses = tree.instances(`${path}IPv4Address.`)
  const [client] = tree.referring('DHCPv4.Client.', 'Interface', path)
  const forwarding = tree
    .instances('Routing.Router.')
    .flatMap((router) => tree.referring(`${router}IPv4Forwarding.`, 'Interface', path))
    .filter((route) => ['', '0.0.0.0'].includes(tree.text(`${route}DestIPAddress`)))
  const fields = [
    ...addressing181(tree, { addresses, client, ppp }),
    ...bindAll(tree, path, specs181),
    ...addressSpecs.flatMap((spec) =>
      bindFirst(tree, [...addresses, ...(ppp === undefined ? [] : [ppp])], spec),
    ),
    ...gateway181(tree, client, forwarding),
    ...nameServers(tree, path, client),
    ...bindFirst(tree, stack, mac),
    ...tree
      .referring('NAT.InterfaceSetting.', 'Interface', path)
      .slice(0, 1)
      .flatMap((one) => bind(tree, one, nat('Enable'))),
    ...(ppp === undefined ? [] : bindAll(tree, ppp, account)),
    ...uptime(tree, path),
    ...counters.flatMap((spec) => bindFirst(tree, stack, spec)),
  ]
  return withoutTwice(fields)
}

/** LastChange is the time in the present state: while up, the uptime. */
function uptime(tree: GatewayTree, path: string): Field[] {
  const spec: FieldSpec = {
    key: 'uptime',
    kind: 'number',
    unit: 'seconds',
    names: ['LastChange'],
    readOnly: true,
  }
  return tree.text(`${path}Status`) === 'Up' ? bind(tree, path, spec) : []
}

/** The router's address: from the default route, else from DHCP. */
function gateway181(tree: GatewayTree, client: string | undefined, routes: readonly string[]): Field[] {
  const spec: FieldSpec = {
    key: 'gateway',
    kind: 'ipv4',
    names: ['GatewayIPAddress', 'IPRouters'],
    nothing: noAddress,
  }
  return bindFirst(tree, [...routes, ...(client === undefined ? [] : [client])], spec)
}

/**
 * TR-181 has the addressing type read-only: an address comes by DHCP while a client of the interface is
 * enabled, so the client is switched.
 */
function addressing181(
  tree: GatewayTree,
  {
    addresses,
    client,
    ppp,
  }: { addresses: readonly string[]; client: string | undefined; ppp: string | undefined },
): Field[] {
  if (ppp !== undefined) {
    return derived({ ...addressing, words: { pppoe: [] } }, { tree, path: `${ppp}Status` }, 'pppoe')
  }
  const reported = bindFirst(tree, addresses, { ...addressing, readOnly: true })
  if (client === undefined) return reported
  const path = `${client}Enable`
  const enable = tree.find(path)
  if (enable === undefined) return reported
  return [
    {
      ...formOf(addressing),
      value: tree.isOn(path) ? 'dhcp' : 'static',
      raw: null,
      writable: enable.writable,
      path,
      paths: [path],
      readAt: enable.readAt,
      write(value) {
        if (enable.writable === false) return { refusal: 'read_only' }
        const encoded = encode(addressing, value)
        if ('refusal' in encoded) return encoded
        return { writes: [writeTo(tree, path, value === 'dhcp' ? '1' : '0', 'boolean')] }
      },
    },
  ]
}

/** The first of each term: the nearest to the object first. */
function withoutTwice(fields: readonly Field[]): Field[] {
  return fields.filter((field, index) => fields.findIndex(({ key }) => key === field.key) === index)
}
