/** Families of devices whose running configuration is read over SSH or telnet. */
export const configurationProfiles = [
  'huawei_vrp',
  'h3c_comware',
  'ruijie',
  'cisco_ios',
  'cisco_nxos',
  'cisco_asa',
  'aruba_procurve',
  'juniper_junos',
  'fortinet_fortigate',
  'mikrotik_routeros',
  'generic_linux',
] as const
export type ConfigurationProfile = (typeof configurationProfiles)[number]

/** Types of devices that have a running configuration. Gateways have backups of their own, over TR-069. */
export const configuredTypes = [
  'switch',
  'router',
  'firewall',
  'wireless_controller',
  'security_gateway',
] as const

/** `waiting`: never read, or no sign-in is stored. */
export const configurationStates = ['waiting', 'queued', 'running', 'ok', 'failed'] as const
export type ConfigurationState = (typeof configurationStates)[number]

/** Why the last backup failed; `no_credential` and `disabled` say why there is none. */
export const configurationReasons = [
  'no_credential',
  'no_address',
  'address_refused',
  'no_answer',
  'authentication',
  'host_key_changed',
  'no_agreement',
  'device_closed',
  'no_prompt',
  'refused',
  'incomplete',
  'too_large',
  'empty',
  'late',
  'interrupted',
] as const
export type ConfigurationReason = (typeof configurationReasons)[number]

/** Bytes of one configuration. */
export const mostConfiguration = 4 * 1024 * 1024

export const lineChanges = ['same', 'removed', 'added'] as const
