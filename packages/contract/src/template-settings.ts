import {
  settingChoices,
  type SettingField,
  type SettingKind,
  type SettingSection,
  type SettingUnit,
} from './gateway-setting-values.ts'

/**
 * Settings that templates may declare in domain terms, for any data model: sections of the vocabulary whose
 * instances have the same order on all gateways, and their fields that one value writes. Without a library:
 * the console offers it, and the server requires it. A test compares it with the vocabulary.
 */
export const templateSettingSections = [
  'wifi',
  'wan',
  'lan',
  'dhcp',
  'time',
  'account',
  'cellular',
] as const satisfies readonly SettingSection[]
export type TemplateSettingSection = (typeof templateSettingSections)[number]

/** Which of them: the WAN in use, the n-th, all, or the account of a name. */
export const settingWays = ['in_use', 'place', 'all', 'username'] as const
export type SettingWay = (typeof settingWays)[number]

export const settingBands = ['2.4', '5', '6'] as const
export const maxPlaces = 16

export interface TemplateField {
  kind: Exclude<SettingKind, 'mac' | 'instant'>
  unit?: SettingUnit
  min?: number
  max?: number
  maxLength?: number
  choices?: readonly string[]
  /** An empty text is a valid value. */
  optional?: true
}

interface TemplateSection {
  /** The first is the default. */
  ways: readonly SettingWay[]
  /** It may make the gateway unreachable, in one data model at least. */
  dangerous: boolean
  fields: Partial<Record<SettingField, TemplateField>>
}

const flag: TemplateField = { kind: 'flag' }
const ipv4: TemplateField = { kind: 'ipv4' }
const addresses: TemplateField = { kind: 'ipv4_list', optional: true }
const text = (maxLength: number): TemplateField => ({ kind: 'text', maxLength })
const secret = (maxLength: number): TemplateField => ({ kind: 'secret', maxLength })

export const templateSettings: Record<TemplateSettingSection, TemplateSection> = {
  wifi: {
    ways: ['place', 'all'],
    dangerous: false,
    fields: {
      ssid: text(32),
      enabled: flag,
      hidden: flag,
      security: { kind: 'choice', choices: settingChoices.security.filter((term) => term !== 'other') },
      passphrase: secret(64),
      channel: { kind: 'number', min: 0, max: 255 },
      autoChannel: flag,
      standard: text(32),
      bandwidth: text(32),
      transmitPower: { kind: 'number', unit: 'percent', min: -1, max: 100 },
    },
  },
  wan: {
    ways: ['in_use', 'place'],
    dangerous: true,
    fields: {
      username: { ...text(64), optional: true },
      password: secret(64),
      enabled: flag,
      addressing: { kind: 'choice', choices: ['dhcp', 'static'] },
      ipAddress: ipv4,
      subnetMask: ipv4,
      gateway: ipv4,
      dnsServers: addresses,
      mtu: { kind: 'number', min: 64, max: 65_535 },
      natEnabled: flag,
    },
  },
  lan: {
    ways: ['place'],
    dangerous: true,
    fields: { ipAddress: ipv4, subnetMask: ipv4, enabled: flag },
  },
  dhcp: {
    ways: ['place'],
    dangerous: false,
    fields: {
      enabled: flag,
      rangeStart: ipv4,
      rangeEnd: ipv4,
      subnetMask: ipv4,
      gateway: addresses,
      dnsServers: addresses,
      domain: { ...text(64), optional: true },
      leaseTime: { kind: 'number', unit: 'seconds', min: -1, max: 2_147_483_647 },
    },
  },
  time: {
    ways: ['all'],
    dangerous: false,
    fields: {
      ntpServer1: { ...text(64), optional: true },
      ntpServer2: { ...text(64), optional: true },
      // Limit of TR-098.
      timeZone: text(64),
      enabled: flag,
    },
  },
  account: {
    ways: ['username', 'place', 'all'],
    dangerous: false,
    fields: { password: secret(64), username: text(64), enabled: flag, remoteAccess: flag },
  },
  cellular: {
    ways: ['place', 'all'],
    dangerous: true,
    fields: {
      apn: text(64),
      username: { ...text(256), optional: true },
      password: secret(256),
      enabled: flag,
    },
  },
}
