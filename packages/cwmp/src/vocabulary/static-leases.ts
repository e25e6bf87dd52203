import { type Asked, askedIn, fieldsOf, removable, textsOf, valuesOf } from './add-form.ts'
import { addressNumber, inSubnet } from './addresses.ts'
import { bindAll, type FieldSpec, textOfField } from './field.ts'
import { nameOfPath } from './interfaces.ts'
import type { AddForm, Area, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'

/** TR-181 DHCPv4.Server.Pool.{i}.StaticAddress.{i}.; TR-098 LANHostConfigManagement.DHCPStaticAddress.{i}. */
const specs: readonly FieldSpec[] = [
  { key: 'ipAddress', kind: 'ipv4', names: ['Yiaddr'] },
  { key: 'macAddress', kind: 'mac', names: ['Chaddr'] },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
]

/** Clients with a fixed DHCP address. */
export const staticLeases: Area = {
  section: 'static_lease',
  paths: {
    'Device.': ['DHCPv4.Server.Pool.*.StaticAddress.'],
    'InternetGatewayDevice.': ['LANDevice.*.LANHostConfigManagement.DHCPStaticAddress.'],
  },
}

interface Table {
  readonly path: string
  /** The object that contains the addresses. */
  readonly pool: string
}

function tables(tree: GatewayTree): Table[] {
  return tree.root === 'Device.'
    ? tree.instances('DHCPv4.Server.Pool.').map((pool) => ({ path: `${pool}StaticAddress.`, pool }))
    : tree.instances('LANDevice.').map((lan) => {
        const pool = `${lan}LANHostConfigManagement.`
        return { path: `${pool}DHCPStaticAddress.`, pool }
      })
}

export function staticLeaseInstances(tree: GatewayTree): Instance[] {
  return tables(tree)
    .flatMap(({ path }) => tree.instances(path))
    .flatMap((path) => {
      const fields = bindAll(tree, path, specs)
      const label = textOfField(fields, 'ipAddress', 'macAddress') || nameOfPath(path)
      return fields.length === 0
        ? []
        : [{ path, label, inUse: false, fields, remove: removable(tree, [path]) }]
    })
}

const asked: readonly Asked[] = specs.map((spec) =>
  spec.key === 'enabled' ? { spec, initial: true } : { spec, required: true },
)

export function staticLeaseAddForm(tree: GatewayTree): AddForm | null {
  const open = tables(tree).filter(({ path }) => tree.mayAdd(path) === true)
  const [first] = open
  if (first === undefined) return null
  return {
    table: first.path,
    fields: fieldsOf(asked),
    objects(given) {
      const { texts, wrong } = textsOf(asked, given)
      const address = texts.get('ipAddress') ?? ''
      const others = staticLeaseInstances(tree)
      for (const key of ['ipAddress', 'macAddress'] as const) {
        const wanted = (texts.get(key) ?? '').toLowerCase()
        if (others.some(({ fields }) => textOfField(fields, key).toLowerCase() === wanted)) {
          wrong.set(key, 'taken')
        }
      }
      if (wrong.size > 0) return { wrong }
      const { path: table } = open.find(({ pool }) => holds(tree, pool, address)) ?? first
      const values = valuesOf(askedIn(tree, table, asked), texts)
      return { objects: [{ table, key: ['Chaddr'], values, refers: null }] }
    },
  }
}

/** Whether an address is in a pool's network, inside its range or not. */
function holds(tree: GatewayTree, pool: string, address: string): boolean {
  const [from, to, mask] = ['MinAddress', 'MaxAddress', 'SubnetMask'].map((name) => tree.text(pool + name))
  const within =
    addressNumber(from ?? '') <= addressNumber(address) && addressNumber(address) <= addressNumber(to ?? '')
  return within || inSubnet(address, from ?? '', mask ?? '')
}
