/** Exports as Zabbix writes them, for tests and the demo journey. */

export interface SampleHost {
  readonly host: string
  readonly name?: string
  readonly groups?: readonly string[]
  readonly ip?: string
  readonly community?: string
  readonly template?: string
  readonly more?: string
}

/** As 6.0 writes YAML: what has its default value is left out. */
export function yamlOf(hosts: readonly SampleHost[], version = '6.0'): string {
  const groups = [...new Set(hosts.flatMap((one) => one.groups ?? ['Switches']))]
  const top = Number(version.split('.')[0]) >= 6 && version !== '6.0' ? 'host_groups' : 'groups'
  return [
    'zabbix_export:',
    `  version: '${version}'`,
    `  ${top}:`,
    ...groups.flatMap((name, n) => [
      `    - uuid: ${String(n).padStart(32, '0')}`,
      `      name: ${JSON.stringify(name)}`,
    ]),
    '  hosts:',
    ...hosts.map((host) => hostLines(host)),
    '',
  ].join('\n')
}

function hostLines({ host, name, groups, ip, community, template, more }: SampleHost): string {
  return [
    `    - host: ${JSON.stringify(host)}`,
    ...(name === undefined ? [] : [`      name: ${JSON.stringify(name)}`]),
    '      templates:',
    `        - name: ${JSON.stringify(template ?? 'Huawei VRP SNMP')}`,
    '      groups:',
    ...(groups ?? ['Switches']).map((group) => `        - name: ${JSON.stringify(group)}`),
    '      interfaces:',
    '        - type: SNMP',
    ...(ip === undefined ? [] : [`          ip: ${ip}`]),
    "          port: '161'",
    '          details:',
    `            community: ${JSON.stringify(community ?? '{$SNMP_COMMUNITY}')}`,
    '          interface_ref: if1',
    '      inventory_mode: DISABLED',
    ...(more === undefined ? [] : [more]),
  ].join('\n')
}

/** An estate: hosts in nested groups of shops, beside a group of their type. */
export function estateOf(count: number, prefix = '203.0'): SampleHost[] {
  return Array.from({ length: count }, (_, n) => ({
    host: `sw-${n + 1}`,
    name: `Switch ${n + 1}`,
    groups: ['Switches', `Shops/Shop ${(n % 20) + 1}`],
    ip: `${prefix}.${114 + Math.floor(n / 250)}.${(n % 250) + 1}`,
  }))
}
