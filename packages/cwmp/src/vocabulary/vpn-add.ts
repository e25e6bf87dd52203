import { type Asked, fieldsOf, ownValue, textsOf, valuesOf } from './add-form.ts'
import { textOfField, type Words } from './field.ts'
import type { AddForm, NewObject, NewValue, Term, TermValue } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import {
  account098,
  enabledSpec,
  kindSpec,
  kindWords,
  nameSpec,
  networkSpec,
  remoteSpec,
  vpnInstances,
} from './vpn.ts'

/** Fields for a new connection; null if the gateway does not allow adding. */
export function vpnAddForm(tree: GatewayTree): AddForm | null {
  return tree.root === 'Device.' ? form181(tree) : form098(tree)
}

const wordsOf = (terms: readonly string[]): Words =>
  Object.fromEntries(Object.entries(kindWords).filter(([term]) => terms.includes(term)))

const enabled: Asked = { spec: enabledSpec, initial: true }

const tables181 = {
  ipsec: ['Device.IPsec.Profile.', 'Device.IPsec.Filter.'],
  gre: ['Device.GRE.Tunnel.'],
  l2tpv3: ['Device.L2TPv3.Tunnel.'],
} as const
type Kind181 = keyof typeof tables181

function form181(tree: GatewayTree): AddForm | null {
  const kinds = (Object.keys(tables181) as Kind181[]).filter((kind) =>
    tables181[kind].every((table) => tree.mayAdd(table) === true),
  )
  const [first] = kinds
  if (first === undefined) return null
  const name: Asked = { spec: { ...nameSpec, names: ['Alias'] }, required: true }
  const kind: Asked = {
    spec: { ...kindSpec, words: wordsOf(kinds) },
    required: true,
    initial: first,
  }
  const remote: Asked = { spec: remoteSpec, required: true }
  const asked = [
    kind,
    name,
    enabled,
    remote,
    ...(kinds.includes('ipsec') ? [{ spec: networkSpec } satisfies Asked] : []),
  ]
  return {
    table: tables181[first][0],
    fields: fieldsOf(asked),
    objects(given) {
      const { texts, wrong } = textsOf(asked, given)
      const wanted = kinds.find((one) => one === (given.get('vpnKind') ?? first))
      if (wanted === 'ipsec' && !texts.has('remoteNetwork') && !wrong.has('remoteNetwork')) {
        wrong.set('remoteNetwork', 'required')
      }
      if (isTaken(tree, given, wanted ?? '')) wrong.set('remoteAddress', 'taken')
      if (wrong.size > 0 || wanted === undefined) return { wrong }
      const [table] = tables181[wanted]
      const about = wanted === 'ipsec' ? [name, remote] : [name, enabled, remote]
      const object: NewObject = {
        table,
        key: ['Alias', 'RemoteEndpoints'],
        values: valuesOf(about, texts),
        refers: null,
      }
      return { objects: wanted === 'ipsec' ? [object, filterOf(tree, texts)] : [object] }
    },
  }
}

/** TR-181 IPsec.Filter.{i}.: traffic to the remote network is protected by the profile. */
function filterOf(tree: GatewayTree, texts: ReadonlyMap<Term, string>): NewObject {
  const [address = '', bits = ''] = (texts.get('remoteNetwork') ?? '').split('/')
  const network = (name: string, value: string): NewValue => ({
    ...ownValue(name, value),
    field: 'remoteNetwork',
  })
  return {
    table: tables181.ipsec[1],
    key: [],
    values: [
      ...valuesOf([enabled], texts),
      ownValue('AllInterfaces', '1', 'boolean'),
      network('DestIP', address),
      network('DestMask', `/${bits}`),
      ownValue('ProcessingChoice', 'Protect'),
    ],
    refers: { name: 'Profile', object: 0, dot: tree.dotted },
  }
}

/**
 * TR-098 has TransportType and RemoteIPAddress of a WANPPPConnection read-only: a VPN can be added only if
 * the gateway reports both as writable on some connection.
 */
function form098(tree: GatewayTree): AddForm | null {
  const table = tree
    .instances('WANDevice.')
    .flatMap((device) => tree.instances(`${device}WANConnectionDevice.`))
    .map((connection) => `${connection}WANPPPConnection.`)
    .find(
      (one) =>
        tree.mayAdd(one) === true &&
        tree
          .instances(one)
          .some((path) =>
            ['TransportType', 'RemoteIPAddress'].every((name) => tree.find(path + name)?.writable === true),
          ),
    )
  if (table === undefined) return null
  const asked: Asked[] = [
    { spec: { ...kindSpec, words: wordsOf(['l2tp', 'pptp']) }, required: true, initial: 'l2tp' },
    { spec: { ...nameSpec, names: ['Name'] }, required: true },
    enabled,
    { spec: { ...remoteSpec, names: ['RemoteIPAddress'] }, required: true },
    ...account098.map((spec) => ({ spec, required: true })),
  ]
  return {
    table,
    fields: fieldsOf(asked),
    objects(given) {
      const { texts, wrong } = textsOf(asked, given)
      if (isTaken(tree, given, String(given.get('vpnKind') ?? 'l2tp'))) wrong.set('remoteAddress', 'taken')
      if (wrong.size > 0) return { wrong }
      const values = [ownValue('ConnectionType', 'IP_Routed'), ...valuesOf(asked, texts)]
      return { objects: [{ table, key: ['TransportType', 'RemoteIPAddress'], values, refers: null }] }
    },
  }
}

function isTaken(tree: GatewayTree, given: ReadonlyMap<Term, TermValue>, kind: string): boolean {
  return vpnInstances(tree).some(
    ({ fields }) =>
      textOfField(fields, 'vpnKind') === kind &&
      textOfField(fields, 'remoteAddress') === String(given.get('remoteAddress') ?? '').trim(),
  )
}
