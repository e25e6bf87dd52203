import { removable } from './add-form.ts'
import {
  bind,
  bindAll,
  derived,
  encode,
  type FieldSpec,
  formOf,
  textOfField,
  type Words,
  writeTo,
} from './field.ts'
import { counters, nameOfPath } from './interfaces.ts'
import type { Area, Field, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { stateWords } from './words.ts'

export const kindWords: Words = {
  ipsec: ['IPsec'],
  gre: ['GRE'],
  l2tpv3: ['L2TPv3'],
  l2tp: ['L2TP'],
  pptp: ['PPTP'],
}
export const kindSpec: FieldSpec = {
  key: 'vpnKind',
  kind: 'choice',
  names: ['TransportType'],
  words: kindWords,
}
const state: FieldSpec = {
  key: 'state',
  kind: 'choice',
  names: ['Status'],
  words: stateWords,
  readOnly: true,
}
export const nameSpec: FieldSpec = { key: 'name', kind: 'text', names: ['Alias', 'Name'], maxLength: 64 }
export const enabledSpec: FieldSpec = { key: 'enabled', kind: 'flag', names: ['Enable'] }
export const remoteSpec: FieldSpec = {
  key: 'remoteAddress',
  kind: 'text',
  names: ['RemoteEndpoints'],
  maxLength: 256,
  pattern: /^[A-Za-z0-9.:,_-]*$/,
}
/** An IPv4 network such as 10.1.0.0/16. */
export const networkSpec: FieldSpec = {
  key: 'remoteNetwork',
  kind: 'text',
  names: ['DestIP'],
  maxLength: 18,
  pattern: /^(?:\d{1,3}\.){3}\d{1,3}\/(?:[12]?\d|3[0-2])$/,
}
export const account098: readonly FieldSpec[] = [
  { key: 'username', kind: 'text', names: ['Username'], maxLength: 64 },
  { key: 'password', kind: 'secret', names: ['Password'], maxLength: 64 },
]

/**
 * TR-181 has IPsec, GRE and L2TPv3. TR-098 has no VPN of its own, only PPP connections over L2TP and PPTP;
 * the rest uses vendor names.
 */
export const vpn: Area = {
  section: 'vpn',
  paths: {
    'Device.': ['IPsec.', 'GRE.Tunnel.', 'L2TPv3.Tunnel.'],
    'InternetGatewayDevice.': ['WANDevice.'],
  },
}

export function vpnInstances(tree: GatewayTree): Instance[] {
  if (tree.root === 'InternetGatewayDevice.') return tunnels098(tree)
  return [
    ...tree.instances('IPsec.Profile.').map((path) => ipsec(tree, path)),
    ...tree.instances('GRE.Tunnel.').map((path) => tunnelOf(tree, path, 'gre')),
    ...tree.instances('L2TPv3.Tunnel.').map((path) => tunnelOf(tree, path, 'l2tpv3')),
  ]
}

/**
 * The traffic of an IPsec profile is defined by the filters that reference it; several filters do not fit one
 * field.
 */
function ipsec(tree: GatewayTree, path: string): Instance {
  const filters = tree.referring('IPsec.Filter.', 'Profile', path)
  const only = filters.length === 1 ? filters[0] : undefined
  const fields = [
    ...derived(kindSpec, { tree, path }, 'ipsec'),
    ...ipsecState(tree, path),
    ...bind(tree, path, nameSpec),
    ...(only === undefined ? [] : bind(tree, only, enabledSpec)),
    ...bind(tree, path, remoteSpec),
    ...(only === undefined ? [] : remoteNetwork(tree, only)),
    ...bindAll(tree, path, counters),
  ]
  return instance(tree, path, fields, [...filters, path])
}

function tunnelOf(tree: GatewayTree, path: string, term: 'gre' | 'l2tpv3'): Instance {
  const fields = [
    ...derived(kindSpec, { tree, path }, term),
    ...bind(tree, path, state),
    ...bindAll(tree, path, [nameSpec, enabledSpec, remoteSpec]),
    ...bindAll(tree, path, counters),
  ]
  return instance(tree, path, fields, [path])
}

const instance = (
  tree: GatewayTree,
  path: string,
  fields: Field[],
  objects: readonly string[],
): Instance => ({
  path,
  label: textOfField(fields, 'name', 'remoteAddress') || nameOfPath(path),
  inUse: false,
  fields,
  remove: removable(tree, objects),
})

/**
 * TR-181 IPsec.Filter.{i}.: DestIP, and DestMask as a prefix such as `/16`, whose own address part is
 * ignored.
 */
function remoteNetwork(tree: GatewayTree, filter: string): Field[] {
  const [ip, mask] = [`${filter}DestIP`, `${filter}DestMask`]
  const known = tree.find(ip)
  if (known === undefined || tree.find(mask) === undefined) return []
  const writable = tree.find(mask)?.writable === false ? false : known.writable
  const prefix = /\/\d+$/.exec(tree.text(mask))?.[0] ?? ''
  return [
    {
      ...formOf(networkSpec),
      value: tree.text(ip) === '' ? null : tree.text(ip) + prefix,
      raw: null,
      writable,
      path: ip,
      paths: [ip, mask],
      readAt: known.readAt,
      write(value) {
        if (writable === false) return { refusal: 'read_only' }
        const encoded = encode(networkSpec, value)
        if ('refusal' in encoded) return encoded
        const [address = '', bits = ''] = encoded.text.split('/')
        return {
          writes: [writeTo(tree, ip, address, 'string'), writeTo(tree, mask, `/${bits}`, 'string')],
        }
      },
    },
  ]
}

/**
 * A profile is up while a tunnel whose filters use it has a security association (TR-181 IPsec theory of
 * operation).
 */
function ipsecState(tree: GatewayTree, profile: string): Field[] {
  const filters = tree.referring('IPsec.Filter.', 'Profile', profile)
  const tunnels = tree
    .instances('IPsec.Tunnel.')
    .filter((tunnel) => tree.references(`${tunnel}Filters`).some((filter) => filters.includes(filter)))
  const associations = tunnels.flatMap((tunnel) => tree.referring('IPsec.IKEv2SA.', 'Tunnel', tunnel))
  const up = associations.find((one) => tree.text(`${one}Status`) === 'Up')
  const shown = up ?? associations[0]
  return shown === undefined ? [] : bind(tree, shown, state)
}

function tunnels098(tree: GatewayTree): Instance[] {
  return tree
    .instances('WANDevice.')
    .flatMap((device) => tree.instances(`${device}WANConnectionDevice.`))
    .flatMap((connection) => tree.instances(`${connection}WANPPPConnection.`))
    .filter((path) => ['L2TP', 'PPTP'].includes(tree.text(`${path}TransportType`)))
    .map((path) => {
      // Read-only by the standard; written only if the gateway reports it as writable.
      const readOnly = tree.find(`${path}RemoteIPAddress`)?.writable !== true
      const fields = [
        ...bind(tree, path, { ...kindSpec, readOnly: true }),
        ...bind(tree, path, { ...state, names: ['ConnectionStatus'] }),
        ...bindAll(tree, path, [nameSpec, enabledSpec]),
        ...bind(tree, path, { ...remoteSpec, names: ['RemoteIPAddress'], readOnly }),
        ...bindAll(tree, path, account098),
      ]
      return instance(tree, path, fields, [path])
    })
}
