import { bind, encode, type FieldSpec, formOf, writeTo } from './field.ts'
import type { Field, NewObject, Write, Written } from './terms.ts'
import type { GatewayTree } from './tree.ts'

const spec: FieldSpec = { key: 'dnsServers', kind: 'ipv4_list', names: ['DNSServers'], optional: true }
const table = 'Device.DNS.Client.Server.'

/**
 * TR-181 keeps name servers in a separate table, Device.DNS.Client.Server.{i}., each with its Interface.
 * Learned servers (Type DHCPv4, IPCP, …) are shown if none are configured, and never written.
 */
export function nameServers(tree: GatewayTree, path: string, client: string | undefined): Field[] {
  const rows = tree
    .referring('DNS.Client.Server.', 'Interface', path)
    .filter((row) => !tree.text(`${row}DNSServer`).includes(':'))
  const own = rows.filter((row) => isStatic(tree, row) && tree.find(`${row}DNSServer`)?.writable !== false)
  const shown = [own, rows].map((some) => some.filter((row) => serves(tree, row))).find((some) => some.length)
  const learned = client === undefined ? [] : bind(tree, client, { ...spec, readOnly: true })
  const writable = own.length > 0 || tree.mayAdd(table) === true
  const first = shown?.[0] ?? own[0]
  if (first === undefined && learned.length === 0 && !writable) return []
  return [
    {
      ...formOf(spec),
      value: shown?.map((row) => tree.text(`${row}DNSServer`)).join(',') ?? learned[0]?.value ?? '',
      raw: null,
      writable,
      path: first === undefined ? (learned[0]?.path ?? table) : `${first}DNSServer`,
      paths: [table, ...own.flatMap((row) => [`${row}DNSServer`, `${row}Enable`])],
      readAt: (first === undefined ? learned[0]?.readAt : tree.find(`${first}DNSServer`)?.readAt) ?? null,
      write(value) {
        if (!writable) return { refusal: 'read_only' }
        const encoded = encode(spec, value)
        if ('refusal' in encoded) return encoded
        return writeRows(tree, path, own, [...new Set(encoded.text.split(',').filter((one) => one !== ''))])
      },
    },
  ]
}

const isStatic = (tree: GatewayTree, row: string) => ['', 'Static'].includes(tree.text(`${row}Type`))
const isOff = (tree: GatewayTree, row: string) => tree.knows(`${row}Enable`) && !tree.isOn(`${row}Enable`)
const serves = (tree: GatewayTree, row: string) => tree.text(`${row}DNSServer`) !== '' && !isOff(tree, row)

/** Existing rows take the list; surplus rows are disabled, deleted or emptied, missing rows are added. */
function writeRows(
  tree: GatewayTree,
  path: string,
  rows: readonly string[],
  list: readonly string[],
): Written {
  const inTurn = rows.toSorted((one, other) => Number(isOff(tree, one)) - Number(isOff(tree, other)))
  const place = placesOf(tree, inTurn, list)
  const added = list.filter((server) => !place.has(server))
  if (added.length > 0 && tree.mayAdd(table) === false) return { refusal: 'not_offered' }
  const used = new Set(place.values())
  const surplus = inTurn.filter((row) => !used.has(row) && serves(tree, row))
  const switched = surplus.filter((row) => tree.knows(`${row}Enable`))
  const plain = surplus.filter((row) => !tree.knows(`${row}Enable`))
  const absent = plain.filter((row) => tree.mayDelete(row))
  // A fixed row without an enable flag is inert once empty.
  const emptied = plain.filter((row) => !tree.mayDelete(row))
  const writes: Write[] = [
    ...[...place].flatMap(([server, row]) => [
      ...(tree.text(`${row}DNSServer`) === server
        ? []
        : [writeTo(tree, `${row}DNSServer`, server, 'string')]),
      ...(isOff(tree, row) ? [writeTo(tree, `${row}Enable`, '1', 'boolean')] : []),
    ]),
    ...switched.map((row) => writeTo(tree, `${row}Enable`, '0', 'boolean')),
    ...emptied.map((row) => writeTo(tree, `${row}DNSServer`, '', 'string')),
  ]
  const objects = added.map((server) => rowOf(tree, path, inTurn[0], server))
  return { writes, objects, absent }
}

/** In list order; if the list outgrows the rows, existing entries stay in place. */
function placesOf(tree: GatewayTree, rows: readonly string[], list: readonly string[]): Map<string, string> {
  if (list.length <= rows.length) return new Map(list.map((server, index) => [server, rows[index]!]))
  const place = new Map<string, string>()
  for (const server of list) {
    const row = rows.find((one) => tree.text(`${one}DNSServer`) === server)
    if (row !== undefined) place.set(server, row)
  }
  const taken = new Set(place.values())
  const free = rows.filter((row) => !taken.has(row))
  for (const server of list) {
    const row = place.has(server) ? undefined : free.shift()
    if (row !== undefined) place.set(server, row)
  }
  return place
}

function rowOf(tree: GatewayTree, path: string, like: string | undefined, server: string): NewObject {
  const withEnable = like === undefined || tree.knows(`${like}Enable`)
  const value = (name: string, text: string, type: string) => ({
    name,
    value: text,
    type,
    secret: false,
    field: spec.key,
  })
  return {
    table,
    key: ['DNSServer', 'Interface'],
    values: [
      value('DNSServer', server, 'string'),
      value('Interface', tree.asReference(path), 'string'),
      ...(withEnable ? [value('Enable', '1', 'boolean')] : []),
    ],
    refers: null,
  }
}
