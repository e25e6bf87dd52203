import { type Asked, askedIn, fieldsOf, ownValue, textsOf, valuesOf } from './add-form.ts'
import { bindAll, type FieldSpec, textOfField, valueOfField, type Words } from './field.ts'
import type { AddForm, Area, Instance, NewObject, NewValue, Term, TermValue } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { wansOf } from './interfaces.ts'

const protocolWords: Words = { tcp: ['TCP'], udp: ['UDP'] }
/** Vendor spellings: both standards allow one protocol per mapping. */
const bothWords: Words = { both: ['TCP AND UDP', 'TCP/UDP', 'BOTH'] }
const port = { kind: 'number', max: 65_535 } as const

function specsWith(names: { enabled: string; name: string; protocol: string }): readonly FieldSpec[] {
  return [
    { key: 'enabled', kind: 'flag', names: [names.enabled] },
    { key: 'name', kind: 'text', names: [names.name], maxLength: 256, optional: true },
    { key: 'protocol', kind: 'choice', names: [names.protocol], words: protocolWords, factWords: bothWords },
    // 0 stands for every port without another mapping.
    { key: 'externalPort', names: ['ExternalPort'], ...port },
    { key: 'externalPortEnd', names: ['ExternalPortEndRange'], ...port },
    { key: 'internalClient', kind: 'text', names: ['InternalClient'], maxLength: 256 },
    { key: 'internalPort', names: ['InternalPort'], ...port },
    { key: 'remoteHost', kind: 'ipv4', names: ['RemoteHost'], optional: true },
  ]
}

/** TR-181 NAT.PortMapping.{i}; TR-098 PortMapping.{i} below each connection. */
const specs: Record<GatewayTree['root'], readonly FieldSpec[]> = {
  'Device.': specsWith({ enabled: 'Enable', name: 'Description', protocol: 'Protocol' }),
  'InternetGatewayDevice.': specsWith({
    enabled: 'PortMappingEnabled',
    name: 'PortMappingDescription',
    protocol: 'PortMappingProtocol',
  }),
}

export const portMappings: Area = {
  section: 'port_mapping',
  paths: {
    'Device.': ['NAT.PortMapping.'],
    'InternetGatewayDevice.': [
      'WANDevice.*.WANConnectionDevice.*.WANIPConnection.*.PortMapping.',
      'WANDevice.*.WANConnectionDevice.*.WANPPPConnection.*.PortMapping.',
    ],
  },
}

function tables(tree: GatewayTree): string[] {
  if (tree.root === 'Device.') return ['Device.NAT.PortMapping.']
  return wansOf(tree).map(({ path }) => `${path}PortMapping.`)
}

export function portMappingInstances(tree: GatewayTree): Instance[] {
  return tables(tree)
    .flatMap((table) => tree.instances(table))
    .map((path) => {
      const fields = bindAll(tree, path, specs[tree.root])
      const what = `${textOfField(fields, 'protocol').toUpperCase()} ${valueOfField(fields, 'externalPort') ?? ''}`
      return {
        path,
        label: textOfField(fields, 'name') || what.trim(),
        inUse: false,
        fields,
        remove: tree.mayDelete(path) ? [path] : null,
      }
    })
}

const required: readonly Term[] = ['protocol', 'externalPort', 'internalClient', 'internalPort']
const rare: readonly Term[] = ['externalPortEnd', 'remoteHost']
const initial: Partial<Record<Term, TermValue>> = { enabled: true, protocol: 'tcp' }

function askedOf(tree: GatewayTree): Asked[] {
  return specs[tree.root].map((spec) => {
    const first = initial[spec.key]
    return {
      spec,
      required: required.includes(spec.key),
      rare: rare.includes(spec.key),
      ...(first !== undefined && { initial: first }),
    }
  })
}

/** On the active WAN; null if the gateway has no such table or does not allow adding. */
export function portMappingAddForm(tree: GatewayTree): AddForm | null {
  const [table] = tables(tree)
  if (table === undefined || tree.mayAdd(table) === false) return null
  if (!tree.knows(table)) return null
  const asked = askedIn(tree, table, askedOf(tree))
  return {
    table,
    fields: fieldsOf(asked),
    objects(values) {
      const { texts, wrong } = textsOf(asked, values)
      if (isTaken(tree, values)) wrong.set('externalPort', 'taken')
      if (wrong.size > 0) return { wrong }
      return { objects: [mappingOf(tree, table, valuesOf(asked, texts))] }
    },
  }
}

/** The standard identifies mappings by remote host, external port, protocol and interface. */
function isTaken(tree: GatewayTree, values: ReadonlyMap<Term, TermValue>): boolean {
  return portMappingInstances(tree).some(
    ({ fields }) =>
      valueOfField(fields, 'externalPort') === values.get('externalPort') &&
      valueOfField(fields, 'protocol') === (values.get('protocol') ?? 'tcp') &&
      textOfField(fields, 'remoteHost') === String(values.get('remoteHost') ?? ''),
  )
}

function mappingOf(tree: GatewayTree, table: string, values: readonly NewValue[]): NewObject {
  const keys: readonly (Term | null)[] = ['protocol', 'externalPort', 'remoteHost']
  const [wan] = tree.root === 'Device.' ? wansOf(tree) : []
  return {
    table,
    key: values.filter(({ field }) => keys.includes(field)).map(({ name }) => name),
    values: wan === undefined ? [...values] : [...values, ownValue('Interface', tree.asReference(wan.path))],
    refers: null,
  }
}
