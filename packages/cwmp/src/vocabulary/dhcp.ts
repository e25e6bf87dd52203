import { type Asked, askedIn, fieldsOf, ownValue, removable, textsOf, valuesOf } from './add-form.ts'
import { bindAll, type FieldSpec, textOfField } from './field.ts'
import { addressNumber, inSubnet, lanHolding } from './addresses.ts'
import type { AddForm, Area, Instance, Term } from './terms.ts'
import type { GatewayTree } from './tree.ts'

const shared: readonly FieldSpec[] = [
  { key: 'rangeStart', kind: 'ipv4', names: ['MinAddress'] },
  { key: 'rangeEnd', kind: 'ipv4', names: ['MaxAddress'] },
  { key: 'subnetMask', kind: 'ipv4', names: ['SubnetMask'] },
  { key: 'gateway', kind: 'ipv4_list', names: ['IPRouters'], optional: true },
  { key: 'dnsServers', kind: 'ipv4_list', names: ['DNSServers'], optional: true },
  { key: 'domain', kind: 'text', names: ['DomainName'], maxLength: 64, optional: true },
]
/** -1 is an infinite lease. */
const lease = {
  key: 'leaseTime',
  kind: 'number',
  unit: 'seconds',
  min: -1,
  max: 2_147_483_647,
  type: 'int',
} as const

/** TR-181 Device.DHCPv4.Server.Pool.{i}. */
const specs181: readonly FieldSpec[] = [
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  ...shared,
  { ...lease, names: ['LeaseTime'] },
]
/** TR-098 InternetGatewayDevice.LANDevice.{i}.LANHostConfigManagement., which cannot be removed. */
const specs098: readonly FieldSpec[] = [
  { key: 'enabled', kind: 'flag', names: ['DHCPServerEnable'] },
  ...shared,
  { ...lease, names: ['DHCPLeaseTime'] },
]
/** Further pools: DHCPConditionalServingPool.{i}. */
const further098: readonly FieldSpec[] = [
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  ...shared,
  { ...lease, names: ['DHCPLeaseTime'] },
]

export const dhcp: Area = {
  section: 'dhcp',
  paths: {
    'Device.': ['DHCPv4.Server.Pool.'],
    'InternetGatewayDevice.': ['LANDevice.*.LANHostConfigManagement.'],
  },
}

const furtherPools = (lan: string) => `${lan}LANHostConfigManagement.DHCPConditionalServingPool.`

export function dhcpInstances(tree: GatewayTree): Instance[] {
  if (tree.root === 'Device.') {
    return tree.instances('DHCPv4.Server.Pool.').flatMap((path) => pool(tree, path, specs181, true))
  }
  return tree
    .instances('LANDevice.')
    .flatMap((lan) => [
      ...pool(tree, `${lan}LANHostConfigManagement.`, specs098, false),
      ...tree.instances(furtherPools(lan)).flatMap((path) => pool(tree, path, further098, true)),
    ])
}

function pool(tree: GatewayTree, path: string, specs: readonly FieldSpec[], mayGo: boolean): Instance[] {
  const fields = bindAll(tree, path, specs)
  const [from, to] = [textOfField(fields, 'rangeStart'), textOfField(fields, 'rangeEnd')]
  const label = from === '' ? '' : `${from} – ${to}`
  const remove = mayGo ? removable(tree, [path]) : null
  return fields.length === 0 ? [] : [{ path, label, inUse: false, fields, remove }]
}

const required: readonly Term[] = ['rangeStart', 'rangeEnd', 'subnetMask']
const askedOf = (specs: readonly FieldSpec[]): Asked[] =>
  specs.map((spec) => ({
    spec,
    required: required.includes(spec.key),
    ...(spec.key === 'enabled' && { initial: true }),
  }))

export function dhcpAddForm(tree: GatewayTree): AddForm | null {
  const tables =
    tree.root === 'Device.' ? ['Device.DHCPv4.Server.Pool.'] : tree.instances('LANDevice.').map(furtherPools)
  const table = tables.find((one) => tree.mayAdd(one) === true)
  if (table === undefined) return null
  const own = askedIn(tree, table, askedOf(tree.root === 'Device.' ? specs181 : further098))
  return {
    table,
    fields: fieldsOf(own),
    objects(given) {
      const { texts, wrong } = textsOf(own, given)
      const [from = '', to = '', mask = ''] = required.map((key) => texts.get(key))
      if (wrong.size === 0 && !(addressNumber(from) <= addressNumber(to) && inSubnet(to, from, mask))) {
        wrong.set('rangeEnd', 'format')
      }
      if (wrong.size === 0 && overlaps(tree, from, to)) wrong.set('rangeStart', 'taken')
      if (wrong.size > 0) return { wrong }
      const lan = tree.root === 'Device.' ? lanHolding(tree, from) : undefined
      const values = [
        ...valuesOf(own, texts),
        ...(lan === undefined ? [] : [ownValue('Interface', tree.asReference(lan))]),
      ]
      return { objects: [{ table, key: ['MinAddress', 'MaxAddress'], values, refers: null }] }
    },
  }
}

/** Two pools must not hand out the same address. */
function overlaps(tree: GatewayTree, from: string, to: string): boolean {
  return dhcpInstances(tree).some(({ fields }) => {
    const [first, last] = [textOfField(fields, 'rangeStart'), textOfField(fields, 'rangeEnd')]
    return addressNumber(from) <= addressNumber(last) && addressNumber(first) <= addressNumber(to)
  })
}
