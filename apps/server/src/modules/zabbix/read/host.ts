import type { DeviceType } from '@netward/contract/device-values'
import type { ZabbixFinding } from '@netward/contract/zabbix-values'
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { cleanText } from '../../../platform/clean-text.ts'
import { credentialOf, type ReadCredential } from './credential.ts'
import { type Fields, isFields, line, list, mapping, scalar } from './fields.ts'
import { guessed } from './guess.ts'
import { expanded, macrosOf } from './macros.ts'

/** A host of an export, as a device would be. */
export interface ReadHost {
  readonly host: string
  readonly name: string
  readonly disabled: boolean
  readonly driver: 'snmp' | 'probe'
  readonly type: Exclude<DeviceType, 'smart_cpe'>
  readonly brand: string
  readonly modelName: string
  readonly serialNumber: string
  readonly macAddress: string | null
  readonly note: string
  readonly address: string | null
  readonly port: number | null
  readonly groups: readonly string[]
  readonly credential: ReadCredential | null
  /** Problems first: with one, the host cannot be added. */
  readonly problems: readonly ZabbixFinding[]
  readonly warnings: readonly ZabbixFinding[]
}

const mostGroups = 50

/** @param n its place in the file, from 1: the name of a host that has none */
export function hostOf(value: unknown, n: number): ReadHost {
  const problems: ZabbixFinding[] = []
  const warnings: ZabbixFinding[] = []
  const fields = isFields(value) ? value : {}
  if (!isFields(value)) problems.push({ code: 'host_wrong', field: `hosts[${n}]`, value: '' })
  const lists = (name: string): readonly unknown[] => {
    const found = list(fields, name)
    if (found === null) problems.push({ code: 'field_wrong', field: name, value: '' })
    return found ?? []
  }
  const named = (name: string, key: string) =>
    lists(name).flatMap((one) => (isFields(one) ? [line(one, key, 255)] : []))

  const host = line(fields, 'host', 128)
  if (host === '' && isFields(value)) problems.push({ code: 'name_missing', field: 'host', value: '' })
  const whole = line(fields, 'name', 256) || host
  const name = whole.slice(0, 100).toWellFormed().trim()
  if (name !== whole) warnings.push({ code: 'name_cut', field: 'name', value: '' })
  const macros = macrosOf(fields)
  const chosen = interfaceOf(lists('interfaces'), { macros, problems, warnings })
  const inventory = mapping(fields, 'inventory')
  const groups = [...new Set(named('groups', 'name').filter((group) => group !== ''))].slice(0, mostGroups)
  // 7.0 names a proxy or a group of proxies, earlier versions a proxy alone.
  const proxy =
    line(mapping(fields, 'proxy'), 'name', 128) || line(mapping(fields, 'proxy_group'), 'name', 128)
  if (proxy !== '') warnings.push({ code: 'through_proxy', field: 'proxy.name', value: proxy })
  const tags = lists('tags').flatMap((one) =>
    isFields(one) ? [`${line(one, 'tag', 100)} ${line(one, 'value', 100)}`] : [],
  )
  const { type, brand } = guessed([
    ...named('templates', 'name'),
    line(inventory, 'type', 64),
    ...tags,
    line(inventory, 'vendor', 64),
    ...groups,
    name,
  ])
  return {
    host: host || `#${n}`,
    name: name || `#${n}`,
    disabled: scalar(fields, 'status') === 'DISABLED',
    ...chosen,
    type,
    brand: line(inventory, 'vendor', 100) || brand,
    modelName: line(inventory, 'model', 256),
    serialNumber: line(inventory, 'serialno_a', 256),
    macAddress: macOf(line(inventory, 'macaddress_a', 64)),
    note: cleanText(scalar(fields, 'description') ?? '', 2000).trim(),
    groups,
    problems,
    warnings,
  }
}

interface Found {
  readonly macros: ReadonlyMap<string, string>
  readonly problems: ZabbixFinding[]
  readonly warnings: ZabbixFinding[]
}

type Chosen = Pick<ReadHost, 'driver' | 'address' | 'port' | 'credential'>

/** The interface that is measured: the default one of SNMP, else the default one of an agent, JMX or IPMI, by ping. */
function interfaceOf(values: readonly unknown[], { macros, problems, warnings }: Found): Chosen {
  const all = values.filter(isFields)
  const isDefault = (one: Fields) => (scalar(one, 'default') ?? 'YES') === 'YES'
  const snmp = all.filter((one) => scalar(one, 'type') === 'SNMP')
  const candidates = snmp.length > 0 ? snmp : all
  const one = candidates.find(isDefault) ?? candidates[0]
  const none: Chosen = { driver: 'probe', address: null, port: null, credential: null }
  if (one === undefined) {
    problems.push({ code: 'address_missing', field: 'interfaces', value: '' })
    return none
  }
  const driver = snmp.length > 0 ? 'snmp' : 'probe'
  const addresses = new Set(candidates.map((other) => scalar(other, 'ip') ?? ''))
  if (addresses.size > 1) warnings.push({ code: 'more_addresses', field: 'interfaces', value: '' })
  return {
    driver,
    address: addressOf(one, macros, problems),
    port: driver === 'snmp' ? portOf(one, macros, problems) : null,
    credential: driver === 'snmp' ? credentialOf(mapping(one, 'details'), macros) : null,
  }
}

/** An address that is left out is 127.0.0.1, which the format has as its default. */
function addressOf(
  one: Fields,
  macros: ReadonlyMap<string, string>,
  problems: ZabbixFinding[],
): string | null {
  const byName = scalar(one, 'useip') === 'NO'
  const field = byName ? 'interfaces.dns' : 'interfaces.ip'
  const given = byName ? line(one, 'dns', 255) : line(one, 'ip', 255) || '127.0.0.1'
  const { text, missing } = expanded(given, macros)
  const problem = (code: ZabbixFinding['code'], value: string) => {
    problems.push({ code, field, value })
    return null
  }
  if (missing.length > 0) return problem('macro_unknown', missing.join(', '))
  const address = text.trim().slice(0, 64)
  // A zone is of the machine that exported it.
  if (isIP(address) !== 0 && !address.includes('%') && ipaddr.isValid(address)) return address
  if (address === '') return problem('address_missing', '')
  return problem(byName ? 'dns_only' : 'address_wrong', text.slice(0, 255))
}

/** Null: the port that SNMP has by default. */
function portOf(one: Fields, macros: ReadonlyMap<string, string>, problems: ZabbixFinding[]): number | null {
  const { text, missing } = expanded(line(one, 'port', 64) || '161', macros)
  const field = 'interfaces.port'
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (missing.length > 0) problems.push({ code: 'macro_unknown', field, value: missing.join(', ') })
  else if (number < 1 || number > 65_535) problems.push({ code: 'port_wrong', field, value: text })
  return number === 161 || number < 1 || number > 65_535 ? null : number
}

function macOf(text: string): string | null {
  const digits = text.replaceAll(/[\s:.-]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits.replaceAll(/(..)(?=.)/g, '$1:') : null
}
