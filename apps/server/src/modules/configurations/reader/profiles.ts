import type { ConfigurationProfile } from '@netward/contract/configuration-values'

/** How a family of devices shows its running configuration. */
export interface TerminalProfile {
  /** Of the maker, the model and what the agent says of itself, together. */
  readonly fits: RegExp
  /** The last line while the device waits for a command. */
  readonly prompt: RegExp
  /** Appended to the user name, so that the console sends no colours. */
  readonly userSuffix?: string
  /** Enters the privileged mode from a prompt that ends in `>`; the password of the sign-in answers its question. */
  readonly enable?: string
  /** End paging for this session alone: nothing is changed in the device. Those it does not know are ignored. */
  readonly paging: readonly string[]
  readonly show: string
  /** The last line of a whole configuration; without it the prompt ends it. */
  readonly end?: RegExp
  /** Lines that differ between two readings of the same configuration: stored, but not compared. */
  readonly ignore: readonly RegExp[]
}

const hash = /^[\w.()/:@~+-]{1,80}[>#]$/
const comware = /^(?:<[^<>]{1,80}>|\[[^[\]]{1,80}\])$/

export const terminalProfiles: Readonly<Record<ConfigurationProfile, TerminalProfile>> = {
  huawei_vrp: {
    fits: /huawei|华为|futurematrix/i,
    prompt: comware,
    paging: ['screen-length 0 temporary'],
    show: 'display current-configuration',
    end: /^return$/,
    ignore: [/^!Software Version /, /^!Last configuration was (?:updated|saved) at /, /^ ?clock datetime /],
  },
  h3c_comware: {
    fits: /h3c|新华三|comware|hpe? .*(?:5130|5140|5500|5900)/i,
    prompt: comware,
    paging: ['screen-length disable'],
    show: 'display current-configuration',
    end: /^return$/,
    ignore: [],
  },
  ruijie: {
    fits: /ruijie|锐捷|reyee/i,
    prompt: hash,
    enable: 'enable',
    paging: ['terminal length 0'],
    show: 'show running-config',
    end: /^end$/,
    ignore: [/^Building configuration/, /^Current configuration ?: ?\d+ bytes/],
  },
  cisco_nxos: {
    fits: /nx-?os|nexus/i,
    prompt: hash,
    paging: ['terminal length 0'],
    show: 'show running-config',
    ignore: [
      /^!Command:/,
      /^!Time:/,
      /^!Running configuration last done at:/,
      /^!No configuration change since/,
    ],
  },
  cisco_asa: {
    fits: /\basa\b|adaptive security|asa55\d\d/i,
    prompt: hash,
    enable: 'enable',
    paging: ['terminal pager 0'],
    show: 'show running-config',
    end: /^: end$/,
    ignore: [/^: (?:Saved|Written by|Call-home|Serial Number)/, /^Cryptochecksum:/, /^:\s*$/],
  },
  cisco_ios: {
    fits: /cisco|思科|\bios(?:-xe)?\b/i,
    prompt: hash,
    enable: 'enable',
    paging: ['terminal length 0'],
    show: 'show running-config',
    end: /^end$/,
    ignore: [
      /^Building configuration/,
      /^Current configuration ?: ?\d+ bytes/,
      /^! Last configuration change at /,
      /^! NVRAM config last updated at /,
      /^! No configuration change since /,
      /^ntp clock-period /,
    ],
  },
  aruba_procurve: {
    fits: /aruba|procurve|hewlett|\bhpe?\b/i,
    prompt: hash,
    enable: 'enable',
    paging: ['no page', 'no paging'],
    show: 'show running-config',
    ignore: [/^Running configuration:$/, /^Current configuration:$/],
  },
  juniper_junos: {
    fits: /juniper|junos|瞻博/i,
    prompt: /^(?:[\w.-]{1,60}@)?[\w.:-]{1,60}>$/,
    paging: ['set cli screen-length 0', 'set cli screen-width 0'],
    show: 'show configuration | display set',
    ignore: [/^## Last (?:commit|changed)/, /^\{(?:master|backup|primary|secondary|linecard)(?::\w+)?\}/],
  },
  fortinet_fortigate: {
    fits: /fortinet|fortigate|飞塔/i,
    prompt: /^[\w.-]{1,60}(?: \([\w.-]{1,40}\))? [#$]$/,
    paging: [],
    show: 'show',
    // It encrypts each secret anew for each reading.
    ignore: [/^#(?:conf_file_ver|buildno|global_vdom|config-version)/, /^\s*set [\w-]+ ENC /],
  },
  mikrotik_routeros: {
    fits: /mikrotik|routeros/i,
    prompt: /^\[[^\]]{1,80}\] (?:\/[\w/ -]{0,40})?>$/,
    userSuffix: '+ct511w4098h',
    paging: [],
    show: '/export terse',
    ignore: [/^# .{5,60} by RouterOS /],
  },
  generic_linux: {
    fits: /openwrt|linux|vyos/i,
    prompt: /[#$>%]$/,
    paging: [],
    show: 'uci export 2>/dev/null || cat /etc/network/interfaces /etc/netplan/*.yaml 2>/dev/null',
    ignore: [],
  },
}

const order: readonly ConfigurationProfile[] = [
  'huawei_vrp',
  'h3c_comware',
  'ruijie',
  'cisco_nxos',
  'cisco_asa',
  'cisco_ios',
  'juniper_junos',
  'fortinet_fortigate',
  'mikrotik_routeros',
  'aruba_procurve',
  'generic_linux',
]

/** The profile of a device by what is known of it; null: a person chooses. */
export function fittingProfile(known: {
  brand: string
  modelName: string
  description: string
}): ConfigurationProfile | null {
  const { brand, modelName, description } = known
  // The maker decides where it is known: a description may name others.
  const maker = order.find(
    (code) => code !== 'cisco_ios' && terminalProfiles[code].fits.test(`${brand} ${modelName}`),
  )
  const text = `${brand} ${modelName} ${description}`
  if (maker !== undefined && maker !== 'generic_linux') return maker
  return order.find((code) => terminalProfiles[code].fits.test(text)) ?? null
}
