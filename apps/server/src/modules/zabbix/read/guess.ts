import type { DeviceType } from '@netward/contract/device-values'

type Guessed = Exclude<DeviceType, 'smart_cpe'>

/** Words of templates, groups, tags and names, in the order in which they decide. An agent's answer replaces the guess. */
const types: readonly (readonly [RegExp, Guessed])[] = [
  [
    /firewall|fortigate|palo ?alto|pan-?os|check ?point|sonicwall|usg\d|secpath|\basa\b|pfsense|防火墙/i,
    'firewall',
  ],
  [/security gateway|安全网关|\bvpn gateway/i, 'security_gateway'],
  [/wireless controller|\bwlc\b|\bwlan controller|无线控制器/i, 'wireless_controller'],
  [/access point|\bwireless\b|\bap\b|unifi|airmax|\bwifi\b|无线ap|无线接入/i, 'wireless_ap'],
  [/\bswitch(es)?\b|\bsw\d*\b|catalyst|nexus|comware|procurve|交换机/i, 'switch'],
  [/\brouters?\b|routeros|mikrotik|\brt\d*\b|路由器/i, 'router'],
  [/printers?|打印机/i, 'printer'],
  [/\bpos\b|cash register|收银/i, 'cash_register'],
  [/access control|door|门禁/i, 'access_control'],
]

/** By the templates that Zabbix ships ("Huawei VRP by SNMP", "HP Comware HH3C by SNMP", "FortiGate by SNMP"). */
const brands: readonly (readonly [RegExp, string])[] = [
  [/huawei|\bvrp\b|华为/i, 'Huawei'],
  [/h3c|hh3c|华三/i, 'H3C'],
  [/ruijie|锐捷/i, 'Ruijie'],
  [/\bzte\b|中兴/i, 'ZTE'],
  [/cisco|catalyst|nexus/i, 'Cisco'],
  [/juniper|junos/i, 'Juniper'],
  [/fortigate|fortinet/i, 'Fortinet'],
  [/mikrotik|routeros/i, 'MikroTik'],
  [/aruba|procurve/i, 'Aruba'],
  [/\bhpe?\b/i, 'HPE'],
  [/arista/i, 'Arista'],
  [/ubiquiti|unifi|airmax/i, 'Ubiquiti'],
  [/tp-?link/i, 'TP-Link'],
  [/d-?link/i, 'D-Link'],
  [/palo ?alto/i, 'Palo Alto Networks'],
  [/check ?point/i, 'Check Point'],
  [/sangfor|深信服/i, 'Sangfor'],
  [/hikvision|海康/i, 'Hikvision'],
  [/\bapc\b/i, 'APC'],
]

/** @param words templates, tags and inventory first, groups and the name last: the first that says something decides */
export function guessed(words: readonly string[]): { readonly type: Guessed; readonly brand: string } {
  const first = <T>(rules: readonly (readonly [RegExp, T])[]): T | undefined => {
    for (const word of words) {
      const rule = rules.find(([pattern]) => pattern.test(word.slice(0, 200)))
      if (rule !== undefined) return rule[1]
    }
    return undefined
  }
  return { type: first(types) ?? 'other', brand: first(brands) ?? '' }
}
