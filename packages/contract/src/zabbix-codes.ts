import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'zabbix.not_found': 404,
  'zabbix.whole_company': 403,
  'zabbix.xml': 422,
  'zabbix.unreadable': 422,
  'zabbix.not_an_export': 422,
  'zabbix.wrong_version': 422,
  'zabbix.no_hosts': 422,
  'zabbix.too_many_hosts': 422,
  'zabbix.aliases': 422,
  'zabbix.too_complex': 422,
  'zabbix.move_not_allowed': 409,
  'zabbix.nothing_to_add': 409,
  'zabbix.changed_since': 409,
  'zabbix.group_not_found': 404,
  'zabbix.credential_incomplete': 422,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {
  'zabbix.import_finished': 'done',
  'zabbix.undo_finished': 'done',
} as const satisfies Events
