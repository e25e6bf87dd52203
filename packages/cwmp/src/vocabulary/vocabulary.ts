import { accountAddForm, accountInstances, accounts } from './accounts.ts'
import { cellular, cellularInstances } from './cellular.ts'
import { dhcp, dhcpAddForm, dhcpInstances } from './dhcp.ts'
import { hostInstances, hosts } from './hosts.ts'
import { lan, lanInstances } from './lan.ts'
import { portMappingAddForm, portMappingInstances, portMappings } from './port-mappings.ts'
import { portInstances, ports } from './ports.ts'
import { staticLeaseAddForm, staticLeaseInstances, staticLeases } from './static-leases.ts'
import { system, systemInstances } from './system.ts'
import type { AddForm, Area, Instance, Section, Term } from './terms.ts'
import { time, timeInstances } from './time.ts'
import type { GatewayTree } from './tree.ts'
import { vpnAddForm } from './vpn-add.ts'
import { vpn, vpnInstances } from './vpn.ts'
import { wan, wanInstances } from './wan.ts'
import { wifiAddForm } from './wifi-add.ts'
import { wifiClientInstances, wifiClients } from './wifi-clients.ts'
import { wifi, wifiInstances } from './wifi.ts'

interface Entry {
  area: Area
  read: (tree: GatewayTree) => Instance[]
  add?: (tree: GatewayTree) => AddForm | null
}

const entries: Record<Section, Entry> = {
  system: { area: system, read: systemInstances },
  wan: { area: wan, read: wanInstances },
  lan: { area: lan, read: lanInstances },
  port: { area: ports, read: portInstances },
  wifi: { area: wifi, read: wifiInstances, add: wifiAddForm },
  dhcp: { area: dhcp, read: dhcpInstances, add: dhcpAddForm },
  static_lease: { area: staticLeases, read: staticLeaseInstances, add: staticLeaseAddForm },
  vpn: { area: vpn, read: vpnInstances, add: vpnAddForm },
  cellular: { area: cellular, read: cellularInstances },
  time: { area: time, read: timeInstances },
  account: { area: accounts, read: accountInstances, add: accountAddForm },
  host: { area: hosts, read: hostInstances },
  wifi_client: { area: wifiClients, read: wifiClientInstances },
  port_mapping: { area: portMappings, read: portMappingInstances, add: portMappingAddForm },
}

/** A section as reported by a gateway, in plain terms. */
export function readSection(tree: GatewayTree, section: Section): Instance[] {
  return entries[section].read(tree)
}

/** Fields for a new object; null if the gateway does not allow adding. */
export function addFormOf(tree: GatewayTree, section: Section): AddForm | null {
  return entries[section].add?.(tree) ?? null
}

/** Dependencies: a mapping needs its WAN, a pool its LAN, a client its host's name. */
const needs: Partial<Record<Section, readonly Section[]>> = {
  lan: ['wan'],
  dhcp: ['lan', 'wan'],
  port_mapping: ['wan'],
  wifi_client: ['host'],
  vpn: ['wan'],
}

/** Sections with the sections needed to read them. */
export function withNeeded(sections: readonly Section[]): Section[] {
  return [...new Set(sections.flatMap((section) => [section, ...(needs[section] ?? [])]))]
}

/** Tables whose instances `pathsOf` needs in order to name what is below each. */
export function tablesOfAncestors(root: GatewayTree['root'], sections: readonly Section[]): string[] {
  const patterns = sections.flatMap((section) => entries[section].area.paths[root])
  const tables = patterns.flatMap((pattern) => (pattern.includes('*.') ? [pattern.split('*.')[0]] : []))
  return [...new Set(tables)].map((table) => root + table)
}

/**
 * Partial paths and names to read for sections, each once and none below another. `namesRead`: all names of
 * the gateway are known; unknown names are not requested.
 */
export function pathsOf(tree: GatewayTree, sections: readonly Section[], namesRead: boolean): string[] {
  const all = sections.flatMap((section) => {
    const paths = entries[section].area.paths[tree.root].flatMap((pattern) =>
      expand(tree, tree.root + pattern),
    )
    return namesRead ? paths.filter((path) => tree.knows(path)) : paths
  })
  return [...new Set(all)].filter(
    (path) => !all.some((other) => other !== path && other.endsWith('.') && path.startsWith(other)),
  )
}

/** `*` stands for every known instance; the whole table if none is known. */
function expand(tree: GatewayTree, pattern: string): string[] {
  const at = pattern.indexOf('*.')
  if (at === -1) return [pattern]
  const instances = tree.instances(pattern.slice(0, at))
  return instances.length === 0
    ? [pattern.slice(0, at)]
    : instances.flatMap((instance) => expand(tree, instance + pattern.slice(at + 2)))
}

/** Roots needed to read a section, below the data model's root. */
export function branchesOf(root: GatewayTree['root'], sections: readonly Section[]): string[] {
  const all = sections.flatMap((section) =>
    entries[section].area.paths[root].map((path) => path.split('*')[0] ?? ''),
  )
  const branches = [...new Set(all)].map((path) => root + path)
  return branches.filter(
    (path) => !branches.some((other) => other !== path && other.endsWith('.') && path.startsWith(other)),
  )
}

/** The field that a parameter belongs to, among these sections: where a gateway fault is shown. */
export function fieldAt(
  tree: GatewayTree,
  sections: readonly Section[],
  path: string,
): { section: Section; instance: string; field: Term } | null {
  for (const section of sections) {
    for (const { path: instance, fields } of readSection(tree, section)) {
      const field = fields.find(({ paths }) => paths.includes(path))
      if (field !== undefined) return { section, instance, field: field.key }
    }
  }
  return null
}
