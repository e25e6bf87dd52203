/** Closed lists of imports from Zabbix, without a library. */

export const zabbixStates = ['ready', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type ZabbixState = (typeof zabbixStates)[number]

/** What an import does, or did, with a host. */
export const zabbixOutcomes = [
  /** Is added by the import. */
  'new',
  'added',
  /** Was added by an earlier import and still exists. */
  'known',
  /** A device of its outlet has its address and port. */
  'taken',
  /** An earlier host of the file has the same address and port in the same outlet. */
  'twice',
  /** By a decision: disabled in Zabbix, or without SNMP. */
  'left_out',
  /** Something in the file is wrong. */
  'refused',
  /** Could not be added while the import ran. */
  'failed',
] as const
export type ZabbixOutcome = (typeof zabbixOutcomes)[number]

/** What is wrong with a host so that it cannot be added. */
export const zabbixProblems = [
  'host_wrong',
  'name_missing',
  'field_wrong',
  'address_missing',
  'address_wrong',
  'address_local',
  'dns_only',
  'macro_unknown',
  'port_wrong',
] as const
/** What a person should know of a host that is added all the same. */
export const zabbixWarnings = [
  'name_cut',
  'more_addresses',
  'not_allowed',
  'through_proxy',
  'credential_wrong',
  /** The file holds a secret that SNMP does not allow: it is entered anew. */
  'secret_wrong',
] as const
export type ZabbixFindingCode = (typeof zabbixProblems)[number] | (typeof zabbixWarnings)[number]

/** `field` is the name in the file, such as `interfaces.ip`; `value` what it holds, never a secret. */
export interface ZabbixFinding {
  readonly code: ZabbixFindingCode
  readonly field: string
  readonly value: string
}

/** Megabytes of a file. */
export const zabbixFileLimit = 32
export const mostZabbixHosts = 10_000
